import { type Caller, companyOf } from '../support/visibility-model.ts'
import type { Dice } from './dice.ts'
import type { AnyKind, Records } from './records.ts'

/** The material of a request: caller, existing records, and the degree of invalidity. */
export interface Pool {
  dice: Dice
  caller: Caller
  records: Records
  gone: string[]
  /** Markers of the records of both companies. */
  marks: string[]
  /** Cursors of responses: those of the same operation, and all. */
  cursors: { own: string[]; all: string[] }
  /** The probability of an invalid value; 0 in a valid request. */
  wildness: number
  /**
   * Whether the request writes: it then contains no marker of another record, which would be found
   * where it does not belong.
   */
  writes: boolean
  /** A number that is unique to the request, for unique values. */
  fresh: number
}

/**
 * An id of the kind: usually of a visible record; in invalid requests also of a hidden or deleted
 * one, or of another company.
 */
export function pickId({ dice, caller, records, gone, wildness }: Pool, kind: AnyKind): string {
  const collected = records.seenBy(caller)
  const all = records.of(kind)
  const mine = all.filter(({ id, trashed }) => collected.has(id) && (!trashed || dice.chance(0.2)))
  const foreign = all.filter(({ company }) => company !== companyOf(caller.who))
  const hidden = all.filter((each) => !collected.has(each.id) && !foreign.includes(each))
  const others = [hidden, foreign].filter((list) => list.length > 0)
  const list =
    others.length > 0 && dice.chance(Math.min(0.5, wildness))
      ? dice.pick(others)
      : mine.length > 0
        ? mine
        : all
  if (list.length === 0 || dice.chance(wildness / 4))
    return dice.pick([...gone, 'person_00000000000000000000000000', 'nothing_1'])
  return dice.pick(list).id
}
