import { settings } from '../../pages/browser/page-data.ts'

/** The content of a GraphiQL tab. */
export interface Draft {
  query: string
  /** As JSON. */
  variables: string
}

interface Model {
  uri: { path: string }
  getValue(): string
  setValue(value: string): void
}
interface Editor {
  getModel(): Model | null
  focus(): void
  updateOptions(options: object): void
  trigger(source: string, action: string, payload: object): void
  setPosition(place: { lineNumber: number; column: number }): void
  revealLine(line: number): void
}
interface Bundle {
  YogaGraphiQL: { renderYogaGraphiQL(root: Element, props: object): void }
  /** Its editor, as GraphiQL leaves it there. */
  __MONACO?: { editor: { getModels(): Model[]; getEditors(): Editor[] } }
}
const bundle = globalThis as unknown as Bundle

const editorOf = (name: string) =>
  bundle.__MONACO?.editor.getEditors().find((each) => each.getModel()?.uri.path.endsWith(name))
const model = (name: string) =>
  bundle.__MONACO?.editor.getModels().find(({ uri }) => uri.path.endsWith(name))
const textOf = (name: string) => model(name)?.getValue() ?? ''

/** The content of the active tab; undefined before GraphiQL is loaded. */
export const currentDraft = (): Draft | undefined =>
  model('operation.graphql')
    ? { query: textOf('operation.graphql'), variables: textOf('variables.json') }
    : undefined

/**
 * Loads GraphiQL and shows it; resolves when its editors are there. @param draft what it opens
 * with, in a tab of its own; nothing: what was there last
 */
export async function mount(root: Element, draft: Draft | undefined, props: object): Promise<void> {
  const { bundle: folder } = settings<{ bundle: string }>()
  Object.assign(globalThis, {
    MonacoEnvironment: {
      globalAPI: false,
      getWorkerUrl: (_: string, label: string) => `${folder}${label}.js`,
    },
  })
  await import(`${folder}graphiql.js`)
  bundle.YogaGraphiQL.renderYogaGraphiQL(root, { ...draft, ...props })
  while (!editorOf('response.json')) await new Promise(requestAnimationFrame)
  // For all editors at once. Else nobody gets out of one by the keyboard: Tab would indent.
  editorOf('operation.graphql')?.trigger('page', 'editor.action.toggleTabFocusMode', {})
  for (const name of ['operation.graphql', 'variables.json'])
    editorOf(name)?.updateOptions({ wordWrap: 'on', wrappingIndent: 'indent' })
}

/** Shows a draft: in a new tab, unless the one in front is empty, or `spare`. */
export function open(draft: Draft, spare: (before: Draft) => boolean): void {
  const before = currentDraft()
  if (before?.query.trim() && !(spare(before) && textOf('response.json') === '')) {
    document.querySelector<HTMLButtonElement>('.graphiql-tab-add')?.click()
  }
  model('operation.graphql')?.setValue(draft.query)
  model('variables.json')?.setValue(draft.variables)
  goTo(/^(query|mutation|subscription)\b/m)
}

/** Puts the cursor where a pattern first matches in the operation. */
export function goTo(pattern: RegExp): void {
  const editor = editorOf('operation.graphql')
  const lines = textOf('operation.graphql').split('\n')
  const line = lines.findIndex((each) => pattern.test(each)) + 1
  if (!editor || line === 0) return
  editor.setPosition({ lineNumber: line, column: 1 })
  editor.revealLine(line)
  editor.focus()
}

/**
 * Adds what GraphiQL lacks for screen readers. GraphiQL rewrites its attributes with each change,
 * so that they are repaired after each one.
 */
export function repairAccessibility(root: HTMLElement): void {
  const repair = () => {
    repairTabs(root)
    nameFields(root)
    observer.takeRecords()
  }
  const observer = new MutationObserver(repair)
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributeFilter: ['role', 'aria-selected'],
  })
  repair()
  root.addEventListener('keydown', closeTab)
}

/**
 * Makes the button of each item the tab, since a tab hides the buttons in it. As in the tabs
 * pattern of the ARIA Authoring Practices, the Delete key replaces the hidden close button.
 */
function repairTabs(root: Element): void {
  for (const item of root.querySelectorAll('.graphiql-tab')) {
    item.setAttribute('role', 'presentation')
    item.removeAttribute('aria-selected')
    const tab = item.querySelector('.graphiql-tab-button')
    tab?.setAttribute('role', 'tab')
    tab?.setAttribute('aria-selected', String(item.classList.contains('graphiql-tab-active')))
    const close = item.querySelector('.graphiql-tab-close')
    close?.setAttribute('aria-hidden', 'true')
    close?.setAttribute('tabindex', '-1')
    if (close) tab?.setAttribute('aria-keyshortcuts', 'Delete')
  }
}

function closeTab({ key, target }: KeyboardEvent): void {
  if (key !== 'Delete' || !(target instanceof Element)) return
  const item = target.closest('.graphiql-tab')
  item?.querySelector<HTMLElement>('.graphiql-tab-close')?.click()
}

/** Labels the fields of the explorer with the argument names beside them. */
function nameFields(root: Element): void {
  for (const field of root.querySelectorAll('.graphiql-plugin :is(input, select)')) {
    if (field.hasAttribute('aria-label') || field.hasAttribute('placeholder')) continue
    const argument = field.closest<HTMLElement>('[data-arg-name]')?.dataset['argName']
    field.setAttribute('aria-label', argument ?? 'Kind of operation to add')
  }
}
