/** Reads, creates, updates and suspends users, who are visible to every user of the company. */
import { sql } from 'kysely'
import { requireCoversRole, requireCredentialManager } from '../../access/narrowing.ts'
import { type Role, requireScope } from '../../access/scopes.ts'
import { type Context, timestamp } from '../../context.ts'
import { createLoader } from '../../crud/loader.ts'
import { isPermitted } from '../../crud/record-actions.ts'
import {
  checkVersion,
  createReferenceCheck,
  insertRecord,
  newRecord,
  omitUndefined,
  requireSomeField,
  updateRecord,
} from '../../crud/records.ts'
import { conflict, createDetail, type Detail, forbidden, invalid, notFound } from '../../errors.ts'
import type { EventType } from '../../events/event-types.ts'
import { changesBetween } from '../../events/record-event.ts'
import { createFilteredList } from '../../filtering/filtered-list.ts'
import type { MaybePromise } from '../../lib/async.ts'
import { isVisible } from '../../lib/text.ts'
import { query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import { userFilterSpec } from './filter-spec.ts'
import type { UserRow } from './table.ts'

export type { UserRow }

const usersByIds = query(
  (_, p: { companyId: string; ids: string }) =>
    sql<UserRow>`select * from "users" where "companyId" = ${p.companyId} and ${isIn('id', p.ids)}`,
)

const userByEmail = query(
  (_, p: { companyId: string; emailKey: string }) =>
    sql<UserRow>`select * from "users" where "companyId" = ${p.companyId} and "emailKey" = ${p.emailKey}`,
)

/** Selects up to two active Owners, to determine whether a user is the last active Owner. */
export const activeOwners = query(
  (_, p: { companyId: string }) => sql<{ id: string }>`
    select "id" from "users" where "companyId" = ${p.companyId} and "role" = 'Owner' and "suspendedAt" is null limit 2`,
)

const findUsers = (ctx: Context, ids: readonly string[]) =>
  ctx.db.allByIds(usersByIds, ctx.viewer.companyId, ids)

export const loadUser = createLoader((ctx, ids) =>
  ctx.db.readCachedByIds(usersByIds, ctx.viewer.companyId, ids),
)

/** Returns the email of the user to whom the column refers. */
export const getUserEmail = async <C extends string>(
  ctx: Context,
  row: { readonly [column in C]: string | null },
  column: C,
): Promise<string | null> => (await loadUser.of(ctx, row, column))?.email ?? null

export const findUnknownUsers = createReferenceCheck('user', findUsers)

type Name = Pick<UserRow, 'firstName' | 'lastName'>

export const formatFullName = ({ firstName, lastName }: Name) => `${firstName} ${lastName}`.trim()

/** Returns a user without checking the scope. @throws NOT_FOUND */
export async function requireUser(ctx: Context, id: string): Promise<UserRow> {
  const [user] = await findUsers(ctx, [id])
  if (!user) throw notFound('User')
  return user
}

/** Returns whether the caller may manage a user's credential. @param noun such as "sessions" */
export async function canManageCredential(ctx: Context, row: { userId: string }, noun: string) {
  const user = await loadUser.of(ctx, row, 'userId')
  return !!user && isPermitted(() => requireCredentialManager(ctx.viewer, user, noun))
}

export const toEmailKey = (email: string): string => email.toLowerCase()

export const findUserByEmail = (ctx: Context, email: string): MaybePromise<UserRow | undefined> =>
  ctx.db.first(userByEmail, { companyId: ctx.viewer.companyId, emailKey: toEmailKey(email) })

/** Returns a user. @throws NOT_FOUND, FORBIDDEN */
export async function getUser(ctx: Context, id: string): Promise<UserRow> {
  requireScope(ctx.viewer, 'users.view')
  return requireUser(ctx, id)
}

export const users = createFilteredList({ spec: userFilterSpec })

export const usersInOnePage = createFilteredList({ spec: userFilterSpec, fixedPageSize: 1_000_000 })

export interface UserInput extends Partial<Pick<UserRow, 'email' | 'role' | 'avatarUrl'>> {
  firstName?: string | null
  lastName?: string | null
  /** The role by its REST name, which cannot be combined with `role`. */
  roleName?: Role
  suspended?: boolean
}

const eventFields = ['firstName', 'lastName', 'email', 'role', 'avatarUrl', 'suspendedAt']

/**
 * Creates a user. @throws VALIDATION_ERROR, FORBIDDEN if only an Owner may assign the role or if a
 * narrowed key lacks permissions of the role, CONFLICT if the email is in use
 */
export async function createUser(ctx: Context, input: UserInput & { email: string }) {
  requireScope(ctx.viewer, 'users.manage')
  const details = findNewUserErrors(input)
  if (details.length > 0) throw invalid(details)
  const role = (input.role ?? input.roleName) as Role
  if (role === 'Owner') requireOwner(ctx, 'Only an Owner may assign the role Owner')
  requireCoversRole(ctx.viewer, role)
  await requireUnusedEmail(ctx, input.email)
  const row: UserRow = {
    ...newRecord(ctx, 'user'),
    ...toName(input),
    email: input.email,
    emailKey: toEmailKey(input.email),
    role,
    avatarUrl: input.avatarUrl ?? null,
    suspendedAt: null,
  }
  return insertRecord(ctx, 'users', row, 'user.created', eventFields)
}

/**
 * Updates a user. A suspension disables the user's credentials immediately. @throws NOT_FOUND,
 * VALIDATION_ERROR, PRECONDITION_FAILED, FORBIDDEN if only an Owner may update the user or assign
 * the role, or if a narrowed key lacks permissions of the old or new role, CONFLICT if the email is
 * in use or no active Owner would remain
 */
export async function updateUser(ctx: Context, id: string, input: UserInput): Promise<UserRow> {
  requireScope(ctx.viewer, 'users.manage')
  const user = checkVersion(ctx, await requireUser(ctx, id))
  if (user.role === 'Owner') requireOwner(ctx, 'Only an Owner may update an Owner')
  const patch = toPatch(ctx, user, requireSomeField(input))
  const newUser = { ...user, ...patch }
  const isRenamed = patch.firstName !== undefined || patch.lastName !== undefined
  const nameErrors = isRenamed ? findInvisibleNames(newUser) : []
  const details = [...findConflictingRoles(input), ...findMissingName(newUser), ...nameErrors]
  if (details.length > 0) throw invalid(details)
  if (newUser.role === 'Owner') requireOwner(ctx, 'Only an Owner may assign the role Owner')
  if (!changesOnlyProfile(user, newUser))
    for (const role of [user.role, newUser.role]) requireCoversRole(ctx.viewer, role)
  if (newUser.emailKey !== user.emailKey) await requireUnusedEmail(ctx, newUser.email)
  if (isActiveOwner(user) && !isActiveOwner(newUser)) await requireOtherOwner(ctx, id)
  return updateRecord(ctx, 'users', user, patch, getUpdateEvent(user, newUser))
}

function toPatch(
  ctx: Context,
  user: UserRow,
  { role, roleName, suspended, firstName, lastName, ...columns }: UserInput,
): Partial<UserRow> {
  const suspendedAt = suspended ? (user.suspendedAt ?? timestamp(ctx)) : null
  return omitUndefined({
    ...columns,
    firstName: firstName === null ? '' : firstName,
    lastName: lastName === null ? '' : lastName,
    emailKey: columns.email === undefined ? undefined : toEmailKey(columns.email),
    role: role ?? roleName,
    suspendedAt: suspended === undefined ? undefined : suspendedAt,
  }) as Partial<UserRow>
}

const profileColumns = ['firstName', 'lastName', 'avatarUrl']

/** Returns whether an update changes nothing but the name or avatar of a user. */
const changesOnlyProfile = (oldUser: UserRow, newUser: UserRow): boolean =>
  changesBetween(oldUser, newUser, Object.keys(newUser)).every(({ field }) =>
    profileColumns.includes(field),
  )

function getUpdateEvent(oldUser: UserRow, newUser: UserRow): EventType {
  if (oldUser.suspendedAt === newUser.suspendedAt) return 'user.updated'
  return newUser.suspendedAt ? 'user.suspended' : 'user.reactivated'
}

const isActiveOwner = ({ role, suspendedAt }: UserRow) => role === 'Owner' && suspendedAt === null

/** Returns the errors in a new user's input that require no database lookup. */
export function findNewUserErrors(input: UserInput): Detail[] {
  const name = toName(input)
  return [
    ...((input.role ?? input.roleName)
      ? []
      : [createDetail('role', 'REQUIRED_FIELD', 'is required')]),
    ...findConflictingRoles(input),
    ...findMissingName(name),
    ...findInvisibleNames(name),
  ]
}

const toName = ({ firstName, lastName }: UserInput): Name => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
})

function findConflictingRoles({ role, roleName }: UserInput): Detail[] {
  const message = 'cannot be combined with `role`: set only one of them'
  return role && roleName ? [{ field: 'roleName', code: 'INVALID_VALUE', message }] : []
}

function findMissingName(name: Name): Detail[] {
  const message = 'is required if `lastName` is empty'
  return formatFullName(name) ? [] : [{ field: 'firstName', code: 'REQUIRED_FIELD', message }]
}

/** Returns errors if a name that is not empty has no visible characters. */
export const findInvisibleNames = (name: Name): Detail[] =>
  isVisible(formatFullName(name))
    ? []
    : (['firstName', 'lastName'] as const)
        .filter((field) => name[field] !== '')
        .map((field) =>
          createDetail(field, 'INVALID_FORMAT', 'must contain at least one visible character'),
        )

/** Requires the role Owner. @throws FORBIDDEN */
function requireOwner(ctx: Context, message: string): void {
  if (ctx.viewer.role !== 'Owner') throw forbidden(message)
}

/** Requires an email that no user of the company has. @throws CONFLICT */
async function requireUnusedEmail(ctx: Context, email: string): Promise<void> {
  if (!(await findUserByEmail(ctx, email))) return
  const message = 'belongs to another user of the company'
  const details = [createDetail('email', 'INVALID_VALUE', message)]
  throw conflict(`The email ${message}`, { details })
}

/** Requires another active Owner. @throws CONFLICT */
async function requireOtherOwner(ctx: Context, id: string): Promise<void> {
  const owners = await ctx.db.all(activeOwners, { companyId: ctx.viewer.companyId })
  if (owners.some((owner) => owner.id !== id)) return
  throw conflict('A company needs an active Owner: assign the role to another user first')
}
