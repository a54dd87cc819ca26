import { escaped } from '../page.ts'
import { chapters } from './chapters.ts'
import { type Call, type Contract, callsOf, placeOf, titleOf } from './contract.ts'

const entry = (call: Call): string =>
  `<li><a href="${placeOf(call)}" data-find="${escaped(`${call.method} ${call.path} ${call.operationId}`.toLowerCase())}"><span class="method ${call.method.toLowerCase()}" aria-label="${call.method}">${call.method === 'DELETE' ? 'DEL' : call.method}</span><span>${escaped(call.summary)}</span></a></li>`

const resource = (contract: Contract, tag: string, current: string): string => {
  const open = tag === current ? ' open' : ''
  const overview = `<li><a class="overview" href="/docs/${tag}"${tag === current ? ' aria-current="page"' : ''}>${escaped(titleOf(tag))}, all of it</a></li>`
  return `<details${open}><summary>${escaped(titleOf(tag))}</summary><ul>${overview}${callsOf(contract, tag).map(entry).join('')}</ul></details>`
}

/**
 * The reference's own frame: a bar at the top, every call at the left, and a page in the middle.
 */
export const frame = (contract: Contract, current: string, main: string): string => `
<a class="skip" href="#main">Skip to the text</a>
<header class="bar">
  <button type="button" id="menu" aria-controls="nav" aria-expanded="false">Menu</button>
  <a class="brand" href="/">Dealgraph</a> <span class="what">REST reference</span>
  <nav aria-label="Pages"><a href="/graphql">GraphiQL</a> <a href="/console">Console</a> <a href="/openapi.json">openapi.json</a></nav>
  <div class="own"><label for="key">API key</label><input id="key" type="password" placeholder="dg_…" autocomplete="off" spellcheck="false" size="14">
  <button type="button" id="theme" aria-label="Theme">Theme</button></div>
</header>
<div class="columns">
<nav id="nav" aria-label="Reference">
  <div class="find"><label class="unseen" for="find">Find a call</label><input id="find" type="search" placeholder="Find a call" autocomplete="off" aria-describedby="found"><kbd aria-hidden="true">/</kbd></div>
  <p id="found" role="status" class="unseen"></p>
  <ul class="chapters">${chapters.map(({ id, title }) => `<li><a href="/docs#${id}" data-find="${escaped(title.toLowerCase())}">${escaped(title)}</a></li>`).join('')}<li><a href="/docs/filters"${current === 'filters' ? ' aria-current="page"' : ''}>Filters, all fields</a></li></ul>
  ${contract.tags.map(({ name }) => resource(contract, name, current)).join('\n')}
</nav>
<main id="main" tabindex="-1">${main}</main>
</div>`
