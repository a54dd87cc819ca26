/** Records one response for each error code of the REST API. */
import { type ErrorCode, internalError, unavailable } from '../../src/errors.ts'
import type { RequestContext } from '../../src/http/request-context.ts'
import type { Examples } from '../../src/rest/openapi/names.ts'
import { createErrorResponse } from '../../src/rest/response.ts'
import {
  createSeededUuid,
  type DemoCompany,
  type DemoServer,
  type ExampleRequest,
  type ExampleResponse,
  nowMs,
} from './demo-company.ts'

export async function recordErrors(company: DemoCompany): Promise<Examples['errors']> {
  const server = await company.serve()
  try {
    const examples: [ErrorCode, unknown][] = []
    for (const [code, request] of await createFailingRequests(server, company.ownerKey))
      examples.push([code, expectError(code, await server.send({ ...request, seed: code }))])
    return {
      ...Object.fromEntries(examples),
      RATE_LIMIT_EXCEEDED: await exceedRateLimit(company),
      ...internalErrors,
    }
  } finally {
    await server.close()
  }
}

async function createFailingRequests(
  { send }: DemoServer,
  key: string,
): Promise<[ErrorCode, ExampleRequest][]> {
  const createRecord = async (request: Omit<ExampleRequest, 'method'>) => {
    const { body } = await send({ method: 'POST', key, ...request })
    return (body as { data: { id: string; secret: string } }).data
  }
  const narrowedKey = await createRecord({
    path: '/v1/api-keys',
    body: { name: 'Narrow', scopes: ['tags.manage'] },
  })
  const postRequest = { method: 'POST', path: '/v1/tasks', key }
  const idempotentRequest = { ...postRequest, headers: { 'Idempotency-Key': 'send-floor-plans' } }
  const task = await createRecord({ ...idempotentRequest, body: { title: 'Send the floor plans' } })
  const textHeaders = { 'Content-Type': 'text/plain' }
  const patchRequest = {
    method: 'PATCH',
    path: `/v1/tasks/${task.id}`,
    key,
    body: { title: 'Send it' },
  }
  const createGetRequest = (path: string) => ({ method: 'GET', path, key })
  return [
    ['BAD_REQUEST', { ...postRequest, body: '{"title": ' }],
    ['VALIDATION_ERROR', { ...postRequest, body: { title: '' } }],
    ['UNAUTHORIZED', { method: 'GET', path: '/v1/me' }],
    ['FORBIDDEN', { ...createGetRequest('/v1/people'), key: narrowedKey.secret }],
    ['NOT_FOUND', createGetRequest('/v1/people/person_00000000000000000000000000')],
    ['METHOD_NOT_ALLOWED', { method: 'DELETE', path: '/v1/me', key }],
    ['CONFLICT', { ...postRequest, path: '/v1/tags', body: { name: 'Open house' } }],
    ['PRECONDITION_FAILED', { ...patchRequest, headers: { 'If-Match': '"3"' } }],
    ['PAYLOAD_TOO_LARGE', { ...postRequest, body: { title: 'x'.repeat(300_000) } }],
    ['UNSUPPORTED_MEDIA_TYPE', { ...postRequest, body: '{}', headers: textHeaders }],
    ['IDEMPOTENCY_KEY_REUSED', { ...idempotentRequest, body: { title: 'Send the price list' } }],
  ]
}

async function exceedRateLimit(company: DemoCompany): Promise<unknown> {
  const server = await company.serve({ RATE_LIMIT_PER_HOUR: '1' })
  const request = { method: 'GET', path: '/v1/me', key: company.ownerKey }
  await server.send(request)
  const response = await server.send(request)
  await server.close()
  return expectError('RATE_LIMIT_EXCEEDED', response)
}

function expectError(code: ErrorCode, { body }: ExampleResponse): unknown {
  if ((body as { error?: { code: string } }).error?.code !== code)
    throw new Error(`The request for ${code} returned ${JSON.stringify(body)}`)
  return body
}

/** Responses for errors that no request can trigger, in the server's format. */
const internalErrors: Examples['errors'] = Object.fromEntries(
  [internalError(), unavailable()].map((error) => {
    const requestContext = {
      requestId: createSeededUuid(error.code),
      deps: { now: () => nowMs },
      responseHeaders: {},
    } as unknown as RequestContext
    return [error.code, JSON.parse(String(createErrorResponse(requestContext, error).body))]
  }),
)
