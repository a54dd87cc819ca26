import { sql } from 'kysely'
import * as filters from '../../filtering/filter-spec.ts'
import { compare } from '../../filtering/predicates.ts'
import { externalIdConditions, externalIdParsers } from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { personPolicy } from '../people/policy.ts'
import { taskPolicy } from './policy.ts'

/** Matches tasks by a visible person: a match by a hidden person would reveal the link. */
const matchesPerson: Required<filters.FilterField>['predicate'] = (p, scope, value, operator) => {
  const isVisible = personPolicy.canViewReferenced(p, scope, 'tasks.personId')
  return operator === 'isNull'
    ? sql<boolean>`("tasks"."personId" is null or not ${isVisible})`
    : sql<boolean>`(${compare(sql`"tasks"."personId"`, operator, value)} and ${isVisible})`
}

const selectByPerson: Required<filters.FilterField>['matchingIds'] = (p, _, value, operator) =>
  sql`select "id" from "tasks" where "companyId" = ${p.companyId} and ${compare(sql`"personId"`, operator, value)}`

const isOverdue = (p: filters.FilterParams) =>
  sql<boolean>`("tasks"."completedAt" is null and "tasks"."dueDate" is not null and "tasks"."dueDate" < ${p.now})`

export const taskFilterSpec: filters.FilterSpec<'tasks'> = {
  table: 'tasks',
  prefix: 'task',
  policy: taskPolicy,
  fields: {
    id: filters.id,
    title: filters.foldedText("The task's title", sql`"tasks"."title"`),
    assigneeId: filters.indexed('ID?', 'assignedTo', "The assignee's id."),
    createdById: filters.indexed('ID?', 'createdBy', "The creator's id."),
    personId: {
      description: "The person's id.",
      type: 'ID',
      nullable: true,
      predicate: matchesPerson,
      matchingIds: selectByPerson,
    },
    priority: filters.unindexed('Enum', 'priority', 'The priority.'),
    done: {
      ...filters.hasValueFilter('tasks.completedAt', 'Whether the task is completed.'),
      hasPartialIndex: true,
    },
    overdue: filters.booleanFilter('Whether the task is open and past its due date.', isOverdue),
    dueDate: filters.indexed('DateTime?', 'dueDate', 'The due date.'),
    completedAt: filters.indexed('DateTime?', 'completedAt', 'The completion time.'),
    createdAt: filters.createdAt,
    updatedAt: filters.indexed('DateTime', 'updatedAt', 'The last update time.'),
    ...externalIdConditions('task', 'tasks'),
  },
  expansions: externalIdParsers,
  relations: {
    person: {
      description: 'The related person.',
      target: personFilterSpec,
      via: { ownColumn: 'personId' },
    },
  },
  orders: {
    createdAt: filters.orderByCreation,
    updatedAt: filters.descending('updatedAt', 'The last update time.'),
    dueDate: filters.ascending('dueDate', 'The due date.', { nullable: true }),
    completedAt: filters.descending('completedAt', 'The completion time.', { nullable: true }),
  },
}

filters.addRelation(personFilterSpec, 'tasks', {
  description: 'The tasks about the person.',
  target: taskFilterSpec,
  via: { targetColumn: 'personId' },
})
