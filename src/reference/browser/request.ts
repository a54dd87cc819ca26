import { currentKey } from '../../pages/browser/page-data.ts'

/** A call as the page knows it, for trying it out. */
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  type?: string
  words?: (string | null)[]
  value?: unknown
}

export interface Call {
  method: string
  path: string
  parameters: Parameter[]
  body?: unknown
  query: string
  /** The variables of the query and their types. */
  variables: Record<string, string>
}

export const toText = (value: unknown): string =>
  value === undefined
    ? ''
    : Array.isArray(value)
      ? value.join(',')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)

/** Where the request goes, with what was filled in. */
export function addressOf(call: Call, values: Record<string, string>): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
  const query = call.parameters.flatMap(({ name, in: place }): [string, string][] =>
    place === 'query' && values[name] ? [[name, values[name]]] : [],
  )
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path
}

export const headersOf = (call: Call, values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    call.parameters.flatMap(({ name, in: place }): [string, string][] =>
      place === 'header' && values[name] ? [[name, values[name]]] : [],
    ),
  )

/** The same as variables of the GraphQL operation. */
export function variablesOf(
  call: Call,
  values: Record<string, string>,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const read = (text: string, parameter: Parameter, list: boolean): unknown => {
    if (parameter.type === 'integer' || parameter.type === 'number') return Number(text)
    if (parameter.type === 'boolean') return text === 'true'
    if (parameter.type === 'json') return list ? [JSON.parse(text)] : JSON.parse(text)
    return list ? text.split(',') : text
  }
  const given = Object.fromEntries(
    call.parameters.flatMap((parameter): [string, unknown][] => {
      const text = values[parameter.name]
      const type = call.variables[parameter.name]
      return text && type ? [[parameter.name, read(text, parameter, type.startsWith('['))]] : []
    }),
  )
  return {
    ...given,
    ...Object.fromEntries(Object.entries(body).filter(([name]) => name in call.variables)),
  }
}

/** What came back, as it is shown. */
export interface Answer {
  status: number
  text: string
  milliseconds: number
  headers: [name: string, value: string][]
  body: unknown
}

const shown = [
  'x-ratelimit-remaining',
  'x-ratelimit-limit',
  'etag',
  'location',
  'link',
  'idempotent-replayed',
  'retry-after',
  'x-request-id',
]

async function send(
  path: string,
  init: RequestInit & { headers: Record<string, string> },
): Promise<Answer> {
  const start = performance.now()
  const answer = await fetch(path, {
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${currentKey()}` },
  })
  const text = await answer.text()
  return {
    status: answer.status,
    text: answer.statusText,
    milliseconds: Math.round(performance.now() - start),
    headers: shown.flatMap((name): [string, string][] => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
    body: parseBody(text),
  }
}

export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const sendRest = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<Answer> =>
  send(path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body }),
  })

export const sendGraphql = (
  query: string,
  variables: object,
  operationName: string,
): Promise<Answer> =>
  send('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables, operationName }),
  })

/**
 * The examples have ids of the company that they were made in. Here is where such an id is found in
 * your own.
 */
const where: Record<string, string> = {
  person: 'people(first: 5) { nodes { id } }',
  deal: 'deals(first: 5, where: { status: open }) { nodes { id } }',
  pipeline: 'deals(first: 1, where: { status: open }) { nodes { pipeline { id } } }',
  pipelinestage:
    'deals(first: 1, where: { status: open }) { nodes { pipeline { stages { id } } } }',
  task: 'tasks(first: 5) { nodes { id } }',
  appointment: 'appointments(first: 5, where: { status: scheduled }) { nodes { id } }',
  activity: 'activities(first: 5) { nodes { id } }',
  user: 'users(first: 5, where: { role: AGENT }) { nodes { id } }',
  team: 'teams(first: 5) { nodes { id } }',
  tag: 'tags(first: 5) { nodes { id } }',
  stage: 'stages(first: 5, where: { isTrash: false }) { nodes { id } }',
  customfield: 'customFields(first: 5) { nodes { id } }',
  smartlist: 'smartLists(first: 5) { nodes { id } }',
  key: 'apiKeys(first: 5) { nodes { id } }',
  webhook: 'webhookEndpoints(first: 5) { nodes { id } }',
  msg: 'webhookDeliveries(first: 5) { nodes { id } }',
}

const known = new Map<string, Promise<string[]>>()

const anyId = /\b[a-z]+_[0-9a-z]{26}\b/g

/** The ids anywhere in a value, each once. */
export const idsIn = (value: unknown): string[] => [
  ...new Set(JSON.stringify(value ?? null).match(anyId) ?? []),
]

const prefixOf = (id: string) => id.slice(0, id.indexOf('_'))

async function ask(key: string, prefix: string): Promise<string[]> {
  if (!where[prefix]) return []
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers,
    body: JSON.stringify({ query: `{ ${where[prefix]} }` }),
  }).catch(() => undefined)
  return answer?.ok ? idsIn(await answer.json()).filter((id) => prefixOf(id) === prefix) : []
}

function own(prefix: string): Promise<string[]> {
  const key = currentKey()
  const name = `${prefix} ${key}`
  const found = known.get(name) ?? (key ? ask(key, prefix) : Promise.resolve([]))
  known.set(name, found)
  // What was not there may be, the next time.
  void found.then((ids) => ids.length > 0 || known.delete(name))
  return found
}

/**
 * Example values with your own ids in the place of theirs, as far as your key sees such records.
 */
export async function replaceExampleIds<T>(value: T): Promise<T> {
  const replaced = new Map<string, string>()
  for (const [prefix, ids] of Map.groupBy(idsIn(value), prefixOf)) {
    const mine = await own(prefix)
    for (const [index, id] of ids.entries()) if (mine[index]) replaced.set(id, mine[index])
  }
  return JSON.parse(
    JSON.stringify(value ?? null).replace(anyId, (id) => replaced.get(id) ?? id),
  ) as T
}
