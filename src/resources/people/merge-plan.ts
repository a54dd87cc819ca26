/** Plans a merge of people, which `mergePeople` executes and `mergePeoplePreview` returns. */
import { sql } from 'kysely'
import {
  type AccessParams,
  type AccessScope,
  accessParams,
  accessScopeOf,
} from '../../access/access-scope.ts'
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { conflict, type Detail, forbidden, invalid } from '../../errors.ts'
import { encodeListParam, queryFamily } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import {
  type PersonLists,
  readListsOfPeople,
  toEmailKey,
  toEmailRows,
  toPhoneRows,
} from './lists.ts'
import { type MergedCustomValue, mergeCustomValues } from './merge-values.ts'
import { requireEditablePerson } from './operations.ts'
import { personPolicy } from './policy.ts'
import type { EmailRow, PersonRow, PhoneRow } from './table.ts'

export interface MergePlan {
  survivor: PersonRow
  /** The people to merge into the survivor, in the order of the request. */
  others: PersonRow[]
  values: MergedValue[]
  customValues: MergedCustomValue[]
  /** The lists of each person before the merge. */
  lists: Map<string, PersonLists>
  mergedLists: PersonLists
}

/** The value of a field after the merge, and the person who has it; null if there is none. */
interface MergedValue {
  field: keyof PersonRow
  value: string | number | null
  personId: string | null
}

/** The fields that a merge fills; without the stage, because the survivor always has one. */
const mergedFields = [
  'firstName',
  'lastName',
  'assignedAgentId',
  'source',
  'price',
  'timeframe',
  'background',
  'relationship',
] as const

/** @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT for a survivor in Trash */
export async function planMerge(
  ctx: Context,
  id: string,
  otherIds: readonly string[],
): Promise<MergePlan> {
  requireScope(ctx.viewer, 'people.edit')
  const survivor = await requireEditablePerson(ctx, id)
  const otherPeople = await findOthersToMerge(ctx, id, otherIds)
  if (survivor.trashedAt)
    throw conflict('The contact is in Trash: restore it before merging others into it')
  const people = [survivor, ...otherPeople]
  const ids = [id, ...otherIds]
  const lists = await readListsOfPeople(ctx, ids)
  const values = mergedFields.map((field): MergedValue => {
    const person = people.find((candidate) => candidate[field] !== null && candidate[field] !== '')
    return { field, value: person?.[field] ?? null, personId: person?.id ?? null }
  })
  return {
    survivor,
    others: otherPeople,
    values,
    customValues: await mergeCustomValues(ctx, ids),
    lists,
    mergedLists: uniteLists([...lists.values()]),
  }
}

/** Selects the people whom the caller can view, and whether the caller can edit them. */
const peopleToMerge = queryFamily<
  AccessScope,
  AccessParams & { ids: string },
  PersonRow & { editable: number }
>((k, p, scope) =>
  k
    .selectFrom('people')
    .selectAll()
    .select(sql<number>`${personPolicy.canEdit(p, scope)}`.as('editable'))
    .where('companyId', '=', p.companyId)
    .where(isIn('id', p.ids))
    .where(personPolicy.canView(p, scope)),
)

async function findOthersToMerge(
  ctx: Context,
  id: string,
  otherIds: readonly string[],
): Promise<PersonRow[]> {
  const detail = (index: number, code: Detail['code'], message: string): Detail => ({
    field: `otherIds[${index}]`,
    code,
    message,
  })
  const repeatedDetails = otherIds.flatMap((otherId, index) => {
    if (otherId === id)
      return [detail(index, 'INVALID_VALUE', 'is the contact into which the others are merged')]
    const isRepeated = otherIds.indexOf(otherId) < index
    return isRepeated ? [detail(index, 'INVALID_VALUE', 'is listed twice')] : []
  })
  if (repeatedDetails.length > 0) throw invalid(repeatedDetails)
  const params = { ...accessParams(ctx.viewer), ids: encodeListParam(otherIds) }
  const foundPeople = await ctx.db.all(peopleToMerge(accessScopeOf(ctx.viewer)), params)
  const peopleById = new Map(foundPeople.map((person) => [person.id, person]))
  const unusableDetails = otherIds.flatMap((otherId, index): Detail[] => {
    const person = peopleById.get(otherId)
    if (!person) return [detail(index, 'INVALID_REFERENCE', 'matches no contact that you can view')]
    return person.trashedAt ? [detail(index, 'INVALID_VALUE', 'is in Trash: restore it first')] : []
  })
  if (unusableDetails.length > 0) throw invalid(unusableDetails)
  if (foundPeople.some((person) => !person.editable)) throw forbidden()
  return otherIds.flatMap((otherId) => {
    const { editable: _, ...person } = peopleById.get(otherId) as PersonRow & { editable: number }
    return [person]
  })
}

/** Joins lists, and keeps only the first of the items with the same key. */
function uniteBy<T>(lists: T[][], keyOf: (item: T) => string): T[] {
  const keys = new Set<string>()
  return lists.flat().filter((item) => !keys.has(keyOf(item)) && keys.add(keyOf(item)))
}

const uniteLists = (allLists: PersonLists[]): PersonLists => ({
  emails: uniteBy(
    allLists.map(({ emails }) => emails),
    ({ value }) => toEmailKey(value),
  ),
  phones: uniteBy(
    allLists.map(({ phones }) => phones),
    ({ value }) => value,
  ),
  collaboratorIds: [...new Set(allLists.flatMap(({ collaboratorIds }) => collaboratorIds))],
  tags: [...new Set(allLists.flatMap(({ tags }) => tags))],
})

export interface MergePreview extends Pick<PersonLists, 'tags' | 'collaboratorIds'> {
  emails: Omit<EmailRow, 'companyId' | 'personId'>[]
  phones: Omit<PhoneRow, 'companyId' | 'personId'>[]
  otherIds: readonly string[]
  values: { field: string; value: unknown; personId: string | null }[]
}

/** @throws the same errors as `mergePeople` */
export async function mergePeoplePreview(
  ctx: Context,
  id: string,
  otherIds: readonly string[],
): Promise<MergePreview> {
  const { values, customValues, mergedLists } = await planMerge(ctx, id, otherIds)
  const { emails, phones, tags, collaboratorIds } = mergedLists
  return {
    values: [
      ...values.map(({ field, value, personId }) => ({
        field,
        value: field === 'relationship' && value !== null ? value === 1 : value,
        personId,
      })),
      ...customValues.map(({ key, value, personId }) => ({
        field: `customFields.${key}`,
        value,
        personId,
      })),
    ],
    emails: toEmailRows(emails),
    phones: toPhoneRows(phones, ctx.viewer.company.region),
    tags,
    collaboratorIds,
    otherIds,
  }
}
