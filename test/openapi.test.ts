/** Tests that `openapi.json` is valid and complete, and that its examples are correct. */
import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { statusByCode } from '../src/errors.ts'
import { routes, schema } from '../src/resources/index.ts'
import { errorDescriptions } from '../src/rest/openapi/errors.ts'
import { prepareRoute } from '../src/rest/prepare.ts'
import { createDemoCompany, type DemoServer, nowMs } from './contracts/demo-company.ts'
import { findCreationRequest } from './support/creations.ts'
import { readOpenApi } from './support/openapi.ts'

interface Content {
  schema: object
  example?: unknown
  examples?: Record<string, { value?: unknown; $ref?: string }>
}
interface DescribedElement {
  description?: string
}
interface Operation extends DescribedElement {
  operationId: string
  summary: string
  parameters: (DescribedElement & {
    name: string
    in: string
    example?: unknown
    schema?: object
    content?: { 'application/json': Content }
  })[]
  requestBody?: DescribedElement & { content: { 'application/json': Content } }
  responses: Record<
    string,
    DescribedElement & {
      headers?: Record<string, DescribedElement & { $ref?: string }>
      content: { 'application/json': Content }
    }
  >
}
interface Document {
  tags: (DescribedElement & { name: string })[]
  paths: Record<string, Record<string, Operation>>
  components: {
    parameters: Record<string, object>
    responses: Record<string, object>
    schemas: Record<string, DescribedElement & { examples?: unknown[] }>
    examples: Record<string, DescribedElement & { summary: string; value: unknown }>
  }
}
const openApiJson = readFileSync('openapi.json', 'utf8')
const storedDocument = JSON.parse(openApiJson) as Document
/** The OpenAPI document with its references resolved. */
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
/** Validates a value against a JSON schema. @returns the faults */
const findFaults = (schema: object, value: unknown) => {
  const validate = ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')),
  )
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** Creates a record of a kind that the demo company lacks. @returns the record id */
async function createFromExample({ send }: DemoServer, key: string, path: string) {
  const preparedRoutes = routes.map((route) => prepareRoute(schema, route))
  const runQuery = async (query: string) => {
    const { body } = await send({ method: 'POST', path: '/graphql', key, body: { query } })
    return (body as { data: Record<string, unknown> }).data
  }
  const creationRequest = await findCreationRequest(
    preparedRoutes,
    path.split('/')[2] ?? '',
    runQuery,
    nowMs,
  )
  const { status, body } = await send({ method: 'POST', key, ...creationRequest })
  expect([creationRequest.path, status]).toEqual([creationRequest.path, 201])
  return (body as { data: { id: string } }).data.id
}

describe('The contract openapi.json', () => {
  test('a third-party OpenAPI validator accepts openapi.json', async () => {
    const { valid, errors } = await new Validator().validate(
      structuredClone(storedDocument) as never,
    )
    expect([valid, errors]).toEqual([true, undefined])
  })

  test('every tag, operation, parameter, body, response and header in openapi.json has a description', () => {
    const undescribedLocations: string[] = []
    const collectUndescribed = (element: DescribedElement, location: string) =>
      void (element.description?.trim() || undescribedLocations.push(location))
    for (const tag of document.tags) collectUndescribed(tag, tag.name)
    for (const {
      operationId,
      summary,
      parameters,
      requestBody,
      responses,
      ...operation
    } of operations) {
      collectUndescribed(operation, operationId)
      if (!summary) undescribedLocations.push(`${operationId} summary`)
      for (const parameter of parameters)
        collectUndescribed(parameter, `${operationId} ${parameter.name}`)
      if (requestBody)
        collectUndescribed(
          requestBody.content['application/json'].schema as DescribedElement,
          `${operationId} body`,
        )
      for (const [status, response] of Object.entries(responses)) {
        collectUndescribed(response, `${operationId} ${status}`)
        for (const [name, header] of Object.entries(response.headers ?? {}))
          if (!header.$ref) collectUndescribed(header, `${operationId} ${status} ${name}`)
      }
    }
    expect(undescribedLocations).toEqual([])
  })

  test('every request, response and webhook field in openapi.json has a description', () => {
    const undescribedLocations: string[] = []
    const checkDescriptions = (value: unknown, location: string): void => {
      if (value === null || typeof value !== 'object') return
      const { properties } = value as {
        properties?: Record<string, DescribedElement & { $ref?: string }>
      }
      if (
        properties &&
        typeof properties === 'object' &&
        (value as { type?: unknown }).type === 'object'
      )
        for (const [name, schema] of Object.entries(properties)) {
          const referencedSchema = document.components.schemas[schema.$ref?.split('/').at(-1) ?? '']
          if (!(schema.description ?? referencedSchema?.description)?.trim())
            undescribedLocations.push(`${location}.${name}`)
        }
      for (const [name, member] of Object.entries(value))
        if (!/^(example|examples|x-)/.test(name)) checkDescriptions(member, `${location}/${name}`)
    }
    checkDescriptions(document.components.schemas, '')
    expect(undescribedLocations).toEqual([])
  })

  test('every operation in openapi.json has examples of its request, its response and its errors', () => {
    const missingExamples: string[] = []
    for (const { operationId, parameters, requestBody, responses } of operations) {
      for (const parameter of parameters)
        if (parameter.in === 'path' && parameter.example === undefined)
          missingExamples.push(`${operationId} ${parameter.name}`)
      if (requestBody && requestBody.content['application/json'].example === undefined)
        missingExamples.push(`${operationId} body`)
      for (const [status, { content }] of Object.entries(responses)) {
        const { example, examples = {} } = content['application/json']
        if (status.startsWith('2') ? !example : Object.keys(examples).length === 0)
          missingExamples.push(`${operationId} ${status}`)
        for (const code of Object.keys(examples))
          if (
            !status.endsWith('XX') &&
            String(statusByCode[code as keyof typeof statusByCode]) !== status
          )
            missingExamples.push(`${operationId}: ${code} is not ${status}`)
      }
    }
    expect(missingExamples).toEqual([])
    expect(Object.keys(document.components.examples).sort()).toEqual(
      Object.keys(errorDescriptions).sort(),
    )
  })

  test('every example in openapi.json matches its schema', () => {
    const invalidExamples: [string, string[]][] = []
    const collectFaults = (location: string, schema: object | undefined, value: unknown) => {
      const schemaFaults = value === undefined || !schema ? [] : findFaults(schema, value)
      if (schemaFaults.length > 0) invalidExamples.push([location, schemaFaults])
    }
    const errorSchema = { $ref: '#/components/schemas/Error' }
    for (const { operationId, parameters, requestBody, responses } of operations) {
      for (const { name, schema, content, example } of parameters) {
        collectFaults(`${operationId} ${name}`, schema, example)
        const media = content?.['application/json']
        collectFaults(`${operationId} ${name}`, media?.schema, media?.example)
      }
      const bodies = [requestBody, ...Object.values(responses)]
      for (const media of bodies.map((body) => body?.content['application/json']))
        collectFaults(operationId, media?.schema, media?.example)
    }
    for (const [code, { value }] of Object.entries(document.components.examples))
      collectFaults(code, errorSchema, value)
    for (const [name, { examples = [] }] of Object.entries(storedDocument.components.schemas))
      for (const example of examples)
        collectFaults(name, { $ref: `#/components/schemas/${name}` }, example)
    expect(invalidExamples).toEqual([])
  })

  test("the demo company's responses to the GET examples match the schemas, and a response with a single record also matches the example", async () => {
    const company = await createDemoCompany()
    const server = await company.serve()
    const getOperations = operations.filter(
      ({ method, path }) =>
        method === 'GET' && !/events|audit|merges|smart-lists|webhook|timeline/.test(path),
    )
    expect(getOperations.length).toBeGreaterThan(30)
    let comparedCount = 0
    for (const { operationId, path, parameters, responses } of getOperations) {
      const formatParameter = (value: unknown) =>
        Array.isArray(value) ? value.join(',') : String(value)
      const query = new URLSearchParams(
        parameters.flatMap((parameter) =>
          parameter.in === 'query' && parameter.example !== undefined
            ? [[parameter.name, formatParameter(parameter.example)]]
            : [],
        ),
      )
      const examplePath = path.replace(/\{(\w+)\}/g, (_, name) =>
        formatParameter(parameters.find((parameter) => parameter.name === name)?.example),
      )
      const sendRequest = (path: string) =>
        server.send({ method: 'GET', path: `${path}?${query}`, key: company.ownerKey })
      const documentedReply = await sendRequest(examplePath)
      const isMissing = documentedReply.status === 404
      const { status, body } = isMissing
        ? await sendRequest(
            path.replace('{id}', await createFromExample(server, company.ownerKey, path)),
          )
        : documentedReply
      const media = responses['200']?.content['application/json']
      expect([operationId, status, findFaults(media?.schema ?? {}, body)]).toEqual([
        operationId,
        200,
        [],
      ])
      if (isMissing || !path.endsWith('/{id}')) continue
      comparedCount++
      const { data } = body as { data: unknown }
      expect([operationId, data]).toEqual([
        operationId,
        (media?.example as { data: unknown } | undefined)?.data,
      ])
    }
    expect(comparedCount).toBeGreaterThan(8)
    await server.close()
    company.remove()
  })

  test('openapi.json is at most 600 kB', () => {
    expect(Buffer.byteLength(openApiJson)).toBeLessThanOrEqual(600_000)
  })

  test('every component of openapi.json is used, and repeated parameters and responses are components', () => {
    for (const [kind, components] of Object.entries(storedDocument.components))
      if (kind !== 'securitySchemes')
        for (const name of Object.keys(components))
          expect([kind, name, openApiJson.includes(`"#/components/${kind}/${name}"`)]).toEqual([
            kind,
            name,
            true,
          ])
    const inlineParts = Object.values(storedDocument.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ parameters, responses }) =>
        [...parameters, ...Object.values(responses)].filter((part) => !('$ref' in part)),
      ),
    )
    const repeatedParts = Map.groupBy(inlineParts, (part) => JSON.stringify(part))
    expect(
      [...repeatedParts].filter(([, equalParts]) => equalParts.length > 1).map(([part]) => part),
    ).toEqual([])
  })

  test('every request and response of an operation in openapi.json has a named schema', () => {
    const operationsWithUnnamedSchemas = Object.values(storedDocument.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, requestBody, responses }) =>
        [requestBody, ...Object.values(responses)]
          .filter((body) => body && !('$ref' in body))
          .filter((body) => !('$ref' in (body?.content['application/json'].schema ?? {})))
          .map(() => operationId),
      ),
    )
    expect(operationsWithUnnamedSchemas).toEqual([])
  })

  test('openapi.json contains no secret', () => {
    expect(JSON.stringify(document)).not.toMatch(/\b(dg_\w{32}|whsec_[\w+/=]{20})/)
    expect(openApiJson).toContain('"secret": "dg_…"')
  })

  test('records (such as people and deals), errors, metadata and webhook events have named schemas in openapi.json', () => {
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
