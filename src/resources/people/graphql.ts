import { registerCountField } from '../../crud/node-types.ts'
import { builder, needs } from '../../graphql/schema/builder.ts'
import { readsColumns, relationField } from '../../graphql/schema/columns.ts'
import { listArgs, resolveList } from '../../graphql/schema/filter-inputs.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { registerRecord } from '../../graphql/schema/record-fields.ts'
import { CustomFieldWhere } from '../custom-fields/graphql-inputs.ts'
import { addCustomFields } from '../custom-fields/graphql-values.ts'
import { addExternalIds, externalIdWhere } from '../external-ids/graphql.ts'
import { Stage } from '../stages/graphql.ts'
import { loadStage } from '../stages/operations.ts'
import { Tag } from '../tags/graphql.ts'
import { User } from '../users/graphql.ts'
import { fullNameOf, loadUser } from '../users/operations.ts'
import { personFilterSpec } from './filter-spec.ts'
import {
  loadCollaborators,
  loadEmails,
  loadPhones,
  loadTagNames,
  loadTags,
  type PersonEmail,
  type PersonPhone,
} from './lists.ts'
import { getPerson, loadPerson, type PersonRow, people } from './operations.ts'
import { personPolicy } from './policy.ts'

export const EmailType = builder.enumType('EmailType', {
  description: 'The type of an email address.',
  values: {
    home: { description: 'Private.' },
    work: { description: 'Business.' },
    other: { description: 'Other or unknown.' },
  },
})
export const PhoneType = builder.enumType('PhoneType', {
  description: 'The type of a phone.',
  values: {
    mobile: { description: 'Mobile phone.' },
    home: { description: 'Private landline.' },
    work: { description: 'Business phone.' },
    fax: { description: 'Fax machine.' },
    other: { description: 'Other or unknown.' },
  },
})
const PhoneStatus = builder.enumType('PhoneStatus', {
  description: 'Whether a phone number is valid.',
  values: {
    Valid: { description: 'A valid phone number.' },
    Invalid: { description: 'Not a valid phone number.' },
    Unknown: { description: 'Text stored before 0.9.4 that is not a phone number.' },
  },
})

export const Email = builder.objectRef<PersonEmail>('PersonEmail').implement({
  description: 'An email address of a person.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The address.' }),
    type: t.expose('type', { type: EmailType, description: 'The type of the address.' }),
    isPrimary: t.exposeBoolean('isPrimary', {
      description: 'Whether this is the primary address of the person.',
    }),
  }),
})

export const Phone = builder.objectRef<PersonPhone>('PersonPhone').implement({
  description: 'A phone of a person.',
  fields: (t) => ({
    value: t.exposeString('value', {
      description:
        'The number in E.164 form, such as +14155550100, with its extension if it has one (+14155550100 x33); as entered if it cannot be parsed.',
    }),
    type: t.expose('type', { type: PhoneType, description: 'The type of the phone.' }),
    status: t.expose('status', { type: PhoneStatus, description: 'Whether the number is valid.' }),
    isPrimary: t.exposeBoolean('isPrimary', {
      description: 'Whether this is the primary phone of the person.',
    }),
    isBad: t.exposeBoolean('isBad', {
      description: 'Whether the number is marked as not reaching the person.',
    }),
  }),
})

export const Person = builder.objectRef<PersonRow>('Person').implement({
  description:
    'A contact. Visible to Owner and Admin, the assigned agent, Team Leaders of teams of which the assigned agent is a member, and collaborators.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    firstName: t.exposeString('firstName', { description: 'The first name; may be empty.' }),
    lastName: t.exposeString('lastName', { description: 'The last name; may be empty.' }),
    fullName: t.string({
      description: 'The first and last name.',
      extensions: readsColumns('firstName', 'lastName'),
      resolve: fullNameOf,
    }),
    emails: t.field({
      type: [Email],
      description: 'The email addresses, in order.',
      ...relationField(loadEmails, 'id', (found) => found ?? []),
    }),
    phones: t.field({
      type: [Phone],
      description: 'The phones, in order.',
      ...relationField(loadPhones, 'id', (found) => found ?? []),
    }),
    tags: t.field({
      type: [Tag],
      description: 'The tags, in the order in which they were added.',
      ...relationField(loadTags, 'id', (found) => found ?? []),
    }),
    tagList: t.string({
      description: 'The names of the tags, separated by a comma and a space.',
      ...relationField(loadTagNames, 'id', (tags = []) => tags.map((tag) => tag.name).join(', ')),
    }),
    assignedAgent: t.field({
      type: User,
      nullable: true,
      description: 'The user to whom the person is assigned.',
      ...relationField(loadUser, 'assignedAgentId'),
    }),
    assignedAgentId: t.exposeID('assignedAgentId', {
      nullable: true,
      description: 'The id of the assigned agent.',
    }),
    assignedAgentName: t.string({
      nullable: true,
      description: 'The full name of the assigned agent.',
      ...relationField(loadUser, 'assignedAgentId', (agent) => agent && fullNameOf(agent)),
    }),
    assignedAgentEmail: t.string({
      nullable: true,
      description: 'The email address of the assigned agent.',
      ...relationField(loadUser, 'assignedAgentId', (agent) => agent?.email),
    }),
    collaborators: t.field({
      type: [User],
      description: 'The users who can view the person besides the assigned agent.',
      ...relationField(loadCollaborators, 'id', (found) => found ?? []),
    }),
    stage: t.field({
      type: Stage,
      description: 'The lifecycle stage; the stage Trash for a person in Trash.',
      ...relationField(loadStage, 'stageId', (found) => found as never),
    }),
    stageId: t.exposeID('stageId', { description: 'The id of the lifecycle stage.' }),
    stageName: t.string({
      nullable: true,
      description: 'The name of the lifecycle stage.',
      ...relationField(loadStage, 'stageId', (found) => found?.name ?? null),
    }),
    source: t.exposeString('source', {
      nullable: true,
      description: 'The source of the contact, such as a website or a referral.',
    }),
    price: t.exposeFloat('price', {
      nullable: true,
      description: 'The budget of the person, or the value of their property.',
    }),
    timeframe: t.exposeString('timeframe', {
      nullable: true,
      description: 'When the person wants to buy or sell.',
    }),
    background: t.exposeString('background', {
      nullable: true,
      description: 'Background information about the person.',
    }),
    relationship: t.exposeBoolean('relationship', {
      nullable: true,
      description: 'Whether there is a personal relationship; null if unknown.',
    }),
    lastActivityAt: t.expose('lastActivityAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last activity with the person was logged; null without activities.',
    }),
    trashedAt: t.expose('trashedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the person was moved to Trash; null outside Trash.',
    }),
  }),
})

registerCountField('tag.people', personPolicy)
addExternalIds(Person, 'person')
addCustomFields(Person, 'person')

export const {
  connection: PersonConnection,
  where: PersonWhere,
  order: PersonOrder,
} = registerRecord(Person, {
  filterSpec: personFilterSpec,
  filterTypes: { customFields: CustomFieldWhere, ...externalIdWhere },
  load: loadPerson,
  one: {
    description: 'Returns a person by id, also from Trash. Errors: NOT_FOUND, FORBIDDEN.',
    get: getPerson,
  },
})

export const includeTrashArg = {
  defaultValue: false,
  description: 'Whether to include people in Trash.',
}

builder.queryField('people', (t) =>
  t.field({
    type: PersonConnection,
    description:
      'Returns the people whom the caller can view; by default newest first and without people in Trash.',
    extensions: needs('people.view'),
    args: {
      ...listArgs(t, PersonWhere, PersonOrder),
      includeTrash: t.arg.boolean(includeTrashArg),
    },
    resolve: (_, { where, orderBy, includeTrash, ...page }, ctx, info) => {
      const args = { where, orderBy, includeTrash: includeTrash ?? false }
      return resolveList(ctx, info, page, 'people', args, people)
    },
  }),
)
