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
