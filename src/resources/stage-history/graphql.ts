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

const Kind = defineEnum('StageChangeKind', 'The kind of a stage change.', {
  created: 'The record was created in the stage.',
  moved: 'The record moved from another stage.',
  unknown: 'The record was in the stage before.',
})

const StageChange = builder
  .interfaceRef<operations.DealStageChangeRow | operations.PersonStageChangeRow>('StageChange')
  .implement({
    description: 'A period in one stage. Names are those of that time.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id of the change.' }),
      kind: t.expose('kind', { type: Kind, description: 'The kind of the stage change.' }),
      fromStageId: t.exposeID('fromStageId', optional('The id of the previous stage.')),
      fromStageName: t.exposeString(
        'fromStageName',
        optional('The name of the previous stage at that time.'),
      ),
      toStageId: t.exposeID('toStageId', { description: 'The id of the entered stage.' }),
      toStageName: t.exposeString('toStageName', {
        description: 'The name of the entered stage at that time.',
      }),
      enteredAt: t.field({
        ...optionalTime('The time of entering; null if unknown.'),
        resolve: operations.getEntryTime,
      }),
      leftAt: t.expose('leftAt', optionalTime('The time of leaving; null until then.')),
      secondsInStage: t.int({
        ...optional('The seconds in the stage so far; null if `enteredAt` is null.'),
        resolve: (change, _, ctx) => operations.countSecondsInStage(ctx, change),
      }),
      actorId: t.exposeID('byUserId', optional('The id of the actor.')),
      actor: t.field(userField('byUserId', 'The user who made the change.')),
      actorName: t.string({
        ...optional('The full name of the actor.'),
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
    description: 'The period of a deal in one stage.',
    interfaces: [StageChange],
    fields: (t) => ({
      dealId: t.exposeID('dealId', { description: 'The id of the deal.' }),
      deal: t.field(relationToOne(Deal, loadDeal, 'dealId', 'The deal.')),
      fromStage: t.field(pipelineStageField('fromStageId', 'The previous stage; null if deleted.')),
      fromPipelineId: t.exposeID('fromPipelineId', optional('The id of the previous pipeline.')),
      fromPipelineName: t.exposeString(
        'fromPipelineName',
        optional('The name of the previous pipeline.'),
      ),
      fromPipeline: t.field(
        pipelineField('fromPipelineId', 'The previous pipeline; null if deleted.'),
      ),
      toStage: t.field(pipelineStageField('toStageId', 'The entered stage; null if deleted.')),
      toPipelineId: t.exposeID('toPipelineId', {
        description: 'The id of the pipeline of the entered stage.',
      }),
      toPipelineName: t.exposeString('toPipelineName', {
        description: 'The name of the pipeline at that time.',
      }),
      toPipeline: t.field(pipelineField('toPipelineId', 'The pipeline; null if deleted.')),
    }),
  })

export const PersonStageChange = builder
  .objectRef<operations.PersonStageChangeRow>('PersonStageChange')
  .implement({
    description: 'The period of a person in one stage.',
    interfaces: [StageChange],
    fields: (t) => ({
      personId: t.exposeID('personId', { description: 'The id of the person.' }),
      person: t.field(relationToOne(Person, loadPerson, 'personId', 'The person.')),
      fromStage: t.field(stageField('fromStageId', 'The previous stage; null if deleted.')),
      toStage: t.field(stageField('toStageId', 'The entered stage; null if deleted.')),
    }),
  })

addChildList(Deal, 'stageHistory', {
  connection: createConnectionType('DealStageChange', DealStageChange),
  scope: 'deals.view',
  description: 'The periods in its stages, the current one first.',
  children: operations.dealStageChanges,
})

addChildList(Person, 'stageHistory', {
  connection: createConnectionType('PersonStageChange', PersonStageChange),
  scope: 'people.view',
  description: 'The periods in lifecycle stages, the current one first.',
  children: operations.personStageChanges,
})
