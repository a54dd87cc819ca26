import { ask } from './graphiql/ask.ts'
import { type Draft, goTo, mount, open, shown } from './graphiql/editor.ts'
import { foldable, findable } from './graphiql/examples.ts'
import { fetcherWith } from './graphiql/fetcher.ts'
import { filled } from './graphiql/fill.ts'
import { currentKey } from './graphiql/key.ts'
import { askForKey, say, whose } from './graphiql/key-panel.ts'
import { settings } from './settings.ts'

/** GraphiQL's page: the examples beside it, the key that it needs, and what the address says it should open with. */
const { examples } = settings<{ examples: Record<string, { query: string; variables?: object }> }>()
const root = document.getElementById('graphiql') as HTMLElement
const loading = document.getElementById('loading') as HTMLElement

/** An example with the ids of records that are there. */
async function draftOf(name: string): Promise<Draft | undefined> {
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined
  if (!example) return undefined
  const send = async (query: string) => (await ask<Record<string, unknown>>(currentKey() ?? '', query)).data
  const { variables, missing } = await filled(example.variables ?? {}, send, Date.now())
  say(missing.length > 0 ? `Nothing was found for ${missing.join(', ')}: put an id of your own there.` : '')
  return { query: example.query, variables: example.variables ? JSON.stringify(variables, null, 2) : '' }
}

/** What the address asks for: exactly that, or an example by its name. */
async function asked(): Promise<Draft | undefined> {
  const parameters = new URLSearchParams(location.search)
  const query = parameters.get('query')
  if (query !== null) return { query, variables: parameters.get('variables') ?? '' }
  return draftOf(parameters.get('example') ?? '')
}

const isExample = ({ query }: Draft) => Object.values(examples).some((example) => example.query === query)

async function start(): Promise<void> {
  loading.hidden = false
  const draft = await asked()
  const operation = new URLSearchParams(location.search).get('operationName')
  await mount(root, draft, {
    defaultQuery: examples['PeopleAtAGlance']?.query,
    shouldPersistHeaders: false,
    fetcher: fetcherWith(() => askForKey('Your key is no longer good: it was revoked or has expired, or its user was suspended.')),
    // Once it is changed, the address no longer says what is shown.
    onEditQuery: (query: string) => {
      if (draft && query !== draft.query) history.replaceState(null, '', '/graphql')
    },
    title: ' ',
    logo: ' ',
  })
  loading.hidden = true
  if (operation && /^\w+$/.test(operation)) setTimeout(() => goTo(new RegExp(`\\b${operation}\\b`)), 0)
}

foldable()
findable()
document.getElementById('examples')?.addEventListener('click', (event) => {
  const name = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-example]')?.dataset['example'] : undefined
  if (!name || event.ctrlKey || event.metaKey || event.shiftKey || !shown()) return
  event.preventDefault()
  void draftOf(name).then((draft) => draft && open(draft, isExample))
})

await whose(currentKey())
await start()
