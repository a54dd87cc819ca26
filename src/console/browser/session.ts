/** The signed-in user, and the scopes that their key has and can grant. */
import {
  cleanKey,
  endSession,
  forgetKey,
  sessionEndedMessage,
  settings,
  storeKey,
} from '../../pages/browser/credential.ts'
import { type Operation, RequestError, sendOperation } from './client.ts'
import { type Me, type OwnKey, OwnKeys, ShowMe } from './documents/credentials.ts'

const invalidKeyMessage =
  'This API key is no longer valid: it was revoked or has expired, or its user was suspended. Sign in with another key.'

export class Session {
  readonly me: Me
  /** The id of the key; undefined for a session, or if a rotation has replaced the secret. */
  readonly keyId: string | undefined
  readonly #onSignOut: (reason?: string) => void
  #secret: string | undefined
  #isRotating = false

  constructor(
    secret: string | undefined,
    me: Me,
    key: OwnKey | undefined,
    onSignOut: (reason?: string) => void,
  ) {
    this.#secret = secret
    this.me = me
    this.keyId = key?.id
    this.#onSignOut = onSignOut
  }

  /** The secret of the key; undefined if the user signed in at the provider. */
  get secret(): string | undefined {
    return this.#secret
  }

  /** Whether the user may manage keys of other users. */
  get isAdmin(): boolean {
    return ['OWNER', 'ADMIN'].includes(this.me.role)
  }

  /** Returns whether the key or the session has the scope at any level. */
  can(scope: string): boolean {
    return [scope, ...levels.map((level) => `${scope}.${level}`)].some((item) =>
      this.me.scopes.includes(item),
    )
  }

  /** Sends an operation; signs out if the server rejects the secret. @throws RequestError */
  async send<Data, Variables>(
    operation: Operation<Data, Variables>,
    variables: Variables,
  ): Promise<Data> {
    const secret = this.#secret
    try {
      return await sendOperation(secret, operation, variables)
    } catch (error) {
      if ((error as RequestError).code === 'UNAUTHORIZED') this.rejectSecret(secret)
      throw error
    }
  }

  /** Continues with the secret that `rotate` returns; until then, rejections are ignored. */
  async replaceSecret(rotate: () => Promise<string>): Promise<void> {
    this.#isRotating = true
    try {
      this.#secret = await rotate()
      storeKey(this.#secret)
    } finally {
      this.#isRotating = false
    }
  }

  /** Signs out if the server rejected the current secret. */
  rejectSecret(secret: string | undefined): void {
    if (secret === this.#secret && !this.#isRotating)
      this.leave(secret ? invalidKeyMessage : sessionEndedMessage)
  }

  /** Forgets the key, or ends the session. @throws Error if the session does not end */
  async signOut(): Promise<void> {
    if (this.#secret) this.leave()
    else await endSession()
  }

  /** @param reason shown on the sign-in page */
  leave(reason?: string): void {
    forgetKey()
    this.#onSignOut(reason)
  }
}

/** Signs in with a key. @throws RequestError if the key is invalid or the server is unreachable */
export async function signIn(
  input: string,
  onSignOut: (reason?: string) => void,
): Promise<Session> {
  const secret = cleanKey(input)
  if (!/^dg_[0-9A-Za-z]+$/.test(secret))
    throw new RequestError(
      'UNAUTHORIZED',
      'This is not an API key. Keys start with dg_, followed by letters and digits.',
    )
  const { me } = await sendOperation(secret, ShowMe, {})
  const key = await findKey(secret, me.id)
  storeKey(secret)
  return new Session(secret, me, key, onSignOut)
}

/** Returns the session of the browser's cookie; undefined without a valid session. */
export async function resumeSession(
  onSignOut: (reason?: string) => void,
): Promise<Session | undefined> {
  forgetKey()
  try {
    const { me } = await sendOperation(undefined, ShowMe, {})
    return new Session(undefined, me, undefined, onSignOut)
  } catch (error) {
    if ((error as RequestError).code === 'UNAUTHORIZED') return undefined
    throw error
  }
}

/** Finds the API key of a secret by the first and last characters of the secret. */
async function findKey(
  secret: string,
  userId: string,
  after?: string | null,
): Promise<OwnKey | undefined> {
  const { nodes, pageInfo } = (await sendOperation(secret, OwnKeys, { userId, after })).apiKeys
  const key = nodes.find(
    ({ prefix, lastFour }) => secret.startsWith(prefix) && secret.endsWith(lastFour),
  )
  return key || !pageInfo.hasNextPage ? key : findKey(secret, userId, pageInfo.endCursor)
}

/** Scopes by role, descriptions in the order of the form, and levels from the narrowest. */
const {
  scopes: roleScopes,
  descriptions,
  levels,
} = settings<{
  scopes: Record<string, string[]>
  descriptions: Record<string, string>
  levels: string[]
}>()

/** Splits `people.view.own` into the base `people.view` and level 0; level -1 means none. */
function splitScope(scope: string): [base: string, level: number] {
  const dotIndex = scope.lastIndexOf('.')
  const level = levels.indexOf(scope.slice(dotIndex + 1))
  return level < 0 ? [scope, -1] : [scope.slice(0, dotIndex), level]
}

const getBase = (scope: string): string => splitScope(scope)[0]

/** Returns whether the granted scopes include a scope; a wider level includes the narrower ones. */
function covers(grantedScopes: readonly string[], scope: string): boolean {
  const [base, level] = splitScope(scope)
  return level < 0
    ? grantedScopes.includes(scope)
    : levels.slice(level).some((wider) => grantedScopes.includes(`${base}.${wider}`))
}

export interface ScopeChoice {
  base: string
  /** The scopes of the base, narrowest level first; a single scope if there are no levels. */
  scopes: string[]
}

/**
 * Returns the scopes that a key with `granted` can give to a key of a role, by kind of record.
 * @param isOwn whether the new key is for the same user
 */
export function listGrantableScopes(
  roleName: string,
  grantedScopes: readonly string[],
  isOwn: boolean,
): [kind: string, ScopeChoice[]][] {
  // A key of another user shows that user's records, so granting it needs the level `all`.
  const isGranted = (scope: string) => {
    const [base, level] = splitScope(scope)
    return covers(grantedScopes, isOwn || level < 0 ? scope : `${base}.${levels.at(-1)}`)
  }
  const scopes = [...new Set(Object.values(roleScopes).flat())]
    .filter((scope) => covers(roleScopes[roleName] ?? [], scope) && isGranted(scope))
    .sort((a, b) => splitScope(a)[1] - splitScope(b)[1])
  const choices = [...Map.groupBy(scopes, getBase)]
    .map(([base, scopes]) => ({ base, scopes }))
    .sort((a, b) => bases.indexOf(a.base) - bases.indexOf(b.base))
  return [...Map.groupBy(choices, ({ base }) => base.split('.')[0] ?? '')]
}

const bases = Object.keys(descriptions)

export const describeScope = (base: string): string => descriptions[base] ?? ''

/** Returns the level of a scope: `own`, `team`, `all`, or an empty string. */
export const getLevel = (scope: string): string => levels[splitScope(scope)[1]] ?? ''
