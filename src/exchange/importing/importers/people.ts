/** Imports people, with their contact details, tags, assignee and stage. */
import { getAccessParams, getAccessScope } from '../../../access/access-scope.ts'
import type { Context } from '../../../context.ts'
import { fold } from '../../../lib/text.ts'
import {
  isPersonReferenced,
  namesakesWithoutContact,
} from '../../../resources/imports/operations.ts'
import {
  createPerson,
  toAdditiveUpdate,
  toContactKeys,
} from '../../../resources/people/duplicates.ts'
import type { PersonInput } from '../../../resources/people/input.ts'
import { readListsOfPerson } from '../../../resources/people/lists.ts'
import { findMatch } from '../../../resources/people/match.ts'
import { hasName, type Name } from '../../../resources/people/names.ts'
import {
  type PersonRow,
  requireVisiblePerson,
  updatePerson,
} from '../../../resources/people/operations.ts'
import { deletePerson } from '../../../resources/people/trash.ts'
import { createStage } from '../../../resources/stages/operations.ts'
import { formatFullName } from '../../../resources/users/operations.ts'
import type { Match } from '../../kinds.ts'
import type { ImportPlan } from '../plan.ts'
import { findNamed, formatChoices, resolveUser, toNameKey } from '../references.ts'
import type { NameChange } from '../results.ts'
import type { Draft, FieldCell } from '../row-reader.ts'
import { getText } from '../values.ts'
import { readEmails, readPhones } from './contacts.ts'
import {
  createNotesReader,
  createUserReader,
  type FieldReader,
  type Importer,
  type RowContext,
} from './importer.ts'

const readFirstName: FieldReader = ({ row }) => {
  const cell = row.getCell('middleName')
  row.read('firstName', (text) => (cell ? `${text} ${getText(cell.cell)}` : text), '')
}

const readLastName: FieldReader = ({ row }) => {
  row.readFieldAs('text', 'lastName')
  const fullNameCell = row.getCell('fullName')
  if (!fullNameCell || row.draft.input['firstName'] || row.draft.input['lastName']) return
  const [firstName, lastName] = splitName(getText(fullNameCell.cell))
  row.setValue('firstName', firstName, fullNameCell.heading)
  row.setValue('lastName', lastName, fullNameCell.heading)
}

/** Splits `Ann Mary Lee` or `Lee, Ann Mary` into the first name `Ann Mary` and last name `Lee`. */
function splitName(text: string): [firstName: string, lastName: string] {
  const [beforeComma = '', afterComma] = text.split(/,\s*(?=\S)/, 2)
  if (afterComma !== undefined) return [afterComma, beforeComma]
  const words = text.split(/\s+/)
  return words.length < 2 ? [text, ''] : [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}

const readTags: FieldReader = (context) => {
  const { row } = context
  const tagCells = row.getCells('tags')
  const validTags = tagCells.flatMap((cell) =>
    row.splitList(cell).map((tag) => toValidTag(context, cell, tag)),
  )
  const tags = new Map(validTags.map((tag) => [tag.toLowerCase(), tag]))
  if (tagCells[0] && tags.size > 0) row.setValue('tags', [...tags.values()], tagCells[0].heading)
  else row.clearField('tags', 'tags', [])
}

/** Replaces commas and line breaks, which are valid in a vCard category, but not in a tag. */
function toValidTag({ row }: RowContext, { heading }: FieldCell, tag: string): string {
  if (!/[,\n\r]/.test(tag)) return tag
  const validText = tag.replaceAll(/[,\s]+/g, ' ').trim()
  const message = `a tag cannot contain a comma or a line break; the tag is "${validText}"`
  row.draft.remarks.push({ heading, action: 'changed', message, value: tag })
  return validText
}

export const mapStage = ({ stages }: ImportPlan, name: string): string =>
  stages.get(toNameKey(name)) ?? name

export const explainStage = (name: string, stages: readonly { id: string; name: string }[]) =>
  `matches no stage ("${name.slice(0, 100)}"); the stages are ${formatChoices(stages)}. Map the stage with --stage "${name.slice(0, 100)}=…"`

const readStage: FieldReader = async ({ ctx, row, plan, references }) => {
  const stageCell = row.getCell('stage')
  if (!stageCell) return
  const stageName = mapStage(plan, getText(stageCell.cell))
  let [stage] = findNamed(references.stages, stageName)
  if (!stage && plan.createStages) {
    stage = { id: (await createStage(ctx, { name: stageName })).id, name: stageName }
    references.stages.push(stage)
  }
  if (stage) return row.setValue('stageId', stage.id, stageCell.heading)
  const message = `${explainStage(stageName, references.stages)}, or add --create-stages`
  row.omit(stageCell.heading, message, stageCell.cell)
}

const readCollaborators: FieldReader = ({ row, references }) => {
  row.clearField('collaborators', 'collaboratorIds', [])
  const cell = row.getCell('collaborators')
  if (!cell) return
  const userReferences = row.splitList(cell).map((text) => resolveUser(references, text))
  for (const userReference of userReferences)
    if (typeof userReference !== 'string') row.omit(cell.heading, userReference.problem, cell.cell)
  const userIds = userReferences.filter((user) => typeof user === 'string')
  if (userIds.length > 0) row.setValue('collaboratorIds', userIds, cell.heading)
}

type ContactList = readonly { value: string; type?: string | null; isBad?: boolean | null }[]

const serializeContacts = (list: ContactList) =>
  JSON.stringify(list.map(({ value, type, isBad }) => [value, type ?? '', isBad ?? false]).sort())

/** Restores the stored order of unchanged lists, because exports put the primary value first. */
async function keepOrder(ctx: Context, id: string, input: Record<string, unknown>) {
  const storedLists = await readListsOfPerson(ctx, id)
  const reorderedInput = { ...input }
  for (const field of ['emails', 'phones'] as const) {
    const [list, storedList] = [input[field] as ContactList | undefined, storedLists[field]]
    const primaryValue = storedList.find(({ isPrimary }) => isPrimary)?.value
    const hasPrimaryFirst = list?.[0]?.value === primaryValue
    if (list && hasPrimaryFirst && serializeContacts(list) === serializeContacts(storedList))
      reorderedInput[field] = storedList
  }
  return reorderedInput
}

const nameParts = ['firstName', 'lastName'] as const

/** Removes the row's name, but keeps a part that the person lacks if the other part is equal. */
function keepName({ input }: Draft, person: Name): NameChange | undefined {
  if (!hasName(person)) return undefined
  const { firstName, lastName } = input as Partial<Name>
  const rowName = { firstName: firstName ?? '', lastName: lastName ?? '' }
  const hasRowName = firstName !== undefined || lastName !== undefined
  const isEqualPart = (part: keyof Name) => fold(rowName[part]) === fold(person[part])
  for (const [part, otherPart] of [nameParts, nameParts.toReversed()] as [keyof Name, keyof Name][])
    if (person[part] !== '' || !isEqualPart(otherPart)) delete input[part]
  const [from, to] = [formatFullName(person), formatFullName(rowName)]
  const resultingName = formatFullName({ ...person, ...(input as Partial<Name>) })
  return hasRowName && resultingName !== to ? { from, to, kept: true } : undefined
}

/** Returns the emails and phones that `--match` selects for matching. */
const selectMatchKeys = (ctx: Context, { input }: Draft, match: Match) => {
  const { emails, phones } = input as PersonInput
  return toContactKeys(ctx, {
    emails: match === 'email' || match === 'both' ? emails : [],
    phones: match === 'phone' || match === 'both' ? phones : [],
  })
}

const maxNamesakes = 20

async function findNamesakes(ctx: Context, { input }: Draft): Promise<string[]> {
  const { firstName, lastName, emails, phones } = input as PersonInput
  if ((emails ?? []).length + (phones ?? []).length > 0) return []
  const name = { firstName: firstName ?? '', lastName: lastName ?? '' }
  const namesakes = await ctx.db.all(namesakesWithoutContact(getAccessScope(ctx.viewer)), {
    ...getAccessParams(ctx.viewer),
    nameKey: fold(formatFullName(name)),
    limit: maxNamesakes,
  })
  return namesakes.map(({ id }) => id)
}

export const people: Importer = {
  kind: 'people',
  readers: {
    firstName: readFirstName,
    lastName: readLastName,
    emails: readEmails,
    phones: readPhones,
    tags: readTags,
    stageId: readStage,
    background: createNotesReader('background'),
    assigneeId: createUserReader('assignedAgent', 'assigneeId'),
    collaboratorIds: readCollaborators,
  },
  find(ctx, draft, match, otherPeople) {
    const { firstName, lastName, emails } = draft.input as PersonInput
    const hasEmail = (emails ?? []).length > 0
    const personInRow = { firstName: firstName ?? '', lastName: lastName ?? '', hasEmail }
    return findMatch(ctx, personInRow, selectMatchKeys(ctx, draft, match), otherPeople)
  },
  findNamesakes,
  getMatchKeys: selectMatchKeys,
  keepName,
  create: (ctx, input) => createPerson(ctx, input),
  get: requireVisiblePerson,
  loadValues: async (ctx, person) => ({
    assigneeId: (person as PersonRow).assignedAgentId,
    ...(await readListsOfPerson(ctx, person.id)),
  }),
  async update(ctx, id, input, isExact) {
    if (isExact) return updatePerson(ctx, id, await keepOrder(ctx, id, input))
    // Only an empty list clears the stored list; other lists extend the stored list.
    const clearedFields = Object.entries(input).filter(
      ([, value]) => Array.isArray(value) && value.length === 0,
    )
    const additiveInput = await toAdditiveUpdate(ctx, id, input)
    return updatePerson(ctx, id, { ...additiveInput, ...Object.fromEntries(clearedFields) })
  },
  async remove(ctx, id, isUnchanged) {
    const { companyId, rights } = ctx.viewer
    const isReferenced = (await ctx.db.first(isPersonReferenced, { companyId, id }))?.isReferenced
    const isPermanent = isUnchanged && !isReferenced && rights.has('people.delete')
    await deletePerson(ctx, id, isPermanent)
    return undefined
  },
}
