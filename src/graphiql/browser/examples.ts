import { currentKey, settings } from '../../pages/browser/page-data.ts'
import type { Draft } from './editor.ts'
import { fillVariables } from './fill.ts'
import { ask, showMessage } from './requests.ts'

/** What the list of examples does by itself: it is searched, and folded away. */
const list = document.getElementById('examples') as HTMLElement
const groups = [...list.querySelectorAll('details')]

/** Leaves those examples that have all the words; groups with one open. */
export function enableSearch(): void {
  const field = list.querySelector<HTMLInputElement>('#find')
  const before = groups.map((group) => group.open)
  field?.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    let found = 0
    for (const [index, group] of groups.entries()) {
      const heading = group.querySelector('summary')?.textContent ?? ''
      const items = [...group.querySelectorAll('li')]
      for (const item of items)
        item.hidden = !words.every((word) =>
          `${heading} ${item.textContent} ${item.querySelector('a')?.dataset['example']}`
            .toLowerCase()
            .includes(word),
        )
      const left = items.filter((item) => !item.hidden).length
      found += left
      group.hidden = left === 0
      group.open = words.length > 0 ? left > 0 : before[index] === true
    }
    const told = list.querySelector('#found')
    if (told)
      told.textContent = words.length === 0 ? '' : found === 1 ? '1 example' : `${found} examples`
  })
}

/** Marks the example that is open, and shows where it stands; or none. */
export function markExample(name: string | undefined): void {
  for (const link of list.querySelectorAll<HTMLElement>('[data-example]')) {
    if (link.dataset['example'] !== name) link.removeAttribute('aria-current')
    else {
      link.setAttribute('aria-current', 'true')
      link.closest('details')?.setAttribute('open', '')
    }
  }
}

/**
 * The button that folds the list away; in a narrow window it begins so, and is so again once
 * something was chosen.
 */
export function enableFolding(): { unlessWide(): void } {
  const button = document.getElementById('fold')
  const show = (open: boolean) => {
    list.hidden = !open
    button?.setAttribute('aria-expanded', String(open))
  }
  const unlessWide = () => {
    if (!matchMedia('(min-width: 60rem)').matches) show(false)
  }
  unlessWide()
  button?.addEventListener('click', () => show(list.hidden !== false))
  return { unlessWide }
}

/** The draft that GraphiQL opens: an example or the content of a link. */
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
  const { variables, missing } = await fillVariables(example.variables ?? {}, send, Date.now())
  showMessage(
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
export async function draftFromAddress(search: string): Promise<Draft | undefined> {
  const parameters = new URLSearchParams(search)
  const query = parameters.get('query')
  if (query !== null) return { query, variables: parameters.get('variables') ?? '' }
  return draftOf(parameters.get('example') ?? '')
}

/** The address that opens with this. */
export const linkTo = ({ query, variables }: Draft): string =>
  `?${new URLSearchParams({ query, ...(variables.trim() && { variables }) })}`
