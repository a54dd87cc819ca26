/** Defines and validates the input for creating and updating people. */
import type { Context } from '../../context.ts'
import { checkReferences, listReferences, omitUndefined } from '../../crud/records.ts'
import { createDetail, type Detail, invalid } from '../../errors.ts'
import { type CustomValues, findInvalidCustomValues } from '../custom-fields/values.ts'
import { type ExternalIdInput, findMissingExternalId } from '../external-ids/operations.ts'
import { listStages } from '../stages/operations.ts'
import { findInvisibleNames, findUnknownUsers, formatFullName } from '../users/operations.ts'
import type { EmailInput, PhoneInput } from './lists.ts'
import type { PersonRow } from './table.ts'

export interface PersonInput extends ExternalIdInput {
  firstName?: string | null
  lastName?: string | null
  emails?: readonly EmailInput[] | null
  phones?: readonly PhoneInput[] | null
  assigneeId?: string | null
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

/** Returns the columns of a person that the input changes. */
export function toPatch(input: PersonInput): Partial<PersonRow> {
  const { firstName, lastName, assigneeId, relationship } = input
  const { background, price, source, stageId, timeframe } = input
  // Events list the changes in the order of these properties.
  return omitUndefined({
    ...{ background, price, source, stageId, timeframe },
    assignedAgentId: assigneeId,
    firstName: firstName === null ? '' : firstName,
    lastName: lastName === null ? '' : lastName,
    relationship: relationship == null ? relationship : Number(relationship),
  }) as Partial<PersonRow>
}

/** Requires that a name is empty or has a visible character. @throws VALIDATION_ERROR */
export function requireVisibleName(name: Pick<PersonRow, 'firstName' | 'lastName'>): void {
  const details = findInvisibleNames(name)
  if (details.length > 0) throw invalid(details)
}

/** Requires a name, an email or a phone. @throws VALIDATION_ERROR if the person has none of them */
export function requireIdentity(
  name: Pick<PersonRow, 'firstName' | 'lastName'>,
  { emails, phones }: Pick<PersonInput, 'emails' | 'phones'>,
): void {
  if (formatFullName(name) || emails?.length || phones?.length) return
  const message = 'a contact needs a name, an email or a phone'
  throw invalid(createDetail('firstName', 'REQUIRED_FIELD', message))
}

export const checkPersonReferences = (
  ctx: Context,
  { assigneeId, collaboratorIds, stageId, customFields, ...otherFields }: PersonInput,
) =>
  checkReferences(
    findMissingExternalId(otherFields),
    findUnknownUsers(ctx, [
      ['assigneeId', assigneeId],
      ...listReferences('collaboratorIds', collaboratorIds),
    ]),
    findUnknownStage(ctx, stageId),
    findInvalidCustomValues(ctx, 'person', customFields),
  )

async function findUnknownStage(ctx: Context, stageId: string | undefined): Promise<Detail[]> {
  if (stageId === undefined) return []
  const stage = (await listStages(ctx)).find((candidate) => candidate.id === stageId)
  if (!stage) return [createDetail('stageId', 'INVALID_REFERENCE', 'matches no lifecycle stage')]
  const message = 'is Trash: delete the contact to move it to Trash'
  return stage.isTrash ? [createDetail('stageId', 'INVALID_VALUE', message)] : []
}
