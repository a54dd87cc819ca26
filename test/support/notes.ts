/** Adds notes about people, a new kind of record for tests, as `CONTRIBUTING.md` describes. */
import { sql } from 'kysely'
import { definePolicy } from '../../src/access/policy.ts'
import { byColumn, usersWithin, viewableRecords } from '../../src/access/rules.ts'
import type { Context } from '../../src/context.ts'
import { declarePersonReferences } from '../../src/crud/person-references.ts'
import { createRecordReads } from '../../src/crud/record-reads.ts'
import { deleteRecord, insertRecord, newRecord } from '../../src/crud/records.ts'
import { declareEvents } from '../../src/events/types.ts'
import { declareExport } from '../../src/filtering/exports.ts'
import { createdAt, type FilterSpec, id, orderByCreation } from '../../src/filtering/filter-spec.ts'
import { filteredList } from '../../src/filtering/filtered-list.ts'
import { buildSchema } from '../../src/graphql/schema/build-schema.ts'
import { builder } from '../../src/graphql/schema/builder.ts'
import { recordInterfaces } from '../../src/graphql/schema/node.ts'
import { recordMutations, registerRecord } from '../../src/graphql/schema/record-fields.ts'
import { routes as shippedRoutes } from '../../src/resources/index.ts'
import { personPolicy } from '../../src/resources/people/policy.ts'
import { get, type Route, reply } from '../../src/rest/route.ts'
import { query } from '../../src/store/query.ts'
import type { RecordColumns } from '../../src/store/schema.ts'
import type { World } from './world.ts'

// In a real kind of record, this code is in `table.ts`.

export interface NoteRow extends RecordColumns {
  personId: string
  text: string
  pinned: number
}

const noteActions = declareEvents('note', ['created', 'updated', 'deleted'], ['pinned'])
/** Declares events, but registers neither a node type nor a policy. */
const memoActions = declareEvents('memo', ['created', 'deleted'])

declare module '../../src/store/schema.ts' {
  interface Schema {
    notes: NoteRow
  }
  interface EventActions {
    note: typeof noteActions
    memo: typeof memoActions
  }
}
declarePersonReferences({
  onMerge: 'move',
  onDelete: 'cascade',
  table: 'notes',
  event: 'note.updated',
})

const createNotesTableQuery = query(
  (_, _p: object) => sql`create table "notes" (
    "companyId" text not null, "id" text not null, "version" integer not null, "createdAt" text not null, "updatedAt" text not null,
    "personId" text not null, "text" text not null, "pinned" integer not null, "createdBy" text,
    primary key ("companyId", "id"),
    foreign key ("companyId", "personId") references "people" ("companyId", "id") on delete cascade)`,
)

export const createNotesTable = ({ deps }: World) =>
  deps.store.allCompanies.write((db) => db.run(createNotesTableQuery, {}))

// In a real kind of record, this code is in `policy.ts`.

const notePolicy = definePolicy({
  table: 'notes',
  scope: 'activities.view',
  view: [byColumn('personId', viewableRecords(personPolicy), { isRequired: true })],
  edit: [byColumn('createdBy', usersWithin('role'))],
})

// In a real kind of record, this code is in `filter-spec.ts`.

const noteFilterSpec: FilterSpec<'notes'> = {
  table: 'notes',
  prefix: 'note',
  policy: notePolicy,
  fields: { id, createdAt },
  relations: {},
  orders: { createdAt: orderByCreation },
}

// In a real kind of record, this code is in `operations.ts`.

const noteReads = createRecordReads(notePolicy, 'Note')
const noteList = filteredList({ spec: noteFilterSpec })

declareExport('notes', {
  type: 'Note',
  list: noteList,
  readColumns: async (_, row) => ({ person: row.personId }),
})

export const createNote = (ctx: Context, personId: string, text: string): Promise<NoteRow> =>
  insertRecord(
    ctx,
    'notes',
    { ...newRecord(ctx, 'note'), personId, text, pinned: 0 },
    'note.created',
    ['personId', 'pinned'],
  )

export const deleteNote = async (ctx: Context, id: string) =>
  deleteRecord(ctx, notePolicy, await noteReads.get(ctx, id), { type: 'note.deleted' })

// In a real kind of record, this code is in `graphql.ts`.

const Note = builder.objectRef<NoteRow>('Note').implement({
  description: 'A note about a person.',
  interfaces: recordInterfaces,
  fields: (t) => ({ text: t.exposeString('text', { description: 'The text.' }) }),
})

registerRecord(Note, {
  filterSpec: noteFilterSpec,
  load: noteReads.load,
  one: { description: 'Returns a note by its id.', get: noteReads.get },
  many: {
    name: 'notes',
    description: 'Returns the notes that the caller can view.',
    list: noteList,
  },
})

const noteMutations = recordMutations({ type: Note, noun: 'note', scope: 'activities.create' })

noteMutations.create('createNote', {
  description: 'Creates a note.',
  input: (t) => ({
    personId: t.id({ required: true, description: 'The id of the person.' }),
    text: t.string({ required: true, description: 'The text.' }),
  }),
  resolve: (ctx, { personId, text }) => createNote(ctx, personId, text),
})
noteMutations.delete('deleteNote', {
  scopes: ['activities.view'],
  description: 'Deletes a note permanently.',
  resolve: deleteNote,
})

export const schema = buildSchema()

// In a real kind of record, this code is in `rest.ts`.

export const routes: Route[] = [
  ...shippedRoutes,
  get('/v1/notes', reply.list, 'List the notes')`
    query ListNotes($limit: Int, $cursor: String) { notes(first: $limit, after: $cursor) { nodes { id } pageInfo { hasNextPage endCursor } } }`,
]
