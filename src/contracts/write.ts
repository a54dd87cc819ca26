/**
 * Prints the two contracts, `schema.graphql` and `openapi.json`. Run as a program, it writes them;
 * with `--check`, it only reports whether they are current.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { routes, schema } from '../resources/index.ts'
import { createOpenApiDocument } from '../rest/openapi/document.ts'
import { prepareRoute } from '../rest/prepare.ts'
import { recordExamples } from './record-examples.ts'

const root = join(import.meta.dirname, '../..')

export async function printContracts(): Promise<Record<string, string>> {
  const prepared = routes.map((route) => prepareRoute(schema, route))
  const api = createOpenApiDocument(prepared, await recordExamples(prepared))
  return {
    'schema.graphql': `${printSchema(lexicographicSortSchema(schema))}\n`,
    'openapi.json': `${formatJson(api)}\n`,
  }
}

if (import.meta.main) {
  const check = process.argv.includes('--check')
  const stale = Object.entries(await printContracts()).filter(
    ([file, text]) => !isCurrent(file, text),
  )
  if (!check) for (const [file, text] of stale) writeFileSync(join(root, file), text)
  else if (stale.length > 0) {
    const files = stale.map(([file]) => file).join(' and ')
    console.error(`${files} not current: run "npm run contracts"`)
    process.exitCode = 1
  }
}

function isCurrent(file: string, text: string): boolean {
  const path = join(root, file)
  return existsSync(path) && readFileSync(path, 'utf8') === text
}

/**
 * Formats JSON in lines of at most 100 characters; a value that fits on one line gets one. Levels
 * are indented by one space, which makes `openapi.json` 70 kB smaller than with two.
 */
function formatJson(value: unknown, indent = '', column = 0): string {
  const line = toLine(value)
  if (typeof value !== 'object' || value === null || column + line.length <= 99) return line
  const isArray = Array.isArray(value)
  if (isArray && value.every((each) => typeof each !== 'object')) return wrapList(value, indent)
  const inner = `${indent} `
  const entries = Object.entries(value).map(([key, each]: [string, unknown]) => {
    const start = isArray ? inner : `${inner}${JSON.stringify(key)}: `
    return `${start}${formatJson(each, inner, start.length)}`
  })
  const [open, close] = isArray ? '[]' : '{}'
  return `${open}\n${entries.join(',\n')}\n${indent}${close}`
}

/** Formats a list of scalars, with as many on each line as fit. */
function wrapList(values: unknown[], indent: string): string {
  const lines: string[] = []
  for (const text of values.map((value) => JSON.stringify(value))) {
    const last = lines.at(-1)
    if (last !== undefined && indent.length + last.length + text.length < 96)
      lines[lines.length - 1] = `${last} ${text},`
    else lines.push(`${text},`)
  }
  const indented = lines.map((line) => `${indent} ${line}`).join('\n')
  return `[\n${indented.slice(0, -1)}\n${indent}]`
}

function toLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(toLine).join(', ')}]`
  const entries = Object.entries(value).map(([key, each]) => `"${key}": ${toLine(each)}`)
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}'
}
