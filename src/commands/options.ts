/** Parsers of options, with the same rules as the inputs of the API. */
import { InvalidArgumentError } from 'commander'
import { InputError, parseDateTime } from '../graphql/schema/scalar-parsers.ts'
import { scalars } from '../graphql/schema/scalars.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'

/** The error of options that contradict each other or the data. */
export const optionError = (message: string) => new OperatorError(message, exitCodes.setting)

export const parseWholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
    return value
  }

/** @param name of a constrained scalar, such as Label or Email */
export const scalarOption = (name: string) => {
  const scalar = scalars.find((each) => each.name === name)
  if (!scalar) throw new Error(`no scalar ${name}`)
  return (text: string): string => parseOption(() => scalar.coerceInputValue(text) as string)
}

/** Parses a time; a date alone is its midnight in UTC. */
export const parseDateTimeOption = (text: string): string =>
  parseOption(() => parseDateTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text))

/** An option that can be repeated. */
export const repeatable =
  (parse: (text: string) => string) =>
  (text: string, values: string[] = []): string[] => [...values, parse(text)]

/** @throws InvalidArgumentError instead of InputError */
export function parseOption<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof InputError) throw new InvalidArgumentError(`It ${error.message}.`)
    throw error
  }
}
