import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { childCounts, childPages } from '../../filtering/list.ts'
import { type Page, type PageRequest, toPage } from '../../store/page.ts'
import { fullNameOf } from '../users/operations.ts'
import { mergesByPerson } from './merge-queries.ts'
import { snapshotOf } from './merge-snapshot.ts'
import { checkSeen } from './operations.ts'
import type { PersonMergeRow } from './table.ts'

export type { PersonMergeRow }

/** The merges into a person that can be undone, newest first, as an edge. */
export const mergesOfPerson = {
  pages: childPages(mergesByPerson, () => null),
  counts: childCounts(mergesByPerson, () => null),
}

/** The same, as a list. @throws NOT_FOUND, FORBIDDEN */
export async function listMerges(
  ctx: Context,
  personId: string,
  window: PageRequest,
): Promise<Page<PersonMergeRow>> {
  requireScope(ctx.viewer, 'people.view')
  await checkSeen(ctx, personId)
  return (await mergesOfPerson.pages(ctx, window, personId)) ?? toPage<PersonMergeRow>([], window)
}

export const countMerges = async (ctx: Context, personId: string): Promise<number> =>
  (await mergesOfPerson.counts(ctx, personId)) ?? 0

/** Who was merged away, as they were called. */
export const mergedPeople = (merge: PersonMergeRow): { id: string; fullName: string }[] =>
  snapshotOf(merge).others.map(({ person }) => ({ id: person.id, fullName: fullNameOf(person) }))
