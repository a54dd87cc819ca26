import { createHash } from 'node:crypto'

/**
 * The writes of a load. Each carries a marker of its own, as a title, a name, a note or a tag, by
 * which its effect is found in the database, and an Idempotency-Key made of it.
 */
export interface Write {
  kind: Kind
  marker: string
  method: string
  path: string
  body: unknown
}

export type Kind = keyof typeof kinds
export type Fields = Record<string, unknown>

/** What an answer tells of records, by their REST address. */
export type Told = Record<string, Fields>

/** Where the deals go. */
export interface Office {
  pipelineId: string
  stageIds: string[]
}

interface Making {
  marker: string
  office: Office
  /** The address of a record that is known, or nothing. */
  some(place: string): string | undefined
  int(least: number, most: number): number
}

type Asked = Pick<Write, 'method' | 'path' | 'body'>

interface Described {
  /** Units of the rate limit. */
  units: number
  /** The events of its request, in order. */
  events: string[]
  /** Nothing, where the records that it needs are not there yet. */
  ask(making: Making): Asked | undefined
  told(data: Record<string, Fields>, write: Asked): Told
}

const gql = (query: string, variables: object): Asked => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
})
const idOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)
const at = (place: string, record: Fields | undefined): Told => ({
  [`/v1/${place}/${record?.['id']}`]: record ?? {},
})

export const kinds = {
  newTask: {
    units: 1,
    events: ['task.created'],
    ask: ({ marker }) => ({
      method: 'POST',
      path: '/v1/tasks',
      body: { title: marker, priority: 'high' },
    }),
    told: (data) => at('tasks', data),
  },
  newPerson: {
    units: 1,
    events: ['person.created'],
    ask: ({ marker }) => ({
      method: 'POST',
      path: '/v1/people',
      body: { firstName: marker, lastName: 'Load', emails: [{ value: `${marker}@load.test` }] },
    }),
    told: (data) => at('people', data),
  },
  newDeal: {
    units: 1,
    events: ['deal.created'],
    ask: ({ marker, office, int }) =>
      gql(
        'mutation ($input: CreateDealInput!) { createDeal(input: $input) { id title price stageId createdAt } }',
        {
          input: { title: marker, pipelineId: office.pipelineId, price: int(1, 1_000_000) },
        },
      ),
    told: ({ createDeal }) => at('deals', createDeal),
  },
  changeTask: {
    units: 1,
    events: ['task.updated'],
    ask: ({ marker, some }) => put(some('tasks'), { description: marker }),
    told: (_, { path, body }) => ({ [path]: body as Fields }),
  },
  changePerson: {
    units: 1,
    events: ['person.updated'],
    ask: ({ marker, some }) => put(some('people'), { background: marker }),
    told: (data) => at('people', data),
  },
  tagPerson: {
    units: 1,
    events: ['person.tagged', 'tag.created'],
    ask: ({ marker, some }) => {
      const person = some('people')
      const query =
        'mutation ($id: ID!, $tags: [TagName!]!) { addPersonTags(id: $id, tags: $tags) { person { id tags: tagList updatedAt } } }'
      return person ? gql(query, { id: idOf(person), tags: [marker] }) : undefined
    },
    told: ({ addPersonTags }) => at('people', addPersonTags?.['person'] as Fields),
  },
  finishTask: {
    units: 2,
    events: ['task.completed', 'task.created'],
    ask: ({ marker, some }) => {
      const task = some('tasks')
      const query =
        'mutation ($id: ID!, $next: CreateTaskInput!) { completeTask(id: $id) { id completedAt } createTask(input: $next) { id title completedAt } }'
      return task ? gql(query, { id: idOf(task), next: { title: marker } }) : undefined
    },
    told: ({ completeTask, createTask }) => ({
      ...at('tasks', completeTask),
      ...at('tasks', createTask),
    }),
  },
  moveDeal: {
    units: 2,
    events: ['activity.created', 'deal.moved'],
    ask: ({ marker, office, some, int }) => {
      const [deal, person] = [some('deals'), some('people')]
      const query =
        'mutation ($id: ID!, $to: MoveDealInput!, $note: CreateActivityInput!) { moveDeal(id: $id, input: $to) { id stageId } createActivity(input: $note) { id } }'
      const stageId = office.stageIds[int(0, office.stageIds.length - 1)]
      if (!deal || !person) return undefined
      return gql(query, {
        id: idOf(deal),
        to: { stageId, order: int(0, 5) },
        note: { personId: idOf(person), channel: 'note', content: marker },
      })
    },
    told: ({ moveDeal }) => at('deals', moveDeal),
  },
} satisfies Record<string, Described>

function put(path: string | undefined, body: Fields): Asked | undefined {
  return path ? { method: 'PUT', path, body } : undefined
}

export const described = (kind: Kind): Described => kinds[kind]
export const keyOf = ({ marker }: Write): string => `key-${marker}`
export const keyHashOf = (write: Write): string =>
  createHash('sha256').update(keyOf(write)).digest('hex')
