import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dump } from './support/dump.ts'
import {
  createImporter,
  getRowCounts,
  getSamplePath,
  type Importer,
  listRejectedRows,
  listWarnings,
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

const createPerson = async (input: string, user: TestUser = 'owner'): Promise<string> => {
  const { body } = await world
    .as(user)
    .gql(`mutation { createPerson(input: ${input}) { person { id } } }`)
  expect(body.errors).toBeUndefined()
  return body.data.createPerson.person.id
}
const personFields =
  'firstName lastName emails { value } phones { value } tags { name } source stage { name } assignee { email } background'
const readPerson = async (id: string, fields = personFields, user: TestUser = 'owner') =>
  (await world.as(user).gql(`{ person(id: "${id}") { ${fields} } }`)).body.data.person
const createCustomField = (name: string, type: string) =>
  world
    .as('owner')
    .gql(
      `mutation { createCustomField(input: { record: person, name: "${name}", type: ${type} }) { customField { id } } }`,
    )
const countRecords = async (list: string, user: TestUser = 'owner') =>
  (await world.as(user).gql(`{ ${list} { totalCount } }`)).body.data[list].totalCount
const writeTable = (text: string, name = 'people.csv') => importer.file(name, text)

describe('Import files', () => {
  test('an import detects the record kind and source system of a file from its headings and maps the headings to fields', async () => {
    const { plan } = await importer.import(getSamplePath('hubspot-deals.csv'), { dryRun: true })
    expect([plan.kind, plan.vendor]).toEqual(['deals', 'hubspot'])
    expect(plan.mapping.columns.find(({ heading }) => heading === 'Amount')).toMatchObject({
      field: 'price',
      known: true,
    })
  })

  test('an import ignores a column with an unknown heading and suggests a mapping for it', async () => {
    const { plan } = await importer.import(
      writeTable('Name,Shoe size,Work phone no.\nAnn Lee,38,+14155550100\n'),
      { dryRun: true },
    )
    expect(plan.mapping.columns.slice(1)).toEqual([
      { heading: 'Shoe size', field: '', number: '', known: false, suggestion: 'background' },
      { heading: 'Work phone no.', field: '', number: '', known: false, suggestion: 'phone' },
    ])
  })

  test('`--map` maps a heading to a field or to nothing, and with `*` maps all other unknown headings', async () => {
    await createCustomField('Shoe size', 'number')
    const file = writeTable('Who,Shoe size,Fax,Company,City\nAnn Lee,38,+14155550100,Acme,Rome\n')
    const importResult = await importer.import(file, {
      kind: 'people',
      map: ['who=fullName', 'Fax=', '*=background'],
    })
    expect([getRowCounts(importResult), listRejectedRows(importResult)]).toEqual([
      { created: 1 },
      [],
    ])
    const { body } = await world
      .as('owner')
      .gql(`{ people { nodes { ${personFields} customFields } } }`)
    expect(body.data.people.nodes).toMatchObject([
      {
        firstName: 'Ann',
        lastName: 'Lee',
        phones: [],
        background: 'Company: Acme\nCity: Rome',
        customFields: { shoeSize: 38 },
      },
    ])
  })

  test.each([
    [
      'no heading for a name, an email or a phone',
      'Colour,Size\nred,4\n',
      { kind: 'people' as const },
      /No heading is mapped to a name, an email or a phone, .* --map "Colour=/,
    ],
    [
      'unknown headings',
      'Colour,Size\nred,4\n',
      {},
      /\(Colour, Size\) do not indicate .*; add --kind/,
    ],
    [
      'a mapping of a missing heading',
      'Name\nAnn\n',
      { map: ['Nom=fullName'] },
      /--map "Nom=fullName" does not name a heading in the file; the headings are Name\./,
    ],
    [
      'a mapping to an unknown field',
      'Name\nAnn\n',
      { map: ['Name=full'] },
      /--map "Name=full" does not name a field of people; the fields are id, /,
    ],
    ['no rows', 'Name\n', {}, /contains no rows to import/],
    ['no content', '', {}, /has no headings/],
    [
      'an unclosed quote',
      'Name,Email\n"Ann,ann@example.com\n',
      {},
      /Reading the file failed at line \d+: a quoted value is not closed/,
    ],
    [
      'an unknown assignee',
      'Name\nAnn\n',
      { assignTo: 'nobody@acme.test' },
      /--assign-to nobody@acme.test is not the email address of a user/,
    ],
    [
      'an unknown pipeline',
      'Title\nA\n',
      { kind: 'deals' as const, pipeline: 'Nope' },
      /--pipeline Nope matches no pipeline/,
    ],
  ])(
    'an import with %s is rejected before anything is written',
    async (_, fileText, options, expectedMessage) => {
      const dataBefore = await dump(world)
      await expect(importer.import(writeTable(fileText), options)).rejects.toThrow(expectedMessage)
      expect(await dump(world)).toEqual(dataBefore)
    },
  )

  test.each([
    [
      'in UTF-8 with a byte order mark',
      Buffer.from('\uFEFFName;Email\r\nZoë Åse;zoe@example.com\r\n'),
    ],
    ['in UTF-16', Buffer.from('\uFEFFName\tEmail\r\nZoë Åse\tzoe@example.com\r\n', 'utf16le')],
    [
      'in UTF-16 without a byte order mark',
      Buffer.from('Name\tEmail\r\nZoë Åse\tzoe@example.com\r\n', 'utf16le'),
    ],
    ['in Windows-1252', Buffer.from('Name,Email\nZoë Åse,zoe@example.com\n', 'latin1')],
    [
      'with a separator line and CR line endings',
      Buffer.from('sep=|\nName|Email\rZoë Åse|zoe@example.com\r'),
    ],
  ])('an import reads a table %s', async (_, bytes) => {
    const importResult = await importer.import(importer.file('some.csv', bytes))
    expect(getRowCounts(importResult)).toEqual({ created: 1 })
    const { body } = await world.as('owner').gql(`{ people { nodes { ${personFields} } } }`)
    expect(body.data.people.nodes).toMatchObject([
      { firstName: 'Zoë', lastName: 'Åse', emails: [{ value: 'zoe@example.com' }] },
    ])
  })

  test('an import uses the encoding set by an option, and otherwise detects the encoding of each cell', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Name,Notes\nZoë Åse,bad '),
      Buffer.from([0xff]),
      Buffer.from('\n'),
    ])
    const detectedImport = await importer.import(importer.file('some.csv', bytes), { dryRun: true })
    expect(detectedImport.file.source.description).toBe(
      'CSV, UTF-8 and Windows-1252, separated by commas',
    )
    await importer.import(importer.file('some.csv', bytes), { encoding: 'koi8-r' })
    const { body } = await world.as('owner').gql(`{ people { nodes { ${personFields} } } }`)
    expect(body.data.people.nodes).toMatchObject([
      { firstName: 'Zoц╚', lastName: 'ц┘se', background: 'bad Ъ' },
    ])
  })

  test('an import removes an apostrophe from a cell only if the apostrophe prevents formula evaluation', async () => {
    await importer.import(
      writeTable(`First name,Last name,Phone,Notes\n'=SUM(A1),'Neill,'+1 415 555 0100,"'@here"\n`),
    )
    const { body } = await world.as('owner').gql(`{ people { nodes { ${personFields} } } }`)
    expect(body.data.people.nodes).toMatchObject([
      {
        firstName: '=SUM(A1)',
        lastName: "'Neill",
        phones: [{ value: '+14155550100' }],
        background: '@here',
      },
    ])
  })

  test("an import reads dates in the format of the company's country and in the given time zone", async () => {
    const csv =
      'Title,Close date\nA,5/6/2026\nB,2026-05-06 09:30\nC,"May 6, 2026 3:15 PM"\nD,31/12/2026\n'
    const importResult = await importer.import(writeTable(csv), {
      kind: 'deals',
      timeZone: 'America/New_York',
    })
    expect(listWarnings(importResult)).toEqual([
      expect.stringMatching(
        /^5: Close date: left out: must be a date, .*read as month, day, year; with --dates dmy/,
      ),
    ])
    const { body } = await world.as('owner').gql('{ deals { nodes { title closeDate } } }')
    expect(
      body.data.deals.nodes.toReversed().map((deal: { closeDate: string }) => deal.closeDate),
    ).toEqual([
      '2026-05-06T04:00:00.000Z',
      '2026-05-06T13:30:00.000Z',
      '2026-05-06T19:15:00.000Z',
      null,
    ])
  })
})

describe('Dry runs of imports', () => {
  test('an import dry run counts created, updated, unchanged and rejected rows and writes nothing', async () => {
    await createPerson('{firstName: "Ann", emails: [{value: "ann@example.com"}], source: "Web"}')
    await createPerson('{firstName: "Bob", emails: [{value: "bob@example.com"}]}')
    const dataBefore = await dump(world)
    const file = writeTable(
      'First name,Email,Source\nAnn,ANN@example.com,Fair\nBob,bob@example.com,\nCid,cid@example.com,\n,dot-at-example,\n',
    )
    const importResult = await importer.import(file, { dryRun: true })
    expect(getRowCounts(importResult)).toEqual({ created: 1, updated: 1, unchanged: 1, refused: 1 })
    expect(importResult.row).toBeUndefined()
    expect(await dump(world)).toEqual(dataBefore)
    expect(existsSync(`${importer.folder}/errors`)).toBe(false)
    expect(getRowCounts(await importer.import(file))).toEqual(getRowCounts(importResult))
  })

  test('an import dry run counts the first of several rows for a person as created and the others as updated, even across batches', async () => {
    const csvRows = Array.from(
      { length: 45 },
      (_, index) => `P${index % 30},p${index % 30}@example.com,Fair ${index}`,
    )
    const file = writeTable(`First name,Email,Source\n${csvRows.join('\n')}\n`)
    expect(
      getRowCounts(await importer.import(file, { dryRun: true }, 'owner', { batchSize: 10 })),
    ).toEqual({
      created: 30,
      updated: 15,
    })
    expect(getRowCounts(await importer.import(file, {}, 'owner', { batchSize: 10 }))).toEqual({
      created: 30,
      updated: 15,
    })
  })
})

describe('Imports of existing people', () => {
  const createPeopleFile = () =>
    writeTable('First name,Email,Phone,Tags\nAnna,ann@example.com,(415) 555-0100,VIP\n')

  test("an import matches people by email, ignoring case, and adds the file's values", async () => {
    const annId = await createPerson(
      '{firstName: "Ann", emails: [{value: "ANN@example.com"}], tags: ["Old"]}',
    )
    expect(getRowCounts(await importer.import(createPeopleFile()))).toEqual({ updated: 1 })
    expect(await readPerson(annId)).toMatchObject({
      firstName: 'Ann',
      emails: [{ value: 'ANN@example.com' }],
      phones: [{ value: '+14155550100' }],
      tags: [{ name: 'Old' }, { name: 'VIP' }],
    })
    expect(getRowCounts(await importer.import(createPeopleFile(), { again: true }))).toEqual({
      unchanged: 1,
    })
  })

  test.each([
    ['email', { updated: 1 }],
    ['phone', { created: 1 }],
    ['both', { updated: 1 }],
    ['none', { created: 1 }],
  ] as const)(
    'with the option `match: %s`, an import of a row with the email of an existing person results in %j',
    async (match, expectedCounts) => {
      await createPerson('{firstName: "Ann", emails: [{value: "ann@example.com"}]}')
      expect(getRowCounts(await importer.import(createPeopleFile(), { match }))).toEqual(
        expectedCounts,
      )
    },
  )

  test('an import with `onMatch` can skip existing people or create duplicates', async () => {
    const annId = await createPerson('{firstName: "Ann", emails: [{value: "ann@example.com"}]}')
    expect(getRowCounts(await importer.import(createPeopleFile(), { onMatch: 'skip' }))).toEqual({
      skipped: 1,
    })
    expect(await readPerson(annId)).toMatchObject({ firstName: 'Ann', tags: [] })
    expect(
      getRowCounts(await importer.import(createPeopleFile(), { onMatch: 'create', again: true })),
    ).toEqual({
      created: 1,
    })
  })

  test('an empty imported cell keeps the stored value by default and clears the value with `clearEmpty`', async () => {
    const annId = await createPerson(
      '{firstName: "Ann", emails: [{value: "ann@example.com"}], source: "Web", tags: ["Old"]}',
    )
    const emptyCellFile = writeTable('Email,Source,Tags\nann@example.com,,\n')
    expect(getRowCounts(await importer.import(emptyCellFile))).toEqual({ unchanged: 1 })
    expect(
      getRowCounts(await importer.import(emptyCellFile, { clearEmpty: true, again: true })),
    ).toEqual({
      updated: 1,
    })
    expect(await readPerson(annId)).toMatchObject({ source: null, tags: [], firstName: 'Ann' })
  })

  test('an import does not match people who are hidden from the importing user or belong to another company', async () => {
    await createPerson('{firstName: "Ann", emails: [{value: "ann@example.com"}]}', 'loner')
    await createPerson('{firstName: "Ann", emails: [{value: "ann@example.com"}]}', 'stranger')
    const importResult = await importer.import(createPeopleFile(), {}, 'agent')
    expect(getRowCounts(importResult)).toEqual({ created: 1 })
    expect(await countRecords('people', 'agent')).toBe(1)
    expect(await countRecords('people', 'loner')).toBe(1)
    expect(await countRecords('people', 'stranger')).toBe(1)
  })
})

test('an import creates deals in the pipeline set by an option and leaves existing deals in their pipelines', async () => {
  const { body } = await world
    .as('owner')
    .gql(
      'mutation { createPipeline(input: {name: "Rentals", stages: [{name: "Asked", type: open}, {name: "Let", type: won}]}) { pipeline { id } } }',
    )
  expect(body.errors).toBeUndefined()
  const listDeals = async () =>
    (
      await world
        .as('owner')
        .gql('{ deals { nodes { id title pipeline { name } stage { name } } } }')
    ).body.data.deals.nodes
  const file = writeTable(
    'Deal name,Stage,Amount\nFlat,Let,5\nRoom,closed won (Rentals),\nHut,Sold,\n',
  )
  const importResult = await importer.import(file, { kind: 'deals', pipeline: 'rentals' })
  expect(listWarnings(importResult)).toEqual([
    '4: Stage: left out: matches no stage ("Sold"); the stages are Asked, Let. Map the stage with --stage "Sold=…"',
  ])
  const [hutDeal, roomDeal, flatDeal] = await listDeals()
  expect(hutDeal).toMatchObject({ title: 'Hut', pipeline: { name: 'Rentals' } })
  expect([flatDeal, roomDeal]).toMatchObject([
    { title: 'Flat', pipeline: { name: 'Rentals' }, stage: { name: 'Let' } },
    { title: 'Room', pipeline: { name: 'Rentals' }, stage: { name: 'Let' } },
  ])
  await importer.import(writeTable(`id,title,stage\n${flatDeal.id},Flat,Asked\n`), {
    kind: 'deals',
    pipeline: 'Sales',
  })
  expect(await listDeals()).toContainEqual({
    id: flatDeal.id,
    title: 'Flat',
    pipeline: { name: 'Rentals' },
    stage: { name: 'Asked' },
  })
})

test('an import of deals into a company without teams reports that the team must be created first', async () => {
  const { body } = await world
    .as('owner')
    .gql(`mutation { deleteTeam(id: "${world.teamId}") { deletedId } }`)
  expect(body.errors).toBeUndefined()
  const importResult = await importer.import(writeTable('Title,Teams\nFlat,North\n'), {
    kind: 'deals',
  })
  expect(getRowCounts(importResult)).toEqual({ created: 1 })
  expect(listWarnings(importResult)).toEqual([
    '2: Teams: left out: matches no team ("North"); the company has no teams: create the team first',
  ])
})

describe('The user who runs an import', () => {
  test('each event of an import names the importing user as the actor and the import as the request', async () => {
    const { row } = await importer.import(writeTable('Name\nAnn Lee\n'), {}, 'agent')
    const { body } = await world
      .as('owner')
      .gql(
        `{ auditLog(where: { type: { eq: "person.created" } }) { nodes { actorId requestId } } }`,
      )
    expect(body.data.auditLog.nodes).toEqual([
      { actorId: world.users.agent.id, requestId: row?.id },
    ])
  })

  test('an import cannot change a record hidden from the importing user, even by id', async () => {
    const annId = await createPerson(
      '{firstName: "Ann", emails: [{value: "ann@example.com"}]}',
      'loner',
    )
    const importResult = await importer.import(
      writeTable(`id,firstName,emails\n${annId},Hacked,new@example.com\n`),
      {},
      'agent',
    )
    expect(getRowCounts(importResult)).toEqual({ created: 1 })
    expect(await readPerson(annId)).toMatchObject({ firstName: 'Ann' })
  })

  test('an import stops when the importing user is suspended', async () => {
    const csvRows = Array.from({ length: 300 }, (_, index) => `P${index}`).join('\n')
    const suspendAgent = async () =>
      void (await world
        .as('owner')
        .gql(
          `mutation { updateUser(id: "${world.users.agent.id}", input: {suspended: true}) { user { id } } }`,
        ))
    let suspensionPromise: Promise<void> | undefined
    const onProgress = () => {
      suspensionPromise ??= suspendAgent()
    }
    await expect(
      importer.import(writeTable(`First name\n${csvRows}\n`), {}, 'agent', {
        onProgress,
        batchSize: 10,
      }),
    ).rejects.toThrow('The user is suspended')
    await suspensionPromise
    expect(await countRecords('people')).toBeLessThan(300)
  })
})

describe('Invalid values in imports', () => {
  const csv = [
    'First name,Email,Phone,Stage,Owner,Price',
    'Ann,ann@example.com,,Lead,agent@acme.test,100',
    'Bob,bob-at-example,,Lead,,',
    'Cid,,no digits,Lead,,',
    'Dot,dot@example.com,,Unheard,,',
    'Eve,eve@example.com,,,Nobody Known,',
    'Fay,fay@example.com,,,,much',
    '',
  ].join('\n')

  test('an invalid imported value is reported with its line, heading and reason, and the person is still imported', async () => {
    const importResult = await importer.import(writeTable(csv))
    expect([getRowCounts(importResult), importResult.row?.warned]).toEqual([{ created: 6 }, 5])
    expect(listWarnings(importResult)).toEqual([
      '3: Email: left out: must be an email address such as ann@example.com',
      '4: Phone: left out: must contain digits',
      '5: Stage: left out: matches no stage ("Unheard"); the stages are Lead, Prospect, Client, Past client. Map the stage with --stage "Unheard=…", or add --create-stages',
      '6: Owner: left out: matches no user ("Nobody Known"): use an email, or assign all records with --assign-to',
      '7: Price: left out: must be a number, such as 1234.50',
    ])
  })

  test("an invalid imported value is listed in the warnings file with its record's id", async () => {
    const importResult = await importer.import(writeTable(csv))
    const { body } = await world
      .as('owner')
      .gql('{ people(where: { name: { contains: "Bob" } }) { nodes { id emails { value } } } }')
    const [bob] = body.data.people.nodes
    expect(bob.emails).toEqual([])
    expect(importer.readWarnings(importResult).split('\n').slice(0, 2)).toEqual([
      'line,id,field,value,warning',
      `3,${bob.id},Email,bob-at-example,left out: must be an email address such as ann@example.com`,
    ])
  })

  test("an invalid imported value does not change an existing person's stored value", async () => {
    const annId = await createPerson(
      '{firstName: "Ann", emails: [{value: "ann@example.com"}], phones: [{value: "+14155550100"}], tags: ["Old"]}',
    )
    const csv = `id,firstName,emails,phones,tags,price\n${annId},Anna,wrong,none,${'t'.repeat(51)},much\n`
    const importResult = await importer.import(writeTable(csv), { clearEmpty: true })
    expect([getRowCounts(importResult), importResult.summary.warnings[0]?.warnings.length]).toEqual(
      [{ updated: 1 }, 4],
    )
    expect(await readPerson(annId)).toMatchObject({
      firstName: 'Anna',
      emails: [{ value: 'ann@example.com' }],
      phones: [{ value: '+14155550100' }],
      tags: [{ name: 'Old' }],
    })
  })

  test.each([
    [
      'an invalid email among valid ones',
      'Ann,a@example.com;bad;b@example.com,,',
      ['a@example.com', 'b@example.com'],
    ],
    ['a tag that is too long', `Ann,a@example.com,"${'x'.repeat(51)},VIP",`, ['a@example.com']],
    ['a note that is too long', `Ann,a@example.com,,${'y'.repeat(5001)}`, ['a@example.com']],
    ['a control character', 'Ann\u0001,a@example.com,,a\u0000b', ['a@example.com']],
  ])(
    'an import of a row with %s imports the person with the other values',
    async (_, row, emails) => {
      const importResult = await importer.import(writeTable(`Name,Email,Tags,Notes\n${row}\n`))
      expect([getRowCounts(importResult), importResult.summary.rowsWithWarnings]).toEqual([
        { created: 1 },
        1,
      ])
      const { body } = await world.as('owner').gql(`{ people { nodes { ${personFields} } } }`)
      const [person] = body.data.people.nodes
      expect(person.firstName).toBe('Ann')
      expect(person.emails.map(({ value }: { value: string }) => value)).toEqual(emails)
      expect(person.background ?? '').not.toMatch(/\u0000|^y{5001}$/)
    },
  )

  test('an import omits only the custom field whose value is invalid', async () => {
    await createCustomField('Motto', 'text')
    const longText = 'm'.repeat(10_000)
    const importResult = await importer.import(
      writeTable(`Name,Motto,Source\nAnn Lee,${longText},Fair\n`),
    )
    expect(listWarnings(importResult)).toEqual([expect.stringMatching(/^2: Motto: left out: /)])
    const { body } = await world.as('owner').gql('{ people { nodes { source } } }')
    expect(body.data.people.nodes).toEqual([{ source: 'Fair' }])
  })

  test('an import omits an invalid value of a deal or task, but rejects a row without a valid value of a required field', async () => {
    const dealImport = await importer.import(
      writeTable('Title,Price,Contact,Close date\nFlat,much,nobody@example.com,soon\n,5,,\n'),
      { kind: 'deals' },
    )
    expect([getRowCounts(dealImport), listWarnings(dealImport).length]).toEqual([
      { created: 1, refused: 1 },
      1,
    ])
    expect(listRejectedRows(dealImport)).toEqual([expect.stringMatching(/^3: Title: is required/)])
    const taskImport = await importer.import(
      writeTable('Task,Priority,Due,Contact,Assigned to\nCall,whenever,soon,Nobody,Nobody\n'),
      { kind: 'tasks' },
    )
    expect([getRowCounts(taskImport), taskImport.summary.warnings[0]?.warnings.length]).toEqual([
      { created: 1 },
      4,
    ])
    const activityImport = await importer.import(
      writeTable('Contact,Type,Note\nNobody,call,Hello\n', 'activities.csv'),
      { kind: 'activities' },
    )
    expect(listRejectedRows(activityImport)).toEqual([
      expect.stringMatching(/^2: Contact: does not match exactly one person/),
    ])
  })
})

describe('Rejected rows of imports', () => {
  const csv = [
    'First name,Email,Phone,Price',
    'Ann,ann@example.com,,100',
    ',bob-at-example,,',
    ',,no digits,5',
    'Guy,guy@example.com,,,surplus',
    '',
  ].join('\n')

  test('a rejected import row is reported with its line and the reasons, and the other rows are imported', async () => {
    const importResult = await importer.import(writeTable(csv))
    expect(getRowCounts(importResult)).toEqual({ created: 1, refused: 3 })
    expect(listRejectedRows(importResult)).toEqual([
      '3: Email: must be an email address such as ann@example.com; First name: a contact needs a name, an email or a phone',
      '4: Phone: must contain digits; First name: a contact needs a name, an email or a phone',
      '5: has 5 cells, but the file has 4 headings: check quotes and separators',
    ])
  })

  test('the file of rejected import rows contains the reasons and can be corrected and imported', async () => {
    const importResult = await importer.import(writeTable(csv))
    const rejectedCsv = importer.readErrors(importResult)
    expect(rejectedCsv.split('\n').slice(0, 2)).toEqual([
      'First name,Email,Phone,Price,error',
      ',bob-at-example,,,"Email: must be an email address such as ann@example.com; First name: a contact needs a name, an email or a phone"',
    ])
    const correctedCsv = rejectedCsv
      .replace('bob-at-example', 'bob@example.com')
      .replace('no digits', '+14155550100')
      .replace(',surplus', '')
    const repeatedImport = await importer.import(writeTable(correctedCsv, 'mended.csv'))
    expect([getRowCounts(repeatedImport), listRejectedRows(repeatedImport)]).toEqual([
      { created: 3 },
      [],
    ])
  })

  test('an import can map or create stages and assign records with unknown or missing owners to a given user', async () => {
    const file = writeTable('First name,Stage,Owner\nAnn,customer,Old Boss\nBob,Nurturing,\n')
    const importResult = await importer.import(file, {
      stage: ['Customer=Client'],
      createStages: true,
      assignTo: 'leader@acme.test',
    })
    expect(listRejectedRows(importResult)).toEqual([])
    const { body } = await world
      .as('owner')
      .gql(`{ people { nodes { ${personFields} } } stages { nodes { name } } }`)
    expect(body.data.people.nodes.toReversed()).toMatchObject([
      { stage: { name: 'Client' }, assignee: { email: 'leader@acme.test' } },
      { stage: { name: 'Nurturing' }, assignee: { email: 'leader@acme.test' } },
    ])
  })

  test('an import row with an invalid date still creates its new stage, without the date', async () => {
    await createCustomField('Since', 'date')
    const file = writeTable('First name,Stage,Since\nAnn,Nurturing,1850-01-01\n')
    const importResult = await importer.import(file, { createStages: true })
    expect(listRejectedRows(importResult)).toEqual([])
    const { body } = await world.as('owner').gql('{ people { nodes { stage { name } } } }')
    expect(body.data.people.nodes).toEqual([{ stage: { name: 'Nurturing' } }])
  })

  test('a rejected import row creates neither a stage nor a tag', async () => {
    const file = writeTable(
      'First name,Email,Stage,Tags\n,wrong,Nurturing,Fresh\nBob,bob@example.com,Nurturing,\n',
    )
    const importResult = await importer.import(file, { createStages: true })
    expect(getRowCounts(importResult)).toEqual({ created: 1, refused: 1 })
    const { body } = await world
      .as('owner')
      .gql(`{ tags { nodes { name } } stages { nodes { name } } }`)
    expect(body.data.tags.nodes).toEqual([])
    expect(
      body.data.stages.nodes.filter(({ name }: { name: string }) => name === 'Nurturing'),
    ).toHaveLength(1)
  })

  test("rejected rows of JSON Lines and vCard files are written in the imported file's format", async () => {
    const jsonLinesImport = await importer.import(
      importer.file(
        'some.jsonl',
        '{"emails":["wrong"]}\nnonsense\n{"firstName":"Bob","tags":["a; b","c"]}\n',
      ),
    )
    expect([getRowCounts(jsonLinesImport), importer.readErrors(jsonLinesImport)]).toEqual([
      { created: 1, refused: 2 },
      '{"emails":["wrong"],"error":"emails: must be an email address such as ann@example.com; firstName: a contact needs a name, an email or a phone"}\nnonsense\n',
    ])
    const vcardImport = await importer.import(
      importer.file('some.vcf', 'BEGIN:VCARD\nVERSION:3.0\nFN:\nEMAIL:wrong\nEND:VCARD\n'),
      {
        errors: `${importer.folder}/errors.vcf`,
      },
    )
    expect(importer.readErrors(vcardImport)).toContain(
      'X-ERROR:Email 1: must be an email address such as ann@example.com\\; ',
    )
  })
})
