import {
  createDeal,
  type DealInput,
  deleteDeal,
  getDeal,
  loadPeopleIds,
  loadTeamIds,
  updateDeal,
} from '../../../resources/deals/operations.ts'
import {
  choicesOf,
  findNamed,
  findPersonReference,
  nameKey,
  type ReferenceData,
} from '../references.ts'
import { textOf } from '../values.ts'
import {
  type FieldReader,
  type Importer,
  type RowContext,
  removeUnchanged,
  userReader,
} from './importer.ts'
import { mappedStage, unknownStage } from './people.ts'

/** Reads the pipeline; without one, an existing deal keeps its own, a new one gets the default. */
const readPipeline: FieldReader = async ({ ctx, row, plan, references, existingId }) => {
  const found = row.cell('pipeline')
  const current = existingId === undefined ? undefined : await getDeal(ctx, existingId)
  const name = found ? textOf(found.cell) : current ? undefined : plan.pipeline
  const pipeline = name === undefined ? undefined : findNamed(references.pipelines, name)[0]
  if (found && !pipeline) {
    const remedy = `Leave the column out (--map "${found.heading}="), and name a pipeline with --pipeline`
    return row.refuse(
      found.heading,
      `matches no pipeline ("${textOf(found.cell).slice(0, 100)}"); the pipelines are ${choicesOf(references.pipelines)}. ${remedy}`,
    )
  }
  const pipelineId = pipeline?.id ?? current?.pipelineId ?? references.pipelines[0]?.id
  if (pipelineId === undefined)
    return row.refuse('pipeline', 'is required, but there is none: create one first')
  if (found) row.set('pipelineId', pipelineId, found.heading)
  else row.draft.onCreate['pipelineId'] = pipelineId
  readStage({ row, plan, references }, pipelineId)
}

type PipelineStage = ReferenceData['pipelineStages'][number]

/** Reads the stage within a pipeline; the status `won` or `lost` overrides the stage. */
function readStage(
  { row, plan, references }: Pick<RowContext, 'row' | 'plan' | 'references'>,
  pipelineId: string,
): void {
  const stages = references.pipelineStages.filter((stage) => stage.pipelineId === pipelineId)
  const found = row.cell('stage')
  const status = row.cell('status')
  const endType = status && /^(won|lost)$/.exec(textOf(status.cell).toLowerCase())?.[1]
  const endStage = endType && stages.find(({ type }) => type === endType)
  const stage = endStage || (found && findStage(stages, textOf(found.cell), plan))
  const heading = (endStage ? status : found)?.heading ?? ''
  if (stage) row.set('stageId', stage.id, heading)
  else if (found) row.leaveOut(heading, unknownStage(textOf(found.cell), stages), found.cell)
}

/** Finds a stage; HubSpot appends the pipeline to its name, as in `Proposal (Sales)`. */
function findStage(stages: readonly PipelineStage[], text: string, plan: RowContext['plan']) {
  const find = (name: string) =>
    findNamed(stages, mappedStage(plan, name))[0] ?? findClosingStage(stages, name)
  return find(text) ?? find(text.replace(/ \([^()]*\)$/, ''))
}

/** Matches `Closed Won` or `closedlost` to the only stage of that type. */
function findClosingStage(stages: readonly PipelineStage[], name: string) {
  const type = /^closed(won|lost)$/.exec(nameKey(name))?.[1]
  const ofType = stages.filter((stage) => stage.type === type)
  return ofType.length === 1 ? ofType[0] : undefined
}

/** Reads people; of several columns, those without a match are reported only if none matches. */
const readPeople: FieldReader = async ({ ctx, row, plan }) => {
  const cells = row.cells('people')
  const ids = new Set<string>()
  const problems: [heading: string, message: string, text: string][] = []
  for (const cell of cells)
    for (const text of row.list(cell)) {
      const person = await findPersonReference(ctx, text, plan.source)
      if (typeof person === 'string') ids.add(person)
      else problems.push([cell.heading, person.problem, text])
    }
  if (cells[0] && ids.size > 0) row.set('peopleIds', [...ids], cells[0].heading)
  else row.clear('people', 'peopleIds', [])
  if (cells.length === 1 || ids.size === 0) for (const problem of problems) row.leaveOut(...problem)
}

const readTeams: FieldReader = ({ row, references }) => {
  row.clear('teams', 'teamIds', [])
  const cell = row.cell('teams')
  if (!cell) return
  const ids = row.list(cell).flatMap((name) => {
    const [team] = findNamed(references.teams, name)
    if (team) return [team.id]
    const message = `matches no team ("${name.slice(0, 100)}"); the teams are ${choicesOf(references.teams)}`
    row.leaveOut(cell.heading, message, name)
    return []
  })
  if (ids.length > 0) row.set('teamIds', ids, cell.heading)
}

export const deals: Importer = {
  kind: 'deals',
  readers: {
    pipelineId: readPipeline,
    // The reader of the pipeline also reads the stage.
    stageId: () => {},
    peopleIds: readPeople,
    teamIds: readTeams,
    assignedAgentId: userReader('assignedAgent', 'assignedAgentId'),
  },
  create: (ctx, input) => createDeal(ctx, input as unknown as DealInput),
  get: getDeal,
  loadValues: async (ctx, { id }) => ({
    peopleIds: (await loadPeopleIds(ctx, id)) ?? [],
    teamIds: (await loadTeamIds(ctx, id)) ?? [],
  }),
  async update(ctx, id, input, isExact) {
    const added = input['peopleIds'] as string[] | undefined
    if (isExact || !added) return updateDeal(ctx, id, input as Partial<DealInput>)
    const peopleIds = [...((await loadPeopleIds(ctx, id)) ?? []), ...added]
    return updateDeal(ctx, id, { ...input, peopleIds } as Partial<DealInput>)
  },
  remove: removeUnchanged(deleteDeal),
}
