import { sql } from 'kysely'
import type { Findable, FindParams } from '../../find/kind.ts'
import { findQueries } from '../../store/find.ts'
import { fold } from '../../store/fold.ts'
import { folded } from '../../store/sql.ts'
import './table.ts'

const nameKey = folded(sql`"teams"."name"`)

const withUser = (p: FindParams, value: string) =>
  sql`select "teamId" as "id" from "teamMembers" where "companyId" = ${p.companyId} and "userId" = ${value} and ("isLeader" = 1 or "isMember" = 1)`

const ledBy = (p: FindParams, value: string) =>
  sql`select "teamId" as "id" from "teamMembers" where "companyId" = ${p.companyId} and "userId" = ${value} and "isLeader" = 1`

/** What teams can be filtered and sorted by. The whole company sees them. */
export const teamKind = {
  table: 'teams',
  prefix: 'team',
  ways: () => [],
  sees: () => sql<boolean>`1 = 1`,
  fields: {
    ids: { about: 'One of these.', type: 'ID', list: true, column: 'id', indexed: true },
    name: {
      about: 'A part of the name; case and accents do not matter.',
      type: 'String',
      read: fold,
      when: (_p, _s, value) => sql<boolean>`instr(${nameKey}, ${value}) > 0`,
    },
    userId: {
      about: 'This user leads it or belongs to it.',
      type: 'ID',
      when: (p, _s, value) => sql<boolean>`"teams"."id" in (${withUser(p, value)})`,
      ids: (p, _s, value) => withUser(p, value),
    },
    leaderId: {
      about: 'This user leads it.',
      type: 'ID',
      when: (p, _s, value) => sql<boolean>`"teams"."id" in (${ledBy(p, value)})`,
      ids: (p, _s, value) => ledBy(p, value),
    },
    createdAt: { about: 'When it was created.', type: 'created', column: 'id', indexed: true },
  },
  relations: {},
  orders: {
    createdAt: { about: 'When it was created.', column: 'id', descending: true },
    name: { about: 'The name, without case and accents.', column: 'nameKey', unindexed: true, descending: false },
  },
  computed: { nameKey },
} as const satisfies Findable as Findable & { table: 'teams' }

export const teamsFound = findQueries(teamKind)
