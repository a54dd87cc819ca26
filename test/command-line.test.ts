import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingTable } from '../src/settings.ts'
import { createHttpClient } from './support/client.ts'
import { type CommandResult, type RunningServer, runDealgraph, serve } from './support/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'dealgraph-command-'))
const getEnv = (name: string) => ({ DATABASE_URL: `sqlite:${join(folder, name)}` })
const env = getEnv('main.db')
let server: RunningServer

const runCommand = (...args: string[]) => runDealgraph(env, ...args)
const parseJsonOutput = ({ stdout, stderr }: CommandResult): Record<string, string> => {
  expect(stderr).toBe('')
  expect(stdout.trim().split('\n')).toHaveLength(1)
  return JSON.parse(stdout)
}
const readStatus = async (secret: string | undefined) =>
  (await createHttpClient(server.url, secret).rest('GET', '/v1/me')).status
const expectFailure = async (
  resultPromise: Promise<CommandResult>,
  exitCode: number,
  messagePattern: RegExp,
) => {
  const { code, stdout, stderr } = await resultPromise
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' })
  expect(stderr).toMatch(messagePattern)
  expect(stderr.trim().split('\n')).toHaveLength(1)
}

beforeAll(async () => {
  server = await serve(env)
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('The serve command', () => {
  it('the serve command prints the same valid demo key for each role at every start', async () => {
    expect(Object.keys(server.keys)).toEqual(['Owner', 'Admin', 'Team Leader', 'Agent'])
    for (const [role, secret] of Object.entries(server.keys))
      expect(
        (await createHttpClient(server.url, secret).rest('GET', '/v1/me')).body.data.role,
      ).toBe(role)
    expect(statSync(join(folder, 'demo-keys.json')).mode & 0o777).toBe(0o600)
    const firstReply = await createHttpClient(server.url, server.keys['Owner']).gql(
      '{ people { totalCount } }',
    )
    const keysBefore = server.keys
    expect(await server.stop()).toMatchObject({ code: 0, stderr: '' })
    server = await serve(env)
    expect(server.keys).toEqual(keysBefore)
    expect(
      (await createHttpClient(server.url, server.keys['Owner']).gql('{ people { totalCount } }'))
        .body.data,
    ).toEqual(firstReply.body.data)
  })

  it('the GraphiQL page contains the demo key only if the server listens on a loopback address', async () => {
    const publicServer = await serve({ ...getEnv('open.db'), HOST: '0.0.0.0' })
    const readPage = async (url: string) =>
      (await fetch(`${url}/graphql`, { headers: { Accept: 'text/html' } })).text()
    try {
      expect(await readPage(server.url)).toContain(server.keys['Owner'])
      expect(await readPage(publicServer.url)).not.toContain(publicServer.keys['Owner'])
    } finally {
      await publicServer.stop('SIGINT')
    }
  })

  it('with DEMO=false, the serve command creates no demo company', async () => {
    const emptyServer = await serve({ ...getEnv('plain.db'), DEMO: 'false' })
    await emptyServer.stop()
    expect(emptyServer.keys).toEqual({})
    expect(
      parseJsonOutput(await runDealgraph(getEnv('plain.db'), 'keys', 'list', '--json')),
    ).toEqual({
      keys: [],
    })
  })

  it('the serve command completes in-flight requests before it exits', async () => {
    const busyServer = await serve({ ...getEnv('plain.db'), DEMO: 'false' })
    const pendingRequest = fetch(`${busyServer.url}/graphql`, { headers: { Accept: 'text/html' } })
    await new Promise((resolve) => setTimeout(resolve, 30))
    const pendingExit = busyServer.stop()
    expect((await pendingRequest).status).toBe(200)
    expect((await pendingExit).code).toBe(0)
    await expect(fetch(`${busyServer.url}/health`)).rejects.toThrow()
  })

  it('the serve and migrate commands report on one line why they cannot start', async () => {
    const { port } = new URL(server.url)
    await Promise.all([
      expectFailure(runDealgraph({ ...env, PORT: '0' }, 'serve'), 4, /main\.db/),
      expectFailure(
        runDealgraph({ ...getEnv('plain.db'), DEMO: 'false', PORT: port }, 'serve'),
        3,
        /^Port \d+ on 127\.0\.0\.1 is in use/,
      ),
      expectFailure(
        runDealgraph({ ...env, PORT: 'http' }, 'serve'),
        2,
        /^PORT must be a whole number/,
      ),
      expectFailure(
        runDealgraph({ ...getEnv('plain2.db'), DEMO: 'false', HOST: '203.0.113.7' }, 'serve'),
        2,
        /^HOST 203\.0\.113\.7/,
      ),
    ])
    writeFileSync(
      join(folder, 'text.db'),
      'no database at all, but text enough to fill a header'.repeat(50),
    )
    await expectFailure(
      runDealgraph(getEnv('text.db'), 'migrate'),
      6,
      /not a usable SQLite database/,
    )
  })

  it('the help of the serve command lists every setting', async () => {
    const { stdout } = await runCommand('serve', '--help')
    for (const [name, { meaning }] of Object.entries(settingTable))
      expect(stdout).toContain(`${name.padEnd(36)}${meaning}`)
  })
})

describe('The company and keys commands', () => {
  const createKey = (...args: string[]) =>
    runCommand('keys', 'create', '--user', 'Ann.Lee@acme.test', ...args)

  it('a running server immediately accepts API keys created or rotated by a command, and rejects keys revoked by a command', async () => {
    const company = parseJsonOutput(
      await runCommand(
        'company',
        'create',
        '--name',
        'Acme',
        '--owner-email',
        'ann.lee@acme.test',
        '--json',
      ),
    )
    const key = parseJsonOutput(
      await createKey(
        '--json',
        '--scope',
        'people.view.all',
        '--scope',
        'tasks.manage',
        '--expires',
        '2999-01-01T00:00:00+01:00',
      ),
    )
    expect(key).toMatchObject({
      companyId: company['companyId'],
      userId: company['ownerId'],
      expiresAt: '2998-12-31T23:00:00.000Z',
    })
    expect(await readStatus(key['secret'])).toBe(200)
    expect(
      (await createHttpClient(server.url, key['secret']).rest('GET', '/v1/users')).status,
    ).toBe(403)

    const rotatedKey = parseJsonOutput(
      await runCommand('keys', 'rotate', key['id'] as string, '--grace', '0', '--json'),
    )
    expect([await readStatus(key['secret']), await readStatus(rotatedKey['secret'])]).toEqual([
      401, 200,
    ])

    const listedKeys = parseJsonOutput(
      await runCommand('keys', 'list', '--user', 'ann.lee@acme.test', '--json'),
    )
    expect(listedKeys['keys']).toMatchObject([
      { id: key['id'], scopes: ['people.view.all', 'tasks.manage'], status: 'active' },
    ])
    expect(JSON.stringify(listedKeys)).not.toContain(rotatedKey['secret'])

    parseJsonOutput(await runCommand('keys', 'revoke', key['id'] as string, '--json'))
    expect(await readStatus(rotatedKey['secret'])).toBe(401)
    expect(await readStatus(parseJsonOutput(await createKey('--json'))['secret'])).toBe(200)
  })

  it('an API key with an expiry date but no time expires at the start of that day in UTC', async () => {
    const key = parseJsonOutput(await createKey('--json', '--expires', '2999-12-01'))
    expect(key['expiresAt']).toBe('2999-12-01T00:00:00.000Z')
  })

  it('the keys commands report an unknown user or key, an invalid scope or expiry, or a missing --company option on one line', async () => {
    await Promise.all([
      expectFailure(
        runCommand('keys', 'create', '--user', 'nobody@acme.test'),
        1,
        /^No user has the email address nobody@acme\.test; check --user\.$/m,
      ),
      expectFailure(createKey('--scope', 'everything'), 2, /must be one of/),
      expectFailure(createKey('--expires', 'tomorrow'), 2, /must be a date and time/),
      expectFailure(createKey('--expires', '2020-01-01T00:00:00Z'), 1, /in the past/),
      expectFailure(createKey('--expires', '2020-01-01'), 1, /in the past/),
      expectFailure(createKey('--expires', '2026-02-30'), 2, /must be a date and time/),
      expectFailure(runCommand('keys', 'revoke', 'key_none'), 1, /^There is no API key key_none/),
    ])
    await runCommand(
      'company',
      'create',
      '--name',
      'Acme Two',
      '--owner-email',
      'ann.lee@acme.test',
    )
    await expectFailure(
      createKey(),
      1,
      /is a user of several companies; add --company with one of company_/,
    )
  })
})

describe('The backup and restore commands', () => {
  it('the backup command copies a database in use, and the restore command recreates the database from the copy', async () => {
    const fileInMissingFolder = join(folder, 'copies', 'backup.db')
    await expectFailure(
      runCommand('backup', fileInMissingFolder),
      1,
      /^The folder \S+ for the \w+ does not exist/,
    )
    const backupFile = join(folder, 'backup.db')
    expect(parseJsonOutput(await runCommand('backup', backupFile, '--json'))).toMatchObject({
      file: backupFile,
    })
    await Promise.all([
      expectFailure(runCommand('backup', backupFile), 1, /already exists; move it, or choose/),
      expectFailure(runCommand('restore', backupFile), 1, /already exists; move it, or choose/),
    ])
    // The write-ahead log that remains from a deleted database must not be applied to the restored
    // database.
    writeFileSync(join(folder, 'restored.db-wal'), 'left over')
    parseJsonOutput(await runDealgraph(getEnv('restored.db'), 'restore', backupFile, '--json'))
    const listKeys = async (env: Record<string, string>) =>
      parseJsonOutput(await runDealgraph(env, 'keys', 'list', '--json'))['keys'] as unknown as {
        id: string
      }[]
    expect((await listKeys(getEnv('restored.db'))).map((key) => key.id)).toEqual(
      (await listKeys(env)).map((key) => key.id),
    )
  })

  it('the restore command rejects a file that is missing or not a Dealgraph backup and leaves no files behind', async () => {
    const targetEnv = getEnv('never.db')
    await Promise.all([
      expectFailure(
        runDealgraph(targetEnv, 'restore', join(folder, 'text.db')),
        6,
        /not a usable SQLite database/,
      ),
      expectFailure(
        runDealgraph(targetEnv, 'restore', join(folder, 'main.db-limits')),
        6,
        /not a Dealgraph database/,
      ),
      expectFailure(
        runDealgraph(targetEnv, 'restore', join(folder, 'nothing.db')),
        6,
        /^The backup .* does not exist/,
      ),
    ])
    expect(
      readdirSync(folder).filter((name) => name.includes('never') || name.includes('partial')),
    ).toEqual([])
  })
})

describe('The seed command', () => {
  it('the seed command creates a company of the requested size and an API key for its Owner', async () => {
    const seedResult = parseJsonOutput(await runCommand('seed', '--people', '200', '--json'))
    expect(seedResult).toMatchObject({ people: 200, deals: 120, tasks: 400, activities: 1000 })
    const countReply = await createHttpClient(server.url, seedResult['secret']).gql(
      '{ people { totalCount } deals { totalCount } tasks { totalCount } activities { totalCount } users { totalCount } }',
    )
    expect(countReply.body.data).toEqual({
      people: { totalCount: 200 },
      deals: { totalCount: 120 },
      tasks: { totalCount: 400 },
      activities: { totalCount: 1000 },
      users: { totalCount: 14 },
    })
    await Promise.all([
      expectFailure(runCommand('seed', '--people', '1000001'), 2, /from 1 to 1000000/),
      expectFailure(runCommand('seed'), 1, /is already in this database/),
    ])
  })
})
