import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { listColumns } from '../src/exchange/fields.ts'
import { toVcard } from '../src/exchange/formats.ts'
import { openSource } from '../src/exchange/importing/plan.ts'
import type { SourceRow } from '../src/exchange/reading/source.ts'
import { examineFile } from '../src/exchange/reading/text-file.ts'
import { encodeAs, hasCharacters } from './support/encoding.ts'
import { newFolder } from './support/folder.ts'

const folder = newFolder()
afterAll(folder.remove)

async function readCards(bytes: Buffer): Promise<SourceRow[]> {
  const path = folder.file('some.vcf')
  writeFileSync(path, bytes)
  const source = await openSource(path, 'some.vcf', await examineFile(path))
  const rows: SourceRow[] = []
  for await (const row of source.rows()) rows.push(row)
  return rows
}

const encodings = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'koi8-r',
  'windows-1253',
  'iso-8859-5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
]
const letters: Record<string, string> = {
  'windows-1252': 'äöüßéèñçåøÅÉ Ann-’',
  'windows-1250': 'áčďéěíňóřšťúůýžŁł Jan',
  'windows-1253': 'αβγδεζηθικλμνξοπρσςτυφχψωΆΈ Ann',
  shift_jis: '山田太郎鈴木一郎表示ソたなかカタカナ Ann',
  'euc-jp': '山田太郎鈴木一郎たなかカタカナ Ann',
  'euc-kr': '김철수홍길동박지성 Ann',
  gb18030: '王小明李伟张三刘德华 Ann',
  big5: '王小明陳水扁張學友功許 Ann',
}
const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖ Ann'
/** Generates names as they are stored: trimmed, not empty, on one line, in normal form C. */
const isName = (text: string) =>
  text.trim() === text && text !== '' && !/[\p{C}\p{Z}]/u.test(text.replaceAll(' ', ''))
const generateName = (encoding: string) =>
  (encoding === 'utf-8'
    ? fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    : fc.string({
        unit: fc.constantFrom(...(letters[encoding] ?? cyrillic)),
        minLength: 1,
        maxLength: 60,
      })
  ).filter((text) => isName(text) && hasCharacters(text, encoding))

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&')

/** Folds a line at the given byte positions, even within characters. */
function foldLine(line: Buffer, cutPositions: readonly number[]): Buffer {
  const foldPositions = [
    ...new Set(cutPositions.map((cut) => 1 + (cut % Math.max(1, line.length - 1)))),
  ].sort((a, b) => a - b)
  const parts = [0, ...foldPositions].map((from, index) =>
    line.subarray(from, foldPositions[index]),
  )
  return Buffer.concat(
    parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from('\r\n '), part])),
  )
}

const toQuotedPrintable = (bytes: Buffer) =>
  [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)

/** Adds soft line breaks to quoted-printable text after some octets. */
function addSoftBreaks(octets: readonly string[], cutPositions: readonly number[]): string {
  const breakPositions = new Set(cutPositions.map((cut) => cut % (octets.length + 1)))
  return octets
    .map((octet, index) => (breakPositions.has(index) ? `=\r\n${octet}` : octet))
    .join('')
}

type Shape = 'plain' | 'quoted' | 'base64'

function formatNameLine(
  name: string,
  encoding: string,
  shape: Shape,
  cutPositions: readonly number[],
): Buffer {
  const head = `FN;CHARSET=${encoding}`
  if (shape === 'plain')
    return foldLine(
      Buffer.concat([Buffer.from(`${head}:`), encodeAs(escapeText(name), encoding)]),
      cutPositions,
    )
  if (shape === 'base64') {
    const value = encodeAs(escapeText(name), encoding).toString('base64')
    return foldLine(Buffer.from(`${head};ENCODING=b:${value}`), cutPositions)
  }
  const octets = toQuotedPrintable(encodeAs(escapeText(name), encoding))
  return Buffer.from(`${head};ENCODING=QUOTED-PRINTABLE:${addSoftBreaks(octets, cutPositions)}`)
}

const cutsArbitrary = fc.array(fc.nat(300), { maxLength: 8 })

describe('Reading vCards', () => {
  test('a vCard round-trips in any declared encoding, folded at any byte', async () => {
    const card = fc.constantFrom(...encodings).chain((encoding) =>
      fc.record({
        encoding: fc.constant(encoding),
        name: generateName(encoding),
        shape: fc.constantFrom<Shape>('plain', 'quoted', 'base64'),
        cuts: cutsArbitrary,
      }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(card, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('\r\n', '\n'),
        async (cards, end) => {
          const bytes = Buffer.concat(
            cards.map(({ name, encoding, shape, cuts: places }) =>
              Buffer.concat([
                Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\n'),
                formatNameLine(name, encoding, shape, places),
                Buffer.from('\r\nEND:VCARD\r\n'),
              ]),
            ),
          )
          const text = bytes.toString('latin1').replaceAll('\r\n', end)
          const rows = await readCards(Buffer.from(text, 'latin1'))
          expect(rows.map(({ cells }) => cells['Full name'])).toEqual(cards.map(({ name }) => name))
          expect(rows.flatMap(({ remarks }) => remarks ?? [])).toEqual([])
        },
      ),
      { numRuns: 120 },
    )
  })

  test('an exported vCard round-trips in UTF-8 and UTF-16, folded at any byte', async () => {
    const columns = listColumns('people')
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
      .map((item) => item.replaceAll(/\r\n?/g, '\n').trim())
      .filter((item) => item !== '' && !item.includes('\uFEFF') && item.isWellFormed())
    await fc.assert(
      fc.asyncProperty(
        fc.record({ first: text, last: text, note: text, tags: fc.array(text, { minLength: 1 }) }),
        fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
        cutsArbitrary,
        async ({ first, last, note, tags }, encoding, places) => {
          const cardText = toVcard(
            {
              id: 'person_1',
              firstName: first,
              lastName: last,
              background: note,
              tags,
              emails: ['ann@example.com'],
              emailTypes: ['home'],
              phones: ['+14155550100 x33'],
              phoneTypes: ['work'],
              updatedAt: '2026-06-01T09:00:00.000Z',
            },
            columns,
          )
          const lines = cardText.replaceAll('\r\n ', '').split('\r\n').filter(Boolean)
          const bytes =
            encoding === 'utf-8'
              ? Buffer.concat(
                  lines.flatMap((line) => [
                    /^(BEGIN|END|VERSION)/.test(line)
                      ? Buffer.from(line)
                      : foldLine(Buffer.from(line), places),
                    Buffer.from('\r\n'),
                  ]),
                )
              : encodeAs(`\uFEFF${cardText}`, encoding)
          const [row] = await readCards(bytes)
          expect(row?.remarks).toEqual([])
          expect(row?.cells).toEqual({
            id: 'person_1',
            'First name': first,
            'Middle name': '',
            'Last name': last,
            'Email 1': ['ann@example.com'],
            'Email 1 type': 'home',
            'Phone 1': ['+14155550100 x33'],
            'Phone 1 type': 'work',
            Categories: tags,
            Note: note,
          })
        },
      ),
      { numRuns: 120 },
    )
  })

  test.each([
    ['an empty line', ''],
    ['a value without a name', ':value'],
    ['a name without a value', 'TEL'],
    ['an unclosed quote', 'TEL;TYPE="work:+14155550100'],
    ['empty parameters', 'TEL;;=;TYPE=:+14155550100'],
    ['an invalid date', 'BDAY;VALUE=date:not a date'],
    ['a broken escape', 'NOTE:ends with \\'],
    ['invalid quoted-printable text', 'NOTE;ENCODING=QUOTED-PRINTABLE:=ZZ=4'],
    ['invalid base64', 'NOTE;ENCODING=b:%%%%'],
    ['a soft line break at its end', 'NOTE;ENCODING=QUOTED-PRINTABLE:a='],
  ])('a vCard with %s is still read', async (_, line) => {
    const text = `BEGIN:VCARD\r\nVERSION:3.0\r\n${line}\r\nFN:Ann\r\nEND:VCARD\r\n`
    const [row] = await readCards(Buffer.from(text))
    const name = line.endsWith('=') ? undefined : 'Ann'
    expect([row?.problem, row?.cells['Full name']]).toEqual([undefined, name])
  })

  test('a vCard is read in linear time whatever its content', async () => {
    const longLength = 200_000
    for (const line of [
      `${'a;'.repeat(longLength)}:b`,
      `NOTE;${'quoted-printable'.repeat(longLength / 10)}`,
      `NOTE:${'\\'.repeat(longLength)}`,
      `N:${';'.repeat(longLength)}`,
      'a'.repeat(longLength),
      `${' '.repeat(longLength)}x`,
    ]) {
      const rows = await readCards(
        Buffer.from(`BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\n${line}\r\nEND:VCARD\r\n`),
      )
      expect(rows.map(({ cells }) => cells['Full name'])).toEqual([expect.stringMatching(/^Ann/)])
    }
  })
})
