import { customFields } from './create-records.ts'
import { kindNamed } from './names.ts'
import { type Pool, pickId } from './pool.ts'
import type { AnyKind } from './records.ts'
import type { Shape } from './shape.ts'
import type { Value } from './value.ts'

/** Valid values. */

const days = (pool: Pool, from: number, to: number) =>
  new Date(Date.parse('2026-06-01T09:00:00Z') + pool.dice.int(from, to) * 86_400_000).toISOString()

function time(pool: Pool, name: string): string {
  if (/startsAt|from/i.test(name)) return days(pool, -20, 0)
  if (/expires/i.test(name)) return '2037-01-01T00:00:00+02:00'
  return days(pool, 1, 30)
}

const words = ['Casey', 'Lee', 'Warm', 'Web', 'house', 'Ångström', 'O’Hara', '李', 'Later', 'Sales']

const patterns = ['deal.*', 'person.created', '*', 'task.*', 'deal.moved']

const byName: Record<string, (pool: Pool, about: AnyKind | undefined) => string> = {
  timeZone: ({ dice }) => dice.pick(['Europe/Berlin', 'UTC', 'America/New_York']),
  recordKind: ({ dice }) => dice.pick(['person', 'deal', 'task']),
  type: ({ dice }) => dice.pick(['person.created', 'deal.moved', 'ping']),
  types: ({ dice }) => dice.pick(patterns),
  events: ({ dice }) => dice.pick(patterns),
  channel: ({ dice }) => dice.pick(['call', 'email', 'WhatsApp', 'meeting']),
  key: ({ dice }) => dice.pick(customFields).key,
  email: ({ dice, fresh, writes }, about) =>
    about === 'user' ? `new${fresh}@acme.test` : `${writes ? 'ann' : mark(dice)}@example.test`,
  phone: ({ dice }) => `+1415555${2000 + dice.int(0, 20)}`,
  tag: ({ dice }) => dice.pick(['Warm', 'cold', 'VIP']),
  role: ({ dice }) => dice.pick(['Agent', 'Admin']),
}

const mark = (dice: Pool['dice']) => `zqa${String(dice.int(0, 60)).padStart(4, '0')}`

/** Text for a field of this name; sometimes a marker of a record, so that searches find it. */
export function text(
  pool: Pool,
  name: string,
  about: AnyKind | undefined,
  { pattern = '', minLength = 0, maxLength = 200 }: Shape,
): string {
  const { dice, fresh, writes, marks } = pool
  const kind = kindNamed(name, about)
  if (kind && !/\\S|@/.test(pattern)) return pickId(pool, kind)
  if (/^(cursor|after|before|beforeCursor)$/.test(name))
    return dice.pick(pool.cursors.own.length > 0 ? pool.cursors.own : pool.cursors.all)
  if (name in byName && !pattern.startsWith('^[a-z][')) return byName[name]?.(pool, about) ?? ''
  if (/@/.test(pattern))
    return about === 'user'
      ? `new${fresh}@acme.test`
      : `${dice.pick(['ann', 'bob', `new${fresh}`])}@example.test`
  if (/^\\d$/.test(pattern)) return `+1415555${2000 + dice.int(0, 99)}`
  if (/http/i.test(pattern)) return `http://127.0.0.1:9/${fresh}`
  if (pattern.startsWith('^[a-z]['))
    return pool.writes && about === 'customField' ? `key${fresh}` : dice.pick(customFields).key
  if (/number|date/.test(name) || (/^(from|to)$/.test(name) && maxLength === 200))
    return days(pool, -20, 20).slice(0, 10)
  if (/label|value|replaceRemovedWith/.test(name)) return dice.pick(['red', 'green', 'blue'])
  if (!writes && dice.chance(0.25)) return dice.pick(marks)
  const found =
    writes && /name/i.test(name) && about !== 'person' ? `Name ${fresh}` : dice.pick(words)
  return found.padEnd(minLength, 'x').slice(0, Math.max(1, maxLength))
}

export const dateTime = time

/** Values of custom fields by key. */
export function customValues({ dice }: Pool): Value {
  const values: Record<string, Value> = {
    text: 'Bo',
    number: 4,
    date: '2026-06-01',
    boolean: true,
    singleChoice: 'green',
    multipleChoice: ['lift', 'garden'],
  }
  return {
    fields: dice
      .some(customFields, 0.4)
      .map(({ key, type }): [string, Value] => [
        key,
        dice.chance(0.1) ? null : (values[type] ?? null),
      ]),
  }
}

/** A condition that suits the custom field. */
export function customCondition({ dice }: Pool): Value {
  const { key, type } = dice.pick(customFields)
  const one: Record<string, [string, Value]> = {
    text: ['startsWith', 'zq'],
    number: ['number', { fields: [['from', 2]] }],
    date: ['date', { fields: [['inLastDays', 30]] }],
    boolean: ['equals', true],
    singleChoice: ['anyOf', ['red', 'blue']],
    multipleChoice: ['anyOf', ['lift']],
  }
  return {
    fields: [
      ['key', key],
      dice.chance(0.2) ? ['isEmpty', dice.chance(0.5)] : (one[type] as [string, Value]),
    ],
  }
}
