import type { CountryCode } from 'libphonenumber-js'
import type { Deps } from '../../src/context.ts'
import type { CompanyRow } from '../../src/resources/companies/table.ts'
import type { PipelineStageRow } from '../../src/resources/pipelines/table.ts'
import type { StageRow } from '../../src/resources/stages/table.ts'
import type { TagRow } from '../../src/resources/tags/table.ts'
import type { UserRow } from '../../src/resources/users/table.ts'
import type { RecordColumns } from '../../src/store/schema.ts'
import type { Random } from './random.ts'

/**
 * A company during seeding: its users, stages and pipelines, to which new records refer, and the
 * values that are in use already.
 */
export interface SeedContext {
  deps: Deps
  random: Random
  company: CompanyRow
  owner: UserRow
  userById: Map<string, UserRow>
  admin: UserRow
  leaders: UserRow[]
  agents: UserRow[]
  /** The id of the team to which a user belongs or which the user leads, by user id. */
  teamIdByUser: Map<string, string>
  stages: StageRow[]
  trash: StageRow
  boards: Board[]
  tags: TagRow[]
  /**
   * The time of the first person's creation, and the current time: no record is dated outside this
   * range.
   */
  startTime: number
  endTime: number
  /** The time after a person's creation within which their activity falls, in milliseconds. */
  activitySpanMs: number
  /** Words that are already in the search index. */
  indexedWords: Set<string>
  usedNames: Set<string>
  usedNumberCounts: Map<CountryCode, number>
}

/** A pipeline with its stages in order, and the rank of the last card in each stage. */
export interface Board {
  id: string
  name: string
  stages: PipelineStageRow[]
  lastRankByStage: Map<string, string>
}

export const dayMs = 86_400_000

export const toIso = (time: number): string => new Date(time).toISOString()

/**
 * Returns the columns of a record created at a time. The id contains this time too, because lists
 * are ordered by id.
 */
export function makeRecordColumns(
  { deps, company }: Pick<SeedContext, 'deps' | 'company'>,
  prefix: string,
  time: number,
): RecordColumns {
  return {
    companyId: company.id,
    id: deps.newId(prefix, time),
    version: 1,
    createdBy: null,
    createdAt: toIso(time),
    updatedAt: toIso(time),
  }
}

export const pickBetween = (random: Random, minTime: number, maxTime: number): number =>
  Math.floor(minTime + random.next() * Math.max(0, maxTime - minTime))

/**
 * Returns a time near `time` at which an office on the Pacific coast is open, from `earliestTime`
 * to the present.
 */
export function toOfficeHours(
  { random, endTime }: Pick<SeedContext, 'random' | 'endTime'>,
  time: number,
  earliestTime: number,
): number {
  const isSunday = new Date(time).getUTCDay() === 0
  const midnight = Math.floor(time / dayMs) * dayMs - (isSunday ? dayMs : 0)
  let openTime = Math.floor(midnight + (16 + 8.5 * random.next()) * 3_600_000)
  if (openTime > endTime) openTime -= dayMs
  return openTime < earliestTime || openTime > endTime
    ? Math.min(endTime, Math.max(earliestTime, time))
    : openTime
}

/** Picks a time within `activitySpanMs` after a person's creation. */
export function pickTimeAfter(seedContext: SeedContext, person: { createdAt: string }): number {
  const createdTime = Date.parse(person.createdAt)
  return toOfficeHours(
    seedContext,
    pickBetween(
      seedContext.random,
      createdTime,
      Math.min(seedContext.endTime, createdTime + seedContext.activitySpanMs),
    ),
    createdTime,
  )
}
