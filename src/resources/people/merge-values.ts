/** Merges custom values and external ids, and defines the snapshot used to undo a merge. */
import type { Context } from '../../context.ts'
import type { Row } from '../../crud/person-references.ts'
import { changesBetween } from '../../events/record-event.ts'
import type { Change } from '../../events/table.ts'
import { type CustomValue, loadCustomValues } from '../custom-fields/values.ts'
import { type ExternalId, findByExternalId, listExternalIds } from '../external-ids/operations.ts'
import type { EmailInput, PhoneInput } from './lists.ts'
import type { PersonMergeRow, PersonRow } from './table.ts'

/** The data needed to undo a merge, stored as JSON in `personMerges`. */
export interface MergeSnapshot {
  /** The merged people, with their dependent rows by table. */
  others: { person: PersonRow; parts: Record<string, Row[]> }[]
  /** The survivor's empty fields that the merge filled, and `nameKey` if it changed. */
  filled: { field: keyof PersonRow; from: unknown; to: unknown }[]
  /** The survivor's empty custom fields that the merge filled. */
  customFilled: { fieldId: string; value: unknown }[]
  /** The items that the merge added to the survivor's lists. */
  added: { emails: EmailInput[]; phones: PhoneInput[]; collaboratorIds: string[]; tagIds: string[] }
  /** The ids of the moved records, by table and previous person. */
  moved: { table: string; personId: string; ids: string[] }[]
  /** The removed links, and the ids of the records to which the survivor was already linked. */
  links: { table: string; rows: Row[]; linked: string[] }[]
}

export const parseSnapshot = (merge: PersonMergeRow): MergeSnapshot =>
  JSON.parse(merge.snapshot) as MergeSnapshot

const isEmptyValue = (value: CustomValue) =>
  value === null || (Array.isArray(value) && value.length === 0)

type MergedCustomValue = Awaited<ReturnType<typeof mergeCustomValues>>[number]

/**
 * Returns each custom field's merged value and the id of the person who has it (null if empty).
 * @param ids the people, with the survivor first
 */
export async function mergeCustomValues(ctx: Context, ids: readonly string[]) {
  const people = await Promise.all(
    ids.map(async (id) => ({ id, values: await loadCustomValues(ctx, 'person', { id }) })),
  )
  return (people[0]?.values ?? []).map(([{ id: fieldId, key }, survivorValue], index) => {
    const person = people.find(({ values }) => !isEmptyValue(values[index]?.[1] ?? null))
    const value = person?.values[index]?.[1] ?? survivorValue
    return { fieldId, key, value, personId: person?.id ?? null }
  })
}

/** Copies values of the merged people to the empty custom fields of the survivor. */
export async function fillCustomValues(
  ctx: Context,
  survivorId: string,
  values: MergedCustomValue[],
  others: MergeSnapshot['others'],
): Promise<Change[]> {
  for (const { fieldId, personId } of values) {
    const parts = others.find(({ person }) => person.id === personId)?.parts
    for (const row of parts?.['personCustomValues'] ?? [])
      if (row['fieldId'] === fieldId)
        await ctx.db.insert('personCustomValues', { ...row, personId: survivorId } as never)
  }
  return values.map(({ key, value }) => ({ field: `customFields.${key}`, from: null, to: value }))
}

/** Deletes the custom values that the merge copied, except values changed since. */
export async function revertCustomValues(
  ctx: Context,
  survivorId: string,
  copiedValues: MergeSnapshot['customFilled'],
): Promise<Change[]> {
  const { companyId } = ctx.viewer
  const changes: Change[] = []
  const survivor = { id: survivorId }
  for (const [{ id: fieldId, key }, value] of await loadCustomValues(ctx, 'person', survivor)) {
    const copiedValue = copiedValues.find((candidate) => candidate.fieldId === fieldId)
    if (!copiedValue || JSON.stringify(copiedValue.value) !== JSON.stringify(value)) continue
    await ctx.db.delete('personCustomValues', { companyId, personId: survivorId, fieldId })
    changes.push({ field: `customFields.${key}`, from: value, to: null })
  }
  return changes
}

type ExternalIdRow = ExternalId & { companyId: string; personId: string }

/** Moves the external ids of the merged people to the survivor. */
export const moveExternalIds = (
  ctx: Context,
  survivorId: string,
  others: MergeSnapshot['others'],
): Promise<Change[]> =>
  forEachExternalId(ctx, survivorId, others, (row) =>
    ctx.db.insert('personExternalIds', { ...row, personId: survivorId }),
  )

/** Moves external ids back to the restored people, except ids that another person now has. */
export const restoreExternalIds = (
  ctx: Context,
  survivorId: string,
  others: MergeSnapshot['others'],
): Promise<Change[]> =>
  forEachExternalId(ctx, survivorId, others, async (row) => {
    const ownerId = await findByExternalId(ctx, 'person', row)
    if (ownerId !== undefined && ownerId !== survivorId) return
    const { companyId, source, externalId } = row
    await ctx.db.delete('personExternalIds', { companyId, source, externalId })
    await ctx.db.insert('personExternalIds', row)
  })

/** Calls `work` for each external id of the merged people. @returns the survivor's changes */
async function forEachExternalId(
  ctx: Context,
  survivorId: string,
  others: MergeSnapshot['others'],
  work: (row: ExternalIdRow) => Promise<void> | void,
): Promise<Change[]> {
  const rows = others.flatMap(({ parts }) => parts['personExternalIds'] ?? [])
  if (rows.length === 0) return []
  const idsBefore = await listExternalIds(ctx, 'person', survivorId)
  for (const row of rows) await work(row as unknown as ExternalIdRow)
  const idsAfter = await listExternalIds(ctx, 'person', survivorId)
  return changesBetween({ externalIds: idsBefore }, { externalIds: idsAfter }, ['externalIds'])
}
