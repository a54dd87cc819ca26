import Fastify from 'fastify'
import mercurius from 'mercurius'
import { createContext, resolvers, typeDefs } from './schema.ts'

/** Runs Mercurius on Fastify. Its JIT compiles a document on the second execution. */
const app = Fastify()
await app.register(mercurius, {
  schema: typeDefs,
  resolvers: resolvers as never,
  context: createContext,
  jit: 1,
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
