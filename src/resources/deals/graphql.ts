import { loadAll } from '../../crud/loader.ts'
import { builder, idSchema, needs } from '../../graphql/schema/builder.ts'
import { readsColumns, relationField } from '../../graphql/schema/columns.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType, pageArgs, resolveChildConnection } from '../../graphql/schema/paging.ts'
import { CustomFieldWhere } from '../custom-fields/graphql-inputs.ts'
import { externalIdWhere } from '../external-ids/graphql-inputs.ts'
import { Person } from '../people/graphql.ts'
import { loadPerson } from '../people/operations.ts'
import { Pipeline, PipelineStage } from '../pipelines/graphql.ts'
import { loadPipeline, loadPipelineStage } from '../pipelines/operations.ts'
import { Team } from '../teams/graphql.ts'
import { loadTeam } from '../teams/operations.ts'
import { User } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { dealFilterSpec } from './filter-spec.ts'
import {
  type DealRow,
  deals,
  dealsOfPerson,
  getDeal,
  loadDeal,
  loadOrder,
  loadPeopleIds,
  loadTeamIds,
} from './operations.ts'
import { dealPolicy } from './policy.ts'

export const DealStatus = builder.enumType('DealStatus', {
  description: 'How a deal stands: the type of its stage.',
  values: {
    open: { description: 'Neither won nor lost yet.' },
    won: { description: 'It was sold.' },
    lost: { description: 'Nothing came of it.' },
  },
})

export const Deal = builder.objectRef<DealRow>('Deal').implement({
  description:
    'A sale on its way through a pipeline. Visible to Owner and Admin; to the assigned agent and their Team Leader; to those who see one of its people; to the members of its teams.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What is sold.' }),
    pipelineId: t.exposeID('pipelineId', { description: 'The id of the pipeline.' }),
    pipeline: t.field({
      type: Pipeline,
      description: 'The pipeline that it goes through.',
      ...relationField(loadPipeline, 'pipelineId', (found) => found as never),
    }),
    pipelineName: t.string({
      nullable: true,
      description: 'The name of the pipeline.',
      ...relationField(loadPipeline, 'pipelineId', (found) => found?.name ?? null),
    }),
    stageId: t.exposeID('stageId', { description: 'The id of the stage.' }),
    stage: t.field({
      type: PipelineStage,
      description: 'The stage that it is in.',
      ...relationField(loadPipelineStage, 'stageId', (found) => found as never),
    }),
    stageName: t.string({
      nullable: true,
      description: 'The name of the stage.',
      ...relationField(loadPipelineStage, 'stageId', (found) => found?.name ?? null),
    }),
    stageEnteredAt: t.expose('stageEnteredAt', {
      type: 'DateTime',
      description: 'When it came into the stage.',
    }),
    status: t.field({
      type: DealStatus,
      description: 'Open, won or lost: the type of the stage.',
      ...relationField(loadPipelineStage, 'stageId', (found) => found?.type ?? 'open'),
    }),
    order: t.int({
      description:
        'Its zero-based place in the stage, among all deals there, those too that the caller does not see.',
      ...relationField(loadOrder, 'id', (found) => found ?? 0),
    }),
    peopleIds: t.idList({
      description: 'The ids of its people whom the caller sees, in their order.',
      ...relationField(loadPeopleIds, 'id', (found) => found ?? []),
    }),
    people: t.field({
      type: [Person],
      nullable: true,
      description: 'Its people whom the caller sees, in their order. Needs `people.view`.',
      extensions: { ...needs('people.view'), ...readsColumns('id') },
      resolve: relationField(loadPeopleIds, 'id', (ids, ctx) => loadAll(ctx, ids, loadPerson))
        .resolve,
    }),
    teamIds: t.idList({
      description: 'The ids of its teams, in their order.',
      ...relationField(loadTeamIds, 'id', (found) => found ?? []),
    }),
    teams: t.field({
      type: [Team],
      description: 'Its teams, whose members see it, in their order.',
      ...relationField(loadTeamIds, 'id', (ids, ctx) => loadAll(ctx, ids, loadTeam)),
    }),
    assignedAgentId: t.exposeID('assignedAgentId', {
      nullable: true,
      description: 'The id of the user who works on it.',
    }),
    assignedAgent: t.field({
      type: User,
      nullable: true,
      description: 'The user who works on it.',
      ...relationField(loadUser, 'assignedAgentId'),
    }),
    price: t.exposeFloat('price', {
      nullable: true,
      description: 'What it is worth. (`pricing` in the input of REST.)',
    }),
    commission: t.exposeFloat('commission', {
      nullable: true,
      description: 'The commission, as an amount of money.',
    }),
    closeDate: t.expose('closeDate', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is expected to close, or did.',
    }),
  }),
})

registerNodeType('deal', { type: 'Deal', policy: dealPolicy, load: loadDeal })

export const DealConnection = connectionType('Deal', Deal)

builder.objectField(Person, 'deals', (t) =>
  t.field({
    type: DealConnection,
    nullable: true,
    description: 'The deals of the person that the caller sees, newest first. Needs `deals.view`.',
    extensions: { ...needs('deals.view'), ...readsColumns('id') },
    args: pageArgs(t),
    resolve: (person, args, ctx, info) =>
      resolveChildConnection(ctx, info, 'Person.deals', person, args, dealsOfPerson),
  }),
)

const DealWhere = whereInput('Deal', dealFilterSpec, {
  status: DealStatus,
  customFields: CustomFieldWhere,
  ...externalIdWhere,
})
const DealOrder = orderInput('Deal', dealFilterSpec)

builder.queryFields((t) => ({
  deal: t.field({
    type: Deal,
    nullable: true,
    description: 'A deal by its id. Errors: NOT_FOUND, FORBIDDEN.',
    extensions: needs('deals.view'),
    args: { id: t.arg.id({ required: true, description: "The deal's id.", extensions: idSchema }) },
    resolve: (_, { id }, ctx) => getDeal(ctx, id),
  }),
  deals: t.field({
    type: DealConnection,
    description: 'The deals that the caller sees, newest first unless told otherwise.',
    extensions: needs('deals.view'),
    args: {
      ...listArgs(t, DealWhere, DealOrder),
    },
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'deals', { where, orderBy }, deals),
  }),
}))
