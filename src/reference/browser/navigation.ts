import { cleanKey, currentKey, forgetKey, storeKey } from '../../pages/browser/page-data.ts'

/** Light, dark, or as the system has it; kept in this browser. */
const kept = 'dealgraph.theme'
const order = ['system', 'light', 'dark']

export function startTheme(): void {
  const button = document.getElementById('theme') as HTMLButtonElement
  const show = (theme: string) => {
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
    button.textContent = { system: 'Auto', light: 'Light', dark: 'Dark' }[theme] ?? 'Auto'
    button.setAttribute('aria-label', `Theme: ${button.textContent}`)
  }
  let theme = localStorage.getItem(kept) ?? 'system'
  show(theme)
  button.addEventListener('click', () => {
    theme = order[(order.indexOf(theme) + 1) % order.length] ?? 'system'
    localStorage.setItem(kept, theme)
    show(theme)
  })
}

/** Tabs: arrow keys go along them, and whoever chooses a language has chosen it for all calls. */
const chosen = 'dealgraph.docs.language'

function select(tab: HTMLElement, focus = false): void {
  const list = tab.parentElement as HTMLElement
  for (const each of list.querySelectorAll<HTMLElement>('[role=tab]')) {
    const on = each === tab
    each.setAttribute('aria-selected', String(on))
    each.tabIndex = on ? 0 : -1
    const panel = document.getElementById(each.getAttribute('aria-controls') ?? '')
    if (panel) panel.hidden = !on
  }
  if (focus) tab.focus()
}

/** The same language everywhere, without moving what is being read. */
function selectEverywhere(tab: HTMLElement): void {
  const before = tab.getBoundingClientRect().top
  for (const list of document.querySelectorAll('[role=tablist][aria-label="Request"]'))
    for (const each of list.querySelectorAll<HTMLElement>('[role=tab]'))
      if (each.textContent === tab.textContent) select(each)
  scrollBy(0, tab.getBoundingClientRect().top - before)
  localStorage.setItem(chosen, tab.textContent ?? '')
}

const isLanguage = (tab: HTMLElement) => tab.parentElement?.getAttribute('aria-label') === 'Request'

export function startTabs(): void {
  const wanted = localStorage.getItem(chosen)
  for (const tab of document.querySelectorAll<HTMLElement>(
    '[role=tablist][aria-label="Request"] [role=tab]',
  ))
    if (tab.textContent === wanted) select(tab)
  document.addEventListener('click', (event) => {
    const tab =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[role=tab]') : null
    if (!tab) return
    select(tab)
    if (isLanguage(tab)) selectEverywhere(tab)
  })
  document.addEventListener('keydown', (event) => {
    const tab =
      event.target instanceof HTMLElement && event.target.getAttribute('role') === 'tab'
        ? event.target
        : null
    if (!tab) return
    const all = [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const at = all.indexOf(tab)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
    const next = to === undefined ? undefined : all[(to + all.length) % all.length]
    if (!next) return
    event.preventDefault()
    select(next, true)
    if (isLanguage(next)) selectEverywhere(next)
  })
}

/** The box that narrows what stands at the left; `/` leads to it from anywhere. */
const field = document.getElementById('find') as HTMLInputElement
const nav = document.getElementById('nav') as HTMLElement
const told = document.getElementById('found') as HTMLElement

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

function narrow(): void {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
  let found = 0
  for (const item of nav.querySelectorAll<HTMLElement>('li')) {
    const link = item.querySelector('a')
    const text = `${link?.dataset['find'] ?? ''} ${item.textContent?.toLowerCase()}`
    const isOverview = link?.classList.contains('overview')
    item.hidden = words.length > 0 && (isOverview || !words.every((word) => text.includes(word)))
    if (!item.hidden && !isOverview) found++
  }
  for (const part of nav.querySelectorAll('details')) {
    const any = part.querySelector('li:not([hidden])') !== null
    part.hidden = !any
    part.open = words.length > 0 ? any : part.querySelector('[aria-current]') !== null
  }
  told.textContent = words.length > 0 ? `${found} found` : ''
}

export function startFind(): void {
  field.addEventListener('input', narrow)
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      field.value = ''
      narrow()
    }
    if (event.key === 'Enter')
      nav.querySelector<HTMLElement>('li:not([hidden]) a:not(.overview)')?.click()
    if (event.key === 'ArrowDown')
      nav
        .querySelector<HTMLElement>(
          'details[open]:not([hidden]) li:not([hidden]) a:not(.overview), .chapters li:not([hidden]) a',
        )
        ?.focus()
  })
  document.addEventListener('keydown', (event) => {
    if (
      event.key !== '/' ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTyping(event.target)
    )
      return
    event.preventDefault()
    document.body.classList.add('menu-open')
    field.focus()
    field.select()
  })
}

/** The field for it at the top of the page. */
export const keyField = document.getElementById('key') as HTMLInputElement

export function startKey(): void {
  keyField.value = currentKey() ?? ''
  keyField.addEventListener('input', () => {
    const key = cleanKey(keyField.value)
    if (key) storeKey(key)
    else forgetKey()
  })
}
