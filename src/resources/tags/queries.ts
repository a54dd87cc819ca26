import { sql } from 'kysely'
import { query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'

export const tagsByKeys = query((k, p: { companyId: string; keys: string }) =>
  k
    .selectFrom('tags')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where(isIn('nameKey', p.keys))
    .orderBy('nameKey'),
)

/** Selects the next people who have the tag. */
export const nextTagged = query((k, p: { companyId: string; tagId: string; limit: number }) =>
  k
    .selectFrom('personTags')
    .select('personId')
    .where('companyId', '=', p.companyId)
    .where('tagId', '=', p.tagId)
    .orderBy('personId')
    .limit(p.limit),
)

export interface TaggedPeople {
  companyId: string
  tagId: string
  people: string
}

const tagCondition = (p: TaggedPeople) =>
  sql`"companyId" = ${p.companyId} and "tagId" = ${p.tagId} and ${isIn('personId', p.people)}`

export const untag = query(
  (_, p: TaggedPeople) => sql`delete from "personTags" where ${tagCondition(p)}`,
)

/** Removes a tag from those people who have another tag in an earlier position. */
export const untagLater = query(
  (_, p: TaggedPeople & { otherId: string }) =>
    sql`delete from "personTags" where ${tagCondition(p)} and exists (
      select 1 from "personTags" as "other" where "other"."companyId" = ${p.companyId} and "other"."personId" = "personTags"."personId"
        and "other"."tagId" = ${p.otherId} and "other"."position" < "personTags"."position")`,
)

/** Replaces a tag with another tag on people. */
export const retag = query(
  (_, p: TaggedPeople & { otherId: string }) =>
    sql`update "personTags" set "tagId" = ${p.otherId} where ${tagCondition(p)}`,
)
