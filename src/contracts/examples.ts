import type { Change } from '../events/changes.ts'
import { eventTypes } from '../events/types.ts'
import type { VisibleEvent } from '../resources/events/operations.ts'
import type { Example, Examples } from '../rest/openapi/example.ts'
import type { PreparedRoute } from '../rest/prepare.ts'
import { payloadOf } from '../webhooks/attempt.ts'
import { type Copy, openCompany, type Reply } from './company.ts'
import { askErrors } from './errors.ts'
import type { ExampleRequest, ExampleResponse } from './example-request.ts'
import { chosenIds, type Ids } from './ids.ts'
import { requestOf, type Sent } from './request.ts'
import { shown, usual } from './requests.ts'

/** Secrets are never shown, not even those of a company that is gone. */
const withoutSecrets = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/"dg_\w{32,}"/g, '"dg_…"')
      .replace(/"whsec_[\w+/=]+"/g, '"whsec_…"'),
  ) as T

/**
 * Asks each route in a fresh copy of the demo company, and keeps what it answers. Those that only
 * read share one.
 */
export async function makeExamples(routes: PreparedRoute[]): Promise<Examples> {
  const company = await openCompany()
  const { key } = company
  const inCopy = async <T>(word: string, work: (copy: Copy) => Promise<T>): Promise<T> => {
    const copy = await company.copy(word)
    try {
      return await work(copy)
    } finally {
      await copy.close()
    }
  }
  const reading = await company.copy('reading')
  try {
    const { sentTo, how, prepare } = plan(routes, await chosenIds(reading.ask, key), key)
    const events: Events = new Map()

    async function example(route: PreparedRoute): Promise<Example> {
      const { after, conflict: _, ...given } = how(route.name)
      const work = async (copy: Copy) => {
        const sent = sentTo(route, given, await prepare(copy, after))
        const reply = await copy.ask({ ...requestOf(route, sent), key, word: route.name })
        if (reply.status >= 300)
          throw new Error(`${route.name} ${JSON.stringify(sent)}: ${JSON.stringify(reply.body)}`)
        if (route.mutation) await keepEvents(copy, key, route, events)
        return {
          ...sent,
          status: reply.status,
          response: withoutSecrets(reply.body),
        }
      }
      const found = route.mutation || after ? await inCopy(route.name, work) : await work(reading)
      return found
    }

    const calls: Record<string, Example> = {}
    for (const route of routes) calls[route.name] = await example(route)
    requireEachEvent(events)
    return {
      operations: calls,
      errors: await askErrors(company),
      events: Object.fromEntries(
        [...events]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([type, { sent }]) => [type, sent]),
      ),
    }
  } finally {
    await reading.close()
    company.remove()
  }
}

/** What each call is sent, from the table of requests. */
function plan(routes: PreparedRoute[], ids: Ids, key: string) {
  const table = shown(ids)
  const byName = new Map(routes.map((route) => [route.name, route]))
  const how = (name: string): ExampleRequest =>
    table[name] ?? table[name.replace(/^Patch/, 'Update')] ?? {}

  function sentTo(
    route: PreparedRoute,
    { parameters, body, made }: ExampleRequest,
    before: Reply | undefined,
  ): Sent {
    const takes = (name: string) =>
      !route.requireOneOf && route.inputs.some((input) => input.name === name)
    const id = usual(ids)[route.path.split('/')[2] ?? '']
    const told = made && before && made(answered(before))
    return {
      parameters: {
        ...(takes('id') && { id }),
        ...(takes('limit') && route.reply.kind === 'list' && { limit: 1 }),
        ...parameters,
        ...told,
      },
      ...(body && { body }),
    }
  }

  /** The calls that come before, each about what the one before it answered. */
  async function prepare(copy: Copy, names: readonly string[] = []): Promise<Reply | undefined> {
    let reply: Reply | undefined
    for (const name of names) {
      const route = byName.get(name) as PreparedRoute
      reply = await copy.ask({ ...requestOf(route, sentTo(route, how(name), reply)), key })
      if (reply.status >= 300) throw new Error(`${name}: ${JSON.stringify(reply.body)}`)
    }
    return reply
  }
  return { how, sentTo, prepare }
}

/** The record in an answer, whatever it stands in. */
function answered({ body }: Reply): ExampleResponse {
  const { data } = body as { data: ExampleResponse & { webhookEndpoint?: ExampleResponse } }
  return data.webhookEndpoint ?? data
}

/** Where calls about a kind of record are, if that is not its name with an s. */
const homes: Record<string, string> = {
  person: 'people',
  activity: 'activities',
  apiKey: 'api-keys',
  customField: 'custom-fields',
}

/**
 * Keeps the webhooks that the last events would be sent as, one of each type; rather of a call
 * about the record itself.
 */
async function keepEvents(
  { ask }: Copy,
  key: string,
  route: PreparedRoute,
  events: Events,
): Promise<void> {
  const { body } = await ask({ method: 'GET', path: '/v1/events?limit=100', key })
  for (const { changes, ...event } of (body as { data: VisibleEvent[] }).data) {
    const own = route.path.startsWith(`/v1/${homes[event.recordKind] ?? `${event.recordKind}s`}`)
    const known = events.get(event.type)
    if (known && (known.own || !own)) continue
    // A webhook says only where a value was cut, the feed where none was, too.
    const cut: Change[] = changes.map(({ truncated, ...change }) => ({
      ...change,
      ...(truncated && { truncated }),
    }))
    if (event.type === 'deal.moved') {
      const { body } = await ask({ method: 'GET', path: `/v1/deals/${event.recordId}`, key })
      cut.push(...unchangedPlaces(cut, (body as { data?: Record<string, unknown> }).data))
    }
    events.set(event.type, {
      own,
      sent: JSON.parse(payloadOf({ ...event, changes: cut }).toString()),
    })
  }
}

/** Fields that a move did not change: absent from the feed, present in webhooks. */
const unchangedPlaces = (changes: Change[], deal: Record<string, unknown> = {}): Change[] =>
  ['stageId', 'pipelineId', 'order']
    .filter((field) => !changes.some((change) => change.field === field))
    .map((field) => ({ field, from: deal[field], to: deal[field] }))

/** @throws if no example request records a type of event */
function requireEachEvent(events: Events): void {
  // The dispatcher records that an endpoint is disabled; no request can.
  const missing = eventTypes().filter(
    (type) => !events.has(type) && type !== 'webhookEndpoint.disabled',
  )
  if (missing.length > 0) throw new Error(`no example request records ${missing.join(', ')}`)
}

type Events = Map<string, { own: boolean; sent: unknown }>
