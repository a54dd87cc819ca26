import { parseArgs } from 'node:util'
import { type Client, createHttpClient } from '../support/client.ts'
import { serve } from '../support/command.ts'
import { createChanges, type NamedRequest, type RecordIds, reads } from './operations.ts'

/**
 * Measures how long each request blocks others: sends every potentially slow request as each role
 * to a database of any size, and reads the longest event loop delay after each. It changes the
 * database, so use a copy.
 *
 * npm run blocking -- --database copy.db --key dg_…
 */
const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    key: { type: 'string' },
    only: { type: 'string' },
    times: { type: 'string', default: '2' },
  },
})
if (!options.database || !options.key)
  throw new Error(
    '--database (a file or an address of a copy) and --key (of its Owner) are required',
  )

const server = await serve({
  DATABASE_URL: /^postgres/.test(options.database)
    ? options.database
    : `sqlite:${options.database}`,
  DEMO: 'false',
  RATE_LIMIT_PER_HOUR: '10000000',
})
const owner = createHttpClient(server.url, options.key)

interface Row {
  role: string
  name: string
  status: string
  ms: number
  longestDelayMs: number
}

const readLongestDelayMs = async () =>
  Number(
    /longest_delay_seconds ([\d.]+)/.exec(
      (await createHttpClient(server.url).rest('GET', '/metrics')).text,
    )?.[1],
  ) * 1000

const formatRow = (row: Row): string =>
  `${row.longestDelayMs.toFixed(0).padStart(7)} ms ${row.ms.toFixed(0).padStart(8)} ms  ${row.role.padEnd(12)}${row.name}  ${row.status}`

async function sendRequest(
  client: Client,
  { method = 'POST', path = '/graphql', body, query, variables }: NamedRequest,
): Promise<string> {
  if (body === 'page')
    return String(
      (await createHttpClient(server.url).rest('GET', path, undefined, { Accept: 'text/html' }))
        .status,
    )
  const reply = query ? await client.gql(query, variables) : await client.rest(method, path, body)
  const error = reply.body?.errors?.[0] ?? reply.body?.error
  return error ? `${reply.status} ${String(error.message).slice(0, 60)}` : String(reply.status)
}

async function measure(role: string, client: Client, request: NamedRequest): Promise<Row> {
  await readLongestDelayMs()
  const start = performance.now()
  const status = await sendRequest(client, request)
  const ms = performance.now() - start
  const row = { role, name: request.name, status, ms, longestDelayMs: await readLongestDelayMs() }
  if (row.longestDelayMs > 100 || row.ms > 2000) console.error(formatRow(row))
  return row
}

async function createKeyFor(role: string): Promise<Client> {
  const { nodes } = (
    await owner.gql(`{ users(first: 1, where: { role: { eq: ${role} } }) { nodes { id } } }`)
  ).body.data.users
  const [{ id }] = nodes
  const creation = await owner.gql(
    'mutation($userId: ID!) { createApiKey(input: { name: "blocking", userId: $userId }) { secret } }',
    { userId: id },
  )
  return createHttpClient(server.url, creation.body.data.createApiKey.secret)
}

async function readRecordIds(): Promise<RecordIds> {
  const { data } = (
    await owner.gql(`{ people(first: 100) { nodes { id } } deals(first: 10) { nodes { id } } stages(first: 10) { nodes { id } } tags(first: 10) { nodes { id } }
      users(first: 10) { nodes { id } } pipelines(first: 10) { nodes { id stages { id } } } teams(first: 10) { nodes { id } } }`)
  ).body
  const getIds = (list: string) => data[list].nodes.map(({ id }: { id: string }) => id)
  return {
    people: getIds('people'),
    deals: getIds('deals'),
    stages: getIds('stages'),
    tags: getIds('tags'),
    users: getIds('users'),
    teams: getIds('teams'),
    pipelines: data.pipelines.nodes,
  }
}

const rows: Row[] = []
const isSelected = ({ name }: NamedRequest) => !options.only || name.includes(options.only)

async function measureAll(): Promise<void> {
  const roles = {
    Owner: owner,
    'Team Leader': await createKeyFor('TEAM_LEADER'),
    Agent: await createKeyFor('AGENT'),
  }
  for (let n = 0; n < Number(options.times); n++)
    for (const [role, client] of Object.entries(roles))
      for (const request of reads.filter(isSelected))
        rows.push(await measure(role, client, request))
  for (const { name } of createChanges(await readRecordIds()).filter(isSelected)) {
    // Read again, because the previous change may have deleted a record that this change needs.
    const request = createChanges(await readRecordIds()).find(
      (candidate) => candidate.name === name,
    )
    if (request) rows.push(await measure('Owner', owner, request))
  }
}

try {
  await measureAll()
} finally {
  await server.stop()
}

console.log(`longest      in all   ${rows.length} requests`)
for (const row of rows.sort((a, b) => b.longestDelayMs - a.longestDelayMs).slice(0, 40))
  console.log(formatRow(row))
