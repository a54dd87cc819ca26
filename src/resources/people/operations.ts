/** Reads, creates and updates people. */
import { type RawBuilder, sql } from 'kysely'
import {
  type AccessParams,
  type AccessScope,
  getAccessScope,
  scopedQuery,
} from '../../access/access-scope.ts'
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { type UpdateRow, updateEachRow } from '../../crud/bulk.ts'
import { createLoader, indexById } from '../../crud/loader.ts'
import { createRecordReads } from '../../crud/record-reads.ts'
import {
  createReferenceCheck,
  insertRecord,
  newRecord,
  requireSomeField,
  updateRecord,
} from '../../crud/records.ts'
import { recordPersonStage } from '../../crud/stage-changes.ts'
import { conflict } from '../../errors.ts'
import type { Change } from '../../events/table.ts'
import { createFilteredList, type ListOptions } from '../../filtering/filtered-list.ts'
import { createListByParent } from '../../filtering/list-by-parent.ts'
import { type MaybePromise, mapMaybePromise } from '../../lib/async.ts'
import { fold } from '../../lib/text.ts'
import { encodeListParam, query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import { replaceCustomValues } from '../custom-fields/values.ts'
import { replaceExternalIds } from '../external-ids/operations.ts'
import { getFirstStage } from '../stages/operations.ts'
import { formatFullName } from '../users/operations.ts'
import { personFilterSpec } from './filter-spec.ts'
import {
  checkPersonReferences,
  type PersonInput,
  requireIdentity,
  requireVisibleName,
  toPatch,
} from './input.ts'
import { type PersonLists, readListsOfPerson, replaceLists } from './lists.ts'
import { indexName } from './names.ts'
import { personPolicy } from './policy.ts'
import type { PersonRow } from './table.ts'

export type { PersonRow }

// The contract calls a person "Contact" in error messages.
export const {
  get: getPerson,
  getForUpdate: getPersonForUpdate,
  load: loadPerson,
  requireVisible: requireVisiblePerson,
} = createRecordReads(personPolicy, 'Contact', { scope: 'people.edit' })

const selectViewableIds = (p: AccessParams, scope: AccessScope, condition: RawBuilder<unknown>) =>
  sql<{ id: string }>`select "id" from "people"
    where "companyId" = ${p.companyId} and ${personPolicy.canView(p, scope)} and ${condition}`

const selectViewablePerson = scopedQuery((p: AccessParams & { id: string }, scope) =>
  selectViewableIds(p, scope, sql`"id" = ${p.id}`),
)

const selectViewablePeople = scopedQuery((p: AccessParams & { ids: string }, scope) =>
  selectViewableIds(p, scope, isIn('id', p.ids)),
)

export function findViewablePeople(ctx: Context, ids: readonly string[]) {
  const [id, secondId] = ids
  // Unpacking a list parameter costs more than finding one person.
  return id !== undefined && secondId === undefined
    ? selectViewablePerson(ctx, { id })
    : selectViewablePeople(ctx, { ids: encodeListParam(ids) })
}

/** Loads only the id of a person, for the `personId` fields of other records. */
export const loadPersonId = createLoader((ctx, ids) => {
  // A foreign key guarantees that the person exists.
  if (personPolicy.canViewAll(getAccessScope(ctx.viewer)))
    return new Map(ids.map((id) => [id, { id }]))
  return mapMaybePromise(findViewablePeople(ctx, ids), indexById)
})

export const findUnknownPeople = createReferenceCheck('contact', findViewablePeople)

export type PeopleArgs = ListOptions & { includeTrash: boolean }

const notInTrashCondition = { field: 'trashedAt', operator: 'isNull', value: null } as const

export const people = createFilteredList({
  spec: personFilterSpec,
  conditions: ({ includeTrash }: PeopleArgs) => (includeTrash ? [] : [notInTrashCondition]),
})

export const peopleOfStage = createListByParent(personFilterSpec, { targetColumn: 'stageId' })
export const peopleOfAssignee = createListByParent(
  personFilterSpec,
  { targetColumn: 'assignedAgentId' },
  [notInTrashCondition],
)
export const peopleOfTag = createListByParent(
  personFilterSpec,
  { linkTable: 'personTags', recordColumn: 'tagId', targetColumn: 'personId' },
  [notInTrashCondition],
)

const eventFields = [
  'firstName',
  'lastName',
  'assignedAgentId',
  'stageId',
  'source',
  'price',
  'timeframe',
  'background',
  'relationship',
] as const

/**
 * Inserts a person without looking for duplicates. The caller is the default assignee.
 * @throws FORBIDDEN, VALIDATION_ERROR, CONFLICT if another person has the external id
 */
export async function insertPerson(ctx: Context, input: PersonInput): Promise<PersonRow> {
  requireScope(ctx.viewer, 'people.edit')
  const name = { firstName: input.firstName ?? '', lastName: input.lastName ?? '' }
  requireVisibleName(name)
  requireIdentity(name, input)
  await checkPersonReferences(ctx, input)
  const row: PersonRow = {
    ...newRecord(ctx, 'person'),
    ...name,
    nameKey: fold(formatFullName(name)),
    assignedAgentId: input.assigneeId === undefined ? ctx.viewer.userId : input.assigneeId,
    stageId: input.stageId ?? (await getFirstStage(ctx)).id,
    previousStageId: null,
    trashedAt: null,
    source: input.source ?? null,
    price: input.price ?? null,
    timeframe: input.timeframe ?? null,
    background: input.background ?? null,
    relationship: input.relationship == null ? null : Number(input.relationship),
    lastActivityAt: null,
  }
  return insertRecord(ctx, 'people', row, 'person.created', eventFields, async () => {
    await recordPersonStage(ctx, row)
    await indexName(ctx.db, row.companyId, row.id, row.nameKey)
    const emptyLists = { emails: [], phones: [], collaboratorIds: [], tags: [] }
    return replaceDependents(ctx, row.id, emptyLists, input)
  })
}

/** Replaces the lists, custom values and external ids that the input contains. */
const replaceDependents = async (
  ctx: Context,
  id: string,
  currentLists: PersonLists,
  input: PersonInput,
): Promise<Change[]> => [
  ...(await replaceLists(ctx, id, currentLists, input)),
  ...(await replaceCustomValues(ctx, 'person', id, input.customFields)),
  ...(await replaceExternalIds(ctx, 'person', id, input)),
]

/**
 * Updates a person. Lists in the input replace the person's lists. @throws NOT_FOUND, FORBIDDEN,
 * VALIDATION_ERROR, CONFLICT if a person in Trash gets a new stage or if another person has the
 * external id
 */
export async function updatePerson(ctx: Context, id: string, input: PersonInput) {
  const person = await getPersonForUpdate(ctx, id)
  const fields: PersonInput = requireSomeField(input)
  await checkPersonReferences(ctx, fields)
  if (fields.stageId && person.trashedAt)
    throw conflict('The contact is in Trash: restore it before setting its stage')
  const patch = toPatch(fields)
  const renamedPerson = { ...person, ...patch }
  if (patch.firstName !== undefined || patch.lastName !== undefined) {
    requireVisibleName(renamedPerson)
    patch.nameKey = fold(formatFullName(renamedPerson))
  }
  const previousLists = await readListsOfPerson(ctx, id)
  requireIdentity(renamedPerson, { ...previousLists, ...fields })
  const changes = await replaceDependents(ctx, id, previousLists, fields)
  const row = await updateRecord(ctx, 'people', person, patch, 'person.updated', changes)
  if (row.stageId !== person.stageId) await recordPersonStage(ctx, row, person.stageId)
  if (row.nameKey !== person.nameKey) await indexName(ctx.db, row.companyId, id, row.nameKey)
  return row
}

/** Stores the time of a person's last activity without incrementing the person's version. */
const updateLastActivityAt = query(
  (_, p: { companyId: string; personId: string }) =>
    sql`update "people" set "lastActivityAt" = (select "createdAt" from "activities" where "companyId" = ${p.companyId} and "personId" = ${p.personId} order by "id" desc limit 1)
      where "companyId" = ${p.companyId} and "id" = ${p.personId}`,
)
/** Updates the time of a person's last activity after their activities have changed. */
export const refreshLastActivity = (ctx: Context, personId: string): MaybePromise<number> =>
  ctx.db.run(updateLastActivityAt, { companyId: ctx.viewer.companyId, personId })

export function updatePeople(ctx: Context, inputs: readonly (UpdateRow & PersonInput)[]) {
  requireScope(ctx.viewer, 'people.edit')
  return updateEachRow(ctx, inputs, (id, input) => updatePerson(ctx, id, input))
}
