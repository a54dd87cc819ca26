import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type Who, type World } from './support/world.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** A unique word for each number. */
const wordOf = (n: number) =>
  `${letters[n % 26]}${letters[Math.floor(n / 26) % 26]}${letters[Math.floor(n / 676) % 26]}`

describe('Search among similar names', () => {
  let world: World
  const muellerCount = 2000
  const fullNames = new Map<string, string>()

  async function add(people: { firstName: string; lastName: string }[], user: Who = 'owner') {
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
  const named = (firstName: string, lastName = '') => ({ firstName, lastName })

  /** Exact names are the oldest people, so that their age does not put them first. */
  const exact = [
    named('Müller', 'Müller'),
    named('Ann', 'Ann'),
    named('Bo'),
    named('Li', 'Li Li'),
    named('Anna', 'Maria Müller'),
    named('Jo', 'a b c d e f g h'),
    named('Tim', 'Bob Bob'),
    named('Tim', 'Tim Bob'),
  ]
  beforeAll(async () => {
    world = await createWorld()
    await add(exact)
    await add([named('müller', 'MULLER')], 'loner')
    await add(Array.from({ length: muellerCount }, (_, n) => named('Müller', wordOf(n))))
    await add(Array.from({ length: 120 }, (_, n) => named('Ann', `Ann ${wordOf(n)}`)))
    await add(Array.from({ length: 120 }, (_, n) => named(`Bo${wordOf(n)}`, wordOf(n))))
    await add(Array.from({ length: 120 }, (_, n) => named('Li', wordOf(n))))
    await add(Array.from({ length: 120 }, (_, n) => named(`Anna ${wordOf(n)}`, 'Maria Müller')))
    await add(Array.from({ length: 120 }, (_, n) => named(`Tim ${wordOf(n)}`, 'Bob')))
  }, 300_000)
  afterAll(() => world.stop())

  const search = async (name: string, user: Who = 'owner', limit = 50, cursor = '') => {
    const query = new URLSearchParams({ name, limit: String(limit), ...(cursor && { cursor }) })
    const { body } = await world.as(user).rest('GET', `/v1/people/search?${query}`)
    return {
      names: body.data.map(({ fullName }: { fullName: string }) => fullName) as string[],
      ids: body.data.map(({ id }: { id: string }) => id) as string[],
      next: body.meta.nextCursor as string | undefined,
    }
  }

  test('a search ranks the exact name first, ignoring case, accents and order of words', async () => {
    const first: [query: string, names: string[]][] = [
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
    for (const [query, names] of first)
      expect([query, (await search(query)).names.slice(0, names.length)]).toEqual([query, names])
  })

  test('a search ranks whole words after the exact name, then beginnings of words', async () => {
    const { names } = await search('ann', 'owner', 100)
    expect(names.findIndex((name) => name.startsWith('Anna'))).toBe(-1)
    const pages = await allPages('ann')
    const start = pages.findIndex((id) => fullNames.get(id)?.startsWith('Anna'))
    expect(start).toBe(121)
    expect(pages.slice(0, start).every((id) => fullNames.get(id)?.split(' ').includes('Ann'))).toBe(
      true,
    )
  })

  async function allPages(name: string, user: Who = 'owner', limit = 100): Promise<string[]> {
    const found: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await search(name, user, limit, cursor)
      found.push(...page.ids)
      cursor = page.next
    }
    return found
  }

  test('pages of a search contain each match once, exact names first', async () => {
    const whole = await allPages('müller müller')
    expect(whole.length).toBe(muellerCount + 2 + 120 + 1)
    expect(new Set(whole).size).toBe(whole.length)
    const one = await search('müller müller', 'owner', 1)
    const two = await search('müller müller', 'owner', 1, one.next)
    const rest = await search('müller müller', 'owner', 98, two.next)
    expect([...one.ids, ...two.ids, ...rest.ids]).toEqual(whole.slice(0, 100))
    const few = await allPages('li li li', 'owner', 7)
    expect(fullNames.get(few[0] as string)).toBe('Li Li Li')
    expect(few.length).toBeGreaterThan(120)
    expect(new Set(few).size).toBe(few.length)
  })

  test('a search returns only the visible one of two people with the same name', async () => {
    expect((await search('Müller Müller', 'loner')).names).toEqual(['müller MULLER'])
    expect((await search('Müller Müller', 'agent')).names).toEqual([])
    expect((await search('Müller Müller', 'stranger')).names).toEqual([])
  })

  test('the total of a search counts each match once', async () => {
    const { body } = await world
      .as('owner')
      .gql('{ searchPeople(name: "Müller Müller", first: 1) { totalCount } }')
    expect(body.data.searchPeople.totalCount).toBe(muellerCount + 2 + 120 + 1)
  })
})
