/**
 * The baseline server, which returns the same responses as Dealgraph with only `node:http` and
 * prepared statements. It has no authentication, validation, scopes or log, so a complete server on
 * this database can hardly be faster.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import { createReadHandlers } from './baseline-reads.ts'
import { createWriteHandlers } from './baseline-writes.ts'

const { DATABASE = '', COMPANY = '', OWNER = '' } = process.env
const db = new Database(DATABASE)
for (const pragma of [
  'journal_mode = wal',
  'synchronous = full',
  'foreign_keys = on',
  'cache_size = -32768',
  'temp_store = memory',
])
  db.pragma(pragma)
const readHandlers = createReadHandlers(db, COMPANY)
const writeHandlers = createWriteHandlers(db, COMPANY, OWNER)
const newestCursor = 'person_~'
const createMeta = () => ({
  requestId: randomUUID(),
  timestamp: new Date().toISOString(),
  version: '1.0.0',
})

async function readJsonBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

async function handleGraphql(request: IncomingMessage): Promise<object> {
  const { query, variables } = await readJsonBody(request)
  if (query.startsWith('query OnePerson'))
    return { data: { person: readHandlers.readOnePerson(variables.id) } }
  if (query.startsWith('query PeopleWithAll'))
    return {
      data: { people: readHandlers.readPeopleWithRelations(variables.after ?? newestCursor) },
    }
  return { data: { createTask: { task: await writeHandlers.createGrouped(variables.input) } } }
}

async function handleRequest(request: IncomingMessage): Promise<object> {
  const url = request.url ?? ''
  if (url === '/graphql') return handleGraphql(request)
  if (url === '/v1/tasks')
    return {
      data: await writeHandlers.createGrouped(await readJsonBody(request)),
      meta: createMeta(),
    }
  if (url === '/single/v1/tasks')
    return { data: writeHandlers.createSingle(await readJsonBody(request)), meta: createMeta() }
  if (url.startsWith('/v1/people?')) {
    const parameters = new URLSearchParams(url.slice(url.indexOf('?')))
    const { rows, hasMore, lastId } = readHandlers.readPage(
      Number(parameters.get('limit')),
      parameters.get('cursor') ?? newestCursor,
    )
    return {
      data: rows,
      meta: {
        ...createMeta(),
        count: rows.length,
        hasMore,
        ...(hasMore && { nextCursor: lastId }),
      },
    }
  }
  return { data: readHandlers.readPerson(url.slice('/v1/people/'.length)), meta: createMeta() }
}

const server = createServer((request, response) => {
  void handleRequest(request).then((responseBody) => {
    const json = JSON.stringify(responseBody)
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(json),
    })
    response.end(json)
  })
})
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
