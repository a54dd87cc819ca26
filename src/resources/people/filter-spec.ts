import { type RawBuilder, sql } from 'kysely'
import * as filters from '../../filtering/filter-spec.ts'
import { createLinkedRowFilter } from '../../filtering/linked-row-filter.ts'
import { compare } from '../../filtering/predicates.ts'
import { fold } from '../../lib/text.ts'
import { customFieldConditions, parseConditions } from '../custom-fields/value-conditions.ts'
import { externalIdConditions, externalIdParsers } from '../external-ids/operations.ts'
import { normalizePhone, toEmailKey } from './lists.ts'
import { personPolicy } from './policy.ts'

type Link = Omit<Parameters<typeof createLinkedRowFilter>[1], 'recordColumn'>
const createLinkFilter = (link: Link) =>
  createLinkedRowFilter('people', { ...link, recordColumn: 'personId' })

/**
 * Matches stored phone numbers equal to `number`, with or without an extension. A `number` with an
 * extension matches only itself. One range scan of the index on `value` finds all matches.
 */
export const matchesPhone = (number: unknown, value: RawBuilder<unknown> = sql.ref('value')) =>
  sql<boolean>`${value} >= ${number} and ${value} < ${number} || ' y' and (${value} = ${number} or ${value} >= ${number} || ' x')`

export const personFilterSpec: filters.FilterSpec<'people'> = {
  table: 'people',
  prefix: 'person',
  policy: personPolicy,
  fields: {
    id: filters.id,
    assigneeId: filters.indexed('ID?', 'assignedAgentId', "The assignee's id."),
    collaboratorId: {
      description: "A collaborator's id.",
      type: 'ID',
      nullable: true,
      ...createLinkFilter({ table: 'collaborators', column: 'userId' }),
    },
    stageId: filters.indexed('ID', 'stageId', "The lifecycle stage's id."),
    source: filters.indexed('String?', 'source', 'The lead source.'),
    tags: {
      description: 'The list of tag names.',
      type: 'StringList',
      normalize: (name) => name.normalize('NFC').trim().toLowerCase(),
      ...createLinkFilter({
        table: 'personTags',
        matches: (p, operator, value) =>
          sql`"link"."tagId" in (select "id" from "tags" where "companyId" = ${p.companyId} and ${compare(sql`"nameKey"`, operator, value)})`,
      }),
    },
    email: {
      description: 'An email address, ignoring case.',
      type: 'String',
      nullable: true,
      text: sql.ref('link.valueKey'),
      normalize: toEmailKey,
      ...createLinkFilter({ table: 'personEmails', column: 'valueKey' }),
    },
    phone: {
      description: 'The phone number, in any format.',
      type: 'Phone',
      nullable: true,
      normalize: (phone, region) => normalizePhone(phone, region).value,
      ...createLinkFilter({
        table: 'personPhones',
        matches: (_p, _operator, value) => matchesPhone(value, sql.ref('link.value')),
      }),
    },
    name: {
      ...filters.indexed(
        'String',
        'nameKey',
        'The full name. `searchPeople` is faster than `contains`.',
      ),
      text: sql.ref('people.nameKey'),
      normalize: fold,
    },
    price: filters.indexed('Float?', 'price', 'The budget or property value.'),
    relationship: filters.unindexed(
      'Boolean?',
      'relationship',
      'Whether the company has a relationship with the person.',
    ),
    createdAt: filters.createdAt,
    updatedAt: filters.indexed('DateTime', 'updatedAt', 'The last update time.'),
    lastActivityAt: filters.indexed('DateTime?', 'lastActivityAt', 'The last activity time.'),
    ...customFieldConditions('person', 'people'),
    ...externalIdConditions('person', 'people'),
    trashedAt: {
      description: '',
      type: 'DateTime',
      internal: true,
      hasPartialIndex: true,
      column: 'trashedAt',
    },
  },
  expansions: {
    customFields: (ctx, conditions) => parseConditions(ctx, 'person', conditions),
    ...externalIdParsers,
  },
  relations: {},
  orders: {
    createdAt: filters.orderByCreation,
    updatedAt: filters.descending('updatedAt', 'The last update time.'),
    name: filters.ascending('nameKey', 'The full name, ignoring case and accents.'),
    price: filters.descending('price', 'The budget or property value.', { nullable: true }),
    lastActivityAt: filters.descending('lastActivityAt', 'The last activity time.', {
      nullable: true,
    }),
  },
}
