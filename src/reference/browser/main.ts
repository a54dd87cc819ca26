import { startFind, startKey, startTabs, startTheme } from './navigation.ts'
import { replaceExampleIds } from './request.ts'
import { startTrying } from './try.ts'

/** The REST reference reads without any of this: here is what makes it quick to use. */
startTheme()
startKey()
startTabs()
startFind()
startTrying()

/** An operation's name leads to its page from whichever page it was given to. */
function goToOperation(): void {
  const name = location.hash.slice(1)
  if (!name || document.getElementById(name) || !/^\w+$/.test(name)) return
  const link = document.querySelector<HTMLAnchorElement>(`#nav a[href$="#${name}"]`)
  if (link) location.replace(link.href)
}
goToOperation()
addEventListener('hashchange', goToOperation)

for (const part of document.querySelectorAll('.origin')) part.textContent = location.origin

const menu = document.getElementById('menu') as HTMLButtonElement
menu.addEventListener('click', () =>
  menu.setAttribute('aria-expanded', String(document.body.classList.toggle('menu-open'))),
)
document.getElementById('nav')?.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a'))
    document.body.classList.remove('menu-open')
})

// What is copied is the code, not the button.
for (const block of document.querySelectorAll<HTMLElement>('.shown .code')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  const say = (text: string) => {
    button.textContent = text
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  }
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(
      () => say('Copied'),
      () => say('Copying is not allowed'),
    )
  })
  block.append(button)
}

// In GraphiQL the operation is to find something: with your own ids, where your key sees such
// records.
document.addEventListener('click', (event) => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.graphiql') : null
  if (!link || link.dataset['own']) return
  event.preventDefault()
  void (async () => {
    const address = new URL(link.href)
    const variables = await replaceExampleIds(
      JSON.parse(address.searchParams.get('variables') ?? '{}'),
    )
    if (Object.keys(variables).length > 0)
      address.searchParams.set('variables', JSON.stringify(variables, null, 2))
    link.href = address.href
    link.dataset['own'] = 'yes'
    link.click()
  })()
})

// The part that is read is marked at the left.
const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('#nav a[href*="#"]')].map((link) => [
    link.hash.slice(1),
    link,
  ]),
)
const seen = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue
      for (const link of links.values())
        link.classList.toggle(
          'here',
          link.hash.slice(1) === entry.target.id && link.pathname === location.pathname,
        )
    }
  },
  { rootMargin: '-80px 0px -70% 0px' },
)
for (const section of document.querySelectorAll('section.operation, section.chapter'))
  seen.observe(section)
