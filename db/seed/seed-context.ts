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
 * A company that is being seeded: the users, stages and pipelines that new records reference, and
 * the values that are already in use.
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
  /** By user id, the id of the team that the user is a member or leader of. */
  teamIdByUser: Map<string, string>
  stages: StageRow[]
  trash: StageRow
  boards: Board[]
  tags: TagRow[]
  /**
   * The creation time of the first person, and the current time, in Unix epoch milliseconds. The
   * times of people and their records are between them.
   */
  startTime: number
  endTime: number
  /** The period after a person's creation in which all activity with the person falls. */
  activitySpanMs: number
  /** Words that are already in the search index. */
  indexedWords: Set<string>
  usedNames: Set<string>
  usedNumberCounts: Map<CountryCode, number>
}

/** A pipeline with its stages in order, and the rank of the last deal in each stage. */
export interface Board {
  id: string
  name: string
  stages: PipelineStageRow[]
  lastRankByStage: Map<string, string>
}

export const dayMs = 86_400_000

export const toIso = (time: number): string => new Date(time).toISOString()

/**
 * Returns the columns of a record that was created at `time`. The id also contains this time,
 * because lists are sorted by id.
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
 * Returns a time near `time` during office hours (Pacific time), between `earliestTime` and the
 * present.
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
