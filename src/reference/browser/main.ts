/** Adds interactive features to the REST reference, which also works without scripts. */
import '../../pages/browser/home.ts'
import { enableCredentialControl, enableSearch, enableTabs, enableTheme } from './navigation.ts'
import { replaceExampleIds } from './request.ts'
import { enableTryIt } from './try.ts'

enableTheme()
enableCredentialControl()
enableTabs()
enableSearch()
enableTryIt()

/** Opens the page of the operation in the URL hash, if the operation is on another page. */
function openOperationPage(): void {
  const operationId = location.hash.slice(1)
  if (!/^\w+$/.test(operationId) || document.getElementById(operationId)) return
  const link = document.querySelector<HTMLAnchorElement>(`#nav a[href$="#${operationId}"]`)
  if (link) location.replace(link.href)
}
openOperationPage()
addEventListener('hashchange', openOperationPage)

const menuButton = document.getElementById('menu') as HTMLButtonElement
menuButton.addEventListener('click', () =>
  menuButton.setAttribute('aria-expanded', String(document.body.classList.toggle('menu-open'))),
)
document.getElementById('nav')?.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('a')) document.body.classList.remove('menu-open')
})

for (const block of document.querySelectorAll<HTMLElement>('.examples .code')) addCopyButton(block)

function addCopyButton(block: HTMLElement): void {
  const copyButton = document.createElement('button')
  copyButton.type = 'button'
  copyButton.className = 'copy'
  copyButton.textContent = 'Copy'
  const showLabel = (text: string) => {
    copyButton.textContent = text
    setTimeout(() => {
      copyButton.textContent = 'Copy'
    }, 1500)
  }
  copyButton.addEventListener('click', () => {
    navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(
      () => showLabel('Copied'),
      () => showLabel('Copy failed'),
    )
  })
  block.append(copyButton)
}

// Replace example ids in links to GraphiQL with ids of the user's records before a link opens.
document.addEventListener('click', (event) => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.graphiql') : null
  if (!link || link.dataset['own']) return
  event.preventDefault()
  void (async () => {
    const url = new URL(link.href)
    const variables = await replaceExampleIds(JSON.parse(url.searchParams.get('variables') ?? '{}'))
    if (Object.keys(variables).length > 0)
      url.searchParams.set('variables', JSON.stringify(variables, null, 2))
    link.href = url.href
    link.dataset['own'] = 'yes'
    link.click()
  })()
})

// Highlight the visible section in the navigation.
const navigationLinks = document.querySelectorAll<HTMLAnchorElement>('#nav a[href*="#"]')
const sectionObserver = new IntersectionObserver(
  (entries) => {
    for (const { target } of entries.filter((entry) => entry.isIntersecting))
      for (const link of navigationLinks)
        link.classList.toggle(
          'here',
          link.hash.slice(1) === target.id && link.pathname === location.pathname,
        )
  },
  { rootMargin: '-80px 0px -70% 0px' },
)
for (const section of document.querySelectorAll('section.operation, section.chapter'))
  sectionObserver.observe(section)
