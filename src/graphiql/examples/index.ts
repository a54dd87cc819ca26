/**
 * The example operations of GraphiQL, in the `.graphql` files of this folder. The examples of
 * `openapi.json` and the REST reference are derived from them. `## ` begins a group, and `### ` an
 * example with its title; a sentence, the variables as JSON after `#= `, and the operation follow.
 * Ids of records replace placeholders in the variables, such as `$person` (`../browser/fill.ts`).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The URL of an example is `/graphql?example=NAME`. */
export interface Example {
  title: string
  description: string
  kind: string
  name: string
  query: string
  variables?: object
}

export type Group = { title: string; examples: Example[] }

/** The files in the order of the page; later examples use records that earlier ones create. */
const fileNames = ['people', 'deals', 'work', 'events', 'catalog', 'bulk', 'access']

export const groups: Group[] = fileNames.flatMap((file) =>
  readGroups(readFileSync(join(import.meta.dirname, `${file}.graphql`), 'utf8')),
)

function readGroups(text: string): Group[] {
  return splitSections(text, '## ').map((group) => {
    const [title = '', ...lines] = group.split('\n')
    return { title, examples: splitSections(lines.join('\n'), '### ').map(readExample) }
  })
}

/** Splits a text at lines that start with a mark, and removes the marks. */
function splitSections(text: string, marker: string): string[] {
  return `\n${text}`.split(`\n${marker}`).slice(1)
}

function readExample(text: string): Example {
  const [title = '', sentence = '', ...lines] = text.trim().split('\n')
  const variables = lines
    .filter((line) => line.startsWith('#= '))
    .map((line) => line.slice(3).trim())
  const query = lines.filter((line) => !line.startsWith('#= ')).join('\n')
  const [, kind = '', name = ''] = /^(query|mutation|subscription) (\w+)/m.exec(query) ?? []
  return {
    title,
    description: sentence.replace(/^# /, ''),
    kind,
    name,
    query,
    ...(variables.length > 0 && { variables: JSON.parse(variables.join(' ')) as object }),
  }
}
