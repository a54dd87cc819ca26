/** Tests how an import matches rows with existing people. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createImporter,
  getRowCounts,
  type Importer,
  listDuplicates,
  listNameDifferences,
} from './support/importer.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

let world: World
let importer: Importer
beforeEach(async () => {
  world = await createWorld()
  importer = createImporter(world)
})
afterEach(async () => {
  importer.remove()
  await world.stop()
})

type ImportOptions = NonNullable<Parameters<Importer['import']>[1]>
let fileCount = 0
const importCsv = (text: string, options: ImportOptions = {}, batchSize = 200) => {
  world.clock.advance(1000)
  return importer.import(
    importer.file(`${++fileCount}.csv`, text),
    { again: true, ...options },
    'owner',
    {
      batchSize: batchSize,
    },
  )
}
const runDryRun = (text: string, batchSize?: number) => importCsv(text, { dryRun: true }, batchSize)
const createPerson = async (input: object, user: TestUser = 'owner'): Promise<string> => {
  world.clock.advance(1000)
  return (await world.as(user).rest('POST', '/v1/people', input)).body.data.id
}
const listPeople = async () =>
  (
    await world
      .as('owner')
      .gql('{ people(first: 100) { nodes { id fullName emails { value } phones { value } } } }')
  ).body.data.people.nodes.toReversed()
const listNames = async () =>
  (await listPeople()).map(({ fullName }: { fullName: string }) => fullName)
const sharedNumber = '+14155550100'
const threePeopleCsv =
  'First name,Last name,Email,Phone\n' +
  `Alice,Adams,alice@x.test,${sharedNumber}\n` +
  `Bob,Brown,bob@x.test,${sharedNumber}\n` +
  `Carl,Clark,carl@x.test,${sharedNumber}\n`
const expectedDuplicates = [
  [3, 'Bob Brown', `Alice Adams by phone ${sharedNumber}`],
  [4, 'Carl Clark', `Alice Adams by phone ${sharedNumber}`, `Bob Brown by phone ${sharedNumber}`],
]

describe('People who share a phone number', () => {
  test.each([200, 1])(
    'an import in batches of %d rows keeps people who share a phone number separate and lists them as possible duplicates',
    async (batchSize) => {
      const dryRunResult = await runDryRun(threePeopleCsv, batchSize)
      expect([getRowCounts(dryRunResult), listDuplicates(dryRunResult)]).toEqual([
        { created: 3 },
        expectedDuplicates,
      ])
      const importResult = await importCsv(threePeopleCsv, {}, batchSize)
      expect([getRowCounts(importResult), listDuplicates(importResult)]).toEqual([
        { created: 3 },
        expectedDuplicates,
      ])
      expect(await listNames()).toEqual(['Alice Adams', 'Bob Brown', 'Carl Clark'])
    },
  )

  test('a repeated import matches people who share a phone number and reports no duplicates', async () => {
    await importCsv(threePeopleCsv)
    for (const repeatedResult of [
      await runDryRun(threePeopleCsv, 1),
      await importCsv(threePeopleCsv, {}, 1),
    ])
      expect([
        getRowCounts(repeatedResult),
        listDuplicates(repeatedResult),
        listNameDifferences(repeatedResult),
      ]).toEqual([{ unchanged: 3 }, [], []])
  })

  test('a repeated import matches many people with the same phone number and no email', async () => {
    const csvRows = Array.from({ length: 70 }, (_, index) => `Person,No${index},${sharedNumber}`)
    const csv = `First name,Last name,Phone\n${csvRows.join('\n')}\n`
    expect(getRowCounts(await runDryRun(csv, 7))).toEqual({ created: 70 })
    expect(getRowCounts(await importCsv(csv, {}, 7))).toEqual({ created: 70 })
    expect(getRowCounts(await runDryRun(csv, 7))).toEqual({ unchanged: 70 })
    expect(getRowCounts(await importCsv(csv, {}, 7))).toEqual({ unchanged: 70 })
  })

  test("an import creates people with another person's phone number and lists them as possible duplicates", async () => {
    const aliceId = await createPerson({ firstName: 'Alice', phones: [{ value: sharedNumber }] })
    const importResult = await importCsv('First name,Phone\nBob,(415) 555-0100\n')
    expect(importResult.summary.review.possibleDuplicates).toMatchObject([
      { people: [{ id: aliceId, title: 'Alice', by: 'phone', value: sharedNumber }], total: 1 },
    ])
    expect(await listNames()).toEqual(['Alice', 'Bob'])
  })

  test('an import treats phone numbers with different extensions as different numbers', async () => {
    const csv = 'First name,Phone\nAnn,415 555 0100 x 33\nBob,415 555 0100 x 34\n'
    const importResult = await importCsv(csv)
    expect([getRowCounts(importResult), listDuplicates(importResult)]).toEqual([{ created: 2 }, []])
    const phoneOnlyImport = await importCsv('Phone,Source\n4155550100 ext 34,Fair\n')
    expect([
      getRowCounts(phoneOnlyImport),
      phoneOnlyImport.summary.review.possibleDuplicates,
    ]).toEqual([{ updated: 1 }, []])
  })
})

describe('Phone number matches in imports', () => {
  test.each([
    ['Ann Lee', 'ann lee'],
    ['Ann Lee', 'Lee, Ann'],
    ['Zoë Åse', 'Zoe Ase'],
    ['Ann Lee', 'A. Lee'],
    ['A. Lee', 'Ann Lee'],
    ['Ann Lee', 'Ann'],
    ['Ann', 'Ann Lee'],
    ['Ann Lee', 'Ann Marie Lee'],
    ['Anne-Marie Lee', 'Anne Marie Lee'],
    ["Tim O'Neill", 'Tim ONeill'],
    ['李 伟', '伟 李'],
  ])(
    'an import treats a person named %s and a row with the name %s as the same person if their phone numbers match',
    async (storedName, name) => {
      await createPerson({ ...splitName(storedName), phones: [{ value: sharedNumber }] })
      const importResult = await importCsv(`Name,Phone,Source\n"${name}",${sharedNumber},Fair\n`)
      expect([getRowCounts(importResult), listDuplicates(importResult)]).toEqual([
        { updated: 1 },
        [],
      ])
    },
  )

  test.each([
    ['Robert Lee', 'Bob Lee'],
    ['Ann Lee', 'Anna Lee'],
    ['Ann Lee', 'Ann Smith'],
    ['Ann Lee', 'Bert Lee'],
    ['Ann Lee', 'A. L.'],
    ['A. Lee', 'B. Lee'],
    ['John Smith', 'John Smith Jr.'],
    ['Ann Smith', 'Lee Ann'],
    ['王 伟', '王 芳'],
  ])(
    'an import treats a person named %s and a row with the name %s as different people even if their phone numbers match',
    async (storedName, name) => {
      await createPerson({ ...splitName(storedName), phones: [{ value: sharedNumber }] })
      const importResult = await importCsv(`Name,Phone,Source\n"${name}",${sharedNumber},Fair\n`)
      expect([getRowCounts(importResult), listDuplicates(importResult)]).toEqual([
        { created: 1 },
        [[2, expect.any(String), `${storedName} by phone ${sharedNumber}`]],
      ])
    },
  )

  test('an imported row with a phone number, but no name or email, matches a person only if no other person has the number', async () => {
    const annId = await createPerson({ firstName: 'Ann', phones: [{ value: sharedNumber }] })
    const csv = `Phone,Source\n${sharedNumber},Fair\n`
    expect((await importCsv(csv)).summary.review).toMatchObject({ possibleDuplicates: [] })
    expect((await world.as('owner').rest('GET', `/v1/people/${annId}`)).body.data.source).toBe(
      'Fair',
    )
    await createPerson({ firstName: 'Bob', phones: [{ value: sharedNumber }] })
    const secondImport = await importCsv(csv)
    expect(getRowCounts(secondImport)).toEqual({ created: 1 })
    expect(listDuplicates(secondImport)[0]).toHaveLength(4)
    expect(getRowCounts(await importCsv(csv))).toEqual({ unchanged: 1 })
  })

  test('an imported row with an email, but no name, does not match a named person by the phone number alone', async () => {
    await createPerson({ firstName: 'Ann', phones: [{ value: sharedNumber }] })
    const importResult = await importCsv(`Email,Phone\nbob@x.test,${sharedNumber}\n`)
    expect([getRowCounts(importResult), listDuplicates(importResult)]).toEqual([
      { created: 1 },
      [[2, '', `Ann by phone ${sharedNumber}`]],
    ])
  })

  test('an imported row with a name and a phone matches a person with only that phone and adds the name', async () => {
    const id = await createPerson({ phones: [{ value: sharedNumber }] })
    const importResult = await importCsv(`First name,Email,Phone\nAnn,ann@x.test,${sharedNumber}\n`)
    expect([getRowCounts(importResult), listNameDifferences(importResult)]).toEqual([
      { updated: 1 },
      [[2, '', 'Ann', false]],
    ])
    expect(await listPeople()).toMatchObject([{ id, fullName: 'Ann' }])
  })

  test('an imported row with an initial that fits two people with the same phone number matches neither person', async () => {
    for (const firstName of ['Jane', 'John'])
      await createPerson({ firstName, lastName: 'Smith', phones: [{ value: sharedNumber }] })
    const csv = `First name,Last name,Phone\nJ.,Smith,${sharedNumber}\n`
    const importResult = await importCsv(csv)
    expect([getRowCounts(importResult), listDuplicates(importResult)[0]?.length]).toEqual([
      { created: 1 },
      4,
    ])
    expect(getRowCounts(await importCsv(csv))).toEqual({ unchanged: 1 })
  })
})

const splitName = (name: string) => {
  const words = name.split(' ')
  return { firstName: words.slice(0, -1).join(' ') || name, lastName: words[1] ? words.at(-1) : '' }
}

test('an imported task with a phone number is linked to a person only if the number is not shared', async () => {
  await importCsv(threePeopleCsv)
  await createPerson({ firstName: 'Dora', phones: [{ value: `${sharedNumber} x7` }] })
  const csv = `Title,Person\nShared,${sharedNumber}\nOwn,415 555 0100 ext. 7\n`
  await importCsv(csv, { kind: 'tasks', map: ['Person=person'] })
  const { body } = await world.as('owner').gql('{ tasks { nodes { title person { fullName } } } }')
  expect(body.data.tasks.nodes).toEqual(
    expect.arrayContaining([
      { title: 'Shared', person: null },
      { title: 'Own', person: { fullName: 'Dora' } },
    ]),
  )
})

describe('Email matches in imports', () => {
  test('an import prefers an email match to a phone match and reports the phone match as a possible duplicate', async () => {
    const aliceId = await createPerson({ firstName: 'Alice', emails: [{ value: 'alice@x.test' }] })
    await createPerson({ firstName: 'Bob', phones: [{ value: sharedNumber }] })
    const csv = `First name,Email,Phone\nBob,Alice@X.test,${sharedNumber}\n`
    const importResult = await importCsv(csv)
    expect([
      getRowCounts(importResult),
      listNameDifferences(importResult),
      listDuplicates(importResult),
    ]).toEqual([
      { updated: 1 },
      [[2, 'Alice', 'Bob', true]],
      [[2, 'Alice', `Bob by phone ${sharedNumber}`]],
    ])
    expect(importResult.summary.review.possibleDuplicates[0]?.id).toBe(aliceId)
    expect(await listNames()).toEqual(['Alice', 'Bob'])
    expect(listDuplicates(await importCsv(csv))).toEqual([])
  })

  test('an import that matches a person by email keeps the stored name and reports a different name in the file', async () => {
    await createPerson({ firstName: 'Ann', lastName: 'Lee', emails: [{ value: 'info@x.test' }] })
    const csv = 'First name,Last name,Email\nBob,Ross,info@x.test\nAnn,LEE,info@x.test\n'
    for (const importResult of [await runDryRun(csv, 1), await importCsv(csv)])
      expect([getRowCounts(importResult), listNameDifferences(importResult)]).toEqual([
        { unchanged: 2 },
        [
          [2, 'Ann Lee', 'Bob Ross', true],
          [3, 'Ann Lee', 'Ann LEE', true],
        ],
      ])
    const clearedImport = await importCsv('First name,Last name,Email\n,,info@x.test\n', {
      clearEmpty: true,
    })
    expect([await listNames(), listNameDifferences(clearedImport)]).toEqual([
      ['Ann Lee'],
      [[2, 'Ann Lee', '', true]],
    ])
  })

  test('an import that matches a person by email completes a partial name and sets a missing name', async () => {
    await createPerson({ firstName: 'Ann', emails: [{ value: 'ann@x.test' }] })
    await createPerson({ emails: [{ value: 'bob@x.test' }] })
    await createPerson({ lastName: 'Vicious', emails: [{ value: 'cid@x.test' }] })
    const csv =
      'First name,Last name,Email\nann,Lee,ann@x.test\nBob,Ross,bob@x.test\nCid,Other,cid@x.test\n'
    expect(listNameDifferences(await importCsv(csv))).toEqual([
      [2, 'Ann', 'Ann Lee', false],
      [3, '', 'Bob Ross', false],
      [4, 'Vicious', 'Cid Other', true],
    ])
    expect(await listNames()).toEqual(['Ann Lee', 'Bob Ross', 'Vicious'])
  })

  test('an import with `overwriteNames` changes the name of a person matched by email and lists the change', async () => {
    await createPerson({ firstName: 'Ann', emails: [{ value: 'ann@x.test' }] })
    const importResult = await importCsv('First name,Email\nAnna,ann@x.test\n', {
      overwriteNames: true,
    })
    expect([await listNames(), listNameDifferences(importResult)]).toEqual([
      ['Anna'],
      [[2, 'Ann', 'Anna', false]],
    ])
  })

  test('an imported email shared by several people matches the person with the same name, or the person created first if no name matches', async () => {
    const emails = [{ value: 'info@x.test' }]
    const [annId, bobId] = [
      await createPerson({ firstName: 'Ann', emails }),
      await createPerson({ firstName: 'Bob', emails }),
    ]
    const csv = 'First name,Email,Source\nBob,info@x.test,Fair\nCid,info@x.test,Web\n'
    const { summary } = await importCsv(csv)
    expect(summary.review.possibleDuplicates).toMatchObject([
      { line: 3, id: annId, people: [{ id: bobId }] },
    ])
    expect((await world.as('owner').rest('GET', `/v1/people/${bobId}`)).body.data.source).toBe(
      'Fair',
    )
    expect((await world.as('owner').rest('GET', `/v1/people/${annId}`)).body.data.source).toBe(
      'Web',
    )
  })
})

test.each([200, 1])(
  'an import in batches of %d rows matches people by external id before email, even between rows of one file',
  async (batchSize) => {
    const headingMapping = ['Record ID=externalId']
    const csv =
      'Record ID,First name,Email\n1,Ann,ann@x.test\n2,Bob,bob@x.test\n1,Anna,bob@x.test\n'
    const dryRunResult = await importCsv(csv, { map: headingMapping, dryRun: true }, batchSize)
    expect(getRowCounts(dryRunResult)).toEqual({ created: 2, updated: 1 })
    const importResult = await importCsv(csv, { map: headingMapping }, batchSize)
    expect([getRowCounts(importResult), listNameDifferences(importResult)]).toEqual([
      { created: 2, updated: 1 },
      [[4, 'Ann', 'Anna', false]],
    ])
    expect(await listNames()).toEqual(['Anna', 'Bob'])
  },
)

test('an import neither matches people hidden from the importing user nor lists them as possible duplicates', async () => {
  await createPerson({ firstName: 'Ann', phones: [{ value: sharedNumber }] }, 'loner')
  const file = importer.file(
    'own.csv',
    `First name,Phone\nAnn,${sharedNumber}\nBob,${sharedNumber}\n`,
  )
  const importResult = await importer.import(file, {}, 'agent')
  expect([getRowCounts(importResult), listDuplicates(importResult)]).toEqual([
    { created: 2 },
    [[3, 'Bob', `Ann by phone ${sharedNumber}`]],
  ])
  expect(importResult.summary.review.possibleDuplicates[0]?.total).toBe(1)
})
