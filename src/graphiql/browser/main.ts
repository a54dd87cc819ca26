/** Runs the GraphiQL page: its examples, its API key, and the draft in its URL. */
import { settings } from '../../pages/browser/credential.ts'
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
  toLink,
} from './examples.ts'
import { element, fetchOperation, requireCredential, showMessage } from './requests.ts'

/** The draft of the URL, until it is edited. */
let linkedDraft: Draft | undefined

function setUrl(draft: Draft, url: string): void {
  linkedDraft = draft
  history.replaceState(null, '', url)
}

function onEditQuery(query: string): void {
  if (!linkedDraft || query === linkedDraft.query) return
  linkedDraft = undefined
  markExample(undefined)
  history.replaceState(null, '', location.pathname)
}

async function start(): Promise<void> {
  linkedDraft = await loadDraft(location.search)
  await loadGraphiql(element('graphiql'), linkedDraft, {
    defaultQuery: settings<{ welcome: string }>().welcome,
    shouldPersistHeaders: false,
    fetcher: fetchOperation,
    onEditQuery,
    title: ' ',
    logo: ' ',
  })
  repairAccessibility(element('graphiql'))
  element('loading').hidden = true
  const parameters = new URLSearchParams(location.search)
  markExample(parameters.get('example') ?? undefined)
  const operation = parameters.get('operationName') ?? ''
  if (/^\w+$/.test(operation)) goToLine(new RegExp(`\\b${operation}\\b`))
}

async function openExample(name: string): Promise<void> {
  const draft = await loadExample(name)
  if (!draft) return
  openDraft(draft, isExample)
  setUrl(draft, `?example=${name}`)
  markExample(name)
  foldIfNarrow()
}

async function copyLink(): Promise<void> {
  const draft = readDraft()
  if (!draft) return
  setUrl(draft, toLink(draft))
  const isCopied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  )
  showMessage(
    isCopied
      ? 'Link copied. It contains the operation and its variables, but no key.'
      : 'The link is in the address bar.',
  )
}

const foldIfNarrow = enableFolding()
enableSearch()
element('copy').addEventListener('click', () => void copyLink())
element('examples').addEventListener('click', (event) => {
  const { target } = event
  const link = target instanceof Element && target.closest<HTMLElement>('[data-example]')
  const name = link ? link.dataset['example'] : undefined
  if (!name || event.ctrlKey || event.metaKey || event.shiftKey || !readDraft()) return
  event.preventDefault()
  void openExample(name)
})

await requireCredential()
element('loading').hidden = false
await start()
