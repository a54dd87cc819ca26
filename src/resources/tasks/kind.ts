import { sql } from 'kysely'
import { byCreation, createdAt, ids, partOf } from '../../filtering/common.ts'
import {
  type FilterSpec,
  type FindParams,
  type FindSight,
  relate,
} from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import type { Form } from '../../store/kinds.ts'
import { externalIdReaders } from '../external-ids/filter.ts'
import { externalIdConditions } from '../external-ids/queries.ts'
import { personKind } from '../people/kind.ts'
import { canViewReferencedPerson } from '../people/policy.ts'
import './table.ts'
import { canViewTask, taskAccessPaths } from './policy.ts'

/**
 * A person whom the caller does not see is no way to find a task: it would tell that they are
 * linked.
 */
const aboutPerson = (p: FindParams, sight: FindSight, value: string, form: Form) => {
  const seen = canViewReferencedPerson(p, sight, 'tasks.personId')
  return form === 'none'
    ? sql<boolean>`("tasks"."personId" is null or not ${seen})`
    : sql<boolean>`("tasks"."personId" = ${value} and ${seen})`
}

const ofPerson = (p: FindParams, _: FindSight, value: string) =>
  sql`select "id" from "tasks" where "companyId" = ${p.companyId} and "personId" = ${value}`

const overdue = (p: FindParams, form: Form) => {
  const holds = sql<boolean>`("tasks"."completedAt" is null and "tasks"."dueDate" is not null and "tasks"."dueDate" < ${p.now})`
  return form === 'no' ? sql<boolean>`not ${holds}` : holds
}

/** What tasks can be filtered and sorted by. */
export const taskKind = {
  table: 'tasks',
  prefix: 'task',
  ways: taskAccessPaths,
  sees: canViewTask,
  fields: {
    ids,
    title: partOf('title', sql`"tasks"."title"`),
    assignedTo: {
      about: 'The user who is to do it.',
      type: 'ID',
      nullable: true,
      column: 'assignedTo',
      indexed: true,
    },
    assignedToAny: {
      about: 'One of these users is to do it.',
      type: 'ID',
      list: true,
      column: 'assignedTo',
      indexed: true,
    },
    createdBy: {
      about: 'The user who created it.',
      type: 'ID',
      nullable: true,
      column: 'createdBy',
      indexed: true,
    },
    personId: {
      about: 'The person it is about, whom the caller sees.',
      type: 'ID',
      nullable: true,
      when: aboutPerson,
      ids: ofPerson,
    },
    priority: { about: 'How pressing it is.', type: 'Enum', column: 'priority' },
    done: {
      about: 'Only completed ones (true) or only open ones (false).',
      type: 'Boolean',
      walked: true,
      when: (_p, _s, _v, form) =>
        form === 'no'
          ? sql<boolean>`"tasks"."completedAt" is null`
          : sql<boolean>`"tasks"."completedAt" is not null`,
    },
    overdue: {
      about: 'Open, and due before now (true), or not so (false).',
      type: 'Boolean',
      when: (p, _s, _v, form) => overdue(p, form),
    },
    dueDate: {
      about: 'When it is due.',
      type: 'time',
      nullable: true,
      column: 'dueDate',
      indexed: true,
    },
    completedAt: {
      about: 'When it was completed.',
      type: 'time',
      nullable: true,
      column: 'completedAt',
      indexed: true,
    },
    createdAt,
    updatedAt: {
      about: 'When it was last changed.',
      type: 'time',
      column: 'updatedAt',
      indexed: true,
    },
    ...externalIdConditions('task', 'tasks'),
  },
  readers: externalIdReaders,
  relations: {},
  orders: {
    createdAt: byCreation,
    updatedAt: { about: 'When it was last changed.', column: 'updatedAt', descending: true },
    dueDate: {
      about: 'When it is due; the earliest first unless told otherwise.',
      column: 'dueDate',
      nullable: true,
      descending: false,
    },
    completedAt: {
      about: 'When it was completed.',
      column: 'completedAt',
      nullable: true,
      descending: true,
    },
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'tasks' }

relate(personKind, 'tasks', {
  about: 'Tasks about them.',
  needs: 'tasks.manage',
  kind: taskKind,
  from: (p) =>
    sql`from "tasks" where "tasks"."companyId" = ${p.companyId} and "tasks"."personId" = "people"."id"`,
  parents: (p, ids) =>
    sql`select "personId" as "id" from "tasks" where "companyId" = ${p.companyId} and "id" in (${ids}) and "personId" is not null`,
})

relate(taskKind, 'person', {
  about: 'The person it is about is like this.',
  needs: 'people.view',
  one: true,
  kind: personKind,
  from: (p) =>
    sql`from "people" where "people"."companyId" = ${p.companyId} and "people"."id" = "tasks"."personId"`,
  parents: (p, ids) =>
    sql`select "id" from "tasks" where "companyId" = ${p.companyId} and "personId" in (${ids})`,
})

export const tasksFound = filteredQueries(taskKind)
