import { type RawBuilder, sql } from 'kysely'
import type { Operator } from '../../store/kinds.ts'
import { jsonValueAt, jsonValuesAt, withoutIndex } from '../../store/sql.ts'
import { homes } from './queries.ts'
import type { RecordKind } from './table.ts'

/**
 * Conditions on custom fields in SQL. What is compared comes as one parameter, a JSON list: the
 * field's id and the value, or the list of values, or the two ends of a range.
 */
type Type = 'text' | 'number'

function compared(
  column: RawBuilder<unknown>,
  type: Type,
  value: string,
  operator: Operator,
): RawBuilder<unknown> {
  switch (operator) {
    case 'equals':
      return sql` and ${column} = ${jsonValueAt(value, 1, type)}`
    case 'in':
      return sql` and ${column} in ${jsonValuesAt(value, 1, type)}`
    case 'between':
      return sql` and ${column} between ${jsonValueAt(value, 1, type)} and ${jsonValueAt(value, 2, type)}`
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
    operator: Operator,
  ) =>
    sql`from ${sql.table(table)} as "custom" where "custom"."companyId" = ${p.companyId} and "custom"."fieldId" = ${jsonValueAt(value, 0, 'text')}${compared(column, type, value, operator)}`
  const on = (column: string, type: Type) => ({
    predicate(p: { companyId: string }, _: unknown, value: string, operator: Operator) {
      // Looked up among the values of the one record.
      const found = sql<boolean>`exists (select 1 ${values(p, withoutIndex(`custom.${column}`), type, value, operator)} and ${sql.ref(`custom.${owner}`)} = ${sql.ref(`${records}.id`)})`
      return operator === 'isNull' ? sql<boolean>`not ${found}` : found
    },
    matchingIds: (p: { companyId: string }, _: unknown, value: string, operator: Operator) =>
      sql`select ${sql.ref(`custom.${owner}`)} as "id" ${values(p, sql.ref(`custom.${column}`), type, value, operator)}`,
  })
  const internal = { description: '', type: 'String', internal: true } as const
  return {
    customFields: {
      description:
        'Conditions on custom fields: all of them hold. Served by an index, but for `isEmpty: true`.',
      type: 'conditions',
      list: true,
    },
    customText: { ...internal, ...on('textKey', 'text') },
    customNumber: { ...internal, ...on('number', 'number') },
  } as const
}
