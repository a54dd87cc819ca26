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
