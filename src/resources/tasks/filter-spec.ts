import { sql } from 'kysely'
import type { AccessScope } from '../../access/access-scope.ts'
import {
  addRelation,
  ascending,
  containsFilter,
  createdAt,
  descending,
  type FilterParams,
  type FilterSpec,
  ids,
  indexed,
  type Operator,
  orderByCreation,
  unindexed,
} from '../../filtering/filter-spec.ts'
import { externalIdConditions, externalIdFilterParsers } from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { personPolicy } from '../people/policy.ts'
import { taskPolicy } from './policy.ts'

/** Matches tasks of a visible person: a match with a hidden person would reveal the link. */
const matchesPerson = (p: FilterParams, scope: AccessScope, value: string, operator: Operator) => {
  const isVisible = personPolicy.canViewReferenced(p, scope, 'tasks.personId')
  return operator === 'isNull'
    ? sql<boolean>`("tasks"."personId" is null or not ${isVisible})`
    : sql<boolean>`("tasks"."personId" = ${value} and ${isVisible})`
}

const selectByPerson = (p: FilterParams, _: AccessScope, value: string) =>
  sql`select "id" from "tasks" where "companyId" = ${p.companyId} and "personId" = ${value}`

const isOverdue = (p: FilterParams, operator: Operator) => {
  const overdueCondition = sql<boolean>`("tasks"."completedAt" is null and "tasks"."dueDate" is not null and "tasks"."dueDate" < ${p.now})`
  return operator === 'isFalse' ? sql<boolean>`not ${overdueCondition}` : overdueCondition
}

export const taskFilterSpec: FilterSpec<'tasks'> = {
  table: 'tasks',
  prefix: 'task',
  policy: taskPolicy,
  fields: {
    ids,
    title: containsFilter('title', sql`"tasks"."title"`),
    assignedTo: indexed('ID?', 'assignedTo', 'Matches tasks assigned to this user.'),
    assignedToAny: indexed('ID[]', 'assignedTo', 'Matches tasks assigned to one of these users.'),
    createdBy: indexed('ID?', 'createdBy', 'Matches tasks created by this user.'),
    personId: {
      description: 'Matches tasks about this person. The caller must be able to view the person.',
      type: 'ID',
      nullable: true,
      predicate: matchesPerson,
      matchingIds: selectByPerson,
    },
    priority: unindexed('Enum', 'priority', 'Matches tasks with this priority.'),
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
      predicate: (p, _s, _v, operator) => isOverdue(p, operator),
    },
    dueDate: indexed('time?', 'dueDate', 'Matches tasks due in this range.'),
    completedAt: indexed('time?', 'completedAt', 'Matches tasks completed in this range.'),
    createdAt,
    updatedAt: indexed('time', 'updatedAt', 'Matches tasks last changed in this range.'),
    ...externalIdConditions('task', 'tasks'),
  },
  expansions: externalIdFilterParsers,
  relations: {},
  orders: {
    createdAt: orderByCreation,
    updatedAt: descending('updatedAt', 'The time of the last change.'),
    dueDate: ascending('dueDate', 'The due date.', { nullable: true }),
    completedAt: descending('completedAt', 'The time of completion.', { nullable: true }),
  },
}

addRelation(personFilterSpec, 'tasks', {
  description: 'Conditions on the tasks about the person.',
  target: taskFilterSpec,
  via: { targetColumn: 'personId' },
})

addRelation(taskFilterSpec, 'person', {
  description: 'Conditions on the person that the task is about.',
  target: personFilterSpec,
  via: { ownColumn: 'personId' },
})
