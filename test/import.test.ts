import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dump } from './support/dump.ts'
import { countsOf, type Desk, deskOf, refusedOf, sample, warningsOf } from './support/importing.ts'
import { createWorld, type Who, type World } from './support/world.ts'

let world: World
let desk: Desk
beforeEach(async () => {
  world = await createWorld()
  desk = deskOf(world)
})
afterEach(async () => {
  desk.remove()
  await world.stop()
})

const make = async (input: string, who: Who = 'owner'): Promise<string> => {
  const { body } = await world.as(who).gql(`mutation { createPerson(input: ${input}) { id } }`)
  expect(body.errors).toBeUndefined()
  return body.data.createPerson.id
}
const shown =
  'firstName lastName emails { value } phones { value } tags { name } source stage { name } assignedAgent { email } background'
const get = async (id: string, fields = shown, who: Who = 'owner') =>
  (await world.as(who).gql(`{ person(id: "${id}") { ${fields} } }`)).body.data.person
const count = async (list: string, who: Who = 'owner') =>
  (await world.as(who).gql(`{ ${list} { totalCount } }`)).body.data[list].totalCount
const table = (text: string, name = 'people.csv') => desk.file(name, text)

describe('what a file holds', () => {
  test('is told by its headings, and each goes where the table of its program says', async () => {
    const { plan } = await desk.import(sample('hubspot-deals.csv'), { dryRun: true })
    expect([plan.kind, plan.vendor]).toEqual(['deals', 'hubspot'])
    expect(plan.mapping.columns.find(({ heading }) => heading === 'Amount')).toMatchObject({
      field: 'price',
      known: true,
    })
  })

  test('a heading that nobody knows is left out, with what to write to keep it', async () => {
    const { plan } = await desk.import(
      table('Name,Shoe size,Work phone no.\nAnn Lee,38,+14155550100\n'),
      { dryRun: true },
    )
    expect(plan.mapping.columns.slice(1)).toEqual([
      { heading: 'Shoe size', field: '', number: '', known: false, suggestion: 'background' },
      { heading: 'Work phone no.', field: '', number: '', known: false, suggestion: 'phone' },
    ])
  })

  test('is mapped as it is told: to a field, to nothing, to a custom field, and all the rest', async () => {
    await world
      .as('owner')
      .gql(
        'mutation { createCustomField(input: {record: person, name: "Shoe size", type: number}) { id } }',
      )
    const file = table('Who,Shoe size,Fax,Company,City\nAnn Lee,38,+14155550100,Acme,Rome\n')
    const imported = await desk.import(file, {
      kind: 'people',
      map: ['who=fullName', 'Fax=', '*=background'],
    })
    expect([countsOf(imported), refusedOf(imported)]).toEqual([{ created: 1 }, []])
    const { body } = await world.as('owner').gql(`{ people { nodes { ${shown} customFields } } }`)
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
      'no heading that is a name, an email or a phone',
      'Colour,Size\nred,4\n',
      { kind: 'people' as const },
      /No heading is known as a name, an email or a phone, .* --map "Colour=/,
    ],
    [
      'headings of which nobody knows one',
      'Colour,Size\nred,4\n',
      {},
      /\(Colour, Size\) do not show .*; add --kind/,
    ],
    [
      'a wish for a heading that it has not',
      'Name\nAnn\n',
      { map: ['Nom=fullName'] },
      /--map "Nom=fullName" names no heading of the file; they are Name\./,
    ],
    [
      'a wish for a field that there is not',
      'Name\nAnn\n',
      { map: ['Name=full'] },
      /--map "Name=full" names no field of people; they are id, /,
    ],
    ['no rows', 'Name\n', {}, /has no rows to import/],
    ['nothing', '', {}, /is empty/],
    [
      'a quote that is never closed',
      'Name,Email\n"Ann,ann@example.com\n',
      {},
      /cannot be read from line \d+: a quote that opens there or before has no end/,
    ],
    [
      'somebody unknown to give records to',
      'Name\nAnn\n',
      { assignTo: 'nobody@acme.test' },
      /--assign-to nobody@acme.test is not the email of a user/,
    ],
    [
      'an unknown pipeline',
      'Title\nA\n',
      { kind: 'deals' as const, pipeline: 'Nope' },
      /--pipeline Nope matches no pipeline/,
    ],
  ])('%s stops it before anything is written', async (_, text, wanted, sentence) => {
    const before = await dump(world)
    await expect(desk.import(table(text), wanted)).rejects.toThrow(sentence)
    expect(await dump(world)).toEqual(before)
  })

  test.each([
    ['UTF-8 with a mark', Buffer.from('\uFEFFName;Email\r\nZoë Åse;zoe@example.com\r\n')],
    ['UTF-16', Buffer.from('\uFEFFName\tEmail\r\nZoë Åse\tzoe@example.com\r\n', 'utf16le')],
    [
      'UTF-16 without a mark',
      Buffer.from('Name\tEmail\r\nZoë Åse\tzoe@example.com\r\n', 'utf16le'),
    ],
    ['Windows-1252', Buffer.from('Name,Email\nZoë Åse,zoe@example.com\n', 'latin1')],
    [
      'a line that names the separator, and old line ends',
      Buffer.from('sep=|\nName|Email\rZoë Åse|zoe@example.com\r'),
    ],
  ])('is read in %s', async (_, bytes) => {
    const imported = await desk.import(desk.file('some.csv', bytes))
    expect(countsOf(imported)).toEqual({ created: 1 })
    const { body } = await world.as('owner').gql(`{ people { nodes { ${shown} } } }`)
    expect(body.data.people.nodes).toMatchObject([
      { firstName: 'Zoë', lastName: 'Åse', emails: [{ value: 'zoe@example.com' }] },
    ])
  })

  test('is read in the encoding of the option, otherwise cell by cell', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Name,Notes\nZoë Åse,bad '),
      Buffer.from([0xff]),
      Buffer.from('\n'),
    ])
    const guessed = await desk.import(desk.file('some.csv', bytes), { dryRun: true })
    expect(guessed.file.source.about).toBe('CSV, UTF-8 and Windows-1252, separated by commas')
    await desk.import(desk.file('some.csv', bytes), { encoding: 'koi8-r' })
    const { body } = await world.as('owner').gql(`{ people { nodes { ${shown} } } }`)
    expect(body.data.people.nodes).toMatchObject([
      { firstName: 'Zoц╚', lastName: 'ц┘se', background: 'bad Ъ' },
    ])
  })

  test('apostrophes that keep a spreadsheet from calculating are taken away, and no others', async () => {
    await desk.import(
      table(`First name,Last name,Phone,Notes\n'=SUM(A1),'Neill,'+1 415 555 0100,"'@here"\n`),
    )
    const { body } = await world.as('owner').gql(`{ people { nodes { ${shown} } } }`)
    expect(body.data.people.nodes).toMatchObject([
      {
        firstName: '=SUM(A1)',
        lastName: "'Neill",
        phones: [{ value: '+14155550100' }],
        background: '@here',
      },
    ])
  })

  test('dates are read as in the country of the company, or as it is told, in a time zone', async () => {
    const text =
      'Title,Close date\nA,5/6/2026\nB,2026-05-06 09:30\nC,"May 6, 2026 3:15 PM"\nD,31/12/2026\n'
    const imported = await desk.import(table(text), { kind: 'deals', timeZone: 'America/New_York' })
    expect(warningsOf(imported)).toEqual([
      expect.stringMatching(
        /^5: Close date: left out: must be a date, .*read as month, day, year; --dates dmy/,
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

describe('a dry run', () => {
  test('says what would be created, updated, left and refused, and writes nothing', async () => {
    await make('{firstName: "Ann", emails: [{value: "ann@example.com"}], source: "Web"}')
    await make('{firstName: "Bob", emails: [{value: "bob@example.com"}]}')
    const before = await dump(world)
    const file = table(
      'First name,Email,Source\nAnn,ANN@example.com,Fair\nBob,bob@example.com,\nCid,cid@example.com,\n,dot-at-example,\n',
    )
    const imported = await desk.import(file, { dryRun: true })
    expect(countsOf(imported)).toEqual({ created: 1, updated: 1, unchanged: 1, refused: 1 })
    expect(imported.row).toBeUndefined()
    expect(await dump(world)).toEqual(before)
    expect(existsSync(`${desk.folder}/errors`)).toBe(false)
    expect(countsOf(await desk.import(file))).toEqual(countsOf(imported))
  })

  test('counts rows of the same person as one, however far apart they are', async () => {
    const rows = Array.from(
      { length: 45 },
      (_, index) => `P${index % 30},p${index % 30}@example.com,Fair ${index}`,
    )
    const file = table(`First name,Email,Source\n${rows.join('\n')}\n`)
    expect(countsOf(await desk.import(file, { dryRun: true }, 'owner', { batchSize: 10 }))).toEqual(
      {
        created: 30,
        updated: 15,
      },
    )
    expect(countsOf(await desk.import(file, {}, 'owner', { batchSize: 10 }))).toEqual({
      created: 30,
      updated: 15,
    })
  })
})

describe('people who are there already', () => {
  const file = () => table('First name,Email,Phone,Tags\nAnna,ann@example.com,(415) 555-0100,VIP\n')

  test('are known by email or phone in any spelling, and get what the file has besides what they have', async () => {
    const ann = await make(
      '{firstName: "Ann", emails: [{value: "ANN@example.com"}], tags: ["Old"]}',
    )
    expect(countsOf(await desk.import(file()))).toEqual({ updated: 1 })
    expect(await get(ann)).toMatchObject({
      firstName: 'Ann',
      emails: [{ value: 'ANN@example.com' }],
      phones: [{ value: '+14155550100' }],
      tags: [{ name: 'Old' }, { name: 'VIP' }],
    })
    expect(countsOf(await desk.import(file(), { again: true }))).toEqual({ unchanged: 1 })
  })

  test.each([
    ['email', { updated: 1 }],
    ['phone', { created: 1 }],
    ['both', { updated: 1 }],
    ['none', { created: 1 }],
  ] as const)('are looked for by %s where that is told', async (match, counts) => {
    await make('{firstName: "Ann", emails: [{value: "ann@example.com"}]}')
    expect(countsOf(await desk.import(file(), { match }))).toEqual(counts)
  })

  test('are left where that is told, or created once more', async () => {
    const ann = await make('{firstName: "Ann", emails: [{value: "ann@example.com"}]}')
    expect(countsOf(await desk.import(file(), { onMatch: 'skip' }))).toEqual({ skipped: 1 })
    expect(await get(ann)).toMatchObject({ firstName: 'Ann', tags: [] })
    expect(countsOf(await desk.import(file(), { onMatch: 'create', again: true }))).toEqual({
      created: 1,
    })
  })

  test('keep what an empty cell stands beside, unless it is told to clear', async () => {
    const ann = await make(
      '{firstName: "Ann", emails: [{value: "ann@example.com"}], source: "Web", tags: ["Old"]}',
    )
    const empty = table('Email,Source,Tags\nann@example.com,,\n')
    expect(countsOf(await desk.import(empty))).toEqual({ unchanged: 1 })
    expect(countsOf(await desk.import(empty, { clearEmpty: true, again: true }))).toEqual({
      updated: 1,
    })
    expect(await get(ann)).toMatchObject({ source: null, tags: [], firstName: 'Ann' })
  })

  test('are not known where the user does not see them, nor where they are in another company', async () => {
    await make('{firstName: "Ann", emails: [{value: "ann@example.com"}]}', 'loner')
    await make('{firstName: "Ann", emails: [{value: "ann@example.com"}]}', 'stranger')
    const imported = await desk.import(file(), {}, 'agent')
    expect(countsOf(imported)).toEqual({ created: 1 })
    expect(await count('people', 'agent')).toBe(1)
    expect(await count('people', 'loner')).toBe(1)
    expect(await count('people', 'stranger')).toBe(1)
  })
})

describe('deals of a file', () => {
  test('go to the pipeline that is told, and those that are there stay in theirs', async () => {
    const { body } = await world
      .as('owner')
      .gql(
        'mutation { createPipeline(input: {name: "Rentals", stages: [{name: "Asked", type: open}, {name: "Let", type: won}]}) { id } }',
      )
    expect(body.errors).toBeUndefined()
    const deals = async () =>
      (
        await world
          .as('owner')
          .gql('{ deals { nodes { id title pipeline { name } stage { name } } } }')
      ).body.data.deals.nodes
    const file = table(
      'Deal name,Stage,Amount\nFlat,Let,5\nRoom,closed won (Rentals),\nHut,Sold,\n',
    )
    const imported = await desk.import(file, { kind: 'deals', pipeline: 'rentals' })
    expect(warningsOf(imported)).toEqual([
      '4: Stage: left out: matches no stage ("Sold"); the stages are Asked, Let. Map it with --stage "Sold=…"',
    ])
    const [hut, room, flat] = await deals()
    expect(hut).toMatchObject({ title: 'Hut', pipeline: { name: 'Rentals' } })
    expect([flat, room]).toMatchObject([
      { title: 'Flat', pipeline: { name: 'Rentals' }, stage: { name: 'Let' } },
      { title: 'Room', pipeline: { name: 'Rentals' }, stage: { name: 'Let' } },
    ])
    await desk.import(table(`id,title,stage\n${flat.id},Flat,Asked\n`), {
      kind: 'deals',
      pipeline: 'Sales',
    })
    expect(await deals()).toContainEqual({
      id: flat.id,
      title: 'Flat',
      pipeline: { name: 'Rentals' },
      stage: { name: 'Asked' },
    })
  })
})

describe('who imports', () => {
  test('is the actor of each event, in one request that is the import', async () => {
    const { row } = await desk.import(table('Name\nAnn Lee\n'), {}, 'agent')
    const { body } = await world
      .as('owner')
      .gql(`{ auditLog(where: {type: "person.created"}) { nodes { actorId requestId } } }`)
    expect(body.data.auditLog.nodes).toEqual([
      { actorId: world.users.agent.id, requestId: row?.id },
    ])
  })

  test('cannot change what they do not see, even by its id', async () => {
    const ann = await make('{firstName: "Ann", emails: [{value: "ann@example.com"}]}', 'loner')
    const imported = await desk.import(
      table(`id,firstName,emails\n${ann},Hacked,new@example.com\n`),
      {},
      'agent',
    )
    expect(countsOf(imported)).toEqual({ created: 1 })
    expect(await get(ann)).toMatchObject({ firstName: 'Ann' })
  })

  test('stops when they are suspended', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `P${index}`).join('\n')
    const suspend = async () =>
      void (await world
        .as('owner')
        .gql(
          `mutation { updateUser(id: "${world.users.agent.id}", input: {suspended: true}) { id } }`,
        ))
    let suspended: Promise<void> | undefined
    const onProgress = () => {
      suspended ??= suspend()
    }
    await expect(
      desk.import(table(`First name\n${rows}\n`), {}, 'agent', { onProgress, batchSize: 10 }),
    ).rejects.toThrow('The user is suspended')
    await suspended
    expect(await count('people')).toBeLessThan(300)
  })
})

describe('a value that cannot be kept', () => {
  const text = [
    'First name,Email,Phone,Stage,Owner,Price',
    'Ann,ann@example.com,,Lead,agent@acme.test,100',
    'Bob,bob-at-example,,Lead,,',
    'Cid,,no digits,Lead,,',
    'Dot,dot@example.com,,Unheard,,',
    'Eve,eve@example.com,,,Nobody Known,',
    'Fay,fay@example.com,,,,much',
    '',
  ].join('\n')

  test('is left out and reported with line, heading and fault, and the contact is imported', async () => {
    const imported = await desk.import(table(text))
    expect([countsOf(imported), imported.row?.warned]).toEqual([{ created: 6 }, 5])
    expect(warningsOf(imported)).toEqual([
      '3: Email: left out: must be an email address such as ann@example.com',
      '4: Phone: left out: must contain digits',
      '5: Stage: left out: matches no stage ("Unheard"); the stages are Lead, Prospect, Client, Past client. Map it with --stage "Unheard=…", or add --create-stages',
      '6: Owner: left out: matches no user ("Nobody Known"): use an email, or --assign-to for all records',
      '7: Price: left out: must be a number, such as 1234.50',
    ])
  })

  test('is listed with the id of its record in the warnings file', async () => {
    const imported = await desk.import(table(text))
    const { body } = await world
      .as('owner')
      .gql('{ people(where: {name: "Bob"}) { nodes { id emails { value } } } }')
    const [bob] = body.data.people.nodes
    expect(bob.emails).toEqual([])
    expect(desk.warningsOf(imported).split('\n').slice(0, 2)).toEqual([
      'line,id,field,value,warning',
      `3,${bob.id},Email,bob-at-example,left out: must be an email address such as ann@example.com`,
    ])
  })

  test('does not change the stored value of an existing contact', async () => {
    const ann = await make(
      '{firstName: "Ann", emails: [{value: "ann@example.com"}], phones: [{value: "+14155550100"}], tags: ["Old"]}',
    )
    const file = `id,firstName,emails,phones,tags,price\n${ann},Anna,wrong,none,${'t'.repeat(51)},much\n`
    const imported = await desk.import(table(file), { clearEmpty: true })
    expect([countsOf(imported), imported.summary.warnings[0]?.warnings.length]).toEqual([
      { updated: 1 },
      4,
    ])
    expect(await get(ann)).toMatchObject({
      firstName: 'Anna',
      emails: [{ value: 'ann@example.com' }],
      phones: [{ value: '+14155550100' }],
      tags: [{ name: 'Old' }],
    })
  })

  test.each([
    [
      'a bad email among good ones',
      'Ann,a@example.com;bad;b@example.com,,',
      ['a@example.com', 'b@example.com'],
    ],
    ['a tag that is too long', `Ann,a@example.com,"${'x'.repeat(51)},VIP",`, ['a@example.com']],
    ['a note that is too long', `Ann,a@example.com,,${'y'.repeat(5001)}`, ['a@example.com']],
    ['a control character', 'Ann\u0001,a@example.com,,a\u0000b', ['a@example.com']],
  ])('%s costs neither the contact nor its other values', async (_, row, emails) => {
    const imported = await desk.import(table(`Name,Email,Tags,Notes\n${row}\n`))
    expect([countsOf(imported), imported.summary.warned]).toEqual([{ created: 1 }, 1])
    const { body } = await world.as('owner').gql(`{ people { nodes { ${shown} } } }`)
    const [person] = body.data.people.nodes
    expect(person.firstName).toBe('Ann')
    expect(person.emails.map(({ value }: { value: string }) => value)).toEqual(emails)
    expect(person.background ?? '').not.toMatch(/\u0000|^y{5001}$/)
  })

  test('of a custom field leaves out only that field', async () => {
    await world
      .as('owner')
      .gql(
        'mutation { createCustomField(input: {record: person, name: "Motto", type: text}) { id } }',
      )
    const long = 'm'.repeat(10_000)
    const imported = await desk.import(table(`Name,Motto,Source\nAnn Lee,${long},Fair\n`))
    expect(warningsOf(imported)).toEqual([expect.stringMatching(/^2: Motto: left out: /)])
    const { body } = await world.as('owner').gql('{ people { nodes { source } } }')
    expect(body.data.people.nodes).toEqual([{ source: 'Fair' }])
  })

  test('of a deal or task is left out, unless the record requires it', async () => {
    const deals = await desk.import(
      table('Title,Price,Contact,Close date\nFlat,much,nobody@example.com,soon\n,5,,\n'),
      { kind: 'deals' },
    )
    expect([countsOf(deals), warningsOf(deals).length]).toEqual([{ created: 1, refused: 1 }, 1])
    expect(refusedOf(deals)).toEqual([expect.stringMatching(/^3: Title: is required/)])
    const tasks = await desk.import(
      table('Task,Priority,Due,Contact,Assigned to\nCall,whenever,soon,Nobody,Nobody\n'),
      { kind: 'tasks' },
    )
    expect([countsOf(tasks), tasks.summary.warnings[0]?.warnings.length]).toEqual([
      { created: 1 },
      4,
    ])
    const activities = await desk.import(
      table('Contact,Type,Note\nNobody,call,Hello\n', 'activities.csv'),
      { kind: 'activities' },
    )
    expect(refusedOf(activities)).toEqual([expect.stringMatching(/^2: Contact: matches no person/)])
  })
})

describe('rows that are refused', () => {
  const text = [
    'First name,Email,Phone,Price',
    'Ann,ann@example.com,,100',
    ',bob-at-example,,',
    ',,no digits,5',
    'Guy,guy@example.com,,,surplus',
    '',
  ].join('\n')

  test('are told with line, heading and what would be right, and the others go on', async () => {
    const imported = await desk.import(table(text))
    expect(countsOf(imported)).toEqual({ created: 1, refused: 3 })
    expect(refusedOf(imported)).toEqual([
      '3: Email: must be an email address such as ann@example.com; First name: a contact needs a name, an email or a phone',
      '4: Phone: must contain digits; First name: a contact needs a name, an email or a phone',
      '5: has 5 cells, but there are 4 headings: is a quote or a separator missing?',
    ])
  })

  test('are written as they were with why, and can be imported once they are mended', async () => {
    const imported = await desk.import(table(text))
    const errors = desk.errorsOf(imported)
    expect(errors.split('\n').slice(0, 2)).toEqual([
      'First name,Email,Phone,Price,error',
      ',bob-at-example,,,"Email: must be an email address such as ann@example.com; First name: a contact needs a name, an email or a phone"',
    ])
    const mended = errors
      .replace('bob-at-example', 'bob@example.com')
      .replace('no digits', '+14155550100')
      .replace(',surplus', '')
    const again = await desk.import(table(mended, 'mended.csv'))
    expect([countsOf(again), refusedOf(again)]).toEqual([{ created: 3 }, []])
  })

  test('may name stages of the file by those here, create stages, and give to somebody what nobody here has', async () => {
    const file = table('First name,Stage,Owner\nAnn,customer,Old Boss\nBob,Nurturing,\n')
    const imported = await desk.import(file, {
      stage: ['Customer=Client'],
      createStages: true,
      assignTo: 'leader@acme.test',
    })
    expect(refusedOf(imported)).toEqual([])
    const { body } = await world
      .as('owner')
      .gql(`{ people { nodes { ${shown} } } stages { nodes { name } } }`)
    expect(body.data.people.nodes.toReversed()).toMatchObject([
      { stage: { name: 'Client' }, assignedAgent: { email: 'leader@acme.test' } },
      { stage: { name: 'Nurturing' }, assignedAgent: { email: 'leader@acme.test' } },
    ])
  })

  test('leave no stage behind that they would have needed, nor a tag', async () => {
    const file = table(
      'First name,Email,Stage,Tags\n,wrong,Nurturing,Fresh\nBob,bob@example.com,Nurturing,\n',
    )
    const imported = await desk.import(file, { createStages: true })
    expect(countsOf(imported)).toEqual({ created: 1, refused: 1 })
    const { body } = await world
      .as('owner')
      .gql(`{ tags { nodes { name } } stages { nodes { name } } }`)
    expect(body.data.tags.nodes).toEqual([])
    expect(
      body.data.stages.nodes.filter(({ name }: { name: string }) => name === 'Nurturing'),
    ).toHaveLength(1)
  })

  test('of JSON Lines and of vCard stand in a file of that format', async () => {
    const lines = await desk.import(
      desk.file(
        'some.jsonl',
        '{"emails":["wrong"]}\nnonsense\n{"firstName":"Bob","tags":["a; b","c"]}\n',
      ),
    )
    expect([countsOf(lines), desk.errorsOf(lines)]).toEqual([
      { created: 1, refused: 2 },
      '{"emails":["wrong"],"error":"emails: must be an email address such as ann@example.com; firstName: a contact needs a name, an email or a phone"}\nnonsense\n',
    ])
    const cards = await desk.import(
      desk.file('some.vcf', 'BEGIN:VCARD\nVERSION:3.0\nFN:\nEMAIL:wrong\nEND:VCARD\n'),
      {
        errors: `${desk.folder}/errors.vcf`,
      },
    )
    expect(desk.errorsOf(cards)).toContain(
      'X-ERROR:Email 1: must be an email address such as ann@example.com\\; ',
    )
  })
})
