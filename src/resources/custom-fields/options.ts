import type { Context } from '../../context.ts'
import { conflict, type Detail, invalid } from '../../errors.ts'
import { inChunks } from '../../lib/event-loop.ts'
import { listParam } from '../../store/sql.ts'
import type { CustomField, FieldOption } from './operations.ts'
import { clearChosen, countChosen, dropDoubles, ownersChoosing, replaceChosen } from './queries.ts'
import type { FieldType } from './table.ts'

/** The options of a choice. An option is known by its value, which stays when its label changes. */
export interface OptionInput {
  value?: string | null
  label: string
}

export const isChoice = (type: FieldType): boolean =>
  type === 'singleChoice' || type === 'multipleChoice'

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * The options that a list means: an entry is the option whose value it gives; without a value, the
 * one that has its label; else a new one, whose value is the label unless told otherwise.
 * @throws VALIDATION_ERROR for options of what is no choice, none for a choice, and two of one
 * value or label
 */
export function readOptions(
  type: FieldType,
  given: readonly OptionInput[] | null | undefined,
  before: FieldOption[] = [],
): FieldOption[] {
  if (!isChoice(type)) {
    if (given?.length)
      throw invalid([
        {
          field: 'options',
          code: 'INVALID_VALUE',
          message: 'only a single or a multiple choice has options',
        },
      ])
    return []
  }
  if (!given?.length)
    throw invalid([
      { field: 'options', code: 'REQUIRED_FIELD', message: 'a choice needs at least one option' },
    ])
  const named = new Set(given.map((option) => option.value))
  const unnamed = before.filter((option) => !named.has(option.value))
  const taken = new Set([...before.map((option) => option.value), ...named])
  const options = given.map(({ value, label }) => ({
    value: value ?? unnamed.find((old) => same(old.label, label))?.value ?? freeValue(label, taken),
    label,
  }))
  const details = options.flatMap(({ value, label }, index): Detail[] => {
    const earlier = options.slice(0, index)
    const twice = (field: string, what: string): Detail => ({
      field: `options[${index}].${field}`,
      code: 'INVALID_VALUE',
      message: `is the ${what} of two options`,
    })
    if (earlier.some((option) => same(option.label, label))) return [twice('label', 'label')]
    return earlier.some((option) => option.value === value) ? [twice('value', 'value')] : []
  })
  if (details.length > 0) throw invalid(details)
  return options
}

/**
 * A new option is called by its label, or by that and a number where another option is called so
 * since before a renaming.
 */
function freeValue(label: string, taken: Set<string | null | undefined>): string {
  let value = label
  for (let number = 2; taken.has(value); number++)
    value = `${[...label].slice(0, 95).join('')} ${number}`
  return value
}

/** Values that one request changes at most. */
const mostChanged = 10_000
/** … and in one statement. */
const slice = 500

/**
 * Deals with the values that are options which go: `by` takes their place, or with `null` they are
 * cleared.
 * @throws VALIDATION_ERROR when `by` is no option that stays, CONFLICT when they are used and there
 * is no `by`, or too many
 */
export async function removeOptions(
  ctx: Context,
  field: CustomField,
  left: FieldOption[],
  by: string | null | undefined,
): Promise<void> {
  if (typeof by === 'string' && !left.some((option) => option.value === by))
    throw invalid([
      {
        field: 'replaceRemovedWith',
        code: 'INVALID_REFERENCE',
        message: 'is the value of no option that stays',
      },
    ])
  const going = field.options
    .filter((option) => !left.some((each) => each.value === option.value))
    .map((option) => option.value)
  if (going.length === 0) return
  const { companyId, id: fieldId, recordKind: kind } = field
  const params = { companyId, fieldId, options: listParam(going) }
  const used =
    (await ctx.db.first(countChosen(kind), { ...params, limit: mostChanged + 1 }))?.total ?? 0
  if (used === 0) return
  if (by === undefined)
    throw conflict(
      'Options that are left out are used: say what takes their place (replaceRemovedWith), or clear them with null',
    )
  if (used > mostChanged)
    throw conflict(
      `Options that are left out are used more than ${mostChanged} times: give the records other values first`,
    )
  await inChunks(async (limit) => {
    const owners = await ctx.db.all(ownersChoosing(kind), { ...params, limit })
    const some = { ...params, owners: listParam(owners.map((owner) => owner.id)) }
    if (by === null) await ctx.db.run(clearChosen(kind), some)
    else {
      await ctx.db.run(dropDoubles(kind), { ...some, by })
      await ctx.db.run(replaceChosen(kind), { ...some, by })
    }
    return owners.length
  }, slice)
}
