import { generateKeyBetween } from 'fractional-indexing'
import { dayMs } from '../../src/lib/time.ts'
import type { DealRow } from '../../src/resources/deals/table.ts'
import type { PersonRow } from '../../src/resources/people/table.ts'
import type { PipelineStageRow } from '../../src/resources/pipelines/table.ts'
import { enterStage, type SeededPerson, type StageStay } from './person.ts'
import { fillPhrase } from './phrases.ts'
import {
  type Board,
  makeRecordColumns,
  pickBetween,
  pickTimeAfter,
  type SeedContext,
  toIso,
  toOfficeHours,
} from './seed-context.ts'

export interface SeededDeal {
  row: DealRow
  peopleIds: string[]
  teamIds: string[]
  stays: StageStay<PipelineStageRow>[]
}

const titlePhrasesByPipeline: Record<string, readonly string[]> = {
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

/** Makes a deal with one or two people, and places it last in its stage. */
export function makeDeal(
  seedContext: SeedContext,
  person: SeededPerson,
  otherPerson: SeededPerson,
): SeededDeal {
  const { random } = seedContext
  const board = random.pick(
    random.chance(0.6) ? seedContext.boards : seedContext.boards.slice(0, 1),
  )
  const hasSecondPerson = otherPerson !== person && random.chance(0.15)
  const newerPerson =
    hasSecondPerson && otherPerson.row.createdAt > person.row.createdAt ? otherPerson : person
  const record = makeRecordColumns(seedContext, 'deal', pickTimeAfter(seedContext, newerPerson.row))
  const createdMs = Date.parse(record.createdAt)
  const stage = pickStage(seedContext, board, createdMs)
  const enteredMs = stage.position === 0 ? createdMs : pickEntryTime(seedContext, createdMs)
  const stays = makeStageStays(board, stage, createdMs, enteredMs)
  const row: DealRow = {
    ...record,
    version: stays.length,
    updatedAt: toIso(enteredMs),
    ...makeDealColumns(seedContext, person.row, board, stage, enteredMs),
  }
  if (stage.type === 'won')
    enterStage(seedContext, person, random.chance(0.6) ? 'Client' : 'Past client', enteredMs)
  const teamId = seedContext.teamIdByUser.get(row.assignedAgentId ?? '')
  return {
    row,
    stays,
    peopleIds: [person.row.id, ...(hasSecondPerson ? [otherPerson.row.id] : [])],
    teamIds: teamId && random.chance(0.6) ? [teamId] : [],
  }
}

function pickEntryTime(seedContext: SeedContext, createdMs: number): number {
  const { random, endMs, activitySpanMs } = seedContext
  const latestMs = Math.min(endMs, createdMs + Math.min(activitySpanMs, 90 * dayMs))
  return toOfficeHours(seedContext, pickBetween(random, createdMs, latestMs), createdMs)
}

function makeDealColumns(
  { random, endMs, owner }: SeedContext,
  person: PersonRow,
  board: Board,
  stage: PipelineStageRow,
  enteredMs: number,
) {
  const price = (person.price ?? random.int(60, 300) * 5000) + random.int(-8, 8) * 2500
  return {
    title: fillPhrase(random, random.pick(titlePhrasesByPipeline[board.name] ?? ['{name}']), {
      name: person.lastName || person.firstName,
    }),
    pipelineId: board.id,
    stageId: stage.id,
    rank: createNextRank(board, stage.id),
    assignedAgentId: person.assignedAgentId,
    price: random.chance(0.95) ? price : null,
    commission: random.chance(0.85) ? Math.round(price * random.pick([0.02, 0.025, 0.03])) : null,
    closeDate:
      stage.type !== 'open'
        ? toIso(enteredMs)
        : random.chance(0.8)
          ? toIso(Math.floor(endMs / dayMs + random.int(3, 90)) * dayMs)
          : null,
    stageEnteredAt: toIso(enteredMs),
    createdBy: person.assignedAgentId ?? owner.id,
  }
}

/** Picks a won or lost stage for many old deals, and an open stage for most new deals. */
function pickStage(
  { random, endMs }: SeedContext,
  { stages }: Board,
  createdMs: number,
): PipelineStageRow {
  const isDecided = random.chance(Math.min(0.6, (endMs - createdMs) / (200 * dayMs)))
  const type = !isDecided ? 'open' : random.chance(0.6) ? 'won' : 'lost'
  return random.pick(stages.filter((stage) => stage.type === type))
}

/**
 * Lists the stages through which a deal has passed: the open stages before its current stage,
 * entered at equal intervals, and the current stage.
 */
function makeStageStays(
  { stages }: Board,
  stage: PipelineStageRow,
  createdMs: number,
  enteredMs: number,
): StageStay<PipelineStageRow>[] {
  const passedStages = [
    ...stages.filter(
      (candidate) => candidate.type === 'open' && candidate.position < stage.position,
    ),
    stage,
  ]
  return passedStages.map((passedStage, index) => ({
    stage: passedStage,
    enteredMs:
      passedStages.length === 1
        ? enteredMs
        : Math.round(createdMs + ((enteredMs - createdMs) * index) / (passedStages.length - 1)),
  }))
}

function createNextRank(board: Board, stageId: string): string {
  const rank = generateKeyBetween(board.lastRankByStage.get(stageId) ?? null, null)
  board.lastRankByStage.set(stageId, rank)
  return rank
}
