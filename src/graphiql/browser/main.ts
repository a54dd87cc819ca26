/** Runs the GraphiQL page: the examples, the sign-in or API key, and the draft in the URL. */
import { readSettings } from '../../pages/browser/credential.ts'
import {
  type Draft,
  goToLine,
  loadGraphiql,
  openDraft,
  readDraft,
  repairAccessibility,
} from './editor.ts'
import {
  enableFolding,
  enableSearch,
  isExample,
  loadDraft,
  loadExample,
  markExample,
  toDraftUrl,
} from './examples.ts'
import { fetchOperation, getElement, requireCredential, showMessage } from './requests.ts'

/** The draft that the page's URL contains; undefined after the user has edited the draft. */
let linkedDraft: Draft | undefined

function linkDraft(draft: Draft, url: string): void {
  linkedDraft = draft
  history.replaceState(null, '', url)
}

function onEditQuery(query: string): void {
  if (!linkedDraft || query === linkedDraft.query) return
  linkedDraft = undefined
  markExample(undefined)
  history.replaceState(null, '', location.pathname)
}

async function startGraphiql(): Promise<void> {
  linkedDraft = await loadDraft(location.search)
  await loadGraphiql(getElement('graphiql'), linkedDraft, {
    defaultQuery: readSettings<{ welcome: string }>().welcome,
    shouldPersistHeaders: false,
    fetcher: fetchOperation,
    onEditQuery,
    title: ' ',
    logo: ' ',
  })
  repairAccessibility(getElement('graphiql'))
  getElement('loading').hidden = true
  const parameters = new URLSearchParams(location.search)
  markExample(parameters.get('example') ?? undefined)
  const operationName = parameters.get('operationName') ?? ''
  if (/^\w+$/.test(operationName)) goToLine(new RegExp(`\\b${operationName}\\b`))
}

async function openExample(name: string): Promise<void> {
  const draft = await loadExample(name)
  if (!draft) return
  openDraft(draft, isExample)
  linkDraft(draft, `?example=${name}`)
  markExample(name)
  foldIfNarrow()
}

async function copyLink(): Promise<void> {
  const draft = readDraft()
  if (!draft) return
  linkDraft(draft, toDraftUrl(draft))
  const isCopied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  )
  showMessage(
    isCopied
      ? 'Link copied. It contains the operation and its variables, but no key.'
      : 'Copy the link from the address bar.',
  )
}

const foldIfNarrow = enableFolding()
enableSearch()
getElement('copy').addEventListener('click', () => void copyLink())
getElement('examples').addEventListener('click', (event) => {
  const { target } = event
  const link = target instanceof Element && target.closest<HTMLElement>('[data-example]')
  const exampleName = link ? link.dataset['example'] : undefined
  if (!exampleName || event.ctrlKey || event.metaKey || event.shiftKey || !readDraft()) return
  event.preventDefault()
  void openExample(exampleName)
})

await requireCredential()
getElement('loading').hidden = false
await startGraphiql()
