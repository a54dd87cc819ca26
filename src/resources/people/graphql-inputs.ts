/** Defines the GraphQL types for emails and phones, and the inputs for saving people. */
import {
  atLeastOneField,
  builder,
  constraints,
  defineEnum,
  hasItems,
  hasText,
  type InputFieldBuilder,
  limits,
  notNull,
  restName,
} from '../../graphql/schema/builder.ts'
import { customFieldsInput } from '../custom-fields/graphql-values.ts'
import { externalIdFields } from '../external-ids/graphql.ts'
import type { PersonEmail, PersonPhone } from './lists.ts'

const EmailType = defineEnum('EmailType', 'The type of an email address.', {
  home: 'A personal address.',
  work: 'A work address.',
  other: 'Another or unknown type.',
})
const PhoneType = defineEnum('PhoneType', 'The type of a phone number.', {
  mobile: 'A mobile phone number.',
  home: 'A home phone number.',
  work: 'A work phone number.',
  fax: 'A fax number.',
  other: 'Another or unknown type.',
})
const PhoneStatus = defineEnum('PhoneStatus', 'The validity of a phone number.', {
  Valid: 'A valid phone number.',
  Invalid: 'An invalid phone number.',
  Unknown: 'A value that is not a phone number, stored before version 0.9.4.',
})

export const Email = builder.objectRef<PersonEmail>('PersonEmail').implement({
  description: 'An email address of a person.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The email address.' }),
    type: t.expose('type', { type: EmailType, description: "The address's type." }),
    isPrimary: t.exposeBoolean('isPrimary', { description: 'Whether this address is primary.' }),
  }),
})

export const Phone = builder.objectRef<PersonPhone>('PersonPhone').implement({
  description: 'A phone number of a person.',
  fields: (t) => ({
    value: t.exposeString('value', {
      description: 'The number in E.164 format, or as entered if it cannot be parsed.',
    }),
    type: t.expose('type', { type: PhoneType, description: "The number's type." }),
    status: t.expose('status', { type: PhoneStatus, description: "The number's validity." }),
    isPrimary: t.exposeBoolean('isPrimary', { description: 'Whether this number is primary.' }),
    isBad: t.exposeBoolean('isBad', { description: 'Whether the number is marked as wrong.' }),
  }),
})

const describePrimary = (item: string) =>
  `Whether this ${item} is primary. If none is, the first ${item} is primary.`

const PersonEmailInput = builder.inputType('PersonEmailInput', {
  description: 'An email address of a person.',
  fields: (t) => ({
    value: t.field({ type: 'Email', required: true, description: 'The email address.' }),
    type: t.field({ type: EmailType, defaultValue: 'home', description: "The address's type." }),
    isPrimary: t.boolean({ defaultValue: false, description: describePrimary('address') }),
  }),
})

const PersonPhoneInput = builder.inputType('PersonPhoneInput', {
  description: 'A phone number of a person.',
  fields: (t) => ({
    value: t.field({
      type: 'Phone',
      required: true,
      description: "The number; without a country code, the company's country is assumed.",
    }),
    type: t.field({ type: PhoneType, defaultValue: 'mobile', description: "The number's type." }),
    isPrimary: t.boolean({ defaultValue: false, description: describePrimary('number') }),
    isBad: t.boolean({
      defaultValue: false,
      description: 'Whether the number is marked as wrong.',
    }),
  }),
})

const contactLimits = limits({ type: 'array', maxItems: 20 })
const idListLimits = limits({ type: 'array', maxItems: 100 })

export const personFields = (t: InputFieldBuilder, defaults = { assignee: '', stage: '' }) => ({
  firstName: t.field({ type: 'PersonName', description: 'The first name.' }),
  lastName: t.field({ type: 'PersonName', description: 'The last name.' }),
  emails: t.field({
    type: [PersonEmailInput],
    description: 'The email addresses, up to 20.',
    extensions: contactLimits,
  }),
  phones: t.field({
    type: [PersonPhoneInput],
    description: 'The phone numbers, up to 20.',
    extensions: contactLimits,
  }),
  assigneeId: t.id({
    description: `The assignee's id${defaults.assignee}.`,
    extensions: restName('assignedAgentId'),
  }),
  collaboratorIds: t.idList({
    description: "The collaborators' ids, up to 100.",
    extensions: idListLimits,
  }),
  stageId: t.id({
    description: `The id of a stage other than Trash${defaults.stage}.`,
    extensions: notNull,
  }),
  source: t.field({ type: 'ShortText', description: 'The lead source, such as a referral.' }),
  tags: t.field({
    type: ['TagName'],
    description: 'The tag names, up to 100.',
    extensions: idListLimits,
  }),
  price: t.field({ type: 'Money', description: "The person's budget, or their property's value." }),
  timeframe: t.field({ type: 'ShortText', description: 'The planned time of purchase or sale.' }),
  background: t.field({ type: 'LongText', description: 'Background information.' }),
  relationship: t.boolean({
    description: 'Whether the company has a relationship with the person.',
  }),
  customFields: t.field(customFieldsInput),
  ...externalIdFields(t),
})

const OnDuplicate = defineEnum(
  'OnDuplicate',
  'The action for a duplicate: a person with the same external id, email or phone.',
  {
    create: 'Creates another person.',
    return: 'Returns the existing person unchanged.',
    update:
      'Updates the existing person; creates another if names or emails contradict a phone match.',
    error: 'Fails with CONFLICT.',
  },
)

export const CreatePersonInput = builder.inputType('CreatePersonInput', {
  extensions: constraints({
    anyOf: [hasText('firstName'), hasText('lastName'), hasItems('emails'), hasItems('phones')],
  }),
  description: 'Input for creating a person. Requires a name, email or phone.',
  fields: (t) => ({
    ...personFields(t, { assignee: "; by default the caller's", stage: '; by default the first' }),
    onDuplicate: t.field({
      type: OnDuplicate,
      defaultValue: 'create',
      description: 'The action to take if a duplicate exists.',
      extensions: notNull,
    }),
  }),
})

export const UpdatePersonInput = builder.inputType('UpdatePersonInput', {
  extensions: atLeastOneField,
  description: 'Changes to a person.',
  fields: (t) => personFields(t),
})
