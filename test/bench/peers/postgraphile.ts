import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { jsonPgSmartTags } from 'postgraphile/utils'

const { POSTGRES = '', SCHEMA = '' } = process.env
const listBehavior = { tags: { behavior: ['+list -connection'] } }

/** Exposes small relations as lists instead of connections, and permits a filter on `trashedAt`. */
const smartTags = jsonPgSmartTags({
  version: 1,
  config: {
    class: {
      personEmails: listBehavior,
      personPhones: listBehavior,
      people: { attribute: { trashedAt: { tags: { behavior: ['+filterBy'] } } } },
    },
    procedure: { people_tags: listBehavior },
  },
})

/** Runs PostGraphile as its documentation recommends, on a PostgreSQL copy of the data. */
const postgraphileServer = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [smartTags],
  pgServices: [makePgService({ connectionString: POSTGRES, schemas: [SCHEMA] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false },
}).createServ(grafserv)
const server = createServer()
await postgraphileServer.addTo(server)
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
