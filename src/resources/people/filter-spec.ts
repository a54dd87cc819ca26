import { sql } from 'kysely'
import {
  ascending,
  descending,
  type FilterParams,
  type FilterSpec,
  ids,
  indexed,
  type Operator,
  unindexed,
} from '../../filtering/filter-spec.ts'
import { fold } from '../../lib/text.ts'
import { contains, isIn } from '../../store/sql.ts'
import { customFieldConditions, parseConditions } from '../custom-fields/value-conditions.ts'
import { externalIdConditions, externalIdFilterParsers } from '../external-ids/operations.ts'
import { normalizePhone, toEmailKey } from './lists.ts'
import { matchesPhone } from './queries.ts'
import './table.ts'
import { personPolicy } from './policy.ts'

/** Selects the ids of people with a matching row in a table such as `personEmails`. */
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
    assignedAgentId: indexed('ID?', 'assignedAgentId', 'Matches people assigned to this user.'),
    assignedAgentIds: indexed(
      'ID[]',
      'assignedAgentId',
      'Matches people assigned to any of these users.',
    ),
    collaboratorId: {
      description: 'Matches people on whom this user collaborates.',
      type: 'ID',
      ...childFilter('collaborators', (_, value) => sql`"userId" = ${value}`),
    },
    stageId: indexed('ID', 'stageId', 'Matches people in this lifecycle stage.'),
    stageIds: indexed('ID[]', 'stageId', 'Matches people in any of these lifecycle stages.'),
    source: indexed('String?', 'source', 'Matches people with exactly this source.'),
    sources: indexed('String[]', 'source', 'Matches people with exactly one of these sources.'),
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
      normalize: toEmailKey,
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
    price: indexed('number?', 'price', 'Matches people whose price is in this range.'),
    relationship: unindexed(
      'Boolean?',
      'relationship',
      'Matches people with (true) or without (false) a personal relationship.',
    ),
    createdAt: indexed('created', 'id', 'Matches people created in this range.'),
    updatedAt: indexed('time', 'updatedAt', 'Matches people last updated in this range.'),
    lastActivityAt: indexed(
      'time?',
      'lastActivityAt',
      'Matches people whose last activity was logged in this range.',
    ),
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
    createdAt: descending('id', 'The time of creation.'),
    updatedAt: descending('updatedAt', 'The time of the last update.'),
    name: ascending('nameKey', 'The full name, ignoring case and accents.'),
    price: descending('price', 'The price.', { nullable: true }),
    lastActivityAt: descending('lastActivityAt', 'The time of the last activity.', {
      nullable: true,
    }),
  },
}
