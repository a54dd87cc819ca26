import type { Dice } from './dice.ts'
import { areas, streets } from './places.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export const formatMoney = (amount: number): string => `$${amount.toLocaleString('en-US')}`

const slotFillers: Record<string, (dice: Dice) => string> = {
  street: (dice) => dice.pick(streets),
  number: (dice) => String(dice.int(2, 4800)),
  area: (dice) => dice.pick(areas),
  beds: (dice) => String(dice.int(2, 5)),
  price: (dice) => formatMoney(dice.int(60, 340) * 5000),
  day: (dice) => dice.pick(days),
  time: (dice) => `${dice.int(9, 18)}:${dice.pick(['00', '15', '30', '45'])}`,
}

/** Replaces the slots of a phrase, such as `{first}`, with the given or random values. */
export const fillIn = (dice: Dice, phrase: string, values: Record<string, string>): string =>
  phrase.replace(/\{(\w+)\}/g, (_, slot: string) => values[slot] ?? slotFillers[slot]?.(dice) ?? '')
