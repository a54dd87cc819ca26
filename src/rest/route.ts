/**
 * A REST route maps a method and a path to a GraphQL operation and a response envelope. The
 * document's variables are the route's inputs (in the path, then in the query string or body), its
 * aliases are the REST field names, its selection set is the shape of the response, and its name is
 * the `operationId`. The result is the value of the root field, or of the only field that the root
 * field selects if that field has a selection set: a payload's record, or a record's list. The
 * selection `id: person { id }` returns an id.
 */
import { checkDeprecation, type Deprecation } from '../lib/deprecation.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The response envelope around the result of the document (REST contract, clause 1). */
export type Reply =
  /** `data` contains the record. */
  | { kind: 'record' }
  /** `data` contains the nodes of a connection. */
  | { kind: 'list' }
  /** 201 with `Location`, or 200 for an existing record; `data` contains the record. */
  | { kind: 'created'; location: string; mayExist?: true }
  /** `success`, `message` and, if the contract requires it, `data`, which includes `constants`. */
  | { kind: 'message'; message: string; withData: boolean; constants?: Record<string, true> }

export const reply = {
  record: { kind: 'record' },
  list: { kind: 'list' },
  created: (location: string): Reply => ({ kind: 'created', location }),
  createdOrFound: (location: string): Reply => ({ kind: 'created', location, mayExist: true }),
  message: (message: string): Reply => ({ kind: 'message', message, withData: false }),
  messageWithData: (message: string, constants?: Record<string, true>): Reply => ({
    kind: 'message',
    message,
    withData: true,
    ...(constants && { constants }),
  }),
} as const

interface RouteOptions {
  /** Alternative names of an input, or of a row field such as `deals.price`. */
  aliases?: Record<string, string[]>
  /** Set for routes of the contract's first version; later routes have `x-extension` in OpenAPI. */
  contract?: true
  /** The route's deprecation, if the GraphQL operation itself is not deprecated. */
  deprecated?: Deprecation
}

export interface Route extends RouteOptions {
  method: Method
  path: string
  reply: Reply
  summary: string
  document: string
}

/** Creates a template tag for routes: ``get('/v1/tags', reply.list, 'List tags')`query …` ``. */
const createRouteTag =
  (method: Method) =>
  (path: string, reply: Reply, summary: string, options: RouteOptions = {}) =>
  (document: TemplateStringsArray, ...parts: string[]): Route => {
    if (options.deprecated) checkDeprecation(options.deprecated)
    return { method, path, reply, summary, document: String.raw(document, ...parts), ...options }
  }

export const get = createRouteTag('get')
export const post = createRouteTag('post')
export const put = createRouteTag('put')
export const del = createRouteTag('delete')

/** Adds for each PUT a PATCH with optional non-list fields. Neither changes omitted fields. */
export const withPatchRoutes = (routes: Route[]): Route[] =>
  routes.flatMap((route): Route[] => {
    if (route.method !== 'put') return [route]
    const patchMutation = route.document.replace(/mutation Update(?=[A-Z])/, 'mutation Patch')
    const document = patchMutation.replace(/(\$(?!id\b)\w+: \w+)!/g, '$1')
    const summary = `${route.summary} (same as PUT${document === patchMutation ? '' : ', but all fields are optional'})`
    const { contract: _, ...extension } = route
    return [route, { ...extension, method: 'patch', summary, document }]
  })
