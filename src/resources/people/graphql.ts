import { builder, idSchema, needs } from '../../graphql/schema/builder.ts'
import { readsColumns, relationField } from '../../graphql/schema/columns.ts'
import { recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType } from '../../graphql/schema/paging.ts'
import { Stage } from '../stages/graphql.ts'
import { loadStage } from '../stages/operations.ts'
import { Tag } from '../tags/graphql.ts'
import { User } from '../users/graphql.ts'
import { fullNameOf, loadUser } from '../users/operations.ts'
import {
  type EmailShown,
  getPerson,
  loadCollaborators,
  loadEmails,
  loadPerson,
  loadPhones,
  loadTagNames,
  loadTags,
  type PersonRow,
  type PhoneShown,
} from './operations.ts'
import { personPolicy } from './policy.ts'

export const EmailType = builder.enumType('EmailType', {
  description: 'What an email address is used for.',
  values: {
    home: { description: 'In private.' },
    work: { description: 'At work.' },
    other: { description: 'Otherwise, or it is not known.' },
  },
})
export const PhoneType = builder.enumType('PhoneType', {
  description: 'What a phone is used for.',
  values: {
    mobile: { description: 'A mobile phone.' },
    home: { description: 'At home.' },
    work: { description: 'At work.' },
    fax: { description: 'A fax machine.' },
    other: { description: 'Otherwise, or it is not known.' },
  },
})
const PhoneStatus = builder.enumType('PhoneStatus', {
  description: 'Whether a number can be a phone.',
  values: {
    Valid: { description: 'It can be a phone.' },
    Invalid: { description: 'The text is not a valid phone number.' },
    Unknown: { description: 'The text was stored before 0.9.4 and is not a phone number.' },
  },
})

export const Email = builder.objectRef<EmailShown>('PersonEmail').implement({
  description: 'An email address of a person.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The address.' }),
    type: t.expose('type', { type: EmailType, description: 'What it is used for.' }),
    isPrimary: t.exposeBoolean('isPrimary', { description: 'One address of a person is.' }),
  }),
})

export const Phone = builder.objectRef<PhoneShown>('PersonPhone').implement({
  description: 'A phone of a person.',
  fields: (t) => ({
    value: t.exposeString('value', {
      description:
        'The number in E.164 form, such as +14155550100, with its extension if it has one (+14155550100 x33); as entered if it cannot be parsed.',
    }),
    type: t.expose('type', { type: PhoneType, description: 'What it is used for.' }),
    status: t.expose('status', { type: PhoneStatus, description: 'Whether it can be a phone.' }),
    isPrimary: t.exposeBoolean('isPrimary', { description: 'One phone of a person is.' }),
    isBad: t.exposeBoolean('isBad', { description: 'Marked as not reaching the person.' }),
  }),
})

export const Person = builder.objectRef<PersonRow>('Person').implement({
  description:
    'A contact. Visible to Owner and Admin; to a Team Leader when assigned to them or a member of a team that they lead; to an Agent when assigned to them; to collaborators.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    firstName: t.exposeString('firstName', { description: 'First name; may be empty.' }),
    lastName: t.exposeString('lastName', { description: 'Last name; may be empty.' }),
    fullName: t.string({
      description: 'First and last name.',
      extensions: readsColumns('firstName', 'lastName'),
      resolve: fullNameOf,
    }),
    emails: t.field({
      type: [Email],
      description: 'Email addresses, in their order.',
      ...relationField(loadEmails, 'id', (found) => found ?? []),
    }),
    phones: t.field({
      type: [Phone],
      description: 'Phones, in their order.',
      ...relationField(loadPhones, 'id', (found) => found ?? []),
    }),
    tags: t.field({
      type: [Tag],
      description: 'Tags, in the order in which they were added.',
      ...relationField(loadTags, 'id', (found) => found ?? []),
    }),
    tagList: t.string({
      description:
        'The names of the tags, joined by a comma and a space; empty when there is none.',
      ...relationField(loadTagNames, 'id', (tags = []) => tags.map((tag) => tag.name).join(', ')),
    }),
    assignedAgent: t.field({
      type: User,
      nullable: true,
      description: 'The user who looks after the person.',
      ...relationField(loadUser, 'assignedAgentId'),
    }),
    assignedAgentId: t.exposeID('assignedAgentId', {
      nullable: true,
      description: 'The id of the user who looks after the person.',
    }),
    assignedAgentName: t.string({
      nullable: true,
      description: 'Their full name.',
      ...relationField(loadUser, 'assignedAgentId', (agent) => agent && fullNameOf(agent)),
    }),
    assignedAgentEmail: t.string({
      nullable: true,
      description: 'Their email address.',
      ...relationField(loadUser, 'assignedAgentId', (agent) => agent?.email),
    }),
    collaborators: t.field({
      type: [User],
      description: 'Users who see the person besides the assigned agent.',
      ...relationField(loadCollaborators, 'id', (found) => found ?? []),
    }),
    stage: t.field({
      type: Stage,
      description: 'The lifecycle stage; Trash for one who was deleted.',
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
      description: 'Where the person came from.',
    }),
    price: t.exposeFloat('price', {
      nullable: true,
      description: 'What they want to spend, or their property is worth.',
    }),
    timeframe: t.exposeString('timeframe', {
      nullable: true,
      description: 'When they want to act.',
    }),
    background: t.exposeString('background', {
      nullable: true,
      description: 'What else is known about them.',
    }),
    relationship: t.exposeBoolean('relationship', {
      nullable: true,
      description: 'Whether there is a personal relationship; null when not known.',
    }),
    lastActivityAt: t.expose('lastActivityAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last activity with them was logged; null: none was.',
    }),
    trashedAt: t.expose('trashedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the person was moved to Trash; null for all others.',
    }),
  }),
})

registerNodeType('person', {
  type: 'Person',
  policy: personPolicy,
  load: loadPerson,
})

export const PersonConnection = connectionType('Person', Person)

builder.queryField('person', (t) =>
  t.field({
    type: Person,
    nullable: true,
    description: 'A person by their id, in Trash too. Errors: NOT_FOUND, FORBIDDEN.',
    extensions: needs('people.view'),
    args: {
      id: t.arg.id({ required: true, description: "The person's id.", extensions: idSchema }),
    },
    resolve: (_, { id }, ctx) => getPerson(ctx, id),
  }),
)
