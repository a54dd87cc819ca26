/** The GraphiQL page: the GraphQL editor with a list of example operations. */
import type { HttpResponse } from '../http/request-context.ts'
import { graphiqlFolder } from '../pages/assets.ts'
import { escapeHtml } from '../pages/browser/highlight.ts'
import { renderPage } from '../pages/page.ts'
import type { PagePresets } from '../pages/public-routes.ts'
import { type Example, type ExampleGroup, exampleGroups } from './examples.ts'

const renderExample = ({ title, description, kind, name }: Example): string =>
  `<li><a href="/graphql?example=${name}" data-example="${name}"><span class="title">${escapeHtml(title)}</span>
${kind === 'query' ? '' : `<span class="kind ${kind}">${kind}</span>`}<span class="about">${escapeHtml(description).replace(/`([^`]+)`/g, '<code>$1</code>')}</span></a></li>`

const renderGroup = ({ title, examples }: ExampleGroup, index: number): string =>
  `<details${index === 0 ? ' open' : ''}><summary>${escapeHtml(title)} <span class="count">${examples.length}</span></summary><ul>${examples.map(renderExample).join('\n')}</ul></details>`

/** Renders the list of examples, and the sign-in link or API key form for unauthenticated users. */
const renderBody = (isSignInEnabled: boolean | undefined) => `
<a class="skip" href="#graphiql">Skip to GraphiQL</a>
<aside id="examples" aria-label="Example operations">
  <header>
    <a class="brand" href="/">Dealgraph</a>
    <nav aria-label="Pages"><a href="/docs">REST reference</a> <a href="/console">Console</a></nav>
  </header>
  <label class="unseen" for="find">Find an example</label>
  <input type="search" id="find" placeholder="Find an example…" autocomplete="off">
  <p id="found" class="unseen" role="status"></p>
  <p id="notice" role="status"></p>
  <nav aria-label="Examples">${exampleGroups.map(renderGroup).join('\n')}</nav>
  <footer id="caller" hidden>
    <p id="who"></p>
    <button type="button" id="copy">Copy link</button>
    ${isSignInEnabled ? signOutButton : keyButtons}
  </footer>
</aside>
<button type="button" id="fold" aria-controls="examples" aria-expanded="true">Examples</button>
<main>
  <h1 class="unseen">GraphiQL</h1>
  <section id="key" aria-labelledby="key-title" hidden>
    <h2 id="key-title"></h2>
    <p id="key-reason"></p>
    ${isSignInEnabled ? signInLink : keyForm}
  </section>
  <p id="loading" role="status" hidden>Loading GraphiQL…</p>
  <div id="graphiql" tabindex="-1"></div>
</main>`

const keyButtons = `<button type="button" id="other-key">Change key</button>
    <button type="button" id="forget-key" hidden>Forget key</button>`

const signOutButton = '<button type="button" id="sign-out">Sign out</button>'

const signInLink = '<p><a class="main button" id="sign-in" href="/sign-in">Sign in</a></p>'

const keyForm = `<form id="key-form">
      <label for="key-field">API key</label>
      <div class="row">
        <input id="key-field" type="password" name="key" placeholder="dg_…" autocomplete="off" spellcheck="false" required aria-describedby="key-fault key-note">
        <button class="main">Use key</button>
        <button type="button" id="key-cancel" hidden>Cancel</button>
      </div>
      <p id="key-fault" role="alert"></p>
      <p id="key-note" class="quiet">The key is kept in this browser tab until you close the tab, and is sent only to this server as <code>Authorization: Bearer …</code>.</p>
    </form>
    <h3>How do I get a key?</h3>
    <ul>
      <li>The server prints the demo company's keys when it starts.</li>
      <li>On the server: <code>npx dealgraph keys create --user you@example.com</code></li>
      <li>Create more keys in the <a href="/console">console</a>, or with the mutation <code>createApiKey</code>.</li>
    </ul>`

/** The sources that GraphiQL needs for inline styles, embedded fonts and its parser's workers. */
const extraSources = {
  'style-src': "'unsafe-inline'",
  'font-src': "'self' data:",
  'worker-src': "'self'",
}

const examples = Object.fromEntries(
  exampleGroups
    .flatMap((group) => group.examples)
    .map(({ name, query, variables }) => [name, { query, variables }]),
)

/** Renders the GraphiQL page with the list of example operations. */
export const renderGraphiql = ({ demoKey, isSignInEnabled }: PagePresets): HttpResponse =>
  renderPage({
    title: 'GraphiQL · Dealgraph',
    body: renderBody(isSignInEnabled),
    assets: [
      `${graphiqlFolder}graphiql.css`,
      'graphiql/browser/graphiql.css',
      'graphiql/browser/main.ts',
    ],
    settings: {
      demoKey,
      isSignInEnabled,
      welcome: exampleGroups[0]?.examples[0]?.query,
      bundleUrl: `/assets/${graphiqlFolder}`,
      examples,
    },
    extraSources,
  })
