/** Tests the import of vCards that were exported from phones and other systems. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encodeText } from './support/encoding.ts'
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
  'firstName lastName emails { value type } phones { value type status } tags { name } background'
interface PersonNode {
  firstName: string
  lastName: string
  emails: { value: string; type: string }[]
  phones: { value: string; type: string; status: string }[]
  tags: { name: string }[]
  background: string | null
}
async function listPeople() {
  const { body } = await world
    .as('owner')
    .gql(
      `{ people(first: 50, orderBy: {field: createdAt, direction: asc}) { nodes { ${personFields} } } }`,
    )
  expect(body.errors).toBeUndefined()
  return body.data.people.nodes.map((person: PersonNode) => ({
    name: [person.firstName, person.lastName],
    emails: person.emails.map(({ value, type }) => `${type} ${value}`),
    phones: person.phones.map(({ value, type, status }) => `${type} ${value} ${status}`),
    tags: person.tags.map(({ name }) => name),
    background: person.background,
  }))
}
const createCard = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')
const listAssumptions = ({ summary }: Awaited<ReturnType<Importer['import']>>) => [
  ...summary.assumptions.values(),
]
describe('Imported vCards', () => {
  test('an import of a Nextcloud vCard keeps phone extensions, joins characters that line folding splits, and removes commas from tags', async () => {
    const importResult = await importer.import(getSamplePath('nextcloud.vcf'))
    expect(importResult.file.source.description).toBe('vCard, UTF-8')
    expect(listWarnings(importResult)).toEqual([
      '1: Photo: left out: people have no such field; Categories: changed: a tag cannot contain a comma or a line break; the tag is "Kunden Nord"',
    ])
    expect(await listPeople()).toEqual([
      {
        name: ['Владимир Константинович', 'Рождественский-Преображенский'],
        emails: ['home vladimir@пример.example'],
        phones: ['home +74951234567 x12 Valid'],
        tags: ['Клиенты', 'Kunden Nord'],
        background:
          'Address 1: ул. Большая Ордынка, 17, Москва, 119017, Россия (home)\nSocial profile (facebook): https://facebook.example/vladimir',
      },
    ])
  })

  test('an import of a Thunderbird vCard converts a group to a tag and properties without a field to lines of the background', async () => {
    const importResult = await importer.import(getSamplePath('thunderbird.vcf'))
    expect(getRowCounts(importResult)).toEqual({ created: 2, skipped: 1 })
    expect(listWarnings(importResult)).toEqual([
      '1: Email 2: left out: must be an email address such as ann@example.com',
      '22: skipped: is a group: "Laserfolk" is a tag of 1 of its 2 members; the others are not in this file',
    ])
    expect(await listPeople()).toEqual([
      {
        name: ['Zoë Marie Anne', 'Ångström'],
        emails: ['other zoe@angstrom.example'],
        phones: ['other +46812345678 Valid', 'work +14155550100 x33 Valid'],
        tags: ['Laserfolk'],
        background: [
          'Första raden\nAndra raden; med semikolon',
          'Name prefix: Prof. Dr.',
          'Name suffix: M.Sc. Ph.D.',
          'Nickname: Zo, Z.',
          'Organization: Fysik AB, Laser',
          'Job title: Chef',
          'Birthday: --0517',
          'Website: https://angstrom.example',
          'Anniversary: 20100601',
          'Gender: F',
          'Language: sv',
          'Instant messaging: xmpp:zoe@chat.example',
          'Related (spouse): Åke Ångström',
        ].join('\n'),
      },
      {
        name: ['', 'Acme Widgets Incorporated'],
        emails: ['other info@acme-widgets.example'],
        phones: ['other +12125550142 Valid'],
        tags: [],
        background: 'Organization: Acme Widgets Incorporated\nKind: organization',
      },
    ])
  })

  test('an import of an iCloud vCard keeps custom labels, dates without a year, companies and groups', async () => {
    const importResult = await importer.import(getSamplePath('icloud.vcf'))
    expect(getRowCounts(importResult)).toEqual({ created: 2, skipped: 1 })
    expect(await listPeople()).toMatchObject([
      {
        name: ['Minh Quang', 'Nguyễn'],
        phones: ['other +842438251234 Valid'],
        tags: ['Family'],
        background: [
          'Birthday: --02-29',
          'Website: https://nguyen.example',
          'Address 1: 1 Phố Huế, Hà Nội, Vietnam (home)',
          'Văn phòng: +84 24 3825 1234',
          'Anniversary: 2012-06-01',
          'Mother: Lan',
          'Phonetic first name: Ming',
        ].join('\n'),
      },
      { name: ['', 'Blue Bottle'], phones: ['work +15105550177 Valid'] },
    ])
  })

  test('an import of a KDE vCard omits only an invalid line, a PGP key and a phone number without digits', async () => {
    const importResult = await importer.import(getSamplePath('kaddressbook.vcf'))
    expect(listWarnings(importResult)).toEqual([
      '1: left out: the line is not a vCard property; Key: left out: people have no such field; Phone 1: left out: must contain digits',
    ])
    expect(await listPeople()).toMatchObject([
      {
        name: ['Doña', 'Inés'],
        phones: ['other 555-HOME Invalid'],
        background: expect.stringContaining('Spouse: Don Juan\nAnniversary: 2001-02-03'),
      },
    ])
  })

  test('an import of an Outlook vCard reads each value in its own encoding and ignores the nested card', async () => {
    const importResult = await importer.import(getSamplePath('outlook.vcf'))
    expect(listWarnings(importResult)).toEqual(['1: Agent: left out: a nested vCard'])
    expect(await listPeople()).toMatchObject([
      {
        name: ['Björn', 'Köhler'],
        phones: ['work +4930123456 x33 Valid', 'fax +49301234599 Valid'],
        background: expect.stringContaining('Hauptstraße 5, Hinterhaus, Berlin'),
      },
    ])
  })

  test('an import reads a vCard without a declared encoding in the most likely encoding and reports that encoding', async () => {
    const importResult = await importer.import(getSamplePath('nokia-koi8.vcf'))
    expect(listAssumptions(importResult)).toEqual([
      {
        message:
          'read as KOI8-R: not UTF-8, and declares no encoding; choose another with --encoding',
        rows: 2,
        lines: [1, 7],
      },
    ])
    expect(await listPeople()).toMatchObject([
      { name: ['Сергей', 'Иванов'] },
      { name: ['Ольга', 'Щербакова'] },
    ])
  })

  test('the encoding of one vCard does not affect other vCards in the file', async () => {
    const importResult = await importer.import(getSamplePath('mixed.vcf'))
    expect(listAssumptions(importResult)).toMatchObject([{ rows: 1, lines: [7] }])
    expect((await listPeople()).map(({ name }: { name: string[] }) => name)).toEqual([
      ['Jürgen', 'Müller'],
      ['François', 'Noël'],
      ['Анна', 'Петрова'],
      ['太郎', '山田'],
      ['Zoë', 'Åse'],
    ])
  })

  test.each([
    ['koi8-r', 'Чехов', 'Антон'],
    ['koi8-u', 'Франко', 'Іванїна'],
    ['windows-1251', 'Щукин', 'Фёдор'],
    ['ibm866', 'Толстой', 'Лев'],
    ['windows-1252', 'Müller', 'François'],
    ['windows-1250', 'Dvořák', 'Jiří'],
    ['windows-1253', 'Παπαδόπουλος', 'Γιώργος'],
    ['shift_jis', '鈴木一郎', 'たなか'],
    ['euc-kr', '홍길동', '김철수'],
    ['gb18030', '王小明', '刘德华'],
    ['utf-16le', 'Щукин', '王小明'],
    ['utf-16be', 'Müller', '김철수'],
  ])(
    'an import detects the encoding of a vCard that declares none: %s',
    async (encoding, lastName, firstName) => {
      const vcard = `\uFEFF${createCard('VERSION:3.0', `N:${lastName};${firstName};;;`, `FN:${firstName} ${lastName}`)}`
      const encodedVcard = encoding.startsWith('utf') ? vcard : vcard.slice(1)
      await importer.import(importer.file('some.vcf', encodeText(encodedVcard, encoding)))
      expect(await listPeople()).toMatchObject([{ name: [firstName, lastName] }])
    },
  )

  test('an import reads a vCard in the encoding set by an option or declared by a value', async () => {
    const bytes = Buffer.concat([
      encodeText(createCard('VERSION:3.0', 'N:Lőrincz;Ágnes;;;'), 'windows-1250'),
      encodeText(createCard('VERSION:2.1', 'N;CHARSET=KOI8-R:Чехов;Антон'), 'koi8-r'),
      Buffer.from(createCard('VERSION:2.1', 'N;ENCODING=QUOTED-PRINTABLE:L=F5rincz;=C1gnes')),
    ])
    const importResult = await importer.import(importer.file('some.vcf', bytes), {
      encoding: 'windows-1250',
    })
    expect(listAssumptions(importResult)).toEqual([])
    expect((await listPeople()).map(({ name }: { name: string[] }) => name)).toEqual([
      ['Ágnes', 'Lőrincz'],
      ['Антон', 'Чехов'],
      ['Ágnes', 'Lőrincz'],
    ])
  })

  test("an import reads quoted-printable text without a charset in the file's most likely encoding", async () => {
    const encodedNames = [
      ['P=F8emysl', 'Nov=E1k'],
      ['Ji=F8=ED', 'Dvo=F8=\r\n=E1k'],
      ['Ond=F8ej', 'Pokorn=FD'],
    ]
    const vcards = encodedNames.map(([first, last]) =>
      createCard('VERSION:2.1', `N;ENCODING=QUOTED-PRINTABLE:${last};${first}`),
    )
    await importer.import(importer.file('some.vcf', vcards.join('')))
    expect((await listPeople()).map(({ name }: { name: string[] }) => name)).toEqual([
      ['Přemysl', 'Novák'],
      ['Jiří', 'Dvořák'],
      ['Ondřej', 'Pokorný'],
    ])
  })

  test('an import reads a vCard with a wrong, unknown or missing charset in the detected charset and reports the problem', async () => {
    const bytes = Buffer.concat([
      encodeText(createCard('VERSION:2.1', 'N;CHARSET=UTF-8:Müller;Jörg'), 'windows-1252'),
      Buffer.from(createCard('VERSION:2.1', 'N;CHARSET=KLINGON:Müller;Jörg')),
      Buffer.from(createCard('VERSION:2.1', 'N;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg')),
    ])
    const importResult = await importer.import(importer.file('some.vcf', bytes))
    expect(listAssumptions(importResult).map(({ message, lines }) => [lines, message])).toEqual([
      [
        [1],
        'read as Windows-1252: not valid UTF-8, although declared as UTF-8; choose another with --encoding',
      ],
      [[5], 'ignored the unknown encoding KLINGON'],
      [
        [9],
        'read as Windows-1252: not UTF-8, and declares no encoding; choose another with --encoding',
      ],
    ])
    expect((await listPeople()).map(({ name }: { name: string[] }) => name)).toEqual([
      ['Jörg', 'Müller'],
      ['Jörg', 'Müller'],
      ['Jörg', 'Müller'],
    ])
  })

  test.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['CR LF', '\r\n'],
  ])('folded vCard lines with %s line endings are unfolded', async (_, lineEnding) => {
    const vcard = createCard(
      'VERSION:3.0',
      'FN:Ann L',
      ' ee',
      'N:Lee;An',
      '\tn;;;',
      'TEL:+1415555',
      ' 0100',
    )
    await importer.import(importer.file('some.vcf', vcard.replaceAll('\r\n', lineEnding)))
    expect(await listPeople()).toMatchObject([
      { name: ['Ann', 'Lee'], phones: ['other +14155550100 Valid'] },
    ])
  })

  test.each([
    ['an address without @', 'EMAIL:ann at example.com', 'Email 1'],
    ['an address that is too long', `EMAIL:${'a'.repeat(250)}@example.com`, 'Email 1'],
    ['a phone without digits', 'TEL:call me', 'Phone 1'],
    ['a phone that is too short', 'TEL:12', 'Phone 1'],
    ['a phone that is too long', `TEL:${'1'.repeat(41)}`, 'Phone 1'],
    ['a tag that is too long', `CATEGORIES:${'x'.repeat(51)}`, 'Categories'],
    ['a tag that consists of commas', 'CATEGORIES:\\,', 'Categories'],
    ['a note that is too long', `NOTE:${'y'.repeat(5001)}`, 'Note'],
    ['an invalid Dealgraph field', 'X-DEALGRAPH-FIELD;X-NAME=price:much', 'price'],
    ['a picture', 'PHOTO;ENCODING=b:QUJD', 'Photo'],
  ])('a vCard with %s is imported without that value', async (_, line, heading) => {
    const vcard = createCard(
      'VERSION:3.0',
      'N:Lee;Ann;;;',
      line,
      'EMAIL:ann@example.com',
      'TEL:4155550100',
    )
    const importResult = await importer.import(importer.file('some.vcf', vcard))
    expect([getRowCounts(importResult), listRejectedRows(importResult)]).toEqual([
      { created: 1 },
      [],
    ])
    expect(listWarnings(importResult)).toEqual([
      expect.stringMatching(new RegExp(`^1: ${heading}: `)),
    ])
    expect(await listPeople()).toMatchObject([
      {
        name: ['Ann', 'Lee'],
        emails: ['other ann@example.com'],
        phones: ['other +14155550100 Valid'],
      },
    ])
  })

  test('a vCard with no name, phone or valid email is rejected and written to the error file in its original encoding', async () => {
    const bytes = encodeText(
      createCard('VERSION:2.1', 'NOTE;CHARSET=KOI8-R:Заметка', 'EMAIL:wrong'),
      'koi8-r',
    )
    const importResult = await importer.import(importer.file('some.vcf', bytes))
    expect(getRowCounts(importResult)).toEqual({ refused: 1 })
    expect(importer.readErrors(importResult)).toContain('X-ERROR:Email 1: must be an email address')
    const rejectedVcardFile = importer.file('again.vcf', importer.readErrorBytes(importResult))
    await importer.import(rejectedVcardFile, { again: true, map: ['Note=firstName'] })
    expect(await listPeople()).toMatchObject([{ name: ['Заметка', ''] }])
  })

  test('concatenated vCard files with byte order marks are read completely', async () => {
    const singleCard = `\uFEFF${createCard('VERSION:3.0', 'FN:Zoë')}`
    await importer.import(importer.file('some.vcf', singleCard + singleCard.replace('Zoë', 'Åse')))
    expect((await listPeople()).map(({ name }: { name: string[] }) => name)).toEqual([
      ['Zoë', ''],
      ['Åse', ''],
    ])
  })

  test('the full name in a vCard is stored only if it contains words that the name parts lack', async () => {
    const vcards = [
      createCard('VERSION:3.0', 'N:山田;太郎;;;', 'FN:山田太郎'),
      createCard('VERSION:3.0', 'N:Lee;Ann;;;', 'FN:Ann Lee (neighbour)'),
      createCard('VERSION:3.0', 'N:Doe;Jo;;Dr.;', 'FN:Dr. Jo Doe'),
      createCard('VERSION:3.0', 'ORG:Blue Bottle;Sales', 'TEL:+14155550100'),
    ]
    await importer.import(importer.file('some.vcf', vcards.join('')))
    expect((await listPeople()).map((person: PersonNode) => person.background)).toEqual([
      null,
      'Display name: Ann Lee (neighbour)',
      'Name prefix: Dr.',
      'Organization: Blue Bottle, Sales',
    ])
    expect((await listPeople()).at(-1)).toMatchObject({ name: ['', 'Blue Bottle'] })
  })

  test('an internationalized email address in a vCard is stored unchanged', async () => {
    const vcard = createCard(
      'VERSION:4.0',
      'FN:用户',
      'EMAIL:用户@例子.example',
      'EMAIL:jürgen@müller.example',
    )
    await importer.import(importer.file('some.vcf', vcard))
    expect(await listPeople()).toMatchObject([
      { emails: ['other 用户@例子.example', 'other jürgen@müller.example'] },
    ])
  })
})
