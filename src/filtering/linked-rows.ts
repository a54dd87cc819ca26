/** Filter fields that compare the rows of another table that reference the record. */
import { type RawBuilder, sql } from 'kysely'
import type { AccessScope } from '../access/access-scope.ts'
import type { TableName } from '../store/schema.ts'
import type { FilterField, FilterParams, Operator } from './filter-spec.ts'
import { compare } from './predicates.ts'

type Sql = RawBuilder<unknown>

interface LinkedRows {
  table: TableName
  /** The column that references the record. */
  recordColumn: string
  /** The column that is compared, unless `matches` replaces the comparison. */
  column?: string
  /** Returns a predicate: whether a row, with the alias `link`, matches a value. */
  matches?(p: FilterParams, operator: Operator, value: string): Sql
  /**
   * Returns a predicate: whether the caller can view a row. A match with another row would reveal
   * records that the caller cannot view.
   */
  isVisible?(p: FilterParams, scope: AccessScope): Sql
}

/** Returns the parts of a field of `records` that matches if one of the rows does. */
export function linkedRows(
  records: TableName,
  { table, recordColumn, column, matches, isVisible }: LinkedRows,
): Required<Pick<FilterField, 'predicate' | 'matchingIds'>> {
  const recordId = sql.ref(`link.${recordColumn}`)
  const select = (p: FilterParams, condition: Sql) =>
    sql`select ${recordId} as "id" from ${sql.table(table)} as "link" where "link"."companyId" = ${p.companyId} and ${condition}`
  const isMatch = (p: FilterParams, operator: Operator, value: string) =>
    matches?.(p, operator, value) ?? compare(sql.ref(`link.${column}`), operator, value)
  return {
    predicate: (p, scope, value, operator) => {
      const ofRecord = sql`${recordId} = ${sql.ref(`${records}.id`)}`
      const visible = isVisible ? sql`${ofRecord} and ${isVisible(p, scope)}` : ofRecord
      return operator === 'isNull'
        ? sql<boolean>`not exists (${select(p, visible)})`
        : sql<boolean>`exists (${select(p, sql`${visible} and ${isMatch(p, operator, value)}`)})`
    },
    matchingIds: (p, _, value, operator) => select(p, isMatch(p, operator, value)),
  }
}
