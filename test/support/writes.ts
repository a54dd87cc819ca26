import { createHash } from 'node:crypto'

/**
 * A write sent under load. Its unique marker, such as a title or a note, identifies its effect in
 * the database, and is part of its Idempotency-Key.
 */
export interface Write {
  kind: Kind
  marker: string
  method: string
  path: string
  body: unknown
}

export type Kind = keyof typeof writeKinds
export type Fields = Record<string, unknown>

/** Record values by REST path. */
export type RecordValues = Record<string, Fields>

/** The pipeline and stages in which deals are created. */
export interface BoardIds {
  pipelineId: string
  stageIds: string[]
}

interface WriteContext {
  marker: string
  board: BoardIds
  /** Returns the path of a random record of a kind, or undefined if none exists. */
  pickRecord(collection: string): string | undefined
  int(min: number, max: number): number
}

type WriteRequest = Pick<Write, 'method' | 'path' | 'body'>

interface WriteKind {
  /** The cost of the write in rate limit units. */
  units: number
  /** The types of the events that the write's request records, in alphabetical order. */
  events: string[]
  /** Creates the request, or returns undefined if its records do not exist yet. */
  createRequest(context: WriteContext): WriteRequest | undefined
  /** Returns the expected values of the changed records after the write. */
  getExpectedValues(data: Record<string, Fields>, write: WriteRequest): RecordValues
}

const createGraphqlRequest = (query: string, variables: object): WriteRequest => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
})
const getRecordId = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const createRecordValues = (collection: string, record: Fields | undefined): RecordValues => ({
  [`/v1/${collection}/${record?.['id']}`]: record ?? {},
})

export const writeKinds = {
  newTask: {
    units: 1,
    events: ['task.created'],
    createRequest: ({ marker }) => ({
      method: 'POST',
      path: '/v1/tasks',
      body: { title: marker, priority: 'high' },
    }),
    getExpectedValues: (data) => createRecordValues('tasks', data),
  },
  newPerson: {
    units: 1,
    events: ['person.created'],
    createRequest: ({ marker }) => ({
      method: 'POST',
      path: '/v1/people',
      body: { firstName: marker, lastName: 'Load', emails: [{ value: `${marker}@load.test` }] },
    }),
    getExpectedValues: (data) => createRecordValues('people', data),
  },
  newDeal: {
    units: 1,
    events: ['deal.created'],
    createRequest: ({ marker, board, int }) =>
      createGraphqlRequest(
        'mutation ($input: CreateDealInput!) { createDeal(input: $input) { deal { id title price stageId createdAt } } }',
        {
          input: { title: marker, pipelineId: board.pipelineId, price: int(1, 1_000_000) },
        },
      ),
    getExpectedValues: ({ createDeal }) =>
      createRecordValues('deals', createDeal?.['deal'] as Fields),
  },
  changeTask: {
    units: 1,
    events: ['task.updated'],
    createRequest: ({ marker, pickRecord }) =>
      createPutRequest(pickRecord('tasks'), { description: marker }),
    getExpectedValues: (_, { path, body }) => ({ [path]: body as Fields }),
  },
  changePerson: {
    units: 1,
    events: ['person.updated'],
    createRequest: ({ marker, pickRecord }) =>
      createPutRequest(pickRecord('people'), { background: marker }),
    getExpectedValues: (data) => createRecordValues('people', data),
  },
  tagPerson: {
    units: 1,
    events: ['person.tagged', 'tag.created'],
    createRequest: ({ marker, pickRecord }) => {
      const person = pickRecord('people')
      const query =
        'mutation ($id: ID!, $tags: [TagName!]!) { addPersonTags(id: $id, tags: $tags) { person { id tags: tagList updatedAt } } }'
      return person
        ? createGraphqlRequest(query, { id: getRecordId(person), tags: [marker] })
        : undefined
    },
    getExpectedValues: ({ addPersonTags }) =>
      createRecordValues('people', addPersonTags?.['person'] as Fields),
  },
  finishTask: {
    units: 2,
    events: ['task.completed', 'task.created'],
    createRequest: ({ marker, pickRecord }) => {
      const task = pickRecord('tasks')
      const query =
        'mutation ($id: ID!, $next: CreateTaskInput!) { completeTask(id: $id) { task { id completedAt } } createTask(input: $next) { task { id title completedAt } } }'
      return task
        ? createGraphqlRequest(query, { id: getRecordId(task), next: { title: marker } })
        : undefined
    },
    getExpectedValues: ({ completeTask, createTask }) => ({
      ...createRecordValues('tasks', completeTask?.['task'] as Fields),
      ...createRecordValues('tasks', createTask?.['task'] as Fields),
    }),
  },
  moveDeal: {
    units: 2,
    events: ['activity.created', 'deal.moved'],
    createRequest: ({ marker, board, pickRecord, int }) => {
      const [deal, person] = [pickRecord('deals'), pickRecord('people')]
      const query =
        'mutation ($id: ID!, $to: MoveDealInput!, $note: CreateActivityInput!) { moveDeal(id: $id, input: $to) { deal { id stageId } } createActivity(input: $note) { activity { id } } }'
      const stageId = board.stageIds[int(0, board.stageIds.length - 1)]
      if (!deal || !person) return undefined
      return createGraphqlRequest(query, {
        id: getRecordId(deal),
        to: { stageId, place: { position: int(0, 5) } },
        note: { personId: getRecordId(person), channel: 'note', content: marker },
      })
    },
    getExpectedValues: ({ moveDeal }) => createRecordValues('deals', moveDeal?.['deal'] as Fields),
  },
} satisfies Record<string, WriteKind>

function createPutRequest(path: string | undefined, body: Fields): WriteRequest | undefined {
  return path ? { method: 'PUT', path, body } : undefined
}

export const getWriteKind = (kind: Kind): WriteKind => writeKinds[kind]
export const getIdempotencyKey = ({ marker }: Write): string => `key-${marker}`
export const getKeyHash = (write: Write): string =>
  createHash('sha256').update(getIdempotencyKey(write)).digest('hex')
