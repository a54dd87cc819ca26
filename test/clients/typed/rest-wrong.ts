import { createRestClient, type NewTask } from './rest.ts'

/** Code that the compiler must reject; it is never executed. */
export async function useTypesWrongly(): Promise<void> {
  const client = createRestClient('', '')
  // @ts-expect-error: the path does not exist
  await client.GET('/v1/persons')
  // @ts-expect-error: a task has no field `dueOn`
  const task: NewTask = { title: 'Call', dueOn: '2026-05-17' }
  await client.POST('/v1/tasks', { body: task })
  // @ts-expect-error: times are strings
  await client.POST('/v1/tasks', { body: { title: 'Call', dueDate: new Date() } })
  // @ts-expect-error: the title is required
  await client.POST('/v1/tasks', { body: { priority: 'high' } })
  // @ts-expect-error: the value is not a priority
  await client.POST('/v1/tasks', { body: { title: 'Call', priority: 'HIGH' } })
  // @ts-expect-error: the contact id is required
  await client.POST('/v1/people/{id}/tags', { body: { tags: ['vip'] } })
  // @ts-expect-error: the limit must be a number
  await client.GET('/v1/people', { params: { query: { limit: 'ten' } } })
  const { data } = await client.GET('/v1/people/{id}', { params: { path: { id: 'person_1' } } })
  // @ts-expect-error: a person has no field `age`
  data?.data.age
  // @ts-expect-error: the price can be null
  data?.data.price.toFixed(2)
}
