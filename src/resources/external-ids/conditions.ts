/** Filters records by their external ids. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { FieldCondition, FilterField, Operator } from '../../filtering/filter-spec.ts'
import { jsonValueAt, jsonValuesAt, withoutIndex } from '../../store/sql.ts'
import { normalizeSource } from './operations.ts'
import { type ExternalIdKind, getExternalIdTable } from './table.ts'

interface ExternalIdComparators {
  eq?: string
  in?: string[]
  source?: string
}

const normalizeId = (externalId: string) => externalId.normalize('NFC')

/**
 * Converts a filter on external ids to conditions on the internal field, whose values are JSON
 * lists of the source and the ids. Without an id, it matches records with any id of the source.
 */
async function parseComparators(
  _: Context,
  { eq, in: anyOf, source: name }: ExternalIdComparators,
): Promise<FieldCondition[]> {
  const source = normalizeSource(name)
  const createCondition = (operator: Operator, ...ids: unknown[]): FieldCondition => ({
    field: 'externalIdOfSource',
    operator,
    value: JSON.stringify([source, ...ids]),
  })
  const conditions = [
    ...(eq === undefined ? [] : [createCondition('equals', normalizeId(eq))]),
    ...(anyOf === undefined ? [] : [createCondition('in', anyOf.map(normalizeId))]),
  ]
  const isSourceOnly = name !== undefined && conditions.length === 0
  return isSourceOnly ? [createCondition('isTrue')] : conditions
}

export const externalIdParsers = { externalId: parseComparators }

/** Returns the filter field of a kind of record, and the internal field of its conditions. */
export function externalIdConditions(kind: ExternalIdKind, records: string) {
  const { table, owner } = getExternalIdTable(kind)
  const column = (name: string) => sql.ref(`external.${name}`)
  const selectRows = (p: { companyId: string }) =>
    sql`from ${sql.table(table)} as "external" where "external"."companyId" = ${p.companyId}`
  const isOfRecord = sql`${column(owner)} = ${sql.ref(`${records}.id`)}`
  const isMatch = (value: string, operator: Operator, source: RawBuilder<unknown>) => {
    const hasSource = sql`${source} = ${jsonValueAt(value, 0, 'text')}`
    if (operator === 'isTrue') return hasSource
    return operator === 'in'
      ? sql`${hasSource} and ${column('externalId')} in ${jsonValuesAt(value, 1, 'text')}`
      : sql`${hasSource} and ${column('externalId')} = ${jsonValueAt(value, 1, 'text')}`
  }
  const externalIdOfSource: FilterField = {
    description: '',
    type: 'String',
    internal: true,
    predicate(p, _, value, operator) {
      // Disables the index on sources, so that only the ids of the record are searched.
      const source = operator === 'isTrue' ? withoutIndex('external.source') : column('source')
      return sql<boolean>`exists (select 1 ${selectRows(p)} and ${isOfRecord} and ${isMatch(value, operator, source)})`
    },
    matchingIds: (p, _, value, operator) =>
      sql`select ${column(owner)} as "id" ${selectRows(p)} and ${isMatch(value, operator, column('source'))}`,
  }
  const externalId: FilterField = { description: 'An external id.', type: 'Custom', indexed: true }
  return { externalId, externalIdOfSource }
}
