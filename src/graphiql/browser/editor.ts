import { settings } from '../../pages/browser/credential.ts'

export interface Draft {
  query: string
  /** The variables as JSON. */
  variables: string
}

/** The part of Monaco's interface that is used here. */
type Model = { uri: { path: string }; getValue(): string; setValue(value: string): void }
interface Editor {
  getModel(): Model | null
  focus(): void
  updateOptions(options: object): void
  trigger(source: string, action: string, payload: object): void
  setPosition(position: { lineNumber: number; column: number }): void
  revealLine(line: number): void
}
interface Bundle {
  YogaGraphiQL: { renderYogaGraphiQL(root: Element, props: object): void }
  /** Set by GraphiQL. */
  __MONACO?: { editor: { getModels(): Model[]; getEditors(): Editor[] } }
}
const bundle = globalThis as unknown as Bundle

const findEditor = (name: string) =>
  bundle.__MONACO?.editor.getEditors().find((editor) => editor.getModel()?.uri.path.endsWith(name))
const findModel = (name: string) =>
  bundle.__MONACO?.editor.getModels().find(({ uri }) => uri.path.endsWith(name))
const readText = (name: string) => findModel(name)?.getValue() ?? ''

/** Returns the content of the active tab; undefined before GraphiQL is loaded. */
export const readDraft = (): Draft | undefined =>
  findModel('operation.graphql')
    ? { query: readText('operation.graphql'), variables: readText('variables.json') }
    : undefined

/** Resolves when the editors are ready. @param draft opened in a new tab, unless undefined */
export async function loadGraphiql(root: Element, draft: Draft | undefined, props: object) {
  const { bundle: folder } = settings<{ bundle: string }>()
  Object.assign(globalThis, {
    MonacoEnvironment: {
      globalAPI: false,
      getWorkerUrl: (_: string, label: string) => `${folder}${label}.js`,
    },
  })
  await import(`${folder}graphiql.js`)
  bundle.YogaGraphiQL.renderYogaGraphiQL(root, { ...draft, ...props })
  while (!findEditor('response.json')) await new Promise(requestAnimationFrame)
  // Make Tab move the focus out of the editors instead of indenting.
  findEditor('operation.graphql')?.trigger('page', 'editor.action.toggleTabFocusMode', {})
  for (const name of ['operation.graphql', 'variables.json'])
    findEditor(name)?.updateOptions({ wordWrap: 'on', wrappingIndent: 'indent' })
}

/** Shows a draft in a new tab, unless the current one is empty or an example that was not run. */
export function openDraft(draft: Draft, isExample: (current: Draft) => boolean): void {
  const activeDraft = readDraft()
  const isUnused = activeDraft && isExample(activeDraft) && readText('response.json') === ''
  if (activeDraft?.query.trim() && !isUnused)
    document.querySelector<HTMLButtonElement>('.graphiql-tab-add')?.click()
  findModel('operation.graphql')?.setValue(draft.query)
  findModel('variables.json')?.setValue(draft.variables)
  goToLine(/^(query|mutation|subscription)\b/m)
}

/** Moves the cursor to the first line of the operation that matches. */
export function goToLine(pattern: RegExp): void {
  const editor = findEditor('operation.graphql')
  const lines = readText('operation.graphql').split('\n')
  const lineNumber = lines.findIndex((line) => pattern.test(line)) + 1
  if (!editor || lineNumber === 0) return
  editor.setPosition({ lineNumber, column: 1 })
  editor.revealLine(lineNumber)
  editor.focus()
}

/** Adds missing ARIA attributes after each change, since GraphiQL rewrites them. */
export function repairAccessibility(root: HTMLElement): void {
  const repair = () => {
    repairTabs(root)
    labelFields(root)
    observer.takeRecords()
  }
  const observer = new MutationObserver(repair)
  const attributeFilter = ['role', 'aria-selected']
  observer.observe(root, { subtree: true, childList: true, attributeFilter })
  repair()
  root.addEventListener('keydown', closeTab)
}

/** Makes the button of each item the tab, as a tab must not contain buttons; Delete closes it. */
function repairTabs(root: Element): void {
  for (const item of root.querySelectorAll('.graphiql-tab')) {
    item.setAttribute('role', 'presentation')
    item.removeAttribute('aria-selected')
    const tab = item.querySelector('.graphiql-tab-button')
    tab?.setAttribute('role', 'tab')
    tab?.setAttribute('aria-selected', String(item.classList.contains('graphiql-tab-active')))
    const closeButton = item.querySelector('.graphiql-tab-close')
    closeButton?.setAttribute('aria-hidden', 'true')
    closeButton?.setAttribute('tabindex', '-1')
    if (closeButton) tab?.setAttribute('aria-keyshortcuts', 'Delete')
  }
}

function closeTab({ key, target }: KeyboardEvent): void {
  if (key !== 'Delete' || !(target instanceof Element)) return
  const item = target.closest('.graphiql-tab')
  item?.querySelector<HTMLElement>('.graphiql-tab-close')?.click()
}

/** Labels the fields of the explorer with the names of their arguments. */
function labelFields(root: Element): void {
  for (const field of root.querySelectorAll('.graphiql-plugin :is(input, select)')) {
    if (field.hasAttribute('aria-label') || field.hasAttribute('placeholder')) continue
    const argument = field.closest<HTMLElement>('[data-arg-name]')?.dataset['argName']
    field.setAttribute('aria-label', argument ?? 'Kind of operation to add')
  }
}
