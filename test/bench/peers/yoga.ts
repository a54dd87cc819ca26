import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSchema, createYoga } from 'graphql-yoga'
import { createContext, resolvers, typeDefs } from './schema.ts'

/** Runs GraphQL Yoga as its documentation recommends. */
const yoga = createYoga({
  schema: createSchema({ typeDefs, resolvers }),
  context: createContext,
  logging: false,
})
const server = createServer((request, response) => void yoga(request, response))
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
