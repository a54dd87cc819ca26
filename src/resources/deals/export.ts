/** Declares the deal export, including columns that are not stored in the `deals` table. */
import { loadAll } from '../../crud/loader.ts'
import { declareExport } from '../../filtering/exports.ts'
import { loadPipeline, loadPipelineStage } from '../pipelines/operations.ts'
import { loadTeam } from '../teams/operations.ts'
import { getUserEmail } from '../users/operations.ts'
import { deals, loadPeopleIds, loadTeamIds } from './operations.ts'

declareExport('deals', {
  type: 'Deal',
  list: deals,
  async readColumns(ctx, row) {
    const teams = await loadAll(ctx, await loadTeamIds.of(ctx, row, 'id'), loadTeam)
    return {
      pipeline: (await loadPipeline.of(ctx, row, 'pipelineId'))?.name ?? null,
      stage: (await loadPipelineStage.of(ctx, row, 'stageId'))?.name ?? null,
      people: (await loadPeopleIds.of(ctx, row, 'id')) ?? [],
      teams: teams.map(({ name }) => name),
      assignedAgent: await getUserEmail(ctx, row, 'assignedAgentId'),
    }
  },
})
