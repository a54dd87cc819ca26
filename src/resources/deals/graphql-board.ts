import { builder, idArg, limits, optional, requiredScopes } from '../../graphql/schema/builder.ts'
import { pageArgs, resolveConnection } from '../../graphql/schema/paging.ts'
import { Pipeline, PipelineStage, PipelineStageType } from '../pipelines/graphql.ts'
import {
  type Board,
  type BoardColumn,
  getBoard,
  getBoardTotal,
  getColumnTotal,
  loadColumnCards,
} from './board.ts'
import { dealRecord } from './graphql.ts'

const emptyPage = { rows: [], hasNext: false, hasPrevious: false }

const BoardColumnType = builder.objectRef<BoardColumn>('BoardColumn').implement({
  description: 'A column of a board: a stage with its deals.',
  fields: (t) => ({
    stage: t.expose('stage', { type: PipelineStage, description: "The column's stage." }),
    stageId: t.id({ description: "The stage's id.", resolve: ({ stage }) => stage.id }),
    stageName: t.string({ description: "The stage's name.", resolve: ({ stage }) => stage.name }),
    stageType: t.field({
      type: PipelineStageType,
      description: "The stage's type.",
      resolve: ({ stage }) => stage.type,
    }),
    count: t.int({
      description: 'The number of deals in the column.',
      resolve: async (column, _, ctx) => (await getColumnTotal(ctx, column)).count,
    }),
    sum: t.float({
      description: 'The sum of the deal prices.',
      resolve: async (column, _, ctx) => (await getColumnTotal(ctx, column)).sum,
    }),
    deals: t.field({
      type: dealRecord.connection,
      ...optional('The deals, ordered by position.'),
      args: pageArgs(t),
      resolve: ({ stage, filter }, args, ctx) =>
        resolveConnection(ctx, args, {
          list: ['BoardColumn.deals', stage.id, filter],
          page: async (request) =>
            (await loadColumnCards(ctx, { ...request, filter }, stage.id)) ?? emptyPage,
          total: async () => (await getColumnTotal(ctx, { stage, filter })).count,
          position: (deal) => deal.rank,
        }),
    }),
  }),
})

const BoardType = builder.objectRef<Board>('Board').implement({
  description: 'A pipeline with its stages as columns.',
  fields: (t) => ({
    pipeline: t.expose('pipeline', { type: Pipeline, description: "The board's pipeline." }),
    pipelineId: t.id({ description: "The pipeline's id.", resolve: ({ pipeline }) => pipeline.id }),
    pipelineName: t.string({
      description: "The pipeline's name.",
      resolve: ({ pipeline }) => pipeline.name,
    }),
    count: t.int({
      description: 'The number of deals in all columns.',
      resolve: async (board, _, ctx) => (await getBoardTotal(ctx, board)).count,
    }),
    sum: t.float({
      description: 'The sum of the deal prices.',
      resolve: async (board, _, ctx) => (await getBoardTotal(ctx, board)).sum,
    }),
    columns: t.field({
      type: [BoardColumnType],
      description: 'The columns, ordered by position.',
      extensions: { listLimit: { maxLength: 50, argument: 'stageIds' } },
      args: {
        stageIds: t.arg.idList({
          description: 'Returns only the columns of these stages, up to 50.',
          extensions: limits({ type: 'array', maxItems: 50 }),
        }),
      },
      resolve: ({ stages, filter }, { stageIds }) =>
        stages
          .filter(({ id }) => !stageIds || stageIds.includes(id))
          .map((stage) => ({ stage, filter })),
    }),
  }),
})

builder.queryField('board', (t) =>
  t.field({
    type: BoardType,
    ...optional('Returns a pipeline as a board.'),
    extensions: requiredScopes('deals.view'),
    args: {
      pipelineId: idArg(t, "The pipeline's id."),
      assigneeIds: t.arg.idList({
        description: 'Matches deals assigned to any of these users, up to 10.',
        extensions: limits({ type: 'array', maxItems: 10 }),
      }),
      unassigned: t.arg.boolean({
        defaultValue: false,
        description: 'Whether to return unassigned deals, in addition to those of `assigneeIds`.',
      }),
    },
    resolve: (_, { pipelineId, assigneeIds, unassigned }, ctx) =>
      getBoard(ctx, pipelineId, {
        agentIds: assigneeIds ? [...new Set(assigneeIds)].sort() : undefined,
        unassigned: unassigned || undefined,
      }),
  }),
)
