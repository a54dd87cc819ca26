import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitList, unescapeCell } from '../src/exchange/formats.ts'
import { type ExchangeKind, exchangeKinds } from '../src/exchange/kinds.ts'
import type { ExportValue } from '../src/filtering/exports.ts'
import { type CommandResult, runDealgraph } from './support/command.ts'
import { createEdgeCaseRecords, edgeCaseTexts } from './support/edge-case-records.ts'
import { programPath } from './support/program.ts'
import { requires } from './support/requirements.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

let world: World
const folder = mkdtempSync(join(tmpdir(), 'dealgraph-export-'))

const runExport = (...args: string[]): Promise<CommandResult> =>
  runDealgraph({ DATABASE_URL: world.database, RATE_LIMIT_PER_HOUR: '1000000' }, 'export', ...args)
const formatUserOption = (caller: TestUser) => ['--user', world.users[caller].email]
const exportText = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runExport(...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}
const exportRows = async (
  kind: ExchangeKind,
  caller: TestUser,
  ...extraArguments: string[]
): Promise<Record<string, string>[]> =>
  parse(await exportText(kind, ...formatUserOption(caller), ...extraArguments), {
    columns: true,
    record_delimiter: '\n',
  })
const exportObjects = async (
  kind: ExchangeKind,
  caller: TestUser,
  ...extraArguments: string[]
): Promise<Record<string, ExportValue>[]> =>
  (await exportText(kind, ...formatUserOption(caller), '--format', 'jsonl', ...extraArguments))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** The Owner's first JSON Lines export of each record kind, shared by several tests. */
const ownerExports: Partial<Record<ExchangeKind, ReturnType<typeof exportObjects>>> = {}
const readOwnerExport = (kind: ExchangeKind) =>
  (ownerExports[kind] ??= exportObjects(kind, 'owner'))

beforeAll(async () => {
  world = await createWorld()
  await createEdgeCaseRecords(world)
})

afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** GraphQL queries for the exported records, oldest first. */
const queriesByKind: Record<ExchangeKind, string> = {
  people: `{ list: people(first: 100, orderBy: { field: createdAt, direction: asc }) { totalCount nodes {
    id firstName lastName emails { value type isPrimary } phones { value type isPrimary isBad } tags { name } stageName source price timeframe background relationship
    assigneeEmail collaborators { email } customFields externalIds { source externalId } lastActivityAt createdAt updatedAt version } } }`,
  deals: `{ list: deals(first: 100, orderBy: { field: createdAt, direction: asc }) { totalCount nodes {
    id title pipelineName stageName peopleIds teams { name } assignee { email } price commission closeDate customFields externalIds { source externalId } stageEnteredAt createdAt updatedAt version } } }`,
  tasks: `{ list: tasks(first: 100, orderBy: { field: createdAt, direction: asc }) { totalCount nodes {
    id title description personId assignee { email } dueDate priority completedAt externalIds { source externalId } createdAt updatedAt version } } }`,
  activities: `{ list: activities(first: 100, orderBy: { field: createdAt, direction: asc }) { totalCount nodes {
    id personId type channel direction content starred externalIds { source externalId } createdBy { email } createdByName createdAt updatedAt version } } }`,
}

// biome-ignore lint/suspicious/noExplicitAny: tests access the nodes freely
type Json = Record<string, any>
const getCustomValues = ({ customFields }: Json) =>
  Object.fromEntries(Object.entries(customFields).map(([key, value]) => [`custom.${key}`, value]))
const sortPrimaryFirst = (list: Json[]) =>
  list.toSorted((a, b) => Number(b['isPrimary']) - Number(a['isPrimary']))

const exportConverters: Record<ExchangeKind, (node: Json) => Json> = {
  people: ({
    emails,
    phones,
    tags,
    stageName,
    assigneeEmail,
    collaborators,
    customFields,
    ...rest
  }) => ({
    ...rest,
    emails: sortPrimaryFirst(emails).map(({ value }) => value),
    emailTypes: sortPrimaryFirst(emails).map(({ type }) => type),
    phones: sortPrimaryFirst(phones).map(({ value }) => value),
    phoneTypes: sortPrimaryFirst(phones).map(({ type }) => type),
    badPhones: sortPrimaryFirst(phones).flatMap(({ value, isBad }) => (isBad ? [value] : [])),
    tags: tags.map(({ name }: Json) => name),
    stage: stageName,
    assignedAgent: assigneeEmail,
    collaborators: collaborators.map(({ email }: Json) => email),
    ...getCustomValues({ customFields }),
  }),
  deals: ({ pipelineName, stageName, peopleIds, teams, assignee, customFields, ...rest }) => ({
    ...rest,
    pipeline: pipelineName,
    stage: stageName,
    people: peopleIds,
    teams: teams.map(({ name }: Json) => name),
    assignedAgent: assignee?.email ?? null,
    ...getCustomValues({ customFields }),
  }),
  tasks: ({ personId, assignee, ...rest }) => ({
    ...rest,
    person: personId,
    assignedTo: assignee?.email ?? null,
  }),
  activities: ({ personId, createdBy, createdByName, ...rest }) => ({
    ...rest,
    person: personId,
    author: createdBy?.email ?? null,
    agentName: createdByName,
  }),
}

const readRecordsFromApi = async (kind: ExchangeKind, caller: TestUser): Promise<Json[]> => {
  const { body } = await world.as(caller).gql(queriesByKind[kind])
  expect(body.errors).toBeUndefined()
  return body.data.list.nodes.map(({ externalIds, ...node }: Json) => ({
    ...exportConverters[kind](node),
    externalIds: externalIds.map(({ source, externalId }: Json) => `${source}:${externalId}`),
  }))
}

/** Converts a CSV cell to the type of its value in JSON Lines. */
function parseCell(cell: string, value: ExportValue): ExportValue {
  if (Array.isArray(value)) return splitList(unescapeCell(cell))
  if (cell === '') return null
  if (typeof value === 'boolean') return cell === 'true'
  return typeof value === 'number' ? Number(cell) : unescapeCell(cell)
}

describe.each(exchangeKinds)('Exports of %s', (kind) => {
  it('a JSON Lines export contains the same records as the API, with typed values', async () => {
    const exportedRecords = await readOwnerExport(kind)
    expect(exportedRecords.length).toBeGreaterThan(10)
    expect(exportedRecords).toEqual(await readRecordsFromApi(kind, 'owner'))
  })

  it('a CSV export contains the same values as a JSON Lines export', async () => {
    const [rows, objects] = [await exportRows(kind, 'owner'), await readOwnerExport(kind)]
    expect(rows.map((row) => Object.keys(row))).toEqual(
      objects.map((object) => Object.keys(object)),
    )
    const parsedRows = rows.map((row, index) =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [
          name,
          parseCell(cell, objects[index]?.[name] ?? null),
        ]),
      ),
    )
    // CSV does not distinguish null from an empty string.
    const expectedRows = objects.map((object) =>
      Object.fromEntries(
        Object.entries(object).map(([name, value]) => [name, value === '' ? null : value]),
      ),
    )
    expect(parsedRows).toEqual(expectedRows)
  })

  it('an export contains exactly the records visible to its user', async () => {
    const callers = ['leader', 'agent', 'stranger'] as const
    const exportedObjects = await Promise.all(callers.map((caller) => exportObjects(kind, caller)))
    for (const [index, caller] of callers.entries())
      expect(exportedObjects[index]).toEqual(await readRecordsFromApi(kind, caller))
    expect(exportedObjects.at(-1)).toEqual([])
  })
})

describe('vCard 4.0 exports', () => {
  it('a vCard export contains every column in a standard or extension property', async () => {
    const text = await exportText('people', ...formatUserOption('owner'), '--format', 'vcard')
    expect(
      text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line)),
    ).toBe(true)
    const cards = (
      ICAL.parse(text) as unknown as [
        string,
        [string, Record<string, string>, string, ...unknown[]][],
      ][]
    ).map(([, properties]) => properties)
    const objects = await readOwnerExport('people')
    expect(cards).toHaveLength(objects.length)
    for (const [index, properties] of cards.entries()) {
      const findProperties = (name: string) =>
        properties.filter(([propertyName]) => propertyName === name)
      const person = objects[index] as Json
      expect(findProperties('version')[0]?.[3]).toBe('4.0')
      expect(findProperties('uid')[0]?.[3]).toBe(person['id'])
      expect(findProperties('fn')[0]?.[3]).toBe(
        `${person['firstName']} ${person['lastName']}`.trim() || person['emails'][0],
      )
      expect(findProperties('n')[0]?.[3]).toEqual([
        person['lastName'],
        person['firstName'],
        '',
        '',
        '',
      ])
      expect(findProperties('email').map((item) => item[3])).toEqual(person['emails'])
      expect(findProperties('tel').map((item) => item[3])).toEqual(person['phones'])
      expect(findProperties('categories').flatMap((item) => item.slice(3))).toEqual(person['tags'])
      expect(findProperties('note')[0]?.[3]).toBe(person['background']?.replaceAll(/\r\n?/g, '\n'))
      expect(
        [...findProperties('email'), ...findProperties('tel')].filter(
          ([, { pref }]) => pref === '1',
        ),
      ).toHaveLength((person['emails'].length && 1) + (person['phones'].length && 1))
    }
    const extensionNames = Object.fromEntries(
      cards
        .flat()
        .flatMap(([name, parameters]) =>
          name === 'x-dealgraph-field' ? [[parameters['xName'] ?? parameters['x-name'], true]] : [],
        ),
    )
    expect(
      Object.keys(extensionNames).sort(),
      'test/support/edge-case-records.ts contains a person with a value for each column',
    ).toEqual(
      Object.keys(objects[0] as object)
        .filter(
          (name) =>
            !/^(id|(first|last)Name|(email|phone)(s|Types)|tags|background|lastActivityAt|createdAt|updatedAt|version)$/.test(
              name,
            ),
        )
        .sort(),
    )
  })

  it('only people can be exported as vCard', async () => {
    expect(
      await runExport('deals', ...formatUserOption('owner'), '--format', 'vcard'),
    ).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^vCard supports only people/),
    })
  })
})

it('a CSV export contains no formulas in text cells and writes negative numbers without escaping', async () => {
  const rows = await exportRows('people', 'owner')
  const textCells = rows.flatMap(({ price: _, 'custom.my_number': __, ...cells }) =>
    Object.values(cells),
  )
  expect(textCells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  expect(rows.map((row) => unescapeCell(row['firstName'] as string))).toEqual(
    expect.arrayContaining(edgeCaseTexts),
  )
  expect(rows.map((row) => row['price'])).toContain('-1')
})

describe('Export selections', () => {
  it('the export command accepts the same filters as the API', async () => {
    const where = {
      or: [{ price: { gte: 1e14 } }, { tags: { has: 'tag;0' } }],
      deals: { some: { status: { eq: 'open' } } },
    }
    const { body } = await world
      .as('owner')
      .gql('query ($where: PersonWhere) { people(first: 100, where: $where) { nodes { id } } }', {
        where,
      })
    expect(body.data.people.nodes.length).toBeGreaterThan(0)
    const exportedRecords = await exportObjects('people', 'owner', '--where', JSON.stringify(where))
    expect(exportedRecords.map(({ id }) => id)).toEqual(
      body.data.people.nodes.map(({ id }: Json) => id).reverse(),
    )
  })

  it('an export includes people in Trash only with --include-trash', async () => {
    const [{ id } = { id: null }] = await readOwnerExport('people')
    await world.as('owner').rest('DELETE', `/v1/people/${id}`)
    const exportIds = async (...extraArguments: string[]) =>
      (await exportObjects('people', 'owner', ...extraArguments)).map((item) => item['id'])
    expect(await exportIds()).not.toContain(id)
    expect(await exportIds('--include-trash')).toContain(id)
  })

  it('the export command with --json requires --output', async () => {
    const { code, stdout } = await runExport('people', ...formatUserOption('owner'), '--json')
    expect({ code, ...JSON.parse(stdout) }).toEqual({
      code: 2,
      error: { code: 'WRONG_OPTION', message: expect.stringMatching(/--output/) },
    })
  })

  it('the export command reports an invalid selection, user or file on one line', async () => {
    const expectFailure = async (exitCode: number, messagePattern: RegExp, ...args: string[]) => {
      const { code, stdout, stderr } = await runExport(...args)
      expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({
        code: exitCode,
        stdout: '',
        lines: 1,
      })
      expect(stderr).toMatch(messagePattern)
    }
    const file = join(folder, 'people.csv')
    expect((await runExport('people', ...formatUserOption('owner'), '--output', file)).code).toBe(0)
    await Promise.all([
      expectFailure(
        2,
        /^--where must be a JSON object/,
        'people',
        ...formatUserOption('owner'),
        '--where',
        'stage',
      ),
      expectFailure(
        2,
        /^--where\.stag is not a field of PersonWhere/,
        'people',
        ...formatUserOption('owner'),
        '--where',
        '{"stag": 1}',
      ),
      expectFailure(2, /Trash/, 'deals', ...formatUserOption('owner'), '--include-trash'),
      expectFailure(1, /^No user has the email address/, 'people', '--user', 'nobody@acme.test'),
      expectFailure(
        1,
        /already exists; use --force to overwrite it, move it, or choose another name\./,
        'people',
        ...formatUserOption('owner'),
        '--output',
        file,
      ),
      expectFailure(
        1,
        /is not a regular file/,
        'people',
        ...formatUserOption('owner'),
        '--output',
        folder,
        '--force',
      ),
      expectFailure(
        1,
        /^The folder \S+ for the \w+ does not exist/,
        'people',
        ...formatUserOption('owner'),
        '--output',
        join(folder, 'none', 'people.csv'),
      ),
    ])
    await world.as('owner').gql('mutation ($id: ID!) { suspendUser(id: $id) { user { id } } }', {
      id: world.users.idle.id,
    })
    await expectFailure(
      1,
      /^The user idle@acme\.test is suspended/,
      'people',
      ...formatUserOption('idle'),
    )
  })
})

describe('Export files', () => {
  it('an export to a file uses the format that the file extension indicates, and leaves no temporary file', async () => {
    for (const [name, format] of [
      ['a.csv', 'csv'],
      ['a.jsonl', 'jsonl'],
      ['a.vcf', 'vcard'],
    ] as const) {
      const file = join(folder, name)
      const { stdout } = await runExport(
        'people',
        ...formatUserOption('owner'),
        '--output',
        file,
        '--json',
      )
      const text = await readFile(file, 'utf8')
      expect(text).toBe(
        await exportText('people', ...formatUserOption('owner'), '--format', format),
      )
      expect(JSON.parse(stdout)).toEqual({
        kind: 'people',
        format,
        file,
        records: expect.any(Number),
        bytes: Buffer.byteLength(text),
      })
      expect(statSync(file).mode & 0o777).toBe(0o600)
    }
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  })

  it('an export replaces an existing file only with --force', async () => {
    const file = join(folder, 'again.csv')
    await runExport('people', ...formatUserOption('owner'), '--output', file)
    const { code, stdout } = await runExport(
      'tasks',
      ...formatUserOption('owner'),
      '--output',
      file,
      '--force',
    )
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Exported \d+ tasks to /),
    })
    expect(await readFile(file, 'utf8')).toMatch(/^id,title,/)
  })
})

describe('Export to standard output', () => {
  it(
    'an export to a full device fails with a one-sentence error',
    requires(existsSync('/dev/full'), '/dev/full'),
    () => {
      const command = `"${process.execPath}" "${programPath}" export people --user ${world.users.owner.email} > /dev/full`
      const { status, stderr } = spawnSync('bash', ['--norc', '-c', command], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], DATABASE_URL: world.database },
      })
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: 'Writing to standard output failed (ENOSPC).\n',
      })
    },
  )

  it('an export to a pipe ends without an error if the reader of the pipe stops early', async () => {
    const command = `"${process.execPath}" "${programPath}" export activities --user ${world.users.owner.email}; echo "code $?" >&2`
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', `(${command}) | head -n 1`], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], DATABASE_URL: world.database },
    })
    expect({ stdout, stderr }).toEqual({
      stdout: expect.stringMatching(/^id,person,type/),
      stderr: 'code 0\n',
    })
  })
})
