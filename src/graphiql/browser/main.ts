import { settings } from '../../pages/browser/settings.ts'
import { type Draft, goTo, mount, open, repairAccessibility, shown } from './editor.ts'
import { askedFor, draftOf, findable, foldable, isExample, linkTo, mark } from './examples.ts'
import { askForKey, fetcherWith, say, withKey } from './requests.ts'

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
  mark(undefined)
  history.replaceState(null, '', location.pathname)
}

async function start(): Promise<void> {
  addressed = await askedFor(location.search)
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
  mark(parameters.get('example') ?? undefined)
  const operation = parameters.get('operationName') ?? ''
  if (/^\w+$/.test(operation)) goTo(new RegExp(`\\b${operation}\\b`))
}

async function openExample(name: string): Promise<void> {
  const draft = await draftOf(name)
  if (!draft) return
  open(draft, isExample)
  address(draft, `?example=${name}`)
  mark(name)
  fold.unlessWide()
}

async function copyLink(): Promise<void> {
  const draft = shown()
  if (!draft) return
  address(draft, linkTo(draft))
  const copied = await navigator.clipboard?.writeText(location.href).then(
    () => true,
    () => false,
  )
  say(
    copied
      ? 'Link copied. It contains the operation and its variables, but no key.'
      : 'The link is in the address bar.',
  )
}

const fold = foldable()
findable()
part('copy').addEventListener('click', () => void copyLink())
part('examples').addEventListener('click', (event) => {
  const name =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>('[data-example]')?.dataset['example']
      : undefined
  if (!name || event.ctrlKey || event.metaKey || event.shiftKey || !shown()) return
  event.preventDefault()
  void openExample(name)
})

await withKey()
part('loading').hidden = false
await start()
