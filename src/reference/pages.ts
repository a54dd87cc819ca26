import { escapeHtml, renderPage } from '../pages/page.ts'
import { chapters } from './chapters.ts'
import {
  type Call,
  type Contract,
  callsOf,
  exampleOf,
  placeOf,
  type Schema,
  titleOf,
} from './contract.ts'
import { fieldsIn } from './fields.ts'
import { toParagraphs } from './html.ts'
import { exampleBody, operationRenderer } from './operation.ts'

const styles = ['frame', 'text', 'fields', 'code', 'try', 'narrow'].map(
  (name) => `reference/browser/${name}.css`,
)

/** All pages of the reference, by their path. @param demoKey preset for trying calls out */
export function renderReference(
  contract: Contract,
  demoKey: string | undefined,
): Map<string, string> {
  const renderWithFrame = (title: string, current: string, main: string, calls: Call[]) =>
    renderPage({
      title: `${title} · Dealgraph`,
      body: renderFrame(contract, current, main),
      assets: [...styles, 'reference/browser/main.ts'],
      settings: {
        demoKey,
        calls: Object.fromEntries(
          calls.map((call) => [call.operationId, toTryForm(call, contract)]),
        ),
      },
    }).body as string
  const resource = ({
    name,
    description,
  }: {
    name: string
    description: string
  }): [string, string] => {
    const calls = callsOf(contract, name)
    const operation = operationRenderer(contract)
    const main = `<header class="opening"><h1>${escapeHtml(titleOf(name))}</h1>${toParagraphs(description)}${renderIndex(calls)}</header>${calls.map(operation).join('\n')}`
    return [`/docs/${name}`, renderWithFrame(titleOf(name), name, main, calls)]
  }
  return new Map([
    ['/docs', renderWithFrame('REST reference', 'start', renderChapters(contract), [])],
    ['/docs/filters', renderWithFrame('Filters', 'filters', renderFilters(contract), [])],
    ...contract.tags.map(resource),
  ])
}

/** What the form needs that tries a call out. */
function toTryForm(call: Call, { components }: Contract) {
  const resolved = (schema: Schema | undefined): Schema =>
    components.schemas[schema?.$ref?.split('/').at(-1) ?? ''] ?? schema ?? {}
  return {
    method: call.method,
    path: call.path,
    parameters: call.parameters.map((each) => {
      const { type, enum: words } = resolved(each.schema)
      return {
        name: each.name,
        in: each.in,
        required: each.required,
        words,
        type: each.content ? 'json' : type,
        value: exampleOf(each),
      }
    }),
    body: exampleBody(call),
    query: call['x-graphql'],
    variables: Object.fromEntries(
      [...call['x-graphql'].matchAll(/\$(\w+): (\[?\w+)/g)].map(([, name, type]) => [name, type]),
    ),
  }
}

const renderIndex = (calls: Call[]): string =>
  `<ul class="index">${calls.map((call) => `<li><a href="#${call.operationId}"><span class="method ${call.method.toLowerCase()}">${call.method}</span> <code>${escapeHtml(call.path)}</code></a></li>`).join('')}</ul>`

const renderChapters = (contract: Contract): string =>
  chapters
    .map(
      (
        { id, title, renderText, renderExample },
        place,
      ) => `<section class="chapter" id="${id}" aria-labelledby="${id}-title">
<header>${place === 0 ? `<h1 id="${id}-title">REST reference</h1>` : `<h2 id="${id}-title"><a href="#${id}">${escapeHtml(title)}</a></h2>`}</header>
<div class="told">${renderText(contract)}</div><div class="shown">${renderExample?.(contract) ?? ''}</div></section>`,
    )
    .join('\n')

/** Filters are recursive, so they have their own page. */
function renderFilters(contract: Contract): string {
  const { list } = fieldsIn(contract.components.schemas)
  const all = Object.entries(contract.components.schemas).filter(([name]) => name.endsWith('Where'))
  const sections = all.map(
    ([name, schema]) =>
      `<section class="filter" id="${name}" aria-labelledby="${name}-title"><h2 id="${name}-title"><a href="#${name}">${name}</a></h2>${toParagraphs(schema.description ?? '')}${list(schema)}</section>`,
  )
  return `<header class="opening"><h1>Filters</h1>${toParagraphs('What the parameter `where` of a list takes, as a JSON object, and what GraphQL takes as the argument `where`. All conditions of an object hold together; `and`, `or` and `not` put objects together.')}
<ul class="index">${all.map(([name]) => `<li><a href="#${name}"><code>${name}</code></a></li>`).join('')}</ul></header>${sections.join('\n')}`
}

const entry = (call: Call): string =>
  `<li><a href="${placeOf(call)}" data-find="${escapeHtml(`${call.method} ${call.path} ${call.operationId}`.toLowerCase())}"><span class="method ${call.method.toLowerCase()}" aria-label="${call.method}">${call.method === 'DELETE' ? 'DEL' : call.method}</span><span>${escapeHtml(call.summary)}</span></a></li>`

const resource = (contract: Contract, tag: string, current: string): string => {
  const open = tag === current ? ' open' : ''
  const overview = `<li><a class="overview" href="/docs/${tag}"${tag === current ? ' aria-current="page"' : ''}>${escapeHtml(titleOf(tag))}, all of it</a></li>`
  return `<details${open}><summary>${escapeHtml(titleOf(tag))}</summary><ul>${overview}${callsOf(contract, tag).map(entry).join('')}</ul></details>`
}

/**
 * The reference's own frame: a bar at the top, every call at the left, and a page in the middle.
 */
export const renderFrame = (contract: Contract, current: string, main: string): string => `
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
  <ul class="chapters">${chapters.map(({ id, title }) => `<li><a href="/docs#${id}" data-find="${escapeHtml(title.toLowerCase())}">${escapeHtml(title)}</a></li>`).join('')}<li><a href="/docs/filters"${current === 'filters' ? ' aria-current="page"' : ''}>Filters, all fields</a></li></ul>
  ${contract.tags.map(({ name }) => resource(contract, name, current)).join('\n')}
</nav>
<main id="main" tabindex="-1">${main}</main>
</div>`
