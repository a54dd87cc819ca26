import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  countsOf,
  createImporter,
  duplicatesOf,
  type Importer,
  namesOf,
} from './support/importer.ts'
import { createWorld, type Who, type World } from './support/world.ts'

/** Matching of rows to existing people. */
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

type Options = NonNullable<Parameters<Importer['import']>[1]>
let files = 0
const imported = (text: string, options: Options = {}, batchSize = 200) => {
  world.clock.advance(1000)
  return importer.import(
    importer.file(`${++files}.csv`, text),
    { again: true, ...options },
    'owner',
    {
      batchSize: batchSize,
    },
  )
}
const rehearsed = (text: string, size?: number) => imported(text, { dryRun: true }, size)
const make = async (input: object, user: Who = 'owner'): Promise<string> => {
  world.clock.advance(1000)
  return (await world.as(user).rest('POST', '/v1/people', input)).body.data.id
}
const people = async () =>
  (
    await world
      .as('owner')
      .gql('{ people(first: 100) { nodes { id fullName emails { value } phones { value } } } }')
  ).body.data.people.nodes.toReversed()
const names = async () => (await people()).map(({ fullName }: { fullName: string }) => fullName)
const switchboard = '+14155550100'
const three =
  'First name,Last name,Email,Phone\n' +
  `Alice,Adams,alice@x.test,${switchboard}\n` +
  `Bob,Brown,bob@x.test,${switchboard}\n` +
  `Carl,Clark,carl@x.test,${switchboard}\n`
const threeDuplicates = [
  [3, 'Bob Brown', `Alice Adams by phone ${switchboard}`],
  [4, 'Carl Clark', `Alice Adams by phone ${switchboard}`, `Bob Brown by phone ${switchboard}`],
]

describe('People who share a phone number', () => {
  test.each([200, 1])(
    'people who share a phone number remain separate people, in batches of %d rows',
    async (size) => {
      const dry = await rehearsed(three, size)
      expect([countsOf(dry), duplicatesOf(dry)]).toEqual([{ created: 3 }, threeDuplicates])
      const real = await imported(three, {}, size)
      expect([countsOf(real), duplicatesOf(real)]).toEqual([{ created: 3 }, threeDuplicates])
      expect(await names()).toEqual(['Alice Adams', 'Bob Brown', 'Carl Clark'])
    },
  )

  test('a repeated import matches people who share a phone number and reports no duplicates', async () => {
    await imported(three)
    for (const again of [await rehearsed(three, 1), await imported(three, {}, 1)])
      expect([countsOf(again), duplicatesOf(again), namesOf(again)]).toEqual([
        { unchanged: 3 },
        [],
        [],
      ])
  })

  test('a repeated import matches many people with the same phone number and no email', async () => {
    const rows = Array.from({ length: 70 }, (_, index) => `Person,No${index},${switchboard}`)
    const text = `First name,Last name,Phone\n${rows.join('\n')}\n`
    expect(countsOf(await rehearsed(text, 7))).toEqual({ created: 70 })
    expect(countsOf(await imported(text, {}, 7))).toEqual({ created: 70 })
    expect(countsOf(await rehearsed(text, 7))).toEqual({ unchanged: 70 })
    expect(countsOf(await imported(text, {}, 7))).toEqual({ unchanged: 70 })
  })

  test('an import creates people with the phone number of another person and lists them as possible duplicates', async () => {
    const alice = await make({ firstName: 'Alice', phones: [{ value: switchboard }] })
    const real = await imported('First name,Phone\nBob,(415) 555-0100\n')
    expect(real.summary.review.possibleDuplicates).toMatchObject([
      { people: [{ id: alice, title: 'Alice', by: 'phone', value: switchboard }], total: 1 },
    ])
    expect(await names()).toEqual(['Alice', 'Bob'])
  })

  test('phone numbers with different extensions are different numbers', async () => {
    const text = 'First name,Phone\nAnn,415 555 0100 x 33\nBob,415 555 0100 x 34\n'
    const real = await imported(text)
    expect([countsOf(real), duplicatesOf(real)]).toEqual([{ created: 2 }, []])
    const alone = await imported('Phone,Source\n4155550100 ext 34,Fair\n')
    expect([countsOf(alone), alone.summary.review.possibleDuplicates]).toEqual([{ updated: 1 }, []])
  })
})

describe('Phone matches', () => {
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
  ])('a phone match identifies %s as %s', async (there, name) => {
    await make({ ...split(there), phones: [{ value: switchboard }] })
    const real = await imported(`Name,Phone,Source\n"${name}",${switchboard},Fair\n`)
    expect([countsOf(real), duplicatesOf(real)]).toEqual([{ updated: 1 }, []])
  })

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
  ])('a phone match does not identify %s as %s', async (there, name) => {
    await make({ ...split(there), phones: [{ value: switchboard }] })
    const real = await imported(`Name,Phone,Source\n"${name}",${switchboard},Fair\n`)
    expect([countsOf(real), duplicatesOf(real)]).toEqual([
      { created: 1 },
      [[2, expect.any(String), `${there} by phone ${switchboard}`]],
    ])
  })

  test('a row without name and email matches by phone if only one person has the number', async () => {
    const ann = await make({ firstName: 'Ann', phones: [{ value: switchboard }] })
    const row = `Phone,Source\n${switchboard},Fair\n`
    expect((await imported(row)).summary.review).toMatchObject({ possibleDuplicates: [] })
    expect((await world.as('owner').rest('GET', `/v1/people/${ann}`)).body.data.source).toBe('Fair')
    await make({ firstName: 'Bob', phones: [{ value: switchboard }] })
    const second = await imported(row)
    expect(countsOf(second)).toEqual({ created: 1 })
    expect(duplicatesOf(second)[0]).toHaveLength(4)
    expect(countsOf(await imported(row))).toEqual({ unchanged: 1 })
  })

  test('a row with a different email and no name does not match by phone', async () => {
    await make({ firstName: 'Ann', phones: [{ value: switchboard }] })
    const real = await imported(`Email,Phone\nbob@x.test,${switchboard}\n`)
    expect([countsOf(real), duplicatesOf(real)]).toEqual([
      { created: 1 },
      [[2, '', `Ann by phone ${switchboard}`]],
    ])
  })

  test('a row matches a person with only a phone number and adds the name', async () => {
    const id = await make({ phones: [{ value: switchboard }] })
    const real = await imported(`First name,Email,Phone\nAnn,ann@x.test,${switchboard}\n`)
    expect([countsOf(real), namesOf(real)]).toEqual([{ updated: 1 }, [[2, '', 'Ann', false]]])
    expect(await people()).toMatchObject([{ id, fullName: 'Ann' }])
  })

  test('a row with an initial that fits two people matches neither', async () => {
    for (const firstName of ['Jane', 'John'])
      await make({ firstName, lastName: 'Smith', phones: [{ value: switchboard }] })
    const text = `First name,Last name,Phone\nJ.,Smith,${switchboard}\n`
    const real = await imported(text)
    expect([countsOf(real), duplicatesOf(real)[0]?.length]).toEqual([{ created: 1 }, 4])
    expect(countsOf(await imported(text))).toEqual({ unchanged: 1 })
  })
})

const split = (name: string) => {
  const words = name.split(' ')
  return { firstName: words.slice(0, -1).join(' ') || name, lastName: words[1] ? words.at(-1) : '' }
}

test('a task with a phone number is linked to a person only if the number is not shared', async () => {
  await imported(three)
  await make({ firstName: 'Dora', phones: [{ value: `${switchboard} x7` }] })
  const text = `Title,Person\nShared,${switchboard}\nOwn,415 555 0100 ext. 7\n`
  await imported(text, { kind: 'tasks', map: ['Person=person'] })
  const { body } = await world.as('owner').gql('{ tasks { nodes { title person { fullName } } } }')
  expect(body.data.tasks.nodes).toEqual(
    expect.arrayContaining([
      { title: 'Shared', person: null },
      { title: 'Own', person: { fullName: 'Dora' } },
    ]),
  )
})

describe('Email matches', () => {
  test('an email match takes precedence over a phone match, whose person is reported', async () => {
    const alice = await make({ firstName: 'Alice', emails: [{ value: 'alice@x.test' }] })
    await make({ firstName: 'Bob', phones: [{ value: switchboard }] })
    const text = `First name,Email,Phone\nBob,Alice@X.test,${switchboard}\n`
    const real = await imported(text)
    expect([countsOf(real), namesOf(real), duplicatesOf(real)]).toEqual([
      { updated: 1 },
      [[2, 'Alice', 'Bob', true]],
      [[2, 'Alice', `Bob by phone ${switchboard}`]],
    ])
    expect(real.summary.review.possibleDuplicates[0]?.id).toBe(alice)
    expect(await names()).toEqual(['Alice', 'Bob'])
    expect(duplicatesOf(await imported(text))).toEqual([])
  })

  test('an email match keeps the stored name and lists the name in the file, even in a dry run', async () => {
    await make({ firstName: 'Ann', lastName: 'Lee', emails: [{ value: 'info@x.test' }] })
    const text = 'First name,Last name,Email\nBob,Ross,info@x.test\nAnn,LEE,info@x.test\n'
    for (const each of [await rehearsed(text, 1), await imported(text)])
      expect([countsOf(each), namesOf(each)]).toEqual([
        { unchanged: 2 },
        [
          [2, 'Ann Lee', 'Bob Ross', true],
          [3, 'Ann Lee', 'Ann LEE', true],
        ],
      ])
    const cleared = await imported('First name,Last name,Email\n,,info@x.test\n', {
      clearEmpty: true,
    })
    expect([await names(), namesOf(cleared)]).toEqual([['Ann Lee'], [[2, 'Ann Lee', '', true]]])
  })

  test('an email match completes a partial name and sets a missing name', async () => {
    await make({ firstName: 'Ann', emails: [{ value: 'ann@x.test' }] })
    await make({ emails: [{ value: 'bob@x.test' }] })
    await make({ lastName: 'Vicious', emails: [{ value: 'cid@x.test' }] })
    const text =
      'First name,Last name,Email\nann,Lee,ann@x.test\nBob,Ross,bob@x.test\nCid,Other,cid@x.test\n'
    expect(namesOf(await imported(text))).toEqual([
      [2, 'Ann', 'Ann Lee', false],
      [3, '', 'Bob Ross', false],
      [4, 'Vicious', 'Cid Other', true],
    ])
    expect(await names()).toEqual(['Ann Lee', 'Bob Ross', 'Vicious'])
  })

  test('an email match changes a name only with `overwriteNames` and lists the change', async () => {
    await make({ firstName: 'Ann', emails: [{ value: 'ann@x.test' }] })
    const real = await imported('First name,Email\nAnna,ann@x.test\n', { overwriteNames: true })
    expect([await names(), namesOf(real)]).toEqual([['Anna'], [[2, 'Ann', 'Anna', false]]])
  })

  test('an email match among several people prefers an equal name, then the oldest, and reports the others', async () => {
    const emails = [{ value: 'info@x.test' }]
    const [ann, bob] = [
      await make({ firstName: 'Ann', emails }),
      await make({ firstName: 'Bob', emails }),
    ]
    const text = 'First name,Email,Source\nBob,info@x.test,Fair\nCid,info@x.test,Web\n'
    const { summary } = await imported(text)
    expect(summary.review.possibleDuplicates).toMatchObject([
      { line: 3, id: ann, people: [{ id: bob }] },
    ])
    expect((await world.as('owner').rest('GET', `/v1/people/${bob}`)).body.data.source).toBe('Fair')
    expect((await world.as('owner').rest('GET', `/v1/people/${ann}`)).body.data.source).toBe('Web')
  })
})

test.each([200, 1])(
  'an id of another program takes precedence over emails, including within a file, in batches of %d',
  async (size) => {
    const map = ['Record ID=externalId']
    const text =
      'Record ID,First name,Email\n1,Ann,ann@x.test\n2,Bob,bob@x.test\n1,Anna,bob@x.test\n'
    const dry = await imported(text, { map, dryRun: true }, size)
    expect(countsOf(dry)).toEqual({ created: 2, updated: 1 })
    const real = await imported(text, { map }, size)
    expect([countsOf(real), namesOf(real)]).toEqual([
      { created: 2, updated: 1 },
      [[4, 'Ann', 'Anna', false]],
    ])
    expect(await names()).toEqual(['Anna', 'Bob'])
  },
)

test('an import neither matches people hidden from its user nor lists them as possible duplicates', async () => {
  await make({ firstName: 'Ann', phones: [{ value: switchboard }] }, 'loner')
  const file = importer.file(
    'own.csv',
    `First name,Phone\nAnn,${switchboard}\nBob,${switchboard}\n`,
  )
  const real = await importer.import(file, {}, 'agent')
  expect([countsOf(real), duplicatesOf(real)]).toEqual([
    { created: 2 },
    [[3, 'Bob', `Ann by phone ${switchboard}`]],
  ])
  expect(real.summary.review.possibleDuplicates[0]?.total).toBe(1)
})
