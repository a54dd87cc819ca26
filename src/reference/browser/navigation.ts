/** The theme button, language tabs, search and credential control of the REST reference. */
import {
  forgetKey,
  getCurrentKey,
  getSignInUrl,
  isSignInEnabled,
  normalizeKey,
  storeKey,
} from '../../pages/browser/credential.ts'

const themeKey = 'dealgraph.theme'
const languageKey = 'dealgraph.docs.language'

const themeLabels: Record<string, string> = { system: 'Auto', light: 'Light', dark: 'Dark' }

/** Enables the button that switches between the light, dark and system themes. */
export function enableTheme(): void {
  const themeButton = document.getElementById('theme') as HTMLButtonElement
  const themes = Object.keys(themeLabels)
  const applyTheme = (theme: string) => {
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
    themeButton.textContent = themeLabels[theme] ?? ''
    themeButton.setAttribute('aria-label', `Theme: ${themeButton.textContent}`)
  }
  let theme = localStorage.getItem(themeKey) ?? 'system'
  applyTheme(theme)
  themeButton.addEventListener('click', () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
    localStorage.setItem(themeKey, theme)
    applyTheme(theme)
  })
}

const findTab = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[role=tab]') : null

const findSiblingTabs = (tab: HTMLElement) => [
  ...(tab.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? []),
]

const findLanguageTabs = () =>
  document.querySelectorAll<HTMLElement>('[role=tablist][aria-label="Request"] [role=tab]')

function selectTab(tab: HTMLElement): void {
  for (const siblingTab of findSiblingTabs(tab)) {
    const isSelected = siblingTab === tab
    siblingTab.setAttribute('aria-selected', String(isSelected))
    siblingTab.tabIndex = isSelected ? 0 : -1
    const panel = document.getElementById(siblingTab.getAttribute('aria-controls') ?? '')
    if (panel) panel.hidden = !isSelected
  }
}

/** Selects a tab. A language is selected in all calls, and the tab keeps its screen position. */
function selectTabInAllCalls(tab: HTMLElement): void {
  selectTab(tab)
  if (tab.parentElement?.getAttribute('aria-label') !== 'Request') return
  const { top } = tab.getBoundingClientRect()
  for (const languageTab of findLanguageTabs())
    if (languageTab.textContent === tab.textContent) selectTab(languageTab)
  scrollBy(0, tab.getBoundingClientRect().top - top)
  localStorage.setItem(languageKey, tab.textContent ?? '')
}

/** Lets users select tabs by mouse or keyboard, and stores and restores the selected language. */
export function enableTabs(): void {
  const storedLanguage = localStorage.getItem(languageKey)
  for (const tab of findLanguageTabs()) if (tab.textContent === storedLanguage) selectTab(tab)
  document.addEventListener('click', ({ target }) => {
    const tab = findTab(target)
    if (tab) selectTabInAllCalls(tab)
  })
  document.addEventListener('keydown', (event) => {
    const tab = findTab(event.target)
    if (!tab) return
    const tabs = findSiblingTabs(tab)
    const index = tabs.indexOf(tab)
    const targetIndex = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    const nextTab = targetIndex === undefined ? undefined : tabs.at(targetIndex % tabs.length)
    if (!nextTab) return
    event.preventDefault()
    selectTabInAllCalls(nextTab)
    nextTab.focus()
  })
}

const searchField = document.getElementById('find') as HTMLInputElement
const navigation = document.getElementById('nav') as HTMLElement

/** Shows only the calls and chapters that contain all words in the search field. */
function filterNavigation(): void {
  const words = searchField.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const item of navigation.querySelectorAll<HTMLElement>('li')) {
    const link = item.querySelector('a')
    const text = `${link?.dataset['find'] ?? ''} ${item.textContent?.toLowerCase()}`
    const isOverview = link?.classList.contains('overview')
    item.hidden = words.length > 0 && (isOverview || !words.every((word) => text.includes(word)))
    if (!item.hidden && !isOverview) count++
  }
  for (const group of navigation.querySelectorAll('details')) {
    const hasItems = group.querySelector('li:not([hidden])') !== null
    group.hidden = !hasItems
    group.open = words.length > 0 ? hasItems : group.querySelector('[aria-current]') !== null
  }
  const resultStatus = document.getElementById('found') as HTMLElement
  resultStatus.textContent = words.length > 0 ? `Results: ${count}` : ''
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const firstResultSelector = 'li:not([hidden]) a:not(.overview)'
const firstVisibleResult = `details[open]:not([hidden]) ${firstResultSelector}, .chapters li:not([hidden]) a`

/** Enables the search field, and its keyboard shortcut `/`. */
export function enableSearch(): void {
  searchField.addEventListener('input', filterNavigation)
  searchField.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') {
      searchField.value = ''
      filterNavigation()
    }
    if (key === 'Enter') navigation.querySelector<HTMLElement>(firstResultSelector)?.click()
    if (key === 'ArrowDown') navigation.querySelector<HTMLElement>(firstVisibleResult)?.focus()
  })
  document.addEventListener('keydown', (event) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (event.key !== '/' || hasModifier || isTyping(event.target)) return
    event.preventDefault()
    document.body.classList.add('menu-open')
    searchField.focus()
    searchField.select()
  })
}

/** The sign-in link if users sign in with the provider, otherwise the API key field. */
export const credentialControl = document.getElementById('credential') as HTMLElement

export function enableCredentialControl(): void {
  if (isSignInEnabled()) enableSignInLink(credentialControl as HTMLAnchorElement)
  else enableKeyField(credentialControl as HTMLInputElement)
}

function enableKeyField(field: HTMLInputElement): void {
  field.value = getCurrentKey() ?? ''
  field.addEventListener('input', () => {
    const key = normalizeKey(field.value)
    if (key) storeKey(key)
    else forgetKey()
  })
}

function enableSignInLink(link: HTMLAnchorElement): void {
  forgetKey()
  link.addEventListener('click', () => {
    link.href = getSignInUrl()
  })
}

/** Shows the user's name, or the sign-in link again if the session has ended (no `name`). */
export function showSignedInUser(name: string | undefined): void {
  const status = document.getElementById('signed-in')
  if (status) status.textContent = name ? `Signed in as ${name}` : ''
  credentialControl.hidden = name !== undefined
}
