import { coerceInputValue, type GraphQLInputType } from 'graphql'
import type { Where } from '../filtering/filter.ts'
import { checkValue, formatInputPath, type Problem } from '../graphql/check-values.ts'
import { parsedJson } from '../http/body.ts'
import { schema } from '../resources/index.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'

/**
 * A filter as it is given on the command line: the same as the API's `where`, in JSON. @throws
 * OperatorError
 */
export function readWhere(type: string, text: string): Where {
  const given = parsed(text)
  const problems: Problem[] = []
  checkValue(
    given,
    schema.getType(type) as GraphQLInputType,
    ['--where'],
    (place, code, message) => problems.push({ place, code, message }),
    {
      strictLists: true,
    },
  )
  const told = problems
    .slice(0, 5)
    .map(({ place, message }) => `${formatInputPath(place)} ${message}`)
  if (told.length > 0) throw wrong(`${told.join('; ')}.`)
  return coerceInputValue(given, schema.getType(type) as GraphQLInputType) as Where
}

const wrong = (sentence: string) => new OperatorError(sentence, exitCodes.setting)

function parsed(text: string): unknown {
  let value: unknown
  try {
    value = parsedJson(text)
  } catch {}
  if (value && typeof value === 'object' && !Array.isArray(value)) return value
  throw wrong(`--where must be a JSON object, such as '{"stageId": "stage_…"}'.`)
}
