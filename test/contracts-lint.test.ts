import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'

const linter = 'node_modules/graphql-schema-linter'
const rules = readdirSync(`${linter}/lib/rules`).map((file) =>
  file.replace('.js', '').replaceAll('_', '-'),
)

/** The contract uses values such as `high`, `Valid` and `call`, which both interfaces share. */
const excludedRules = ['enum-values-all-caps']

/**
 * Returns the findings of graphql-schema-linter. It runs on graphql 16, the last version that it
 * supports.
 */
function lint(schema: string): string[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      './test/preload/graphql-16.ts',
      `${linter}/lib/cli.js`,
      '--stdin',
      '--format',
      'compact',
      '--rules',
      rules.filter((rule) => !excludedRules.includes(rule)).join(),
    ],
    { input: schema, encoding: 'utf8' },
  )
  if (stderr) throw new Error(stderr)
  return stdout.split('\n').filter(Boolean)
}

describe('The printed contracts', () => {
  const schema = readFileSync('schema.graphql', 'utf8')

  test("the printed schema passes a public linter's rules for Relay, descriptions, names, order and deprecations", () => {
    expect(rules).toHaveLength(19)
    expect(lint(schema)).toEqual([])
  })

  test('the schema linter reports invalid pages, arguments, values and fields', () => {
    const brokenSchema = schema
      .replace(
        '"""Whether there are records after this page."""\n  hasNextPage: Boolean!',
        'hasNextPage: Boolean',
      )
      .replace('"""The person contacted the company."""', '')
      .replace(/^ {4}first: Int$/m, '    first: String')
    const reportedRules = lint(brokenSchema).map((line) => /\(([a-z-]+)\)$/.exec(line)?.[1])
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

test("openapi.json passes a public linter's recommended rules", async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'no-unused-components': 'off' },
  })
  const lintApi = async (source: string) => {
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    return problems.map(
      ({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`,
    )
  }
  const document = readFileSync('openapi.json', 'utf8')
  expect(await lintApi(document)).toEqual([])
  expect(
    await lintApi(document.replaceAll('"operationId": "CreateTask"', '"operationId": "ListTasks"')),
  ).toMatchObject([/^operation-operationId-unique/])
})
