import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { listColumns } from '../src/exchange/fields.ts'
import { toVcard } from '../src/exchange/formats.ts'
import { openSource } from '../src/exchange/importing/plan.ts'
import type { SourceRow } from '../src/exchange/reading/source.ts'
import { examineFile } from '../src/exchange/reading/text-file.ts'
import { canEncode, encodeText } from './support/encoding.ts'
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
const lettersByEncoding: Record<string, string> = {
  'windows-1252': 'äöüßéèñçåøÅÉ Ann-’',
  'windows-1250': 'áčďéěíňóřšťúůýžŁł Jan',
  'windows-1253': 'αβγδεζηθικλμνξοπρσςτυφχψωΆΈ Ann',
  shift_jis: '山田太郎鈴木一郎表示ソたなかカタカナ Ann',
  'euc-jp': '山田太郎鈴木一郎たなかカタカナ Ann',
  'euc-kr': '김철수홍길동박지성 Ann',
  gb18030: '王小明李伟张三刘德华 Ann',
  big5: '王小明陳水扁張學友功許 Ann',
}
const cyrillicLetters = 'абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖ Ann'
/**
 * Returns whether a text can be a stored name: trimmed, not empty, and without control characters
 * or separators other than spaces.
 */
const isStoredName = (text: string) =>
  text.trim() === text && text !== '' && !/[\p{C}\p{Z}]/u.test(text.replaceAll(' ', ''))
const createNameArbitrary = (encoding: string) =>
  (encoding === 'utf-8'
    ? fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    : fc.string({
        unit: fc.constantFrom(...(lettersByEncoding[encoding] ?? cyrillicLetters)),
        minLength: 1,
        maxLength: 60,
      })
  ).filter((text) => isStoredName(text) && canEncode(text, encoding))

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&')

/** Folds a vCard line at the given byte positions, even within characters. */
function foldLine(line: Buffer, cutPositions: readonly number[]): Buffer {
  const foldPositions = [
    ...new Set(cutPositions.map((cut) => 1 + (cut % Math.max(1, line.length - 1)))),
  ].sort((a, b) => a - b)
  const lineParts = [0, ...foldPositions].map((from, index) =>
    line.subarray(from, foldPositions[index]),
  )
  return Buffer.concat(
    lineParts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from('\r\n '), part])),
  )
}

const toQuotedPrintable = (bytes: Buffer) =>
  [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)

/** Adds soft line breaks to quoted-printable text before the octets at the given positions. */
function addSoftBreaks(octets: readonly string[], cutPositions: readonly number[]): string {
  const breakPositions = new Set(cutPositions.map((cut) => cut % (octets.length + 1)))
  return octets
    .map((octet, index) => (breakPositions.has(index) ? `=\r\n${octet}` : octet))
    .join('')
}

type ValueEncoding = 'plain' | 'quoted' | 'base64'

function formatNameLine(
  name: string,
  encoding: string,
  valueEncoding: ValueEncoding,
  cutPositions: readonly number[],
): Buffer {
  const property = `FN;CHARSET=${encoding}`
  if (valueEncoding === 'plain')
    return foldLine(
      Buffer.concat([Buffer.from(`${property}:`), encodeText(escapeText(name), encoding)]),
      cutPositions,
    )
  if (valueEncoding === 'base64') {
    const base64Value = encodeText(escapeText(name), encoding).toString('base64')
    return foldLine(Buffer.from(`${property};ENCODING=b:${base64Value}`), cutPositions)
  }
  const octets = toQuotedPrintable(encodeText(escapeText(name), encoding))
  return Buffer.from(`${property};ENCODING=QUOTED-PRINTABLE:${addSoftBreaks(octets, cutPositions)}`)
}

const cutPositionsArbitrary = fc.array(fc.nat(300), { maxLength: 8 })

describe('Reading vCards', () => {
  test('a name in a vCard is read unchanged in each of 12 declared encodings, wherever its line is folded', async () => {
    const cardArbitrary = fc.constantFrom(...encodings).chain((encoding) =>
      fc.record({
        encoding: fc.constant(encoding),
        name: createNameArbitrary(encoding),
        valueEncoding: fc.constantFrom<ValueEncoding>('plain', 'quoted', 'base64'),
        cutPositions: cutPositionsArbitrary,
      }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(cardArbitrary, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('\r\n', '\n'),
        async (cards, lineEnding) => {
          const bytes = Buffer.concat(
            cards.map(({ name, encoding, valueEncoding, cutPositions }) =>
              Buffer.concat([
                Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\n'),
                formatNameLine(name, encoding, valueEncoding, cutPositions),
                Buffer.from('\r\nEND:VCARD\r\n'),
              ]),
            ),
          )
          const vcardText = bytes.toString('latin1').replaceAll('\r\n', lineEnding)
          const rows = await readCards(Buffer.from(vcardText, 'latin1'))
          expect(rows.map(({ cells }) => cells['Full name'])).toEqual(cards.map(({ name }) => name))
          expect(rows.flatMap(({ remarks }) => remarks ?? [])).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })

  test('an exported vCard is read unchanged in UTF-8, wherever its lines are folded, and in UTF-16', async () => {
    const columns = listColumns('people')
    const textArbitrary = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
      .map((text) => text.replaceAll(/\r\n?/g, '\n').trim())
      .filter((text) => text !== '' && !text.includes('\uFEFF') && text.isWellFormed())
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          first: textArbitrary,
          last: textArbitrary,
          note: textArbitrary,
          tags: fc.array(textArbitrary, { minLength: 1 }),
        }),
        fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
        cutPositionsArbitrary,
        async ({ first, last, note, tags }, encoding, cutPositions) => {
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
                      : foldLine(Buffer.from(line), cutPositions),
                    Buffer.from('\r\n'),
                  ]),
                )
              : encodeText(`\uFEFF${cardText}`, encoding)
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
      { numRuns: 60 },
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
    ['a soft line break at the end of a line', 'NOTE;ENCODING=QUOTED-PRINTABLE:a='],
  ])('a vCard with %s causes no error', async (_, line) => {
    const vcardText = `BEGIN:VCARD\r\nVERSION:3.0\r\n${line}\r\nFN:Ann\r\nEND:VCARD\r\n`
    const [row] = await readCards(Buffer.from(vcardText))
    const expectedName = line.endsWith('=') ? undefined : 'Ann'
    expect([row?.problem, row?.cells['Full name']]).toEqual([undefined, expectedName])
  })

  test('a vCard with a line of 200,000 or more characters can be read', async () => {
    const repetitions = 200_000
    for (const line of [
      `${'a;'.repeat(repetitions)}:b`,
      `NOTE;${'quoted-printable'.repeat(repetitions / 10)}`,
      `NOTE:${'\\'.repeat(repetitions)}`,
      `N:${';'.repeat(repetitions)}`,
      'a'.repeat(repetitions),
      `${' '.repeat(repetitions)}x`,
    ]) {
      const rows = await readCards(
        Buffer.from(`BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann\r\n${line}\r\nEND:VCARD\r\n`),
      )
      expect(rows.map(({ cells }) => cells['Full name'])).toEqual([expect.stringMatching(/^Ann/)])
    }
  })
})
