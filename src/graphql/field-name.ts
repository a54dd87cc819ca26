import { shortened } from '../errors.ts'
import type { Place } from './values.ts'

/**
 * A place as clients write it: the wire name, with an index where there is one (`tags[3]`,
 * `emails[0].value`).
 */
export function fieldName(place: Place): string {
  const inner = place[0] === 'input' && typeof place[1] === 'string' ? place.slice(1) : place
  return shortened(
    inner.reduce<string>(
      (name, step) =>
        typeof step === 'number' ? `${name}[${step}]` : name ? `${name}.${step}` : String(step),
      '',
    ),
    200,
  )
}
