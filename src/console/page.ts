import { levels, rightsOf, roles, scopeDescriptions } from '../access/scopes.ts'
import type { HttpResponse } from '../http/request-context.ts'
import { listBrowserFiles, renderPage } from '../pages/page.ts'
import type { PagePresets } from '../pages/public-routes.ts'

/** All scripts of the console, preloaded by the browser in parallel. */
const scripts = listBrowserFiles('console').filter((path) => path.endsWith('.ts'))

const body = `
${scripts.map((path) => `<link rel="modulepreload" href="/assets/${path}">`).join('\n')}
<div id="console">
  <noscript><main class="narrow"><h1>Console</h1><p>The console needs JavaScript, which is disabled in this browser.</p></main></noscript>
</div>`

/** The scopes of each role, which limit those that the console offers. */
const scopes = Object.fromEntries(roles.map((role) => [role, rightsOf(role, null).scopes]))

const styles = ['console', 'parts', 'forms', 'webhooks', 'board', 'narrow'].map(
  (name) => `console/browser/${name}.css`,
)

/** Renders the console, which manages API keys, sessions, webhooks and deals through GraphQL. */
export const consolePage = (presets: PagePresets): HttpResponse =>
  renderPage({
    title: 'Console · Dealgraph',
    body,
    assets: [...styles, 'console/browser/main.ts'],
    settings: { ...presets, scopes, descriptions: scopeDescriptions, levels },
  })
