import { writeFileSync } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { openSource } from '../src/exchange/importing/plan.ts'
import { readDate, readNumber, readTime } from '../src/exchange/importing/values.ts'
import type { Cells } from '../src/exchange/reading/source.ts'
import { examineFile } from '../src/exchange/reading/text-file.ts'
import { newFolder } from './support/folder.ts'

const folder = newFolder()
afterAll(folder.remove)

async function readCells(name: string, bytes: Buffer): Promise<Cells[]> {
  const path = folder.file(name)
  writeFileSync(path, bytes)
  const source = await openSource(path, name, await examineFile(path))
  const rows: Cells[] = []
  for await (const { cells } of source.rows()) rows.push(cells)
  return rows
}

const encoders: Record<string, (text: string) => Buffer> = {
  utf8: (text) => Buffer.from(text),
  utf8WithBom: (text) => Buffer.from(`\uFEFF${text}`),
  utf16: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  utf16be: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
}

/** Generates well-formed cell texts that are not formulas and contain no byte order mark. */
const cellArbitrary = fc
  .string({ unit: 'grapheme' })
  .filter((text) => !/^'*[=+\-@\t\r]/.test(text) && !text.includes('\uFEFF') && text.isWellFormed())

describe('Imported tables', () => {
  test('an import reads every cell of a table in UTF-8 or UTF-16 with any supported separator, line ending or quoted line break', async () => {
    const rowsArbitrary = fc.array(
      fc.tuple(
        cellArbitrary,
        cellArbitrary,
        fc.constantFrom('x', 'a\nb', 'say "so"', 'one\r\ntwo', ';,\t|'),
      ),
      { minLength: 1, maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(
        rowsArbitrary,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom(...Object.keys(encoders)),
        async (table, delimiter, lineEnding, encodingName) => {
          const csv = stringify([['First name', 'Note', 'Last name'], ...table], {
            delimiter,
            record_delimiter: lineEnding,
            quoted: true,
          })
          const importedRows = await readCells('any.csv', encoders[encodingName]?.(csv) as Buffer)
          expect(importedRows).toEqual(
            table.map(([first, note, last]) => ({
              'First name': first,
              Note: note,
              'Last name': last,
            })),
          )
        },
      ),
      { numRuns: 60 },
    )
  })

  test('an imported row is numbered by the line on which it starts in the file', async () => {
    const path = folder.file('lines.csv')
    writeFileSync(path, 'Name,Note\r\nAnn,"one\r\ntwo"\r\n\r\nBob,x\r\n')
    const source = await openSource(path, 'lines.csv', await examineFile(path))
    const lineNumbers: number[] = []
    for await (const { line } of source.rows()) lineNumbers.push(line)
    expect(lineNumbers).toEqual([2, 5])
  })

  test('an import rejects a spreadsheet file and advises exporting the table as CSV', async () => {
    await expect(readCells('some.xlsx', Buffer.from('PK\x03\x04rest'))).rejects.toThrow(
      /some\.xlsx is a spreadsheet; export the table as CSV first/,
    )
    await expect(readCells('some', Buffer.from('PK\x03\x04rest'))).rejects.toThrow(
      /is a spreadsheet/,
    )
  })
})

describe('Imported numbers', () => {
  test.each([
    ['en-US', false],
    ['de-DE', true],
    ['fr-FR', true],
    ['de-CH', false],
  ] as const)('an import reads currency amounts in the %s format', (locale, decimalComma) => {
    const currencyFormat = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
        expect(readNumber(currencyFormat.format(cents / 100), decimalComma)).toBeCloseTo(
          cents / 100,
          6,
        )
      }),
    )
  })

  test('an import does not read non-numeric text as a number', () => {
    for (const text of ['', 'much', 'twelve 12', '-'])
      expect(readNumber(text, false)).toBeUndefined()
  })

  test('an import reads numbers in JavaScript notation exactly', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
        (number) => {
          expect(readNumber(String(number), false)).toBe(Number(String(number)))
        },
      ),
    )
  })
})

describe('Imported times', () => {
  const instantArbitrary = fc
    .integer({ min: Date.parse('1950-01-01'), max: Date.parse('2090-01-01') })
    .map((instant) => Math.floor(instant / 60_000) * 60_000)
  const usOptions = { dates: 'mdy', timeZone: 'UTC', decimalComma: false } as const

  test('an import reads the same instant from ISO, numeric and written-out times', () => {
    fc.assert(
      fc.property(instantArbitrary, (instant) => {
        const date = new Date(instant)
        const isoTime = date.toISOString()
        const [isoDate, timeOfDay] = [isoTime.slice(0, 10), isoTime.slice(11, 16)]
        const [year, month, dayOfMonth] = [
          date.getUTCFullYear(),
          date.getUTCMonth() + 1,
          date.getUTCDate(),
        ]
        const longText = new Intl.DateTimeFormat('en-US', {
          dateStyle: 'medium',
          timeStyle: 'short',
          timeZone: 'UTC',
        }).format(instant)
        for (const timeText of [
          isoTime,
          `${isoDate} ${timeOfDay}`,
          `${isoDate}T${timeOfDay}:00`,
          `${month}/${dayOfMonth}/${year} ${timeOfDay}`,
          `${dayOfMonth}.${month}.${year} ${timeOfDay}`,
          longText,
          isoTime.replace('Z', '+0000'),
        ])
          expect([timeText, new Date(readTime(timeText, usOptions) ?? '').toISOString()]).toEqual([
            timeText,
            isoTime,
          ])
        expect(
          new Date(
            readTime(`${dayOfMonth}/${month}/${year} ${timeOfDay}`, {
              ...usOptions,
              dates: 'dmy',
            }) ?? '',
          ).toISOString(),
        ).toBe(isoTime)
        expect(readDate(`${month}/${dayOfMonth}/${year} ${timeOfDay}`, usOptions)).toBe(isoDate)
      }),
    )
  })

  test('an import reads a time without an offset in the given time zone', () => {
    fc.assert(
      fc.property(
        instantArbitrary,
        fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'),
        (instant, timeZone) => {
          const localFormat = new Intl.DateTimeFormat('sv-SE', {
            timeZone,
            dateStyle: 'short',
            timeStyle: 'short',
          })
          const parsedInstant = Date.parse(
            readTime(localFormat.format(instant), { ...usOptions, timeZone }) ?? '',
          )
          // Compares local times, because one hour occurs twice when daylight saving time ends.
          expect(localFormat.format(parsedInstant)).toBe(localFormat.format(instant))
        },
      ),
    )
  })

  test('an import does not read text that is not a valid date or time as a time', () => {
    expect(
      ['', 'soon', '13/13/2026', '2026-02-30', '2026-05-17 25:00', '31/4'].map((text) =>
        readTime(text, usOptions),
      ),
    ).toEqual(Array(6).fill(undefined))
  })
})
