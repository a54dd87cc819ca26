import { require } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import { ApiError, type Detail, type ErrorCode, invalid } from '../../errors.ts'
import { attempt } from '../../records.ts'
import { together } from '../../siblings.ts'
import { breathe } from '../../store/slices.ts'
import { type PersonInput, updatePerson } from './changes.ts'
import { createPerson, type NewPerson } from './duplicates.ts'
import type { PersonRow } from './table.ts'
import { addPersonTags, removePersonTags } from './tagging.ts'

/**
 * The same thing for many people, where one that fails changes nothing and the others go through.
 */
export interface BulkRow {
  index: number
  person: PersonRow | null
  /** A plain value: an Error would fail the whole request. */
  error: { code: ErrorCode; message: string; details: Detail[] } | null
}

/** Rows after which other requests get their turn to read. */
const turn = 10

const plain = ({ code, message, details = [] }: ApiError) => ({ code, message, details })

async function forEach<T>(
  ctx: Context,
  items: readonly T[],
  work: (item: T) => Promise<PersonRow>,
): Promise<BulkRow[]> {
  require(ctx.viewer, 'people.edit')
  const rows: BulkRow[] = []
  for (const [index, item] of items.entries()) {
    const refused = ctx.refusedRows?.get(index)
    const done = refused ? invalid(refused) : await attempt(ctx, () => work(item))
    ctx.expected = undefined
    rows.push({
      index,
      ...(done instanceof ApiError
        ? { person: null, error: plain(done) }
        : { person: done, error: null }),
    })
    if (index % turn === turn - 1) await breathe()
  }
  together(rows.flatMap(({ person }) => person ?? []))
  return rows
}

/** Creates people, each as `createPerson` does. */
export const createPeople = (ctx: Context, inputs: readonly NewPerson[]): Promise<BulkRow[]> =>
  forEach(ctx, inputs, (input) => createPerson(ctx, input))

export interface UpdateRow extends PersonInput {
  id: string
  expectedVersion?: number | null
}

/**
 * Changes people, each as `updatePerson` does, and only at the version that it is expected to be
 * at.
 */
export const updatePeople = (ctx: Context, inputs: readonly UpdateRow[]): Promise<BulkRow[]> =>
  forEach(ctx, inputs, ({ id, expectedVersion, ...input }) => {
    if (expectedVersion != null) ctx.expected = { id, version: expectedVersion }
    return updatePerson(ctx, id, input)
  })

interface Tagging {
  ids: readonly string[]
  add?: readonly string[] | null
  remove?: readonly string[] | null
}

/**
 * Puts tags on people and takes tags off them. @throws VALIDATION_ERROR where there is nothing to
 * do
 */
export async function tagPeople(ctx: Context, { ids, add, remove }: Tagging): Promise<BulkRow[]> {
  const [adding, removing] = [add ?? [], remove ?? []]
  if (adding.length + removing.length === 0)
    throw invalid([
      { field: 'add', code: 'REQUIRED_FIELD', message: 'give tags to add or to remove' },
    ])
  return forEach(ctx, ids, async (id) => {
    const { person } = await addPersonTags(ctx, id, adding)
    return removing.length > 0 ? removePersonTags(ctx, id, removing) : person
  })
}
