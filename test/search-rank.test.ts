import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type TestUser, type World } from './support/world.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** Returns a different three-letter word for each number below 17,576. */
const getWord = (n: number) =>
  `${letters[n % 26]}${letters[Math.floor(n / 26) % 26]}${letters[Math.floor(n / 676) % 26]}`

describe('Search among similar names', () => {
  let world: World
  const muellerCount = 2000
  const fullNames = new Map<string, string>()

  async function createPeople(
    people: { firstName: string; lastName: string }[],
    user: TestUser = 'owner',
  ) {
    for (let start = 0; start < people.length; start += 100) {
      const { body } = await world
        .as(user)
        .gql(
          'mutation ($input: [CreatePersonInput!]!) { createPeople(input: $input) { results { person { id fullName } error { message } } } }',
          { input: people.slice(start, start + 100) },
        )
      for (const { person } of body.data.createPeople.results)
        fullNames.set(person.id, person.fullName)
    }
  }
  const createName = (firstName: string, lastName = '') => ({ firstName, lastName })

  /**
   * People with exactly these names. They are the oldest people, so the default order, newest
   * first, cannot rank them first.
   */
  const exactNames = [
    createName('Müller', 'Müller'),
    createName('Ann', 'Ann'),
    createName('Bo'),
    createName('Li', 'Li Li'),
    createName('Anna', 'Maria Müller'),
    createName('Jo', 'a b c d e f g h'),
    createName('Tim', 'Bob Bob'),
    createName('Tim', 'Tim Bob'),
  ]
  beforeAll(async () => {
    world = await createWorld()
    await createPeople(exactNames)
    await createPeople([createName('müller', 'MULLER')], 'loner')
    await createPeople(
      Array.from({ length: muellerCount }, (_, n) => createName('Müller', getWord(n))),
    )
    await createPeople(
      Array.from({ length: 120 }, (_, n) => createName('Ann', `Ann ${getWord(n)}`)),
    )
    await createPeople(
      Array.from({ length: 120 }, (_, n) => createName(`Bo${getWord(n)}`, getWord(n))),
    )
    await createPeople(Array.from({ length: 120 }, (_, n) => createName('Li', getWord(n))))
    await createPeople(
      Array.from({ length: 120 }, (_, n) => createName(`Anna ${getWord(n)}`, 'Maria Müller')),
    )
    await createPeople(
      Array.from({ length: 120 }, (_, n) => createName(`Tim ${getWord(n)}`, 'Bob')),
    )
  }, 300_000)
  afterAll(() => world.stop())

  const searchByName = async (name: string, user: TestUser = 'owner', limit = 50, cursor = '') => {
    const query = new URLSearchParams({ name, limit: String(limit), ...(cursor && { cursor }) })
    const { body } = await world.as(user).rest('GET', `/v1/people/search?${query}`)
    return {
      names: body.data.map(({ fullName }: { fullName: string }) => fullName) as string[],
      ids: body.data.map(({ id }: { id: string }) => id) as string[],
      next: body.meta.nextCursor as string | undefined,
    }
  }

  test('a search ranks the exact name first, ignoring case, accents and word order', async () => {
    const expectedFirstNames: [query: string, names: string[]][] = [
      ['Müller Müller', ['müller MULLER', 'Müller Müller']],
      ['MULLER  muller', ['müller MULLER', 'Müller Müller']],
      ['Ann Ann', ['Ann Ann']],
      ['bo', ['Bo']],
      ['Li Li Li', ['Li Li Li']],
      ['Müller Anna Maria', ['Anna Maria Müller']],
      ['maria muller anna', ['Anna Maria Müller']],
      ['Jo a b c d e f g h', ['Jo a b c d e f g h']],
      ['Bob Tim Bob', ['Tim Bob Bob']],
      ['Tim Bob Tim', ['Tim Tim Bob']],
    ]
    for (const [query, names] of expectedFirstNames)
      expect([query, (await searchByName(query)).names.slice(0, names.length)]).toEqual([
        query,
        names,
      ])
  })

  test('a search ranks whole-word matches before prefix matches', async () => {
    const { names } = await searchByName('ann', 'owner', 100)
    expect(names.findIndex((name) => name.startsWith('Anna'))).toBe(-1)
    const resultIds = await readAllPages('ann')
    const firstPrefixMatchIndex = resultIds.findIndex((id) => fullNames.get(id)?.startsWith('Anna'))
    expect(firstPrefixMatchIndex).toBe(121)
    expect(
      resultIds
        .slice(0, firstPrefixMatchIndex)
        .every((id) => fullNames.get(id)?.split(' ').includes('Ann')),
    ).toBe(true)
  })

  async function readAllPages(
    name: string,
    user: TestUser = 'owner',
    limit = 100,
  ): Promise<string[]> {
    const foundIds: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await searchByName(name, user, limit, cursor)
      foundIds.push(...page.ids)
      cursor = page.next
    }
    return foundIds
  }

  test('search result pages contain each match once, exact names first', async () => {
    const allIds = await readAllPages('müller müller')
    expect(allIds.length).toBe(muellerCount + 2 + 120 + 1)
    expect(new Set(allIds).size).toBe(allIds.length)
    const firstPage = await searchByName('müller müller', 'owner', 1)
    const secondPage = await searchByName('müller müller', 'owner', 1, firstPage.next)
    const nextPage = await searchByName('müller müller', 'owner', 98, secondPage.next)
    expect([...firstPage.ids, ...secondPage.ids, ...nextPage.ids]).toEqual(allIds.slice(0, 100))
    const liIds = await readAllPages('li li li', 'owner', 7)
    expect(fullNames.get(liIds[0] as string)).toBe('Li Li Li')
    expect(liIds.length).toBeGreaterThan(120)
    expect(new Set(liIds).size).toBe(liIds.length)
  })

  test('a search for a name that two people share returns only those people whom the caller can view', async () => {
    expect((await searchByName('Müller Müller', 'loner')).names).toEqual(['müller MULLER'])
    expect((await searchByName('Müller Müller', 'agent')).names).toEqual([])
    expect((await searchByName('Müller Müller', 'stranger')).names).toEqual([])
  })

  test('the total of a search counts each match once', async () => {
    const { body } = await world
      .as('owner')
      .gql('{ searchPeople(by: { name: "Müller Müller" }, first: 1) { totalCount } }')
    expect(body.data.searchPeople.totalCount).toBe(muellerCount + 2 + 120 + 1)
  })
})
