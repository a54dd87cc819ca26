import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, createHttpClient } from '../support/client.ts'
import type { PageStart, PageStarts } from './workloads.ts'

/** Reads the cursors of the first pages and of deep pages from the server. */
export async function readPageStarts(owner: Client, pages: number): Promise<PageStarts> {
  const query = `query($first: Int, $last: Int, $after: String, $before: String) {
    people(first: $first, last: $last, after: $after, before: $before) { edges { cursor node { id } } } }`
  const readEdges = async (variables: object) =>
    (await owner.gql(query, variables as Record<string, unknown>)).body.data.people.edges
  const toPageStart = ({ cursor, node }: { cursor: string; node: { id: string } }): PageStart => ({
    cursor,
    id: node.id,
  })
  const [nearStarts, deepStarts]: [PageStart[], PageStart[]] = [[{}], []]
  let beforeCursor: string | undefined
  for (let pageIndex = 0; pageIndex < pages; pageIndex++) {
    const page = await readEdges({
      first: 50,
      ...(nearStarts.at(-1)?.cursor && { after: nearStarts.at(-1)?.cursor }),
    })
    nearStarts.push(toPageStart(page.at(-1)))
    const lastEdges = await readEdges({ last: 100, ...(beforeCursor && { before: beforeCursor }) })
    beforeCursor = lastEdges[0].cursor
    // Only 99 people follow the first cursor, too few for a full page.
    if (pageIndex > 0) deepStarts.push(toPageStart(lastEdges[0]))
  }
  return { near: nearStarts, deep: deepStarts }
}

async function createApiKey(owner: Client, userId: string): Promise<string> {
  const creation = await owner.gql(
    'mutation($userId: ID!) { createApiKey(input: { name: "bench", userId: $userId }) { secret } }',
    { userId },
  )
  return creation.body.data.createApiKey.secret
}

/**
 * Returns API keys of the Owner, of the oldest Team Leader and Agent, and of a new Agent without
 * people. The size of the oldest users' teams does not depend on the size of the company.
 */
export async function createRoleKeys(owner: Client): Promise<Record<string, string>> {
  const findOldestUserId = async (role: string) =>
    (await owner.gql(`{ users(last: 1, where: { role: { eq: ${role} } }) { nodes { id } } }`)).body
      .data.users.nodes[0].id
  const input = '{ firstName: "Nobody", email: "nobody@bench.test", role: AGENT }'
  const userWithoutRecordsId = (
    await owner.gql(`mutation { createUser(input: ${input}) { user { id } } }`)
  ).body.data.createUser.user.id
  return {
    Owner: owner.secret as string,
    'Team Leader': await createApiKey(owner, await findOldestUserId('TEAM_LEADER')),
    Agent: await createApiKey(owner, await findOldestUserId('AGENT')),
    'Agent without people': await createApiKey(owner, userWithoutRecordsId),
  }
}

/** Creates forty API keys of the Owner, whose permissions suffice for every request. */
export const createFortyKeys = async (owner: Client): Promise<string[]> => {
  const { id } = (await owner.gql('{ me { id } }')).body.data.me
  const apiKeys: string[] = []
  for (let n = 0; n < 40; n++) apiKeys.push(await createApiKey(owner, id))
  return apiKeys
}

/** Starts a webhook receiver, and creates an endpoint that sends all events to it. */
export async function receiveWebhooks(url: string, secret: string) {
  let receivedCount = 0
  const server = createServer((request, response) => {
    receivedCount++
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const creation = await createHttpClient(url, secret).rest('POST', '/v1/webhook-endpoints', {
    url: endpoint,
    events: ['*'],
  })
  if (creation.status !== 201) throw new Error(creation.text)
  return {
    count: () => receivedCount,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
