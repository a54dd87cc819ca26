import { type RawBuilder, sql } from 'kysely'
import { contains, isIn, startsWith } from '../store/sql.ts'
import type { Operator } from './filter-spec.ts'

type Sql = RawBuilder<unknown>

const comparisons: Record<
  Exclude<Operator, 'between'>,
  (operand: Sql, value: unknown, type: 'text' | 'number') => RawBuilder<boolean>
> = {
  equals: (operand, value) => sql`${operand} = ${value}`,
  isTrue: (operand) => sql`${operand} = 1`,
  isFalse: (operand) => sql`${operand} = 0`,
  isNull: (operand) => sql`${operand} is null`,
  in: (operand, value, type) => isIn(operand, value as string, type),
  atLeast: (operand, value) => sql`${operand} >= ${value}`,
  atMost: (operand, value) => sql`${operand} <= ${value}`,
  greaterThan: (operand, value) => sql`${operand} > ${value}`,
  lessThan: (operand, value) => sql`${operand} < ${value}`,
  contains,
  startsWith,
}

/** Compares a column or expression with a value; for `in`, a list (see `encodeListParam`). */
export const compare = (
  operand: Sql,
  operator: Operator,
  value: unknown,
  type: 'text' | 'number' = 'text',
): RawBuilder<boolean> => comparisons[operator as keyof typeof comparisons](operand, value, type)
