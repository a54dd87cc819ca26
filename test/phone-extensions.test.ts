/** Tests people whose phone numbers differ only in their extensions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createImporter } from './support/importer.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
const idsByFirstName: Record<string, string> = {}

const createPerson = async (firstName: string, phone: string) => {
  world.clock.advance(1000)
  const { body } = await world
    .as('owner')
    .rest('POST', '/v1/people', { firstName, phones: [{ value: phone }] })
  idsByFirstName[firstName] = body.data.id
  return body.data.phones[0]
}
const searchByPhone = async (phone: string, page = '') =>
  (
    await world
      .as('owner')
      .rest('GET', `/v1/people/search?phone=${encodeURIComponent(phone)}${page}`)
  ).body
const listNamesFound = async (phone: string) =>
  (await searchByPhone(phone)).data.map((person: { firstName: string }) => person.firstName)
const filterByPhone = async (phone: string) =>
  (
    await world
      .as('owner')
      .gql(
        'query($phone: String!) { people(where: { phone: { eq: $phone } }) { nodes { firstName } totalCount } }',
        { phone },
      )
  ).body.data.people

beforeAll(async () => {
  world = await createWorld()
  await createPerson('Front desk', '+1 415 555 0100')
  await createPerson('Ann', '(415) 555-0100 x 33')
  await createPerson('Bob', '+1 415 555 0100 ext. 34')
  await createPerson('Other', '+1 415 555 01003')
})
afterAll(() => world.stop())

describe('Phone extensions', () => {
  test.each([
    ['(415) 555-0199 x33', '+14155550199 x33'],
    ['tel:+1-415-555-0199;ext=33', '+14155550199 x33'],
    ['415-555-0199 extension 033', '+14155550199 x033'],
    ['0014155550199,,33#', '+14155550199 x33'],
    ['+14155550199 x1234567890', '+14155550199 x1234567890'],
    ['+14155550199;ext=12345678901234567890', '+14155550199 x12345678901234567890'],
    ['+14155550199 x', '+14155550199'],
  ])('the phone number %s is stored as %s', async (enteredPhone, storedPhone) => {
    expect(await createPerson('Kept', enteredPhone)).toMatchObject({
      value: storedPhone,
      status: 'Valid',
    })
    const { body } = await world
      .as('owner')
      .rest('PUT', `/v1/people/${idsByFirstName['Kept']}`, { phones: [{ value: storedPhone }] })
    expect(body.data.phones).toMatchObject([{ value: storedPhone, status: 'Valid' }])
    await world.as('owner').rest('DELETE', `/v1/people/${idsByFirstName['Kept']}?permanent=true`)
  })

  test('phone numbers with different extensions are stored as different numbers, even for one person', async () => {
    const phones = [{ value: '2125550100 x1' }, { value: '2125550100 x2' }, { value: '2125550100' }]
    const { body } = await world.as('owner').rest('POST', '/v1/people', { phones })
    expect(body.data.phones.map(({ value }: { value: string }) => value)).toEqual([
      '+12125550100 x1',
      '+12125550100 x2',
      '+12125550100',
    ])
    const otherExtension = { phones: [{ value: '2125550100 x3' }], onDuplicate: 'return' }
    expect((await world.as('owner').rest('POST', '/v1/people', otherExtension)).status).toBe(201)
  })

  test('a phone search without an extension lists people whose number has no extension before people whose number has one', async () => {
    expect(await listNamesFound('415 555 0100 ext 33')).toEqual(['Ann'])
    expect(await listNamesFound('+14155550100 x34')).toEqual(['Bob'])
    expect(await listNamesFound('+14155550100 x3')).toEqual([])
    expect(await listNamesFound('(415) 555-0100')).toEqual(['Front desk', 'Bob', 'Ann'])
  })

  test('the pages of a search for a phone number contain each matching person once', async () => {
    const foundNames: string[] = []
    for (let cursor = ''; ; ) {
      const { data, meta } = await searchByPhone('4155550100', `&limit=1${cursor}`)
      foundNames.push(data[0].firstName)
      if (!meta.hasMore) break
      cursor = `&cursor=${meta.nextCursor}`
    }
    expect(foundNames).toEqual(['Front desk', 'Bob', 'Ann'])
    const { body } = await world
      .as('owner')
      .gql('{ searchPeople(by: { phone: "4155550100" }) { totalCount } }')
    expect(body.data.searchPeople.totalCount).toBe(3)
  })

  test('a phone filter matches the same people as a phone search', async () => {
    expect(await filterByPhone('415 555 0100 x33')).toEqual({
      nodes: [{ firstName: 'Ann' }],
      totalCount: 1,
    })
    expect((await filterByPhone('4155550100')).totalCount).toBe(3)
  })

  test('an import reads phone numbers with extensions from a cell that lists several numbers', async () => {
    const importer = createImporter(world)
    await importer.import(
      importer.file('some.csv', 'Name,Phone\nCarl,415-555-0177;ext=5; 415-555-0178 x6\n'),
    )
    importer.remove()
    expect(await listNamesFound('4155550177 x5')).toEqual(['Carl'])
    expect(await listNamesFound('4155550178 x6')).toEqual(['Carl'])
  })
})
