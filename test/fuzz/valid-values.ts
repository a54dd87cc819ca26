/** Generators of valid request values. */
import { customFields } from './create-records.ts'
import { type GeneratorContext, pickId } from './generator-context.ts'
import type { Value } from './literal.ts'
import { getKindByFieldName } from './names.ts'
import type { AnyKind } from './records.ts'
import type { Shape } from './shape.ts'

const pickTime = (context: GeneratorContext, fromDay: number, toDay: number) =>
  new Date(
    Date.parse('2026-06-01T09:00:00Z') + context.random.integer(fromDay, toDay) * 86_400_000,
  ).toISOString()

export function generateDateTime(context: GeneratorContext, name: string): string {
  if (/startsAt|from/i.test(name)) return pickTime(context, -20, 0)
  if (/expires/i.test(name)) return '2037-01-01T00:00:00+02:00'
  return pickTime(context, 1, 30)
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

const eventPatterns = ['deal.*', 'person.created', '*', 'task.*', 'deal.moved']

const textGenerators: Record<
  string,
  (context: GeneratorContext, typeKind: AnyKind | undefined) => string
> = {
  timeZone: ({ random }) => random.pick(['Europe/Berlin', 'UTC', 'America/New_York']),
  recordKind: ({ random }) => random.pick(['person', 'deal', 'task']),
  type: ({ random }) => random.pick(['person.created', 'deal.moved', 'ping']),
  types: ({ random }) => random.pick(eventPatterns),
  events: ({ random }) => random.pick(eventPatterns),
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

const pickMarker = (random: GeneratorContext['random']) =>
  `zqa${String(random.integer(0, 60)).padStart(4, '0')}`

/**
 * Generates text for a field. The text is sometimes the marker of a record, so that searches find
 * the record.
 */
export function createValidText(
  context: GeneratorContext,
  name: string,
  typeKind: AnyKind | undefined,
  { pattern = '', minLength = 0, maxLength = 200 }: Shape,
): string {
  const { random, uniqueNumber, isWrite, markers } = context
  const kind = getKindByFieldName(name, typeKind)
  if (kind && !/\\S|@/.test(pattern)) return pickId(context, kind)
  if (/^(cursor|after|before|beforeCursor)$/.test(name))
    return random.pick(
      context.cursors.sameOperation.length > 0
        ? context.cursors.sameOperation
        : context.cursors.all,
    )
  if (name in textGenerators && !pattern.startsWith('^[a-z]['))
    return textGenerators[name]?.(context, typeKind) ?? ''
  if (/@/.test(pattern))
    return typeKind === 'user'
      ? `new${uniqueNumber}@acme.test`
      : `${random.pick(['ann', 'bob', `new${uniqueNumber}`])}@example.test`
  if (/^\\d$/.test(pattern)) return `+1415555${2000 + random.integer(0, 99)}`
  if (/http/i.test(pattern)) return `http://127.0.0.1:9/${uniqueNumber}`
  if (pattern.startsWith('^[a-z]['))
    return context.isWrite && typeKind === 'customField'
      ? `key${uniqueNumber}`
      : random.pick(customFields).key
  if (/number|date/.test(name) || (/^(from|to)$/.test(name) && maxLength === 200))
    return pickTime(context, -20, 20).slice(0, 10)
  if (/label|value|replaceRemovedWith/.test(name)) return random.pick(['red', 'green', 'blue'])
  if (!isWrite && random.chance(0.25)) return random.pick(markers)
  const word =
    isWrite && /name/i.test(name) && typeKind !== 'person'
      ? `Name ${uniqueNumber}`
      : random.pick(sampleWords)
  return word.padEnd(minLength, 'x').slice(0, Math.max(1, maxLength))
}

/** Generates custom field values by key. */
export function createCustomValues({ random }: GeneratorContext): Value {
  const valuesByType: Record<string, Value> = {
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
        random.chance(0.1) ? null : (valuesByType[type] ?? null),
      ]),
  }
}

/** Generates a filter condition for a random custom field. */
export function createCustomCondition({ random }: GeneratorContext): Value {
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
  const nullComparator = input === 'choices' ? 'isEmpty' : 'isNull'
  const comparison: [string, Value] = random.chance(0.2)
    ? [nullComparator, random.chance(0.5)]
    : [comparator, value]
  return {
    fields: [
      ['key', key],
      [input, { fields: [comparison] }],
    ],
  }
}
