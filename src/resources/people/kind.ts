import { sql } from 'kysely'
import { ids } from '../../filtering/common.ts'
import type { FilterSpec, FindParams } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import type { Form } from '../../store/kinds.ts'
import { contains, isIn } from '../../store/sql.ts'
import { conditionsOn } from '../custom-fields/conditions.ts'
import { readConditions } from '../custom-fields/filter.ts'
import { externalIdReaders } from '../external-ids/filter.ts'
import { externalIdConditions } from '../external-ids/queries.ts'
import { emailKeyOf, readPhone } from './contact.ts'
import { fold } from './names.ts'
import { matchesPhone } from './phone-queries.ts'
import './table.ts'
import { canViewPerson, personAccessPaths } from './policy.ts'

/** Rows that hang on a person: the ids of the people who have one for which a condition holds. */
const having = (
  p: FindParams,
  table: 'personEmails' | 'personPhones' | 'personTags' | 'collaborators',
  condition: ReturnType<typeof sql>,
) =>
  sql`select "personId" as "id" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${condition}`

const exists = (
  p: FindParams,
  table: Parameters<typeof having>[1],
  condition: ReturnType<typeof sql>,
) => sql<boolean>`exists (${having(p, table, condition)} and "personId" = "people"."id")`

const childOf = (
  table: Parameters<typeof having>[1],
  condition: (p: FindParams, value: string, form: Form) => ReturnType<typeof sql>,
) => ({
  when: (p: FindParams, _: unknown, value: string, form: Form) =>
    exists(p, table, condition(p, value, form)),
  ids: (p: FindParams, _: unknown, value: string, form: Form) =>
    having(p, table, condition(p, value, form)),
})

const anyOf = (table: 'personEmails' | 'personPhones') => ({
  when: (p: FindParams, _: unknown, _value: string, form: Form) =>
    form === 'no'
      ? sql<boolean>`not ${exists(p, table, sql`1 = 1`)}`
      : exists(p, table, sql`1 = 1`),
})

const tagged = (p: FindParams, value: string, form: Form) =>
  sql`"tagId" in (select "id" from "tags" where "companyId" = ${p.companyId} and ${form === 'in' ? isIn('nameKey', value) : sql`"nameKey" = ${value}`})`

const readTag = (name: string) => name.normalize('NFC').trim().toLowerCase()

/** What people can be filtered and sorted by. */
export const personKind = {
  table: 'people',
  prefix: 'person',
  ways: personAccessPaths,
  sees: canViewPerson,
  fields: {
    ids,
    assignedAgentId: {
      about: 'The user who looks after them.',
      type: 'ID',
      nullable: true,
      column: 'assignedAgentId',
      indexed: true,
    },
    assignedAgentIds: {
      about: 'One of these users looks after them.',
      type: 'ID',
      list: true,
      column: 'assignedAgentId',
      indexed: true,
    },
    collaboratorId: {
      about: 'This user collaborates on them.',
      type: 'ID',
      ...childOf('collaborators', (_, value) => sql`"userId" = ${value}`),
    },
    stageId: { about: 'Their lifecycle stage.', type: 'ID', column: 'stageId', indexed: true },
    stageIds: {
      about: 'Their lifecycle stage is one of these.',
      type: 'ID',
      list: true,
      column: 'stageId',
      indexed: true,
    },
    source: {
      about: 'Where they came from, exactly as written.',
      type: 'String',
      nullable: true,
      column: 'source',
      indexed: true,
    },
    sources: {
      about: 'Where they came from is one of these, exactly as written.',
      type: 'String',
      list: true,
      column: 'source',
      indexed: true,
    },
    tag: {
      about: 'They have the tag of this name; case does not matter.',
      type: 'String',
      read: readTag,
      ...childOf('personTags', tagged),
    },
    anyTag: {
      about: 'They have at least one of the tags of these names.',
      type: 'String',
      list: true,
      read: readTag,
      ...childOf('personTags', tagged),
    },
    email: {
      about: 'One of their email addresses; case does not matter.',
      type: 'String',
      read: emailKeyOf,
      ...childOf('personEmails', (_, value) => sql`"valueKey" = ${value}`),
    },
    phone: {
      about:
        'Matches one of their phones in any spelling; without an extension, any extension matches.',
      type: 'String',
      read: (phone, region) => readPhone(phone, region).value,
      ...childOf('personPhones', (_, value) => matchesPhone(value)),
    },
    hasEmail: {
      about: 'Whether they have an email address.',
      type: 'Boolean',
      ...anyOf('personEmails'),
    },
    hasPhone: { about: 'Whether they have a phone.', type: 'Boolean', ...anyOf('personPhones') },
    name: {
      about:
        'A part of their name; case and accents do not matter. (`searchPeople` is faster and forgives typos.)',
      type: 'String',
      read: fold,
      when: (_p, _s, value) => contains(sql.ref('people.nameKey'), value),
    },
    price: {
      about: 'What they want to spend, or their property is worth.',
      type: 'number',
      nullable: true,
      column: 'price',
      indexed: true,
    },
    relationship: {
      about: 'Whether there is a personal relationship.',
      type: 'Boolean',
      nullable: true,
      column: 'relationship',
    },
    createdAt: { about: 'When they were created.', type: 'created', column: 'id', indexed: true },
    updatedAt: {
      about: 'When they were last changed.',
      type: 'time',
      column: 'updatedAt',
      indexed: true,
    },
    lastActivityAt: {
      about: 'When the last activity with them was logged.',
      type: 'time',
      nullable: true,
      column: 'lastActivityAt',
      indexed: true,
    },
    ...conditionsOn('person', 'people'),
    ...externalIdConditions('person', 'people'),
    trashedAt: { about: '', type: 'time', hidden: true, walked: true, column: 'trashedAt' },
  },
  readers: {
    customFields: (ctx, given) => readConditions(ctx, 'person', given),
    ...externalIdReaders,
  },
  relations: {},
  orders: {
    createdAt: { about: 'When they were created.', column: 'id', descending: true },
    updatedAt: { about: 'When they were last changed.', column: 'updatedAt', descending: true },
    name: {
      about: 'Their full name, without case and accents.',
      column: 'nameKey',
      descending: false,
    },
    price: { about: 'What they want to spend.', column: 'price', nullable: true, descending: true },
    lastActivityAt: {
      about: 'When the last activity with them was logged.',
      column: 'lastActivityAt',
      nullable: true,
      descending: true,
    },
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'people' }

export const peopleFound = filteredQueries(personKind)
