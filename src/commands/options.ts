import { InvalidArgumentError } from 'commander'
import { parseDateTime } from '../graphql/schema/scalar-parsers.ts'
import { scalars } from '../graphql/schema/scalars.ts'
import { InputError } from '../graphql/schema/text.ts'

/**
 * Reads options by the same rules as the API reads its inputs; what is wrong is told in one
 * sentence.
 */
export const parseWholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
    return value
  }

/** @param name of a constrained scalar: Label, Email … */
export const scalarOption = (name: string) => {
  const scalar = scalars.find((each) => each.name === name)
  if (!scalar) throw new Error(`no scalar ${name}`)
  return (text: string): string => parseOption(() => scalar.coerceInputValue(text) as string)
}

/** A date without a time means midnight UTC at its start. */
export const parseDateTimeOption = (text: string): string =>
  parseOption(() => parseDateTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text))

/** An option that may be repeated. */
export const repeatable =
  (read: (text: string) => string) =>
  (text: string, before: string[] = []): string[] => [...before, read(text)]

export function parseOption<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof InputError) throw new InvalidArgumentError(`It ${error.message}.`)
    throw error
  }
}
