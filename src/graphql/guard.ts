import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql'
import type { Need } from '../auth/scopes.ts'
import type { Context } from '../context.ts'
import { missingScope } from '../errors.ts'
import { scopesOf } from './walk.ts'

/** Puts the check of a field's scopes in front of its resolver, on nested fields too: FORBIDDEN at that field. */
export function guarded(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const scopes = scopesOf(field)
      if (scopes.length === 0) continue
      const resolve = field.resolve ?? defaultFieldResolver
      field.resolve = (source, args, ctx: Context, info) => {
        if (!scopes.some((scope) => ctx.viewer.rights.has(scope as Need))) throw missingScope(scopes.join(' or '))
        return resolve(source, args, ctx, info)
      }
    }
  }
  return schema
}
