import type { Detail as ErrorDetail } from '../../errors.ts'
import { builder, idSchema, limits, needs } from '../../graphql/builder.ts'
import { type BulkRow, createPeople, tagPeople, type UpdateRow, updatePeople } from './bulk.ts'
import type { NewPerson } from './duplicates.ts'
import { Person } from './graphql.ts'
import { CreatePersonInput, personFields } from './graphql-inputs.ts'

const Detail = builder.objectRef<ErrorDetail>('BulkErrorDetail').implement({
  description: 'One value of a row that was refused.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Its name in the row, with an index where there is one: `tags[3]`.',
    }),
    message: t.exposeString('message', { description: 'What is wrong with it.' }),
    code: t.exposeString('code', {
      description: 'The same as in the details of errors: REQUIRED_FIELD, INVALID_REFERENCE …',
    }),
  }),
})

const RowError = builder.objectRef<NonNullable<BulkRow['error']>>('BulkError').implement({
  description: 'Why a row failed.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description:
        'The code that the single mutation would have answered: VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, CONFLICT …',
    }),
    message: t.exposeString('message', { description: 'What happened.' }),
    details: t.field({
      type: [Detail],
      description: 'The values that were refused.',
      resolve: ({ details }) => details,
    }),
  }),
})

const Row = builder.objectRef<BulkRow>('BulkPersonResult').implement({
  description: 'What became of one row of a bulk change.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'The place of the row in the input, from 0.' }),
    person: t.field({
      type: Person,
      nullable: true,
      description: 'The person as the row left them; null where it failed.',
      resolve: ({ person }) => person,
    }),
    error: t.field({
      type: RowError,
      nullable: true,
      description: 'Why it failed; null where it did not.',
      resolve: ({ error }) => error,
    }),
  }),
})

const Result = builder.objectRef<BulkRow[]>('BulkPeopleResult').implement({
  description: 'What a bulk change did, row by row.',
  fields: (t) => ({
    succeeded: t.int({
      description: 'How many rows went through.',
      resolve: (rows) => rows.filter(({ error }) => !error).length,
    }),
    failed: t.int({
      description: 'How many failed, and changed nothing.',
      resolve: (rows) => rows.filter(({ error }) => error).length,
    }),
    results: t.field({
      type: [Row],
      description: 'One for each row, in the order of the input.',
      resolve: (rows) => rows,
    }),
  }),
})

const UpdatePeopleInput = builder.inputType('UpdatePeopleInput', {
  description:
    'What to change of one of many people: fields that are left out stay as they are, `null` clears, lists replace what was there.',
  fields: (t) => ({
    id: t.id({ required: true, description: "The person's id.", extensions: idSchema }),
    expectedVersion: t.int({
      description:
        'The version that the person is expected to be at; at another the row fails with PRECONDITION_FAILED.',
      extensions: limits({ type: 'integer', minimum: 1 }),
    }),
    ...personFields(t),
  }),
})

const hundred = limits({ type: 'array', minItems: 1, maxItems: 100 })
const tagNames = limits({ type: 'array', maxItems: 20 })

const TagPeopleInput = builder.inputType('TagPeopleInput', {
  description: 'Which people get and lose which tags; at least one tag.',
  fields: (t) => ({
    ids: t.idList({
      required: true,
      description: 'The ids of 1 to 100 people.',
      extensions: hundred,
    }),
    add: t.field({
      type: ['TagName'],
      description: 'Up to 20 names of tags to add; those that do not exist are created.',
      extensions: tagNames,
    }),
    remove: t.field({
      type: ['TagName'],
      description: 'Up to 20 names of tags to take off; after adding.',
      extensions: tagNames,
    }),
  }),
})

const stand =
  'Each row stands by itself: one that fails changes nothing, and the others go through; its error is in its result. So it is with values that are malformed (an email without @, a text that is too long), where the list is given as a variable and no other mutation stands beside; else they refuse the whole request. It costs one unit of the rate limit for each 100 rows.'

builder.mutationFields((t) => {
  const common = { type: Result, nullable: true } as const
  return {
    createPeople: t.field({
      ...common,
      extensions: { ...needs('people.edit'), rows: ['input'] },
      description: `Creates up to 100 people, each as createPerson does, \`onDuplicate\` included: a later row finds what an earlier one has made. ${stand} Errors: VALIDATION_ERROR.`,
      args: {
        input: t.arg({
          type: [CreatePersonInput],
          required: true,
          description: '1 to 100 new people.',
          extensions: hundred,
        }),
      },
      resolve: (_, { input }, ctx) => createPeople(ctx, input as NewPerson[]),
    }),
    updatePeople: t.field({
      ...common,
      extensions: { ...needs('people.edit'), rows: ['input'] },
      description: `Changes up to 100 people, each as updatePerson does. ${stand} Errors: VALIDATION_ERROR.`,
      args: {
        input: t.arg({
          type: [UpdatePeopleInput],
          required: true,
          description: '1 to 100 changes.',
          extensions: hundred,
        }),
      },
      resolve: (_, { input }, ctx) => updatePeople(ctx, input as UpdateRow[]),
    }),
    tagPeople: t.field({
      ...common,
      extensions: { ...needs('people.edit'), rows: ['input', 'ids'] },
      description: `Adds tags to up to 100 people and takes tags off them, each as addPersonTags and removePersonTags do. ${stand} Errors: VALIDATION_ERROR.`,
      args: {
        input: t.arg({
          type: TagPeopleInput,
          required: true,
          description: 'Who gets and loses what.',
        }),
      },
      resolve: (_, { input }, ctx) => tagPeople(ctx, input),
    }),
  }
})
