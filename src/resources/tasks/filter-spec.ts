import { sql } from 'kysely'
import type { AccessScope } from '../../access/access-scope.ts'
import {
  addRelation,
  containsFilter,
  createdAt,
  type FilterParams,
  type FilterSpec,
  ids,
  type Operator,
  orderByCreation,
} from '../../filtering/filter-spec.ts'
import { externalIdFilterParsers } from '../external-ids/operations.ts'
import { externalIdConditions } from '../external-ids/queries.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { personPolicy } from '../people/policy.ts'
import { taskPolicy } from './policy.ts'

/** A person whom the caller cannot view matches no task: a match would reveal the link. */
const aboutPerson = (p: FilterParams, scope: AccessScope, value: string, operator: Operator) => {
  const isVisible = personPolicy.canViewReferenced(p, scope, 'tasks.personId')
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

export const taskFilterSpec: FilterSpec<'tasks'> = {
  table: 'tasks',
  prefix: 'task',
  policy: taskPolicy,
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
}

addRelation(personFilterSpec, 'tasks', {
  description: 'The tasks about the person.',
  target: taskFilterSpec,
  via: { targetColumn: 'personId' },
})

addRelation(taskFilterSpec, 'person', {
  description: 'The person that the task is about.',
  target: personFilterSpec,
  via: { ownColumn: 'personId' },
})
