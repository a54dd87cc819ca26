/** The option `--where`: the filter of a list in GraphQL, as JSON. */
import { coerceInputValue, type GraphQLInputType } from 'graphql'
import type { Where } from '../filtering/parse-filter.ts'
import { checkValue, formatInputPath, type Problem } from '../graphql/check-values.ts'
import { parseJson } from '../http/body.ts'
import { schema } from '../resources/index.ts'
import { optionError } from './options.ts'

const maxProblems = 5

/** @throws OperatorError unless the text is a valid value of the input type */
export function parseFilter(typeName: string, text: string): Where {
  const type = schema.getType(typeName) as GraphQLInputType
  const filter = parseObject(text)
  const problems: Problem[] = []
  checkValue(
    filter,
    type,
    ['--where'],
    (path, code, message) => problems.push({ path, code, message }),
    { strictLists: true },
  )
  const messages = problems.map(({ path, message }) => `${formatInputPath(path)} ${message}`)
  if (messages.length > 0) throw optionError(`${messages.slice(0, maxProblems).join('; ')}.`)
  return coerceInputValue(filter, type) as Where
}

function parseObject(text: string): object {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {}
  if (value && typeof value === 'object' && !Array.isArray(value)) return value
  throw optionError(`--where must be a JSON object, such as '{"stageId": "stage_…"}'.`)
}
