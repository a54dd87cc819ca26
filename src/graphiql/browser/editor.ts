/** Loads GraphiQL, and reads and opens the operations in its editor. */
import { readSettings } from '../../pages/browser/credential.ts'

export interface Draft {
  query: string
  /** The operation's variables as JSON text. */
  variables: string
}

/** The subset of the Monaco editor's API that this page uses. */
type Model = { uri: { path: string }; getValue(): string; setValue(value: string): void }
interface Editor {
  getModel(): Model | null
  focus(): void
  updateOptions(options: object): void
  trigger(source: string, action: string, payload: object): void
  setPosition(position: { lineNumber: number; column: number }): void
  revealLine(line: number): void
}
interface GraphiqlGlobals {
  YogaGraphiQL: { renderYogaGraphiQL(root: Element, props: object): void }
  /** Monaco's API, set by GraphiQL once it is loaded. */
  __MONACO?: { editor: { getModels(): Model[]; getEditors(): Editor[] } }
}
const globals = globalThis as unknown as GraphiqlGlobals

const findEditor = (file: string) =>
  globals.__MONACO?.editor.getEditors().find((editor) => editor.getModel()?.uri.path.endsWith(file))
const findModel = (file: string) =>
  globals.__MONACO?.editor.getModels().find(({ uri }) => uri.path.endsWith(file))
const readText = (file: string) => findModel(file)?.getValue() ?? ''

/** Returns the operation in the active tab, or undefined before GraphiQL is loaded. */
export const readDraft = (): Draft | undefined =>
  findModel('operation.graphql')
    ? { query: readText('operation.graphql'), variables: readText('variables.json') }
    : undefined

/** Loads GraphiQL and waits for its editors. @param draft the draft to open in a new tab, if any */
export async function loadGraphiql(root: Element, draft: Draft | undefined, props: object) {
  const { bundleUrl } = readSettings<{ bundleUrl: string }>()
  Object.assign(globalThis, {
    MonacoEnvironment: {
      globalAPI: false,
      getWorkerUrl: (_: string, label: string) => `${bundleUrl}${label}.js`,
    },
  })
  await import(`${bundleUrl}graphiql.js`)
  globals.YogaGraphiQL.renderYogaGraphiQL(root, { ...draft, ...props })
  while (!findEditor('response.json')) await new Promise(requestAnimationFrame)
  // Make Tab move the focus out of the editors instead of indenting.
  findEditor('operation.graphql')?.trigger('page', 'editor.action.toggleTabFocusMode', {})
  for (const name of ['operation.graphql', 'variables.json'])
    findEditor(name)?.updateOptions({ wordWrap: 'on', wrappingIndent: 'indent' })
}

/** Opens a draft in a new tab, or in the current tab if that is empty or has an unused example. */
export function openDraft(draft: Draft, isExample: (current: Draft) => boolean): void {
  const activeDraft = readDraft()
  const isUnusedExample = activeDraft && isExample(activeDraft) && readText('response.json') === ''
  if (activeDraft?.query.trim() && !isUnusedExample)
    document.querySelector<HTMLButtonElement>('.graphiql-tab-add')?.click()
  findModel('operation.graphql')?.setValue(draft.query)
  findModel('variables.json')?.setValue(draft.variables)
  goToLine(/^(query|mutation|subscription)\b/m)
}

/** Moves the editor's cursor to the first line of the operation that matches the pattern. */
export function goToLine(pattern: RegExp): void {
  const editor = findEditor('operation.graphql')
  const lines = readText('operation.graphql').split('\n')
  const lineNumber = lines.findIndex((line) => pattern.test(line)) + 1
  if (!editor || lineNumber === 0) return
  editor.setPosition({ lineNumber, column: 1 })
  editor.revealLine(lineNumber)
  editor.focus()
}

/** Adds missing ARIA attributes after each DOM change, because GraphiQL overwrites them. */
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

/** Moves `role="tab"` to the inner button of each tab, because a tab must not contain buttons. */
function repairTabs(root: Element): void {
  for (const tabItem of root.querySelectorAll('.graphiql-tab')) {
    tabItem.setAttribute('role', 'presentation')
    tabItem.removeAttribute('aria-selected')
    const tab = tabItem.querySelector('.graphiql-tab-button')
    tab?.setAttribute('role', 'tab')
    tab?.setAttribute('aria-selected', String(tabItem.classList.contains('graphiql-tab-active')))
    const closeButton = tabItem.querySelector('.graphiql-tab-close')
    closeButton?.setAttribute('aria-hidden', 'true')
    closeButton?.setAttribute('tabindex', '-1')
    if (closeButton) tab?.setAttribute('aria-keyshortcuts', 'Delete')
  }
}

function closeTab({ key, target }: KeyboardEvent): void {
  if (key !== 'Delete' || !(target instanceof Element)) return
  const tabItem = target.closest('.graphiql-tab')
  tabItem?.querySelector<HTMLElement>('.graphiql-tab-close')?.click()
}

/** Labels the unlabeled fields of the explorer for screen readers, by argument name if any. */
function labelFields(root: Element): void {
  for (const field of root.querySelectorAll('.graphiql-plugin :is(input, select)')) {
    if (field.hasAttribute('aria-label') || field.hasAttribute('placeholder')) continue
    const argumentName = field.closest<HTMLElement>('[data-arg-name]')?.dataset['argName']
    field.setAttribute('aria-label', argumentName ?? 'Kind of operation to add')
  }
}
