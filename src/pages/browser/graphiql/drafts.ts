import { currentKey } from '../key.ts'
import { settings } from '../settings.ts'
import { ask } from './ask.ts'
import type { Draft } from './editor.ts'
import { filled } from './fill.ts'
import { say } from './key-panel.ts'

/** What GraphiQL is to open: an example, or what a link says. */
const { examples } = settings<{ examples: Record<string, { query: string; variables?: object }> }>()

/** Whether an operation stands as it does in an example. */
export const isExample = ({ query }: Draft): boolean =>
  Object.values(examples).some((example) => example.query === query)

/** An example by the name of its operation, with the ids of records that are there. */
export async function draftOf(name: string): Promise<Draft | undefined> {
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined
  if (!example) return undefined
  const send = async (query: string) =>
    (await ask<Record<string, unknown>>(currentKey() ?? '', query)).data
  const { variables, missing } = await filled(example.variables ?? {}, send, Date.now())
  say(
    missing.length > 0
      ? `Nothing was found for ${missing.join(', ')}: put an id of your own there.`
      : '',
  )
  return {
    query: example.query,
    variables: example.variables ? JSON.stringify(variables, null, 2) : '',
  }
}

/**
 * What the query of an address asks for: `query` and `variables` exactly as they are, or an
 * `example`.
 */
export async function askedFor(search: string): Promise<Draft | undefined> {
  const parameters = new URLSearchParams(search)
  const query = parameters.get('query')
  if (query !== null) return { query, variables: parameters.get('variables') ?? '' }
  return draftOf(parameters.get('example') ?? '')
}

/** The address that opens with this. */
export const linkTo = ({ query, variables }: Draft): string =>
  `?${new URLSearchParams({ query, ...(variables.trim() && { variables }) })}`
