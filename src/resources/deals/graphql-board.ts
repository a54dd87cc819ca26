import { builder, idSchema, limits, needs } from '../../graphql/schema/builder.ts'
import { pageArgs, resolveConnection } from '../../graphql/schema/paging.ts'
import { Pipeline, PipelineStage, PipelineStageType } from '../pipelines/graphql.ts'
import type { PipelineStageRow } from '../pipelines/operations.ts'
import { added, type Board, type Choice, cardsOfColumn, getBoard, totalOfColumn } from './board.ts'
import { DealConnection } from './graphql.ts'

interface Column {
  stage: PipelineStageRow
  choice: Choice
}

const nothing = { count: 0, sum: 0 }
const none = { rows: [], hasNext: false, hasPrevious: false }

const BoardColumn = builder.objectRef<Column>('BoardColumn').implement({
  description: 'A stage of a pipeline with the deals in it that the caller sees.',
  fields: (t) => ({
    stage: t.field({
      type: PipelineStage,
      description: 'The stage.',
      resolve: ({ stage }) => stage,
    }),
    stageId: t.id({ description: 'The id of the stage.', resolve: ({ stage }) => stage.id }),
    stageName: t.string({
      description: 'The name of the stage.',
      resolve: ({ stage }) => stage.name,
    }),
    stageType: t.field({
      type: PipelineStageType,
      description: 'Whether deals in it are open, won or lost.',
      resolve: ({ stage }) => stage.type,
    }),
    count: t.int({
      description: 'How many deals there are, on all pages.',
      resolve: async ({ stage, choice }, _, ctx) =>
        ((await totalOfColumn(ctx, choice, stage.id)) ?? nothing).count,
    }),
    sum: t.float({
      description:
        'The sum of their prices, rounded to 2 decimals; a deal without a price counts as 0.',
      resolve: async ({ stage, choice }, _, ctx) =>
        ((await totalOfColumn(ctx, choice, stage.id)) ?? nothing).sum,
    }),
    deals: t.field({
      type: DealConnection,
      nullable: true,
      description:
        'The deals in the order of the column, from the top. A cursor is good for this column with the same filter.',
      args: pageArgs(t),
      resolve: ({ stage, choice }, args, ctx) =>
        resolveConnection(ctx, args, {
          list: ['BoardColumn.deals', stage.id, choice],
          page: async (window) => (await cardsOfColumn(ctx, { choice, window }, stage.id)) ?? none,
          total: async () => ((await totalOfColumn(ctx, choice, stage.id)) ?? nothing).count,
          position: (deal) => deal.rank,
        }),
    }),
  }),
})

const BoardType = builder.objectRef<Board>('Board').implement({
  description: 'A pipeline as a board. It counts, sums and shows only deals that the caller sees.',
  fields: (t) => ({
    pipeline: t.field({
      type: Pipeline,
      description: 'The pipeline.',
      resolve: ({ pipeline }) => pipeline,
    }),
    pipelineId: t.id({
      description: 'The id of the pipeline.',
      resolve: ({ pipeline }) => pipeline.id,
    }),
    pipelineName: t.string({
      description: 'The name of the pipeline.',
      resolve: ({ pipeline }) => pipeline.name,
    }),
    count: t.int({
      description: 'How many deals there are in all columns.',
      resolve: async (board, _, ctx) => (await totalOf(ctx, board)).count,
    }),
    sum: t.float({
      description: 'The sum of their prices, rounded to 2 decimals.',
      resolve: async (board, _, ctx) => (await totalOf(ctx, board)).sum,
    }),
    columns: t.field({
      type: [BoardColumn],
      description:
        'The columns in their order: one for each stage. Lists in them cost as much as a board of 50 columns can hold, or as many as `stageIds` names.',
      extensions: { atMost: { parents: 50, named: 'stageIds' } },
      args: {
        stageIds: t.arg.idList({
          description: 'Only the columns of these stages, up to 50: to read on in one of them.',
          extensions: limits({ type: 'array', maxItems: 50 }),
        }),
      },
      resolve: ({ stages, choice }, { stageIds }) =>
        stages
          .filter(({ id }) => !stageIds || stageIds.includes(id))
          .map((stage) => ({ stage, choice })),
    }),
  }),
})

async function totalOf(ctx: Parameters<typeof totalOfColumn>[0], { stages, choice }: Board) {
  return added(
    await Promise.all(
      stages.map(async (stage) => (await totalOfColumn(ctx, choice, stage.id)) ?? nothing),
    ),
  )
}

builder.queryField('board', (t) =>
  t.field({
    type: BoardType,
    nullable: true,
    description:
      'A pipeline as a board: columns with counts, sums and their first deals. Errors: NOT_FOUND.',
    extensions: needs('deals.view'),
    args: {
      pipelineId: t.arg.id({
        required: true,
        description: "The pipeline's id.",
        extensions: idSchema,
      }),
      assignedAgentIds: t.arg.idList({
        description: 'Only deals of one of these users, up to 10.',
        extensions: limits({ type: 'array', maxItems: 10 }),
      }),
      unassigned: t.arg.boolean({
        description:
          'Only deals that nobody works on; together with `assignedAgentIds`, those too.',
      }),
    },
    resolve: (_, { pipelineId, assignedAgentIds, unassigned }, ctx) =>
      getBoard(ctx, pipelineId, {
        agentIds: assignedAgentIds ? [...new Set(assignedAgentIds)].sort() : undefined,
        unassigned: unassigned || undefined,
      }),
  }),
)
