import { type Context, timestamp } from '../../context.ts'
import { type PersonLink, personReferences } from '../../crud/person-references.ts'
import { conflict } from '../../errors.ts'
import { changesBetween, recordEvent } from '../../events/record-event.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { listParam } from '../../store/sql.ts'
import { noteLatestActivity } from '../activities/operations.ts'
import { giveRecords, type Row, raiseRecords, recordsAbout, rowsOf } from './hanging-queries.ts'
import type { MergeSnapshot } from './merge-snapshot.ts'

/** What hangs on people, from one to another and back. */
const most = 10_000
/** Rows after which other requests have their turn to read. */
const turn = 500

type Moved = Pick<MergeSnapshot, 'moved' | 'links'>
type KeptLinks = MergeSnapshot['links'][number]
type RecordReference = ReturnType<typeof personReferences<'move'>>[number]

const tooMuch = (table: string) =>
  conflict(`More than ${most} records in ${table} would move; merge fewer contacts at once`)

/**
 * Gives all that hangs on the others to the survivor. @throws CONFLICT when that is too much for
 * one request
 */
export async function giveAll(
  ctx: Context,
  survivorId: string,
  otherIds: readonly string[],
): Promise<Moved> {
  const given: Moved = { moved: [], links: [] }
  for (const reference of personReferences('move'))
    given.moved.push(...(await moveRecords(ctx, reference, survivorId, otherIds)))
  for (const link of personReferences('relink'))
    given.links.push(await moveLinks(ctx, link, survivorId, otherIds))
  await noteLatestActivity(ctx, survivorId)
  return given
}

async function moveRecords(
  ctx: Context,
  { table, event }: RecordReference,
  to: string,
  otherIds: readonly string[],
): Promise<MergeSnapshot['moved']> {
  const { companyId } = ctx.viewer
  const found = await ctx.db.all(recordsAbout(table), {
    companyId,
    ids: listParam(otherIds),
    limit: most + 1,
  })
  if (found.length > most) throw tooMuch(table)
  const moved = [...Map.groupBy(found, (row) => row.personId)].map(([personId, rows]) => ({
    table,
    personId,
    ids: rows.map((row) => row.id),
  }))
  for (const { personId, ids } of moved) await give(ctx, { table, event }, ids, personId, to)
  return moved
}

async function give(
  ctx: Context,
  { table, event }: Pick<RecordReference, 'table' | 'event'>,
  ids: string[],
  from: string,
  to: string,
): Promise<void> {
  const { companyId } = ctx.viewer
  for (let start = 0; start < ids.length; start += turn) {
    const some = listParam(ids.slice(start, start + turn))
    const given = await ctx.db.all(giveRecords(table), {
      companyId,
      ids: some,
      from,
      to,
      now: timestamp(ctx),
    })
    for (const row of given.sort(byId))
      recordEvent(ctx, {
        type: event,
        record: row,
        changes: [{ field: 'personId', from, to }],
      })
    if (ids.length > turn) await yieldToEventLoop()
  }
}

/**
 * A record that was linked to several of them keeps one link: the survivor's own, or the first of
 * the others'.
 */
async function moveLinks(
  ctx: Context,
  link: PersonLink,
  survivorId: string,
  otherIds: readonly string[],
): Promise<KeptLinks> {
  const { companyId } = ctx.viewer
  const { table, column } = link
  const rows = await ctx.db.all(rowsOf({ table, column: 'personId', by: [column] }), {
    companyId,
    ids: listParam(otherIds),
  })
  if (rows.length > most) throw tooMuch(link.recordTable)
  const byRecord = Map.groupBy(rows, (row) => String(row[column]))
  const ids = listParam([...byRecord.keys()])
  const before = await peopleOf(ctx, link, [...byRecord.keys()])
  const linked = await ctx.db.all(rowsOf({ table, column, by: [], personId: true }), {
    companyId,
    ids,
    personId: survivorId,
  })
  const own = new Set(linked.map((row) => String(row[column])))
  for (const personId of otherIds) await ctx.db.delete(table, { companyId, personId })
  await each(byRecord, async (id, [...kept]) => {
    if (!own.has(id))
      await ctx.db.insert(table, { ...kept.sort(byPosition)[0], personId: survivorId } as never)
  })
  await linksChanged(ctx, link, before)
  return { table, rows, linked: [...own] }
}

/** The people to whom records are linked, by the record's id. */
async function peopleOf(
  ctx: Context,
  { table, column }: PersonLink,
  ids: string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (let start = 0; start < ids.length; start += turn) {
    const rows = await ctx.db.all(rowsOf({ table, column, by: ['personId'] }), {
      companyId: ctx.viewer.companyId,
      ids: listParam(ids.slice(start, start + turn)),
    })
    for (const [id, some] of Map.groupBy(rows, (row) => String(row[column])))
      found.set(id, personIds(some))
    if (ids.length > turn) await yieldToEventLoop()
  }
  return found
}

const personIds = (rows: Row[]): string[] =>
  [...rows].sort(byPosition).map((row) => String(row['personId']))

/** Notes of each record that it is linked to others than before. */
async function linksChanged(
  ctx: Context,
  link: PersonLink,
  before: Map<string, string[]>,
): Promise<void> {
  const ids = [...before.keys()]
  const after = await peopleOf(ctx, link, ids)
  for (let start = 0; start < ids.length; start += turn) {
    const some = listParam(ids.slice(start, start + turn))
    const raised = await ctx.db.all(raiseRecords(link.recordTable), {
      companyId: ctx.viewer.companyId,
      ids: some,
      now: timestamp(ctx),
    })
    for (const row of raised.sort(byId)) {
      const changes = changesBetween(
        { [link.field]: before.get(row.id) ?? [] },
        { [link.field]: after.get(row.id) ?? [] },
        [link.field],
      )
      recordEvent(ctx, { type: link.event, record: row, changes })
    }
    if (ids.length > turn) await yieldToEventLoop()
  }
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
const byPosition = (a: Row, b: Row) => Number(a['position']) - Number(b['position'])

async function each(
  groups: Map<string, Row[]>,
  work: (id: string, rows: Row[]) => Promise<void>,
): Promise<void> {
  let done = 0
  for (const [id, rows] of groups) {
    await work(id, rows)
    if (++done % turn === 0) await yieldToEventLoop()
  }
}

/** Gives back what still hangs on the survivor; the others must be there again. */
export async function giveBack(
  ctx: Context,
  survivorId: string,
  { others, moved, links: kept }: Moved & Pick<MergeSnapshot, 'others'>,
): Promise<void> {
  for (const reference of personReferences('move'))
    for (const { personId, ids } of moved.filter((one) => one.table === reference.table))
      await give(ctx, reference, ids, survivorId, personId)
  for (const link of personReferences('relink'))
    for (const one of kept.filter(({ table }) => table === link.table))
      await linksBack(ctx, link, survivorId, one)
  for (const personId of [survivorId, ...others.map(({ person }) => person.id)])
    await noteLatestActivity(ctx, personId)
}

async function linksBack(
  ctx: Context,
  link: PersonLink,
  survivorId: string,
  { rows, linked }: KeptLinks,
): Promise<void> {
  const { companyId } = ctx.viewer
  const { table, column } = link
  const [own, kept] = [new Set(linked), Map.groupBy(rows, (row) => String(row[column]))]
  const present = await ctx.db.all(rowsOf({ table, column, by: ['personId'] }), {
    companyId,
    ids: listParam([...kept.keys()]),
  })
  const before = new Map<string, string[]>()
  await each(
    Map.groupBy(present, (row) => String(row[column])),
    async (id, there) => {
      if (!there.some((row) => row['personId'] === survivorId)) return
      before.set(id, personIds(there))
      if (!own.has(id))
        await ctx.db.delete(table, { companyId, [column]: id, personId: survivorId } as never)
      const taken = there
        .filter((row) => own.has(id) || row['personId'] !== survivorId)
        .map((row) => Number(row['position']))
      for (const row of (kept.get(id) ?? []).sort(byPosition)) {
        const position = taken.includes(Number(row['position']))
          ? Math.max(...taken) + 1
          : Number(row['position'])
        taken.push(position)
        await ctx.db.insert(table, { ...row, position } as never)
      }
    },
  )
  await linksChanged(ctx, link, before)
}
