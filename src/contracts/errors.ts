import { type ApiError, type ErrorCode, internalError, unavailable } from '../errors.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Examples } from '../rest/openapi/example.ts'
import { errorResponse } from '../rest/response.ts'
import { type Company, type Copy, now, type Reply, type Request, uuidFrom } from './company.ts'

type Errors = Examples['errors']

/** An answer as the example of an error. @throws where it is another one */
export function refused(name: string, code: ErrorCode, { body }: Reply): Errors {
  if ((body as { error?: { code: string } }).error?.code !== code)
    throw new Error(`${name} was to answer ${code}: ${JSON.stringify(body)}`)
  return { [code]: body }
}

/** Requests each error once, in a copy of the company. */
export async function askErrors(company: Company): Promise<Errors> {
  const copy = await company.copy('errors')
  try {
    const { body } = await copy.ask({
      method: 'POST',
      path: '/v1/api-keys',
      key: company.key,
      body: { name: 'Narrow', scopes: ['tags.manage'] },
    })
    const { secret } = (body as { data: { secret: string } }).data
    return await commonErrors(company, copy, company.key, secret)
  } finally {
    await copy.close()
  }
}

async function commonErrors(
  company: Company,
  { ask }: Copy,
  key: string,
  narrow: string,
): Promise<Examples['errors']> {
  const task = { method: 'POST', path: '/v1/tasks', key }
  const once = { ...task, headers: { 'Idempotency-Key': 'send-floor-plans' } }
  const { body } = await ask({ ...once, body: { title: 'Send the floor plans' } })
  const { id } = (body as { data: { id: string } }).data
  const requests: [ErrorCode, Request][] = [
    ['BAD_REQUEST', { ...task, body: '{"title": ' }],
    ['VALIDATION_ERROR', { ...task, body: { title: '' } }],
    ['UNAUTHORIZED', { method: 'GET', path: '/v1/me' }],
    ['FORBIDDEN', { method: 'GET', path: '/v1/people', key: narrow }],
    ['NOT_FOUND', { method: 'GET', path: '/v1/people/person_00000000000000000000000000', key }],
    ['METHOD_NOT_ALLOWED', { method: 'DELETE', path: '/v1/me', key }],
    ['CONFLICT', { method: 'POST', path: '/v1/tags', key, body: { name: 'Open house' } }],
    [
      'PRECONDITION_FAILED',
      {
        method: 'PATCH',
        path: `/v1/tasks/${id}`,
        key,
        body: { title: 'Send the floor plan' },
        headers: { 'If-Match': '"3"' },
      },
    ],
    ['PAYLOAD_TOO_LARGE', { ...task, body: { title: 'x'.repeat(300_000) } }],
    ['UNSUPPORTED_MEDIA_TYPE', { ...task, body: '{}', headers: { 'Content-Type': 'text/plain' } }],
    ['IDEMPOTENCY_KEY_REUSED', { ...once, body: { title: 'Send the price list' } }],
  ]
  const errors: Errors = {}
  for (const [code, request] of requests)
    Object.assign(errors, refused(code, code, await ask({ ...request, word: code })))
  return { ...errors, ...(await rateLimit(company, key)), ...made }
}

/** In a copy where a key has a single unit. */
async function rateLimit(company: Company, key: string): Promise<Errors> {
  const copy = await company.copy('rate limit', { RATE_LIMIT_PER_HOUR: '1' })
  const me = { method: 'GET', path: '/v1/me', key }
  await copy.ask(me)
  const reply = await copy.ask(me)
  await copy.close()
  return refused('the second request', 'RATE_LIMIT_EXCEEDED', reply)
}

/** What cannot be asked for, as the server writes it. */
const made: Errors = Object.fromEntries(
  [internalError(), unavailable()].map((error: ApiError) => {
    const http = {
      requestId: uuidFrom(error.code),
      deps: { now: () => now },
      responseHeaders: {},
    } as unknown as RequestContext
    return [error.code, JSON.parse(String(errorResponse(http, error).body))]
  }),
)
