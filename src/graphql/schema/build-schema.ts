/** Builds the GraphQL schema of all types that have been added to the builder. */
import type { GraphQLSchema } from 'graphql'
import { builder } from './builder.ts'
import { declareRecordKinds } from './record-kind.ts'
import { wrapResolvers } from './wrap-resolvers.ts'

export function buildSchema(): GraphQLSchema {
  declareRecordKinds()
  return wrapResolvers(builder.toSchema())
}
