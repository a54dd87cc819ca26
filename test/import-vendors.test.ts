import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createImporter,
  getRowCounts,
  getSamplePath,
  type Importer,
  listRejectedRows,
  listWarnings,
} from './support/importer.ts'
import { createWorld, type World } from './support/world.ts'

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

const personFields =
  'firstName lastName emails { value type isPrimary } phones { value type } tags { name } stage { name } source price background assignee { email } customFields'
const listPeople = async (user: 'owner' | 'stranger' = 'owner') => {
  const { body } = await world
    .as(user)
    .gql(
      `{ people(first: 50, orderBy: {field: createdAt, direction: asc}) { nodes { ${personFields} } } }`,
    )
  expect(body.errors).toBeUndefined()
  return body.data.people.nodes.map((record: { tags: { name: string }[] }) => ({
    ...record,
    tags: record.tags.map(({ name }) => name),
  }))
}
const listPeopleWithContacts = async () =>
  (await listPeople()).map(
    (record: Record<string, { value: string; type: string; isPrimary: boolean }[]>) => ({
      ...record,
      emails: record['emails']?.map(({ value, type }) => `${type} ${value}`),
      phones: record['phones']?.map(({ value, type }) => `${type} ${value}`),
    }),
  )
const listRecords = async (listField: string, fields: string) =>
  (await world.as('owner').gql(`{ ${listField}(first: 50) { nodes { ${fields} } } }`)).body.data?.[
    listField
  ].nodes

describe('People exported from other systems', () => {
  test('an import reads contacts in the current Google Contacts format', async () => {
    const importResult = await importer.import(getSamplePath('google-contacts.csv'), {
      map: ['Organization Name=background'],
    })
    expect([importResult.plan.vendor, getRowCounts(importResult)]).toEqual([
      'google',
      { created: 2 },
    ])
    expect(await listPeopleWithContacts()).toMatchObject([
      {
        firstName: 'Grace Brewster',
        lastName: 'Hopper',
        emails: ['home grace@hopper.example', 'work grace@navy.example'],
        phones: ['mobile +14155550142', 'mobile +14155550143', 'fax +12125550199'],
        tags: ['Family'],
        background: 'Name Prefix: Dr.\nOrganization Name: Navy\nLikes clocks.\nSecond line.',
      },
      { firstName: 'Søren', lastName: 'Åkesson', emails: ['home soren@akesson.example'], tags: [] },
    ])
  })

  test('an import reads contacts in the Google Contacts format used before 2024', async () => {
    const importResult = await importer.import(getSamplePath('google-contacts-older.csv'))
    expect(importResult.plan.vendor).toBe('google')
    expect(await listPeopleWithContacts()).toMatchObject([
      {
        firstName: 'Ada',
        lastName: 'Lovelace',
        emails: ['work ada@engine.example'],
        phones: ['home +442079460018'],
        tags: ['Buyers'],
        background: 'Poet',
      },
    ])
  })

  test('an import of HubSpot contacts matches their owners and stages by name', async () => {
    const importResult = await importer.import(getSamplePath('hubspot-contacts.csv'))
    expect([importResult.plan.vendor, getRowCounts(importResult)]).toEqual([
      'hubspot',
      { created: 2, refused: 1 },
    ])
    expect(listRejectedRows(importResult)).toEqual([
      '4: First Name: a contact needs a name, an email or a phone',
    ])
    expect(await listPeopleWithContacts()).toMatchObject([
      {
        firstName: 'Priya',
        emails: ['home priya@bluebay.example'],
        phones: ['mobile +14155550111'],
        stage: { name: 'Lead' },
        assignee: { email: 'agent@acme.test' },
      },
      {
        firstName: 'Tom',
        emails: ['home TOM@harbour.example'],
        stage: { name: 'Client' },
        assignee: { email: 'agent@acme.test' },
      },
    ])
  })

  test('an import reads Pipedrive people', async () => {
    const importResult = await importer.import(getSamplePath('pipedrive-people.csv'))
    expect([importResult.plan.vendor, getRowCounts(importResult)]).toEqual([
      'pipedrive',
      { created: 2 },
    ])
    expect(await listPeopleWithContacts()).toMatchObject([
      {
        firstName: 'Nadia',
        lastName: 'Chérif',
        emails: ['work nadia@cafe.example', 'home nadia@home.example'],
        phones: ['work +33450112233'],
        tags: ['Hot lead', 'Buyer'],
        assignee: { email: 'leader@acme.test' },
      },
      { firstName: 'Claire', lastName: 'Durand', phones: ['mobile +33612345678'] },
    ])
  })

  test('an import reads Salesforce contacts', async () => {
    const importResult = await importer.import(getSamplePath('salesforce-contacts.csv'))
    expect([importResult.plan.vendor, getRowCounts(importResult)]).toEqual([
      'salesforce',
      { created: 1 },
    ])
    expect(await listPeopleWithContacts()).toMatchObject([
      {
        firstName: 'Luca',
        lastName: 'Rossi',
        emails: ['home luca@rossi.example'],
        phones: ['work +14155550100', 'mobile +14155550177'],
        source: 'Web',
        background: 'Salutation: Mr.\nMet at the fair',
        assignee: { email: 'owner@acme.test' },
      },
    ])
  })

  test('an import reads Outlook contacts', async () => {
    const importResult = await importer.import(getSamplePath('outlook.csv'))
    expect([importResult.plan.vendor, getRowCounts(importResult)]).toEqual([
      'outlook',
      { created: 1 },
    ])
    expect(await listPeopleWithContacts()).toMatchObject([
      {
        firstName: 'Inès',
        emails: ['home ines@moreau.example', 'other office@moreau.example'],
        phones: ['work +33142685300', 'mobile +33698765432'],
        tags: ['Clients', 'Paris'],
        source: 'A friend',
      },
    ])
  })

  test('an import reads an iPhone vCard 3.0 with groups, labels, folded lines and a photo', async () => {
    const importResult = await importer.import(getSamplePath('iphone.vcf'))
    expect([importResult.plan.vendor, getRowCounts(importResult)]).toEqual([
      'vcard',
      { created: 2 },
    ])
    expect(await listPeopleWithContacts()).toMatchObject([
      {
        firstName: 'Max Paul',
        lastName: 'Muster',
        emails: ['work max@beispiel.example', 'home max@privat.example'],
        phones: ['mobile +491701234567', 'fax +49301234567'],
        background:
          'First line\nSecond line, with a comma and a very long text that has to be folded\nName prefix: Dr.\nOrganization: Beispiel GmbH, Vertrieb\nBirthday: 1980-05-17',
      },
      { firstName: 'Taxi', lastName: '' },
    ])
  })

  test('an import reads a Google vCard 3.0', async () => {
    await importer.import(getSamplePath('google.vcf'))
    expect(await listPeopleWithContacts()).toMatchObject([
      {
        firstName: 'Bob',
        lastName: 'Builder',
        emails: ['work bob@builder.example'],
        phones: ['mobile +14155550188', 'other +14155550189'],
        tags: ['myContacts', 'Clients'],
      },
    ])
  })

  test('an import reads an Android vCard 2.1 with folded quoted-printable text', async () => {
    await importer.import(getSamplePath('android.vcf'))
    expect(await listPeopleWithContacts()).toMatchObject([
      {
        firstName: 'Иван',
        lastName: 'Иванов',
        emails: ['home ivan@example.com'],
        phones: ['mobile +79123456789', expect.stringContaining('home ')],
        background: 'one\ntwo; three',
      },
      { firstName: 'Police' },
    ])
  })

  test('an import puts the preferred phone of a vCard 4.0 first', async () => {
    await importer.import(getSamplePath('version4.vcf'))
    expect(await listPeopleWithContacts()).toMatchObject([
      {
        firstName: 'Simon',
        lastName: 'Perreault',
        emails: ['work simon@viagenie.example'],
        phones: ['mobile +14182626501', 'work +14186569254 x102'],
        tags: ['vip', 'speaker'],
      },
    ])
  })

  test('an import reads a German table in Windows-1252 with semicolons, decimal commas and mapped headings', async () => {
    const headingMapping = [
      'Vorname=firstName',
      'Nachname=lastName',
      'Handy=phone.mobile',
      'Notiz=background',
    ]
    const importResult = await importer.import(
      getSamplePath('excel-german.csv'),
      { map: headingMapping },
      'stranger',
    )
    expect([importResult.file.source.description, getRowCounts(importResult)]).toEqual([
      'CSV, Windows-1252, separated by semicolons',
      { created: 2 },
    ])
    expect(await listPeople('stranger')).toMatchObject([
      {
        firstName: 'Jürgen',
        lastName: 'Müller',
        price: 1234.5,
        background: 'Straße\nam Wald',
        phones: [{ value: '+491701234567' }],
      },
      { firstName: 'Eva', lastName: 'Groß', price: 250_000 },
    ])
  })
})

describe('Related records exported from other systems', () => {
  test('an import links HubSpot deals and tasks to people by HubSpot ids', async () => {
    await importer.import(getSamplePath('hubspot-contacts.csv'))
    const importResult = await importer.import(getSamplePath('hubspot-deals.csv'))
    expect([importResult.plan.vendor, importResult.plan.kind, getRowCounts(importResult)]).toEqual([
      'hubspot',
      'deals',
      { created: 3 },
    ])
    expect(listWarnings(importResult)[0]).toMatch(
      /^4: Deal Stage: left out: matches no stage \("Contract Sent"\); the stages are Qualified, .*Associated Contact IDs: left out: does not match exactly one person/,
    )
    expect(
      (
        await listRecords(
          'deals',
          'title price closeDate stage { name } people { firstName } assignee { email }',
        )
      ).toReversed(),
    ).toEqual([
      {
        title: 'Bluebay – Casino',
        price: 15000.5,
        closeDate: '2026-07-01T12:30:00.000Z',
        stage: { name: 'Proposal' },
        people: [{ firstName: 'Priya' }, { firstName: 'Tom' }],
        assignee: { email: 'agent@acme.test' },
      },
      {
        title: 'Harbour – Draw',
        price: 2500,
        closeDate: '2026-01-20T00:00:00.000Z',
        stage: { name: 'Won' },
        people: [{ firstName: 'Tom' }],
        assignee: { email: 'owner@acme.test' },
      },
      {
        title: "Nobody's",
        price: null,
        closeDate: null,
        stage: { name: 'Qualified' },
        people: [],
        assignee: { email: 'owner@acme.test' },
      },
    ])
    await importer.import(getSamplePath('hubspot-tasks.csv'))
    expect(
      (
        await listRecords(
          'tasks',
          'title priority dueDate completedAt person { firstName } description',
        )
      ).toReversed(),
    ).toEqual([
      {
        title: 'Call Priya back',
        priority: 'high',
        dueDate: '2026-06-03T09:00:00.000Z',
        completedAt: null,
        person: { firstName: 'Priya' },
        description: 'About the lease',
      },
      {
        title: 'Send the offer',
        priority: 'medium',
        dueDate: '2026-05-03T09:00:00.000Z',
        completedAt: '2026-06-01T09:00:00.000Z',
        person: { firstName: 'Tom' },
        description: null,
      },
    ])
  })

  test('importing a later export from another system updates the records imported from an earlier export', async () => {
    await importer.import(getSamplePath('hubspot-contacts.csv'))
    await importer.import(getSamplePath('hubspot-deals.csv'))
    const laterFile = importer.file(
      'later.csv',
      'Record ID,Deal Name,Amount,Deal Stage,Pipeline\n7001,Bluebay – Casino II,20000,Negotiation,Sales\n',
    )
    expect(getRowCounts(await importer.import(laterFile))).toEqual({ updated: 1 })
    expect(await listRecords('deals', 'title price stage { name }')).toContainEqual({
      title: 'Bluebay – Casino II',
      price: 20_000,
      stage: { name: 'Negotiation' },
    })
  })

  test('an import reads Pipedrive deals, including lost ones, as deals and Pipedrive activities, including completed ones, as tasks', async () => {
    await importer.import(getSamplePath('pipedrive-people.csv'))
    const dealImport = await importer.import(getSamplePath('pipedrive-deals.csv'))
    expect([dealImport.plan.vendor, dealImport.plan.kind, listRejectedRows(dealImport)]).toEqual([
      'pipedrive',
      'deals',
      [],
    ])
    expect(
      (await listRecords('deals', 'title price stage { name } people { lastName }')).toReversed(),
    ).toEqual([
      {
        title: 'Café deal',
        price: 1200.5,
        stage: { name: 'Qualified' },
        people: [{ lastName: 'Chérif' }],
      },
      { title: 'Old deal', price: 900, stage: { name: 'Lost' }, people: [{ lastName: 'Durand' }] },
    ])
    const taskImport = await importer.import(getSamplePath('pipedrive-activities.csv'))
    expect([taskImport.plan.vendor, taskImport.plan.kind, listRejectedRows(taskImport)]).toEqual([
      'pipedrive',
      'tasks',
      [],
    ])
    expect(await listRecords('tasks', 'title dueDate completedAt')).toEqual(
      expect.arrayContaining([
        { title: 'Coffee with Nadia', dueDate: '2026-06-10T14:30:00.000Z', completedAt: null },
        {
          title: 'Ask about delivery',
          dueDate: '2026-05-01T00:00:00.000Z',
          completedAt: '2026-05-02T08:15:00.000Z',
        },
      ]),
    )
  })

  test('an import reads Salesforce opportunities as deals and Salesforce tasks as tasks or activities', async () => {
    await importer.import(getSamplePath('salesforce-contacts.csv'))
    const dealImport = await importer.import(getSamplePath('salesforce-opportunities.csv'))
    expect([dealImport.plan.vendor, dealImport.plan.kind, listRejectedRows(dealImport)]).toEqual([
      'salesforce',
      'deals',
      [],
    ])
    expect(await listRecords('deals', 'title price stage { name } people { lastName }')).toEqual([
      {
        title: 'Rossi villa',
        price: 750_000,
        stage: { name: 'Negotiation' },
        people: [{ lastName: 'Rossi' }],
      },
    ])
    const taskImport = await importer.import(getSamplePath('salesforce-tasks.csv'))
    expect([taskImport.plan.kind, listRejectedRows(taskImport)]).toEqual(['tasks', []])
    expect(
      await listRecords('tasks', 'title priority completedAt person { lastName }'),
    ).toHaveLength(2)
    const activityImport = await importer.import(getSamplePath('salesforce-tasks.csv'), {
      kind: 'activities',
    })
    expect(listRejectedRows(activityImport)).toEqual([
      '2: the time 2026-06-20T00:00:00.000Z is before 1970 or in the future',
    ])
    expect(
      await listRecords('activities', 'content channel createdAt person { lastName }'),
    ).toEqual([
      {
        content: 'Call back',
        channel: 'Call',
        createdAt: '2026-05-10T00:00:00.000Z',
        person: { lastName: 'Rossi' },
      },
    ])
  })
})
