import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { escapeHtml } from './browser/highlight.ts'

/** The parent folder of all code; served files keep their paths below it, for their imports. */
export const sourceFolder: string = join(import.meta.dirname, '..')

/** Returns the paths below `src` of the scripts, styles and images that a folder serves. */
export const listBrowserFiles = (folder: string): string[] =>
  readdirSync(join(sourceFolder, folder, 'browser'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.(ts|css|svg)$/.test(name))
    .map((name) => `${folder}/browser/${name.replaceAll('\\', '/')}`)

/** Packages that browser code imports, with the files that it needs. */
const packages: [name: string, files: string[]][] = [
  ['preact', ['preact.mjs']],
  ['preact/hooks', ['hooks.mjs']],
  ['htm', ['htm.mjs']],
  ['htm/preact', ['index.mjs']],
  ['graphql-sse', ['client.mjs', 'common.mjs', 'parser.mjs', 'utils.mjs']],
]

const findPackageFolder = (name: string) => dirname(fileURLToPath(import.meta.resolve(name)))

/** `imports` is the import map of a page; `files` are the served files by path below `/assets/`. */
export const browserPackages = {
  imports: Object.fromEntries(
    packages.map(([name, [first]]) => [name, `/assets/vendor/${name}/${first}`]),
  ),
  files: () =>
    packages.flatMap(([name, files]) =>
      files.map((file): [string, string] => [
        `vendor/${name}/${file}`,
        join(findPackageFolder(name), file),
      ]),
    ),
}

/** A page. All its files come from `/assets/`, so that it works without a network. */
export interface Page {
  title: string
  /** HTML; variable text in it must be escaped with `escapeHtml`. */
  body: string
  /** Paths of scripts and styles below `src`. */
  assets?: string[]
  /** Data for the script, which reads it with `settings()`. */
  settings?: object
  /** Additional sources of the content security policy, by directive. */
  extraSources?: Record<string, string>
}

const importMap = JSON.stringify({ imports: browserPackages.imports })
const importMapHash = createHash('sha256').update(importMap).digest('base64')

/** The content security policy: files of this server only, no inline scripts, no frames. */
const defaultSources: Record<string, string> = {
  'default-src': "'none'",
  'script-src': `'self' 'sha256-${importMapHash}'`,
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}
const formatPolicy = (extraSources: Record<string, string>) =>
  [...new Set([...Object.keys(defaultSources), ...Object.keys(extraSources)])]
    .map((name) => [name, defaultSources[name], extraSources[name]].filter(Boolean).join(' '))
    .join('; ')

/** Returns JSON that cannot close its script element. */
const toScriptJson = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')

const toTag = (name: string) =>
  name.endsWith('.css')
    ? `<link rel="stylesheet" href="/assets/${name}">`
    : `<script type="module" src="/assets/${name}"></script>`

/** Renders a complete page with its security headers. */
export function renderPage({ title, body, assets = [], settings, extraSources = {} }: Page) {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/assets/pages/browser/icon.svg">
<script type="importmap">${importMap}</script>
${['pages/browser/base.css', ...assets].map(toTag).join('\n')}
</head>
<body>
${settings ? `<script type="application/json" id="settings">${toScriptJson(settings)}</script>` : ''}
${body}
</body>
</html>
`
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': formatPolicy(extraSources),
      'Referrer-Policy': 'no-referrer',
    },
    body: html,
  }
}
