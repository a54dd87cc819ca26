import { builder, defineEnum } from '../../graphql/schema/builder.ts'
import { relationToOne } from '../../graphql/schema/columns.ts'
import { connectionType } from '../../graphql/schema/paging.ts'
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

const Kind = defineEnum('StageChangeKind', 'The kind of a stage change.', {
  created: 'The record was created in the stage.',
  moved: 'The record moved from another stage.',
  unknown: 'The record was in the stage before history was recorded.',
})

const StageChange = builder
  .interfaceRef<operations.DealStageChangeRow | operations.PersonStageChangeRow>('StageChange')
  .implement({
    description: 'A period in one stage. Names are those at the time of the change.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id of the change.' }),
      kind: t.expose('kind', { type: Kind, description: 'The kind of the stage change.' }),
      fromStageId: t.exposeID('fromStageId', {
        nullable: true,
        description: 'The id of the previous stage; null on creation or if unknown.',
      }),
      fromStageName: t.exposeString('fromStageName', {
        nullable: true,
        description: 'The name of the previous stage at that time.',
      }),
      toStageId: t.exposeID('toStageId', { description: 'The id of the entered stage.' }),
      toStageName: t.exposeString('toStageName', {
        description: 'The name of the entered stage at that time.',
      }),
      enteredAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'The time at which the record entered the stage; null if unknown.',
        resolve: operations.getEntryTime,
      }),
      leftAt: t.expose('leftAt', {
        type: 'DateTime',
        nullable: true,
        description: 'The time at which the record left the stage; null while it is in the stage.',
      }),
      secondsInStage: t.int({
        nullable: true,
        description:
          'The number of whole seconds in the stage, until now if the record is still in it; null if `enteredAt` is null.',
        resolve: (change, _, ctx) => operations.countSecondsInStage(ctx, change),
      }),
      actorId: t.exposeID('byUserId', {
        nullable: true,
        description: 'The id of the user who made the change; null for the server or if unknown.',
      }),
      actor: t.field(userField('byUserId', 'The user who made the change.')),
      actorName: t.string({
        nullable: true,
        description: 'The full name of the actor.',
        resolve: async ({ byUserId }, _, ctx) => {
          const user = byUserId ? await loadUser(ctx, byUserId) : undefined
          return user ? formatFullName(user) : null
        },
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
    description: 'The period of a deal in one stage. Moves within a stage are not recorded.',
    interfaces: [StageChange],
    fields: (t) => ({
      dealId: t.exposeID('dealId', { description: 'The id of the deal.' }),
      deal: t.field(relationToOne(Deal, loadDeal, 'dealId', 'The deal.')),
      fromStage: t.field(pipelineStageField('fromStageId', 'The previous stage; null if deleted.')),
      fromPipelineId: t.exposeID('fromPipelineId', {
        nullable: true,
        description: 'The id of the previous pipeline.',
      }),
      fromPipelineName: t.exposeString('fromPipelineName', {
        nullable: true,
        description: 'The name of the previous pipeline at that time.',
      }),
      fromPipeline: t.field(
        pipelineField('fromPipelineId', 'The previous pipeline; null if deleted.'),
      ),
      toStage: t.field(pipelineStageField('toStageId', 'The entered stage; null if deleted.')),
      toPipelineId: t.exposeID('toPipelineId', {
        description: 'The id of the pipeline of the entered stage.',
      }),
      toPipelineName: t.exposeString('toPipelineName', {
        description: 'The name of the pipeline of the entered stage at that time.',
      }),
      toPipeline: t.field(
        pipelineField('toPipelineId', 'The pipeline of the entered stage; null if deleted.'),
      ),
    }),
  })

export const PersonStageChange = builder
  .objectRef<operations.PersonStageChangeRow>('PersonStageChange')
  .implement({
    description: 'The period of a person in one lifecycle stage, including Trash.',
    interfaces: [StageChange],
    fields: (t) => ({
      personId: t.exposeID('personId', { description: 'The id of the person.' }),
      person: t.field(relationToOne(Person, loadPerson, 'personId', 'The person.')),
      fromStage: t.field(stageField('fromStageId', 'The previous stage; null if deleted.')),
      toStage: t.field(stageField('toStageId', 'The entered stage; null if deleted.')),
    }),
  })

addChildList(Deal, 'stageHistory', {
  connection: connectionType('DealStageChange', DealStageChange),
  scope: 'deals.view',
  description: 'The periods of the deal in its stages, the current one first.',
  children: operations.dealStageChanges,
})

addChildList(Person, 'stageHistory', {
  connection: connectionType('PersonStageChange', PersonStageChange),
  scope: 'people.view',
  description: 'The periods of the person in lifecycle stages, the current one first.',
  children: operations.personStageChanges,
})
