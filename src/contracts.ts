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
    'openapi.json': `${JSON.stringify(api, null, 2)}\n`,
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
