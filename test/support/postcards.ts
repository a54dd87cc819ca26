/** Declares postcards, a new kind of record for tests, as `CONTRIBUTING.md` describes. */
import type { Kysely } from 'kysely'
import { Policy } from '../../src/access/policy.ts'
import { byColumn } from '../../src/access/rules.ts'
import { requireScope } from '../../src/access/scopes.ts'
import { usersWithin, viewableRecords } from '../../src/access/targets.ts'
import type { Context } from '../../src/context.ts'
import { declarePersonReferences } from '../../src/crud/person-references.ts'
import { createRecordReads } from '../../src/crud/record-reads.ts'
import {
  checkReferences,
  deleteRecord,
  insertRecord,
  newRecord,
  requireSomeField,
  updateRecord,
} from '../../src/crud/records.ts'
import { declareEvents } from '../../src/events/event-types.ts'
import { createRelationList } from '../../src/filtering/child-list.ts'
import { declareExport } from '../../src/filtering/exports.ts'
import type { FilterSpec } from '../../src/filtering/filter-spec.ts'
import * as filters from '../../src/filtering/filter-spec.ts'
import { createFilteredList } from '../../src/filtering/filtered-list.ts'
import { buildSchema } from '../../src/graphql/schema/build-schema.ts'
import { builder, notNull } from '../../src/graphql/schema/builder.ts'
import { recordInterfaces } from '../../src/graphql/schema/node.ts'
import { RecordMutations, registerRecord } from '../../src/graphql/schema/record-fields.ts'
import { routes as shippedRoutes } from '../../src/resources/index.ts'
import { personFilterSpec } from '../../src/resources/people/filter-spec.ts'
import { Person, personField } from '../../src/resources/people/graphql.ts'
import { addMergeCount, sumCounts } from '../../src/resources/people/graphql-merge.ts'
import { findUnknownPeople } from '../../src/resources/people/operations.ts'
import { personPolicy } from '../../src/resources/people/policy.ts'
import { del, get, post, put, type Route, reply } from '../../src/rest/route.ts'
import { createTable } from '../../src/store/ddl.ts'
import type { RecordColumns } from '../../src/store/schema.ts'
import { runMigration } from './database.ts'
import type { World } from './world.ts'

// For a kind of record in `src/resources`, this code belongs in `table.ts`.

export interface PostcardRow extends RecordColumns {
  personId: string
  text: string
  pinned: number
}

const postcardActions = declareEvents('postcard', ['created', 'updated', 'deleted'], ['pinned'])
/** The events of memos, a kind of record without a node type or policy. */
const memoActions = declareEvents('memo', ['created', 'deleted'])

declare module '../../src/store/schema.ts' {
  interface Schema {
    postcards: PostcardRow
  }
  interface EventActions {
    postcard: typeof postcardActions
    memo: typeof memoActions
  }
}
declarePersonReferences({
  onMerge: 'move',
  onDelete: 'cascade',
  table: 'postcards',
  event: 'postcard.updated',
})

// For a kind of record in `src/resources`, this code belongs in a migration in `db/migrations`.

const addPostcardsTable = (db: Kysely<unknown>) =>
  createTable(db, 'postcards', {
    columns: {
      companyId: 'text',
      id: 'text',
      version: 'int',
      createdBy: 'text?',
      createdAt: 'time',
      updatedAt: 'time',
      personId: 'text',
      text: 'text',
      pinned: 'bool',
    },
    key: ['companyId', 'id'],
    references: { companyId: 'companies' },
    cascade: { personId: 'people' },
    indexes: [['companyId', 'personId', 'id']],
  })

export const createPostcardsTable = ({ database }: World) =>
  runMigration(database, addPostcardsTable)

// For a kind of record in `src/resources`, this code belongs in `policy.ts`.

const postcardPolicy = new Policy({
  table: 'postcards',
  scope: 'activities.view',
  view: [byColumn('personId', viewableRecords(personPolicy), { isRequired: true })],
  edit: [byColumn('createdBy', usersWithin('role'))],
})

// For a kind of record in `src/resources`, this code belongs in `filter-spec.ts`.

const postcardFilterSpec: FilterSpec<'postcards'> = {
  table: 'postcards',
  prefix: 'postcard',
  policy: postcardPolicy,
  fields: {
    id: filters.id,
    personId: filters.indexed('ID', 'personId', "The person's id."),
    createdAt: filters.createdAt,
  },
  relations: {
    person: {
      description: 'The person.',
      target: personFilterSpec,
      via: { ownColumn: 'personId' },
    },
  },
  orders: { createdAt: filters.orderByCreation },
}

filters.addRelation(personFilterSpec, 'postcards', {
  description: "The person's postcards.",
  target: postcardFilterSpec,
  via: { targetColumn: 'personId' },
})

// For a kind of record in `src/resources`, this code belongs in `operations.ts`.

interface PostcardPatch {
  text?: string
  pinned?: boolean
}

interface PostcardInput extends PostcardPatch {
  personId: string
  text: string
}

const eventFields = ['personId', 'text', 'pinned']

const postcardReads = createRecordReads(postcardPolicy, 'Postcard', { scope: 'activities.create' })

const postcards = createFilteredList({ spec: postcardFilterSpec })
const postcardsOfPerson = createRelationList<PostcardRow>(personFilterSpec, 'postcards')

declareExport('postcards', {
  type: 'Postcard',
  list: postcards,
  readColumns: async (_, row) => ({ person: row.personId }),
})

/** Creates a postcard. @throws VALIDATION_ERROR */
async function createPostcard(ctx: Context, input: PostcardInput): Promise<PostcardRow> {
  requireScope(ctx.viewer, 'activities.create')
  await checkReferences(findUnknownPeople(ctx, [['personId', input.personId]]))
  const row: PostcardRow = {
    ...newRecord(ctx, 'postcard'),
    personId: input.personId,
    text: input.text,
    pinned: Number(input.pinned ?? false),
  }
  return insertRecord(ctx, 'postcards', row, 'postcard.created', eventFields)
}

/** Updates a postcard. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR */
async function updatePostcard(
  ctx: Context,
  id: string,
  input: PostcardPatch,
): Promise<PostcardRow> {
  const postcard = await postcardReads.getForUpdate(ctx, id)
  const { pinned, ...columns } = requireSomeField(input)
  const patch = { ...columns, ...(pinned !== undefined && { pinned: Number(pinned) }) }
  return updateRecord(ctx, 'postcards', postcard, patch, 'postcard.updated')
}

/** Deletes a postcard permanently. @throws NOT_FOUND, FORBIDDEN */
async function deletePostcard(ctx: Context, id: string): Promise<{ id: string }> {
  const postcard = await postcardReads.getForUpdate(ctx, id)
  return deleteRecord(ctx, postcardPolicy, postcard, 'postcard.deleted', eventFields)
}

// For a kind of record in `src/resources`, this code belongs in `graphql.ts`.

const textOptions = { type: 'ShortText', description: 'The text.', extensions: notNull } as const
const pinnedOptions = { description: 'Whether the postcard is pinned.' }

const Postcard = builder.objectRef<PostcardRow>('Postcard').implement({
  description: 'A postcard to a person.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    personId: t.exposeID('personId', { description: "The person's id." }),
    person: t.field(personField('personId', 'The person.')),
    text: t.exposeString('text', { description: 'The text.' }),
    pinned: t.exposeBoolean('pinned', pinnedOptions),
  }),
})

addMergeCount('postcards', 'activities.view', sumCounts(postcardsOfPerson))

const { addListTo } = registerRecord(Postcard, {
  filterSpec: postcardFilterSpec,
  load: postcardReads.load,
  one: { description: 'Returns a postcard by id.', get: postcardReads.get },
  many: { name: 'postcards', description: 'Returns postcards, newest first.', list: postcards },
})

addListTo(Person, 'postcards', postcardsOfPerson)

const mutations = new RecordMutations({
  type: Postcard,
  noun: 'postcard',
  scope: 'activities.create',
})

mutations.create('createPostcard', {
  description: 'Creates a postcard.',
  input: (t) => ({
    personId: t.id({ required: true, description: "The person's id." }),
    text: t.field({ ...textOptions, required: true }),
    pinned: t.boolean({ ...pinnedOptions, defaultValue: false }),
  }),
  resolve: createPostcard,
})
mutations.update('updatePostcard', {
  input: (t) => ({
    text: t.field(textOptions),
    pinned: t.boolean({ ...pinnedOptions, extensions: notNull }),
  }),
  resolve: updatePostcard,
})
mutations.delete('deletePostcard', { resolve: deletePostcard })

// For a kind of record in `src/resources`, this code belongs in `rest.ts`.

const selection = 'id personId text pinned createdAt updatedAt version'

const postcardRoutes: Route[] = [
  post('/v1/postcards', reply.created('/v1/postcards/{id}'), 'Create a postcard')`
    mutation CreatePostcard($personId: ID!, $text: ShortText!, $pinned: Boolean) {
      createPostcard(input: { personId: $personId, text: $text, pinned: $pinned }) { postcard { ${selection} } }
    }`,
  get('/v1/postcards', reply.list, 'List postcards, newest first')`
    query ListPostcards($limit: Int, $cursor: String, $where: [PostcardWhere!], $orderBy: PostcardOrderField, $direction: SortDirection) {
      postcards(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }], where: { and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/postcards/{id}', reply.record, 'Get a postcard')`
    query GetPostcard($id: ID!) { postcard(id: $id) { ${selection} } }`,
  put('/v1/postcards/{id}', reply.record, 'Update a postcard')`
    mutation UpdatePostcard($id: ID!, $text: ShortText, $pinned: Boolean) {
      updatePostcard(id: $id, input: { text: $text, pinned: $pinned }) { postcard { ${selection} } }
    }`,
  del('/v1/postcards/{id}', reply.message('Postcard deleted'), 'Delete a postcard')`
    mutation DeletePostcard($id: ID!) { deletePostcard(id: $id) { deletedId } }`,
]

// For a kind of record in `src/resources`, this code belongs in `src/resources/index.ts`.

export const schema = buildSchema()
export const routes = [...shippedRoutes, ...postcardRoutes]
