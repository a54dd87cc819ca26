import { defaultFieldResolver, type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql'
import type { Need } from '../auth/scopes.ts'
import type { Context } from '../context.ts'
import { missingScope } from '../errors.ts'
import { scopesOf } from './walk.ts'

type Field = ReturnType<GraphQLObjectType['getFields']>[string]

/** Puts in front of the resolvers what the fields declare: their scopes, on nested fields too, and the expected version. */
export function guarded(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (field.args.some((argument) => argument.name === 'expectedVersion')) expectVersion(field)
      if (scopesOf(field).length > 0) checkScope(field)
    }
  }
  return schema
}

/** FORBIDDEN at the field. */
function checkScope(field: Field): void {
  const resolve = field.resolve ?? defaultFieldResolver
  const scopes = scopesOf(field)
  field.resolve = (source, args, ctx: Context, info) => {
    if (!scopes.some((scope) => ctx.viewer.rights.has(scope as Need))) throw missingScope(scopes.join(' or '))
    return resolve(source, args, ctx, info)
  }
}

/** An operation that offers `expectedVersion` and does not look at it must not seem to have done so. */
function expectVersion(field: Field): void {
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = async (source, args: { id?: string; expectedVersion?: number | null }, ctx: Context, info) => {
    if (args.expectedVersion == null) return resolve(source, args, ctx, info)
    ctx.expected = { id: args.id ?? '', version: args.expectedVersion }
    const result: unknown = await resolve(source, args, ctx, info)
    if (ctx.expected) throw new Error(`${field.name} did not check the expected version`)
    return result
  }
}
