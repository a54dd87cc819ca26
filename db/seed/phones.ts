import type { CountryCode } from 'libphonenumber-js'

/**
 * Numbers that ring nobody, where a country keeps some for films and books; elsewhere ones that
 * merely look right.
 */
interface Range {
  prefix: string
  /** Digits that follow the prefix. */
  digits: number
}

const ranges = (digits: number, ...prefixes: string[]): Range[] =>
  prefixes.map((prefix) => ({ prefix, digits }))

const areas =
  `206 425 253 360 509 503 415 510 408 650 213 310 323 619 714 818 916 602 480 702 801 303 720 505 512 214 713 817 210 832 918 405 816 314 612 651
  414 608 312 773 847 317 513 614 216 313 248 615 901 404 770 305 407 813 904 561 704 919 803 804 703 202 301 410 443 215 412 610 856 201 973 732 212 718
  917 646 516 914 518 585 716 203 860 401 617 781 508 603 207 802`.split(/\s+/)

/**
 * North American numbers 555-0100 to 555-0199 are for fiction, and no other 555 number is in use
 * but a few.
 */
const american = ranges(2, ...areas.map((area) => `+1${area}55501`))
const americanWide = ranges(4, ...areas.map((area) => `+1${area}555`))

const known: Partial<Record<CountryCode, Range[]>> = {
  US: american,
  CA: ranges(2, '+141655501', '+160455501', '+151455501', '+141855501', '+190255501'),
  GB: ranges(
    3,
    '+442079460',
    '+441134960',
    '+441174960',
    '+441214960',
    '+441314960',
    '+441414960',
    '+441614960',
  ),
  IE: ranges(4, '+35320910', '+35320911', '+35320912'),
  DE: ranges(3, '+493023125', '+496990009', '+494066969', '+498999998', '+492214710'),
  FR: ranges(4, '+3363998', '+3319900', '+3326191', '+3335301', '+3346571', '+3353649'),
  SE: ranges(2, '+467017406', '+468465004'),
  ES: ranges(4, '+3460000', '+3491000'),
  MX: ranges(4, '+52555500', '+52555501'),
  BR: ranges(4, '+551199000', '+552198000'),
  PL: ranges(4, '+4850000', '+4822000'),
  IT: ranges(4, '+39065550', '+39320000'),
  UA: ranges(4, '+38050000', '+38067000'),
  RU: ranges(4, '+7900000', '+7495000'),
  TR: ranges(4, '+90530000', '+90532000'),
  VN: ranges(4, '+8490000', '+8491200'),
  IN: ranges(4, '+91900000', '+91114000'),
  AE: ranges(4, '+97150000', '+97150123'),
  CN: ranges(4, '+861380000', '+861390000'),
  JP: ranges(4, '+81900000', '+8135000'),
  KR: ranges(4, '+82100000', '+82102000'),
  NG: ranges(4, '+234803000', '+234805000'),
}

/**
 * The `index`th number of a country in E.164 form, as if drawn at random; countries that run out go
 * on in America.
 */
export function phoneNumber(country: CountryCode, index: number): string {
  const own = known[country] ?? american
  const range = own[index % own.length] as Range
  const line = Math.floor(index / own.length)
  if (line < 10 ** range.digits) return numberIn(range, line)
  return numberIn(
    americanWide[index % americanWide.length] as Range,
    Math.floor(index / americanWide.length),
  )
}

/**
 * 37 and a power of ten have no common factor: every line is met once, then again from the first.
 */
const numberIn = ({ prefix, digits }: Range, line: number) =>
  `${prefix}${String((line * 37 + 41) % 10 ** digits).padStart(digits, '0')}`
