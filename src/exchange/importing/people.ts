import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import type { Context } from '../../context.ts'
import { isPersonReferenced, namesakesWithoutContact } from '../../resources/imports/queries.ts'
import { contactKeys, createPerson, toAdditiveUpdate } from '../../resources/people/duplicates.ts'
import type { PersonInput } from '../../resources/people/input.ts'
import { listsOfPerson, type PersonLists } from '../../resources/people/lists.ts'
import { findMatch } from '../../resources/people/match.ts'
import {
  type PersonRow,
  requireVisiblePerson,
  updatePerson,
} from '../../resources/people/operations.ts'
import { deletePerson } from '../../resources/people/trash.ts'
import { fullNameOf } from '../../resources/users/operations.ts'
import { fold } from '../../store/fold.ts'
import { customBefore } from './before.ts'
import { listOf, putCustom, putNotes, putUser } from './common.ts'
import { readContacts } from './contacts.ts'
import { type Draft, type Piece, textOf } from './draft.ts'
import { userNamed } from './names.ts'
import { keepName } from './person-names.ts'
import type { Kind, Match, Reader } from './run.ts'
import { putStage } from './stages.ts'

/** People of rows. */
async function read(reader: Reader): Promise<void> {
  const { row } = reader
  readNames(reader)
  readContacts(reader)
  readTags(reader)
  await putStage(reader)
  row.text('source')
  row.number('price')
  row.text('timeframe')
  putNotes(reader, 'background')
  row.boolean('relationship')
  putUser(reader, 'assignedAgent', 'assignedAgentId')
  readCollaborators(reader)
  putCustom(reader, 'person')
}

function readNames({ row }: Reader): void {
  const [middle] = row.pieces('middleName')
  row.take(
    'firstName',
    'firstName',
    (text) => (middle ? `${text} ${textOf(middle.cell)}` : text),
    '',
  )
  row.text('lastName')
  const [full] = row.pieces('fullName')
  if (!full || row.draft.input['firstName'] || row.draft.input['lastName']) return
  const [first, last] = splitName(textOf(full.cell))
  row.put('firstName', first, full.heading)
  row.put('lastName', last, full.heading)
}

/**
 * `Ann Mary Lee` and `Lee, Ann Mary`: the last word, or what stands before the comma, is the last
 * name.
 */
function splitName(text: string): [first: string, last: string] {
  const [before = '', after] = text.split(/,\s*(?=\S)/, 2)
  if (after !== undefined) return [after, before]
  const words = text.split(/\s+/)
  return words.length < 2 ? [text, ''] : [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}

function readTags(reader: Reader): void {
  const { row } = reader
  const pieces = row.pieces('tags')
  const tags = new Map(
    pieces
      .flatMap((piece) => listOf(reader, piece).map((tag) => fittingTag(reader, piece, tag)))
      .map((tag) => [tag.toLowerCase(), tag]),
  )
  if (pieces[0] && tags.size > 0) row.put('tags', [...tags.values()], pieces[0].heading)
  else if (row.clears('tags')) row.put('tags', [], row.clears('tags') ?? '')
}

/** Replaces commas and line breaks, which a vCard category may contain and a tag may not. */
function fittingTag({ row }: Reader, { heading }: Piece, tag: string): string {
  if (!/[,\n\r]/.test(tag)) return tag
  const fitting = tag.replaceAll(/[,\s]+/g, ' ').trim()
  row.draft.remarks.push({
    heading,
    action: 'changed',
    message: `to the tag "${fitting}": a tag cannot contain a comma or a line break`,
    value: tag,
  })
  return fitting
}

function readCollaborators(reader: Reader): void {
  const { row, names } = reader
  const [piece] = row.pieces('collaborators')
  if (row.clears('collaborators')) row.put('collaboratorIds', [], row.clears('collaborators') ?? '')
  if (!piece) return
  const users = listOf(reader, piece).map((text) => userNamed(names, text))
  for (const user of users)
    if (typeof user !== 'string') row.leaveOut(piece.heading, user.wrong, piece.cell)
  const ids = users.filter((user) => typeof user === 'string')
  if (ids.length > 0) row.put('collaboratorIds', ids, piece.heading)
}

/** Our own exports have the primary address first: the same ones in another order are no change. */
async function inTheirOrder(
  ctx: Context,
  id: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const there = await listsOfPerson(ctx, id)
  const told = (list: readonly { value: string; type?: string | null; isBad?: boolean | null }[]) =>
    JSON.stringify(list.map(({ value, type, isBad }) => [value, type ?? '', isBad ?? false]).sort())
  const same = (['emails', 'phones'] as const).filter((field) => {
    const given = input[field] as PersonLists['phones'] | undefined
    const primary = there[field].find(({ isPrimary }) => isPrimary)?.value
    return given && given[0]?.value === primary && told(given) === told(there[field])
  })
  return { ...input, ...Object.fromEntries(same.map((field) => [field, there[field]])) }
}

/** Namesakes that a row is compared with. */
const maxNamesakes = 20

/** By what somebody is recognised; phones are not read where they are not asked for. */
const keys = (ctx: Context, { input }: Draft, match: Match) => {
  const { emails, phones } = input as PersonInput
  return contactKeys(ctx, {
    emails: match === 'email' || match === 'both' ? emails : [],
    phones: match === 'phone' || match === 'both' ? phones : [],
  })
}

export const people: Kind = {
  kind: 'people',
  prefix: 'person',
  inputs: { create: 'CreatePersonInput', update: 'UpdatePersonInput' },
  read,
  find(ctx, draft, match, others) {
    const { firstName, lastName, emails } = draft.input as PersonInput
    const hasEmail = (emails ?? []).length > 0
    const subject = { firstName: firstName ?? '', lastName: lastName ?? '', hasEmail }
    return findMatch(ctx, subject, keys(ctx, draft, match), others)
  },
  async namesakes(ctx, { input }) {
    const { firstName, lastName, emails, phones } = input as PersonInput
    if ((emails ?? []).length + (phones ?? []).length > 0) return []
    const name = { firstName: firstName ?? '', lastName: lastName ?? '' }
    const namesakes = await ctx.db.all(namesakesWithoutContact(accessScopeOf(ctx.viewer)), {
      ...accessParams(ctx.viewer),
      nameKey: fold(fullNameOf(name)),
      limit: maxNamesakes,
    })
    return namesakes.map(({ id }) => id)
  },
  keys,
  keepName,
  create: (ctx, input) => createPerson(ctx, input),
  get: async (ctx, id) => requireVisiblePerson(ctx, id),
  async before(ctx, row, input) {
    const person = row as PersonRow
    const there = {
      ...person,
      ...(await listsOfPerson(ctx, person.id)),
      relationship: person.relationship === null ? null : person.relationship === 1,
    }
    const fields = Object.keys(input).filter((field) => field !== 'customFields')
    return {
      ...Object.fromEntries(fields.map((field) => [field, there[field as keyof typeof there]])),
      ...(await customBefore(ctx, 'person', row, input)),
    }
  },
  async update(ctx, id, input, exact) {
    // An empty list is to clear what is there.
    const empty = Object.fromEntries(
      Object.entries(input).filter(([, value]) => Array.isArray(value) && value.length === 0),
    )
    return updatePerson(
      ctx,
      id,
      exact
        ? await inTheirOrder(ctx, id, input)
        : { ...(await toAdditiveUpdate(ctx, id, input)), ...empty },
    )
  },
  async remove(ctx, id, untouched) {
    const { companyId, rights } = ctx.viewer
    const named = (await ctx.db.first(isPersonReferenced, { companyId, id }))?.named
    await deletePerson(ctx, id, untouched && !named && rights.has('people.delete'))
    return undefined
  },
}
