import { sql } from 'kysely'
import {
  type FilterParams,
  type FilterSpec,
  ids,
  type Operator,
} from '../../filtering/filter-spec.ts'
import { fold } from '../../lib/text.ts'
import { contains, isIn } from '../../store/sql.ts'
import { customFieldConditions, parseConditions } from '../custom-fields/value-conditions.ts'
import { externalIdFilterParsers } from '../external-ids/operations.ts'
import { externalIdConditions } from '../external-ids/queries.ts'
import { emailKeyOf, normalizePhone } from './contact.ts'
import { matchesPhone } from './queries.ts'
import './table.ts'
import { personPolicy } from './policy.ts'

/** The ids of the people with a row in a table of theirs that matches the condition. */
const idsOfPeopleWith = (
  p: FilterParams,
  table: 'personEmails' | 'personPhones' | 'personTags' | 'collaborators',
  condition: ReturnType<typeof sql>,
) =>
  sql`select "personId" as "id" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${condition}`

const personHas = (
  p: FilterParams,
  table: Parameters<typeof idsOfPeopleWith>[1],
  condition: ReturnType<typeof sql>,
) => sql<boolean>`exists (${idsOfPeopleWith(p, table, condition)} and "personId" = "people"."id")`

const childFilter = (
  table: Parameters<typeof idsOfPeopleWith>[1],
  condition: (p: FilterParams, value: string, operator: Operator) => ReturnType<typeof sql>,
) => ({
  predicate: (p: FilterParams, _: unknown, value: string, operator: Operator) =>
    personHas(p, table, condition(p, value, operator)),
  matchingIds: (p: FilterParams, _: unknown, value: string, operator: Operator) =>
    idsOfPeopleWith(p, table, condition(p, value, operator)),
})

const presenceFilter = (table: 'personEmails' | 'personPhones') => ({
  predicate: (p: FilterParams, _: unknown, _value: string, operator: Operator) =>
    operator === 'isFalse'
      ? sql<boolean>`not ${personHas(p, table, sql`1 = 1`)}`
      : personHas(p, table, sql`1 = 1`),
})

const withTag = (p: FilterParams, value: string, operator: Operator) =>
  sql`"tagId" in (select "id" from "tags" where "companyId" = ${p.companyId} and ${operator === 'in' ? isIn('nameKey', value) : sql`"nameKey" = ${value}`})`

const normalizeTagName = (name: string) => name.normalize('NFC').trim().toLowerCase()

export const personFilterSpec: FilterSpec<'people'> = {
  table: 'people',
  prefix: 'person',
  policy: personPolicy,
  fields: {
    ids,
    assignedAgentId: {
      description: 'Matches people assigned to this user.',
      type: 'ID',
      nullable: true,
      column: 'assignedAgentId',
      indexed: true,
    },
    assignedAgentIds: {
      description: 'Matches people assigned to any of these users.',
      type: 'ID',
      list: true,
      column: 'assignedAgentId',
      indexed: true,
    },
    collaboratorId: {
      description: 'Matches people on whom this user collaborates.',
      type: 'ID',
      ...childFilter('collaborators', (_, value) => sql`"userId" = ${value}`),
    },
    stageId: {
      description: 'Matches people in this lifecycle stage.',
      type: 'ID',
      column: 'stageId',
      indexed: true,
    },
    stageIds: {
      description: 'Matches people in any of these lifecycle stages.',
      type: 'ID',
      list: true,
      column: 'stageId',
      indexed: true,
    },
    source: {
      description: 'Matches people with exactly this source.',
      type: 'String',
      nullable: true,
      column: 'source',
      indexed: true,
    },
    sources: {
      description: 'Matches people with exactly one of these sources.',
      type: 'String',
      list: true,
      column: 'source',
      indexed: true,
    },
    tag: {
      description: 'Matches people with the tag of this name, ignoring case.',
      type: 'String',
      normalize: normalizeTagName,
      ...childFilter('personTags', withTag),
    },
    anyTag: {
      description: 'Matches people with any of the tags of these names, ignoring case.',
      type: 'String',
      list: true,
      normalize: normalizeTagName,
      ...childFilter('personTags', withTag),
    },
    email: {
      description: 'Matches people with this email address, ignoring case.',
      type: 'String',
      normalize: emailKeyOf,
      ...childFilter('personEmails', (_, value) => sql`"valueKey" = ${value}`),
    },
    phone: {
      description:
        'Matches people with this phone number in any spelling; without an extension, any extension matches.',
      type: 'String',
      normalize: (phone, region) => normalizePhone(phone, region).value,
      ...childFilter('personPhones', (_, value) => matchesPhone(value)),
    },
    hasEmail: {
      description: 'Matches people with (true) or without (false) an email address.',
      type: 'Boolean',
      ...presenceFilter('personEmails'),
    },
    hasPhone: {
      description: 'Matches people with (true) or without (false) a phone.',
      type: 'Boolean',
      ...presenceFilter('personPhones'),
    },
    name: {
      description:
        'Matches people whose name contains this text, ignoring case and accents. `searchPeople` is faster and tolerates typos.',
      type: 'String',
      normalize: fold,
      predicate: (_p, _s, value) => contains(sql.ref('people.nameKey'), value),
    },
    price: {
      description: 'Matches people whose price is in this range.',
      type: 'number',
      nullable: true,
      column: 'price',
      indexed: true,
    },
    relationship: {
      description: 'Matches people with (true) or without (false) a personal relationship.',
      type: 'Boolean',
      nullable: true,
      column: 'relationship',
    },
    createdAt: {
      description: 'Matches people created in this range.',
      type: 'created',
      column: 'id',
      indexed: true,
    },
    updatedAt: {
      description: 'Matches people last updated in this range.',
      type: 'time',
      column: 'updatedAt',
      indexed: true,
    },
    lastActivityAt: {
      description: 'Matches people whose last activity was logged in this range.',
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
    customFields: (ctx, conditions) => parseConditions(ctx, 'person', conditions),
    ...externalIdFilterParsers,
  },
  relations: {},
  orders: {
    createdAt: { description: 'The creation time.', column: 'id', descending: true },
    updatedAt: {
      description: 'The time of the last update.',
      column: 'updatedAt',
      descending: true,
    },
    name: {
      description: 'The full name, ignoring case and accents.',
      column: 'nameKey',
      descending: false,
    },
    price: {
      description: 'The price.',
      column: 'price',
      nullable: true,
      descending: true,
    },
    lastActivityAt: {
      description: 'The time of the last activity.',
      column: 'lastActivityAt',
      nullable: true,
      descending: true,
    },
  },
}
