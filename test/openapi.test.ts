import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { openCompany } from '../src/contracts/company.ts'
import { statusOf } from '../src/errors.ts'
import { errorDescriptions } from '../src/rest/openapi/errors.ts'

/**
 * `openapi.json` as what it is for others: a document that tools read, with examples that can be
 * believed.
 */
interface Content {
  schema: object
  example?: unknown
  examples?: Record<string, { value?: unknown; $ref?: string }>
}
interface Described {
  description?: string
}
interface Operation extends Described {
  operationId: string
  summary: string
  parameters: (Described & {
    name: string
    in: string
    example?: unknown
    schema?: object
    content?: { 'application/json': Content }
  })[]
  requestBody?: Described & { content: { 'application/json': Content } }
  responses: Record<
    string,
    Described & {
      headers?: Record<string, Described & { $ref?: string }>
      content: { 'application/json': Content }
    }
  >
}
const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  tags: (Described & { name: string })[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: {
    schemas: Record<string, object>
    examples: Record<string, Described & { summary: string; value: unknown }>
  }
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    path,
    method: method.toUpperCase(),
  })),
)
const ajv = addFormats
  .default(new Ajv2020({ strict: false, allErrors: true }))
  .addSchema({ ...document, $id: 'api' })
/** What is wrong with a value. */
const faults = (schema: object, value: unknown) => {
  const check = ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')),
  )
  return check(value)
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe('openapi.json', () => {
  test('a public validator finds nothing wrong with it', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
    expect([valid, errors]).toEqual([true, undefined])
  })

  test('every call, parameter, body, answer, header and part says what it is', () => {
    const silent: string[] = []
    const must = (what: Described, where: string) =>
      void (what.description?.trim() || silent.push(where))
    for (const tag of document.tags) must(tag, tag.name)
    for (const {
      operationId,
      summary,
      parameters,
      requestBody,
      responses,
      ...operation
    } of operations) {
      must(operation, operationId)
      if (!summary) silent.push(`${operationId} summary`)
      for (const each of parameters) must(each, `${operationId} ${each.name}`)
      if (requestBody) must(requestBody, `${operationId} body`)
      for (const [status, response] of Object.entries(responses)) {
        must(response, `${operationId} ${status}`)
        for (const [name, header] of Object.entries(response.headers ?? {}))
          if (!header.$ref) must(header, `${operationId} ${status} ${name}`)
      }
    }
    expect(silent).toEqual([])
  })

  test('every field of everything that is sent or answered says what it is', () => {
    const silent: string[] = []
    const look = (value: unknown, where: string): void => {
      if (value === null || typeof value !== 'object') return
      const { properties } = value as { properties?: Record<string, Described & { $ref?: string }> }
      if (
        properties &&
        typeof properties === 'object' &&
        (value as { type?: unknown }).type === 'object'
      )
        for (const [name, schema] of Object.entries(properties))
          if (!schema.description?.trim()) silent.push(`${where}.${name}`)
      for (const [name, each] of Object.entries(value))
        if (!/^(example|examples|x-)/.test(name)) look(each, `${where}/${name}`)
    }
    look(document.paths, '')
    look(document.webhooks, 'webhooks')
    look(document.components.schemas, '')
    for (const [name, schema] of Object.entries(document.components.schemas))
      if (!(schema as Described).description) silent.push(name)
    expect(silent).toEqual([])
  })

  test('every call shows what it is sent, what it answers, and each error that it can give', () => {
    const lacking: string[] = []
    for (const { operationId, parameters, requestBody, responses } of operations) {
      for (const each of parameters)
        if (each.in === 'path' && each.example === undefined)
          lacking.push(`${operationId} ${each.name}`)
      if (requestBody && requestBody.content['application/json'].example === undefined)
        lacking.push(`${operationId} body`)
      const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      const { schema, example } = good
        .map(([, { content }]) => content['application/json'])
        .find((each) => each.example !== undefined) ?? { schema: {} }
      if (example === undefined) lacking.push(`${operationId} answer`)
      const told = Object.keys((schema as { properties?: object }).properties ?? {})
      for (const name of Object.keys(example ?? {}))
        if (!told.includes(name)) lacking.push(`${operationId} says nothing of ${name}`)
      for (const [status, { description = '', content }] of Object.entries(responses)) {
        if (status.startsWith('2')) continue
        for (const code of description.split(', ')) {
          if (String(statusOf[code as keyof typeof statusOf]) !== status)
            lacking.push(`${operationId}: ${code} is not ${status}`)
          if (!content['application/json'].examples?.[code]) lacking.push(`${operationId} ${code}`)
        }
      }
    }
    expect(lacking).toEqual([])
    expect(Object.keys(document.components.examples).sort()).toEqual(
      Object.keys(errorDescriptions).sort(),
    )
  })

  test('every example fits what it is an example of', () => {
    const wrong: [string, string[]][] = []
    const fits = (where: string, schema: object | undefined, value: unknown) => {
      const found = value === undefined || !schema ? [] : faults(schema, value)
      if (found.length > 0) wrong.push([where, found])
    }
    const error = { $ref: '#/components/schemas/Error' }
    for (const { operationId, parameters, requestBody, responses } of operations) {
      for (const { name, schema, content, example } of parameters) {
        fits(`${operationId} ${name}`, schema, example)
        fits(
          `${operationId} ${name}`,
          content?.['application/json'].schema,
          content?.['application/json'].example,
        )
      }
      fits(
        `${operationId} body`,
        requestBody?.content['application/json'].schema,
        requestBody?.content['application/json'].example,
      )
      for (const [status, { content }] of Object.entries(responses)) {
        fits(
          `${operationId} ${status}`,
          content['application/json'].schema,
          content['application/json'].example,
        )
        for (const [name, { value }] of Object.entries(content['application/json'].examples ?? {}))
          fits(`${operationId} ${name}`, error, value)
      }
    }
    for (const [code, { value }] of Object.entries(document.components.examples))
      fits(code, error, value)
    for (const [type, { post }] of Object.entries(document.webhooks))
      fits(
        type,
        post.requestBody?.content['application/json'].schema,
        post.requestBody?.content['application/json'].example,
      )
    expect(wrong).toEqual([])
  })

  test('whoever sends what is shown to the demo company is answered what is shown', async () => {
    const company = await openCompany()
    const copy = await company.copy('reader')
    // What is made anew at each asking, or needs something to be made before, is compared when the
    // contracts are made.
    const told = operations.filter(
      ({ method, path }) =>
        method === 'GET' &&
        !/events|audit|merges|smart-lists|webhook|timeline|deprecated/.test(path),
    )
    expect(told.length).toBeGreaterThan(30)
    for (const { operationId, path, parameters, responses } of told) {
      const text = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value))
      const query = new URLSearchParams(
        parameters.flatMap((each) =>
          each.in === 'query' && each.example !== undefined
            ? [[each.name, text(each.example)]]
            : [],
        ),
      )
      const address = path.replace(/\{(\w+)\}/g, (_, name) =>
        text(parameters.find((each) => each.name === name)?.example),
      )
      const { body } = await copy.ask({
        method: 'GET',
        path: `${address}?${query}`,
        key: company.key,
      })
      const shown = responses['200']?.content['application/json'].example as {
        data: unknown
        meta: object
      }
      expect([operationId, body]).toEqual([
        operationId,
        {
          ...shown,
          meta: {
            ...shown.meta,
            requestId: (body as { meta: { requestId: string } }).meta.requestId,
          },
        },
      ])
    }
    await copy.close()
    company.remove()
  })

  test('no secret is shown', () => {
    expect(JSON.stringify(document)).not.toMatch(/\b(dg_\w{32}|whsec_[\w+/=]{20})/)
    expect(JSON.stringify(document)).toContain('"secret":"dg_…"')
  })

  test('records have a name, and stand once', () => {
    const names = Object.keys(document.components.schemas)
    for (const name of [
      'Person',
      'PersonInList',
      'Deal',
      'Task',
      'Activity',
      'User',
      'Team',
      'Pipeline',
      'Error',
      'Meta',
      'WebhookEvent',
      'DealStatus',
    ])
      expect(names).toContain(name)
  })
})
