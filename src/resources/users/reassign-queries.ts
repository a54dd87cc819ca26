import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { queryFamily } from '../../store/query.ts'
import type { Schema } from '../../store/schema.ts'
import { dealPolicy } from '../deals/policy.ts'
import { personPolicy } from '../people/policy.ts'
import { taskPolicy } from '../tasks/policy.ts'

type Params = AccessParams & { userId: string; limit: number }
export type Assigned = 'people' | 'deals' | 'tasks'

/** The column that names who looks after a record, and which of them the caller may change. */
const kinds = {
  people: {
    column: 'assignedAgentId',
    mayChange: (p: Params, sight: AccessScope) =>
      sql`${personPolicy.canView(p, sight)} and ${personPolicy.canEdit(p, sight)}`,
  },
  deals: { column: 'assignedAgentId', mayChange: dealPolicy.canView },
  tasks: {
    column: 'assignedTo',
    mayChange: (p: Params, sight: AccessScope) =>
      sql`"completedAt" is null and ${taskPolicy.canView(p, sight)}`,
  },
} as const

export const columnOf = (table: Assigned) => kinds[table].column

/** The next records that name a user, oldest first, as far as the caller may change them. */
export const nextAssigned = queryFamily<
  { table: Assigned; sight: AccessScope },
  Params,
  Schema[Assigned]
>((_, p, { table, sight }) => {
  const { column, mayChange } = kinds[table]
  return sql<
    Schema[Assigned]
  >`select * from ${sql.table(table)} where ${sql.ref(`${table}.companyId`)} = ${p.companyId}
    and ${sql.ref(`${table}.${column}`)} = ${p.userId} and ${mayChange(p, sight)} order by ${sql.ref(`${table}.id`)} limit ${p.limit}`
})
