/** Sends requests from the "Try it" form, and replaces example ids with ids of existing records. */
import {
  createAuthHeaders,
  getCurrentKey,
  isSignInEnabled,
} from '../../pages/browser/credential.ts'
import { showSignedInUser } from './navigation.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  type?: string
  values?: (string | null)[]
  example?: unknown
}

export interface Call {
  method: string
  path: string
  parameters: Parameter[]
  body?: unknown
  query: string
  variables: Record<string, string>
}

export const formatValue = (value: unknown = ''): string =>
  Array.isArray(value) || typeof value !== 'object' ? String(value) : JSON.stringify(value)

const collectValues = (
  { parameters }: Call,
  location: Parameter['in'],
  values: Record<string, string>,
): [string, string][] =>
  parameters
    .filter((parameter) => parameter.in === location)
    .map(({ name }): [string, string] => [name, values[name] ?? ''])
    .filter(([, value]) => value)

function toUrl(call: Call, values: Record<string, string>): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
  const query = new URLSearchParams(collectValues(call, 'query', values))
  return query.size > 0 ? `${path}?${query}` : path
}

/** Converts REST parameters and the body to variables of the call's GraphQL operation. */
function toVariables(
  { parameters, variables }: Call,
  values: Record<string, string>,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const parameterVariables = parameters
    .filter(({ name }) => values[name] && variables[name])
    .map((parameter) => [parameter.name, parseValue(parameter, values, variables)])
  const bodyVariables = Object.entries(body).filter(([name]) => name in variables)
  return Object.fromEntries([...parameterVariables, ...bodyVariables])
}

function parseValue(
  { name, type }: Parameter,
  values: Record<string, string>,
  variables: Record<string, string>,
): unknown {
  const text = values[name] ?? ''
  const isList = variables[name]?.startsWith('[')
  if (type === 'integer' || type === 'number') return Number(text)
  if (type === 'boolean') return text === 'true'
  if (type === 'json') return isList ? [parseJson(text)] : parseJson(text)
  return isList ? text.split(',') : text
}

export interface Reply {
  status: number
  statusText: string
  durationMs: number
  headers: [label: string, value: string][]
  body: unknown
}

/** Maps the names of displayed response headers to labels. */
const headerLabels: Record<string, string> = {
  'x-ratelimit-remaining': 'Remaining units',
  'x-ratelimit-limit': 'Unit limit',
  etag: 'ETag',
  location: 'Location',
  link: 'Link',
  'idempotent-replayed': 'Replayed',
  'retry-after': 'Retry after',
  'x-request-id': 'Request id',
}

async function sendRequest(url: string, init: RequestInit): Promise<Reply> {
  const startMs = performance.now()
  const response = await fetch(url, init)
  if (response.status === 401 && isSignInEnabled()) endSessionView()
  const bodyText = await response.text()
  return {
    status: response.status,
    statusText: response.statusText,
    durationMs: Math.round(performance.now() - startMs),
    headers: Object.entries(headerLabels)
      .map(([name, label]): [string, string] => [label, response.headers.get(name) ?? ''])
      .filter(([, value]) => value),
    body: parseJson(bodyText),
  }
}

/** Parses JSON. Returns other text unchanged; the server rejects such text in a parameter. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const createCurrentAuthHeaders = () => createAuthHeaders(getCurrentKey())
const jsonHeaders = { 'Content-Type': 'application/json' }

let sessionCheck: Promise<boolean> | undefined

/** Returns whether the user has entered an API key or is signed in. */
export async function hasCredential(): Promise<boolean> {
  if (!isSignInEnabled()) return getCurrentKey() !== undefined
  sessionCheck ??= resumeSession().catch(() => false)
  const isSignedIn = await sessionCheck
  if (!isSignedIn) sessionCheck = undefined
  return isSignedIn
}

async function resumeSession(): Promise<boolean> {
  const { status, body } = await sendJson({ query: '{ me { fullName } }' })
  if (status === 200)
    showSignedInUser((body as { data: { me: { fullName: string } } }).data.me.fullName)
  return status === 200
}

function endSessionView(): void {
  sessionCheck = undefined
  showSignedInUser(undefined)
}

const sendJson = (body: object): Promise<Reply> =>
  sendRequest('/graphql', {
    method: 'POST',
    headers: { ...createCurrentAuthHeaders(), ...jsonHeaders },
    body: JSON.stringify(body),
  })

export const sendRest = (call: Call, values: Record<string, string>, body: string | undefined) =>
  sendRequest(toUrl(call, values), {
    method: call.method,
    headers: {
      ...createCurrentAuthHeaders(),
      ...Object.fromEntries(collectValues(call, 'header', values)),
      ...(body !== undefined && jsonHeaders),
    },
    ...(body !== undefined && { body }),
  })

export function sendGraphql(
  operationName: string,
  call: Call,
  values: Record<string, string>,
  body: Record<string, unknown>,
): Promise<Reply> {
  const variables = toVariables(call, values, body)
  return sendJson({ query: call.query, variables, operationName })
}

/** Maps each id prefix to a GraphQL field that lists records with such ids. */
const recordListFields: Record<string, string> = {
  person: 'people(first: 5) { nodes { id } }',
  deal: 'deals(first: 5, where: { status: { eq: open } }) { nodes { id } }',
  pipeline: 'deals(first: 1, where: { status: { eq: open } }) { nodes { pipeline { id } } }',
  pipelinestage:
    'deals(first: 1, where: { status: { eq: open } }) { nodes { pipeline { stages { id } } } }',
  task: 'tasks(first: 5) { nodes { id } }',
  appointment: 'appointments(first: 5, where: { status: { eq: scheduled } }) { nodes { id } }',
  activity: 'activities(first: 5) { nodes { id } }',
  user: 'users(first: 5, where: { role: { eq: AGENT } }) { nodes { id } }',
  team: 'teams(first: 5) { nodes { id } }',
  tag: 'tags(first: 5) { nodes { id } }',
  stage: 'stages(first: 5, where: { isTrash: { eq: false } }) { nodes { id } }',
  customfield: 'customFields(first: 5) { nodes { id } }',
  smartlist: 'smartLists(first: 5) { nodes { id } }',
  key: 'apiKeys(first: 5) { nodes { id } }',
  webhook: 'webhookEndpoints(first: 5) { nodes { id } }',
  msg: 'webhookDeliveries(first: 5) { nodes { id } }',
}

const idPattern = /\b[a-z]+_[0-9a-z]{26}\b/g

export const findIds = (value: unknown): string[] => [
  ...new Set(JSON.stringify(value ?? null).match(idPattern) ?? []),
]

const getPrefix = (id: string) => id.slice(0, id.indexOf('_'))

/** Caches the ids of records that the user can view, by API key and id prefix. */
const ownIdsCache = new Map<string, Promise<string[]>>()

function loadOwnIds(prefix: string): Promise<string[]> {
  const cacheKey = `${getCurrentKey()} ${prefix}`
  const ids = ownIdsCache.get(cacheKey) ?? fetchOwnIds(prefix)
  ownIdsCache.set(cacheKey, ids)
  // An empty list is not cached, since records may be created later.
  void ids.then((ownIds) => ownIds.length > 0 || ownIdsCache.delete(cacheKey))
  return ids
}

async function fetchOwnIds(prefix: string): Promise<string[]> {
  const listField = recordListFields[prefix]
  const canSend = listField !== undefined && (await hasCredential())
  const reply = canSend
    ? await sendJson({ query: `{ ${listField} }` }).catch(() => undefined)
    : undefined
  if (reply?.status !== 200) return []
  return findIds(reply.body).filter((id) => getPrefix(id) === prefix)
}

/** Replaces ids in documented examples with ids of records that the user can view. */
export async function replaceExampleIds<T>(value: T): Promise<T> {
  const replacements = new Map<string, string>()
  for (const [prefix, ids] of Map.groupBy(findIds(value), getPrefix)) {
    const ownIds = await loadOwnIds(prefix)
    for (const [index, id] of ids.entries()) replacements.set(id, ownIds[index] ?? id)
  }
  return JSON.parse(
    JSON.stringify(value ?? null).replace(idPattern, (id) => replacements.get(id) ?? id),
  )
}
