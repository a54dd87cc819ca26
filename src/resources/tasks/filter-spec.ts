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

/** A person whom the caller cannot view matches no task: a match would reveal the link. */
const aboutPerson = (p: FilterParams, sight: AccessScope, value: string, operator: Operator) => {
  const isVisible = personPolicy.canViewReferenced(p, sight, 'tasks.personId')
  return operator === 'isNull'
    ? sql<boolean>`("tasks"."personId" is null or not ${isVisible})`
    : sql<boolean>`("tasks"."personId" = ${value} and ${isVisible})`
}

const ofPerson = (p: FilterParams, _: AccessScope, value: string) =>
  sql`select "id" from "tasks" where "companyId" = ${p.companyId} and "personId" = ${value}`

const overdue = (p: FilterParams, operator: Operator) => {
  const holds = sql<boolean>`("tasks"."completedAt" is null and "tasks"."dueDate" is not null and "tasks"."dueDate" < ${p.now})`
  return operator === 'isFalse' ? sql<boolean>`not ${holds}` : holds
}

export const taskFilterSpec = {
  table: 'tasks',
  prefix: 'task',
  accessPaths: taskPolicy.accessPaths,
  canView: taskPolicy.canView,
  fields: {
    ids,
    title: containsFilter('title', sql`"tasks"."title"`),
    assignedTo: {
      description: 'Matches tasks assigned to this user.',
      type: 'ID',
      nullable: true,
      column: 'assignedTo',
      indexed: true,
    },
    assignedToAny: {
      description: 'Matches tasks assigned to one of these users.',
      type: 'ID',
      list: true,
      column: 'assignedTo',
      indexed: true,
    },
    createdBy: {
      description: 'Matches tasks created by this user.',
      type: 'ID',
      nullable: true,
      column: 'createdBy',
      indexed: true,
    },
    personId: {
      description: 'Matches tasks about this person, if the caller can view them.',
      type: 'ID',
      nullable: true,
      predicate: aboutPerson,
      matchingIds: ofPerson,
    },
    priority: {
      description: 'Matches tasks with this priority.',
      type: 'Enum',
      column: 'priority',
    },
    done: {
      description: 'Matches completed tasks (true) or open tasks (false).',
      type: 'Boolean',
      partialIndex: true,
      predicate: (_p, _s, _v, operator) =>
        operator === 'isFalse'
          ? sql<boolean>`"tasks"."completedAt" is null`
          : sql<boolean>`"tasks"."completedAt" is not null`,
    },
    overdue: {
      description: 'Matches open tasks whose due date has passed (true) or all others (false).',
      type: 'Boolean',
      predicate: (p, _s, _v, operator) => overdue(p, operator),
    },
    dueDate: {
      description: 'The due date.',
      type: 'time',
      nullable: true,
      column: 'dueDate',
      indexed: true,
    },
    completedAt: {
      description: 'The time of completion.',
      type: 'time',
      nullable: true,
      column: 'completedAt',
      indexed: true,
    },
    createdAt,
    updatedAt: {
      description: 'The time of the last change.',
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
    updatedAt: {
      description: 'The time of the last change.',
      column: 'updatedAt',
      descending: true,
    },
    dueDate: {
      description: 'The due date; by default earliest first.',
      column: 'dueDate',
      nullable: true,
      descending: false,
    },
    completedAt: {
      description: 'The time of completion.',
      column: 'completedAt',
      nullable: true,
      descending: true,
    },
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'tasks' }

addRelation(personFilterSpec, 'tasks', {
  description: 'The tasks about the person.',
  requiredScope: 'tasks.manage',
  target: taskFilterSpec,
  fromRelated: (p) =>
    sql`from "tasks" where "tasks"."companyId" = ${p.companyId} and "tasks"."personId" = "people"."id"`,
  parentIds: (p, ids) =>
    sql`select "personId" as "id" from "tasks" where "companyId" = ${p.companyId} and "id" in (${ids}) and "personId" is not null`,
})

addRelation(taskFilterSpec, 'person', {
  description: 'The person that the task is about.',
  requiredScope: 'people.view',
  toOne: true,
  target: personFilterSpec,
  fromRelated: (p) =>
    sql`from "people" where "people"."companyId" = ${p.companyId} and "people"."id" = "tasks"."personId"`,
  parentIds: (p, ids) =>
    sql`select "id" from "tasks" where "companyId" = ${p.companyId} and "personId" in (${ids})`,
})

export const tasksFound = filteredQueries(taskFilterSpec)
