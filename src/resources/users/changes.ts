import { requireHoldsRole } from '../../access/narrowing.ts'
import type { Role } from '../../access/scopes.ts'
import { requireScope } from '../../access/viewer.ts'
import { type Context, timestamp } from '../../context.ts'
import {
  applyChanges,
  checkVersion,
  newRecord,
  omitUndefined,
  requireSomeField,
} from '../../crud/records.ts'
import { conflict, type Detail, forbidden, invalid } from '../../errors.ts'
import { changesBetween, recordEvent } from '../../events/record-event.ts'
import type { EventType } from '../../events/types.ts'
import { emailKeyOf, findUserByEmail, fullNameOf, userInCompany } from './operations.ts'
import { otherOwner } from './queries.ts'
import type { UserRow } from './table.ts'
import { invisibleName } from './visible-name.ts'

/** Creating, changing and suspending users. */
export interface UserInput {
  firstName?: string | null
  lastName?: string | null
  email?: string
  role?: Role
  /** The role by its name on REST; only one of the two is given. */
  roleName?: Role
  avatarUrl?: string | null
  suspended?: boolean
}

const logged = ['firstName', 'lastName', 'email', 'role', 'avatarUrl', 'suspendedAt'] as const

const nameOf = ({ firstName, lastName }: UserInput) => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
})

/** What is wrong with a new user, as far as that can be seen without the database. */
export function problemsOfNew(input: UserInput): Detail[] {
  const missing: Detail[] =
    (input.role ?? input.roleName)
      ? []
      : [{ field: 'role', code: 'REQUIRED_FIELD', message: 'is required' }]
  const name = nameOf(input)
  return [...missing, ...twoRoles(input), ...namelessness(name), ...invisibleName(name)]
}

/**
 * Creates a user. @throws VALIDATION_ERROR, FORBIDDEN for an Owner created by another role and for
 * a role that a narrowed key does not hold, CONFLICT for an email in use
 */
export async function createUser(
  ctx: Context,
  input: UserInput & { email: string },
): Promise<UserRow> {
  requireScope(ctx.viewer, 'users.manage')
  const details = problemsOfNew(input)
  if (details.length > 0) throw invalid(details)
  const role = (input.role ?? input.roleName) as Role
  if (role === 'Owner') checkOwnerActs(ctx, 'Only an Owner may make somebody an Owner')
  requireHoldsRole(ctx.viewer, role)
  await checkEmailIsFree(ctx, input.email)
  const row: UserRow = {
    ...newRecord(ctx, 'user'),
    ...nameOf(input),
    email: input.email,
    emailKey: emailKeyOf(input.email),
    role,
    avatarUrl: input.avatarUrl ?? null,
    suspendedAt: null,
  }
  await ctx.db.insert('users', row)
  recordEvent(ctx, { type: 'user.created', record: row, changes: changesBetween({}, row, logged) })
  return row
}

/**
 * Changes the given fields; a suspended user's keys stop at once.
 * @throws NOT_FOUND, FORBIDDEN for an Owner changed by another role and for a role that a narrowed
 * key does not hold, CONFLICT for an email in use or the last Owner
 */
export async function updateUser(ctx: Context, id: string, input: UserInput): Promise<UserRow> {
  requireScope(ctx.viewer, 'users.manage')
  const user = checkVersion(ctx, await userInCompany(ctx, id))
  if (user.role === 'Owner') checkOwnerActs(ctx, 'Only an Owner may change an Owner')
  const patch = patchOf(ctx, user, requireSomeField(input))
  const after = { ...user, ...patch }
  const renamed = patch.firstName !== undefined || patch.lastName !== undefined
  const details = [
    ...twoRoles(input),
    ...namelessness(after),
    ...(renamed ? invisibleName(after) : []),
  ]
  if (details.length > 0) throw invalid(details)
  if (after.role === 'Owner') checkOwnerActs(ctx, 'Only an Owner may make somebody an Owner')
  if (!changesProfileOnly(user, patch))
    for (const role of [user.role, after.role]) requireHoldsRole(ctx.viewer, role)
  if (after.emailKey !== user.emailKey) await checkEmailIsFree(ctx, after.email)
  if (isActiveOwner(user) && !isActiveOwner(after)) await checkOtherOwner(ctx, id)
  const { row, changes } = await applyChanges(ctx, 'users', user, patch)
  if (changes.length > 0)
    recordEvent(ctx, {
      type: eventFor(user, row),
      record: row,
      changes: changes.filter(({ field }) => field !== 'emailKey'),
    })
  return row
}

function patchOf(
  ctx: Context,
  user: UserRow,
  { role, roleName, suspended, firstName, lastName, ...rest }: UserInput,
): Partial<UserRow> {
  return omitUndefined({
    ...rest,
    firstName: firstName === null ? '' : firstName,
    lastName: lastName === null ? '' : lastName,
    emailKey: rest.email === undefined ? undefined : emailKeyOf(rest.email),
    role: role ?? roleName,
    suspendedAt:
      suspended === undefined ? undefined : suspended ? (user.suspendedAt ?? timestamp(ctx)) : null,
  }) as Partial<UserRow>
}

const profile = ['firstName', 'lastName', 'avatarUrl']

/** All other columns affect the identity or the rights of the user. */
const changesProfileOnly = (user: UserRow, patch: Partial<UserRow>): boolean =>
  changesBetween(user, { ...user, ...patch }, Object.keys(patch)).every(({ field }) =>
    profile.includes(field),
  )

function eventFor(before: UserRow, after: UserRow): EventType {
  if (before.suspendedAt === after.suspendedAt) return 'user.updated'
  return after.suspendedAt ? 'user.suspended' : 'user.reactivated'
}

const isActiveOwner = ({ role, suspendedAt }: UserRow) => role === 'Owner' && suspendedAt === null

const twoRoles = ({ role, roleName }: UserInput): Detail[] =>
  role && roleName
    ? [
        {
          field: 'roleName',
          code: 'INVALID_VALUE',
          message: 'cannot stand beside role: give one of the two',
        },
      ]
    : []

const namelessness = (name: Pick<UserRow, 'firstName' | 'lastName'>): Detail[] =>
  fullNameOf(name)
    ? []
    : [
        {
          field: 'firstName',
          code: 'REQUIRED_FIELD',
          message: 'a user needs a first or a last name',
        },
      ]

/** @throws FORBIDDEN */
function checkOwnerActs(ctx: Context, why: string): void {
  if (ctx.viewer.role !== 'Owner') throw forbidden(why)
}

/** @throws CONFLICT */
async function checkEmailIsFree(ctx: Context, email: string): Promise<void> {
  if (!(await findUserByEmail(ctx, email))) return
  throw conflict('The email belongs to another user of the company', {
    details: [
      { field: 'email', code: 'INVALID_VALUE', message: 'belongs to another user of the company' },
    ],
  })
}

/** @throws CONFLICT when the company would be left without an Owner who is not suspended */
async function checkOtherOwner(ctx: Context, id: string): Promise<void> {
  if (await ctx.db.first(otherOwner, { companyId: ctx.viewer.companyId, id })) return
  throw conflict(
    'A company keeps at least one Owner who is not suspended: make somebody else an Owner first',
  )
}
