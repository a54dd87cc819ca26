import { builder, type InputFieldBuilder, limits, notNull } from '../../graphql/schema/builder.ts'
import { someField } from '../../graphql/schema/input-constraints.ts'
import { customFieldsInput } from '../custom-fields/graphql-input.ts'
import { externalIdFields } from '../external-ids/graphql-input.ts'

/** Input fields for creating and updating deals, shared by single and bulk mutations. */

const upTo100 = limits({ type: 'array', maxItems: 100 })

type Words = Record<'pipelineId' | 'stageId' | 'assignedAgentId' | 'peopleIds' | 'teamIds', string>

const dealFields = (t: InputFieldBuilder, required: boolean, words: Words) => ({
  title: t.field({
    type: 'DealTitle',
    required,
    description: 'The title of the deal.',
    extensions: notNull,
  }),
  pipelineId: t.id({ required, description: words.pipelineId, extensions: notNull }),
  stageId: t.id({ description: words.stageId, extensions: notNull }),
  peopleIds: t.idList({ description: words.peopleIds, extensions: upTo100 }),
  teamIds: t.idList({ description: words.teamIds, extensions: upTo100 }),
  assignedAgentId: t.id({ description: words.assignedAgentId }),
  price: t.field({ type: 'Money', description: 'The value of the deal.' }),
  commission: t.field({ type: 'Money', description: 'The commission, as an amount of money.' }),
  closeDate: t.field({ type: 'DateTime', description: 'The expected or actual closing time.' }),
  customFields: t.field(customFieldsInput),
  ...externalIdFields(t),
})

export const CreateDealInput = builder.inputType('CreateDealInput', {
  description: 'A new deal.',
  fields: (t) =>
    dealFields(t, true, {
      pipelineId: 'The pipeline.',
      stageId: 'A stage of the pipeline; by default the first.',
      assignedAgentId: 'The assignee; by default the caller.',
      peopleIds: 'The people of the deal, up to 100, whom the caller can view.',
      teamIds: 'The teams of the deal, up to 100.',
    }),
})

/** The fields of an update. */
export const dealUpdateFields = (t: InputFieldBuilder) =>
  dealFields(t, false, {
    pipelineId: 'The pipeline; by default the current one.',
    stageId:
      'A stage of the pipeline; in a new stage the deal is last. By default the current stage, or the first of another pipeline.',
    assignedAgentId: 'The assignee.',
    peopleIds: 'All people of the deal, up to 100. People whom the caller cannot view stay.',
    teamIds: 'All teams of the deal, up to 100.',
  })

export const UpdateDealInput = builder.inputType('UpdateDealInput', {
  extensions: someField,
  description:
    'An update of a deal. Fields that are left out stay as they are, `null` clears a field, lists replace the stored ones. (PUT on REST requires title and pipeline.)',
  fields: dealUpdateFields,
})
