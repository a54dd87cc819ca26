import { sql } from 'kysely'
import type { AccessScope } from '../../access/access-scope.ts'
import {
  addRelation,
  ascending,
  booleanFilter,
  createdAt,
  descending,
  type FilterParams,
  type FilterSpec,
  foldedText,
  hasValueFilter,
  id,
  indexed,
  type Operator,
  orderByCreation,
  unindexed,
} from '../../filtering/filter-spec.ts'
import { compare } from '../../filtering/predicates.ts'
import { externalIdConditions, externalIdParsers } from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { personPolicy } from '../people/policy.ts'
import { taskPolicy } from './policy.ts'

/** Matches tasks of a visible person: a match with a hidden person would reveal the link. */
const matchesPerson = (p: FilterParams, scope: AccessScope, value: string, operator: Operator) => {
  const isVisible = personPolicy.canViewReferenced(p, scope, 'tasks.personId')
  return operator === 'isNull'
    ? sql<boolean>`("tasks"."personId" is null or not ${isVisible})`
    : sql<boolean>`(${compare(sql`"tasks"."personId"`, operator, value)} and ${isVisible})`
}

const selectByPerson = (p: FilterParams, _: AccessScope, value: string, operator: Operator) =>
  sql`select "id" from "tasks" where "companyId" = ${p.companyId} and ${compare(sql`"personId"`, operator, value)}`

const isOverdue = (p: FilterParams) =>
  sql<boolean>`("tasks"."completedAt" is null and "tasks"."dueDate" is not null and "tasks"."dueDate" < ${p.now})`

export const taskFilterSpec: FilterSpec<'tasks'> = {
  table: 'tasks',
  prefix: 'task',
  policy: taskPolicy,
  fields: {
    id,
    title: foldedText('The title.', sql`"tasks"."title"`),
    assigneeId: indexed('ID?', 'assignedTo', 'The id of the assignee.'),
    createdById: indexed('ID?', 'createdBy', 'The id of the creator.'),
    personId: {
      description: 'The id of the person.',
      type: 'ID',
      nullable: true,
      predicate: matchesPerson,
      matchingIds: selectByPerson,
    },
    priority: unindexed('Enum', 'priority', 'The priority.'),
    done: {
      ...hasValueFilter('tasks.completedAt', 'Whether the task is completed.'),
      partialIndex: true,
    },
    overdue: booleanFilter('Whether an open task is past its due date.', isOverdue),
    dueDate: indexed('DateTime?', 'dueDate', 'The due date.'),
    completedAt: indexed('DateTime?', 'completedAt', 'The time of completion.'),
    createdAt,
    updatedAt: indexed('DateTime', 'updatedAt', 'The update time.'),
    ...externalIdConditions('task', 'tasks'),
  },
  expansions: externalIdParsers,
  relations: {
    person: {
      description: 'The person that the task is about.',
      target: personFilterSpec,
      via: { ownColumn: 'personId' },
    },
  },
  orders: {
    createdAt: orderByCreation,
    updatedAt: descending('updatedAt', 'The update time.'),
    dueDate: ascending('dueDate', 'The due date.', { nullable: true }),
    completedAt: descending('completedAt', 'The time of completion.', { nullable: true }),
  },
}

addRelation(personFilterSpec, 'tasks', {
  description: 'The tasks about the person.',
  target: taskFilterSpec,
  via: { targetColumn: 'personId' },
})
