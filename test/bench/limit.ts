import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import { createReadHandlers } from './limit-reads.ts'
import { createWriteHandlers } from './limit-writes.ts'

/**
 * The limit server returns the same responses with plain node:http and prepared statements. It has
 * no authentication, validation, scopes or log, so hardly any usable server on this database could
 * be faster.
 */
const { DATABASE = '', COMPANY = '', OWNER = '' } = process.env
const db = new Database(DATABASE)
for (const setting of [
  'journal_mode = wal',
  'synchronous = full',
  'foreign_keys = on',
  'cache_size = -32768',
  'temp_store = memory',
])
  db.pragma(setting)
const readHandlers = createReadHandlers(db, COMPANY)
const writeHandlers = createWriteHandlers(db, COMPANY, OWNER)
const newestCursor = 'person_~'
const createMeta = () => ({
  requestId: randomUUID(),
  timestamp: new Date().toISOString(),
  version: '1.0.0',
})

async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

async function handleGraphql(request: IncomingMessage): Promise<object> {
  const { query, variables } = await readBody(request)
  if (query.startsWith('query OnePerson'))
    return { data: { person: readHandlers.readOnePerson(variables.id) } }
  if (query.startsWith('query PeopleWithAll'))
    return { data: { people: readHandlers.readPeopleWithAll(variables.after ?? newestCursor) } }
  return { data: { createTask: { task: await writeHandlers.grouped(variables.input) } } }
}

async function handle(request: IncomingMessage): Promise<object> {
  const url = request.url ?? ''
  if (url === '/graphql') return handleGraphql(request)
  if (url === '/v1/tasks')
    return { data: await writeHandlers.grouped(await readBody(request)), meta: createMeta() }
  if (url === '/single/v1/tasks')
    return { data: writeHandlers.createSingle(await readBody(request)), meta: createMeta() }
  if (url.startsWith('/v1/people?')) {
    const query = new URLSearchParams(url.slice(url.indexOf('?')))
    const { rows, hasMore, last } = readHandlers.page(
      Number(query.get('limit')),
      query.get('cursor') ?? newestCursor,
    )
    return {
      data: rows,
      meta: { ...createMeta(), count: rows.length, hasMore, ...(hasMore && { nextCursor: last }) },
    }
  }
  return { data: readHandlers.person(url.slice('/v1/people/'.length)), meta: createMeta() }
}

const server = createServer((request, response) => {
  void handle(request).then((value) => {
    const body = JSON.stringify(value)
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
