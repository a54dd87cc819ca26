/**
 * A REST route is a GraphQL operation with an address: a method, a path, a kind of reply and one
 * named document. The document's variables are the route's inputs (path, then query or body), its
 * aliases are the names on the wire, its selection is the shape of the response, and its name is
 * the operationId. The result is the value of the root field, or of its only selection if that has
 * selections of its own: the record of a payload, a list of a record. `id: person { id }`
 * is an id.
 */
import { checkDeprecation, type Deprecation } from '../lib/deprecation.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The envelope around the result of the document (contract, clause 1). */
export type Reply =
  /** `data`: the record. */
  | { kind: 'record' }
  /** `data`: the nodes of a connection. */
  | { kind: 'list' }
  /** 201 with `Location`, or 200 if the operation returned an existing one; `data`: the record. */
  | { kind: 'created'; location: string; mayExist?: true }
  /** `success` and `message`, and where the contract requires it `data`, after `constants`. */
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
  /** Alternative names of an input, or of a field in the rows of a list: `deals.price`. */
  aliases?: Record<string, string[]>
  /** Set for routes of the contract; the others are extensions that offer GraphQL operations. */
  contract?: true
  /** Needed only if the operation is not deprecated in the schema. */
  deprecated?: Deprecation
}

export interface Route extends RouteOptions {
  method: Method
  path: string
  reply: Reply
  summary: string
  document: string
}

/** Returns the template tag of a route: ``get('/v1/tags', reply.list, 'List tags')`query …` ``. */
const route =
  (method: Method) =>
  (path: string, reply: Reply, summary: string, options: RouteOptions = {}) =>
  (document: TemplateStringsArray, ...parts: string[]): Route => {
    if (options.deprecated) checkDeprecation(options.deprecated)
    return { method, path, reply, summary, document: String.raw(document, ...parts), ...options }
  }

export const get = route('get')
export const post = route('post')
export const put = route('put')
export const del = route('delete')

/** Adds a PATCH, which requires no field, for each PUT: both keep the fields that are left out. */
export const withPatchRoutes = (routes: Route[]): Route[] =>
  routes.flatMap((route): Route[] => {
    if (route.method !== 'put') return [route]
    const patch = route.document.replace(/mutation Update(?=[A-Z])/, 'mutation Patch')
    const document = patch.replace(/(\$(?!id\b)\w+: \w+)!/g, '$1')
    const summary = `${route.summary} (same as PUT${document === patch ? '' : ', but no field is required'})`
    const { contract: _, ...extension } = route
    return [route, { ...extension, method: 'patch', summary, document }]
  })
