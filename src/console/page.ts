/** The console page. Its scripts are in `browser/`. */
import { getRights, levels, roles, scopeDescriptions } from '../access/scopes.ts'
import type { HttpResponse } from '../http/request-context.ts'
import { listBrowserFiles, renderPage } from '../pages/page.ts'
import type { PagePresets } from '../pages/public-routes.ts'

/** All scripts of the console, which the browser preloads in parallel. */
const scripts = listBrowserFiles('console').filter((path) => path.endsWith('.ts'))

const pageBody = `
${scripts.map((path) => `<link rel="modulepreload" href="/assets/${path}">`).join('\n')}
<div id="console">
  <noscript><main class="narrow"><h1>Console</h1><p>The console requires JavaScript. Enable JavaScript in this browser.</p></main></noscript>
</div>`

/** Maps roles to their scopes, which limit the scopes that the console offers. */
const scopesByRole = Object.fromEntries(roles.map((role) => [role, getRights(role, null).scopes]))

const stylesheets = ['console', 'parts', 'forms', 'webhooks', 'board', 'narrow'].map(
  (name) => `console/browser/${name}.css`,
)

/** Renders the console, which manages API keys, sessions, webhooks and deals through GraphQL. */
export const renderConsolePage = (presets: PagePresets): HttpResponse =>
  renderPage({
    title: 'Console · Dealgraph',
    body: pageBody,
    assets: [...stylesheets, 'console/browser/main.ts'],
    settings: { ...presets, scopes: scopesByRole, descriptions: scopeDescriptions, levels },
  })
