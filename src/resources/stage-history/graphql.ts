import { builder, needs } from '../../graphql/schema/builder.ts'
import { readsColumns, relationField } from '../../graphql/schema/columns.ts'
import { connectionType, pageArgs, resolveChildConnection } from '../../graphql/schema/paging.ts'
import { Deal } from '../deals/graphql.ts'
import { Person } from '../people/graphql.ts'
import { Pipeline, PipelineStage } from '../pipelines/graphql.ts'
import { loadPipeline, loadPipelineStage } from '../pipelines/operations.ts'
import { Stage } from '../stages/graphql.ts'
import { loadStage } from '../stages/operations.ts'
import { User } from '../users/graphql.ts'
import { fullNameOf, loadUser } from '../users/operations.ts'
import {
  type DealStageChangeRow,
  type PersonStageChangeRow,
  secondsInStage,
  stagesOfDeal,
  stagesOfPerson,
  timeEntered,
} from './operations.ts'

const Kind = builder.enumType('StageChangeKind', {
  description: 'How a stage was entered.',
  values: {
    created: { description: 'With the record itself.' },
    moved: { description: 'From another stage.' },
    unknown: { description: 'The record was there already when history began to be kept.' },
  },
})

const StageChange = builder
  .interfaceRef<DealStageChangeRow | PersonStageChangeRow>('StageChange')
  .implement({
    description:
      'A time in one stage: when it was entered, from where and by whom, and when it was left. Names are kept as they were then.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'The id of this entry.' }),
      kind: t.expose('kind', { type: Kind, description: 'How the stage was entered.' }),
      fromStageId: t.exposeID('fromStageId', {
        nullable: true,
        description: 'The id of the stage before; null for a creation, and where it is not known.',
      }),
      fromStageName: t.exposeString('fromStageName', {
        nullable: true,
        description: 'What the stage before was called at that time.',
      }),
      toStageId: t.exposeID('toStageId', { description: 'The id of the stage that was entered.' }),
      toStageName: t.exposeString('toStageName', {
        description: 'What it was called at that time.',
      }),
      enteredAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When it was entered; null where that is not known.',
        resolve: timeEntered,
      }),
      leftAt: t.expose('leftAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When it was left; null while the record is still there.',
      }),
      secondsInStage: t.int({
        nullable: true,
        description:
          'Whole seconds from entering to leaving, or until now while the record is still there; null where `enteredAt` is.',
        resolve: (change, _, ctx) => secondsInStage(ctx, change),
      }),
      byUserId: t.exposeID('byUserId', {
        nullable: true,
        description:
          'The id of the user who did it; null for the server itself, and where it is not known.',
      }),
      by: t.field({
        type: User,
        nullable: true,
        description: 'The user who did it.',
        ...relationField(loadUser, 'byUserId'),
      }),
      byName: t.string({
        nullable: true,
        description: "The user's full name.",
        resolve: async ({ byUserId }, _, ctx) => {
          const user = byUserId ? await loadUser(ctx, byUserId) : undefined
          return user ? fullNameOf(user) : null
        },
      }),
    }),
  })

export const DealStageChange = builder.objectRef<DealStageChangeRow>('DealStageChange').implement({
  description: "A deal's time in one stage. Moves within a stage are no change.",
  interfaces: [StageChange],
  fields: (t) => ({
    fromStage: t.field({
      type: PipelineStage,
      nullable: true,
      description: 'The stage before, as it is today; null where it has been deleted since.',
      ...relationField(loadPipelineStage, 'fromStageId'),
    }),
    fromPipelineId: t.exposeID('fromPipelineId', {
      nullable: true,
      description: 'The id of the pipeline before.',
    }),
    fromPipelineName: t.exposeString('fromPipelineName', {
      nullable: true,
      description: 'What the pipeline before was called at that time.',
    }),
    fromPipeline: t.field({
      type: Pipeline,
      nullable: true,
      description: 'The pipeline before, as it is today; null where it has been deleted since.',
      ...relationField(loadPipeline, 'fromPipelineId'),
    }),
    toStage: t.field({
      type: PipelineStage,
      nullable: true,
      description:
        'The stage that was entered, as it is today; null where it has been deleted since.',
      ...relationField(loadPipelineStage, 'toStageId'),
    }),
    toPipelineId: t.exposeID('toPipelineId', {
      description: 'The id of the pipeline that was entered, or stayed in.',
    }),
    toPipelineName: t.exposeString('toPipelineName', {
      description: 'What it was called at that time.',
    }),
    toPipeline: t.field({
      type: Pipeline,
      nullable: true,
      description:
        'The pipeline that was entered, as it is today; null where it has been deleted since.',
      ...relationField(loadPipeline, 'toPipelineId'),
    }),
  }),
})

export const PersonStageChange = builder
  .objectRef<PersonStageChangeRow>('PersonStageChange')
  .implement({
    description: "A person's time in one lifecycle stage; Trash is one of them.",
    interfaces: [StageChange],
    fields: (t) => ({
      fromStage: t.field({
        type: Stage,
        nullable: true,
        description: 'The stage before, as it is today; null where it has been deleted since.',
        ...relationField(loadStage, 'fromStageId'),
      }),
      toStage: t.field({
        type: Stage,
        nullable: true,
        description:
          'The stage that was entered, as it is today; null where it has been deleted since.',
        ...relationField(loadStage, 'toStageId'),
      }),
    }),
  })

const DealStageChangeConnection = connectionType('DealStageChange', DealStageChange)
const PersonStageChangeConnection = connectionType('PersonStageChange', PersonStageChange)

builder.objectField(Deal, 'stageHistory', (t) =>
  t.field({
    type: DealStageChangeConnection,
    nullable: true,
    description: 'The stages that the deal was in, the present one first. Needs `deals.view`.',
    extensions: { ...needs('deals.view'), ...readsColumns('id') },
    args: pageArgs(t),
    resolve: (deal, args, ctx, info) =>
      resolveChildConnection(ctx, info, 'Deal.stageHistory', deal, args, stagesOfDeal),
  }),
)

builder.objectField(Person, 'stageHistory', (t) =>
  t.field({
    type: PersonStageChangeConnection,
    nullable: true,
    description:
      'The lifecycle stages that the person was in, Trash among them, the present one first. Needs `people.view`.',
    extensions: { ...needs('people.view'), ...readsColumns('id') },
    args: pageArgs(t),
    resolve: (person, args, ctx, info) =>
      resolveChildConnection(ctx, info, 'Person.stageHistory', person, args, stagesOfPerson),
  }),
)
