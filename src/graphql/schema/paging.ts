/**
 * Relay connections with keyset pagination. A cursor contains a row's position and is signed for
 * one list, filter, order, company and caller. A cursor remains valid after its row is deleted.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import { invalid } from '../../errors.ts'
import type { ChildLoaders } from '../../filtering/child-list.ts'
import type { Page, PageRequest } from '../../filtering/page.ts'
import { type MaybePromise, mapMaybePromise } from '../../lib/async.ts'
import { toNoun, toPlural, withArticle } from '../../lib/text.ts'
import { type ArgBuilder, builder, limits, optional, type RecordRef } from './builder.ts'
import { getSelectedColumns, readsColumns } from './columns.ts'

/** Relay's page arguments. `last` overrides the default of `first`; setting both is an error. */
export interface PageArgs {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
}

export interface Connection<R> extends Page<R> {
  cursor(row: R): string
  total(): MaybePromise<number>
  /** The cursor of the page's end, if it is not the cursor of the last row. */
  endCursor?: string
}

export const defaultPageSize = 10
/** The length limit of a cursor, which contains the values by which the list is sorted. */
const cursorLimit = limits({ type: 'string', maxLength: 12_000 })
export const pageSizeLimits = limits({ type: 'integer', minimum: 1, maximum: 100 })

export const pageArgs = (t: { arg: ArgBuilder }) => ({
  first: t.arg.int({
    defaultValue: defaultPageSize,
    description: 'The maximum number of results, 1–100.',
    extensions: pageSizeLimits,
  }),
  after: t.arg.string({ description: 'The cursor after which to start.', extensions: cursorLimit }),
  last: t.arg.int({
    description: 'The maximum number of results from the end, 1–100.',
    extensions: pageSizeLimits,
  }),
  before: t.arg.string({ description: 'The cursor before which to end.', extensions: cursorLimit }),
})

function signPosition(ctx: Context, list: unknown, position: string): Buffer {
  const { companyId, userId } = ctx.viewer
  return createHmac('sha256', ctx.cursorKey)
    .update(JSON.stringify([companyId, userId, list, position]))
    .digest()
    .subarray(0, 12)
}

export const encodeCursor = (ctx: Context, list: unknown, position: string) =>
  Buffer.concat([signPosition(ctx, list, position), Buffer.from(position)]).toString('base64url')

/** @throws VALIDATION_ERROR unless the cursor belongs to this list, filter, order and caller */
export function decodeCursor(ctx: Context, list: unknown, cursor: string, field: string): string {
  const bytes = /^[\w-]{17,}$/.test(cursor) ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0)
  const position = bytes.subarray(12).toString()
  if (
    bytes.length > 12 &&
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(bytes.subarray(0, 12), signPosition(ctx, list, position))
  )
    return position
  const message =
    'is not a cursor of this list: use a cursor returned for the same list, filter and order'
  throw invalid([{ field, code: 'INVALID_FORMAT', message }])
}

interface ConnectionSource<R> {
  /** Identifies the list with its filters and order; a cursor is valid for only one such list. */
  list: unknown
  page(request: PageRequest): MaybePromise<Page<R>>
  total(): MaybePromise<number>
  position?(row: R): string
  columns?: readonly string[] | undefined
}

export function resolveConnection<R extends { id: string }>(
  ctx: Context,
  args: PageArgs,
  { list, page, total, columns, position = (row) => row.id }: ConnectionSource<R>,
): MaybePromise<Connection<R>> {
  return mapMaybePromise(page(toPageRequest(ctx, list, args, columns)), (page) => ({
    ...page,
    cursor: (row: R) => encodeCursor(ctx, list, position(row)),
    total,
  }))
}

const emptyPage = { rows: [], hasNext: false, hasPrevious: false }

export const resolveChildConnection = <R extends { id: string }>(
  ctx: Context,
  info: GraphQLResolveInfo,
  list: string,
  parent: { id: string },
  args: PageArgs,
  { pages, counts }: ChildLoaders<R>,
) =>
  resolveConnection(ctx, args, {
    columns: getSelectedColumns(info),
    list: [list, parent.id],
    page: (request) =>
      mapMaybePromise(pages.of(ctx, request, parent, 'id'), (page) => page ?? emptyPage),
    total: () => mapMaybePromise(counts.of(ctx, parent, 'id'), (total) => total ?? 0),
  })

function toPageRequest(
  ctx: Context,
  list: unknown,
  { first, after, last, before }: PageArgs,
  columns: readonly string[] | undefined,
): PageRequest {
  return {
    limit: last ?? first ?? defaultPageSize,
    isBackward: last != null,
    columns,
    after: after == null ? undefined : decodeCursor(ctx, list, after, 'after'),
    before: before == null ? undefined : decodeCursor(ctx, list, before, 'before'),
  }
}

export const PageInfo = builder.objectRef<Connection<{ id: string }>>('PageInfo').implement({
  description: 'Information about a page of results, as in Relay.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNext', { description: 'Whether a next page exists.' }),
    hasPreviousPage: t.exposeBoolean('hasPrevious', {
      description: 'Whether a previous page exists.',
    }),
    startCursor: t.string({
      ...optional('The cursor at the start of the page.'),
      resolve: (page) => (page.rows[0] ? page.cursor(page.rows[0]) : null),
    }),
    endCursor: t.string({
      ...optional('The cursor at the end of the page.'),
      resolve: ({ rows, cursor, endCursor: end }) =>
        end ?? (rows.length ? cursor(rows[rows.length - 1] as { id: string }) : null),
    }),
  }),
})

const createEdgeType = <R extends { id: string }>(name: string, node: RecordRef<R>) =>
  builder.objectRef<{ row: R; page: Connection<R> }>(`${name}Edge`).implement({
    description: `${withArticle(toNoun(name))} with a cursor.`,
    fields: (t) => ({
      node: t.field({
        type: node,
        description: `The ${toNoun(name)}.`,
        extensions: { pageOf: name },
        resolve: ({ row }) => row as never,
      }),
      cursor: t.string({
        description: "The edge's cursor.",
        extensions: readsColumns('id'),
        resolve: ({ row, page }) => page.cursor(row),
      }),
    }),
  })

export function createConnectionType<R extends { id: string }>(name: string, node: RecordRef<R>) {
  const Edge = createEdgeType(name, node)
  const records = toPlural(toNoun(name))
  return builder.objectRef<Connection<R>>(`${name}Connection`).implement({
    description: `A page of ${records}.`,
    fields: (t) => ({
      nodes: t.field({
        type: [node],
        description: `The ${records}.`,
        extensions: { pageOf: name },
        resolve: ({ rows }) => rows as never,
      }),
      edges: t.field({
        type: [Edge],
        description: `The ${records} with their cursors.`,
        extensions: { pageOf: name },
        resolve: (page) => page.rows.map((row) => ({ row, page })),
      }),
      pageInfo: t.field({
        type: PageInfo,
        description: 'Information about the page.',
        extensions: readsColumns('id'),
        resolve: (page) => page as unknown as Connection<{ id: string }>,
      }),
      totalCount: t.int({
        ...optional(`The total number of ${records}.`),
        extensions: readsColumns('id'),
        resolve: (page) => page.total(),
      }),
    }),
  })
}
