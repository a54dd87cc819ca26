import { type Property, splitValue, unescapeText } from './vcard-lines.ts'

/** Converts properties without a field of their own to readable text. */
export const textOf = ({ value, isLiteral }: Property): string =>
  unescapeText(value, isLiteral).trim()

/** The components of a structured value, each with its list of values. */
export const partsOf = (property: Property): string[][] =>
  splitValue(property, ';').map((part) =>
    splitValue({ ...property, value: part }, property.isOld ? '' : ',')
      .map((each) => unescapeText(each, property.isLiteral).trim())
      .filter(Boolean),
  )

/** The values of a list; version 2.1 also separates them by semicolons. */
export const listOf = (property: Property): string[] =>
  splitValue(property, property.isOld ? ';,' : ',')
    .map((each) => unescapeText(each, property.isLiteral).trim())
    .filter(Boolean)

/** Headings of properties with a plain text value. */
export const headings: Readonly<Record<string, string>> = {
  NICKNAME: 'Nickname',
  NOTE: 'Note',
  TITLE: 'Job title',
  ROLE: 'Role',
  URL: 'Website',
  UID: 'UID',
  'X-ERROR': 'error',
}

/** The order of the headings in `background`. */
export const headingOrder = [
  'Note',
  'Name prefix',
  'Name suffix',
  'Display name',
  'Nickname',
  'Organization',
  'Job title',
  'Role',
  'Birthday',
  'Website',
  'Address #',
  'Kind',
  'Other details',
]

/** Properties about the card itself, not the person: versions, programs, times. */
const technicalNames = new Set(
  `VERSION PRODID REV SOURCE NAME MAILER PROFILE CLIENTPIDMAP CREATED X-ABLABEL X-ABADR
  X-ABUID X-ABSHOWAS X-ABCROP-RECTANGLE X-ADDRESSBOOKSERVER-KIND X-IMAGETYPE X-IMAGEHASH
  X-SHARED-PHOTO-DISPLAY-PREF X-EVOLUTION-FILE-AS X-EVOLUTION-WEBDAV-ETAG X-MOZILLA-HTML
  X-MS-OL-DEFAULT-POSTAL-ADDRESS X-RADICALE-NAME`.split(/\s+/),
)
export const isTechnical = ({ name, value }: Property): boolean =>
  technicalNames.has(name) || (name === 'CLASS' && /^public$/i.test(value))

const names: Readonly<Record<string, string>> = {
  IMPP: 'Instant messaging',
  RELATED: 'Related',
  LANG: 'Language',
  GEO: 'Position',
  TZ: 'Time zone',
  LABEL: 'Address label',
  'X-ABDATE': 'Date',
  'X-ABRELATEDNAMES': 'Related',
  'X-SOCIALPROFILE': 'Social profile',
  'X-EVOLUTION-SPOUSE': 'Spouse',
  'X-EVOLUTION-MANAGER': 'Manager',
  'X-EVOLUTION-ASSISTANT': 'Assistant',
  'X-EVOLUTION-BLOG-URL': 'Blog',
  'X-KADDRESSBOOK-X-SPOUSENAME': 'Spouse',
  'X-KADDRESSBOOK-X-IMADDRESS': 'Instant messaging',
  'X-KADDRESSBOOK-X-MANAGERSNAME': 'Manager',
  'X-KADDRESSBOOK-X-ASSISTANTSNAME': 'Assistant',
}

/** `X-PHONETIC-FIRST-NAME` → `Phonetic first name`. */
function readableName(name: string): string {
  const known = names[name]
  if (known) return known
  const words = name
    .replace(/^(X-KADDRESSBOOK-X-|X-MS-OL-|X-MS-|X-EVOLUTION-|X-)/, '')
    .replaceAll('-', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Types that are meaningful to a reader. */
export const typesOf = ({ parameters }: Property): string[] =>
  (parameters.get('TYPE') ?? []).filter((type) => !/^(pref|internet|voice|x-internet)$/i.test(type))

/**
 * Formats a property of Android, `vnd.android.cursor.item/nickname;Bob;1;;`: the kind, then its
 * values.
 */
function androidLine(property: Property): string {
  const [kind = [], ...values] = partsOf(property)
  const name = (kind[0] ?? '').replace(/^.*[/.]/, '').replaceAll('_', ' ')
  const text = values
    .flat()
    .filter((value, index) => value !== '' && !(index > 0 && /^\d$/.test(value)))
    .join(', ')
  return text ? `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${text}` : ''
}

/** A date as written, without the placeholder year that Apple adds to dates without a year. */
export function dateOf(property: Property): string {
  const text = textOf(property)
  const omitted = property.parameters.get('X-APPLE-OMIT-YEAR')?.[0]
  return omitted && text.startsWith(omitted) ? `-${text.slice(omitted.length)}` : text
}

/** The components of a postal address in their order, on one line. */
export function addressOf(property: Property): string {
  const lines = partsOf(property)
    .map((part) => part.join(', '))
    .filter(Boolean)
  const text = lines.length > 0 ? lines.join(', ') : (property.parameters.get('LABEL')?.[0] ?? '')
  return text.replaceAll(/\s*\n\s*/g, ', ')
}

/** A line of `Other details`, such as `Spouse: Jane`. @param label the label of its group */
export function detailLine(property: Property, label: string | undefined): string {
  if (property.name === 'X-ANDROID-CUSTOM') return androidLine(property)
  const structured = /^(GENDER|X-SOCIALPROFILE|RELATED|IMPP)$/.test(property.name)
    ? partsOf(property).flat().join(', ')
    : dateOf(property)
  const text =
    structured ||
    (property.parameters.get('X-USER')?.[0] ?? property.parameters.get('LABEL')?.[0] ?? '')
  const types = typesOf(property).filter((type) => !/^(home|work|other)$/i.test(type))
  const name = label || readableName(property.name)
  return text ? `${name}${types.length > 0 ? ` (${types.join(', ')})` : ''}: ${text}` : ''
}
