import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, clientOf } from '../support/client.ts'
import type { Place, Places } from './workloads.ts'

/** What a measurement reads from the server, or adds to its copy of the data. */
export async function placesIn(owner: Client, pages: number): Promise<Places> {
  const query = `query($first: Int, $last: Int, $after: String, $before: String) {
    people(first: $first, last: $last, after: $after, before: $before) { edges { cursor node { id } } } }`
  const edges = async (variables: object) =>
    (await owner.gql(query, variables as Record<string, unknown>)).body.data.people.edges
  const place = ({ cursor, node }: { cursor: string; node: { id: string } }): Place => ({
    ours: cursor,
    id: node.id,
  })
  const [near, deep]: [Place[], Place[]] = [[{}], []]
  let before: string | undefined
  for (let n = 0; n < pages; n++) {
    const page = await edges({ first: 50, ...(near.at(-1)?.ours && { after: near.at(-1)?.ours }) })
    near.push(place(page.at(-1)))
    const last = await edges({ last: 100, ...(before && { before }) })
    before = last[0].cursor
    // The page after the last one is incomplete.
    if (n > 0) deep.push(place(last[0]))
  }
  return { near, deep }
}

async function keyFor(owner: Client, userId: string): Promise<string> {
  const created = await owner.gql(
    'mutation($userId: ID!) { createApiKey(input: { name: "bench", userId: $userId }) { secret } }',
    { userId },
  )
  return created.body.data.createApiKey.secret
}

/**
 * Creates an API key for each kind of caller, for the oldest users: their teams have the same size
 * in companies of all sizes.
 */
export async function roleKeys(owner: Client): Promise<Record<string, string>> {
  const first = async (role: string) =>
    (await owner.gql(`{ users(last: 1, where: { role: ${role} }) { nodes { id } } }`)).body.data
      .users.nodes[0].id
  const input = '{ firstName: "Nobody", email: "nobody@bench.test", role: AGENT }'
  const nobody = (await owner.gql(`mutation { createUser(input: ${input}) { id } }`)).body.data
    .createUser.id
  return {
    Owner: owner.secret as string,
    'Team Leader': await keyFor(owner, await first('TEAM_LEADER')),
    Agent: await keyFor(owner, await first('AGENT')),
    'Agent with nobody': await keyFor(owner, nobody),
  }
}

/** Forty API keys of users with access to all records, so that every request finds its record. */
export const fortyKeys = async (owner: Client): Promise<string[]> => {
  const { id } = (await owner.gql('{ me { id } }')).body.data.me
  const keys: string[] = []
  for (let n = 0; n < 40; n++) keys.push(await keyFor(owner, id))
  return keys
}

/** Receives all events of the server at a webhook endpoint. */
export async function receiveWebhooks(url: string, secret: string) {
  let received = 0
  const server = createServer((request, response) => {
    received++
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const created = await clientOf(url, secret).rest('POST', '/v1/webhook-endpoints', {
    url: endpoint,
    events: ['*'],
  })
  if (created.status !== 201) throw new Error(created.text)
  return {
    count: () => received,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
