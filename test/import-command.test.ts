import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient } from './support/client.ts'
import {
  type CommandResult,
  type RunningServer,
  runDealgraph,
  serve,
  startCommand,
} from './support/command.ts'
import { newFolder } from './support/folder.ts'
import { getSamplePath } from './support/importer.ts'
import { programPath } from './support/program.ts'

const folder = newFolder()
const env = { DATABASE_URL: `sqlite:${folder.file('main.db')}`, DEMO: 'false' }
const userEmail = 'ann@acme.example'
let server: RunningServer
let secret: string

const runImport = (...args: string[]) => runDealgraph(env, 'import', ...args)
const parseOutput = ({ stdout }: CommandResult) =>
  JSON.parse(stdout) as Record<string, unknown> & { importId: string }
const requestAsOwner = async (query: string) =>
  (await createHttpClient(server.url, secret).gql(query)).body.data
const writeFile = (name: string, text: string): string => {
  writeFileSync(folder.file(name), text)
  return folder.file(name)
}

beforeAll(async () => {
  server = await serve(env)
  await runDealgraph(env, 'company', 'create', '--name', 'Acme', '--owner-email', userEmail)
  secret = JSON.parse(
    (await runDealgraph(env, 'keys', 'create', '--user', userEmail, '--json')).stdout,
  ).secret
})
afterAll(async () => {
  await server.stop()
  folder.remove()
})

describe('The import command', () => {
  test("an import dry run reports a file's headings, row counts, rejected rows and warnings, and writes nothing", async () => {
    const csvPath = writeFile(
      'some.csv',
      'Name,Email,Shoe size\nAnn Lee,ann@example.com,38\n,bob-at-example.com,44\nCid Vine,cid-at-example.com,45\n',
    )
    const { code, stdout, stderr } = await runImport(csvPath, '--user', userEmail, '--dry-run')
    expect({ code, stderr }).toEqual({ code: 8, stderr: '' })
    expect(stdout).toBe(`${csvPath}: 3 people, a plain table (CSV, UTF-8, separated by commas)
  Name       fullName
  Email      email
Unknown headings are not imported. To import a column, add its option:
  Shoe size  --map "Shoe size=background"

Expected result: 2 created, 1 rejected.
  line 3: Email: must be an email address such as ann@example.com
  line 3: firstName: a contact needs a name, an email or a phone
1 row with warnings:
  line 4: Email: left out: must be an email address such as ann@example.com
The dry run changed nothing. To import the file, run the command without --dry-run.
`)
    expect((await requestAsOwner('{ people { totalCount } }')).people.totalCount).toBe(0)
    expect(
      parseOutput(await runImport(csvPath, '--user', userEmail, '--dry-run', '--json')),
    ).toMatchObject({
      dryRun: true,
      kind: 'people',
      rows: 3,
      created: 2,
      refused: 1,
      warned: 1,
      warnings: [
        {
          line: 4,
          warnings: [{ heading: 'Email', action: 'left out', value: 'cid-at-example.com' }],
        },
      ],
      assumptions: [],
    })
  })

  test('while a server is running, an import writes rejected rows and warnings to files and exits with code 8; the corrected rows can be imported, but the whole file only with --again', async () => {
    const csvPath = writeFile(
      'some.csv',
      'Name,Email,Shoe size\nAnn Lee,ann@example.com,38\n,bob-at-example.com,44\nCid Vine,cid-at-example.com,45\n',
    )
    const { code, stdout } = await runImport(csvPath, '--user', userEmail)
    expect(code).toBe(8)
    const errorsPath = folder.file('some.errors.csv')
    expect(stdout).toContain(`Rejected rows, with the reasons: ${errorsPath}.`)
    expect(readFileSync(errorsPath, 'utf8')).toBe(
      'Name,Email,Shoe size,error\n,bob-at-example.com,44,"Email: must be an email address such as ann@example.com; firstName: a contact needs a name, an email or a phone"\n',
    )
    const warningsPath = folder.file('some.warnings.csv')
    expect(stdout).toContain(`All changed and omitted values are listed in ${warningsPath}.`)
    expect(readFileSync(warningsPath, 'utf8')).toMatch(
      /^line,id,field,value,warning\n4,person_\w+,Email,cid-at-example\.com,left out: .*\n$/,
    )
    expect((await requestAsOwner('{ people { nodes { firstName } } }')).people.nodes).toEqual([
      { firstName: 'Cid' },
      { firstName: 'Ann' },
    ])
    const correctedImport = await runImport(
      writeFile('some.errors.csv', readFileSync(errorsPath, 'utf8').replace('-at-', '@')),
      '--user',
      userEmail,
      '--json',
    )
    expect([correctedImport.code, parseOutput(correctedImport)]).toMatchObject([
      0,
      { created: 1, refused: 0, errorsFile: null },
    ])
    const repeatedImport = await runImport(csvPath, '--user', userEmail)
    expect(repeatedImport).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^This file was imported on .*add --again\.\n$/),
    })
    await runImport(csvPath, '--user', userEmail, '--again')
    expect(existsSync(folder.file('some.errors-2.csv'))).toBe(true)
  })

  test('the import command reports possible duplicates, name differences and changed fields as text or JSON', async () => {
    const peopleCsv =
      'Name,Email,Phone\nEve Adams,eve@x.test,4155550177\nGus Bond,gus@x.test,4155550177\n'
    const { stdout } = await runImport(writeFile('two.csv', peopleCsv), '--user', userEmail)
    expect(stdout).toMatch(/Possible duplicates: 1\n {2}line 3: Gus Bond, person_\w+\n/)
    expect(stdout).toMatch(/ {4}phone \+14155550177: Eve Adams, person_\w+\n/)
    const csvPath = writeFile('third.csv', 'Name,Email,Source\nEva Adams,eve@x.test,Fair\n')
    const dryRunText = (await runImport(csvPath, '--user', userEmail, '--dry-run')).stdout
    expect(dryRunText).toMatch(/line 2: Eve Adams, person_\w+\n {4}source: \(none\) → Fair\n/)
    expect(dryRunText).toMatch(/keeps the name "Eve Adams"; the file has "Eva Adams"\n/)
    expect(
      parseOutput(await runImport(csvPath, '--user', userEmail, '--dry-run', '--json')),
    ).toMatchObject({
      changes: [{ line: 2, fields: [{ field: 'source', from: null, to: 'Fair' }] }],
      names: [{ line: 2, from: 'Eve Adams', to: 'Eva Adams', kept: true }],
      possibleDuplicates: [],
    })
  })

  test('an import from a pipe writes rejected rows to the file named by --errors', async () => {
    const { status, stdout } = spawnSync(
      'sh',
      [
        '-c',
        `cat "${getSamplePath('hubspot-contacts.csv')}" | "${process.execPath}" "${programPath}" import - --user ${userEmail} --assign-to ${userEmail} --json --errors "${folder.file('left.csv')}"`,
      ],
      { env: { ...process.env, ...env }, encoding: 'utf8', cwd: join(import.meta.dirname, '..') },
    )
    expect([status, JSON.parse(stdout)]).toMatchObject([
      8,
      {
        file: 'stdin',
        program: 'HubSpot',
        created: 2,
        refused: 1,
        errorsFile: folder.file('left.csv'),
      },
    ])
    expect(readFileSync(folder.file('left.csv'), 'utf8').split('\n')).toHaveLength(3)
  })

  test('the import command can list and undo past imports', async () => {
    const { importId } = parseOutput(
      await runImport(writeFile('more.csv', 'Name\nCid Vicious\n'), '--user', userEmail, '--json'),
    )
    const { imports } = parseOutput(await runImport('list', '--json')) as unknown as {
      imports: object[]
    }
    expect(imports[0]).toMatchObject({
      id: importId,
      email: userEmail,
      file: 'more.csv',
      kind: 'people',
      state: 'finished',
      created: 1,
    })
    expect(parseOutput(await runImport('undo', importId, '--json'))).toEqual({
      id: importId,
      kind: 'people',
      removed: 1,
      restored: 0,
      leftAlone: 0,
      left: [],
    })
    expect((await runImport('list')).stdout).toMatch(
      new RegExp(
        `^${importId}  .*  more\\.csv \\(people\\)  undone: 1 created, 0 updated, 0 rejected$`,
        'm',
      ),
    )
    expect(await runImport('undo', 'import_nope')).toMatchObject({
      code: 1,
      stderr: 'There is no import import_nope; "dealgraph import list" lists the latest imports.\n',
    })
  })

  test.each([
    [['--user', userEmail], 2, /add the path of the file to import/i],
    [['nowhere.csv', '--user', userEmail], 1, /The file nowhere\.csv/],
    [['package.json'], 2, /add the user who imports/i],
    [['package.json', '--user', 'nobody@acme.example'], 1, /No user has the email address/],
    [
      ['package.json', '--user', userEmail, '--kind', 'cats'],
      2,
      /Allowed choices are people, deals, tasks, activities/,
    ],
    [
      ['package.json', '--user', userEmail, '--time-zone', 'Mars/Olympus'],
      2,
      /must be the IANA name of a time zone/,
    ],
  ])(
    '`import` with the arguments %s exits with code %d and prints a one-line error',
    async (args, code, sentence) => {
      const commandResult = await runImport(...args)
      expect({ code: commandResult.code, stdout: commandResult.stdout }).toEqual({
        code,
        stdout: '',
      })
      expect(commandResult.stderr).toMatch(sentence)
      expect(commandResult.stderr.trim().split('\n')).toHaveLength(1)
    },
  )

  test('an import that was killed resumes after its last committed batch and imports each row once', async () => {
    const csvRows = Array.from({ length: 2800 }, (_, index) =>
      index % 350 === 175
        ? ',wrong'
        : `P${index},${index % 350 === 50 ? 'bad' : `p${index}@many.example`}`,
    )
    const countPeople = async () =>
      (await requestAsOwner('{ people { totalCount } }')).people.totalCount as number
    const countBefore = await countPeople()
    const csvPath = writeFile('many.csv', `First name,Email\n${csvRows.join('\n')}\n`)
    for (const _ of [1, 2]) {
      const { stop } = startCommand({}, env, 'import', csvPath, '--user', userEmail)
      await waitForMorePeople()
      expect((await stop('SIGKILL')).code).toBe(null)
    }
    const lastImport = parseOutput(await runImport(csvPath, '--user', userEmail, '--json'))
    expect(lastImport).toMatchObject({ finished: true, created: 2792, refused: 8, warned: 8 })
    expect(await countPeople()).toBe(countBefore + 2792)
    expect(readFileSync(folder.file('many.errors.csv'), 'utf8').split('\n').slice(1, -1)).toEqual(
      Array.from(
        { length: 8 },
        () =>
          ',wrong,"Email: must be an email address such as ann@example.com; First name: a contact needs a name, an email or a phone"',
      ),
    )
    expect(
      readFileSync(folder.file('many.warnings.csv'), 'utf8')
        .split('\n')
        .slice(1, -1)
        .map((line) => line.replace(/,.*/, '')),
    ).toEqual(Array.from({ length: 8 }, (_, index) => String(350 * index + 50 + 2)))
    const searchResult = await requestAsOwner(
      '{ searchPeople(by: { email: "p2799@many.example" }) { totalCount } }',
    )
    expect(searchResult.searchPeople.totalCount).toBe(1)
  })
})

/** Waits until an import has committed another batch, which changes the newest person. */
async function waitForMorePeople(): Promise<void> {
  const readNewestId = async () =>
    (await requestAsOwner('{ people(first: 1) { nodes { id } } }')).people.nodes[0]?.id
  const newestId = await readNewestId()
  while ((await readNewestId()) === newestId)
    await new Promise((resolve) => setTimeout(resolve, 20))
}
