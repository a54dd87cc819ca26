/**
 * Tests people searches, as defined in clause 4, rule 1 of the contract and in later decisions:
 * parameters, phones, names, order and pages.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type TestUser, type World } from './support/world.ts'

let world: World
const idsByName: Record<string, string> = {}

const createPerson = async (
  firstName: string,
  lastName = '',
  body: object = {},
  caller: TestUser = 'owner',
) => {
  world.clock.advance(1000)
  const { data } = (
    await world.as(caller).rest('POST', '/v1/people', { firstName, lastName, ...body })
  ).body
  idsByName[data.fullName] = data.id
  return data.id as string
}
const searchPeople = (query: string, caller: TestUser = 'owner') =>
  world.as(caller).rest('GET', `/v1/people/search?${query}`)
const findNames = async (query: string, caller: TestUser = 'owner') =>
  (await searchPeople(query, caller)).body.data.map(
    (person: { fullName: string }) => person.fullName,
  )
const findByName = (name: string) => findNames(`name=${encodeURIComponent(name)}`)

beforeAll(async () => {
  world = await createWorld()
  await createPerson('Ann', 'Lee', {
    emails: [{ value: 'Ann@X.test' }, { value: 'ann.lee@y.test' }],
    phones: [{ value: '(415) 555-2671' }, { value: '+49 30 901820' }],
  })
  await createPerson('Ann', 'Lee Marie')
  await createPerson('Annabel', 'Leeds')
  await createPerson('Joann', 'Bleek')
  await createPerson('José', 'Müller')
  await createPerson('Smith', 'Jones')
  await createPerson('Bob', "O'Brien")
  await createPerson('100%', 'Sure_Thing*')
  await createPerson('Tom', 'Max')
  await createPerson('Øystein', 'Straße')
})
afterAll(() => world.stop())

describe('People search parameters', () => {
  test('the aliases of a people search parameter return the same people, and a search by email matches only the whole address, ignoring case', async () => {
    const id = idsByName['Ann Lee'] as string
    for (const name of ['id', 'contactId', 'personId'])
      expect([name, await findNames(`${name}=${id}`)]).toEqual([name, ['Ann Lee']])
    for (const name of ['name', 'fullName', 'q'])
      expect([name, await findNames(`${name}=bleek`)]).toEqual([name, ['Joann Bleek']])
    for (const email of ['ann@x.test', 'ANN.LEE@Y.TEST', '%20Ann@X.test%20'])
      expect([email, await findNames(`email=${email}`)]).toEqual([email, ['Ann Lee']])
    for (const email of ['ann@x', 'nn@x.test', '%25@x.test', 'nonsense'])
      expect([email, await findNames(`email=${email}`)]).toEqual([email, []])
  })

  test('a people search uses only the first parameter present, in the order `id`, `email`, `phone`, `name`', async () => {
    const id = idsByName['Tom Max'] as string
    expect(await findNames(`name=bleek&phone=4155552671&email=ann@x.test&id=${id}`)).toEqual([
      'Tom Max',
    ])
    expect(await findNames('name=bleek&phone=1&email=ann@x.test')).toEqual(['Ann Lee'])
    expect(await findNames('name=bleek&phone=4155552671')).toEqual(['Ann Lee'])
    expect(await findNames(`name=bleek&contactId=${id}`)).toEqual(['Tom Max'])
    for (const parameter of [
      'id=person_aaaaaaaa',
      'id=!',
      'email=nobody@x.test',
      'email=nonsense',
      'phone=4155550000',
      'phone=abc',
    ])
      expect([parameter, await findNames(`${parameter}&name=bleek`)]).toEqual([parameter, []])
    expect(await findNames('email=ann@x.test&name=a&name=b')).toEqual(['Ann Lee'])
  })

  test('a people search without a value or with a repeated parameter is rejected', async () => {
    expect(await findNames(`id=&email=%20&phone=&name=bleek`)).toEqual(['Joann Bleek'])
    expect(await findNames(`id=%20&personId=${idsByName['Tom Max']}`)).toEqual(['Tom Max'])
    for (const query of ['', 'limit=5', 'id=&name=', 'name=%20%20', 'title=x']) {
      const { status, body } = await searchPeople(query)
      expect([query, status, body.error.code, body.error.details[0].code]).toEqual([
        query,
        400,
        'BAD_REQUEST',
        'REQUIRED_FIELD',
      ])
    }
    expect((await searchPeople('name=ann&name=lee')).body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'name', code: 'INVALID_FORMAT' }],
    })
  })

  test('a GraphQL people search requires exactly one of `id`, `email`, `phone` and `name`', async () => {
    const searchInGraphql = async (by: object) => {
      const { data, errors } = (
        await world
          .as('owner')
          .gql(
            'query($by: PersonSearchInput!) { searchPeople(by: $by) { totalCount nodes { fullName } } }',
            { by },
          )
      ).body
      return errors
        ? [errors[0].extensions.code, errors[0].extensions.details[0].field]
        : [data.searchPeople.totalCount, data.searchPeople.nodes[0]?.fullName]
    }
    expect(await searchInGraphql({ email: 'ann@x.test' })).toEqual([1, 'Ann Lee'])
    expect(await searchInGraphql({ name: 'bleek' })).toEqual([1, 'Joann Bleek'])
    expect(await searchInGraphql({ name: 'z' })).toEqual(['VALIDATION_ERROR', 'by.name'])
    expect(await searchInGraphql({ name: ' ' })).toEqual(['VALIDATION_ERROR', 'by.name'])
    for (const blankValue of [{ id: ' ' }, { email: '' }, { phone: ' ' }, { name: '\u0301\u0301' }])
      expect(await searchInGraphql(blankValue)).toEqual([0, undefined])
    expect(await searchInGraphql({})).toEqual(['VALIDATION_ERROR', 'by'])
    expect(await searchInGraphql({ email: null })).toEqual(['VALIDATION_ERROR', 'by.email'])
    expect(await searchInGraphql({ email: 'ann@x.test', name: 'bleek' })).toEqual([
      'VALIDATION_ERROR',
      'by.name',
    ])
    const { body } = await world
      .as('owner')
      .gql('{ searchPeople(by: { email: "a", name: "b" }) { totalCount } }')
    expect(body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
  })

  test('a people search without matches returns 200 with an empty list', async () => {
    const { status, body } = await searchPeople('name=zzzz')
    expect([
      status,
      body.data,
      body.meta.count,
      body.meta.hasMore,
      'nextCursor' in body.meta,
    ]).toEqual([200, [], 0, false, false])
  })

  test('a people search finds a phone number in national or international format', async () => {
    const phoneFormats = [
      '4155552671',
      '+1 415 555 2671',
      '%2B1 415 555 2671',
      '%2B14155552671',
      '14155552671',
      '1-415-555-2671',
      '(415) 555-2671',
      '415.555.2671',
      '001 415 555 2671',
      '011 1 415 555 2671',
      'tel:%2B1-415-555-2671',
    ]
    for (const phone of [
      ...phoneFormats,
      '%2B49 30 901820',
      '0049 30 90 18 20',
      '%2B49 (030) 901820',
    ])
      expect([phone, await findNames(`phone=${phone.replaceAll(' ', '%20')}`)]).toEqual([
        phone,
        ['Ann Lee'],
      ])
    for (const phone of ['5552671', '415555267', '41555526711', '+2'])
      expect([phone, await findNames(`phone=${phone}`)]).toEqual([phone, []])
  })
})

describe('People search by name', () => {
  test('a people search by name ignores case and accents and matches parts of words in any order', async () => {
    const namesByQuery = {
      'jose muller': 'José Müller',
      'MÜLLER JOSÉ': 'José Müller',
      'mu\u0308ller': 'José Müller',
      ülle: 'José Müller',
      strasse: 'Øystein Straße',
      oystein: 'Øystein Straße',
      'jones smi': 'Smith Jones',
      ' jones   smith ': 'Smith Jones',
      mit: 'Smith Jones',
      ax: 'Tom Max',
    }
    for (const [name, expectedPerson] of Object.entries(namesByQuery))
      expect([name, await findByName(name)]).toEqual([name, [expectedPerson]])
    for (const name of ['smith xyz', 'jones max', 'smithjones'])
      expect([name, await findByName(name)]).toEqual([name, []])
  })

  test('a people search by name accepts one typo in a word of 4 or more letters and no typo in shorter words', async () => {
    for (const name of [
      'smth',
      'smitth',
      'smiph',
      'smiht',
      'msith',
      'xsmith',
      'mith',
      'smithx',
      'smiht jnoes',
      'jnes smiht',
      'joness smithh',
    ])
      expect([name, await findByName(name)]).toEqual([name, ['Smith Jones']])
    for (const name of ['smht jonse x', 'smxxh', 'shmti', 'smxt', 'mxa', 'mxx', 'tmo'])
      expect([name, await findByName(name)]).toEqual([name, []])
    expect(await findByName('mulller')).toEqual(['José Müller'])
  })

  test('a people search by name matches `%`, `_`, `*` and quotes literally', async () => {
    expect(await findByName('0%')).toEqual(['100% Sure_Thing*'])
    expect(await findByName('e_t')).toEqual(['100% Sure_Thing*'])
    expect(await findByName('g*')).toEqual(['100% Sure_Thing*'])
    expect(await findByName("o'b")).toEqual(["Bob O'Brien"])
    for (const name of [
      '%%',
      '__',
      '**',
      '"ann"',
      "''",
      '\\%',
      "' or 1=1 --",
      '\u0301\u0301',
      '((ann',
      'ann**',
      'NEAR(',
    ])
      expect([name, await findByName(name)]).toEqual([name, []])
  })

  test('a people search by name requires at least 2 code points after normalization and trimming', async () => {
    for (const name of ['a', ' a ', 'e\u0301', '👍', '%', '李']) {
      const { status, body } = await searchPeople(`name=${encodeURIComponent(name)}`)
      expect([name, status, body.error.code, body.error.details]).toEqual([
        name,
        400,
        'VALIDATION_ERROR',
        [{ field: 'name', code: 'TOO_SHORT', message: expect.any(String) }],
      ])
    }
    for (const name of ['👍👍', 'a b', '李小'])
      expect((await searchPeople(`name=${encodeURIComponent(name)}`)).status).toBe(200)
    for (const name of ['%00ab', 'a%07b'])
      expect((await searchPeople(`name=${name}`)).body.error.details[0]).toMatchObject({
        field: 'name',
        code: 'INVALID_FORMAT',
      })
  })

  test('a people search by name ranks full name matches first, then whole words, prefixes, parts of words and typos', async () => {
    for (const name of ['ann lee', 'lee ann'])
      expect(await findByName(name)).toEqual([
        'Ann Lee',
        'Ann Lee Marie',
        'Annabel Leeds',
        'Joann Bleek',
      ])
    expect(await findByName('annn lee')).toEqual(['Ann Lee Marie', 'Ann Lee'])
    expect(await findByName('jone')).toEqual(['Smith Jones', 'José Müller'])
  })

  test('the pages of a people search contain people in the order of an unpaged search, and a cursor is valid only for its own search', async () => {
    const foundNames: string[] = []
    let cursor = ''
    for (let page = 0; page < 4; page++) {
      const { data, meta } = (await searchPeople(`name=ann%20lee&limit=1${cursor}`)).body
      foundNames.push(data[0].fullName)
      expect([meta.count, meta.hasMore, 'nextCursor' in meta]).toEqual([1, page < 3, page < 3])
      cursor = `&cursor=${encodeURIComponent(meta.nextCursor)}`
      if (page === 0)
        for (const otherQuery of [`name=ann${cursor}`, `email=ann@x.test${cursor}`])
          expect((await searchPeople(otherQuery)).body.error.details[0].field).toBe('cursor')
    }
    expect(foundNames).toEqual(await findByName('ann lee'))
  })

  test('a people search can be paged beyond a name that Unicode normalization makes longer', async () => {
    for (const firstName of ['Km', 'Kn']) await createPerson(firstName, '㌖'.repeat(100))
    const name = `name=${encodeURIComponent('㌖'.repeat(2))}`
    const { data, meta } = (await searchPeople(`${name}&limit=1`)).body
    const nextPage = (
      await searchPeople(`${name}&limit=1&cursor=${encodeURIComponent(meta.nextCursor)}`)
    ).body
    expect([data, nextPage.data].map((page) => page[0].firstName)).toEqual(['Kn', 'Km'])
    expect(await findNames(`name=${encodeURIComponent('㌖'.repeat(100))}`)).toHaveLength(2)
  })

  test('the default page size of a people search is 50', async () => {
    for (let i = 0; i < 51; i++) await createPerson('Clone', `Number ${i}`)
    const { data, meta } = (await searchPeople('name=clone')).body
    expect([data.length, meta.count, meta.hasMore]).toEqual([50, 50, true])
    const nextPage = (
      await searchPeople(`name=clone&cursor=${encodeURIComponent(meta.nextCursor)}`)
    ).body
    expect([nextPage.data.length, nextPage.meta.hasMore]).toEqual([1, false])
  })

  test('a people search immediately reflects deletions and changes to names and phones', async () => {
    const id = await createPerson('Fresh', 'Person', { phones: [{ value: '212 555 0123' }] })
    expect(await findByName('fresh')).toEqual(['Fresh Person'])
    await world
      .as('owner')
      .rest('PUT', `/v1/people/${id}`, { firstName: 'Stale', phones: [{ value: '212 555 0199' }] })
    expect([
      await findByName('fresh'),
      await findByName('stale'),
      await findNames('phone=2125550123'),
      await findNames('phone=2125550199'),
    ]).toEqual([[], ['Stale Person'], [], ['Stale Person']])
    await world.as('owner').rest('DELETE', `/v1/people/${id}?permanent=true`)
    expect([
      await findByName('stale'),
      await findNames(`id=${id}`),
      await findNames('phone=2125550199'),
    ]).toEqual([[], [], []])
  })

  test('a people search excludes people hidden from the caller before it applies the page size', async () => {
    await createPerson('Clone', 'Agent', {}, 'agent')
    for (let i = 0; i < 3; i++) await createPerson('Clone', `Later ${i}`)
    expect(await findNames('name=clone&limit=2', 'agent')).toEqual(['Clone Agent'])
    for (const query of [
      `id=${idsByName['Ann Lee']}`,
      'email=ann@x.test',
      'phone=4155552671',
      'name=ann',
    ])
      for (const caller of ['agent', 'stranger'] as const)
        expect([query, await findNames(query, caller)]).toEqual([query, []])
  })
})
