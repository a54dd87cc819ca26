import { loadAll } from '../../crud/loader.ts'
import { createListByParent } from '../../filtering/list-by-parent.ts'
import {
  builder,
  defineEnum,
  optional,
  optionalTime,
  requiredScopes,
} from '../../graphql/schema/builder.ts'
import { readsColumns, relationField, requiredRelation } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { registerRecord } from '../../graphql/schema/record-fields.ts'
import { addCustomFields, CustomFieldWhere } from '../custom-fields/graphql-values.ts'
import { addExternalIdsField, externalIdWhere } from '../external-ids/graphql.ts'
import { Person } from '../people/graphql.ts'
import { addMergeCount } from '../people/graphql-merge.ts'
import { loadPerson } from '../people/operations.ts'
import { Pipeline, PipelineStage } from '../pipelines/graphql.ts'
import { loadPipeline, loadPipelineStage } from '../pipelines/operations.ts'
import { Team } from '../teams/graphql.ts'
import { loadTeam } from '../teams/operations.ts'
import { User, userField } from '../users/graphql.ts'
import { dealFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'
import './export.ts'

const DealStatus = defineEnum('DealStatus', 'The status of a deal, determined by its stage.', {
  open: 'The deal is open.',
  won: 'The deal is won.',
  lost: 'The deal is lost.',
})

const priceDescription =
  'The price. REST requests that create or update one deal name it `pricing`.'

export const Deal = builder.objectRef<operations.DealRow>('Deal').implement({
  description: 'A deal in a pipeline.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    title: t.exposeString('title', { description: "The deal's title." }),
    pipelineId: t.exposeID('pipelineId', { description: "The pipeline's id." }),
    pipeline: t.field(requiredRelation(Pipeline, loadPipeline, 'pipelineId', 'The pipeline.')),
    pipelineName: t.string({
      description: "The pipeline's name.",
      ...relationField(loadPipeline, 'pipelineId', (pipeline) => pipeline?.name as string),
    }),
    stageId: t.exposeID('stageId', { description: "The stage's id." }),
    stage: t.field(requiredRelation(PipelineStage, loadPipelineStage, 'stageId', 'The stage.')),
    stageName: t.string({
      description: "The stage's name.",
      ...relationField(loadPipelineStage, 'stageId', (stage) => stage?.name as string),
    }),
    stageEnteredAt: t.expose('stageEnteredAt', {
      type: 'DateTime',
      description: 'The time when the deal entered its current stage.',
    }),
    status: t.field({
      type: DealStatus,
      description: "The deal's status.",
      ...relationField(loadPipelineStage, 'stageId', (stage) => stage?.type ?? 'open'),
    }),
    position: t.int({
      description: 'The zero-based position among all deals in the stage.',
      ...relationField(operations.loadPosition, 'id', (position) => position ?? 0),
    }),
    assigneeId: t.exposeID('assignedAgentId', optional("The assignee's id.")),
    assignee: t.field(userField('assignedAgentId', 'The assignee.')),
    price: t.exposeFloat('price', optional(priceDescription)),
    commission: t.exposeFloat('commission', optional('The commission amount.')),
    closeDate: t.expose('closeDate', optionalTime('The expected or actual close date.')),
  }),
})

builder.objectFields(Deal, (t) => ({
  peopleIds: t.idList({
    description: "The ids of the deal's people whom the caller can view.",
    ...relationField(operations.loadPeopleIds, 'id', (people) => people ?? []),
  }),
  people: t.field({
    type: [Person],
    ...optional("The deal's people whom the caller can view."),
    extensions: { ...requiredScopes('people.view'), ...readsColumns('id') },
    resolve: relationField(operations.loadPeopleIds, 'id', (ids, ctx) =>
      loadAll(ctx, ids, loadPerson),
    ).resolve,
  }),
  teamIds: t.idList({
    description: "The ids of the deal's teams.",
    ...relationField(operations.loadTeamIds, 'id', (teams) => teams ?? []),
  }),
  teams: t.field({
    type: [Team],
    description: 'The teams, whose leaders and members can view the deal.',
    ...relationField(operations.loadTeamIds, 'id', (ids, ctx) => loadAll(ctx, ids, loadTeam)),
  }),
}))

addExternalIdsField(Deal, 'deal')
addCustomFields(Deal, 'deal')
addMergeCount('deals', 'deals.view', operations.countDealsOfPeople)

export const dealRecord = registerRecord(Deal, {
  filterSpec: dealFilterSpec,
  filterTypes: { status: DealStatus, customFields: CustomFieldWhere, ...externalIdWhere },
  load: operations.loadDeal,
  one: { description: 'Returns a deal by id.', get: operations.getDeal },
  many: { name: 'deals', description: 'Returns deals, newest first.', list: operations.deals },
})

dealRecord.addListTo(Person, 'deals', operations.dealsOfPerson)

const createListByColumn = (targetColumn: string) =>
  createListByParent(dealFilterSpec, { targetColumn })

dealRecord.addListTo(Pipeline, 'deals', createListByColumn('pipelineId'))

dealRecord.addListTo(PipelineStage, 'deals', createListByColumn('stageId'))

const teamLink = { linkTable: 'dealTeams', recordColumn: 'teamId', targetColumn: 'dealId' } as const
dealRecord.addListTo(Team, 'deals', createListByParent(dealFilterSpec, teamLink))

const userDealsDescription = 'The deals assigned to the user, newest first.'
dealRecord.addListTo(User, 'deals', createListByColumn('assignedAgentId'), userDealsDescription)
