import {
  builder,
  limits,
  optional,
  optionalTime,
  requiredScopes,
} from '../../graphql/schema/builder.ts'
import {
  readsColumns,
  relationField,
  relationToMany,
  relationToOne,
  requiredRelation,
} from '../../graphql/schema/columns.ts'
import { listArgs, resolveList } from '../../graphql/schema/filter-inputs.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { pageSizeLimits, resolveConnection } from '../../graphql/schema/paging.ts'
import { registerRecord } from '../../graphql/schema/record-fields.ts'
import { addCustomFields, CustomFieldWhere } from '../custom-fields/graphql-values.ts'
import { addExternalIdsField, externalIdWhere } from '../external-ids/graphql.ts'
import { Stage } from '../stages/graphql.ts'
import { loadStage } from '../stages/operations.ts'
import { Tag } from '../tags/graphql.ts'
import { User, userField } from '../users/graphql.ts'
import { formatFullName, loadUser } from '../users/operations.ts'
import { personFilterSpec } from './filter-spec.ts'
import { Email, Phone } from './graphql-inputs.ts'
import { loadCollaborators, loadEmails, loadPhones, loadTagNames, loadTags } from './lists.ts'
import * as operations from './operations.ts'
import { countSearchResults, type FoundPerson, parseTerm, searchPeople } from './search.ts'
import './export.ts'

export const Person = builder.objectRef<operations.PersonRow>('Person').implement({
  description: 'A person, called a contact in REST.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    firstName: t.exposeString('firstName', { description: 'The first name; may be empty.' }),
    lastName: t.exposeString('lastName', { description: 'The last name; may be empty.' }),
    fullName: t.string({
      description: 'The first and last name.',
      extensions: readsColumns('firstName', 'lastName'),
      resolve: formatFullName,
    }),
    emails: t.field(relationToMany(Email, loadEmails, 'The email addresses, in saved order.')),
    phones: t.field(relationToMany(Phone, loadPhones, 'The phone numbers, in saved order.')),
    tags: t.field(relationToMany(Tag, loadTags, "The person's tags.")),
    tagList: t.string({
      description: 'The tag names, separated by commas.',
      ...relationField(loadTagNames, 'id', (tags = []) => tags.map((tag) => tag.name).join(', ')),
    }),
    source: t.exposeString('source', optional('The lead source, such as a referral.')),
    price: t.exposeFloat('price', optional("The person's budget, or their property's value.")),
    timeframe: t.exposeString('timeframe', optional('The planned time of purchase or sale.')),
    background: t.exposeString('background', optional('Background information about the person.')),
    relationship: t.exposeBoolean(
      'relationship',
      optional('Whether the company has a relationship with the person; null if unknown.'),
    ),
    lastActivityAt: t.expose('lastActivityAt', optionalTime('The last activity time.')),
    trashedAt: t.expose('trashedAt', optionalTime('The time of the move to Trash, if any.')),
  }),
})

builder.objectFields(Person, (t) => ({
  assignee: t.field(userField('assignedAgentId', 'The assignee.')),
  assigneeId: t.exposeID('assignedAgentId', optional("The assignee's id.")),
  assigneeName: t.string({
    ...optional("The assignee's full name."),
    ...relationField(loadUser, 'assignedAgentId', (user) => user && formatFullName(user)),
  }),
  assigneeEmail: t.string({
    ...optional("The assignee's email address."),
    ...relationField(loadUser, 'assignedAgentId', (user) => user?.email),
  }),
  collaborators: t.field(
    relationToMany(User, loadCollaborators, 'The collaborators, who can view and edit the person.'),
  ),
  stage: t.field(requiredRelation(Stage, loadStage, 'stageId', 'The lifecycle stage.')),
  stageId: t.exposeID('stageId', { description: "The lifecycle stage's id." }),
  stageName: t.string({
    description: "The lifecycle stage's name.",
    ...relationField(loadStage, 'stageId', (stage) => stage?.name as string),
  }),
}))

/** Returns the GraphQL field options for the person to whom a column refers. */
export const personField = <C extends string>(column: C, description: string) => {
  const { extensions, ...options } = relationToOne(
    Person,
    operations.loadPerson,
    column,
    description,
  )
  return { ...options, extensions: { ...requiredScopes('people.view'), ...extensions } }
}

addExternalIdsField(Person, 'person')
addCustomFields(Person, 'person')

export const personRecord = registerRecord(Person, {
  filterSpec: personFilterSpec,
  filterTypes: { customFields: CustomFieldWhere, ...externalIdWhere },
  load: operations.loadPerson,
  one: { description: 'Returns a person by id.', get: operations.getPerson },
})

const includeTrashArg = { defaultValue: false, description: 'Whether to include people in Trash.' }

personRecord.addListTo(Stage, 'people', operations.peopleOfStage)

personRecord.addListTo(
  Tag,
  'people',
  operations.peopleOfTag,
  'The people with the tag, newest first, excluding people in Trash.',
)

personRecord.addListTo(
  User,
  'people',
  operations.peopleOfAssignee,
  'The people assigned to the user, newest first, excluding people in Trash.',
)

builder.queryField('people', (t) =>
  t.field({
    type: personRecord.connection,
    description: 'Returns people, newest first; by default, people in Trash are excluded.',
    extensions: requiredScopes('people.view'),
    args: {
      ...listArgs(t, personRecord.where, personRecord.order),
      includeTrash: t.arg.boolean(includeTrashArg),
    },
    resolve: (_, { where, orderBy, includeTrash, ...paging }, ctx, info) => {
      const peopleArgs = { where, orderBy, includeTrash: includeTrash ?? false }
      return resolveList(ctx, info, paging, 'people', peopleArgs, operations.people)
    },
  }),
)

/** Options for arguments that accept any text: a malformed search term matches no person. */
const anyTextOptions = { allowsAnyText: true }
const defaultSearchSize = 50

const PersonSearchInput = builder.inputType('PersonSearchInput', {
  description: 'A search criterion for people.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: "The person's id.", extensions: anyTextOptions }),
    email: t.string({ description: 'The complete email address.', extensions: anyTextOptions }),
    phone: t.string({
      description: 'The phone number in any format; without an extension, any extension matches.',
      extensions: anyTextOptions,
    }),
    name: t.string({
      description: 'Parts of the name in any order, at least 2 characters.',
      extensions: limits({ type: 'string', minLength: 2, maxLength: 200 }),
    }),
  }),
})

builder.queryField('searchPeople', (t) =>
  t.field({
    type: personRecord.connection,
    description: 'Returns people by id, email, phone or name, best matches first.',
    extensions: requiredScopes('people.view'),
    args: {
      by: t.arg({ type: PersonSearchInput, required: true, description: 'The search term.' }),
      first: t.arg.int({
        defaultValue: defaultSearchSize,
        description: 'The maximum number of results, 1–100.',
        extensions: pageSizeLimits,
      }),
      after: t.arg.string({ description: 'The cursor after which to start.' }),
      includeTrash: t.arg.boolean(includeTrashArg),
    },
    resolve: (_, { by, first, after, includeTrash }, ctx) => {
      const searchTerm = parseTerm(ctx, by)
      const withTrash = includeTrash ?? false
      const page = { first: first ?? defaultSearchSize, after: after ?? null }
      return resolveConnection<FoundPerson>(ctx, page, {
        list: ['search', searchTerm, withTrash],
        page: (request) => searchPeople(ctx, searchTerm, withTrash, request),
        total: () => countSearchResults(ctx, searchTerm, withTrash),
        position: (row) => row.position,
      })
    },
  }),
)
