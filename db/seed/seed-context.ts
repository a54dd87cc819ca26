import type { CountryCode } from 'libphonenumber-js'
import type { Deps } from '../../src/context.ts'
import { dayMs, hourMs } from '../../src/lib/time.ts'
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
  /** The id of the team that each user belongs to or leads, by user id. */
  teamIdByUser: Map<string, string>
  stages: StageRow[]
  trash: StageRow
  boards: Board[]
  tags: TagRow[]
  /**
   * The earliest creation time of a person, and the current time, in Unix epoch milliseconds. All
   * changes to people and their records happen between these times.
   */
  startMs: number
  endMs: number
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

export const toIso = (timeMs: number): string => new Date(timeMs).toISOString()

/**
 * Returns the columns of a record that was created at `timeMs`. The id also contains this time,
 * because lists are sorted by id.
 */
export function makeRecordColumns(
  { deps, company }: Pick<SeedContext, 'deps' | 'company'>,
  prefix: string,
  timeMs: number,
): RecordColumns {
  return {
    companyId: company.id,
    id: deps.newId(prefix, timeMs),
    version: 1,
    createdBy: null,
    createdAt: toIso(timeMs),
    updatedAt: toIso(timeMs),
  }
}

export const pickBetween = (random: Random, minMs: number, maxMs: number): number =>
  Math.floor(minMs + random.next() * Math.max(0, maxMs - minMs))

/**
 * Returns a time near `timeMs` between `earliestMs` and the present, if possible during office
 * hours (Pacific time).
 */
export function toOfficeHours(
  { random, endMs }: Pick<SeedContext, 'random' | 'endMs'>,
  timeMs: number,
  earliestMs: number,
): number {
  const isSunday = new Date(timeMs).getUTCDay() === 0
  const midnightMs = Math.floor(timeMs / dayMs) * dayMs - (isSunday ? dayMs : 0)
  let openMs = Math.floor(midnightMs + (16 + 8.5 * random.next()) * hourMs)
  if (openMs > endMs) openMs -= dayMs
  return openMs < earliestMs || openMs > endMs
    ? Math.min(endMs, Math.max(earliestMs, timeMs))
    : openMs
}

/** Picks a time within `activitySpanMs` after a person's creation. */
export function pickTimeAfter(seedContext: SeedContext, person: { createdAt: string }): number {
  const createdMs = Date.parse(person.createdAt)
  return toOfficeHours(
    seedContext,
    pickBetween(
      seedContext.random,
      createdMs,
      Math.min(seedContext.endMs, createdMs + seedContext.activitySpanMs),
    ),
    createdMs,
  )
}
