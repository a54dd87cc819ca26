import { require } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import { childCounts, childPages, countFor, pageFor } from '../../list.ts'
import type { Window } from '../../store/page.ts'
import { fullNameOf } from '../users/operations.ts'
import { mergeList, mergesByPerson } from './merge-queries.ts'
import { snapshotOf } from './merge-snapshot.ts'
import { checkSeen } from './operations.ts'
import type { PersonMergeRow } from './table.ts'

export type { PersonMergeRow }

/** The merges into a person that can be undone, newest first. @throws NOT_FOUND, FORBIDDEN */
export async function listMerges(ctx: Context, personId: string, window: Window) {
  require(ctx.viewer, 'people.view')
  await checkSeen(ctx, personId)
  return pageFor(ctx, mergeList, null, { survivorId: personId }, window)
}

export const countMerges = (ctx: Context, personId: string) => countFor(ctx, mergeList, null, { survivorId: personId })

/** The same, as an edge. */
export const mergesOfPerson = { pages: childPages(mergesByPerson, () => null), counts: childCounts(mergesByPerson, () => null) }

/** Who was merged away, as they were called. */
export const mergedPeople = (merge: PersonMergeRow): { id: string; fullName: string }[] =>
  snapshotOf(merge).others.map(({ person }) => ({ id: person.id, fullName: fullNameOf(person) }))
