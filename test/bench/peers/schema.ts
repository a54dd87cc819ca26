import DataLoader from 'dataloader'
import { companyId, db } from './database.ts'
import { createTask } from './tasks.ts'

/**
 * A schema on the same database as a typical developer would write it: Kysely as documented, and a
 * DataLoader per relation.
 */
type Row = Record<string, unknown> & {
  id: string
  personId: string
  assignedAgentId: string | null
  stageId: string
}
const of = (table: string) => db.selectFrom(table).where(`${table}.companyId`, '=', companyId)

export const typeDefs = `
  scalar JSON
  type Email { value: String! type: String! isPrimary: Boolean! }
  type Phone { value: String! type: String! status: String! isPrimary: Boolean! isBad: Boolean! }
  type Tag { id: ID! name: String! }
  type User { id: ID! fullName: String! email: String! }
  type Stage { id: ID! name: String! }
  type Deal { id: ID! title: String! price: Float stage: Stage! }
  type Task {
    id: ID! title: String! description: String dueDate: String priority: String! completedAt: String personId: ID assigneeId: ID createdAt: String!
  }
  type Activity { id: ID! type: String! content: String createdAt: String! }
  type Deals { nodes: [Deal!]! }
  type Tasks { nodes: [Task!]! }
  type Activities { nodes: [Activity!]! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type People { nodes: [Person!]! pageInfo: PageInfo! }
  type Person {
    id: ID! firstName: String! lastName: String! fullName: String! createdAt: String! updatedAt: String! source: String price: Float timeframe: String
    background: String relationship: Boolean customFields: JSON emails: [Email!]! phones: [Phone!]! tags: [Tag!]! tagList: String! assigneeId: ID
    assignee: User assigneeName: String assigneeEmail: String stageId: ID! stage: Stage! stageName: String
    deals(first: Int!): Deals! tasks(first: Int!): Tasks! activities(first: Int!): Activities!
  }
  input CreateTaskInput { title: String! priority: String = "medium" personId: ID }
  type CreateTaskPayload { task: Task! }
  type Mutation { createTask(input: CreateTaskInput!): CreateTaskPayload! }
  type Query { person(id: ID!): Person people(first: Int!, after: String): People! }
`

const many = (find: (ids: readonly string[]) => Promise<Row[]>) =>
  new DataLoader<string, Row[]>(async (ids) => {
    const rowsByPerson = Map.groupBy(await find(ids), (row) => row.personId)
    return ids.map((id) => rowsByPerson.get(id) ?? [])
  })

const one = (table: string) =>
  new DataLoader<string, Row | undefined>(async (ids) => {
    const rows = (await of(table).selectAll().where('id', 'in', ids).execute()) as Row[]
    const rowsById = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => rowsById.get(id))
  })

const children = (table: string, order: string, direction: 'asc' | 'desc') =>
  many(
    (ids) =>
      of(table)
        .selectAll()
        .where('personId', 'in', ids)
        .orderBy('personId')
        .orderBy(order, direction)
        .execute() as Promise<Row[]>,
  )

const loaders = () => ({
  emails: children('personEmails', 'position', 'asc'),
  phones: children('personPhones', 'position', 'asc'),
  tasks: children('tasks', 'id', 'desc'),
  activities: children('activities', 'id', 'desc'),
  users: one('users'),
  stages: one('stages'),
  dealStages: one('pipelineStages'),
  tags: many(
    (ids) =>
      of('personTags')
        .innerJoin('tags', (join) =>
          join
            .onRef('tags.companyId', '=', 'personTags.companyId')
            .onRef('tags.id', '=', 'personTags.tagId'),
        )
        .selectAll('tags')
        .select('personTags.personId')
        .where('personTags.personId', 'in', ids)
        .orderBy('personTags.position')
        .execute() as Promise<Row[]>,
  ),
  deals: many(
    (ids) =>
      of('dealPeople')
        .innerJoin('deals', (join) =>
          join
            .onRef('deals.companyId', '=', 'dealPeople.companyId')
            .onRef('deals.id', '=', 'dealPeople.dealId'),
        )
        .selectAll('deals')
        .select('dealPeople.personId')
        .where('dealPeople.personId', 'in', ids)
        .orderBy('deals.id', 'desc')
        .execute() as Promise<Row[]>,
  ),
})

export const context = () => ({ loaders: loaders() })
type Context = ReturnType<typeof context>

const nameOf = (row: Row) => `${row['firstName']} ${row['lastName']}`.trim()
const flag = (name: string) => (row: Row) => (row[name] === null ? null : row[name] === 1)
const assignee = (row: Row, { loaders }: Context) =>
  row.assignedAgentId ? loaders.users.load(row.assignedAgentId) : null
const first = async (rows: Promise<Row[]>, { first }: { first: number }) => ({
  nodes: (await rows).slice(0, first),
})

export const resolvers = {
  Query: {
    person: (_: unknown, { id }: { id: string }) =>
      of('people').selectAll().where('id', '=', id).executeTakeFirst(),
    people: async (_: unknown, { first, after }: { first: number; after?: string }) => {
      const page = of('people')
        .selectAll()
        .where('trashedAt', 'is', null)
        .orderBy('id', 'desc')
        .limit(first + 1)
      const rows = (await (after ? page.where('id', '<', after) : page).execute()) as Row[]
      const nodes = rows.slice(0, first)
      return {
        nodes,
        pageInfo: { hasNextPage: rows.length > first, endCursor: nodes.at(-1)?.id ?? null },
      }
    },
  },
  Mutation: {
    createTask: async (...args: Parameters<typeof createTask>) => ({
      task: await createTask(...args),
    }),
  },
  Email: { isPrimary: flag('isPrimary') },
  Phone: { isPrimary: flag('isPrimary'), isBad: flag('isBad') },
  User: { fullName: nameOf },
  Task: { assigneeId: (task: Row) => task['assignedTo'] },
  Deal: {
    stage: (deal: Row, _: unknown, { loaders }: Context) => loaders.dealStages.load(deal.stageId),
  },
  Person: {
    fullName: nameOf,
    relationship: flag('relationship'),
    customFields: () => ({}),
    emails: (person: Row, _: unknown, { loaders }: Context) => loaders.emails.load(person.id),
    phones: (person: Row, _: unknown, { loaders }: Context) => loaders.phones.load(person.id),
    tags: (person: Row, _: unknown, { loaders }: Context) => loaders.tags.load(person.id),
    tagList: async (person: Row, _: unknown, { loaders }: Context) =>
      (await loaders.tags.load(person.id)).map(({ name }) => name).join(', '),
    assigneeId: (person: Row) => person.assignedAgentId,
    assignee: (person: Row, _: unknown, context: Context) => assignee(person, context),
    assigneeName: async (person: Row, _: unknown, context: Context) => {
      const user = await assignee(person, context)
      return user ? nameOf(user) : null
    },
    assigneeEmail: async (person: Row, _: unknown, context: Context) =>
      (await assignee(person, context))?.email ?? null,
    stage: (person: Row, _: unknown, { loaders }: Context) => loaders.stages.load(person.stageId),
    stageName: async (person: Row, _: unknown, { loaders }: Context) =>
      (await loaders.stages.load(person.stageId))?.name ?? null,
    deals: (person: Row, args: { first: number }, { loaders }: Context) =>
      first(loaders.deals.load(person.id), args),
    tasks: (person: Row, args: { first: number }, { loaders }: Context) =>
      first(loaders.tasks.load(person.id), args),
    activities: (person: Row, args: { first: number }, { loaders }: Context) =>
      first(loaders.activities.load(person.id), args),
  },
}
