import { invalid } from '../../errors.ts'

const day = 86_400_000

/**
 * The longest that an appointment can last: what bounds the look-up of those that lie in a range.
 */
export const longestDays = 31

interface Span {
  startsAt: string
  endsAt: string
}

/**
 * @param field the one of the two that was given, and so is wrong
 * @throws VALIDATION_ERROR when an appointment does not end after it starts, or lasts too long
 */
export function checkSpan({ startsAt, endsAt }: Span, field: keyof Span): void {
  const length = Date.parse(endsAt) - Date.parse(startsAt)
  const late = field === 'endsAt'
  if (length <= 0)
    throw invalid([
      {
        field,
        code: 'OUT_OF_RANGE',
        message: late ? 'must be after the start' : 'must be before the end',
      },
    ])
  if (length > longestDays * day)
    throw invalid([
      {
        field,
        code: 'OUT_OF_RANGE',
        message: `must be at most ${longestDays} days ${late ? 'after the start' : 'before the end'}`,
      },
    ])
}
