import { generateKeyBetween } from 'fractional-indexing'
import type { DealRow } from '../../src/resources/deals/table.ts'
import type { PipelineStageRow } from '../../src/resources/pipelines/table.ts'
import {
  type Board,
  between,
  day,
  iso,
  momentAfter,
  type Office,
  officeHours,
  recordAt,
} from './office.ts'
import { enterStage, type SeededPerson, type Stay } from './person.ts'
import { fillIn } from './phrases.ts'

export interface SeededDeal {
  row: DealRow
  peopleIds: string[]
  teamIds: string[]
  stays: Stay<PipelineStageRow>[]
}

const titles: Record<string, readonly string[]> = {
  Sales: [
    '{number} {street}: {name}',
    '{beds}-bedroom in {area} for {name}',
    'Condo in {area}, {name}',
    '{name}: first home',
    'Relocation {name}, {area}',
  ],
  Listings: [
    'Listing {number} {street}',
    'Sale of {number} {street}, {name}',
    'Estate of the {name} family, {street}',
    'Duplex on {street}',
  ],
}

/** A deal of this person, last in its column, perhaps together with another person. */
export function makeDeal(office: Office, person: SeededPerson, other: SeededPerson): SeededDeal {
  const { dice } = office
  const board = dice.pick(dice.chance(0.6) ? office.boards : office.boards.slice(0, 1))
  const together = other !== person && dice.chance(0.15)
  const later = together && other.row.createdAt > person.row.createdAt ? other : person
  const record = recordAt(office, 'deal', momentAfter(office, later.row))
  const created = Date.parse(record.createdAt)
  const stage = makeStage(office, board, created)
  const entered =
    stage.position === 0
      ? created
      : officeHours(
          office,
          between(dice, created, Math.min(office.end, created + Math.min(office.span, 90 * day))),
          created,
        )
  const price = (person.row.price ?? dice.int(60, 300) * 5000) + dice.int(-8, 8) * 2500
  const agentId = person.row.assignedAgentId
  const row: DealRow = {
    ...record,
    updatedAt: iso(entered),
    title: fillIn(dice, dice.pick(titles[board.name] ?? ['{name}']), {
      name: person.row.lastName || person.row.firstName,
    }),
    pipelineId: board.id,
    stageId: stage.id,
    rank: nextRank(board, stage.id),
    assignedAgentId: agentId,
    price: dice.chance(0.95) ? price : null,
    commission: dice.chance(0.85) ? Math.round(price * dice.pick([0.02, 0.025, 0.03])) : null,
    closeDate:
      stage.type !== 'open'
        ? iso(entered)
        : dice.chance(0.8)
          ? iso(Math.floor(office.end / day + dice.int(3, 90)) * day)
          : null,
    stageEnteredAt: iso(entered),
    createdBy: agentId ?? office.owner.id,
  }
  if (stage.type === 'won')
    enterStage(office, person, dice.chance(0.6) ? 'Client' : 'Past client', entered)
  const team = office.teamOf.get(agentId ?? '')
  const stays = wayTo(board, stage, created, entered)
  row.version = stays.length
  return {
    row,
    stays,
    peopleIds: [person.row.id, ...(together ? [other.row.id] : [])],
    teamIds: team && dice.chance(0.6) ? [team] : [],
  }
}

/** Old deals are mostly decided, young ones mostly open. */
function makeStage({ dice, end }: Office, { stages }: Board, created: number): PipelineStageRow {
  const decided = dice.chance(Math.min(0.6, (end - created) / (200 * day)))
  const type = !decided ? 'open' : dice.chance(0.6) ? 'won' : 'lost'
  return dice.pick(stages.filter((stage) => stage.type === type))
}

/**
 * The stages through which a deal came to where it is: the open ones before it, at even distances.
 */
function wayTo(
  { stages }: Board,
  stage: PipelineStageRow,
  created: number,
  entered: number,
): Stay<PipelineStageRow>[] {
  const way = [
    ...stages.filter((each) => each.type === 'open' && each.position < stage.position),
    stage,
  ]
  return way.map((each, index) => ({
    stage: each,
    at:
      way.length === 1
        ? entered
        : Math.round(created + ((entered - created) * index) / (way.length - 1)),
  }))
}

function nextRank(board: Board, stageId: string): string {
  const rank = generateKeyBetween(board.lastRank.get(stageId) ?? null, null)
  board.lastRank.set(stageId, rank)
  return rank
}
