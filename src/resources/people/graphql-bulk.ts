import type { UpdateRow } from '../../crud/bulk.ts'
import { builder, idSchema, limits, needs } from '../../graphql/schema/builder.ts'
import { bulkResult, bulkRows, bulkRules, expectedVersionField } from '../../graphql/schema/bulk.ts'
import { constraints, filledList, someField } from '../../graphql/schema/input-constraints.ts'
import { createPeople, tagPeople, updatePeople } from './bulk.ts'
import type { PersonInput } from './changes.ts'
import type { NewPerson } from './duplicates.ts'
import { Person } from './graphql.ts'
import { CreatePersonInput, personFields } from './graphql-inputs.ts'

const Result = bulkResult(Person, {
  row: 'BulkPersonResult',
  result: 'BulkPeopleResult',
  record: 'person',
  description: 'The person after the row; null if the row failed.',
})

const UpdatePeopleInput = builder.inputType('UpdatePeopleInput', {
  extensions: someField,
  description:
    'What to change of one of many people: fields that are left out stay as they are, `null` clears, lists replace what was there.',
  fields: (t) => ({
    id: t.id({ required: true, description: "The person's id.", extensions: idSchema }),
    expectedVersion: expectedVersionField(t, 'person'),
    ...personFields(t),
  }),
})

const tagNames = limits({ type: 'array', maxItems: 20 })

const TagPeopleInput = builder.inputType('TagPeopleInput', {
  extensions: constraints({ anyOf: [filledList('add'), filledList('remove')] }),
  description: 'Which people get and lose which tags; at least one tag.',
  fields: (t) => ({
    ids: t.idList({
      required: true,
      description: 'The ids of 1 to 100 people.',
      extensions: bulkRows,
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

builder.mutationFields((t) => {
  const common = { type: Result, nullable: true } as const
  return {
    createPeople: t.field({
      ...common,
      extensions: { ...needs('people.edit'), rows: ['input'] },
      description: `Creates up to 100 people, each like createPerson, including \`onDuplicate\`: a later row finds people created by earlier ones. ${bulkRules} Errors: VALIDATION_ERROR.`,
      args: {
        input: t.arg({
          type: [CreatePersonInput],
          required: true,
          description: '1 to 100 new people.',
          extensions: bulkRows,
        }),
      },
      resolve: (_, { input }, ctx) => createPeople(ctx, input as NewPerson[]),
    }),
    updatePeople: t.field({
      ...common,
      extensions: { ...needs('people.edit'), rows: ['input'] },
      description: `Updates up to 100 people, each like updatePerson. ${bulkRules} Errors: VALIDATION_ERROR.`,
      args: {
        input: t.arg({
          type: [UpdatePeopleInput],
          required: true,
          description: '1 to 100 changes.',
          extensions: bulkRows,
        }),
      },
      resolve: (_, { input }, ctx) => updatePeople(ctx, input as (UpdateRow & PersonInput)[]),
    }),
    tagPeople: t.field({
      ...common,
      extensions: { ...needs('people.edit'), rows: ['input', 'ids'] },
      description: `Adds tags to up to 100 people and removes tags from them, each like addPersonTags and removePersonTags. ${bulkRules} Errors: VALIDATION_ERROR.`,
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
