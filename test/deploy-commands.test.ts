import { delimiter } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from './support/database.ts'
import {
  createCheckout,
  findFreePort,
  openTerminal,
  readCommandBlocks,
  type Terminal,
} from './support/documents.ts'
import { newFolder } from './support/folder.ts'
import { type Cluster, findProgramFolder, startCluster } from './support/postgres.ts'
import { requires } from './support/requirements.ts'

/** Runs the PostgreSQL commands in `docs/operations.md` with a test server and a test password. */
describe('PostgreSQL commands in the operations guide', requires(onPostgres, 'PostgreSQL'), () => {
  const folder = newFolder()
  let cluster: Cluster
  let shell: Terminal
  beforeAll(async () => {
    cluster = (await startCluster()) as Cluster
    const socketFolder = /host=(.*)$/.exec(cluster.url)?.[1] ?? ''
    const path = `${findProgramFolder()}${delimiter}${process.env['PATH']}`
    shell = openTerminal(createCheckout(folder.path), {
      PATH: path,
      PGHOST: socketFolder,
      PGUSER: 'admin',
      PORT: String(await findFreePort()),
      NO_COLOR: '1',
      LOG_LEVEL: 'warn',
    })
  })
  afterAll(async () => {
    await shell.close()
    await cluster.stop()
    folder.remove()
  })

  const blocks = readCommandBlocks('docs/operations.md')
  const findBlock = (name: string) => blocks.find(({ section }) => section === name)?.text
  const getCommands = (text = '') =>
    text
      .trim()
      .split('\n')
      .map((line) =>
        line
          .replaceAll('…', 'secret')
          .replace(/@(db\.example|127\.0\.0\.1)\/(\w+)/, '@localhost/$2?host=$PGHOST'),
      )
  const runCommandLine = async (line = '') => {
    const output = await shell.type(line)
    expect(output, line).toMatch(/-with-0\.\n$/)
    return output
  }

  test('the documented PostgreSQL setup commands create the roles, migrate the database and start the server', async () => {
    const [createdbCommand, rolesCommand, migrateCommand, startCommand = ''] = getCommands(
      findBlock('PostgreSQL'),
    )
    await runCommandLine(createdbCommand)
    await runCommandLine(rolesCommand)
    expect(await runCommandLine(migrateCommand)).toMatch(/^Ran migrations: 0001-company/)
    expect(await shell.start(`${startCommand} &`, /Dealgraph is ready\./)).not.toContain('"level"')
    await shell.type('kill %1; wait')
  })

  test('a database session that sets no company cannot read the rows of any company', async () => {
    await runCommandLine(
      'DATABASE_URL="postgres://dealgraph:secret@localhost/dealgraph?host=$PGHOST" node src/main.js company create --name Acme --owner-email a@example.com',
    )
    expect(
      await runCommandLine('psql -U dealgraph -d dealgraph -tAc "SELECT count(*) FROM users"'),
    ).toMatch(/^0\n/)
    expect(
      await runCommandLine(
        `psql -U dealgraph -d dealgraph -qtAc "BEGIN; SET LOCAL dealgraph.company = '*'; SELECT count(*) FROM users; COMMIT"`,
      ),
    ).toMatch(/^1\n/)
  })

  test('the documented PostgreSQL backup commands create a dump with rows and restore the dump', async () => {
    const [dumpCommand, restoreCommand] = getCommands(findBlock('Backups'))
    await runCommandLine(dumpCommand)
    await runCommandLine(restoreCommand)
    expect(
      await runCommandLine(
        `PGOPTIONS='-c dealgraph.company=*' psql -U dealgraph_owner -d restored -tAc "SELECT count(*) FROM users"`,
      ),
    ).toMatch(/^1\n/)
  })

  test('the documented copy command copies a SQLite file to PostgreSQL', async () => {
    const [createdbCommand, copyCommand = ''] = getCommands(findBlock('Moving to another database'))
    await runCommandLine('dropdb dealgraph')
    await runCommandLine(createdbCommand)
    await runCommandLine('psql -qd dealgraph -c "GRANT CREATE ON SCHEMA public TO dealgraph_owner"')
    await runCommandLine('node src/main.js seed --people 50')
    expect(await runCommandLine(copyCommand)).toMatch(/equal|compared|same/i)
  })
})
