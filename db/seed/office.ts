import type { CountryCode } from 'libphonenumber-js'
import type { Deps } from '../../src/context.ts'
import type { CompanyRow } from '../../src/resources/companies/table.ts'
import type { PipelineStageRow } from '../../src/resources/pipelines/table.ts'
import type { StageRow } from '../../src/resources/stages/table.ts'
import type { TagRow } from '../../src/resources/tags/table.ts'
import type { UserRow } from '../../src/resources/users/table.ts'
import type { RecordColumns } from '../../src/store/schema.ts'
import type { Dice } from './dice.ts'

/**
 * A company while it is being filled: who works there, what its records hang on, and how far the
 * numbering is.
 */
export interface Office {
  deps: Deps
  dice: Dice
  company: CompanyRow
  owner: UserRow
  userById: Map<string, UserRow>
  admin: UserRow
  leaders: UserRow[]
  agents: UserRow[]
  /** user id → the team that they are in or lead */
  teamOf: Map<string, string>
  stages: StageRow[]
  trash: StageRow
  boards: Board[]
  tags: TagRow[]
  /** When the first person came, and now: nothing is dated outside. */
  start: number
  end: number
  /** For how long after a person's arrival something happens around them, in milliseconds. */
  span: number
  /** The words that search knows already. */
  words: Set<string>
  takenNames: Set<string>
  phonesGiven: Map<CountryCode, number>
}

/** A pipeline with its stages in order, and the rank of each stage's last card. */
export interface Board {
  id: string
  name: string
  stages: PipelineStageRow[]
  lastRank: Map<string, string>
}

export const day = 86_400_000

export const iso = (at: number): string => new Date(at).toISOString()

/**
 * The columns of a record made at that time: its id carries the same time, because lists are
 * ordered by id.
 */
export function recordAt(
  { deps, company }: Pick<Office, 'deps' | 'company'>,
  prefix: string,
  at: number,
): RecordColumns {
  return {
    companyId: company.id,
    id: deps.newId(prefix, at),
    version: 1,
    createdAt: iso(at),
    updatedAt: iso(at),
  }
}

export const between = (dice: Dice, from: number, to: number): number =>
  Math.floor(from + dice.next() * Math.max(0, to - from))

/** A moment near `at` when an office on the Pacific coast is open, within the bounds. */
export function officeHours(
  { dice, end }: Pick<Office, 'dice' | 'end'>,
  at: number,
  least: number,
): number {
  const sunday = new Date(at).getUTCDay() === 0
  const midnight = Math.floor(at / day) * day - (sunday ? day : 0)
  let moment = Math.floor(midnight + (16 + 8.5 * dice.next()) * 3_600_000)
  if (moment > end) moment -= day
  return moment < least || moment > end ? Math.min(end, Math.max(least, at)) : moment
}

/** Some time after a person came, and not too long after. */
export function momentAfter(office: Office, person: { createdAt: string }): number {
  const from = Date.parse(person.createdAt)
  return officeHours(
    office,
    between(office.dice, from, Math.min(office.end, from + office.span)),
    from,
  )
}
