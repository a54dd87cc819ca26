/**
 * The example operations of GraphiQL, read from the `.graphql` files beside this one. `## ` begins a
 * group, `### ` an example with its title; then come a sentence, the variables as JSON after `#= `,
 * and the operation. In variables, `$person` and the like stand for the id of a record that fits
 * (`../browser/fill.ts`).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Its URL is `/graphql?example=` and the name of its operation. */
export interface Example {
  title: string
  /** One sentence. */
  about: string
  kind: string
  name: string
  query: string
  variables?: object
}

export interface Group {
  title: string
  examples: Example[]
}

/** In the order of the page, in which they also run one after another. */
const files = ['people', 'deals', 'work', 'events', 'catalog', 'bulk', 'access']

export const groups: Group[] = files.flatMap((file) =>
  readGroups(readFileSync(join(import.meta.dirname, `${file}.graphql`), 'utf8')),
)

function readGroups(text: string): Group[] {
  return sections(text, '## ').map((group) => {
    const [title = '', ...lines] = group.split('\n')
    return { title, examples: sections(lines.join('\n'), '### ').map(readExample) }
  })
}

/** The parts of a text that begin with a line that starts with `mark`, without the mark. */
function sections(text: string, mark: string): string[] {
  return `\n${text}`.split(`\n${mark}`).slice(1)
}

function readExample(text: string): Example {
  const [title = '', about = '', ...lines] = text.trim().split('\n')
  const variables = lines
    .filter((line) => line.startsWith('#= '))
    .map((line) => line.slice(3).trim())
  const query = lines.filter((line) => !line.startsWith('#= ')).join('\n')
  const [, kind = '', name = ''] = /^(query|mutation|subscription) (\w+)/m.exec(query) ?? []
  return {
    title,
    about: about.replace(/^# /, ''),
    kind,
    name,
    query,
    ...(variables.length > 0 && { variables: JSON.parse(variables.join(' ')) as object }),
  }
}
