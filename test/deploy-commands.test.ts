import { delimiter } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from './support/database.ts'
import { newFolder } from './support/folder.ts'
import { type Cluster, findPrograms, startCluster } from './support/postgres.ts'
import { blocksOf, checkout, freePort, type Terminal, terminal } from './support/readme.ts'

/**
 * What `deploy/README.md` says is typed here as it stands, but for passwords, and for where the
 * server is.
 */
describe.skipIf(!onPostgres)('what whoever runs it on PostgreSQL is told to type', () => {
  const folder = newFolder()
  let cluster: Cluster
  let shell: Terminal
  beforeAll(async () => {
    cluster = (await startCluster()) as Cluster
    const socket = /host=(.*)$/.exec(cluster.url)?.[1] ?? ''
    const path = `${findPrograms()}${delimiter}${process.env['PATH']}`
    shell = terminal(checkout(folder.path), {
      PATH: path,
      PGHOST: socket,
      PGUSER: 'admin',
      PORT: String(await freePort()),
      NO_COLOR: '1',
      LOG_LEVEL: 'warn',
    })
  })
  afterAll(async () => {
    await shell.close()
    await cluster.stop()
    folder.remove()
  })

  const [moving, setUp, backup, ...none] = blocksOf('deploy/README.md').map(({ text }) => text)
  const lines = (text = '') =>
    text
      .trim()
      .split('\n')
      .map((line) =>
        line
          .replaceAll('…', 'secret')
          .replace(/@(db\.example|127\.0\.0\.1)\/(\w+)/, '@localhost/$2?host=$PGHOST'),
      )
  const type = async (line = '') => {
    const told = await shell.type(line)
    expect(told, line).toMatch(/-with-0\.\n$/)
    return told
  }

  test('to set it up, with two roles', async () => {
    const [createdb, roles, migrate, start = ''] = lines(setUp)
    await type(createdb)
    await type(roles)
    expect(await type(migrate)).toMatch(/^Ran 0001-company/)
    expect(await shell.start(`${start} &`, /Dealgraph is ready\./)).not.toContain('"level"')
    await shell.type('kill %1; wait')
  })

  test('to see the wall between companies', async () => {
    await type(
      'DATABASE_URL="postgres://dealgraph:secret@localhost/dealgraph?host=$PGHOST" npx dealgraph company create --name Acme --owner-email a@example.com',
    )
    expect(await type('psql -U dealgraph -d dealgraph -tAc "SELECT count(*) FROM users"')).toMatch(
      /^0\n/,
    )
    expect(
      await type(
        `psql -U dealgraph -d dealgraph -qtAc "BEGIN; SET LOCAL dealgraph.company = '*'; SELECT count(*) FROM users; COMMIT"`,
      ),
    ).toMatch(/^1\n/)
  })

  test('to make a backup, with rows in it, and to have it back', async () => {
    const [dump, restore] = lines(backup)
    await type(dump)
    await type(restore)
    expect(
      await type(
        `PGOPTIONS='-c dealgraph.company=*' psql -U dealgraph_owner -d restored -tAc "SELECT count(*) FROM users"`,
      ),
    ).toMatch(/^1\n/)
  })

  test('to move in from the file', async () => {
    const [createdb, copy = ''] = lines(moving)
    await type('dropdb dealgraph')
    await type(createdb)
    await type('psql -qd dealgraph -c "GRANT CREATE ON SCHEMA public TO dealgraph_owner"')
    await type('npx dealgraph seed')
    expect(await type(copy)).toMatch(/equal|compared|same/i)
  })

  test('and nothing else', () => {
    expect(none).toEqual([])
  })
})
