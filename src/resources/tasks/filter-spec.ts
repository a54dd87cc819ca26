import { sql } from 'kysely'
import type { AccessScope } from '../../access/access-scope.ts'
import { containsFilter, createdAt, ids, orderByCreation } from '../../filtering/common-fields.ts'
import { addRelation, type FilterParams, type FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import type { Operator } from '../../store/kinds.ts'
import { externalIdFilterParsers } from '../external-ids/operations.ts'
import { externalIdConditions } from '../external-ids/queries.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { personPolicy } from '../people/policy.ts'
import './table.ts'
import { taskPolicy } from './policy.ts'

/**
 * A person whom the caller does not see is no way to find a task: it would tell that they are
 * linked.
 */
const aboutPerson = (p: FilterParams, sight: AccessScope, value: string, operator: Operator) => {
  const seen = personPolicy.canViewReferenced(p, sight, 'tasks.personId')
  return operator === 'isNull'
    ? sql<boolean>`("tasks"."personId" is null or not ${seen})`
    : sql<boolean>`("tasks"."personId" = ${value} and ${seen})`
}

const ofPerson = (p: FilterParams, _: AccessScope, value: string) =>
  sql`select "id" from "tasks" where "companyId" = ${p.companyId} and "personId" = ${value}`

const overdue = (p: FilterParams, operator: Operator) => {
  const holds = sql<boolean>`("tasks"."completedAt" is null and "tasks"."dueDate" is not null and "tasks"."dueDate" < ${p.now})`
  return operator === 'isFalse' ? sql<boolean>`not ${holds}` : holds
}

/** What tasks can be filtered and sorted by. */
export const taskFilterSpec = {
  table: 'tasks',
  prefix: 'task',
  accessPaths: taskPolicy.accessPaths,
  canView: taskPolicy.canView,
  fields: {
    ids,
    title: containsFilter('title', sql`"tasks"."title"`),
    assignedTo: {
      description: 'The user who is to do it.',
      type: 'ID',
      nullable: true,
      column: 'assignedTo',
      indexed: true,
    },
    assignedToAny: {
      description: 'One of these users is to do it.',
      type: 'ID',
      list: true,
      column: 'assignedTo',
      indexed: true,
    },
    createdBy: {
      description: 'The user who created it.',
      type: 'ID',
      nullable: true,
      column: 'createdBy',
      indexed: true,
    },
    personId: {
      description: 'The person it is about, whom the caller sees.',
      type: 'ID',
      nullable: true,
      predicate: aboutPerson,
      matchingIds: ofPerson,
    },
    priority: { description: 'How pressing it is.', type: 'Enum', column: 'priority' },
    done: {
      description: 'Only completed ones (true) or only open ones (false).',
      type: 'Boolean',
      partialIndex: true,
      predicate: (_p, _s, _v, operator) =>
        operator === 'isFalse'
          ? sql<boolean>`"tasks"."completedAt" is null`
          : sql<boolean>`"tasks"."completedAt" is not null`,
    },
    overdue: {
      description: 'Open, and due before now (true), or not so (false).',
      type: 'Boolean',
      predicate: (p, _s, _v, operator) => overdue(p, operator),
    },
    dueDate: {
      description: 'When it is due.',
      type: 'time',
      nullable: true,
      column: 'dueDate',
      indexed: true,
    },
    completedAt: {
      description: 'When it was completed.',
      type: 'time',
      nullable: true,
      column: 'completedAt',
      indexed: true,
    },
    createdAt,
    updatedAt: {
      description: 'When it was last changed.',
      type: 'time',
      column: 'updatedAt',
      indexed: true,
    },
    ...externalIdConditions('task', 'tasks'),
  },
  expansions: externalIdFilterParsers,
  relations: {},
  orders: {
    createdAt: orderByCreation,
    updatedAt: { description: 'When it was last changed.', column: 'updatedAt', descending: true },
    dueDate: {
      description: 'When it is due; the earliest first unless told otherwise.',
      column: 'dueDate',
      nullable: true,
      descending: false,
    },
    completedAt: {
      description: 'When it was completed.',
      column: 'completedAt',
      nullable: true,
      descending: true,
    },
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'tasks' }

addRelation(personFilterSpec, 'tasks', {
  description: 'Tasks about them.',
  requiredScope: 'tasks.manage',
  target: taskFilterSpec,
  fromRelated: (p) =>
    sql`from "tasks" where "tasks"."companyId" = ${p.companyId} and "tasks"."personId" = "people"."id"`,
  parentIds: (p, ids) =>
    sql`select "personId" as "id" from "tasks" where "companyId" = ${p.companyId} and "id" in (${ids}) and "personId" is not null`,
})

addRelation(taskFilterSpec, 'person', {
  description: 'The person it is about is like this.',
  requiredScope: 'people.view',
  toOne: true,
  target: personFilterSpec,
  fromRelated: (p) =>
    sql`from "people" where "people"."companyId" = ${p.companyId} and "people"."id" = "tasks"."personId"`,
  parentIds: (p, ids) =>
    sql`select "id" from "tasks" where "companyId" = ${p.companyId} and "personId" in (${ids})`,
})

export const tasksFound = filteredQueries(taskFilterSpec)
