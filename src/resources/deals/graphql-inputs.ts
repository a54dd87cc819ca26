import { builder, limits, notNull } from '../../graphql/builder.ts'
import { someField } from '../../graphql/demands.ts'
import { customFieldsInput } from '../custom-fields/graphql-input.ts'
import { externalIdFields } from '../external-ids/graphql-input.ts'

/** The inputs by which deals are created and updated, one or many at a time. */

const upTo100 = limits({ type: 'array', maxItems: 100 })

type Words = Record<'pipelineId' | 'stageId' | 'assignedAgentId' | 'peopleIds' | 'teamIds', string>

type Fields = Parameters<NonNullable<Parameters<typeof builder.inputType>[1]['fields']>>[0]

const dealFields = (t: Fields, required: boolean, words: Words) => ({
  title: t.field({
    type: 'DealTitle',
    required,
    description: 'What is sold.',
    extensions: notNull,
  }),
  pipelineId: t.id({ required, description: words.pipelineId, extensions: notNull }),
  stageId: t.id({ description: words.stageId, extensions: notNull }),
  peopleIds: t.idList({ description: words.peopleIds, extensions: upTo100 }),
  teamIds: t.idList({ description: words.teamIds, extensions: upTo100 }),
  assignedAgentId: t.id({ description: words.assignedAgentId }),
  price: t.field({ type: 'Money', description: 'What it is worth.' }),
  commission: t.field({ type: 'Money', description: 'The commission, as an amount of money.' }),
  closeDate: t.field({ type: 'DateTime', description: 'When it is expected to close, or did.' }),
  customFields: t.field(customFieldsInput),
  ...externalIdFields(t),
})

export const CreateDealInput = builder.inputType('CreateDealInput', {
  description: 'A new deal.',
  fields: (t) =>
    dealFields(t, true, {
      pipelineId: 'The pipeline.',
      stageId: 'A stage of the pipeline; the first unless told otherwise.',
      assignedAgentId: 'The user who works on it; the caller unless told otherwise.',
      peopleIds: 'Its people, up to 100, whom the caller sees.',
      teamIds: 'Its teams, up to 100.',
    }),
})

/** The fields of an update. */
export const dealUpdateFields = (t: Fields) =>
  dealFields(t, false, {
    pipelineId: 'The pipeline; the one that it is in unless told otherwise.',
    stageId:
      'A stage of the pipeline: another one places the deal last there. In another pipeline, the first unless told otherwise.',
    assignedAgentId: 'The user who works on it.',
    peopleIds: 'All its people, up to 100. Those whom the caller does not see stay.',
    teamIds: 'All its teams, up to 100.',
  })

export const UpdateDealInput = builder.inputType('UpdateDealInput', {
  extensions: someField,
  description:
    'What to change of a deal: fields that are left out stay as they are, `null` clears, lists replace what was there. (PUT on REST needs title and pipeline.)',
  fields: dealUpdateFields,
})
