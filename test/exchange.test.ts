import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { listColumns } from '../src/exchange/fields.ts'
import {
  createWriter,
  escapeCell,
  formatCell,
  splitList,
  toVcard,
  unescapeCell,
} from '../src/exchange/formats.ts'

const formulaLikeText = fc.stringMatching(/^['=+\-@;\\,"\t\r\n a]*$/)
const anyText = fc.oneof(formulaLikeText, fc.string({ unit: 'grapheme' }))
/** Text as it is stored: trimmed and not empty. */
const storedText = anyText.map((text) => text.trim()).filter((text) => text !== '')

describe('CSV cells', () => {
  it('text written to a CSV cell is read back unchanged and is never a formula', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(unescapeCell(escapeCell(text))).toBe(text)
        expect(/^[=+\-@\t\r]/.test(escapeCell(text))).toBe(false)
      }),
    )
  })

  it('text written to a CSV cell as part of a list is read back unchanged', () => {
    fc.assert(
      fc.property(fc.array(storedText), (list) => {
        expect(splitList(unescapeCell(formatCell(list)))).toEqual(list)
      }),
    )
    expect(splitList('Lead;Hot ;; VIP')).toEqual(['Lead', 'Hot', 'VIP'])
    expect(splitList('C:\\temp; b')).toEqual(['C:\\temp', 'b'])
  })

  it('null is written as an empty CSV cell, and negative numbers and booleans are written unchanged', () => {
    expect([formatCell(null), formatCell(-1), formatCell(true)]).toEqual(['', '-1', 'true'])
  })
})

it('an independent CSV parser reads exported text unchanged, except for the apostrophe before a formula', () => {
  const columns = listColumns('tasks')
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          title: anyText,
          description: fc.option(anyText),
          dueDate: fc.constant(null),
        }),
      ),
      (records) => {
        const { head, format: write } = createWriter('csv', columns)
        const rows = parse(head + write(records as never), {
          columns: true,
          record_delimiter: '\n',
        }) as Record<string, string>[]
        expect(
          rows.map(({ title, description }) => [
            unescapeCell(title as string),
            unescapeCell(description as string),
          ]),
        ).toEqual(records.map(({ title, description }) => [title, description ?? '']))
      },
    ),
  )
})

it('an independent vCard parser reads every exported text unchanged, and no line exceeds 75 octets', () => {
  const columns = listColumns('people')
  // Line breaks in a vCard are normalized, and the parser misreads a backslash before a separator.
  const vcardText = storedText.map((item) =>
    item.replaceAll(/\r\n?/g, '\n').replaceAll(/[\\\s]+$/g, ''),
  )
  fc.assert(
    fc.property(
      vcardText,
      fc.string({ unit: 'grapheme', minLength: 60 }),
      fc.array(vcardText.filter(Boolean)),
      (firstName, note, tags) => {
        const background = note.replaceAll(/\r\n?/g, '\n')
        const vcard = toVcard(
          {
            id: 'person_1',
            firstName,
            lastName: 'A',
            background,
            tags,
            source: firstName,
            updatedAt: '2026-06-01T09:00:00.000Z',
          },
          columns,
        )
        expect(Buffer.from(vcard).toString()).toBe(vcard.toWellFormed())
        expect(vcard.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
        const [, properties] = ICAL.parse(vcard) as unknown as [
          string,
          [string, object, string, ...unknown[]][],
        ]
        const getPropertyValues = (name: string) =>
          properties
            .filter(([propertyName]) => propertyName === name)
            .flatMap(([, , , ...rest]) => rest)
        expect(getPropertyValues('n')).toEqual([['A', firstName, '', '', '']])
        expect(getPropertyValues('note')).toEqual([background])
        expect(getPropertyValues('categories')).toEqual(tags)
        expect(getPropertyValues('rev')).toEqual(['2026-06-01T09:00:00Z'])
      },
    ),
  )
})
