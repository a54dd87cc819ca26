import createClient, { type Client, type Middleware } from 'openapi-fetch'
// To generate `api.ts`: npx openapi-typescript http://127.0.0.1:4000/openapi.json --output api.ts
import type { components, paths } from './api.ts'

type Schemas = components['schemas']
export type Task = Schemas['CreateTaskResponse']['data']
export type NewTask = Schemas['CreateTaskRequest']
type ErrorResponse = Schemas['Error']

/** Throws on an error response, so that each call returns only `data` of successful responses. */
const errorMiddleware: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return
    const { error } = (await response.clone().json()) as ErrorResponse
    throw Object.assign(new Error(error.message), error)
  },
}

/** Creates a typed REST client. @param url the server's URL, such as http://127.0.0.1:4000 */
export function createRestClient(url: string, key: string): Client<paths> {
  const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${key}` } })
  client.use(errorMiddleware)
  return client
}

/** Returns the names of all contacts with a tag, read page by page. */
export async function listNames(client: Client<paths>, tag: string): Promise<string[]> {
  const fullNames: string[] = []
  let cursor: string | undefined
  do {
    const { data } = await client.GET('/v1/people', {
      params: { query: { tag, limit: 2, cursor } },
    })
    fullNames.push(...(data?.data.map((person) => person.fullName) ?? []))
    cursor = data?.meta.nextCursor
  } while (cursor)
  return fullNames
}

/**
 * Calls operations in sequence: finds and tags a contact, creates and moves a deal, completes a
 * task, and logs an activity.
 */
export async function runWorkday(
  client: Client<paths>,
  email: string,
): Promise<{ task: Task; tags: string; stageId: string; notes: (string | null)[] }> {
  const searchResult = await client.GET('/v1/people/search', { params: { query: { email } } })
  const personId = searchResult.data?.data[0]?.id ?? ''
  const path = { id: personId }
  await client.POST('/v1/people/{id}/tags', { params: { path }, body: { tags: ['vip'] } })
  const tags =
    (await client.GET('/v1/people/{id}/tags', { params: { path } })).data?.data.tags ?? ''
  const pipeline = (await client.GET('/v1/pipelines')).data?.data[0]
  const [first, second] = pipeline?.stages ?? []
  const deal = {
    title: 'A house',
    pipelineId: pipeline?.id ?? '',
    stageId: first?.id ?? '',
    peopleIds: [personId],
  }
  const dealId = (await client.POST('/v1/deals', { body: deal })).data?.data.id ?? ''
  await client.POST('/v1/deals/{id}/move', {
    params: { path: { id: dealId } },
    body: { stageId: second?.id ?? '', order: 0 },
  })
  const stageId =
    (await client.GET('/v1/deals/{id}', { params: { path: { id: dealId } } })).data?.data.stageId ??
    ''
  // The idempotency key makes it safe to repeat the request after a lost connection.
  const idempotencyHeader = { 'Idempotency-Key': `task-${personId}` }
  const createdTask = await client.POST('/v1/tasks', {
    params: { header: idempotencyHeader },
    body: { title: 'Call back', priority: 'high', personId },
  })
  const task = createdTask.data?.data as Task
  await client.POST('/v1/tasks/{id}/complete', { params: { path: { id: task.id } } })
  await client.POST('/v1/activities', {
    body: { personId, channel: 'note', content: 'Likes the garden' },
  })
  const activities = await client.GET('/v1/activities', {
    params: { query: { personId, type: 'note' } },
  })
  return { task, tags, stageId, notes: activities.data?.data.map(({ content }) => content) ?? [] }
}
