import { type RawBuilder, sql } from 'kysely'
import { unindexed, valueAt, valuesAt } from '../../store/sql.ts'
import { homes } from './queries.ts'
import type { RecordKind } from './table.ts'

/**
 * Conditions on custom fields in SQL. What is compared comes as one parameter, a JSON list: the
 * field's id and the value, or the list of values, or the two ends of a range.
 */
type Form = 'is' | 'in' | 'from' | 'yes' | 'none'

type Type = 'text' | 'number'

function compared(
  column: RawBuilder<unknown>,
  type: Type,
  value: string,
  form: string,
): RawBuilder<unknown> {
  switch (form as Form) {
    case 'is':
      return sql` and ${column} = ${valueAt(value, 1, type)}`
    case 'in':
      return sql` and ${column} in ${valuesAt(value, 1, type)}`
    case 'from':
      return sql` and ${column} between ${valueAt(value, 1, type)} and ${valueAt(value, 2, type)}`
    default:
      return sql``
  }
}

/**
 * For each kind of record, what its filter looks up: each condition, and by an index the ids of all
 * records for which it holds.
 */
export function conditionsOn(kind: RecordKind, records: string) {
  const { table, owner } = homes[kind]
  const values = (
    p: { companyId: string },
    column: RawBuilder<unknown>,
    type: Type,
    value: string,
    form: string,
  ) =>
    sql`from ${sql.table(table)} as "custom" where "custom"."companyId" = ${p.companyId} and "custom"."fieldId" = ${valueAt(value, 0, 'text')}${compared(column, type, value, form)}`
  const on = (column: string, type: Type) => ({
    when(p: { companyId: string }, _: unknown, value: string, form: string) {
      // Looked up among the values of the one record.
      const found = sql<boolean>`exists (select 1 ${values(p, unindexed(`custom.${column}`), type, value, form)} and ${sql.ref(`custom.${owner}`)} = ${sql.ref(`${records}.id`)})`
      return form === 'none' ? sql<boolean>`not ${found}` : found
    },
    ids: (p: { companyId: string }, _: unknown, value: string, form: string) =>
      sql`select ${sql.ref(`custom.${owner}`)} as "id" ${values(p, sql.ref(`custom.${column}`), type, value, form)}`,
  })
  const hidden = { about: '', type: 'String', hidden: true } as const
  return {
    customFields: {
      about:
        'Conditions on custom fields: all of them hold. Served by an index, but for `isEmpty: true`.',
      type: 'conditions',
      list: true,
    },
    customText: { ...hidden, ...on('textKey', 'text') },
    customNumber: { ...hidden, ...on('number', 'number') },
  } as const
}
