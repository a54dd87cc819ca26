/**
 * Builds the schema from all types that were added to the builder. Resolvers are wrapped to check
 * scopes (also of nested fields), expected versions and the length of lists, and to collect the ids
 * of the records in a response.
 */
import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql'
import type { RequiredScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { badRequest, missingScope } from '../../errors.ts'
import { mapMaybePromise } from '../../lib/async.ts'
import { formatCount } from '../../lib/text.ts'
import { getRequiredScopes } from '../operation.ts'
import { builder } from './builder.ts'
import { declareRecordKinds } from './enums.ts'

type Field = ReturnType<GraphQLObjectType['getFields']>[string]
type Resolver = GraphQLFieldResolver<unknown, Context>

export function buildSchema(): GraphQLSchema {
  declareRecordKinds()
  const schema = builder.toSchema()
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const wrap = (wrapper: (resolve: Resolver, field: Field) => Resolver): void => {
        field.resolve = wrapper(field.resolve ?? defaultFieldResolver, field)
      }
      if (field.args.some(({ name }) => name === 'expectedVersion')) wrap(requireVersionCheck)
      if (getRequiredScopes(field).length > 0) wrap(requireScopes)
      if (isCompositeType(getNamedType(field.type))) wrap(collectRecordIds)
      if (!isListType(getNullableType(field.type)) || !isObjectType(getNamedType(field.type)))
        continue
      if (type.name.startsWith('__')) wrap(limitIntrospection)
      else wrap((resolve) => limitRecords(resolve, `${type.name}.${field.name}`))
    }
  }
  return schema
}

/** Throws if a mutation did not check `expectedVersion`, which must never be ignored silently. */
const requireVersionCheck =
  (resolve: Resolver, { name }: Field): Resolver =>
  async (source, args, ctx, info) => {
    const { id = '', expectedVersion } = args as { id?: string; expectedVersion?: number | null }
    if (expectedVersion == null) return resolve(source, args, ctx, info)
    ctx.expectedVersion = { id, version: expectedVersion }
    const result: unknown = await resolve(source, args, ctx, info)
    if (ctx.expectedVersion)
      throw new Error(`${name} must check the expected version; read the record with getForUpdate`)
    return result
  }

function requireScopes(resolve: Resolver, field: Field): Resolver {
  const scopes = getRequiredScopes(field)
  const scopeNames = scopes.join(' or ')
  return (source, args, ctx, info) => {
    if (!scopes.some((scope) => ctx.viewer.rights.has(scope as RequiredScope)))
      throw missingScope(scopeNames)
    ctx.recordsInResponse?.scopes.add(scopeNames)
    return resolve(source, args, ctx, info)
  }
}

/** Maximum records in the lists of an operation, as a multiple of `GRAPHQL_MAX_NODES`. */
const maxRecordsFactor = 10

/** Limits the records in lists. The length of unpaged lists is known only at run time. */
function limitRecords(resolve: Resolver, coordinate: string): Resolver {
  const countRecords = (ctx: Context, list: unknown) => {
    const maxRecords = maxRecordsFactor * ctx.settings.GRAPHQL_MAX_NODES
    ctx.listedCount = (ctx.listedCount ?? 0) + (Array.isArray(list) ? list.length : 0)
    if (ctx.listedCount > maxRecords)
      throw badRequest(
        `The operation's lists contain more than ${formatCount(maxRecords)} records including \`${coordinate}\`: lower \`first\` on this list or its parent lists`,
      )
    return list
  }
  return (source, args, ctx, info) =>
    mapMaybePromise(resolve(source, args, ctx, info), (list) => countRecords(ctx, list))
}

/** Maximum schema elements that introspection may list: about twice the number in the schema. */
const maxSchemaElements = 5000

/** Limits introspection. Lists after the first error are empty: many errors would also be slow. */
const limitIntrospection =
  (resolve: Resolver): Resolver =>
  (source, args, ctx, info) => {
    const countBefore = ctx.introspectedCount ?? 0
    if (countBefore > maxSchemaElements) return []
    const list: unknown = resolve(source, args, ctx, info)
    ctx.introspectedCount = countBefore + (Array.isArray(list) ? list.length : 0)
    if (ctx.introspectedCount > maxSchemaElements)
      throw badRequest(
        `The introspection query lists more than ${maxSchemaElements} schema elements: select each element once`,
      )
    return list
  }

/** Collects the record ids of a response that may be replayed later (`plugins/replay.ts`). */
const collectRecordIds =
  (resolve: Resolver): Resolver =>
  (source, args, ctx, info) => {
    const value: unknown = resolve(source, args, ctx, info)
    const ids = ctx.recordsInResponse?.ids
    return ids ? mapMaybePromise(value, (value) => addIds(ids, value)) : value
  }

function addIds<T>(ids: Set<string>, value: T): T {
  for (const item of Array.isArray(value) ? value : [value])
    if (!addId(ids, item) && item && typeof item === 'object')
      // A mutation payload has no id, but its properties can be records.
      for (const property of Object.values(item as object)) addId(ids, property)
  return value
}

function addId(ids: Set<string>, value: unknown): boolean {
  const id = (value as { id?: unknown } | null | undefined)?.id
  if (typeof id !== 'string') return false
  ids.add(id)
  return true
}
