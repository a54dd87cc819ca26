import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import {
  applyChanges,
  checkReferences,
  listReferences,
  newRecord,
  omitUndefined,
  requireSomeField,
} from '../../crud/records.ts'
import { conflict, type Detail, invalid } from '../../errors.ts'
import { changesBetween, recordEvent } from '../../events/record-event.ts'
import {
  type CustomValues,
  replaceCustomValues,
  unfitCustomValues,
} from '../custom-fields/values.ts'
import {
  type ExternalIdInput,
  missingExternalId,
  replaceExternalIds,
} from '../external-ids/operations.ts'
import { personEntered } from '../stage-history/operations.ts'
import { allStages, firstStage } from '../stages/operations.ts'
import { fullNameOf, unknownUsers } from '../users/operations.ts'
import { invisibleName } from '../users/visible-name.ts'
import { childrenOf, replaceChildren } from './children.ts'
import type { EmailInput, PhoneInput } from './contact.ts'
import { fold } from './names.ts'
import { personToEdit } from './operations.ts'
import type { PersonRow } from './table.ts'
import { indexName } from './words.ts'

/** Creating and updating people, with their emails, phones, tags and collaborators. */
export interface PersonInput extends ExternalIdInput {
  firstName?: string | null
  lastName?: string | null
  emails?: readonly EmailInput[] | null
  phones?: readonly PhoneInput[] | null
  assignedAgentId?: string | null
  collaboratorIds?: readonly string[] | null
  stageId?: string
  source?: string | null
  tags?: readonly string[] | null
  price?: number | null
  timeframe?: string | null
  background?: string | null
  relationship?: boolean | null
  customFields?: CustomValues
}

const columns = [
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

/** Adds a person, assigned to the caller unless told otherwise. @throws VALIDATION_ERROR */
export async function insertPerson(ctx: Context, input: PersonInput): Promise<PersonRow> {
  requireScope(ctx.viewer, 'people.edit')
  const name = { firstName: input.firstName ?? '', lastName: input.lastName ?? '' }
  requireVisible(name)
  checkIdentity(name, input.emails?.length ?? 0, input.phones?.length ?? 0)
  await checkPersonReferences(ctx, input)
  const row: PersonRow = {
    ...newRecord(ctx, 'person'),
    ...name,
    nameKey: fold(fullNameOf(name)),
    assignedAgentId:
      input.assignedAgentId === undefined ? ctx.viewer.userId : input.assignedAgentId,
    stageId: input.stageId ?? (await firstStage(ctx)).id,
    previousStageId: null,
    trashedAt: null,
    source: input.source ?? null,
    price: input.price ?? null,
    timeframe: input.timeframe ?? null,
    background: input.background ?? null,
    relationship: input.relationship == null ? null : Number(input.relationship),
    createdBy: ctx.viewer.userId,
    lastActivityAt: null,
  }
  await ctx.db.insert('people', row)
  await personEntered(ctx, row)
  await indexName(ctx.db, row.companyId, row.id, row.nameKey)
  const changes = await replaceChildren(
    ctx,
    row.id,
    { emails: [], phones: [], collaboratorIds: [], tags: [] },
    input,
  )
  changes.push(...(await replaceCustomValues(ctx, 'person', row.id, input.customFields)))
  changes.push(...(await replaceExternalIds(ctx, 'person', row.id, input)))
  recordEvent(ctx, {
    type: 'person.created',
    record: row,
    changes: [...changesBetween({}, row, columns), ...changes],
  })
  return row
}

/**
 * Changes the given fields; lists replace what was there. @throws VALIDATION_ERROR, CONFLICT for
 * the stage of one in Trash
 */
export async function updatePerson(
  ctx: Context,
  id: string,
  input: PersonInput,
): Promise<PersonRow> {
  requireScope(ctx.viewer, 'people.edit')
  const person = await personToEdit(ctx, id)
  const fields: PersonInput = requireSomeField(input)
  await checkPersonReferences(ctx, fields)
  if (fields.stageId && person.trashedAt && fields.stageId !== person.stageId)
    throw conflict('The contact is in Trash: restore it before giving it a stage')
  const patch = rowPatch(fields)
  const renamed = { ...person, ...patch }
  if (patch.firstName !== undefined || patch.lastName !== undefined) {
    requireVisible(renamed)
    patch.nameKey = fold(fullNameOf(renamed))
  }
  const before = await childrenOf(ctx, id)
  checkIdentity(
    renamed,
    (fields.emails === undefined ? before.emails : (fields.emails ?? [])).length,
    (fields.phones === undefined ? before.phones : (fields.phones ?? [])).length,
  )
  const also = await replaceChildren(ctx, id, before, fields)
  also.push(...(await replaceCustomValues(ctx, 'person', id, fields.customFields)))
  also.push(...(await replaceExternalIds(ctx, 'person', id, fields)))
  const { row, changes } = await applyChanges(ctx, 'people', person, patch, also)
  if (row.stageId !== person.stageId) await personEntered(ctx, row, person.stageId)
  if (row.nameKey !== person.nameKey) await indexName(ctx.db, row.companyId, id, row.nameKey)
  if (changes.length > 0)
    recordEvent(ctx, {
      type: 'person.updated',
      record: row,
      changes: changes.filter(({ field }) => field !== 'nameKey'),
    })
  return row
}

function rowPatch({
  firstName,
  lastName,
  relationship,
  emails: _e,
  phones: _p,
  tags: _t,
  collaboratorIds: _c,
  customFields: _f,
  externalId: _i,
  externalSource: _s,
  externalIds: _all,
  ...rest
}: PersonInput): Partial<PersonRow> {
  return omitUndefined({
    ...rest,
    firstName: firstName === undefined ? undefined : (firstName ?? ''),
    lastName: lastName === undefined ? undefined : (lastName ?? ''),
    relationship:
      relationship === undefined ? undefined : relationship === null ? null : Number(relationship),
  }) as Partial<PersonRow>
}

/** @throws VALIDATION_ERROR */
function requireVisible(name: Pick<PersonRow, 'firstName' | 'lastName'>): void {
  const details = invisibleName(name)
  if (details.length > 0) throw invalid(details)
}

/** @throws VALIDATION_ERROR for a person without a name, an email or a phone */
function checkIdentity(
  row: Pick<PersonRow, 'firstName' | 'lastName'>,
  emails: number,
  phones: number,
): void {
  if (fullNameOf(row) || emails > 0 || phones > 0) return
  throw invalid([
    {
      field: 'firstName',
      code: 'REQUIRED_FIELD',
      message: 'a contact needs a name, an email or a phone',
    },
  ])
}

const checkPersonReferences = (
  ctx: Context,
  { assignedAgentId, collaboratorIds, stageId, customFields, ...others }: PersonInput,
) =>
  checkReferences(
    missingExternalId(others),
    unknownUsers(ctx, [
      ['assignedAgentId', assignedAgentId],
      ...listReferences('collaboratorIds', collaboratorIds),
    ]),
    unknownStage(ctx, stageId),
    unfitCustomValues(ctx, 'person', customFields),
  )

async function unknownStage(ctx: Context, stageId: string | undefined): Promise<Detail[]> {
  if (stageId === undefined) return []
  const stage = (await allStages(ctx)).find((each) => each.id === stageId)
  if (!stage)
    return [
      { field: 'stageId', code: 'INVALID_REFERENCE', message: 'names no stage that you can see' },
    ]
  return stage.isTrash
    ? [
        {
          field: 'stageId',
          code: 'INVALID_VALUE',
          message: 'is Trash: delete the contact to move it there',
        },
      ]
    : []
}
