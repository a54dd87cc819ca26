import type { CountryCode } from 'libphonenumber-js'

/**
 * A range of phone numbers that are reserved for fiction or, in countries without such numbers,
 * plausible.
 */
interface NumberRange {
  prefix: string
  /** The number of digits that follow the prefix. */
  digitCount: number
}

const createRanges = (digitCount: number, ...prefixes: string[]): NumberRange[] =>
  prefixes.map((prefix) => ({ prefix, digitCount }))

const areaCodes =
  `206 425 253 360 509 503 415 510 408 650 213 310 323 619 714 818 916 602 480 702 801 303 720 505 512 214 713 817 210 832 918 405 816 314 612 651
  414 608 312 773 847 317 513 614 216 313 248 615 901 404 770 305 407 813 904 561 704 919 803 804 703 202 301 410 443 215 412 610 856 201 973 732 212 718
  917 646 516 914 518 585 716 203 860 401 617 781 508 603 207 802`.split(/\s+/)

/**
 * The North American numbers 555-0100 to 555-0199 are reserved for fiction; almost no other 555
 * number is in use.
 */
const americanRanges = createRanges(2, ...areaCodes.map((area) => `+1${area}55501`))
const wideAmericanRanges = createRanges(4, ...areaCodes.map((area) => `+1${area}555`))

const rangesByCountry: Partial<Record<CountryCode, NumberRange[]>> = {
  US: americanRanges,
  CA: createRanges(2, '+141655501', '+160455501', '+151455501', '+141855501', '+190255501'),
  GB: createRanges(
    3,
    '+442079460',
    '+441134960',
    '+441174960',
    '+441214960',
    '+441314960',
    '+441414960',
    '+441614960',
  ),
  IE: createRanges(4, '+35320910', '+35320911', '+35320912'),
  DE: createRanges(3, '+493023125', '+496990009', '+494066969', '+498999998', '+492214710'),
  FR: createRanges(4, '+3363998', '+3319900', '+3326191', '+3335301', '+3346571', '+3353649'),
  SE: createRanges(2, '+467017406', '+468465004'),
  ES: createRanges(4, '+3460000', '+3491000'),
  MX: createRanges(4, '+52555500', '+52555501'),
  BR: createRanges(4, '+551199000', '+552198000'),
  PL: createRanges(4, '+4850000', '+4822000'),
  IT: createRanges(4, '+39065550', '+39320000'),
  UA: createRanges(4, '+38050000', '+38067000'),
  RU: createRanges(4, '+7900000', '+7495000'),
  TR: createRanges(4, '+90530000', '+90532000'),
  VN: createRanges(4, '+8490000', '+8491200'),
  IN: createRanges(4, '+91900000', '+91114000'),
  AE: createRanges(4, '+97150000', '+97150123'),
  CN: createRanges(4, '+861380000', '+861390000'),
  JP: createRanges(4, '+81900000', '+8135000'),
  KR: createRanges(4, '+82100000', '+82102000'),
  NG: createRanges(4, '+234803000', '+234805000'),
}

/**
 * Returns a country's phone number for an index, in E.164 format. After the country's ranges are
 * exhausted, it returns American numbers.
 */
export function createPhoneNumber(country: CountryCode, index: number): string {
  const countryRanges = rangesByCountry[country] ?? americanRanges
  const range = countryRanges[index % countryRanges.length] as NumberRange
  const lineIndex = Math.floor(index / countryRanges.length)
  if (lineIndex < 10 ** range.digitCount) return createNumberInRange(range, lineIndex)
  return createNumberInRange(
    wideAmericanRanges[index % wideAmericanRanges.length] as NumberRange,
    Math.floor(index / wideAmericanRanges.length),
  )
}

/** The factor 37 and a power of ten are coprime, so no number repeats before all are used. */
const createNumberInRange = ({ prefix, digitCount }: NumberRange, lineIndex: number) =>
  `${prefix}${String((lineIndex * 37 + 41) % 10 ** digitCount).padStart(digitCount, '0')}`
