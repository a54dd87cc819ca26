/** The list of examples, and the drafts that GraphiQL opens with. */
import { getCurrentKey, settings } from '../../pages/browser/credential.ts'
import type { Draft } from './editor.ts'
import { fillVariables } from './fill.ts'
import { sendQuery, showMessage } from './requests.ts'

const list = document.getElementById('examples') as HTMLElement
const groups = [...list.querySelectorAll('details')]

/** Filters the list to the examples that contain all words of the search field. */
export function enableSearch(): void {
  const field = list.querySelector<HTMLInputElement>('#find')
  const status = list.querySelector('#found')
  const initialStates = groups.map((group) => group.open)
  field?.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    let count = 0
    for (const [index, group] of groups.entries()) {
      count += filterGroup(group, words)
      group.open = words.length > 0 ? !group.hidden : initialStates[index] === true
    }
    if (status)
      status.textContent = words.length === 0 ? '' : count === 1 ? '1 example' : `${count} examples`
  })
}

function filterGroup(group: HTMLElement, words: string[]): number {
  const heading = group.querySelector('summary')?.textContent ?? ''
  const items = [...group.querySelectorAll('li')]
  for (const item of items) {
    const name = item.querySelector('a')?.dataset['example']
    const text = `${heading} ${item.textContent} ${name}`.toLowerCase()
    item.hidden = !words.every((word) => text.includes(word))
  }
  const count = items.filter((item) => !item.hidden).length
  group.hidden = count === 0
  return count
}

/** Marks the open example in the list and opens its group. */
export function markExample(name: string | undefined): void {
  for (const link of list.querySelectorAll<HTMLElement>('[data-example]')) {
    if (link.dataset['example'] !== name) link.removeAttribute('aria-current')
    else {
      link.setAttribute('aria-current', 'true')
      link.closest('details')?.setAttribute('open', '')
    }
  }
}

/** Enables the button that folds the list; returns a function that folds it in narrow windows. */
export function enableFolding(): () => void {
  const button = document.getElementById('fold')
  const setOpen = (isOpen: boolean) => {
    list.hidden = !isOpen
    button?.setAttribute('aria-expanded', String(isOpen))
  }
  const foldIfNarrow = () => {
    if (!matchMedia('(min-width: 60rem)').matches) setOpen(false)
  }
  foldIfNarrow()
  button?.addEventListener('click', () => setOpen(list.hidden !== false))
  return foldIfNarrow
}

const { examples } = settings<{ examples: Record<string, { query: string; variables?: object }> }>()

/** Returns whether an operation is an unchanged example. */
export const isExample = ({ query }: Draft): boolean =>
  Object.values(examples).some((example) => example.query === query)

/** Loads an example by the name of its operation, with ids of existing records. */
export async function loadExample(name: string): Promise<Draft | undefined> {
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined
  if (!example) return undefined
  const send = async (query: string) =>
    (await sendQuery<Record<string, unknown>>(getCurrentKey(), query)).data
  const { variables, missing } = await fillVariables(example.variables ?? {}, send, Date.now())
  showMessage(
    missing.length > 0
      ? `No record was found for ${missing.join(', ')}: enter an id of yours.`
      : '',
  )
  return {
    query: example.query,
    variables: example.variables ? JSON.stringify(variables, null, 2) : '',
  }
}

/** Loads the draft in a URL: `query` and `variables`, or the name of an `example`. */
export async function loadDraft(search: string): Promise<Draft | undefined> {
  const parameters = new URLSearchParams(search)
  const query = parameters.get('query')
  if (query !== null) return { query, variables: parameters.get('variables') ?? '' }
  return loadExample(parameters.get('example') ?? '')
}

export const toLink = ({ query, variables }: Draft): string =>
  `?${new URLSearchParams({ query, ...(variables.trim() && { variables }) })}`
