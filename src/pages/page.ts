/** Renders the HTML of pages, and lists the files that they load from `/assets/`. */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { escapeHtml } from './browser/highlight.ts'

/** The source folder. Served files keep their relative paths, so that their imports work. */
export const sourceFolder: string = join(import.meta.dirname, '..')

/** Returns the paths, relative to `src`, of the scripts, styles and images in a folder. */
export const listBrowserFiles = (folder: string): string[] =>
  readdirSync(join(sourceFolder, folder, 'browser'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.(ts|css|svg)$/.test(name))
    .map((name) => `${folder}/browser/${name.replaceAll('\\', '/')}`)

/** Packages that browser code imports, with their files. The first file is the entry point. */
const browserPackageFiles: [name: string, files: string[]][] = [
  ['preact', ['preact.mjs']],
  ['preact/hooks', ['hooks.mjs']],
  ['htm', ['htm.mjs']],
  ['htm/preact', ['index.mjs']],
  ['graphql-sse', ['client.mjs', 'common.mjs', 'parser.mjs', 'utils.mjs']],
]

const findPackageFolder = (name: string) => dirname(fileURLToPath(import.meta.resolve(name)))

/** The import map of pages, and the served package files by their paths in `/assets/`. */
export const browserPackages = {
  imports: Object.fromEntries(
    browserPackageFiles.map(([name, [mainFile]]) => [name, `/assets/vendor/${name}/${mainFile}`]),
  ),
  files: () =>
    browserPackageFiles.flatMap(([name, files]) =>
      files.map((file): [string, string] => [
        `vendor/${name}/${file}`,
        join(findPackageFolder(name), file),
      ]),
    ),
}

/** A page. All its files are in `/assets/`, so that the page works without internet access. */
export interface Page {
  title: string
  /** The content as HTML. Variable text must be escaped with `escapeHtml`. */
  body: string
  /** Paths of scripts and styles in `/assets/`, such as `pages/browser/home.css`. */
  assets?: string[]
  /** Settings for the scripts, which read them with `readSettings()`. */
  settings?: object
  /** Additional sources for the content security policy, by directive. */
  extraSources?: Record<string, string>
}

const importMap = JSON.stringify({ imports: browserPackages.imports })
const importMapHash = createHash('sha256').update(importMap).digest('base64')

/** The content security policy: this server's files, the import map and data images; no frames. */
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

/** Converts a value to JSON that cannot close the enclosing script element. */
const toScriptJson = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')

const renderAssetTag = (name: string) =>
  name.endsWith('.css')
    ? `<link rel="stylesheet" href="/assets/${name}">`
    : `<script type="module" src="/assets/${name}"></script>`

/** Renders a complete page, with security headers. */
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
${['pages/browser/base.css', ...assets].map(renderAssetTag).join('\n')}
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
