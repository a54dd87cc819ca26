import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { newFolder } from './support/folder.ts'

const linterFolder = 'node_modules/graphql-schema-linter'
const rules = readdirSync(`${linterFolder}/lib/rules`).map((file) =>
  file.replace('.js', '').replaceAll('_', '-'),
)

/**
 * The contract requires enum values such as `high`, `Valid` and `call`, which are the same in REST
 * and GraphQL.
 */
const excludedRules = ['enum-values-all-caps']

/** Runs a linter with `graphql` 16, the latest version that the linters support. @returns stdout */
function runLinter(schema: string, args: string[], env: Record<string, string> = {}): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', './test/preload/graphql-16.ts', ...args],
    { input: schema, encoding: 'utf8', env: { ...process.env, ...env } },
  )
  if (stderr) throw new Error(stderr)
  return stdout
}

/** Runs graphql-eslint and returns the rule and line of each finding. */
function lintWithEslint(schema: string): string[] {
  const folder = newFolder()
  const file = folder.file('schema.graphql')
  writeFileSync(file, schema)
  try {
    const config = ['--config', 'test/clients/eslint.config.mjs']
    const stdinArgs = ['--stdin', '--stdin-filename', 'schema.graphql', '--format', 'json']
    const output = runLinter(
      schema,
      ['node_modules/eslint/bin/eslint.js', ...config, ...stdinArgs],
      {
        LINTED_SCHEMA: file,
      },
    )
    const [{ messages }] = JSON.parse(output) as [{ messages: Finding[] }]
    return messages.map(({ ruleId, line }) => `${ruleId.replace('@graphql-eslint/', '')} ${line}`)
  } finally {
    folder.remove()
  }
}

interface Finding {
  ruleId: string
  line: number
}

/** Runs graphql-schema-linter and returns its findings. */
function lintWithSchemaLinter(schema: string): string[] {
  return runLinter(schema, [
    `${linterFolder}/lib/cli.js`,
    '--stdin',
    '--format',
    'compact',
    '--rules',
    rules.filter((rule) => !excludedRules.includes(rule)).join(),
  ])
    .split('\n')
    .filter(Boolean)
}

describe('The generated contracts', () => {
  const schema = readFileSync('schema.graphql', 'utf8')

  test("the printed schema passes graphql-schema-linter's rules for Relay, descriptions, names, order and deprecations", () => {
    expect(rules).toHaveLength(19)
    expect(lintWithSchemaLinter(schema)).toEqual([])
  })

  test("the printed schema passes graphql-eslint's rules for Relay, names, descriptions and reachable types", () => {
    expect(lintWithEslint(schema)).toEqual([])
  })

  test('graphql-eslint reports invalid connections, edges, page information and names', () => {
    const brokenSchema = schema
      .replace(/(type PersonConnection \{[\s\S]*?)edges: \[PersonEdge!\]!/, '$1edges: PersonEdge!')
      .replace(/(type TaskEdge \{[\s\S]*?)node: Task!/, '$1node: [Task!]!')
      .replace('endCursor: String\n', 'endCursor: String!\n')
      .replace('type TagEdge {', 'type unused {\n  id: ID!\n}\n\ntype TagEdge {')
      .replace(/^ {4}first: Int = 10$/m, '    first: String')
    const reportedRules = lintWithEslint(brokenSchema).map((finding) => finding.split(' ')[0])
    expect(new Set(reportedRules)).toEqual(
      new Set([
        'naming-convention',
        'no-unreachable-types',
        'relay-arguments',
        'relay-connection-types',
        'relay-edge-types',
        'relay-page-info',
        'require-description',
      ]),
    )
  })

  test('graphql-schema-linter reports an invalid PageInfo type, an invalid page size argument and missing descriptions', () => {
    const brokenSchema = schema
      .replace('"Whether a next page exists."\n  hasNextPage: Boolean!', 'hasNextPage: Boolean')
      .replace('"The person contacted the company."', '')
      .replace(/^ {4}first: Int$/m, '    first: String')
    const reportedRules = lintWithSchemaLinter(brokenSchema).map(
      (line) => /\(([a-z-]+)\)$/.exec(line)?.[1],
    )
    expect(new Set(reportedRules)).toEqual(
      new Set([
        'fields-have-descriptions',
        'relay-page-info-spec',
        'enum-values-have-descriptions',
        'relay-connection-arguments-spec',
      ]),
    )
  })
})

test('openapi.json passes the recommended rules of the Redocly linter', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'no-unused-components': 'off' },
  })
  const lintOpenApi = async (source: string) => {
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    return problems.map(
      ({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`,
    )
  }
  const document = readFileSync('openapi.json', 'utf8')
  expect(await lintOpenApi(document)).toEqual([])
  expect(
    await lintOpenApi(
      document.replaceAll('"operationId": "CreateTask"', '"operationId": "ListTasks"'),
    ),
  ).toMatchObject([/^operation-operationId-unique/])
})
