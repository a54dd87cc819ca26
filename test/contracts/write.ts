/**
 * Prints `schema.graphql`, `openapi.json` and `scalars.json`, which contains the TypeScript types
 * of the custom scalars. Run as a program, this module writes the three files; with `--check`, it
 * only checks whether they are up to date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isScalarType, isSpecifiedScalarType, lexicographicSortSchema, printSchema } from 'graphql'
import type { JsonSchema } from '../../src/graphql/schema/scalars.ts'
import { routes, schema } from '../../src/resources/index.ts'
import { createOpenApiDocument } from '../../src/rest/openapi/document.ts'
import { prepareRoute } from '../../src/rest/prepare.ts'
import { recordExamples } from './record-examples.ts'

const projectFolder = join(import.meta.dirname, '../..')

export async function printContracts(): Promise<Record<string, string>> {
  const preparedRoutes = routes.map((route) => prepareRoute(schema, route))
  const openApi = createOpenApiDocument(preparedRoutes, await recordExamples(preparedRoutes))
  return {
    'schema.graphql': printSdl(),
    'openapi.json': `${formatJson(openApi)}\n`,
    'scalars.json': `${JSON.stringify(listScalarTypes(), null, 2)}\n`,
  }
}

/**
 * Prints the schema in alphabetical order and in compact form: one-line descriptions are plain
 * strings, and arguments are not separated by blank lines.
 */
const printSdl = (): string =>
  `${printSchema(lexicographicSortSchema(schema))
    .replace(
      /^( *)"""\n?([^"\\\n]*)\n? *"""$/gm,
      (_, indent: string, text: string) => `${indent}"${text.trim()}"`,
    )
    .replace(/\n\n(?= {4}")/g, '\n')}\n`

/** Returns the TypeScript type of each custom scalar, for code generators of typed clients. */
function listScalarTypes(): Record<string, string> {
  const typescriptTypes = { string: 'string', number: 'number', integer: 'number' } as const
  const scalars = Object.values(schema.getTypeMap())
    .filter(isScalarType)
    .filter((type) => !isSpecifiedScalarType(type))
    .map(({ name, extensions }): [string, string] => {
      const { type } = (extensions['jsonSchema'] ?? {}) as JsonSchema
      return [name, typescriptTypes[type as keyof typeof typescriptTypes] ?? 'unknown']
    })
  return Object.fromEntries(scalars.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

if (import.meta.main) {
  const isCheckOnly = process.argv.includes('--check')
  const staleContracts = Object.entries(await printContracts()).filter(
    ([file, text]) => !isCurrent(file, text),
  )
  if (!isCheckOnly)
    for (const [file, text] of staleContracts) writeFileSync(join(projectFolder, file), text)
  else if (staleContracts.length > 0) {
    const fileNames = staleContracts.map(([file]) => file).join(' and ')
    console.error(`Outdated contracts: ${fileNames}. Run "npm run contracts".`)
    process.exitCode = 1
  }
}

function isCurrent(file: string, text: string): boolean {
  const path = join(projectFolder, file)
  return existsSync(path) && readFileSync(path, 'utf8') === text
}

/**
 * Formats JSON in lines of at most 100 characters; a value that fits is written on one line. The
 * indentation is one space per level, because two spaces would enlarge `openapi.json` by 70 kB.
 */
function formatJson(value: unknown, indent = '', column = 0): string {
  const line = formatLine(value)
  if (typeof value !== 'object' || value === null || column + line.length <= 99) return line
  const isArray = Array.isArray(value)
  if (isArray && value.every((item) => typeof item !== 'object')) return wrapList(value, indent)
  const innerIndent = `${indent} `
  const formattedMembers = Object.entries(value).map(([key, propertyValue]: [string, unknown]) => {
    const prefix = isArray ? innerIndent : `${innerIndent}${JSON.stringify(key)}: `
    return `${prefix}${formatJson(propertyValue, innerIndent, prefix.length)}`
  })
  const [open, close] = isArray ? '[]' : '{}'
  return `${open}\n${formattedMembers.join(',\n')}\n${indent}${close}`
}

/** Formats a list of scalars, with as many values on each line as fit. */
function wrapList(values: unknown[], indent: string): string {
  const lines: string[] = []
  for (const valueJson of values.map((value) => JSON.stringify(value))) {
    const lastLine = lines.at(-1)
    if (lastLine !== undefined && indent.length + lastLine.length + valueJson.length < 96)
      lines[lines.length - 1] = `${lastLine} ${valueJson},`
    else lines.push(`${valueJson},`)
  }
  const indentedText = lines.map((line) => `${indent} ${line}`).join('\n')
  return `[\n${indentedText.slice(0, -1)}\n${indent}]`
}

function formatLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(formatLine).join(', ')}]`
  const formattedMembers = Object.entries(value).map(
    ([key, member]) => `"${key}": ${formatLine(member)}`,
  )
  return formattedMembers.length > 0 ? `{ ${formattedMembers.join(', ')} }` : '{}'
}
