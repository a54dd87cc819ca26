import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { createDemoCompany, type DemoServer, now } from '../src/contracts/demo-company.ts'
import { statusOf } from '../src/errors.ts'
import { routes, schema } from '../src/resources/index.ts'
import { errorDescriptions } from '../src/rest/openapi/errors.ts'
import { prepareRoute } from '../src/rest/prepare.ts'
import { creationRequest } from './support/creations.ts'
import { readOpenApi } from './support/openapi.ts'

/** `openapi.json` is valid for tools, completely described, and its examples are correct. */
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
interface Document {
  tags: (Described & { name: string })[]
  paths: Record<string, Record<string, Operation>>
  components: {
    parameters: Record<string, object>
    responses: Record<string, object>
    schemas: Record<string, Described & { examples?: unknown[] }>
    examples: Record<string, Described & { summary: string; value: unknown }>
  }
}
const text = readFileSync('openapi.json', 'utf8')
const written = JSON.parse(text) as Document
/** With references resolved. */
const document = readOpenApi<Document>()
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
/** The faults of a value according to a schema. */
const faults = (schema: object, value: unknown) => {
  const check = ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')),
  )
  return check(value)
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** Creates a record of a kind that the demo company lacks. */
async function createFromExample({ send }: DemoServer, key: string, path: string) {
  const prepared = routes.map((route) => prepareRoute(schema, route))
  const ask = async (query: string) => {
    const { body } = await send({ method: 'POST', path: '/graphql', key, body: { query } })
    return (body as { data: Record<string, unknown> }).data
  }
  const creation = await creationRequest(prepared, path.split('/')[2] ?? '', ask, now)
  const { status, body } = await send({ method: 'POST', key, ...creation })
  expect([creation.path, status]).toEqual([creation.path, 201])
  return (body as { data: { id: string } }).data.id
}

describe('openapi.json', () => {
  test('openapi.json is valid for a public validator', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(written) as never)
    expect([valid, errors]).toEqual([true, undefined])
  })

  test('every operation, parameter, body, response and header in openapi.json has a description', () => {
    const undescribed: string[] = []
    const expectDescription = (what: Described, where: string) =>
      void (what.description?.trim() || undescribed.push(where))
    for (const tag of document.tags) expectDescription(tag, tag.name)
    for (const {
      operationId,
      summary,
      parameters,
      requestBody,
      responses,
      ...operation
    } of operations) {
      expectDescription(operation, operationId)
      if (!summary) undescribed.push(`${operationId} summary`)
      for (const each of parameters) expectDescription(each, `${operationId} ${each.name}`)
      if (requestBody)
        expectDescription(
          requestBody.content['application/json'].schema as Described,
          `${operationId} body`,
        )
      for (const [status, response] of Object.entries(responses)) {
        expectDescription(response, `${operationId} ${status}`)
        for (const [name, header] of Object.entries(response.headers ?? {}))
          if (!header.$ref) expectDescription(header, `${operationId} ${status} ${name}`)
      }
    }
    expect(undescribed).toEqual([])
  })

  test('every field of a request, a response and a webhook in openapi.json has a description', () => {
    const undescribed: string[] = []
    const look = (value: unknown, where: string): void => {
      if (value === null || typeof value !== 'object') return
      const { properties } = value as { properties?: Record<string, Described & { $ref?: string }> }
      if (
        properties &&
        typeof properties === 'object' &&
        (value as { type?: unknown }).type === 'object'
      )
        for (const [name, schema] of Object.entries(properties)) {
          const target = document.components.schemas[schema.$ref?.split('/').at(-1) ?? '']
          if (!(schema.description ?? target?.description)?.trim())
            undescribed.push(`${where}.${name}`)
        }
      for (const [name, each] of Object.entries(value))
        if (!/^(example|examples|x-)/.test(name)) look(each, `${where}/${name}`)
    }
    look(document.components.schemas, '')
    expect(undescribed).toEqual([])
  })

  test('every operation in openapi.json has examples of its request, its response and its errors', () => {
    const missing: string[] = []
    for (const { operationId, parameters, requestBody, responses } of operations) {
      for (const each of parameters)
        if (each.in === 'path' && each.example === undefined)
          missing.push(`${operationId} ${each.name}`)
      if (requestBody && requestBody.content['application/json'].example === undefined)
        missing.push(`${operationId} body`)
      for (const [status, { content }] of Object.entries(responses)) {
        const { example, examples = {} } = content['application/json']
        if (status.startsWith('2') ? !example : Object.keys(examples).length === 0)
          missing.push(`${operationId} ${status}`)
        for (const code of Object.keys(examples))
          if (!status.endsWith('XX') && String(statusOf[code as keyof typeof statusOf]) !== status)
            missing.push(`${operationId}: ${code} is not ${status}`)
      }
    }
    expect(missing).toEqual([])
    expect(Object.keys(document.components.examples).sort()).toEqual(
      Object.keys(errorDescriptions).sort(),
    )
  })

  test('every example in openapi.json matches its schema', () => {
    const wrong: [string, string[]][] = []
    const check = (where: string, schema: object | undefined, value: unknown) => {
      const found = value === undefined || !schema ? [] : faults(schema, value)
      if (found.length > 0) wrong.push([where, found])
    }
    const error = { $ref: '#/components/schemas/Error' }
    for (const { operationId, parameters, requestBody, responses } of operations) {
      for (const { name, schema, content, example } of parameters) {
        check(`${operationId} ${name}`, schema, example)
        const media = content?.['application/json']
        check(`${operationId} ${name}`, media?.schema, media?.example)
      }
      const bodies = [requestBody, ...Object.values(responses)]
      for (const media of bodies.map((each) => each?.content['application/json']))
        check(operationId, media?.schema, media?.example)
    }
    for (const [code, { value }] of Object.entries(document.components.examples))
      check(code, error, value)
    for (const [name, { examples = [] }] of Object.entries(written.components.schemas))
      for (const example of examples) check(name, { $ref: `#/components/schemas/${name}` }, example)
    expect(wrong).toEqual([])
  })

  test("documented GET examples match the schema, and those of a single record the demo company's responses", async () => {
    const company = await createDemoCompany()
    const server = await company.serve()
    const reads = operations.filter(
      ({ method, path }) =>
        method === 'GET' && !/events|audit|merges|smart-lists|webhook|timeline/.test(path),
    )
    expect(reads.length).toBeGreaterThan(30)
    let compared = 0
    for (const { operationId, path, parameters, responses } of reads) {
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
      const read = (path: string) =>
        server.send({ method: 'GET', path: `${path}?${query}`, key: company.ownerKey })
      const documented = await read(address)
      const isMissing = documented.status === 404
      const { status, body } = isMissing
        ? await read(path.replace('{id}', await createFromExample(server, company.ownerKey, path)))
        : documented
      const media = responses['200']?.content['application/json']
      expect([operationId, status, faults(media?.schema ?? {}, body)]).toEqual([
        operationId,
        200,
        [],
      ])
      if (isMissing || !path.endsWith('/{id}')) continue
      compared++
      const { data } = body as { data: unknown }
      expect([operationId, data]).toEqual([
        operationId,
        (media?.example as { data: unknown } | undefined)?.data,
      ])
    }
    expect(compared).toBeGreaterThan(8)
    await server.close()
    company.remove()
  })

  test('openapi.json is at most 600 kB', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(600_000)
  })

  test('every component of openapi.json is used, and repeated parts are components', () => {
    for (const [kind, components] of Object.entries(written.components))
      if (kind !== 'securitySchemes')
        for (const name of Object.keys(components))
          expect([kind, name, text.includes(`"#/components/${kind}/${name}"`)]).toEqual([
            kind,
            name,
            true,
          ])
    const parts = Object.values(written.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ parameters, responses }) =>
        [...parameters, ...Object.values(responses)].filter((part) => !('$ref' in part)),
      ),
    )
    const repeated = Map.groupBy(parts, (part) => JSON.stringify(part))
    expect([...repeated].filter(([, same]) => same.length > 1).map(([part]) => part)).toEqual([])
  })

  test('every request and response of an operation in openapi.json has a named schema', () => {
    const unnamed = Object.values(written.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, requestBody, responses }) =>
        [requestBody, ...Object.values(responses)]
          .filter((body) => body && !('$ref' in body))
          .filter((body) => !('$ref' in (body?.content['application/json'].schema ?? {})))
          .map(() => operationId),
      ),
    )
    expect(unnamed).toEqual([])
  })

  test('openapi.json contains no secret', () => {
    expect(JSON.stringify(document)).not.toMatch(/\b(dg_\w{32}|whsec_[\w+/=]{20})/)
    expect(text).toContain('"secret": "dg_…"')
  })

  test('each record in openapi.json has one named schema', () => {
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
