import {
  defaultFieldResolver,
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
import { formatCount } from '../../lib/format-count.ts'
import { requiredScopes } from '../operation.ts'

type Field = ReturnType<GraphQLObjectType['getFields']>[string]

/**
 * Puts in front of the resolvers what the fields declare: their scopes, on nested fields too, the
 * expected version, and what a response that may be replayed shows.
 */
export function wrapResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (field.args.some((argument) => argument.name === 'expectedVersion')) expectVersion(field)
      if (requiredScopes(field).length > 0) checkScope(field)
      noteRecords(field)
      if (isPlainList(field)) {
        if (type.name.startsWith('__')) countDescribed(field)
        else countListed(field, `${type.name}.${field.name}`)
      }
    }
  }
  return schema
}

const isPlainList = ({ type }: Field) =>
  isListType(getNullableType(type)) && isObjectType(getNamedType(type))

/**
 * Records in lists, for each of those that may be asked for: lists without pages can be in each
 * other.
 */
const perNode = 10

/** Types, fields and arguments that introspection may tell of: twice as many as there are. */
const mostDescribed = 5000

/**
 * BAD_REQUEST at the field by which the lists of a request have too many records in all: how many,
 * is known only now.
 */
function countListed(field: Field, coordinate: string): void {
  const resolve = field.resolve ?? defaultFieldResolver
  const counted = (ctx: Context, list: unknown) => {
    const most = perNode * ctx.settings.GRAPHQL_MAX_NODES
    ctx.listedCount = (ctx.listedCount ?? 0) + (Array.isArray(list) ? list.length : 0)
    if (ctx.listedCount > most)
      throw badRequest(
        `The lists of the operation have more than ${formatCount(most)} records with \`${coordinate}\`: lower \`first\` of this list or of those above it`,
      )
    return list
  }
  field.resolve = (source, args, ctx: Context, info) => {
    const list: unknown = resolve(source, args, ctx, info)
    return list instanceof Promise
      ? list.then((each: unknown) => counted(ctx, each))
      : counted(ctx, list)
  }
}

/**
 * The same of the schema's own description; what comes after the error is left empty, for thousands
 * of errors take long, too.
 */
function countDescribed(field: Field): void {
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = (source, args, ctx: Context, info) => {
    const before = ctx.introspectedCount ?? 0
    if (before > mostDescribed) return []
    const list: unknown = resolve(source, args, ctx, info)
    ctx.introspectedCount = before + (Array.isArray(list) ? list.length : 0)
    if (ctx.introspectedCount > mostDescribed)
      throw badRequest(
        `The introspection asks for more than ${mostDescribed} parts of the schema; ask for each once`,
      )
    return list
  }
}

/** FORBIDDEN at the field. */
function checkScope(field: Field): void {
  const resolve = field.resolve ?? defaultFieldResolver
  const scopes = requiredScopes(field)
  field.resolve = (source, args, ctx: Context, info) => {
    if (!scopes.some((scope) => ctx.viewer.rights.has(scope as RequiredScope)))
      throw missingScope(scopes.join(' or '))
    ctx.recordsInResponse?.scopes.add(scopes.join(' or '))
    return resolve(source, args, ctx, info)
  }
}

/**
 * An operation that offers `expectedVersion` and does not look at it must not seem to have done so.
 */
function expectVersion(field: Field): void {
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = async (
    source,
    args: { id?: string; expectedVersion?: number | null },
    ctx: Context,
    info,
  ) => {
    if (args.expectedVersion == null) return resolve(source, args, ctx, info)
    ctx.expectedVersion = { id: args.id ?? '', version: args.expectedVersion }
    const result: unknown = await resolve(source, args, ctx, info)
    if (ctx.expectedVersion) throw new Error(`${field.name} did not check the expected version`)
    return result
  }
}

/**
 * Collects the ids of the records in the response to a request with an Idempotency-Key (see
 * `replay.ts`). It wraps every field with an object type, so that no operation needs code for it.
 */
export function noteRecords(field: Field): void {
  if (!isCompositeType(getNamedType(field.type))) return
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = (source, args, ctx: Context, info) => {
    const value: unknown = resolve(source, args, ctx, info)
    const ids = ctx.recordsInResponse?.ids
    if (!ids) return value
    return value instanceof Promise
      ? value.then((each: unknown) => noted(ids, each))
      : noted(ids, value)
  }
}

function noted<T>(ids: Set<string>, value: T): T {
  for (const each of Array.isArray(value) ? value : [value])
    if (!noteId(ids, each) && each && typeof each === 'object')
      // A payload without an id: its properties are records.
      for (const property of Object.values(each as object)) noteId(ids, property)
  return value
}

function noteId(ids: Set<string>, value: unknown): boolean {
  const id = (value as { id?: unknown } | null | undefined)?.id
  if (typeof id !== 'string') return false
  ids.add(id)
  return true
}
