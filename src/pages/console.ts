import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { levels, rightsOf, roles } from '../access/scopes.ts'
import type { HttpResponse } from '../http/request-context.ts'
import { page } from './page.ts'

/**
 * All scripts of the console: the browser asks for them at once, rather than for each when it has
 * read what imports it.
 */
const scripts = readdirSync(join(import.meta.dirname, 'browser/console'), {
  recursive: true,
  encoding: 'utf8',
}).filter((name) => name.endsWith('.ts'))

const body = `
${scripts.map((name) => `<link rel="modulepreload" href="/assets/console/${name.replaceAll('\\', '/')}">`).join('\n')}
<div id="console">
  <noscript><main class="narrow"><h1>Console</h1><p>The console is a program for the browser: it needs JavaScript, which is switched off here.</p></main></noscript>
</div>`

/** What each role may do at most: the console offers no scope that the server would refuse. */
const scopes = Object.fromEntries(roles.map((role) => [role, rightsOf(role, null).list]))

const styles = ['console', 'parts', 'forms', 'webhooks', 'board', 'narrow'].map(
  (name) => `console/${name}.css`,
)

/**
 * The console: keys, webhooks and the board, for people. It asks GraphQL only, with the key that
 * somebody signs in with.
 */
export const consolePage = (demoKey: string | undefined): HttpResponse =>
  page({
    title: 'Console · Dealgraph',
    body,
    assets: [...styles, 'console.ts'],
    settings: { demoKey, scopes, levels },
  })
