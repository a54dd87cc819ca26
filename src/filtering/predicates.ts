/** Translates a filter to an SQL predicate on a row of the filter spec's table. */
import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../access/access-scope.ts'
import {
  allOf,
  anyOf,
  contains,
  type ElementType,
  isIn,
  isInCompany,
  type Sql,
  sqlFold,
  startsWith,
} from '../store/sql.ts'
import type {
  Comparison,
  FilterExpression,
  FilterField,
  FilterParams,
  FilterSpec,
  Operator,
  Relation,
} from './filter-spec.ts'

type Predicate = RawBuilder<boolean>

type Compare = (operand: Sql, value: unknown, type: ElementType) => Predicate

const predicateByOperator: Record<Operator, Compare> = {
  equals: (operand, value) => sql`${operand} = ${value}`,
  isTrue: (operand) => sql`${operand} = 1`,
  isFalse: (operand) => sql`${operand} = 0`,
  isNull: (operand) => sql`${operand} is null`,
  in: (operand, value, type) => isIn(operand, value as string, type),
  atLeast: (operand, value) => sql`${operand} >= ${value}`,
  atMost: (operand, value) => sql`${operand} <= ${value}`,
  greaterThan: (operand, value) => sql`${operand} > ${value}`,
  lessThan: (operand, value) => sql`${operand} < ${value}`,
  between: () => {
    throw new Error('`between` requires a field with its own predicate')
  },
  contains,
  startsWith,
}

/** Compares an operand with a value; for `in`, the value is an encoded list (`encodeListParam`). */
export const compare = (
  operand: Sql,
  operator: Operator,
  value: unknown,
  type: ElementType = 'text',
) => predicateByOperator[operator](operand, value, type)

export const findField = ({ table, fields }: FilterSpec, { field }: Comparison): FilterField => {
  const filterField = fields[field]
  if (!filterField) throw new Error(`\`${table}\` has no field \`${field}\``)
  return filterField
}

export const findRelation = ({ table, relations }: FilterSpec, name: string): Relation => {
  const relation = relations?.[name]
  if (!relation) throw new Error(`\`${table}\` has no relation \`${name}\``)
  return relation
}

/** Returns the placeholder of a comparison's value; `p` has a placeholder for every name. */
export const getPlaceholder = (p: FilterParams, { param }: Comparison) =>
  (p as unknown as Record<string, string>)[param] as string

/** Returns a predicate on a row of the spec's table. Hidden related records do not match. */
export function toPredicate(
  spec: FilterSpec,
  filter: FilterExpression,
  p: FilterParams,
  scope: AccessScope,
): Predicate {
  const translate = (expression: FilterExpression) => toPredicate(spec, expression, p, scope)
  if ('and' in filter) return allOf(filter.and.map(translate))
  if ('or' in filter) return anyOf(filter.or.map(translate))
  // A comparison with null is neither true nor false, so `not` matches a row with null.
  if ('not' in filter) return sql`(${translate(filter.not)}) is not true`
  if ('relation' in filter) {
    const relation = findRelation(spec, filter.relation)
    const rows = buildVisibleRelatedClause(spec, relation, p, scope, sql.ref(`${spec.table}.id`))
    const relatedExists = sql<boolean>`exists (select 1 ${rows} and ${toPredicate(relation.target, filter.where, p, scope)})`
    return filter.isNegated ? sql`not ${relatedExists}` : relatedExists
  }
  const field = findField(spec, filter)
  const value = getPlaceholder(p, filter)
  if (field.predicate) return field.predicate(p, scope, value, filter.operator)
  const operand = toOperand(spec, field, filter.operator)
  return compare(operand, filter.operator, value, toElementType(field))
}

const toElementType = ({ type }: FilterField): ElementType =>
  type === 'Int' ? 'integer' : type === 'Float' ? 'number' : 'text'

/** Returns the operand of a comparison; text searches ignore case and accents. */
function toOperand({ table }: FilterSpec, field: FilterField, operator: Operator): Sql {
  if (field.text) return field.text
  const column = sql.ref(`${table}.${field.column}`)
  return operator === 'contains' || operator === 'startsWith' ? sqlFold(column) : column
}

/** Returns `from … where …` for the visible records related to the record `id`. */
export function buildVisibleRelatedClause(
  { table }: FilterSpec,
  { target, via }: Relation,
  p: AccessParams,
  scope: AccessScope,
  id: Sql,
): Sql {
  const [relatedTable, relatedId] = [sql.table(target.table), sql.ref(`${target.table}.id`)]
  const isVisible = sql`${isInCompany(target.table, p.companyId)} and ${target.policy.canView(p, scope)}`
  if ('ownColumn' in via)
    return sql`from ${relatedTable} where ${relatedId} = ${sql.ref(`${table}.${via.ownColumn}`)} and ${isVisible}`
  if (!('linkTable' in via))
    return sql`from ${relatedTable} where ${sql.ref(`${target.table}.${via.targetColumn}`)} = ${id} and ${isVisible}`
  return sql`from ${sql.table(via.linkTable)} as "link" cross join ${relatedTable} where ${isInCompany('link', p.companyId)}
    and ${sql.ref(`link.${via.recordColumn}`)} = ${id} and ${relatedId} = ${sql.ref(`link.${via.targetColumn}`)} and ${isVisible}`
}
