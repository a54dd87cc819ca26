import { settings } from '../../pages/browser/page-data.ts'
import { currentDraft, type Draft, goTo, mount, open, repairAccessibility } from './editor.ts'
import {
  draftFromAddress,
  draftOf,
  enableFolding,
  enableSearch,
  isExample,
  linkTo,
  markExample,
} from './examples.ts'
import { askForKey, fetcherWith, requireKey, showMessage } from './requests.ts'

/**
 * GraphiQL's page: the examples beside it, the key that it needs, and what the address says it
 * should open with.
 */
const { welcome } = settings<{ welcome: string }>()
const part = (id: string) => document.getElementById(id) as HTMLElement

/** What the address leads to: once that is changed, the address says so no longer. */
let addressed: Draft | undefined
function address(draft: Draft, link: string): void {
  addressed = draft
  history.replaceState(null, '', link)
}
function onEditQuery(query: string): void {
  if (!addressed || query === addressed.query) return
  addressed = undefined
  markExample(undefined)
  history.replaceState(null, '', location.pathname)
}

async function start(): Promise<void> {
  addressed = await draftFromAddress(location.search)
  await mount(part('graphiql'), addressed, {
    defaultQuery: welcome,
    shouldPersistHeaders: false,
    fetcher: fetcherWith(() =>
      askForKey(
        'GraphiQL needs another API key',
        'Your key was revoked or has expired, or its user was suspended.',
      ),
    ),
    onEditQuery,
    title: ' ',
    logo: ' ',
  })
  repairAccessibility(part('graphiql'))
  part('loading').hidden = true
  const parameters = new URLSearchParams(location.search)
  markExample(parameters.get('example') ?? undefined)
  const operation = parameters.get('operationName') ?? ''
  if (/^\w+$/.test(operation)) goTo(new RegExp(`\\b${operation}\\b`))
}

async function openExample(name: string): Promise<void> {
  const draft = await draftOf(name)
  if (!draft) return
  open(draft, isExample)
  address(draft, `?example=${name}`)
  markExample(name)
  fold.unlessWide()
}

async function copyLink(): Promise<void> {
  const draft = currentDraft()
  if (!draft) return
  address(draft, linkTo(draft))
  const copied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  )
  showMessage(
    copied
      ? 'Link copied. It contains the operation and its variables, but no key.'
      : 'The link is in the address bar.',
  )
}

const fold = enableFolding()
enableSearch()
part('copy').addEventListener('click', () => void copyLink())
part('examples').addEventListener('click', (event) => {
  const name =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>('[data-example]')?.dataset['example']
      : undefined
  if (!name || event.ctrlKey || event.metaKey || event.shiftKey || !currentDraft()) return
  event.preventDefault()
  void openExample(name)
})

await requireKey()
part('loading').hidden = false
await start()
