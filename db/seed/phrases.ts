import { areas, streets } from './places.ts'
import type { Random } from './random.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const formatMoney = (amount: number): string => `$${amount.toLocaleString('en-US')}`

const slotValueMakers: Record<string, (random: Random) => string> = {
  street: (random) => random.pick(streets),
  number: (random) => String(random.int(2, 4800)),
  area: (random) => random.pick(areas),
  beds: (random) => String(random.int(2, 5)),
  price: (random) => formatMoney(random.int(60, 340) * 5000),
  day: (random) => random.pick(weekdays),
  time: (random) => `${random.int(9, 18)}:${random.pick(['00', '15', '30', '45'])}`,
}

/** Replaces the slots of a phrase, such as `{first}`, with `values` or random values. */
export const fillPhrase = (
  random: Random,
  phrase: string,
  values: Record<string, string>,
): string =>
  phrase.replace(
    /\{(\w+)\}/g,
    (_, slot: string) => values[slot] ?? slotValueMakers[slot]?.(random) ?? '',
  )
