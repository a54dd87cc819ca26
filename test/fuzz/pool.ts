import { type Caller, companyOf } from '../support/sight-model.ts'
import type { Dice } from './dice.ts'
import type { AnyKind, Records } from './records.ts'

/**
 * What a request can be made of at this moment: whose it is, what there is, and how wild it is to
 * be.
 */
export interface Pool {
  dice: Dice
  caller: Caller
  records: Records
  gone: string[]
  /** The marks of records, of both companies. */
  marks: string[]
  /** Cursors that were answered: those of the same operation, and all. */
  cursors: { own: string[]; all: string[] }
  /** How often a value is not what it should be: 0 in a request that means well. */
  wildness: number
  /**
   * Whether the request writes: then no mark of another record goes into it, to be found where it
   * does not belong.
   */
  writes: boolean
  /** A number that is another in each request, for what must be new. */
  fresh: number
}

/**
 * An id of the kind: mostly one that the caller sees; in wilder requests a hidden one, another
 * company's, or one of a record that is gone.
 */
export function pickId({ dice, caller, records, gone, wildness }: Pool, kind: AnyKind): string {
  const seen = records.seenBy(caller)
  const all = records.of(kind)
  const mine = all.filter(({ id, trashed }) => seen.has(id) && (!trashed || dice.chance(0.2)))
  const foreign = all.filter(({ company }) => company !== companyOf(caller.who))
  const hidden = all.filter((each) => !seen.has(each.id) && !foreign.includes(each))
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
