import { describe, expect, test } from 'vitest'
import { computePeriodBounds, type Period, toDateRange } from '../src/filtering/periods.ts'
import { findDayStart } from '../src/lib/time-zones.ts'
import { createWorld } from './support/world.ts'

const createContextAt = (now: string, timeZone = 'UTC') =>
  ({ now: () => Date.parse(now), viewer: { company: { timeZone } } }) as never

const formatBounds = (
  now: string,
  period: Period,
  comparator: 'during' | 'before' | 'after' = 'during',
) =>
  computePeriodBounds(createContextAt(now), comparator, period).map(
    ([operator, timeMs]) => `${operator} ${new Date(timeMs).toISOString()}`,
  )

describe('Relative periods', () => {
  test('a calendar period starts and ends at local midnight', () => {
    const now = '2026-06-03T23:30:00Z'
    const listBounds = (period: Period) =>
      computePeriodBounds(createContextAt(now), 'during', period).map(([, timeMs]) =>
        new Date(timeMs).toISOString(),
      )
    expect(listBounds({ unit: 'day' })).toEqual([
      '2026-06-03T00:00:00.000Z',
      '2026-06-04T00:00:00.000Z',
    ])
    expect(listBounds({ unit: 'day', timeZone: 'Europe/Berlin' })).toEqual([
      '2026-06-03T22:00:00.000Z',
      '2026-06-04T22:00:00.000Z',
    ])
    expect(listBounds({ unit: 'day', last: 14 })).toEqual([
      '2026-05-21T00:00:00.000Z',
      '2026-06-04T00:00:00.000Z',
    ])
    expect(listBounds({ unit: 'day', last: 2, next: 3 })).toEqual([
      '2026-06-02T00:00:00.000Z',
      '2026-06-06T00:00:00.000Z',
    ])
    expect(listBounds({ unit: 'week' })).toEqual([
      '2026-06-01T00:00:00.000Z',
      '2026-06-08T00:00:00.000Z',
    ])
    expect(listBounds({ unit: 'month', last: 6 })).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-07-01T00:00:00.000Z',
    ])
    expect(listBounds({ unit: 'year', next: 2 })).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2028-01-01T00:00:00.000Z',
    ])
  })

  test('the comparator `before` matches times before the start of a period, and `after` matches times after its end', () => {
    const now = '2026-06-03T12:00:00.000Z'
    expect(formatBounds(now, { unit: 'day', last: 30 }, 'before')).toEqual([
      'lessThan 2026-05-05T00:00:00.000Z',
    ])
    expect(formatBounds(now, { unit: 'day', next: 7 }, 'after')).toEqual([
      'atLeast 2026-06-10T00:00:00.000Z',
    ])
    expect(formatBounds(now, { unit: 'hour', last: 24 })).toEqual([
      'atLeast 2026-06-02T12:00:00.000Z',
      `atMost ${now}`,
    ])
    expect(formatBounds(now, { unit: 'hour', last: 24 }, 'before')).toEqual([
      'lessThan 2026-06-02T12:00:00.000Z',
    ])
    expect(formatBounds(now, { unit: 'hour', next: 24 }, 'after')).toEqual([
      'greaterThan 2026-06-04T12:00:00.000Z',
    ])
  })

  test('days on which clocks change have 23 or 25 hours, even if the change is at midnight', () => {
    const getHoursOfDay = (day: string, timeZone: string) => {
      const startMs = findDayStart(Date.parse(`${day}T00:00:00Z`), timeZone)
      return (findDayStart(Date.parse(`${day}T00:00:00Z`) + 86_400_000, timeZone) - startMs) / 36e5
    }
    expect([
      getHoursOfDay('2026-03-29', 'Europe/Berlin'),
      getHoursOfDay('2026-10-25', 'Europe/Berlin'),
      getHoursOfDay('2026-03-08', 'America/New_York'),
      getHoursOfDay('2026-11-01', 'America/New_York'),
      // In Cairo, clocks change from 24:00 to 1:00 and from 24:00 back to 23:00.
      getHoursOfDay('2026-04-24', 'Africa/Cairo'),
      getHoursOfDay('2026-10-29', 'Africa/Cairo'),
      // In Havana, clocks change from 1:00 back to 0:00.
      getHoursOfDay('2026-11-01', 'America/Havana'),
      getHoursOfDay('2026-06-01', 'Asia/Kathmandu'),
    ]).toEqual([23, 25, 23, 25, 23, 25, 25, 24])
  })

  test('a day starts when the local date changes, even in time zones with unusual clock changes', () => {
    for (const timeZone of [
      'Africa/Cairo',
      'America/Havana',
      'Asia/Beirut',
      'Australia/Lord_Howe',
    ]) {
      const dateFormat = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
      for (let dayMs = Date.UTC(2023, 0, 1); dayMs < Date.UTC(2027, 0, 1); dayMs += 86_400_000) {
        const startMs = findDayStart(dayMs, timeZone)
        const isoDate = new Date(dayMs).toISOString().slice(0, 10)
        expect([timeZone, dateFormat.format(startMs)]).toEqual([timeZone, isoDate])
        expect([timeZone, isoDate, dateFormat.format(startMs - 1) < isoDate]).toEqual([
          timeZone,
          isoDate,
          true,
        ])
      }
    }
  })

  test('the bounds of the longest relative periods have four-digit years', () => {
    for (const unit of ['hour', 'day', 'week', 'month', 'year'] as const)
      for (const bound of formatBounds('2026-06-03T12:00:00Z', {
        unit,
        last: 876_000,
        next: 876_000,
      }))
        expect(bound).toMatch(/^\w+ [1-9]\d{3}-/)
  })

  test("dates in custom fields are compared with the dates of a relative period in the period's or the company's time zone", () => {
    const ctx = createContextAt('2026-06-03T23:30:00Z', 'Asia/Tokyo')
    expect(toDateRange(ctx, { unit: 'day' })).toEqual({ first: '2026-06-04', last: '2026-06-04' })
    expect(toDateRange(ctx, { unit: 'month', last: 2, timeZone: 'UTC' })).toEqual({
      first: '2026-05-01',
      last: '2026-06-30',
    })
  })

  test("a relative period starts from the current day in the period's time zone, or by default in the company's time zone", async () => {
    const world = await createWorld()
    await world.deps.store.allCompanies.write((db) =>
      db.update('companies', { id: world.company.id } as never, {
        timeZone: 'America/Los_Angeles',
      }),
    )
    const nowMs = world.clock.now()
    const hourMs = 3_600_000
    for (let offsetHours = -48; offsetHours < 48; offsetHours += 3)
      await world.as('owner').rest('POST', '/v1/tasks', {
        title: 'Call',
        dueDate: new Date(nowMs + offsetHours * hourMs).toISOString(),
      })
    for (const timeZone of ['America/Los_Angeles', 'Pacific/Auckland']) {
      const dateFormat = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
      const periodArguments = timeZone.startsWith('America')
        ? 'unit: day'
        : `unit: day, timeZone: "${timeZone}"`
      const { body } = await world
        .as('owner')
        .gql(
          `{ tasks(first: 100, where: { dueDate: { during: { ${periodArguments} } } }) { nodes { dueDate } } }`,
        )
      const localDates = body.data.tasks.nodes.map(({ dueDate }: { dueDate: string }) =>
        dateFormat.format(Date.parse(dueDate)),
      )
      expect([timeZone, localDates.length]).toEqual([timeZone, 8])
      expect(new Set(localDates)).toEqual(new Set([dateFormat.format(nowMs)]))
    }
    await world.stop()
  })
})
