import { checkDeprecation, type Deprecation } from '../lib/deprecation.ts'

/**
 * A REST route is a GraphQL operation with an address: a method, a path, a kind of reply and one
 * named document. The document's variables are the route's inputs (path, then query or body), its
 * aliases the names on the wire, its selection the shape of the answer, its name the operationId.
 */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/**
 * How the result of the document's one root field is put into the response envelope (contract,
 * clause 1).
 */
export type ResponseKind =
  /** `data`: the record */
  | { kind: 'record' }
  /**
   * `data`: the connection's nodes; `meta` with count, hasMore, nextCursor. `of`: the field of the
   * record that is the connection.
   */
  | { kind: 'list'; of?: string }
  /**
   * 201 with `Location`, or 200 where the operation answered with a record that was there; `data`:
   * the record
   */
  | { kind: 'created'; location: string; mayExist?: true }
  /** `success` and `message`; with `data` where the contract wants it */
  | { kind: 'done'; message: string; withData: boolean }

export const record: ResponseKind = { kind: 'record' }
export const list: ResponseKind = { kind: 'list' }
export const listOf = (of: string): ResponseKind => ({ kind: 'list', of })
export const created = (location: string): ResponseKind => ({ kind: 'created', location })
/** For an operation that may answer with a record that was there. */
export const createdOrFound = (location: string): ResponseKind => ({
  kind: 'created',
  location,
  mayExist: true,
})
export const done = (message: string): ResponseKind => ({ kind: 'done', message, withData: false })
export const doneWithData = (message: string): ResponseKind => ({
  kind: 'done',
  message,
  withData: true,
})

export interface Options {
  summary: string
  /**
   * Aliases of an input in the query or the body. A field of the rows of a list has the key
   * `list.field`, such as `deals.price`.
   */
  aliases?: Record<string, string[]>
  /**
   * Inputs of which at least one is required; the first that is present decides, the rest are
   * ignored.
   */
  requireOneOf?: string[]
  /** Not in the contract: the same thing as GraphQL offers, at the obvious address. */
  extension?: true
  /**
   * It is to go. A route whose operation is deprecated in the schema is deprecated with it, and
   * need not say so.
   */
  deprecated?: Deprecation
}

export interface Route extends Options {
  method: Method
  path: string
  reply: ResponseKind
  document: string
}

const route =
  (method: Method) =>
  (path: string, reply: ResponseKind, options: Options, document: string): Route => {
    if (options.deprecated) checkDeprecation(options.deprecated)
    return { method, path, reply, document, ...options }
  }

export const get = route('get')
export const post = route('post')
export const put = route('put')
export const del = route('delete')

/** The methods on which an `Idempotency-Key` counts; the others are idempotent by nature. */
export const acceptsIdempotencyKey = (method: Method): boolean =>
  method === 'post' || method === 'put' || method === 'patch'

/**
 * Every PUT changes what is given and leaves the rest alone, so that PATCH is another word for it;
 * it needs nothing besides that.
 */
export const withPatchRoutes = (routes: Route[]): Route[] =>
  routes.flatMap((each): Route[] => {
    if (each.method !== 'put') return [each]
    const patch = each.document.replace(/mutation Update(?=[A-Z])/, 'mutation Patch')
    const document = patch.replace(/(\$(?!id\b)\w+: \w+)!/g, '$1')
    const free = document !== patch
    return [
      each,
      {
        ...each,
        method: 'patch',
        extension: true,
        summary: `${each.summary}; the same as PUT${free ? ', and nothing is required' : ''}`,
        document,
      },
    ]
  })
