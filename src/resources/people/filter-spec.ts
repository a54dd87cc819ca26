import { sql } from 'kysely'
import { ids } from '../../filtering/common-fields.ts'
import type { FilterParams, FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import { fold } from '../../store/fold.ts'
import type { Operator } from '../../store/kinds.ts'
import { contains, isIn } from '../../store/sql.ts'
import { customFieldConditions, parseConditions } from '../custom-fields/value-conditions.ts'
import { externalIdFilterParsers } from '../external-ids/operations.ts'
import { externalIdConditions } from '../external-ids/queries.ts'
import { emailKeyOf, normalizePhone } from './contact.ts'
import { matchesPhone } from './phone-queries.ts'
import './table.ts'
import { personPolicy } from './policy.ts'

/** Rows that hang on a person: the ids of the people who have one for which a condition holds. */
const having = (
  p: FilterParams,
  table: 'personEmails' | 'personPhones' | 'personTags' | 'collaborators',
  condition: ReturnType<typeof sql>,
) =>
  sql`select "personId" as "id" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${condition}`

const exists = (
  p: FilterParams,
  table: Parameters<typeof having>[1],
  condition: ReturnType<typeof sql>,
) => sql<boolean>`exists (${having(p, table, condition)} and "personId" = "people"."id")`

const childOf = (
  table: Parameters<typeof having>[1],
  condition: (p: FilterParams, value: string, operator: Operator) => ReturnType<typeof sql>,
) => ({
  predicate: (p: FilterParams, _: unknown, value: string, operator: Operator) =>
    exists(p, table, condition(p, value, operator)),
  matchingIds: (p: FilterParams, _: unknown, value: string, operator: Operator) =>
    having(p, table, condition(p, value, operator)),
})

const anyOf = (table: 'personEmails' | 'personPhones') => ({
  predicate: (p: FilterParams, _: unknown, _value: string, operator: Operator) =>
    operator === 'isFalse'
      ? sql<boolean>`not ${exists(p, table, sql`1 = 1`)}`
      : exists(p, table, sql`1 = 1`),
})

const tagged = (p: FilterParams, value: string, operator: Operator) =>
  sql`"tagId" in (select "id" from "tags" where "companyId" = ${p.companyId} and ${operator === 'in' ? isIn('nameKey', value) : sql`"nameKey" = ${value}`})`

const readTag = (name: string) => name.normalize('NFC').trim().toLowerCase()

/** What people can be filtered and sorted by. */
export const personFilterSpec = {
  table: 'people',
  prefix: 'person',
  accessPaths: personPolicy.accessPaths,
  canView: personPolicy.canView,
  fields: {
    ids,
    assignedAgentId: {
      description: 'The user who looks after them.',
      type: 'ID',
      nullable: true,
      column: 'assignedAgentId',
      indexed: true,
    },
    assignedAgentIds: {
      description: 'One of these users looks after them.',
      type: 'ID',
      list: true,
      column: 'assignedAgentId',
      indexed: true,
    },
    collaboratorId: {
      description: 'This user collaborates on them.',
      type: 'ID',
      ...childOf('collaborators', (_, value) => sql`"userId" = ${value}`),
    },
    stageId: {
      description: 'Their lifecycle stage.',
      type: 'ID',
      column: 'stageId',
      indexed: true,
    },
    stageIds: {
      description: 'Their lifecycle stage is one of these.',
      type: 'ID',
      list: true,
      column: 'stageId',
      indexed: true,
    },
    source: {
      description: 'Where they came from, exactly as written.',
      type: 'String',
      nullable: true,
      column: 'source',
      indexed: true,
    },
    sources: {
      description: 'Where they came from is one of these, exactly as written.',
      type: 'String',
      list: true,
      column: 'source',
      indexed: true,
    },
    tag: {
      description: 'They have the tag of this name; case does not matter.',
      type: 'String',
      normalize: readTag,
      ...childOf('personTags', tagged),
    },
    anyTag: {
      description: 'They have at least one of the tags of these names.',
      type: 'String',
      list: true,
      normalize: readTag,
      ...childOf('personTags', tagged),
    },
    email: {
      description: 'One of their email addresses; case does not matter.',
      type: 'String',
      normalize: emailKeyOf,
      ...childOf('personEmails', (_, value) => sql`"valueKey" = ${value}`),
    },
    phone: {
      description:
        'Matches one of their phones in any spelling; without an extension, any extension matches.',
      type: 'String',
      normalize: (phone, region) => normalizePhone(phone, region).value,
      ...childOf('personPhones', (_, value) => matchesPhone(value)),
    },
    hasEmail: {
      description: 'Whether they have an email address.',
      type: 'Boolean',
      ...anyOf('personEmails'),
    },
    hasPhone: {
      description: 'Whether they have a phone.',
      type: 'Boolean',
      ...anyOf('personPhones'),
    },
    name: {
      description:
        'A part of their name; case and accents do not matter. (`searchPeople` is faster and forgives typos.)',
      type: 'String',
      normalize: fold,
      predicate: (_p, _s, value) => contains(sql.ref('people.nameKey'), value),
    },
    price: {
      description: 'What they want to spend, or their property is worth.',
      type: 'number',
      nullable: true,
      column: 'price',
      indexed: true,
    },
    relationship: {
      description: 'Whether there is a personal relationship.',
      type: 'Boolean',
      nullable: true,
      column: 'relationship',
    },
    createdAt: {
      description: 'When they were created.',
      type: 'created',
      column: 'id',
      indexed: true,
    },
    updatedAt: {
      description: 'When they were last changed.',
      type: 'time',
      column: 'updatedAt',
      indexed: true,
    },
    lastActivityAt: {
      description: 'When the last activity with them was logged.',
      type: 'time',
      nullable: true,
      column: 'lastActivityAt',
      indexed: true,
    },
    ...customFieldConditions('person', 'people'),
    ...externalIdConditions('person', 'people'),
    trashedAt: {
      description: '',
      type: 'time',
      internal: true,
      partialIndex: true,
      column: 'trashedAt',
    },
  },
  expansions: {
    customFields: (ctx, given) => parseConditions(ctx, 'person', given),
    ...externalIdFilterParsers,
  },
  relations: {},
  orders: {
    createdAt: { description: 'When they were created.', column: 'id', descending: true },
    updatedAt: {
      description: 'When they were last changed.',
      column: 'updatedAt',
      descending: true,
    },
    name: {
      description: 'Their full name, without case and accents.',
      column: 'nameKey',
      descending: false,
    },
    price: {
      description: 'What they want to spend.',
      column: 'price',
      nullable: true,
      descending: true,
    },
    lastActivityAt: {
      description: 'When the last activity with them was logged.',
      column: 'lastActivityAt',
      nullable: true,
      descending: true,
    },
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'people' }

export const peopleFound = filteredQueries(personFilterSpec)
