import type { Context } from '../../context.ts'
import type { Change } from '../../events/record-event.ts'
import { customValuesOf } from '../custom-fields/values.ts'
import type { MergeSnapshot } from './merge-snapshot.ts'

/** Custom fields in a merge: a gap is filled with the first value that one of the others has. */
type Value = Awaited<ReturnType<typeof customValuesOf>>[number][1]

export interface MergedCustomValue {
  fieldId: string
  key: string
  value: Value
  personId: string | null
}

const isGap = (value: Value) => value === null || (Array.isArray(value) && value.length === 0)

/** For each custom field of people, the value that the first is to have, and whose it is. */
export async function mergedCustomValues(
  ctx: Context,
  ids: readonly string[],
): Promise<MergedCustomValue[]> {
  const all = await Promise.all(
    ids.map(async (id) => ({ id, values: await customValuesOf(ctx, 'person', { id }) })),
  )
  return (all[0]?.values ?? []).map(([field, own], index) => {
    const from = all.find(({ values }) => !isGap(values[index]?.[1] ?? null))
    return {
      fieldId: field.id,
      key: field.key,
      value: from?.values[index]?.[1] ?? own,
      personId: from?.id ?? null,
    }
  })
}

const changeOf = (key: string, from: Value, to: Value): Change => ({
  field: `customFields.${key}`,
  from,
  to,
})

/** Gives the survivor the rows of the values that fill a gap. */
export async function fillCustomValues(
  ctx: Context,
  survivorId: string,
  merged: MergedCustomValue[],
  others: MergeSnapshot['others'],
): Promise<Change[]> {
  const filling = merged.filter(({ personId }) => personId !== null && personId !== survivorId)
  for (const { fieldId, personId } of filling) {
    const rows =
      others.find(({ person }) => person.id === personId)?.parts['personCustomValues'] ?? []
    for (const row of rows)
      if (row['fieldId'] === fieldId)
        await ctx.db.insert('personCustomValues', { ...row, personId: survivorId } as never)
  }
  return filling.map(({ key, value }) => changeOf(key, null, value))
}

/** Takes away again what is still as it was given. */
export async function takeCustomValues(
  ctx: Context,
  survivorId: string,
  filled: MergeSnapshot['customFilled'],
): Promise<Change[]> {
  const changes: Change[] = []
  for (const [field, value] of await customValuesOf(ctx, 'person', { id: survivorId })) {
    const given = filled.find((each) => each.fieldId === field.id)
    if (!given || JSON.stringify(given.value) !== JSON.stringify(value)) continue
    await ctx.db.delete('personCustomValues', {
      companyId: ctx.viewer.companyId,
      personId: survivorId,
      fieldId: field.id,
    })
    changes.push(changeOf(field.key, value, null))
  }
  return changes
}
