/**
 * A GraphQL schema for Dealgraph's database, as a typical developer would write it: with Kysely as
 * its documentation recommends, and with one DataLoader for each relation.
 */
import DataLoader from 'dataloader'
import { companyId, db } from './database.ts'
import { createTask } from './tasks.ts'

type Row = Record<string, unknown> & {
  id: string
  personId: string
  assignedAgentId: string | null
  stageId: string
}
const selectFromTable = (table: string) =>
  db.selectFrom(table).where(`${table}.companyId`, '=', companyId)

export const typeDefs = `
  scalar JSON
  type Email { value: String! type: String! isPrimary: Boolean! }
  type Phone { value: String! type: String! status: String! isPrimary: Boolean! isBad: Boolean! }
  type Tag { id: ID! name: String! }
  type ExternalId { source: String! externalId: String! }
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
    background: String relationship: Boolean customFields: JSON externalIds: [ExternalId!]! emails: [Email!]! phones: [Phone!]! tags: [Tag!]! tagList: String! assigneeId: ID
    assignee: User assigneeName: String assigneeEmail: String stageId: ID! stage: Stage! stageName: String
    deals(first: Int!): Deals! tasks(first: Int!): Tasks! activities(first: Int!): Activities!
  }
  input CreateTaskInput { title: String! priority: String = "medium" personId: ID }
  type CreateTaskPayload { task: Task! }
  type Mutation { createTask(input: CreateTaskInput!): CreateTaskPayload! }
  type Query { person(id: ID!): Person people(first: Int!, after: String): People! }
`

const createListLoader = (findRows: (ids: readonly string[]) => Promise<Row[]>) =>
  new DataLoader<string, Row[]>(async (ids) => {
    const rowsByPerson = Map.groupBy(await findRows(ids), (row) => row.personId)
    return ids.map((id) => rowsByPerson.get(id) ?? [])
  })

const createRowLoader = (table: string) =>
  new DataLoader<string, Row | undefined>(async (ids) => {
    const rows = (await selectFromTable(table)
      .selectAll()
      .where('id', 'in', ids)
      .execute()) as Row[]
    const rowsById = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => rowsById.get(id))
  })

const createChildLoader = (table: string, order: string, direction: 'asc' | 'desc') =>
  createListLoader(
    (ids) =>
      selectFromTable(table)
        .selectAll()
        .where('personId', 'in', ids)
        .orderBy('personId')
        .orderBy(order, direction)
        .execute() as Promise<Row[]>,
  )

const createLoaders = () => ({
  emails: createChildLoader('personEmails', 'position', 'asc'),
  phones: createChildLoader('personPhones', 'position', 'asc'),
  externalIds: createChildLoader('personExternalIds', 'source', 'asc'),
  tasks: createChildLoader('tasks', 'id', 'desc'),
  activities: createChildLoader('activities', 'id', 'desc'),
  users: createRowLoader('users'),
  stages: createRowLoader('stages'),
  dealStages: createRowLoader('pipelineStages'),
  tags: createListLoader(
    (ids) =>
      selectFromTable('personTags')
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
  deals: createListLoader(
    (ids) =>
      selectFromTable('dealPeople')
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

export const createContext = () => ({ loaders: createLoaders() })
type Context = ReturnType<typeof createContext>

const formatFullName = (row: Row) => `${row['firstName']} ${row['lastName']}`.trim()
const createFlagResolver = (name: string) => (row: Row) =>
  row[name] === null ? null : row[name] === 1
const loadAssignee = (row: Row, { loaders }: Context) =>
  row.assignedAgentId ? loaders.users.load(row.assignedAgentId) : null
const toFirstNodes = async (rows: Promise<Row[]>, { first }: { first: number }) => ({
  nodes: (await rows).slice(0, first),
})

export const resolvers = {
  Query: {
    person: (_: unknown, { id }: { id: string }) =>
      selectFromTable('people').selectAll().where('id', '=', id).executeTakeFirst(),
    people: async (_: unknown, { first, after }: { first: number; after?: string }) => {
      const pageQuery = selectFromTable('people')
        .selectAll()
        .where('trashedAt', 'is', null)
        .orderBy('id', 'desc')
        .limit(first + 1)
      const rows = (await (after
        ? pageQuery.where('id', '<', after)
        : pageQuery
      ).execute()) as Row[]
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
  Email: { isPrimary: createFlagResolver('isPrimary') },
  Phone: { isPrimary: createFlagResolver('isPrimary'), isBad: createFlagResolver('isBad') },
  User: { fullName: formatFullName },
  Task: { assigneeId: (task: Row) => task['assignedTo'] },
  Deal: {
    stage: (deal: Row, _: unknown, { loaders }: Context) => loaders.dealStages.load(deal.stageId),
  },
  Person: {
    fullName: formatFullName,
    relationship: createFlagResolver('relationship'),
    customFields: () => ({}),
    externalIds: (person: Row, _: unknown, { loaders }: Context) =>
      loaders.externalIds.load(person.id),
    emails: (person: Row, _: unknown, { loaders }: Context) => loaders.emails.load(person.id),
    phones: (person: Row, _: unknown, { loaders }: Context) => loaders.phones.load(person.id),
    tags: (person: Row, _: unknown, { loaders }: Context) => loaders.tags.load(person.id),
    tagList: async (person: Row, _: unknown, { loaders }: Context) =>
      (await loaders.tags.load(person.id)).map(({ name }) => name).join(', '),
    assigneeId: (person: Row) => person.assignedAgentId,
    assignee: (person: Row, _: unknown, context: Context) => loadAssignee(person, context),
    assigneeName: async (person: Row, _: unknown, context: Context) => {
      const user = await loadAssignee(person, context)
      return user ? formatFullName(user) : null
    },
    assigneeEmail: async (person: Row, _: unknown, context: Context) =>
      (await loadAssignee(person, context))?.email ?? null,
    stage: (person: Row, _: unknown, { loaders }: Context) => loaders.stages.load(person.stageId),
    stageName: async (person: Row, _: unknown, { loaders }: Context) =>
      (await loaders.stages.load(person.stageId))?.name ?? null,
    deals: (person: Row, args: { first: number }, { loaders }: Context) =>
      toFirstNodes(loaders.deals.load(person.id), args),
    tasks: (person: Row, args: { first: number }, { loaders }: Context) =>
      toFirstNodes(loaders.tasks.load(person.id), args),
    activities: (person: Row, args: { first: number }, { loaders }: Context) =>
      toFirstNodes(loaders.activities.load(person.id), args),
  },
}
