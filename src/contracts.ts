import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { makeExamples } from './contracts/examples.ts'
import { routes, schema } from './resources/index.ts'
import { createOpenApiDocument } from './rest/openapi/document.ts'
import { prepareRoute } from './rest/prepare.ts'

/**
 * The two printed contracts. `node src/contracts.ts` writes them; with `--check` it only says
 * whether they are current.
 */
const root = join(import.meta.dirname, '..')

export async function contracts(): Promise<Record<string, string>> {
  const prepared = routes.map((route) => prepareRoute(schema, route))
  const api = createOpenApiDocument(prepared, await makeExamples(prepared))
  return {
    'schema.graphql': `${printSchema(lexicographicSortSchema(schema))}\n`,
    'openapi.json': `${formatJson(api)}\n`,
  }
}

if (import.meta.main) {
  const check = process.argv.includes('--check')
  const stale = Object.entries(await contracts()).filter(([file, text]) => readOr(file) !== text)
  if (!check) for (const [file, text] of stale) writeFileSync(join(root, file), text)
  else if (stale.length > 0) {
    console.error(
      `${stale.map(([file]) => file).join(' and ')} not current: run "npm run contracts"`,
    )
    process.exitCode = 1
  }
}

function readOr(file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return ''
  }
}

/** JSON in lines of at most 100 characters: what fits into a line stands in one. */
function formatJson(value: unknown, indent = '', column = 0): string {
  const line = inOneLine(value)
  if (typeof value !== 'object' || value === null || column + line.length <= 99) return line
  const inner = `${indent}  `
  const isArray = Array.isArray(value)
  const entries = Object.entries(value).map(([key, each]: [string, unknown]) => {
    const start = isArray ? inner : `${inner}${JSON.stringify(key)}: `
    return `${start}${formatJson(each, inner, start.length)}`
  })
  if (isArray && value.every((each) => typeof each !== 'object')) return wrap(value, indent)
  const [open, close] = isArray ? '[]' : '{}'
  return `${open}\n${entries.join(',\n')}\n${indent}${close}`
}

/** A list of plain values in as few lines as they need. */
function wrap(values: unknown[], indent: string): string {
  const lines: string[] = []
  for (const text of values.map((each) => JSON.stringify(each))) {
    const last = lines.at(-1)
    if (last !== undefined && indent.length + last.length + text.length < 96)
      lines[lines.length - 1] = `${last} ${text},`
    else lines.push(`${text},`)
  }
  return `[\n${lines
    .map((line) => `${indent}  ${line}`)
    .join('\n')
    .slice(0, -1)}\n${indent}]`
}

function inOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  const entries = Object.entries(value).map(([key, each]) => `"${key}": ${inOneLine(each)}`)
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}'
}
