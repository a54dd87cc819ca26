import { query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'

export const tagById = query((k, p: { companyId: string; id: string }) =>
  k.selectFrom('tags').selectAll().where('companyId', '=', p.companyId).where('id', '=', p.id),
)

export const tagsByKeys = query((k, p: { companyId: string; keys: string }) =>
  k
    .selectFrom('tags')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where(isIn('nameKey', p.keys))
    .orderBy('nameKey'),
)

export const tagsByIds = query((k, p: { companyId: string; ids: string }) =>
  k
    .selectFrom('tags')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where(isIn('id', p.ids))
    .orderBy('id'),
)

/** Somebody who has the tag, if anybody does. */
export const anybodyTagged = query((k, p: { companyId: string; tagId: string }) =>
  k
    .selectFrom('personTags')
    .select('personId')
    .where('companyId', '=', p.companyId)
    .where('tagId', '=', p.tagId)
    .limit(1),
)

/** The next people who have the tag. */
export const nextTagged = query((k, p: { companyId: string; tagId: string; limit: number }) =>
  k
    .selectFrom('personTags')
    .select('personId')
    .where('companyId', '=', p.companyId)
    .where('tagId', '=', p.tagId)
    .orderBy('personId')
    .limit(p.limit),
)

interface Some {
  companyId: string
  tagId: string
  people: string
}

/** Takes a tag off some people. */
export const untag = query((k, p: Some) =>
  k
    .deleteFrom('personTags')
    .where('companyId', '=', p.companyId)
    .where('tagId', '=', p.tagId)
    .where(isIn('personId', p.people)),
)

/** Takes a tag off those of some people who have another one, and have that in an earlier place. */
export const untagLater = query((k, p: Some & { otherId: string }) =>
  k
    .deleteFrom('personTags')
    .where('companyId', '=', p.companyId)
    .where('tagId', '=', p.tagId)
    .where(isIn('personId', p.people))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('personTags as other')
          .select('other.position')
          .where('other.companyId', '=', p.companyId)
          .whereRef('other.personId', '=', 'personTags.personId')
          .where('other.tagId', '=', p.otherId)
          .whereRef('other.position', '<', 'personTags.position'),
      ),
    ),
)

/** Puts another tag in the place of one, on some people. */
export const retag = query((k, p: Some & { otherId: string }) =>
  k
    .updateTable('personTags')
    .set({ tagId: p.otherId })
    .where('companyId', '=', p.companyId)
    .where('tagId', '=', p.tagId)
    .where(isIn('personId', p.people)),
)
