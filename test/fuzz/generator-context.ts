import { type Caller, getCompany } from '../support/visibility-model.ts'
import type { RandomSource } from './random-source.ts'
import type { AnyKind, Records } from './records.ts'

/**
 * The context of a request generator: the caller, existing records, and the probability of invalid
 * values.
 */
export interface GeneratorContext {
  random: RandomSource
  caller: Caller
  records: Records
  deletedIds: string[]
  /**
   * Unique strings in the records of both companies. A marker in the wrong response reveals a data
   * leak.
   */
  markers: string[]
  /** Cursors from responses: of the same operation, and of all operations. */
  cursors: { sameOperation: string[]; all: string[] }
  /** The probability of an invalid value; 0 for a valid request. */
  invalidity: number
  /**
   * Whether the request writes. A write contains no marker of another record, because the marker
   * would later be found in the wrong record.
   */
  isWrite: boolean
  /** A number that is unique to the request, for fields whose values must be unique. */
  uniqueNumber: number
}

/**
 * Picks the id of a record of a kind: usually of a visible record, and in invalid requests also of
 * a hidden, foreign or deleted record.
 */
export function pickId(
  { random, caller, records, deletedIds, invalidity }: GeneratorContext,
  kind: AnyKind,
): string {
  const visibleIds = records.getVisibleIds(caller)
  const kindRecords = records.listByKind(kind)
  const visibleRecords = kindRecords.filter(
    ({ id, trashed }) => visibleIds.has(id) && (!trashed || random.chance(0.2)),
  )
  const foreignRecords = kindRecords.filter(({ company }) => company !== getCompany(caller.user))
  const hiddenRecords = kindRecords.filter(
    (record) => !visibleIds.has(record.id) && !foreignRecords.includes(record),
  )
  const invalidLists = [hiddenRecords, foreignRecords].filter((candidates) => candidates.length > 0)
  const candidates =
    invalidLists.length > 0 && random.chance(Math.min(0.5, invalidity))
      ? random.pick(invalidLists)
      : visibleRecords.length > 0
        ? visibleRecords
        : kindRecords
  if (candidates.length === 0 || random.chance(invalidity / 4))
    return random.pick([...deletedIds, 'person_00000000000000000000000000', 'nothing_1'])
  return random.pick(candidates).id
}
