import { builder, type InputFieldBuilder, limits, notNull } from '../../graphql/schema/builder.ts'
import {
  constraints,
  filledList,
  filledText,
  someField,
} from '../../graphql/schema/input-constraints.ts'
import { customFieldsInput } from '../custom-fields/graphql-inputs.ts'
import { externalIdFields } from '../external-ids/graphql-inputs.ts'
import { EmailType, PhoneType } from './graphql.ts'

/** What is given of a person when one is created or changed, alone or with others. */

const EmailInput = builder.inputType('PersonEmailInput', {
  description: 'An email address of a person.',
  fields: (t) => ({
    value: t.field({ type: 'Email', required: true, description: 'The address.' }),
    type: t.field({
      type: EmailType,
      description: 'What it is used for; home unless told otherwise.',
    }),
    isPrimary: t.boolean({
      description: 'The first that is marked is the primary one; the first of all where none is.',
    }),
  }),
})

const PhoneInput = builder.inputType('PersonPhoneInput', {
  description: 'A phone of a person.',
  fields: (t) => ({
    value: t.field({
      type: 'Phone',
      required: true,
      description: "The number; without a country prefix it is read as of the company's country.",
    }),
    type: t.field({
      type: PhoneType,
      description: 'What it is used for; mobile unless told otherwise.',
    }),
    isPrimary: t.boolean({
      description: 'The first that is marked is the primary one; the first of all where none is.',
    }),
    isBad: t.boolean({ description: 'Whether it is known not to reach the person.' }),
  }),
})

const few = limits({ type: 'array', maxItems: 20 })

/** The fields that creating and updating have in common. */
export const personFields = (t: InputFieldBuilder) => ({
  firstName: t.field({ type: 'PersonName', description: 'First name.' }),
  lastName: t.field({ type: 'PersonName', description: 'Last name.' }),
  emails: t.field({
    type: [EmailInput],
    description: 'All email addresses, up to 20.',
    extensions: few,
  }),
  phones: t.field({ type: [PhoneInput], description: 'All phones, up to 20.', extensions: few }),
  assignedAgentId: t.id({
    description:
      'The user who looks after the person; on creation the caller where it is left out.',
  }),
  collaboratorIds: t.idList({
    description: 'All users who see the person besides, up to 100.',
    extensions: limits({ type: 'array', maxItems: 100 }),
  }),
  stageId: t.id({
    description: 'The lifecycle stage, not Trash; on creation the first where it is left out.',
    extensions: notNull,
  }),
  source: t.field({ type: 'ShortText', description: 'Where the person came from.' }),
  tags: t.field({
    type: ['TagName'],
    description: 'The names of all tags, up to 100; those that do not exist are created.',
    extensions: limits({ type: 'array', maxItems: 100 }),
  }),
  price: t.field({
    type: 'Money',
    description: 'What they want to spend, or their property is worth.',
  }),
  timeframe: t.field({ type: 'ShortText', description: 'When they want to act.' }),
  background: t.field({
    type: 'LongText',
    description: 'What else is known about them; up to 5000 characters.',
  }),
  relationship: t.boolean({ description: 'Whether there is a personal relationship.' }),
  customFields: t.field(customFieldsInput),
  ...externalIdFields(t),
})

const OnDuplicate = builder.enumType('OnDuplicate', {
  description:
    'The behaviour of creating a person if one with the same external id, email (ignoring case) or phone (in any spelling) exists.',
  values: {
    create: { description: 'Another person is created.' },
    return: { description: 'The one who is there is answered, unchanged.' },
    update: {
      description:
        'Updates the existing person. A match by phone alone counts only if the names do not contradict; otherwise another person is created.',
    },
    error: { description: 'The answer is CONFLICT.' },
  },
})

export const CreatePersonInput = builder.inputType('CreatePersonInput', {
  extensions: constraints({
    anyOf: [
      filledText('firstName'),
      filledText('lastName'),
      filledList('emails'),
      filledList('phones'),
    ],
  }),
  description: 'A new person: at least a name, an email or a phone.',
  fields: (t) => ({
    ...personFields(t),
    onDuplicate: t.field({
      type: OnDuplicate,
      description:
        'What to do where the person seems to be there already; create unless told otherwise.',
      extensions: notNull,
    }),
  }),
})

export const UpdatePersonInput = builder.inputType('UpdatePersonInput', {
  extensions: someField,
  description:
    'What to change of a person: fields that are left out stay as they are, `null` clears, lists replace what was there.',
  fields: personFields,
})
