import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ObjectRef } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import type { Loader, LoaderWithArguments } from '../../crud/loader.ts'
import { invalid } from '../../errors.ts'
import { type MaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts'
import type { Page, PageRequest } from '../../store/page.ts'
import { builder, limits } from './builder.ts'
import { columnsOf, readsColumns } from './columns.ts'

/**
 * Relay connections over keyset pages. A cursor is the position of a row, sealed so that it serves
 * only the list, filter, company and caller that it was made for; it stays good when its row is
 * gone.
 */
export interface PageArgs {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
}

export interface Connection<R> extends Page<R> {
  cursor(row: R): string
  total(): MaybePromise<number>
  /** Where to go on, if that is further than the last record. */
  end?: string
}

export const defaultPageSize = 10
/** A cursor holds the value that the list is sorted by, which can be long. */
const sealed = limits({ type: 'string', maxLength: 12_000 })
const size = limits({ type: 'integer', minimum: 1, maximum: 100 })
/** The schema of `first`, with its default. */
export const firstLimits = (defaultSize = defaultPageSize) =>
  limits({ type: 'integer', minimum: 1, maximum: 100, default: defaultSize })

type ArgBuilder = Parameters<Parameters<typeof builder.queryField>[1]>[0]['arg']

export const pageArgs = (t: { arg: ArgBuilder }) => ({
  first: t.arg.int({
    description: 'How many, from the start: 1 to 100, default 10.',
    extensions: firstLimits(),
  }),
  after: t.arg.string({ description: 'The cursor behind which to go on.', extensions: sealed }),
  last: t.arg.int({
    description: 'How many, from the end: 1 to 100. Not together with `first`.',
    extensions: size,
  }),
  before: t.arg.string({ description: 'The cursor before which to stop.', extensions: sealed }),
})

function seal(ctx: Context, list: unknown, position: string): Buffer {
  const { companyId, userId } = ctx.viewer
  return createHmac('sha256', ctx.cursorKey)
    .update(JSON.stringify([companyId, userId, list, position]))
    .digest()
    .subarray(0, 12)
}

export const encodeCursor = (ctx: Context, list: unknown, position: string) =>
  Buffer.concat([seal(ctx, list, position), Buffer.from(position)]).toString('base64url')

/**
 * @throws VALIDATION_ERROR when the cursor was not given out for this list, filter, order and
 * caller
 */
export function decodeCursor(ctx: Context, list: unknown, cursor: string, field: string): string {
  const bytes = /^[\w-]{17,}$/.test(cursor) ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0)
  const position = bytes.subarray(12).toString()
  if (
    bytes.length > 12 &&
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(bytes.subarray(0, 12), seal(ctx, list, position))
  )
    return position
  throw invalid([
    {
      field,
      code: 'INVALID_FORMAT',
      message:
        'is not a cursor of this list: use one that this list gave you, with the same filters',
    },
  ])
}

interface Listing<R> {
  /** Names the list, with its filters and order: a cursor is good for nothing else. */
  list: unknown
  page(window: PageRequest): MaybePromise<Page<R>>
  total(): MaybePromise<number>
  position?(row: R): string
  /** What is read of each row, where that is known; see `columnsOf`. */
  columns?: readonly string[] | undefined
}

export function resolveConnection<R extends { id: string }>(
  ctx: Context,
  args: PageArgs,
  { list, page, total, columns, position = (row) => row.id }: Listing<R>,
): MaybePromise<Connection<R>> {
  return mapMaybePromise(page(windowOf(ctx, list, args, columns)), (slice) => ({
    ...slice,
    cursor: (row: R) => encodeCursor(ctx, list, position(row)),
    total,
  }))
}

/**
 * The children of each parent: a page of them, and how many there are, each in one statement for
 * all parents.
 */
export interface Children<R> {
  pages: LoaderWithArguments<PageRequest, Page<R>>
  counts: Loader<number>
}

const none = { rows: [], hasNext: false, hasPrevious: false }

export const resolveChildConnection = <R extends { id: string }>(
  ctx: Context,
  info: GraphQLResolveInfo,
  list: string,
  parent: { id: string },
  args: PageArgs,
  children: Children<R>,
) =>
  resolveConnection(ctx, args, {
    columns: columnsOf(info),
    list: [list, parent.id],
    page: (window) =>
      mapMaybePromise(children.pages.of(ctx, window, parent, 'id'), (slice) => slice ?? none),
    total: () => mapMaybePromise(children.counts.of(ctx, parent, 'id'), (total) => total ?? 0),
  })

function windowOf(
  ctx: Context,
  list: unknown,
  { first, after, last, before }: PageArgs,
  columns: Columns,
): PageRequest {
  const limit = first ?? last ?? defaultPageSize
  const backward = first == null && last != null
  if (after == null && before == null) return firstOf(columns, limit, backward)
  return {
    limit,
    backward,
    columns,
    after: after == null ? undefined : decodeCursor(ctx, list, after, 'after'),
    before: before == null ? undefined : decodeCursor(ctx, list, before, 'before'),
  }
}

type Columns = readonly string[] | undefined

const anything: readonly string[] = []
const firsts = new WeakMap<readonly string[], Map<number, PageRequest>>()

/**
 * The same window for the same part of a list, so that edges with the same arguments are known to
 * be the same.
 */
function firstOf(columns: Columns, limit: number, backward: boolean): PageRequest {
  const known = firsts.get(columns ?? anything) ?? new Map<number, PageRequest>()
  firsts.set(columns ?? anything, known)
  const key = backward ? -limit : limit
  const window = known.get(key) ?? { limit, backward, columns }
  known.set(key, window)
  return window
}

export const PageInfo = builder.objectRef<Connection<{ id: string }>>('PageInfo').implement({
  description: 'Where a page stands in its list (Relay).',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'Whether there are more records behind this page.',
      resolve: (page) => page.hasNext,
    }),
    hasPreviousPage: t.boolean({
      description: 'Whether there are records before this page.',
      resolve: (page) => page.hasPrevious,
    }),
    startCursor: t.string({
      nullable: true,
      description: 'The cursor of the first record.',
      resolve: (page) => (page.rows[0] ? page.cursor(page.rows[0]) : null),
    }),
    endCursor: t.string({
      nullable: true,
      description: 'The cursor of the last record; pass it as `after`.',
      resolve: ({ rows, cursor, end }) =>
        end ?? (rows.length ? cursor(rows[rows.length - 1] as { id: string }) : null),
    }),
  }),
})

type NodeRef<R> = ObjectRef<typeof builder.$inferSchemaTypes, R, R>

/** The connection type of a record: `<Name>Connection`. */
export function connectionType<R extends { id: string }>(name: string, node: NodeRef<R>) {
  const Edge = builder.objectRef<{ row: R; page: Connection<R> }>(`${name}Edge`).implement({
    description: `A ${name} in a list, with its cursor.`,
    fields: (t) => ({
      node: t.field({
        type: node,
        description: 'The record.',
        extensions: { pageOf: name },
        resolve: ({ row }) => row as never,
      }),
      cursor: t.string({
        description: 'Where it stands in the list; pass it as `after` or `before`.',
        extensions: readsColumns('id'),
        resolve: ({ row, page }) => page.cursor(row),
      }),
    }),
  })
  return builder.objectRef<Connection<R>>(`${name}Connection`).implement({
    description: `A page of a list of ${name} records, newest first unless the field says otherwise.`,
    fields: (t) => ({
      nodes: t.field({
        type: [node],
        description: 'The records.',
        extensions: { pageOf: name },
        resolve: ({ rows }) => rows as never,
      }),
      edges: t.field({
        type: [Edge],
        description: 'The records with their cursors.',
        extensions: { pageOf: name },
        resolve: (page) => page.rows.map((row) => ({ row, page })),
      }),
      pageInfo: t.field({
        type: PageInfo,
        description: 'Where this page stands.',
        extensions: readsColumns('id'),
        resolve: (page) => page as unknown as Connection<{ id: string }>,
      }),
      totalCount: t.int({
        description: 'How many records the whole list has.',
        extensions: readsColumns('id'),
        resolve: (page) => page.total(),
      }),
    }),
  })
}
