/**
 * Measures how long each request blocks other requests. The program sends potentially slow reads as
 * each role and potentially slow changes as the Owner, and reads the longest event-loop delay after
 * each request. Its requests change the database, so run the program on a copy:
 *
 * npm run blocking -- --database copy.db --key dg_…
 */
import { parseArgs } from 'node:util'
import { type Client, createHttpClient } from '../support/client.ts'
import { serve } from '../support/command.ts'
import {
  createChangeRequests,
  type NamedRequest,
  type RecordIds,
  readRequests,
} from './operations.ts'

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
    '`--database` (the file or URL of a copy) and `--key` (an API key of its Owner) are required',
  )

const server = await serve({
  DATABASE_URL: /^postgres/.test(options.database)
    ? options.database
    : `sqlite:${options.database}`,
  DEMO: 'false',
  RATE_LIMIT_PER_HOUR: '10000000',
})
const owner = createHttpClient(server.url, options.key)

interface Measurement {
  role: string
  name: string
  status: string
  durationMs: number
  longestDelayMs: number
}

const readLongestDelayMs = async () =>
  Number(
    /longest_delay_seconds ([\d.]+)/.exec(
      (await createHttpClient(server.url).rest('GET', '/metrics')).text,
    )?.[1],
  ) * 1000

const formatMeasurement = (measurement: Measurement): string =>
  `${measurement.longestDelayMs.toFixed(0).padStart(7)} ms ${measurement.durationMs.toFixed(0).padStart(8)} ms  ${measurement.role.padEnd(12)}${measurement.name}  ${measurement.status}`

async function sendRequest(
  client: Client,
  { method = 'POST', path = '/graphql', body, query, variables }: NamedRequest,
): Promise<string> {
  if (body === 'page')
    return String(
      (await createHttpClient(server.url).rest('GET', path, undefined, { Accept: 'text/html' }))
        .status,
    )
  const response = query
    ? await client.gql(query, variables)
    : await client.rest(method, path, body)
  const error = response.body?.errors?.[0] ?? response.body?.error
  return error
    ? `${response.status} ${String(error.message).slice(0, 60)}`
    : String(response.status)
}

async function measureRequest(
  role: string,
  client: Client,
  request: NamedRequest,
): Promise<Measurement> {
  await readLongestDelayMs()
  const startTime = performance.now()
  const status = await sendRequest(client, request)
  const durationMs = performance.now() - startTime
  const measurement = {
    role,
    name: request.name,
    status,
    durationMs,
    longestDelayMs: await readLongestDelayMs(),
  }
  if (measurement.longestDelayMs > 100 || measurement.durationMs > 2000)
    console.error(formatMeasurement(measurement))
  return measurement
}

async function createClientForRole(role: string): Promise<Client> {
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

const measurements: Measurement[] = []
const isSelected = ({ name }: NamedRequest) => !options.only || name.includes(options.only)

async function measureAll(): Promise<void> {
  const roles = {
    Owner: owner,
    'Team Leader': await createClientForRole('TEAM_LEADER'),
    Agent: await createClientForRole('AGENT'),
  }
  for (let round = 0; round < Number(options.times); round++)
    for (const [role, client] of Object.entries(roles))
      for (const request of readRequests.filter(isSelected))
        measurements.push(await measureRequest(role, client, request))
  for (const { name } of createChangeRequests(await readRecordIds()).filter(isSelected)) {
    // Read the ids again, because the previous change may have deleted a record that this change
    // needs.
    const request = createChangeRequests(await readRecordIds()).find(
      (candidate) => candidate.name === name,
    )
    if (request) measurements.push(await measureRequest('Owner', owner, request))
  }
}

try {
  await measureAll()
} finally {
  await server.stop()
}

console.log(`longest event-loop delay and duration of ${measurements.length} requests`)
for (const measurement of measurements
  .sort((a, b) => b.longestDelayMs - a.longestDelayMs)
  .slice(0, 40))
  console.log(formatMeasurement(measurement))
