import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse, specifiedRules, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../src/resources/index.ts'

const documentsFolder = join(import.meta.dirname, '../src/console/browser/documents')

describe('Console operations', () => {
  test('the GraphQL operations of the console are valid against the schema and named after their exports', async () => {
    const operations = new Map<string, unknown>()
    for (const file of readdirSync(documentsFolder))
      for (const [name, exportedValue] of Object.entries(
        (await import(join(documentsFolder, file))) as object,
      ))
        operations.set(name, exportedValue)
    expect(operations.size).toBeGreaterThanOrEqual(7)
    for (const [name, operation] of operations) {
      const document = parse((operation as { text: string }).text)
      expect([name, validate(schema, document, specifiedRules)]).toEqual([name, []])
      expect(document.definitions).toMatchObject([{ name: { value: name } }])
    }
  })
})
