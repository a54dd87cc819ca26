/** The signed-in user, and the scopes that the user's credential has and can grant. */
import {
  endSession,
  forgetKey,
  normalizeKey,
  readSettings,
  sessionEndedText,
  storeKey,
} from '../../pages/browser/credential.ts'
import { ListOwnKeys, type Me, type OwnKey, ShowMe } from './documents/credentials.ts'
import { type Operation, RequestError, sendOperation } from './requests.ts'

const invalidKeyMessage =
  'This API key is no longer valid. The key was revoked or rotated or has expired, or its user was suspended. Sign in with another API key.'

export class Session {
  readonly me: Me
  /** The API key's id; undefined for a cookie session, or after sign-in with a previous secret. */
  readonly keyId: string | undefined
  readonly #onSignOut: (reason?: string) => void
  #secret: string | undefined
  #isRotating = false

  constructor(me: Me, onSignOut: (reason?: string) => void, secret?: string, keyId?: string) {
    this.me = me
    this.#onSignOut = onSignOut
    this.#secret = secret
    this.keyId = keyId
  }

  /** The API key's secret; undefined if the user signed in with the OpenID provider. */
  get secret(): string | undefined {
    return this.#secret
  }

  /** Whether the user can manage API keys of other users. */
  get isAdmin(): boolean {
    return ['OWNER', 'ADMIN'].includes(this.me.role)
  }

  /** Returns whether the API key or session has the scope at any level. */
  hasScope(scope: string): boolean {
    return ['', ...levels].some((level) => this.me.scopes.includes(toScope(scope, level)))
  }

  /** Sends an operation; signs out if the server rejects the secret. @throws RequestError */
  async send<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables) {
    const secret = this.#secret
    try {
      return await sendOperation(secret, operation, variables)
    } catch (error) {
      if ((error as RequestError).code === 'UNAUTHORIZED') this.rejectSecret(secret)
      throw error
    }
  }

  /** Continues with the secret that `rotate` returns. During the rotation, ignores status 401. */
  async replaceSecret(rotate: () => Promise<string>): Promise<void> {
    this.#isRotating = true
    try {
      this.#secret = await rotate()
      storeKey(this.#secret)
    } finally {
      this.#isRotating = false
    }
  }

  /** Signs out if the rejected secret is the current secret. */
  rejectSecret(secret: string | undefined): void {
    if (secret === this.#secret && !this.#isRotating)
      this.leave(secret ? invalidKeyMessage : sessionEndedText)
  }

  /** Forgets the API key, or ends the session. @throws Error if the session cannot be ended */
  async signOut(): Promise<void> {
    if (this.#secret) this.leave()
    else await endSession()
  }

  /** Returns to the sign-in page. @param reason the message on that page */
  leave(reason?: string): void {
    forgetKey()
    this.#onSignOut(reason)
  }
}

/** Signs in with an API key. @throws RequestError, for example if the key is invalid */
export async function signIn(input: string, onSignOut: (reason?: string) => void) {
  const secret = normalizeKey(input)
  if (!/^dg_[0-9A-Za-z]+$/.test(secret))
    throw new RequestError(
      'UNAUTHORIZED',
      'This is not an API key. API keys start with dg_, followed by letters and digits.',
    )
  const { me } = await sendOperation(secret, ShowMe, {})
  const key = await findKey(secret, me.id)
  storeKey(secret)
  return new Session(me, onSignOut, secret, key?.id)
}

/** Forgets the API key. Returns the cookie's session, or undefined without a valid cookie. */
export async function resumeSession(onSignOut: (reason?: string) => void) {
  forgetKey()
  try {
    const { me } = await sendOperation(undefined, ShowMe, {})
    return new Session(me, onSignOut)
  } catch (error) {
    if ((error as RequestError).code === 'UNAUTHORIZED') return undefined
    throw error
  }
}

/** Finds the API key of a secret by the secret's first and last characters. */
async function findKey(
  secret: string,
  userId: string,
  after?: string | null,
): Promise<OwnKey | undefined> {
  const { nodes, pageInfo } = (await sendOperation(secret, ListOwnKeys, { userId, after })).apiKeys
  const key = nodes.find(
    ({ prefix, lastFour }) => secret.startsWith(prefix) && secret.endsWith(lastFour),
  )
  return key || !pageInfo.hasNextPage ? key : findKey(secret, userId, pageInfo.endCursor)
}

interface ScopeSettings {
  /** Maps roles to their scopes. */
  scopes: Record<string, string[]>
  /** Maps scopes without levels to descriptions, in the order in which forms list them. */
  descriptions: Record<string, string>
  /** The scope levels, from the narrowest to the widest. */
  levels: string[]
}
const { scopes: roleScopes, descriptions, levels } = readSettings<ScopeSettings>()

export const toScope = (base: string, level: string): string => (level ? `${base}.${level}` : base)

/** Returns whether granted scopes include a scope. A wider level includes all narrower levels. */
const includesScope = (grantedScopes: readonly string[], base: string, level: string): boolean =>
  (level ? levels.slice(levels.indexOf(level)) : ['']).some((widerLevel) =>
    grantedScopes.includes(toScope(base, widerLevel)),
  )

export interface ScopeChoice {
  base: string
  description: string
  /** The levels, from the narrowest; only an empty string for a scope without levels. */
  levels: string[]
}

/**
 * Returns the scopes that a user with `grantedScopes` can grant to a new API key, by record kind.
 * @param isOwn whether the new API key is for the same user
 */
export function listGrantableScopes(
  roleName: string,
  grantedScopes: readonly string[],
  isOwn: boolean,
): [kind: string, ScopeChoice[]][] {
  const allScopes = new Set(Object.values(roleScopes).flat())
  // Another user's key can read that user's records, so granting its scopes requires level `all`.
  const getRequiredLevel = (level: string) => (isOwn || !level ? level : (levels.at(-1) ?? ''))
  const choices = Object.entries(descriptions).map(([base, description]) => ({
    base,
    description,
    levels: ['', ...levels].filter(
      (level) =>
        allScopes.has(toScope(base, level)) &&
        includesScope(roleScopes[roleName] ?? [], base, level) &&
        includesScope(grantedScopes, base, getRequiredLevel(level)),
    ),
  }))
  const grantableChoices = choices.filter((choice) => choice.levels.length > 0)
  return [...Map.groupBy(grantableChoices, ({ base }) => base.split('.')[0] ?? '')]
}
