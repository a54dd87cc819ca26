/** The list of example operations, and the draft with which GraphiQL opens. */
import { getCurrentKey, readSettings } from '../../pages/browser/credential.ts'
import type { Draft } from './editor.ts'
import { fillVariables } from './fill.ts'
import { sendQuery, showMessage } from './requests.ts'

const exampleList = document.getElementById('examples') as HTMLElement
const groupElements = [...exampleList.querySelectorAll('details')]

/** Filters the examples by the words in the search field whenever the user changes the words. */
export function enableSearch(): void {
  const searchField = exampleList.querySelector<HTMLInputElement>('#find')
  const searchStatus = exampleList.querySelector('#found')
  const initialOpenStates = groupElements.map((group) => group.open)
  searchField?.addEventListener('input', () => {
    const searchWords = searchField.value.toLowerCase().split(/\s+/).filter(Boolean)
    let matchCount = 0
    for (const [index, group] of groupElements.entries()) {
      matchCount += filterGroup(group, searchWords)
      group.open = searchWords.length > 0 ? !group.hidden : initialOpenStates[index] === true
    }
    const countText = matchCount === 1 ? '1 example' : `${matchCount} examples`
    if (searchStatus) searchStatus.textContent = searchWords.length === 0 ? '' : countText
  })
}

/** Hides examples that do not contain all search words. @returns the number of visible examples */
function filterGroup(group: HTMLElement, searchWords: string[]): number {
  const heading = group.querySelector('summary')?.textContent ?? ''
  const items = [...group.querySelectorAll('li')]
  for (const item of items) {
    const exampleName = item.querySelector('a')?.dataset['example']
    const searchText = `${heading} ${item.textContent} ${exampleName}`.toLowerCase()
    item.hidden = !searchWords.every((word) => searchText.includes(word))
  }
  const visibleCount = items.filter((item) => !item.hidden).length
  group.hidden = visibleCount === 0
  return visibleCount
}

/** Highlights the open example in the list and expands its group. */
export function markExample(name: string | undefined): void {
  for (const link of exampleList.querySelectorAll<HTMLElement>('[data-example]')) {
    if (link.dataset['example'] !== name) link.removeAttribute('aria-current')
    else {
      link.setAttribute('aria-current', 'true')
      link.closest('details')?.setAttribute('open', '')
    }
  }
}

/** Enables the button that folds the list. @returns a function that folds it in narrow windows */
export function enableFolding(): () => void {
  const button = document.getElementById('fold')
  const setOpen = (isOpen: boolean) => {
    exampleList.hidden = !isOpen
    button?.setAttribute('aria-expanded', String(isOpen))
  }
  const foldIfNarrow = () => {
    if (!matchMedia('(min-width: 60rem)').matches) setOpen(false)
  }
  foldIfNarrow()
  button?.addEventListener('click', () => setOpen(exampleList.hidden !== false))
  return foldIfNarrow
}

type Examples = Record<string, { query: string; variables?: object }>
const { examples } = readSettings<{ examples: Examples }>()

/** Returns whether the draft's operation is an unchanged example. */
export const isExample = ({ query }: Draft): boolean =>
  Object.values(examples).some((example) => example.query === query)

/** Loads an example by its operation name and fills its variables with ids of real records. */
export async function loadExample(name: string): Promise<Draft | undefined> {
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined
  if (!example) return undefined
  const runQuery = async (query: string) =>
    (await sendQuery<Record<string, unknown>>(getCurrentKey(), query)).data
  const template = example.variables ?? {}
  const { variables, missingPlaceholders } = await fillVariables(template, runQuery, Date.now())
  const missingNames = missingPlaceholders.join(', ')
  showMessage(missingNames && `No record was found for ${missingNames}: enter the id of a record.`)
  return {
    query: example.query,
    variables: example.variables ? JSON.stringify(variables, null, 2) : '',
  }
}

/** Loads the draft that a URL's query string contains: `query` and `variables`, or `example`. */
export async function loadDraft(search: string): Promise<Draft | undefined> {
  const parameters = new URLSearchParams(search)
  const query = parameters.get('query')
  if (query !== null) return { query, variables: parameters.get('variables') ?? '' }
  return loadExample(parameters.get('example') ?? '')
}

export const toDraftUrl = ({ query, variables }: Draft): string =>
  `?${new URLSearchParams({ query, ...(variables.trim() && { variables }) })}`
