/** Creates filter fields that match records by the rows of another table that reference them. */
import { sql } from 'kysely'
import type { AccessScope } from '../access/access-scope.ts'
import type { TableName } from '../store/schema.ts'
import type { Sql } from '../store/sql.ts'
import type { FilterField, FilterParams, Operator } from './filter-spec.ts'
import { compare } from './predicates.ts'

interface LinkedRows {
  table: TableName
  /** The column that references the record. */
  recordColumn: string
  /** The column to compare, unless `matches` replaces the comparison. */
  column?: string
  /** Returns a predicate that is true if a row (alias `link`) matches a value. */
  matches?(p: FilterParams, operator: Operator, value: string): Sql
  /** Returns a predicate that is true if the caller can view a row; hidden rows must not match. */
  isVisible?(p: FilterParams, scope: AccessScope): Sql
}

/** Returns the SQL of a filter field of `records` that matches if any linked row matches. */
export function createLinkedRowFilter(
  records: TableName,
  { table, recordColumn, column, matches, isVisible }: LinkedRows,
): Required<Pick<FilterField, 'predicate' | 'matchingIds'>> {
  const recordId = sql.ref(`link.${recordColumn}`)
  const selectRecordIds = (p: FilterParams, condition: Sql) =>
    sql`select ${recordId} as "id" from ${sql.table(table)} as "link" where "link"."companyId" = ${p.companyId} and ${condition}`
  const isMatch = (p: FilterParams, operator: Operator, value: string) =>
    matches?.(p, operator, value) ?? compare(sql.ref(`link.${column}`), operator, value)
  return {
    predicate: (p, scope, value, operator) => {
      const isOfRecord = sql`${recordId} = ${sql.ref(`${records}.id`)}`
      const condition = isVisible ? sql`${isOfRecord} and ${isVisible(p, scope)}` : isOfRecord
      return operator === 'isNull'
        ? sql<boolean>`not exists (${selectRecordIds(p, condition)})`
        : sql<boolean>`exists (${selectRecordIds(p, sql`${condition} and ${isMatch(p, operator, value)}`)})`
    },
    matchingIds: (p, _, value, operator) => selectRecordIds(p, isMatch(p, operator, value)),
  }
}
