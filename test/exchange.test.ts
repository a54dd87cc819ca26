import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { defuse, readCell, undefuse, writeCell } from '../src/exchange/cells.ts'
import { columnsOf, exchangeKinds } from '../src/exchange/columns.ts'
import { writerOf } from '../src/exchange/formats.ts'
import { vcardOf } from '../src/exchange/vcard.ts'
import { builder } from '../src/graphql/schema/builder.ts'
import '../src/resources/index.ts'

const awkward = fc.stringMatching(/^['=+\-@;\\,"\t\r\n a]*$/)
const anyText = fc.oneof(awkward, fc.string({ unit: 'grapheme' }))
/** As text is kept: trimmed, and not empty. */
const kept = anyText.map((text) => text.trim()).filter((text) => text !== '')

describe('a cell', () => {
  it('gives back the text that was put into it, and is never a formula', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(undefuse(defuse(text))).toBe(text)
        expect(/^[=+\-@\t\r]/.test(defuse(text))).toBe(false)
      }),
    )
  })

  it('gives back every value, whatever its type', () => {
    fc.assert(
      fc.property(
        fc.array(kept),
        kept,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        (list, text, number, flag) => {
          expect(readCell('list', writeCell(list))).toEqual(list)
          expect(readCell('text', writeCell(text))).toBe(text)
          expect(readCell('number', writeCell(number))).toBe(number === 0 ? 0 : number)
          expect(readCell('boolean', writeCell(flag))).toBe(flag)
          expect(readCell('text', writeCell(null))).toBe(null)
        },
      ),
    )
  })

  it('is read leniently, as people write', () => {
    expect(readCell('list', 'Lead;Hot ;; VIP')).toEqual(['Lead', 'Hot', 'VIP'])
    expect(readCell('list', 'C:\\temp; b')).toEqual(['C:\\temp', 'b'])
    expect([
      readCell('boolean', ' Yes'),
      readCell('boolean', '0'),
      readCell('boolean', 'perhaps'),
    ]).toEqual([true, false, undefined])
    expect([readCell('number', ' 12.5 '), readCell('number', 'a dozen')]).toEqual([12.5, undefined])
  })
})

describe('the columns', () => {
  it('that can be written are all that the inputs of the API have', () => {
    const schema = builder.toSchema()
    const of = (input: string) =>
      Object.keys((schema.getType(input) as unknown as { getFields(): object }).getFields())
    const names = { people: 'Person', deals: 'Deal', tasks: 'Task', activities: 'Activity' }
    // How to deal with duplicates is no property of a person; types and marks of addresses have
    // columns of their own, and all external ids have one.
    const notOneInput = ['emailTypes', 'phoneTypes', 'badPhones', 'completedAt', 'externalIds']
    const called = (field: string) =>
      field
        .replace(/Ids?$/, '')
        .replace('collaborator', 'collaborators')
        .replace('team', 'teams')
        .replace(/^people$/, 'people')
    for (const kind of exchangeKinds) {
      const wanted = of(`Create${names[kind]}Input`).filter(
        (field) => !['onDuplicate', 'customFields', 'externalId', 'externalSource'].includes(field),
      )
      const writable = columnsOf(kind).flatMap(({ name, readOnly }) =>
        readOnly || notOneInput.includes(name) ? [] : [name],
      )
      expect(writable.sort()).toEqual(wanted.map(called).sort())
    }
  })
})

describe('CSV', () => {
  it('is read back by another parser as it was written', () => {
    const columns = columnsOf('tasks')
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
          const { head, records: write } = writerOf('csv', columns)
          const rows = parse(head + write(records as never), {
            columns: true,
            record_delimiter: '\n',
          }) as Record<string, string>[]
          expect(
            rows.map(({ title, description }) => [
              undefuse(title as string),
              undefuse(description as string),
            ]),
          ).toEqual(records.map(({ title, description }) => [title, description ?? '']))
        },
      ),
    )
  })
})

describe('vCard', () => {
  it('has no line of more than 75 octets, cuts no character, and gives back every text', () => {
    const columns = columnsOf('people')
    // Its line breaks are of one kind; and the parser takes a backslash before a semicolon that
    // separates for its own.
    const text = kept.map((each) => each.replaceAll(/\r\n?/g, '\n').replaceAll(/[\\\s]+$/g, ''))
    fc.assert(
      fc.property(
        text,
        fc.string({ unit: 'grapheme', minLength: 60 }),
        fc.array(text.filter(Boolean)),
        (first, note, tags) => {
          const background = note.replaceAll(/\r\n?/g, '\n')
          const card = vcardOf(
            {
              id: 'person_1',
              firstName: first,
              lastName: 'A',
              background,
              tags,
              source: first,
              updatedAt: '2026-06-01T09:00:00.000Z',
            },
            columns,
          )
          expect(Buffer.from(card).toString()).toBe(card.toWellFormed())
          expect(card.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
          const [, properties] = ICAL.parse(card) as unknown as [
            string,
            [string, object, string, ...unknown[]][],
          ]
          const values = (name: string) =>
            properties.filter(([each]) => each === name).flatMap(([, , , ...rest]) => rest)
          expect(values('n')).toEqual([['A', first, '', '', '']])
          expect(values('note')).toEqual([background])
          expect(values('categories')).toEqual(tags)
          expect(values('rev')).toEqual(['2026-06-01T09:00:00Z'])
        },
      ),
    )
  })
})
