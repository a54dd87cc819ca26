/** Imports deals, with their pipeline, stage and person. */
import {
  createDeal,
  type DealInput,
  type DealRow,
  deleteDeal,
  getDeal,
  loadPeopleIds,
  loadTeamIds,
  updateDeal,
} from '../../../resources/deals/operations.ts'
import {
  findNamed,
  formatChoices,
  type ReferenceData,
  resolvePerson,
  toNameKey,
} from '../references.ts'
import { getText } from '../values.ts'
import {
  createUserReader,
  type FieldReader,
  type Importer,
  type RowContext,
  removeUnchanged,
} from './importer.ts'
import { explainStage, mapStage } from './people.ts'

const explainNoMatch = (noun: string, name: string, choices: string, remedy = '') =>
  `matches no ${noun} ("${name.slice(0, 100)}"); ${choices ? `the ${noun}s are ${choices}${remedy}` : `the company has no ${noun}s: create the ${noun} first`}`

/** Reads the pipeline and stage. A new deal's default pipeline is `--pipeline` or the first. */
const readPipeline: FieldReader = async (context) => {
  const { ctx, row, plan, references, existingId } = context
  const pipelineCell = row.getCell('pipeline')
  const currentDeal = existingId === undefined ? undefined : await getDeal(ctx, existingId)
  const name = pipelineCell ? getText(pipelineCell.cell) : currentDeal ? undefined : plan.pipeline
  const pipeline = name === undefined ? undefined : findNamed(references.pipelines, name)[0]
  if (pipelineCell && !pipeline) {
    const remedy = `. Ignore the column (--map "${pipelineCell.heading}="), and choose a pipeline with --pipeline`
    const choices = formatChoices(references.pipelines)
    const problem = explainNoMatch('pipeline', getText(pipelineCell.cell), choices, remedy)
    return row.addProblem(pipelineCell.heading, problem)
  }
  const pipelineId = pipeline?.id ?? currentDeal?.pipelineId ?? references.pipelines[0]?.id
  if (pipelineId === undefined)
    return row.addProblem('pipeline', 'is required: create a pipeline in the company first')
  if (pipelineCell) row.setValue('pipelineId', pipelineId, pipelineCell.heading)
  else row.draft.onCreate['pipelineId'] = pipelineId
  readStage(context, pipelineId)
}

/** Reads the deal's stage in the pipeline. The status `won` or `lost` overrides the stage. */
function readStage({ row, plan, references }: RowContext, pipelineId: string): void {
  const stages = references.pipelineStages.filter((stage) => stage.pipelineId === pipelineId)
  const stageCell = row.getCell('stage')
  const statusCell = row.getCell('status')
  const closingType = statusCell && /^(won|lost)$/.exec(getText(statusCell.cell).toLowerCase())?.[1]
  const closingStage = closingType && stages.find(({ type }) => type === closingType)
  const stage = closingStage || (stageCell && findStage(stages, getText(stageCell.cell), plan))
  const heading = (closingStage ? statusCell : stageCell)?.heading ?? ''
  if (stage) row.setValue('stageId', stage.id, heading)
  else if (stageCell)
    row.omit(heading, explainStage(getText(stageCell.cell), stages), stageCell.cell)
}

type PipelineStages = ReferenceData['pipelineStages']

/** Finds a stage by name. HubSpot appends the pipeline name, as in `Proposal (Sales)`. */
function findStage(stages: PipelineStages, text: string, plan: RowContext['plan']) {
  const findByName = (name: string) =>
    findNamed(stages, mapStage(plan, name))[0] ?? findClosingStage(stages, name)
  return findByName(text) ?? findByName(text.replace(/ \([^()]*\)$/, ''))
}

/** Matches `Closed Won` or `closedlost` to the pipeline's only stage of type `won` or `lost`. */
function findClosingStage(stages: PipelineStages, name: string) {
  const closingType = /^closed(won|lost)$/.exec(toNameKey(name))?.[1]
  const stagesOfType = stages.filter((stage) => stage.type === closingType)
  return stagesOfType.length === 1 ? stagesOfType[0] : undefined
}

/** Reads people. If one of several columns matches a person, unmatched values are not reported. */
const readPeople: FieldReader = async ({ ctx, row, plan }) => {
  const cells = row.getCells('people')
  const ids = new Set<string>()
  const problems: [heading: string, message: string, text: string][] = []
  for (const cell of cells)
    for (const personText of row.splitList(cell)) {
      const person = await resolvePerson(ctx, personText, plan.source)
      if (typeof person === 'string') ids.add(person)
      else problems.push([cell.heading, person.problem, personText])
    }
  if (cells[0] && ids.size > 0) row.setValue('peopleIds', [...ids], cells[0].heading)
  else row.clearField('people', 'peopleIds', [])
  if (cells.length === 1 || ids.size === 0) for (const problem of problems) row.omit(...problem)
}

const readTeams: FieldReader = ({ row, references }) => {
  row.clearField('teams', 'teamIds', [])
  const cell = row.getCell('teams')
  if (!cell) return
  const teamIds = row.splitList(cell).flatMap((name) => {
    const [team] = findNamed(references.teams, name)
    if (team) return [team.id]
    row.omit(cell.heading, explainNoMatch('team', name, formatChoices(references.teams)), name)
    return []
  })
  if (teamIds.length > 0) row.setValue('teamIds', teamIds, cell.heading)
}

export const deals: Importer = {
  kind: 'deals',
  readers: {
    pipelineId: readPipeline,
    // `readPipeline` also reads the stage.
    stageId: () => {},
    peopleIds: readPeople,
    teamIds: readTeams,
    assigneeId: createUserReader('assignedAgent', 'assigneeId'),
  },
  create: (ctx, input) => createDeal(ctx, input as unknown as DealInput),
  get: getDeal,
  loadValues: async (ctx, deal) => ({
    assigneeId: (deal as DealRow).assignedAgentId,
    peopleIds: (await loadPeopleIds(ctx, deal.id)) ?? [],
    teamIds: (await loadTeamIds(ctx, deal.id)) ?? [],
  }),
  async update(ctx, id, input, isExact) {
    const addedIds = input['peopleIds'] as string[] | undefined
    if (isExact || !addedIds) return updateDeal(ctx, id, input as Partial<DealInput>)
    const peopleIds = [...((await loadPeopleIds(ctx, id)) ?? []), ...addedIds]
    return updateDeal(ctx, id, { ...input, peopleIds } as Partial<DealInput>)
  },
  remove: removeUnchanged(deleteDeal),
}
