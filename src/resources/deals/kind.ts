import { sql } from 'kysely'
import { ids, partOf } from '../../filtering/common.ts'
import {
  type FilterSpec,
  type FindParams,
  type FindSight,
  relate,
} from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import type { Form } from '../../store/kinds.ts'
import { conditionsOn } from '../custom-fields/conditions.ts'
import { readConditions } from '../custom-fields/filter.ts'
import { externalIdReaders } from '../external-ids/filter.ts'
import { externalIdConditions } from '../external-ids/queries.ts'
import { personKind } from '../people/kind.ts'
import { canViewReferencedPerson } from '../people/policy.ts'
import './table.ts'
import { canViewDeal, dealAccessPaths } from './policy.ts'

/**
 * A person whom the caller does not see is no way to find a deal: it would tell that they are
 * linked.
 */
const linked = (p: FindParams, sight: FindSight) =>
  sql`select "link"."dealId" as "id" from "dealPeople" as "link" where "link"."companyId" = ${p.companyId} and ${canViewReferencedPerson(p, sight, 'link.personId')}`

const withPerson = (p: FindParams, sight: FindSight, value: string, form: Form) =>
  form === 'none'
    ? sql<boolean>`not exists (${linked(p, sight)} and "link"."dealId" = "deals"."id")`
    : sql<boolean>`exists (${linked(p, sight)} and "link"."dealId" = "deals"."id" and "link"."personId" = ${value})`

const ofStatus = (p: FindParams, value: string) =>
  sql<boolean>`"deals"."stageId" in (select "id" from "pipelineStages" where "companyId" = ${p.companyId} and "type" = ${value})`

const ofTeam = (p: FindParams, value: string) =>
  sql`select "dealId" as "id" from "dealTeams" where "companyId" = ${p.companyId} and "teamId" = ${value}`

/** What deals can be filtered and sorted by. */
export const dealKind = {
  table: 'deals',
  prefix: 'deal',
  ways: dealAccessPaths,
  sees: canViewDeal,
  fields: {
    ids,
    title: partOf('title', sql`"deals"."title"`),
    assignedAgentId: {
      about: 'The user who works on them.',
      type: 'ID',
      nullable: true,
      column: 'assignedAgentId',
      indexed: true,
    },
    assignedAgentIds: {
      about: 'One of these users works on them.',
      type: 'ID',
      list: true,
      column: 'assignedAgentId',
      indexed: true,
    },
    stageId: { about: 'Their stage.', type: 'ID', column: 'stageId', indexed: true },
    stageIds: {
      about: 'Their stage is one of these.',
      type: 'ID',
      list: true,
      column: 'stageId',
      indexed: true,
    },
    pipelineId: { about: 'Their pipeline.', type: 'ID', column: 'pipelineId', indexed: true },
    personId: {
      about: 'One of their people, whom the caller sees.',
      type: 'ID',
      nullable: true,
      when: withPerson,
      ids: (p, _s, value) =>
        sql`select "dealId" as "id" from "dealPeople" where "companyId" = ${p.companyId} and "personId" = ${value}`,
    },
    teamId: {
      about: 'One of their teams.',
      type: 'ID',
      when: (p, _s, value) => sql<boolean>`"deals"."id" in (${ofTeam(p, value)})`,
      ids: (p, _s, value) => ofTeam(p, value),
    },
    status: {
      about: 'How they stand.',
      type: 'Enum',
      when: (p, _s, value) => ofStatus(p, value),
      ids: (p, _s, value) =>
        sql`select "id" from "deals" where "companyId" = ${p.companyId} and ${ofStatus(p, value)}`,
    },
    price: {
      about: 'What they are worth.',
      type: 'number',
      nullable: true,
      column: 'price',
      indexed: true,
    },
    commission: { about: 'The commission.', type: 'number', nullable: true, column: 'commission' },
    closeDate: {
      about: 'When they are expected to close, or did.',
      type: 'time',
      nullable: true,
      column: 'closeDate',
      indexed: true,
    },
    stageEnteredAt: {
      about: 'When they came into their stage.',
      type: 'time',
      column: 'stageEnteredAt',
      indexed: true,
    },
    createdAt: { about: 'When they were created.', type: 'created', column: 'id', indexed: true },
    updatedAt: {
      about: 'When they were last changed.',
      type: 'time',
      column: 'updatedAt',
      indexed: true,
    },
    ...conditionsOn('deal', 'deals'),
    ...externalIdConditions('deal', 'deals'),
  },
  readers: {
    customFields: (ctx, given) => readConditions(ctx, 'deal', given),
    ...externalIdReaders,
  },
  relations: {},
  orders: {
    createdAt: { about: 'When they were created.', column: 'id', descending: true },
    updatedAt: { about: 'When they were last changed.', column: 'updatedAt', descending: true },
    price: { about: 'What they are worth.', column: 'price', nullable: true, descending: true },
    closeDate: {
      about: 'When they are expected to close, or did.',
      column: 'closeDate',
      nullable: true,
      descending: true,
    },
    stageEnteredAt: {
      about: 'When they came into their stage.',
      column: 'stageEnteredAt',
      descending: true,
    },
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'deals' }

const link = (p: FindParams) =>
  sql`"link"."companyId" = ${p.companyId} and "deals"."companyId" = ${p.companyId} and "people"."companyId" = ${p.companyId}`

relate(personKind, 'deals', {
  about: 'Their deals.',
  needs: 'deals.view',
  kind: dealKind,
  from: (p) =>
    sql`from "dealPeople" as "link" cross join "deals" where ${link(p)} and "link"."personId" = "people"."id" and "deals"."id" = "link"."dealId"`,
  parents: (p, ids) =>
    sql`select "personId" as "id" from "dealPeople" where "companyId" = ${p.companyId} and "dealId" in (${ids})`,
})

relate(dealKind, 'people', {
  about: 'Their people.',
  needs: 'people.view',
  kind: personKind,
  from: (p) =>
    sql`from "dealPeople" as "link" cross join "people" where ${link(p)} and "link"."dealId" = "deals"."id" and "people"."id" = "link"."personId"`,
  parents: (p, ids) =>
    sql`select "dealId" as "id" from "dealPeople" where "companyId" = ${p.companyId} and "personId" in (${ids})`,
})

export const dealsFound = filteredQueries(dealKind)
