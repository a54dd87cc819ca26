/**
 * GraphiQL's example operations, read from `examples.graphql` in the folders of the record kinds.
 * The examples in `openapi.json` and the REST reference are derived from them. In a file, `## `
 * begins a group and `### ` an example with its title. A description, the variables as JSON after
 * `#= ` and the operation follow. `fill.ts` replaces placeholders in the variables, such as
 * `$person`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An example operation; `/graphql?example=NAME` opens it in GraphiQL. */
export interface Example {
  title: string
  description: string
  kind: string
  name: string
  query: string
  variables?: object
}

export type ExampleGroup = { title: string; examples: Example[] }

/** Folders that are displayed first, in order: later examples use records of earlier examples. */
const firstFolders =
  'people deals stages pipelines tasks activities appointments events webhooks smart-lists tags custom-fields users teams api-keys sessions'

const resourcesFolder = join(import.meta.dirname, '../resources')

export const exampleGroups: ExampleGroup[] = [
  ...new Set([...firstFolders.split(' '), ...readdirSync(resourcesFolder)]),
]
  .map((folder) => join(resourcesFolder, folder, 'examples.graphql'))
  .filter((file) => existsSync(file))
  .flatMap((file) => readGroups(readFileSync(file, 'utf8')))

function readGroups(text: string): ExampleGroup[] {
  return splitSections(text, '## ').map((group) => {
    const [title = '', ...lines] = group.split('\n')
    return { title, examples: splitSections(lines.join('\n'), '### ').map(readExample) }
  })
}

/** Splits a text at the lines that start with the marker. Removes the markers. */
function splitSections(text: string, marker: string): string[] {
  return `\n${text}`.split(`\n${marker}`).slice(1)
}

function readExample(text: string): Example {
  const [title = '', description = '', ...lines] = text.trim().split('\n')
  const variableLines = lines
    .filter((line) => line.startsWith('#= '))
    .map((line) => line.slice(3).trim())
  const query = lines.filter((line) => !line.startsWith('#= ')).join('\n')
  const [, kind = '', name = ''] = /^(query|mutation|subscription) (\w+)/m.exec(query) ?? []
  return {
    title,
    description: description.replace(/^# /, ''),
    kind,
    name,
    query,
    ...(variableLines.length > 0 && { variables: JSON.parse(variableLines.join(' ')) as object }),
  }
}
