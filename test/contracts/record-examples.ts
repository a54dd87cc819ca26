/** Runs the GraphiQL examples as REST requests on the demo company, and records the responses. */
import {
  type FieldNode,
  type OperationDefinitionNode,
  parse,
  valueFromASTUntyped,
  visit,
} from 'graphql'
import { listEventTypes } from '../../src/events/event-types.ts'
import { fillVariables } from '../../src/graphiql/browser/fill.ts'
import { exampleGroups, type Example as GraphiqlExample } from '../../src/graphiql/examples.ts'
import type { Example, Examples } from '../../src/rest/openapi/names.ts'
import type { PreparedRoute } from '../../src/rest/prepare.ts'
import { createPayload } from '../../src/webhooks/attempt.ts'
import { createDemoCompany, type DemoServer, type ExampleRequest, nowMs } from './demo-company.ts'
import { recordErrors } from './error-examples.ts'

/**
 * Records the examples in order, because later examples use records that earlier examples create.
 * Reads use the unchanged company if it contains the records.
 */
export async function recordExamples(routes: PreparedRoute[]): Promise<Examples> {
  const company = await createDemoCompany()
  const unchangedServer = await company.serve()
  const changedServer = await company.serve()
  try {
    const key = company.ownerKey
    const operations: Record<string, Example> = {}
    const events = new EventRecorder(changedServer)
    await events.recordNewEvents()
    for (const [example, assignedRoutes] of assignRoutes(routes))
      for (const route of assignedRoutes) {
        const servers = route.isMutation ? [changedServer] : [unchangedServer, changedServer]
        operations[route.name] = await recordExample(servers, key, example, route)
        if (route.isMutation) await events.recordNewEvents()
      }
    return { operations, errors: await recordErrors(company), events: events.listPayloads() }
  } finally {
    await unchangedServer.close()
    await changedServer.close()
    company.remove()
  }
}

/** Records one webhook payload for each event type. */
class EventRecorder {
  readonly #server: DemoServer
  readonly #payloads: Record<string, unknown> = {}
  #sequence = 0

  constructor(server: DemoServer) {
    this.#server = server
  }

  /** Records the events since the last call, while the records of these events exist. */
  async recordNewEvents(): Promise<void> {
    for (const event of await this.#server.readEvents(this.#sequence)) {
      this.#sequence = event.sequence
      this.#payloads[event.type] ??= JSON.parse(String(createPayload(event)))
    }
  }

  /**
   * Returns the payloads by event type. @throws if an event type other than
   * `webhookEndpoint.disabled` was not recorded
   */
  listPayloads(): Record<string, unknown> {
    // No request records `webhookEndpoint.disabled`: the dispatcher records this event when it
    // disables an endpoint.
    const missingTypes = listEventTypes().filter(
      (type) => !(type in this.#payloads) && type !== 'webhookEndpoint.disabled',
    )
    if (missingTypes.length > 0) throw new Error(`no example records ${missingTypes.join(', ')}`)
    return Object.fromEntries(Object.entries(this.#payloads).toSorted())
  }
}

/**
 * Returns the routes of each example. A route uses the example with its own name, or else the first
 * example that has the same root field and all required inputs.
 */
export function assignRoutes(routes: PreparedRoute[]): Map<GraphiqlExample, PreparedRoute[]> {
  const examples = exampleGroups.flatMap((group) => group.examples)
  const routesByExample = new Map(examples.map((example) => [example, [] as PreparedRoute[]]))
  for (const route of routes) {
    const field = route.operation.rootFields[0]?.field.name
    const example =
      examples.find(({ name }) => name === route.name) ??
      examples.find((candidate) => {
        if (candidate.kind !== route.operation.type || findRootFieldName(candidate) !== field)
          return false
        const argumentValues = collectArguments(candidate, candidate.variables)
        return route.inputs.every(
          ({ isRequired, argumentPath }) => !isRequired || readValue(argumentValues, argumentPath),
        )
      })
    if (!example)
      throw new Error(
        `${route.name} needs an example of \`${field}\` in src/resources/*/examples.graphql`,
      )
    routesByExample.get(example)?.push(route)
  }
  return routesByExample
}

/**
 * Returns a route's inputs with the values of its example, or undefined if the example needs a
 * record that does not exist.
 */
export async function fillInputs(
  example: GraphiqlExample,
  route: PreparedRoute,
  sendQuery: (query: string) => Promise<Record<string, unknown>>,
  nowMs: number,
) {
  const { variables, missingPlaceholders } = await fillVariables(
    example.variables ?? {},
    sendQuery,
    nowMs,
  )
  return missingPlaceholders.length > 0
    ? undefined
    : collectInputs(route, collectArguments(example, variables))
}

/** Records the response of the first server whose company has records for the example. */
async function recordExample(
  servers: DemoServer[],
  key: string,
  example: GraphiqlExample,
  route: PreparedRoute,
): Promise<Example> {
  for (const server of servers) {
    const inputs = await fillInputs(example, route, (query) => runQuery(server, key, query), nowMs)
    if (!inputs) continue
    const { parameters, body } = inputs
    const request = createRequest(route, parameters, body)
    const response = await server.send({ ...request, key, seed: route.name })
    if (response.status >= 300)
      throw new Error(`${route.name} ${JSON.stringify(request)}: ${JSON.stringify(response.body)}`)
    const { data } = response.body as { data?: unknown }
    if (Array.isArray(data) && data.length === 0) continue
    return {
      parameters,
      ...(body && { body }),
      status: response.status,
      response: maskSecrets(response.body),
    }
  }
  throw new Error(
    `The demo company has no records for the example ${example.name}: create one in an earlier example in src/resources/*/examples.graphql`,
  )
}

async function runQuery(
  server: DemoServer,
  key: string,
  query: string,
): Promise<Record<string, unknown>> {
  const response = await server.send({ method: 'POST', path: '/graphql', key, body: { query } })
  const { data, errors } = response.body as { data: Record<string, unknown>; errors?: unknown }
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

function findRootFieldName({ query }: GraphiqlExample): string {
  const [operation] = parse(query).definitions as [OperationDefinitionNode]
  return (operation.selectionSet.selections[0] as FieldNode).name.value
}

/**
 * Returns the arguments of all fields by name. If several fields have an argument with the same
 * name, the value of the outermost field is used.
 */
function collectArguments({ query }: GraphiqlExample, variables: object = {}): object {
  const argumentValues: Record<string, unknown> = {}
  visit(parse(query), {
    Argument: ({ name, value }) => {
      argumentValues[name.value] ??= valueFromASTUntyped(
        value,
        variables as Record<string, unknown>,
      )
    },
  })
  return argumentValues
}

/** Returns the argument at a `RouteInput.argumentPath`, or undefined if it is missing. */
const readValue = (argumentValues: unknown, argumentPath: string): unknown =>
  argumentPath
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], argumentValues) ??
  undefined

/**
 * Returns a route's inputs from the arguments of its example. `limit` is always 1, to keep the
 * recorded responses short.
 */
function collectInputs(route: PreparedRoute, argumentValues: object) {
  const parameters: Record<string, unknown> = {}
  const body: Record<string, unknown> = {}
  for (const { name, source, argumentPath } of route.inputs) {
    const inputValue = name === 'limit' ? 1 : readValue(argumentValues, argumentPath)
    if (inputValue === undefined || source === 'header') continue
    Object.assign(source === 'body' ? body : parameters, { [name]: inputValue })
  }
  return { parameters, body: Object.keys(body).length > 0 ? body : undefined }
}

export function createRequest(
  route: PreparedRoute,
  parameters: Record<string, unknown>,
  body: object | undefined,
): ExampleRequest {
  const query = new URLSearchParams()
  for (const { name, source } of route.inputs)
    if (source === 'query' && name in parameters) query.set(name, String(parameters[name]))
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) => String(parameters[name]))
  return {
    method: route.method.toUpperCase(),
    path: query.size > 0 ? `${path}?${query}` : path,
    ...(body && { body }),
  }
}

const maskSecrets = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/"dg_\w{32,}"/g, '"dg_…"')
      .replace(/"whsec_[\w+/=]+"/g, '"whsec_…"'),
  )
