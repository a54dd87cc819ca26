import { type RawBuilder, sql } from 'kysely'
import { homes } from './queries.ts'
import type { RecordKind } from './table.ts'

/**
 * Conditions on custom fields in SQL. What is compared comes as one parameter, a JSON list: the field's id and the
 * value, or the list of values, or the two ends of a range.
 */
type Form = 'is' | 'in' | 'from' | 'yes' | 'none'

const part = (value: string, index: number) => sql`json_extract(${value}, ${sql.lit(`$[${index}]`)})`

function compared(column: RawBuilder<unknown>, value: string, form: string): RawBuilder<unknown> {
  switch (form as Form) {
    case 'is':
      return sql` and ${column} = ${part(value, 1)}`
    case 'in':
      return sql` and ${column} in (select "value" from json_each(${value}, '$[1]'))`
    case 'from':
      return sql` and ${column} between ${part(value, 1)} and ${part(value, 2)}`
    default:
      return sql``
  }
}

/** For each kind of record, what its filter looks up: each condition, and by an index the ids of all records for which it holds. */
export function conditionsOn(kind: RecordKind, records: string) {
  const { table, owner } = homes[kind]
  const values = (p: { companyId: string }, column: RawBuilder<unknown>, value: string, form: string) =>
    sql`from ${sql.table(table)} as "custom" where "custom"."companyId" = ${p.companyId} and "custom"."fieldId" = ${part(value, 0)}${compared(column, value, form)}`
  const on = (column: string) => ({
    when(p: { companyId: string }, _: unknown, value: string, form: string) {
      // The plus keeps the look-up to the values of the one record.
      const found = sql<boolean>`exists (select 1 ${values(p, sql`+${sql.ref(`custom.${column}`)}`, value, form)} and ${sql.ref(`custom.${owner}`)} = ${sql.ref(`${records}.id`)})`
      return form === 'none' ? sql<boolean>`not ${found}` : found
    },
    ids: (p: { companyId: string }, _: unknown, value: string, form: string) =>
      sql`select ${sql.ref(`custom.${owner}`)} as "id" ${values(p, sql.ref(`custom.${column}`), value, form)}`,
  })
  const hidden = { about: '', type: 'String', hidden: true } as const
  return {
    customFields: {
      about: 'Conditions on custom fields: all of them hold. Served by an index, but for `isEmpty: true`.',
      type: 'conditions',
      list: true,
    },
    customText: { ...hidden, ...on('textKey') },
    customNumber: { ...hidden, ...on('number') },
  } as const
}
