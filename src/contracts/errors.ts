import { type ApiError, type ErrorCode, internalError, keyBusy, unavailable } from '../errors.ts'
import { requiredScopes } from '../graphql/operation.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Example, Examples } from '../rest/openapi/example.ts'
import { rootField } from '../rest/openapi/responses.ts'
import type { PreparedRoute } from '../rest/prepare.ts'
import { errorResponse } from '../rest/response.ts'
import { type Company, type Copy, now, type Reply, type Request, uuidFrom } from './company.ts'
import { astray, requestOf, type Sent, spoilt } from './request.ts'

type Errors = Example['errors']

/** An answer as the example of an error. @throws where it is another one */
export function refused(name: string, code: ErrorCode, { body }: Reply): Errors {
  if ((body as { error?: { code: string } }).error?.code !== code)
    throw new Error(`${name} was to answer ${code}: ${JSON.stringify(body)}`)
  return { [code]: body }
}

/**
 * Asks for errors in one copy, in which they change nothing: what each call refuses goes to its
 * example, what all answer alike is the result.
 */
export async function askErrors(
  company: Company,
  routes: PreparedRoute[],
  calls: Record<string, Example>,
): Promise<Examples['errors']> {
  const { key } = company
  const copy = await company.copy('errors')
  try {
    const keyWithout = await narrowKeys(copy, key)
    for (const route of routes) {
      const call = calls[route.name] as Example
      const ask = async (code: ErrorCode, sent: Sent | undefined, more: Partial<Request> = {}) => {
        if (!sent) return
        const reply = await copy.ask({
          ...requestOf(route, sent),
          key,
          word: `${route.name} ${code}`,
          ...more,
        })
        Object.assign(call.errors, refused(route.name, code, reply))
      }
      await ask('VALIDATION_ERROR', spoilt(route, call))
      await ask('NOT_FOUND', astray(route, call))
      const scopes = requiredScopes(rootField(route))
      if (scopes.length > 0) await ask('FORBIDDEN', call, { key: keyWithout(scopes) })
    }
    return await commonErrors(company, copy, key, keyWithout(['people.view']))
  } finally {
    await copy.close()
  }
}

/** Two keys that may do next to nothing, and which of them lacks a scope. */
async function narrowKeys(
  { ask }: Copy,
  key: string,
): Promise<(scopes: readonly string[]) => string> {
  const narrow = async (scope: string): Promise<string> => {
    const { body } = await ask({
      method: 'POST',
      path: '/v1/api-keys',
      key,
      body: { name: 'Narrow', scopes: [scope] },
    })
    return (body as { data: { secret: string } }).data.secret
  }
  const [tags, tasks] = [await narrow('tags.manage'), await narrow('tasks.manage')]
  return (scopes) => (scopes.includes('tags.manage') ? tasks : tags)
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
  [keyBusy(), internalError(), unavailable()].map((error: ApiError) => {
    const x = {
      requestId: uuidFrom(error.code),
      deps: { now: () => now },
      headers: {},
    } as unknown as RequestContext
    return [error.code, JSON.parse(String(errorResponse(x, error).body))]
  }),
)
