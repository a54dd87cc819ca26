/**
 * Tests that the server rejects names and single-line texts that contain no visible character or
 * contain a line break.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from './support/client.ts'
import { runDealgraph } from './support/command.ts'
import { dump } from './support/dump.ts'
import { createImporter, getRowCounts, listRejectedRows } from './support/importer.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const asOwner = () => world.as('owner')
const invisibleTexts: [description: string, text: string][] = [
  ['zero width spaces', '\u200b\u200b'],
  ['joiners', '\u200c\u200d'],
  ['directional marks', '\u200e\u200f\u202a\u202e\u2066\u2069'],
  ['invisible operators', '\u2060\u2061\u2064'],
  ['a byte order mark between spaces', '\u200b \ufeff \u200b'],
  ['soft hyphens', '\u00ad'],
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['Khmer vowels', '\u17b4\u17b5'],
  ['a Mongolian separator', '\u180e\u180b'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['tag characters', '\u{e0041}\u{e007f}'],
  ['a braille blank', '\u2800'],
  ['a hieroglyph blank', '\u{13441}'],
  ['a musical blank', '\u{1d159}'],
  ['combining marks', '\u0301\u034f'],
  ['annotations', '\ufff9\ufffb'],
  ['an object replacement character', '\ufffc'],
  ['noncharacters', '\ufffe\ufdd0\u{10ffff}'],
]
const lineBreaks = ['\u2028', '\u2029', '\u0085', '\u000b', '\u000c', '\n', '\r']
const visibleTexts = [
  '👩‍👩‍👧',
  '❤️',
  'می‌خواهم',
  'क्‍ष',
  '​Ann',
  'é',
  '한글',
  '½',
  '-',
  '\u{f8ff}',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
]

/** Returns the invalid fields of a reply with their error codes. */
const listFaults = ({ status, body }: Reply): string[] =>
  status === 201
    ? []
    : (body.error ?? body.errors[0].extensions).details.map(
        ({ field, code }: { field: string; code: string }) => `${field} ${code}`,
      )

/** Operations that create a record with a text field of the same name in REST and GraphQL. */
const creationCases: [field: string, path: string, document: string, extraInput: object][] = [
  [
    'title',
    '/v1/tasks',
    'mutation($i: CreateTaskInput!) { createTask(input: $i) { task { id } } }',
    {},
  ],
  ['name', '/v1/tags', 'mutation($i: CreateTagInput!) { createTag(input: $i) { tag { id } } }', {}],
  [
    'name',
    '/v1/teams',
    'mutation($i: CreateTeamInput!) { createTeam(input: $i) { team { id } } }',
    {},
  ],
  [
    'name',
    '/v1/stages',
    'mutation($i: CreateStageInput!) { createStage(input: $i) { stage { id } } }',
    {},
  ],
  [
    'name',
    '/v1/api-keys',
    'mutation($i: CreateApiKeyInput!) { createApiKey(input: $i) { secret } }',
    {},
  ],
  [
    'name',
    '/v1/smart-lists',
    'mutation($i: CreateSmartListInput!) { createSmartList(input: $i) { smartList { id } } }',
    { where: { name: { contains: 'x' } } },
  ],
]

describe('Visible characters in titles and names', () => {
  test.each(creationCases)(
    'the field %s of %s requires a visible character',
    async (field, path, document, extraInput) => {
      const dataBefore = await dump(world)
      for (const [, text] of invisibleTexts) {
        const input = { ...extraInput, [field]: text }
        for (const [reply, prefix] of [
          [await asOwner().rest('POST', path, input), ''],
          [await asOwner().gql(document, { i: input }), 'input.'],
        ] as const)
          expect([JSON.stringify(text), listFaults(reply)]).toEqual([
            JSON.stringify(text),
            [`${prefix}${field} INVALID_FORMAT`],
          ])
      }
      expect(await dump(world)).toEqual(dataBefore)
    },
  )

  test.each(creationCases)(
    'the field %s of %s cannot contain line breaks',
    async (field, path, document, extraInput) => {
      const dataBefore = await dump(world)
      for (const lineBreak of lineBreaks) {
        const input = { ...extraInput, [field]: `a${lineBreak}b` }
        for (const [reply, prefix] of [
          [await asOwner().rest('POST', path, input), ''],
          [await asOwner().gql(document, { i: input }), 'input.'],
        ] as const)
          expect([JSON.stringify(lineBreak), listFaults(reply)]).toEqual([
            JSON.stringify(lineBreak),
            [`${prefix}${field} INVALID_FORMAT`],
          ])
      }
      expect(await dump(world)).toEqual(dataBefore)
    },
  )

  test('the title of a task can contain joiners and marks in addition to visible characters and is returned unchanged', async () => {
    for (const title of visibleTexts) {
      const { body } = await asOwner().rest('POST', '/v1/tasks', { title })
      expect(body.data.title).toBe(title)
    }
  })

  test('the command `company create` rejects names without a visible character or with a line break', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dealgraph-text-'))
    const createCompany = (...args: string[]) =>
      runDealgraph(
        { DATABASE_URL: `sqlite:${join(folder, 'a.db')}`, DEMO: 'false' },
        ...['company', 'create', '--owner-email', 'ann@acme.test', ...args],
      )
    for (const args of [
      ['--name', '\u200b'],
      ['--name', 'Ac\u2028me'],
      ['--name', 'Acme', '--owner-name', '\u3164'],
    ]) {
      const { code, stderr } = await createCompany(...args)
      expect([args, code, /visible character|line breaks/.test(stderr)]).toEqual([args, 2, true])
    }
    rmSync(folder, { recursive: true })
  })
})

describe('Names of people', () => {
  const createPersonMutation =
    'mutation($i: CreatePersonInput!) { createPerson(input: $i) { person { id } } }'

  test.each(invisibleTexts)('the name of a person cannot consist only of %s', async (_, text) => {
    const dataBefore = await dump(world)
    for (const [input, ...fields] of [
      [{ firstName: text }, 'firstName'],
      [{ lastName: text }, 'lastName'],
      [{ firstName: text, lastName: text }, 'firstName', 'lastName'],
      [{ firstName: text, emails: [{ value: 'a@b.example' }] }, 'firstName'],
    ] as const)
      for (const [reply, prefix] of [
        [await asOwner().rest('POST', '/v1/people', input), ''],
        [await asOwner().gql(createPersonMutation, { i: input }), 'input.'],
      ] as const)
        expect(listFaults(reply)).toEqual(fields.map((field) => `${prefix}${field} INVALID_FORMAT`))
    expect(await dump(world)).toEqual(dataBefore)
  })

  test("a person's first or last name can be empty or invisible if the other is visible, and both can be missing if the person has an email", async () => {
    for (const input of [
      { firstName: '\u200b', lastName: 'Lee' },
      { firstName: '', lastName: 'Lee' },
      { firstName: 'Ann', lastName: '' },
      { emails: [{ value: 'c@d.example' }] },
      ...visibleTexts.map((firstName) => ({ firstName })),
    ]) {
      const { status, body } = await asOwner().rest('POST', '/v1/people', input)
      expect([status, body.data.firstName]).toEqual([
        201,
        ('firstName' in input ? input.firstName : undefined) ?? '',
      ])
    }
  })

  test('the name of a person cannot contain line breaks', async () => {
    for (const lineBreak of lineBreaks)
      expect(
        listFaults(await asOwner().rest('POST', '/v1/people', { firstName: `a${lineBreak}b` })),
      ).toEqual(['firstName INVALID_FORMAT'])
  })

  test('an update cannot leave a person with an invisible name', async () => {
    const { id } = (
      await asOwner().rest('POST', '/v1/people', { firstName: '\u200b', lastName: 'Lee' })
    ).body.data
    const dataBefore = await dump(world)
    for (const input of [{ lastName: '' }, { lastName: '\u200b' }, { lastName: null }]) {
      const updateReply = await asOwner().rest('PUT', `/v1/people/${id}`, input)
      expect([updateReply.status, listFaults(updateReply)[0]]).toEqual([
        400,
        'firstName INVALID_FORMAT',
      ])
    }
    expect(await dump(world)).toEqual(dataBefore)
    expect((await asOwner().rest('PUT', `/v1/people/${id}`, { source: 'x' })).status).toBe(200)
  })

  test('an import rejects a person whose name has no visible character', async () => {
    const importer = createImporter(world)
    const importResult = await importer.import(
      importer.file('people.csv', 'First Name,Last Name\n\u200b,\u200b\nAnn,Lee\n'),
      { kind: 'people' },
    )
    expect(listRejectedRows(importResult)).toHaveLength(1)
    expect(getRowCounts(importResult)).toEqual({ created: 1, refused: 1 })
    importer.remove()
  })
})

test('the first name of a user requires a visible character', async () => {
  const user = { email: 'new@acme.test', role: 'Agent' }
  for (const [, text] of invisibleTexts)
    expect(
      listFaults(await asOwner().rest('POST', '/v1/users', { ...user, firstName: text })),
    ).toContain('firstName INVALID_FORMAT')
})
