/** Adds notes about people, a new kind of record for tests, as `CONTRIBUTING.md` describes. */
import type { Kysely } from 'kysely'
import { definePolicy } from '../../src/access/policy.ts'
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
import { declareEvents } from '../../src/events/types.ts'
import { declareExport } from '../../src/filtering/exports.ts'
import type { FilterSpec } from '../../src/filtering/filter-spec.ts'
import * as filters from '../../src/filtering/filter-spec.ts'
import { filteredList } from '../../src/filtering/filtered-list.ts'
import { buildSchema } from '../../src/graphql/schema/build-schema.ts'
import { builder, notNull } from '../../src/graphql/schema/builder.ts'
import { recordInterfaces } from '../../src/graphql/schema/node.ts'
import { recordMutations, registerRecord } from '../../src/graphql/schema/record-fields.ts'
import { routes as shippedRoutes } from '../../src/resources/index.ts'
import { personField } from '../../src/resources/people/graphql-merge.ts'
import { findUnknownPeople } from '../../src/resources/people/operations.ts'
import { personPolicy } from '../../src/resources/people/policy.ts'
import { del, get, post, put, type Route, reply } from '../../src/rest/route.ts'
import { createTable } from '../../src/store/ddl.ts'
import type { RecordColumns } from '../../src/store/schema.ts'
import { runMigration } from './database.ts'
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

// In a real kind of record, this code is in a migration in `db/migrations`.

const addNotesTable = (db: Kysely<unknown>) =>
  createTable(db, 'notes', {
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

export const createNotesTable = ({ database }: World) => runMigration(database, addNotesTable)

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
  fields: {
    id: filters.id,
    personId: filters.indexed('ID', 'personId', "The person's id."),
    createdAt: filters.createdAt,
  },
  relations: {},
  orders: { createdAt: filters.orderByCreation },
}

// In a real kind of record, this code is in `operations.ts`.

interface NotePatch {
  text?: string
  pinned?: boolean
}

interface NoteInput extends NotePatch {
  personId: string
  text: string
}

const auditedFields = ['personId', 'text', 'pinned']

const noteReads = createRecordReads(notePolicy, 'Note', { scope: 'activities.create' })

const notes = filteredList({ spec: noteFilterSpec })

declareExport('notes', {
  type: 'Note',
  list: notes,
  readColumns: async (_, row) => ({ person: row.personId }),
})

/** Creates a note. @throws VALIDATION_ERROR */
async function createNote(ctx: Context, input: NoteInput): Promise<NoteRow> {
  requireScope(ctx.viewer, 'activities.create')
  await checkReferences(findUnknownPeople(ctx, [['personId', input.personId]]))
  const row: NoteRow = {
    ...newRecord(ctx, 'note'),
    personId: input.personId,
    text: input.text,
    pinned: Number(input.pinned ?? false),
  }
  return insertRecord(ctx, 'notes', row, 'note.created', auditedFields)
}

/** Updates a note. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR */
async function updateNote(ctx: Context, id: string, input: NotePatch): Promise<NoteRow> {
  const note = await noteReads.getForUpdate(ctx, id)
  const { pinned, ...columns } = requireSomeField(input)
  const patch = { ...columns, ...(pinned !== undefined && { pinned: Number(pinned) }) }
  return updateRecord(ctx, 'notes', note, patch, 'note.updated')
}

/** Deletes a note permanently. @throws NOT_FOUND, FORBIDDEN */
async function deleteNote(ctx: Context, id: string): Promise<{ id: string }> {
  const note = await noteReads.getForUpdate(ctx, id)
  return deleteRecord(ctx, notePolicy, note, 'note.deleted', auditedFields)
}

// In a real kind of record, this code is in `graphql.ts`.

const textOptions = { type: 'LongText', description: 'The text.', extensions: notNull } as const
const pinnedOptions = { description: 'Whether the note is pinned.' }

const Note = builder.objectRef<NoteRow>('Note').implement({
  description: 'A note about a person.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    personId: t.exposeID('personId', { description: "The person's id." }),
    person: t.field(personField('personId', 'The person.')),
    text: t.exposeString('text', { description: 'The text.' }),
    pinned: t.exposeBoolean('pinned', pinnedOptions),
  }),
})

registerRecord(Note, {
  filterSpec: noteFilterSpec,
  load: noteReads.load,
  one: { description: 'Returns a note by id.', get: noteReads.get },
  many: { name: 'notes', description: 'Returns notes, newest first.', list: notes },
})

const mutations = recordMutations({ type: Note, noun: 'note', scope: 'activities.create' })

mutations.create('createNote', {
  description: 'Creates a note.',
  input: (t) => ({
    personId: t.id({ required: true, description: "The person's id." }),
    text: t.field({ ...textOptions, required: true }),
    pinned: t.boolean({ ...pinnedOptions, defaultValue: false }),
  }),
  resolve: createNote,
})
mutations.update('updateNote', {
  input: (t) => ({
    text: t.field(textOptions),
    pinned: t.boolean({ ...pinnedOptions, extensions: notNull }),
  }),
  resolve: updateNote,
})
mutations.delete('deleteNote', { resolve: deleteNote })

// In a real kind of record, this code is in `rest.ts`.

const selection = 'id personId text pinned createdAt updatedAt version'

const noteRoutes: Route[] = [
  post('/v1/notes', reply.created('/v1/notes/{id}'), 'Create a note')`
    mutation CreateNote($personId: ID!, $text: LongText!, $pinned: Boolean) {
      createNote(input: { personId: $personId, text: $text, pinned: $pinned }) { note { ${selection} } }
    }`,
  get('/v1/notes', reply.list, 'List notes, newest first')`
    query ListNotes($limit: Int, $cursor: String, $where: [NoteWhere!], $orderBy: NoteOrderField, $direction: SortDirection) {
      notes(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }], where: { and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/notes/{id}', reply.record, 'Get a note')`
    query GetNote($id: ID!) { note(id: $id) { ${selection} } }`,
  put('/v1/notes/{id}', reply.record, 'Update a note')`
    mutation UpdateNote($id: ID!, $text: LongText, $pinned: Boolean) {
      updateNote(id: $id, input: { text: $text, pinned: $pinned }) { note { ${selection} } }
    }`,
  del('/v1/notes/{id}', reply.message('Note deleted'), 'Delete a note')`
    mutation DeleteNote($id: ID!) { deleteNote(id: $id) { deletedId } }`,
]

// In a real kind of record, this code is in `src/resources/index.ts`.

export const schema = buildSchema()
export const routes = [...shippedRoutes, ...noteRoutes]
