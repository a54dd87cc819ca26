import { builder, defineEnum, optional, optionalTime } from '../../graphql/schema/builder.ts'
import { relationField, relationToOne } from '../../graphql/schema/columns.ts'
import { createConnectionType } from '../../graphql/schema/paging.ts'
import { addChildList } from '../../graphql/schema/record-fields.ts'
import { Deal } from '../deals/graphql.ts'
import { loadDeal } from '../deals/operations.ts'
import { Person } from '../people/graphql.ts'
import { loadPerson } from '../people/operations.ts'
import { Pipeline, PipelineStage } from '../pipelines/graphql.ts'
import { loadPipeline, loadPipelineStage } from '../pipelines/operations.ts'
import { Stage } from '../stages/graphql.ts'
import { loadStage } from '../stages/operations.ts'
import { userField } from '../users/graphql.ts'
import { formatFullName, loadUser } from '../users/operations.ts'
import * as operations from './operations.ts'

const ChangeKind = defineEnum('StageChangeKind', 'The kind of a stage change.', {
  created: 'The record was created in the stage.',
  moved: 'The record moved from another stage.',
  unknown: 'The record may have moved to the stage before history was recorded.',
})

const StageChange = builder.interfaceRef<operations.StageChangeRow>('StageChange').implement({
  description: "A record's period in one stage, and the change that began the period.",
  fields: (t) => ({
    id: t.exposeID('id', { description: "The stage change's id." }),
    kind: t.expose('kind', { type: ChangeKind, description: 'The kind of stage change.' }),
    fromStageId: t.exposeID('fromStageId', optional("The previous stage's id.")),
    fromStageName: t.exposeString(
      'fromStageName',
      optional("The previous stage's name at the time of the change."),
    ),
    toStageId: t.exposeID('toStageId', { description: "The new stage's id." }),
    toStageName: t.exposeString('toStageName', {
      description: "The new stage's name at the time of the change.",
    }),
    enteredAt: t.field({
      ...optionalTime('The entry time; null if unknown.'),
      resolve: operations.getEntryTime,
    }),
    leftAt: t.expose('leftAt', optionalTime('The exit time; null for the current stage.')),
    secondsInStage: t.int({
      ...optional('The time in the stage, in seconds; null if `enteredAt` is null.'),
      resolve: (change, _, ctx) => operations.countSecondsInStage(ctx, change),
    }),
    actorId: t.exposeID('byUserId', optional("The actor's id.")),
    actor: t.field(userField('byUserId', 'The user who made the change, if known.')),
    actorName: t.string({
      ...optional("The actor's full name."),
      ...relationField(loadUser, 'byUserId', (user) => user && formatFullName(user)),
    }),
  }),
})

const pipelineStageField = <C extends string>(column: C, description: string) =>
  relationToOne(PipelineStage, loadPipelineStage, column, description)
const pipelineField = <C extends string>(column: C, description: string) =>
  relationToOne(Pipeline, loadPipeline, column, description)
const stageField = <C extends string>(column: C, description: string) =>
  relationToOne(Stage, loadStage, column, description)

export const DealStageChange = builder
  .objectRef<operations.DealStageChangeRow>('DealStageChange')
  .implement({
    description: "A deal's period in one stage, and the change that began the period.",
    interfaces: [StageChange],
    fields: (t) => ({
      dealId: t.exposeID('dealId', { description: "The deal's id." }),
      deal: t.field(relationToOne(Deal, loadDeal, 'dealId', 'The deal.')),
      fromStage: t.field(pipelineStageField('fromStageId', 'The previous stage, if it exists.')),
      fromPipelineId: t.exposeID('fromPipelineId', optional("The previous pipeline's id.")),
      fromPipelineName: t.exposeString(
        'fromPipelineName',
        optional("The previous pipeline's name at the time of the change."),
      ),
      fromPipeline: t.field(
        pipelineField('fromPipelineId', 'The previous pipeline, if it exists.'),
      ),
      toStage: t.field(pipelineStageField('toStageId', 'The new stage; null if deleted.')),
      toPipelineId: t.exposeID('toPipelineId', { description: "The new pipeline's id." }),
      toPipelineName: t.exposeString('toPipelineName', {
        description: "The new pipeline's name at the time of the change.",
      }),
      toPipeline: t.field(pipelineField('toPipelineId', 'The new pipeline; null if deleted.')),
    }),
  })

export const PersonStageChange = builder
  .objectRef<operations.PersonStageChangeRow>('PersonStageChange')
  .implement({
    description: "A person's period in one lifecycle stage, and the change that began the period.",
    interfaces: [StageChange],
    fields: (t) => ({
      personId: t.exposeID('personId', { description: "The person's id." }),
      person: t.field(relationToOne(Person, loadPerson, 'personId', 'The person.')),
      fromStage: t.field(stageField('fromStageId', 'The previous stage, if it exists.')),
      toStage: t.field(stageField('toStageId', 'The new stage; null if deleted.')),
    }),
  })

addChildList(Deal, 'stageHistory', {
  connection: createConnectionType('DealStageChange', DealStageChange),
  scope: 'deals.view',
  description: "The deal's stage history, current stage first.",
  children: operations.dealStageChanges,
})

addChildList(Person, 'stageHistory', {
  connection: createConnectionType('PersonStageChange', PersonStageChange),
  scope: 'people.view',
  description: "The person's stage history, current stage first.",
  children: operations.personStageChanges,
})
