import { type Context, timestamp } from '../../context.ts'
import { conflict } from '../../errors.ts'
import { listParam } from '../../store/sql.ts'
import { links, records } from './hanging.ts'
import { giveRecords, idsThere, type Row, raiseRecords, recordsAbout, rowsOf } from './hanging-queries.ts'
import type { MergeSnapshot } from './merge-snapshot.ts'

/** What hangs on people, from one to another and back. */
const most = 10_000

type Moved = Pick<MergeSnapshot, 'moved' | 'links'>
type Link = (typeof links)[number]

/** Gives all that hangs on the others to the survivor. @throws CONFLICT when that is too much for one request */
export async function giveAll(ctx: Context, survivorId: string, otherIds: readonly string[]): Promise<Moved> {
  const given: Moved = { moved: [], links: [] }
  for (const table of records) given.moved.push(...(await moveRecords(ctx, table, survivorId, otherIds)))
  for (const link of links) given.links.push(await moveLinks(ctx, link, survivorId, otherIds))
  return given
}

async function moveRecords(ctx: Context, table: (typeof records)[number], to: string, otherIds: readonly string[]): Promise<MergeSnapshot['moved']> {
  const { companyId } = ctx.viewer
  const found = await ctx.db.all(recordsAbout(table), { companyId, ids: listParam(otherIds), limit: most + 1 })
  if (found.length > most) throw conflict(`More than ${most} records in ${table} would move; merge fewer contacts at once`)
  const moved = [...Map.groupBy(found, (row) => row.personId)].map(([personId, rows]) => ({ table, personId, ids: rows.map((row) => row.id) }))
  for (const { personId, ids } of moved) await ctx.db.run(giveRecords(table), { companyId, ids: listParam(ids), from: personId, to, now: timestamp(ctx) })
  return moved
}

/** A record that was linked to several of them keeps one link: the survivor's own, or the first of the others'. */
async function moveLinks(ctx: Context, { table, column, of }: Link, survivorId: string, otherIds: readonly string[]): Promise<MergeSnapshot['links'][number]> {
  const { companyId } = ctx.viewer
  const rows = await ctx.db.all(rowsOf({ table, column: 'personId' }), { companyId, ids: listParam(otherIds) })
  const ids = [...new Set(rows.map((row) => String(row[column])))]
  const all = await ctx.db.all(rowsOf({ table, column }), { companyId, ids: listParam(ids) })
  const linked = all.filter((row) => row['personId'] === survivorId).map((row) => String(row[column]))
  for (const personId of otherIds) await ctx.db.delete(table, { companyId, personId })
  for (const id of ids.filter((each) => !linked.includes(each))) {
    const [first] = rows.filter((row) => row[column] === id).sort(byPosition)
    await ctx.db.insert(table, { ...first, personId: survivorId } as never)
  }
  await ctx.db.run(raiseRecords(of), { companyId, ids: listParam(ids), now: timestamp(ctx) })
  return { table, rows, linked }
}

const byPosition = (a: Row, b: Row) => Number(a['position']) - Number(b['position'])

/** Gives back what still hangs on the survivor; the others must be there again. */
export async function giveBack(ctx: Context, survivorId: string, { moved, links: kept }: Moved): Promise<void> {
  const { companyId } = ctx.viewer
  for (const table of records)
    for (const { personId, ids } of moved.filter((each) => each.table === table))
      await ctx.db.run(giveRecords(table), { companyId, ids: listParam(ids), from: survivorId, to: personId, now: timestamp(ctx) })
  for (const link of links) for (const each of kept) if (each.table === link.table) await linksBack(ctx, link, survivorId, each)
}

async function linksBack(ctx: Context, { table, column, of }: Link, survivorId: string, { rows, linked }: MergeSnapshot['links'][number]): Promise<void> {
  const { companyId } = ctx.viewer
  const now = await ctx.db.all(rowsOf({ table, column }), { companyId, ids: listParam(rows.map((row) => String(row[column]))) })
  const back: string[] = []
  for (const [id, present] of Map.groupBy(now, (row) => String(row[column]))) {
    if (!present.some((row) => row['personId'] === survivorId)) continue
    back.push(id)
    const own = linked.includes(id)
    if (!own) await ctx.db.delete(table, { companyId, [column]: id, personId: survivorId } as never)
    const taken = present.filter((row) => own || row['personId'] !== survivorId).map((row) => Number(row['position']))
    for (const row of rows.filter((each) => each[column] === id).sort(byPosition)) {
      const position = taken.includes(Number(row['position'])) ? Math.max(...taken) + 1 : Number(row['position'])
      taken.push(position)
      await ctx.db.insert(table, { ...row, position } as never)
    }
  }
  await ctx.db.run(raiseRecords(of), { companyId, ids: listParam(back), now: timestamp(ctx) })
}

/** Which of the ids in a table are there; all of them where nothing is asked of it. */
export async function thoseThere(ctx: Context, table: Parameters<typeof idsThere>[0], ids: string[]): Promise<Set<string>> {
  return new Set((await ctx.db.all(idsThere(table), { companyId: ctx.viewer.companyId, ids: listParam(ids) })).map((row) => row.id))
}
