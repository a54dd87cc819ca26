import type { RequiredScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { activitiesOfPerson } from '../activities/operations.ts'
import { countAppointmentsOfPeople } from '../appointments/operations.ts'
import { countDealsOfPeople } from '../deals/operations.ts'
import { tasksOfPerson } from '../tasks/operations.ts'
import { keptEmails, keptPhones } from './contact.ts'
import { type MergedValue, type MergePlan, planMerge } from './merge-plan.ts'
import type { EmailRow, PhoneRow } from './operations.ts'

/** What a merge would do, as far as the caller may see it. */
export interface MergePreview extends Pick<MergePlan, 'united'> {
  emails: Omit<EmailRow, 'companyId' | 'personId'>[]
  phones: Omit<PhoneRow, 'companyId' | 'personId'>[]
  otherIds: readonly string[]
  values: { field: string; value: unknown; personId: string | null }[]
}

/**
 * Says what merging these people would come to, and changes nothing. @throws what mergePeople
 * throws
 */
export async function mergePeoplePreview(
  ctx: Context,
  id: string,
  otherIds: readonly string[],
): Promise<MergePreview> {
  const { values, custom, united } = await planMerge(ctx, id, otherIds)
  const all = [
    ...values.map(shown),
    ...custom.map(({ key, value, personId }) => ({
      field: `customFields.${key}`,
      value,
      personId,
    })),
  ]
  return {
    values: all,
    united,
    emails: keptEmails(united.emails),
    phones: keptPhones(united.phones, ctx.viewer.region),
    otherIds,
  }
}

const shown = ({ field, value, personId }: MergedValue) => ({
  field,
  value: field === 'relationship' && value !== null ? value === 1 : value,
  personId,
})

type Count = (ctx: Context, ids: readonly string[]) => Promise<number>

const each =
  ({ counts }: { counts(ctx: Context, id: string): Promise<number | undefined> }): Count =>
  async (ctx, ids) =>
    (await Promise.all(ids.map((id) => counts(ctx, id)))).reduce<number>(
      (sum, count) => sum + (count ?? 0),
      0,
    )

/**
 * How many of each kind hang on some people, of those that the caller sees; nothing where their key
 * may not look.
 */
const counting =
  (needs: RequiredScope, count: Count) => async (ctx: Context, ids: readonly string[]) =>
    ctx.viewer.rights.has(needs) ? count(ctx, ids) : null

export const movingCounts = {
  activities: counting('activities.view', each(activitiesOfPerson)),
  tasks: counting('tasks.manage', each(tasksOfPerson)),
  deals: counting('deals.view', countDealsOfPeople),
  appointments: counting('appointments.manage', countAppointmentsOfPeople),
}
