import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { conflict, type Detail, forbidden, invalid } from '../../errors.ts'
import { listParam } from '../../store/sql.ts'
import { type Children, childrenOfAll } from './children.ts'
import { emailKeyOf } from './contact.ts'
import { type MergedCustomValue, mergedCustomValues } from './merge-custom.ts'
import { peopleToMerge } from './merge-queries.ts'
import { personToEdit } from './operations.ts'
import type { PersonRow } from './table.ts'

/** What merging people would come to; nothing is changed here. */
export interface MergePlan {
  survivor: PersonRow
  /** In the given order. */
  others: PersonRow[]
  /**
   * For each field of the survivor, the value that it is to have, and whose it is; nobody's where
   * there is none.
   */
  values: MergedValue[]
  custom: MergedCustomValue[]
  children: Map<string, Children>
  /** The survivor's lists as they are to be. */
  united: Children
}

export interface MergedValue {
  field: keyof PersonRow
  value: string | number | null
  personId: string | null
}

/** The stage is not among them: the survivor always has one. */
const fields = [
  'firstName',
  'lastName',
  'assignedAgentId',
  'source',
  'price',
  'timeframe',
  'background',
  'relationship',
] as const

/**
 * The survivor's own values win, and gaps are filled from the others in the given order; lists are
 * united, the survivor's part first, and their primary email and phone stay.
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT for a survivor in Trash
 */
export async function planMerge(
  ctx: Context,
  id: string,
  otherIds: readonly string[],
): Promise<MergePlan> {
  requireScope(ctx.viewer, 'people.edit')
  const survivor = await personToEdit(ctx, id)
  const others = await othersToMerge(ctx, id, otherIds)
  if (survivor.trashedAt)
    throw conflict('The contact is in Trash: restore it before merging others into it')
  const people = [survivor, ...others]
  const children = await childrenOfAll(
    ctx,
    people.map((person) => person.id),
  )
  const values = fields.map((field): MergedValue => {
    const from = people.find((person) => person[field] !== null && person[field] !== '')
    return { field, value: from?.[field] ?? null, personId: from?.id ?? null }
  })
  const custom = await mergedCustomValues(ctx, [id, ...otherIds])
  return { survivor, others, values, custom, children, united: unite([...children.values()]) }
}

async function othersToMerge(
  ctx: Context,
  id: string,
  otherIds: readonly string[],
): Promise<PersonRow[]> {
  const wrong = (index: number, message: string): Detail => ({
    field: `otherIds[${index}]`,
    code: 'INVALID_VALUE',
    message,
  })
  const repeated = otherIds.flatMap((other, index) => {
    if (other === id) return [wrong(index, 'is the contact that the others are merged into')]
    return otherIds.indexOf(other) < index ? [wrong(index, 'is named twice')] : []
  })
  if (repeated.length > 0) throw invalid(repeated)
  const found = await ctx.db.all(peopleToMerge(accessScopeOf(ctx.viewer)), {
    ...accessParams(ctx.viewer),
    ids: listParam(otherIds),
  })
  const byId = new Map(found.map((person) => [person.id, person]))
  const refused = otherIds.flatMap((other, index): Detail[] => {
    const person = byId.get(other)
    if (!person)
      return [
        {
          field: `otherIds[${index}]`,
          code: 'INVALID_REFERENCE',
          message: 'names no contact that you can see',
        },
      ]
    return person.trashedAt ? [wrong(index, 'is in Trash: restore it first')] : []
  })
  if (refused.length > 0) throw invalid(refused)
  if (found.some((person) => !person.editable)) throw forbidden()
  return otherIds.flatMap((other) => {
    const { editable: _, ...person } = byId.get(other) as PersonRow & { editable: number }
    return [person]
  })
}

/** What is in several lists is there once, as the first has it. */
function unite(all: Children[]): Children {
  const distinct = <T>(each: (children: Children) => T[], key: (item: T) => string): T[] => {
    const seen = new Set<string>()
    return all.flatMap(each).filter((item) => !seen.has(key(item)) && seen.add(key(item)))
  }
  return {
    emails: distinct(
      (children) => children.emails,
      (email) => emailKeyOf(email.value),
    ),
    phones: distinct(
      (children) => children.phones,
      (phone) => phone.value,
    ),
    collaboratorIds: distinct(
      (children) => children.collaboratorIds,
      (id) => id,
    ),
    tags: distinct(
      (children) => children.tags,
      (name) => name,
    ),
  }
}
