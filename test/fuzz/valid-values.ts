import { customFields } from './create-records.ts'
import type { Value } from './literal.ts'
import { getKindOfName } from './names.ts'
import { type Pool, pickId } from './pool.ts'
import type { AnyKind } from './records.ts'
import type { Shape } from './shape.ts'

/** Generators of valid values. */

const pickTime = (pool: Pool, fromDay: number, toDay: number) =>
  new Date(
    Date.parse('2026-06-01T09:00:00Z') + pool.random.integer(fromDay, toDay) * 86_400_000,
  ).toISOString()

function pickTimeFor(pool: Pool, name: string): string {
  if (/startsAt|from/i.test(name)) return pickTime(pool, -20, 0)
  if (/expires/i.test(name)) return '2037-01-01T00:00:00+02:00'
  return pickTime(pool, 1, 30)
}

const sampleWords = [
  'Casey',
  'Lee',
  'Warm',
  'Web',
  'house',
  'Ångström',
  'O’Hara',
  '李',
  'Later',
  'Sales',
]

const patterns = ['deal.*', 'person.created', '*', 'task.*', 'deal.moved']

const textsByName: Record<string, (pool: Pool, typeKind: AnyKind | undefined) => string> = {
  timeZone: ({ random }) => random.pick(['Europe/Berlin', 'UTC', 'America/New_York']),
  recordKind: ({ random }) => random.pick(['person', 'deal', 'task']),
  type: ({ random }) => random.pick(['person.created', 'deal.moved', 'ping']),
  types: ({ random }) => random.pick(patterns),
  events: ({ random }) => random.pick(patterns),
  channel: ({ random }) => random.pick(['call', 'email', 'WhatsApp', 'meeting']),
  key: ({ random }) => random.pick(customFields).key,
  email: ({ random, uniqueNumber, isWrite }, typeKind) =>
    typeKind === 'user'
      ? `new${uniqueNumber}@acme.test`
      : `${isWrite ? 'ann' : pickMarker(random)}@example.test`,
  phone: ({ random }) => `+1415555${2000 + random.integer(0, 20)}`,
  tag: ({ random }) => random.pick(['Warm', 'cold', 'VIP']),
  role: ({ random }) => random.pick(['Agent', 'Admin']),
}

const pickMarker = (random: Pool['random']) =>
  `zqa${String(random.integer(0, 60)).padStart(4, '0')}`

/** Generates text for a field, sometimes the marker of a record, so that searches find it. */
export function createValidText(
  pool: Pool,
  name: string,
  typeKind: AnyKind | undefined,
  { pattern = '', minLength = 0, maxLength = 200 }: Shape,
): string {
  const { random, uniqueNumber, isWrite, markers } = pool
  const kind = getKindOfName(name, typeKind)
  if (kind && !/\\S|@/.test(pattern)) return pickId(pool, kind)
  if (/^(cursor|after|before|beforeCursor)$/.test(name))
    return random.pick(
      pool.cursors.sameOperation.length > 0 ? pool.cursors.sameOperation : pool.cursors.all,
    )
  if (name in textsByName && !pattern.startsWith('^[a-z]['))
    return textsByName[name]?.(pool, typeKind) ?? ''
  if (/@/.test(pattern))
    return typeKind === 'user'
      ? `new${uniqueNumber}@acme.test`
      : `${random.pick(['ann', 'bob', `new${uniqueNumber}`])}@example.test`
  if (/^\\d$/.test(pattern)) return `+1415555${2000 + random.integer(0, 99)}`
  if (/http/i.test(pattern)) return `http://127.0.0.1:9/${uniqueNumber}`
  if (pattern.startsWith('^[a-z]['))
    return pool.isWrite && typeKind === 'customField'
      ? `key${uniqueNumber}`
      : random.pick(customFields).key
  if (/number|date/.test(name) || (/^(from|to)$/.test(name) && maxLength === 200))
    return pickTime(pool, -20, 20).slice(0, 10)
  if (/label|value|replaceRemovedWith/.test(name)) return random.pick(['red', 'green', 'blue'])
  if (!isWrite && random.chance(0.25)) return random.pick(markers)
  const text =
    isWrite && /name/i.test(name) && typeKind !== 'person'
      ? `Name ${uniqueNumber}`
      : random.pick(sampleWords)
  return text.padEnd(minLength, 'x').slice(0, Math.max(1, maxLength))
}

export const dateTime = pickTimeFor

/** Generates values of custom fields by key. */
export function createCustomValues({ random }: Pool): Value {
  const values: Record<string, Value> = {
    text: 'Bo',
    number: 4,
    date: '2026-06-01',
    boolean: true,
    singleChoice: 'green',
    multipleChoice: ['lift', 'garden'],
  }
  return {
    fields: random
      .subset(customFields, 0.4)
      .map(({ key, type }): [string, Value] => [
        key,
        random.chance(0.1) ? null : (values[type] ?? null),
      ]),
  }
}

/** Generates a condition that suits a custom field. */
export function createCustomCondition({ random }: Pool): Value {
  const { key, type } = random.pick(customFields)
  const conditions: Record<string, [input: string, comparator: string, Value]> = {
    text: ['text', 'startsWith', 'zq'],
    number: ['number', 'gte', 2],
    date: ['date', 'gt', '2026-05-01'],
    boolean: ['boolean', 'eq', true],
    singleChoice: ['choices', 'any', ['red', 'blue']],
    multipleChoice: ['choices', 'all', ['lift']],
  }
  const [input, comparator, value] = conditions[type] as [string, string, Value]
  const isMissing = input === 'choices' ? 'isEmpty' : 'isNull'
  const comparison: [string, Value] = random.chance(0.2)
    ? [isMissing, random.chance(0.5)]
    : [comparator, value]
  return {
    fields: [
      ['key', key],
      [input, { fields: [comparison] }],
    ],
  }
}
