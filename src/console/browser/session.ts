/** The signed-in user, and the scopes that their key has and can grant. */
import {
  cleanKey,
  endSession,
  forgetKey,
  sessionEndedMessage,
  settings,
  storeKey,
} from '../../pages/browser/credential.ts'
import { type Me, type OwnKey, OwnKeys, ShowMe } from './documents/credentials.ts'
import { type Operation, RequestError, sendOperation } from './requests.ts'

const invalidKeyMessage =
  'This API key is no longer valid: it was revoked or has expired, or its user was suspended. Sign in with another key.'

export class Session {
  readonly me: Me
  /** The id of the key; undefined for a session, or if a rotation has replaced the secret. */
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
export async function signIn(input: string, onSignOut: (reason?: string) => void) {
  const secret = cleanKey(input)
  if (!/^dg_[0-9A-Za-z]+$/.test(secret))
    throw new RequestError(
      'UNAUTHORIZED',
      'This is not an API key. Keys start with dg_, followed by letters and digits.',
    )
  const { me } = await sendOperation(secret, ShowMe, {})
  const key = await findKey(secret, me.id)
  storeKey(secret)
  return new Session(me, onSignOut, secret, key?.id)
}

/** Returns the session of the browser's cookie; undefined without a valid session. */
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

interface ScopeSettings {
  /** The scopes of each role. */
  scopes: Record<string, string[]>
  /** The descriptions of scopes without levels, in the order of the form. */
  descriptions: Record<string, string>
  /** From the narrowest. */
  levels: string[]
}
const { scopes: roleScopes, descriptions, levels } = settings<ScopeSettings>()

export const toScope = (base: string, level: string): string => (level ? `${base}.${level}` : base)

/** Returns whether the granted scopes include a scope; a wider level includes the narrower ones. */
const covers = (grantedScopes: readonly string[], base: string, level: string): boolean =>
  (level ? levels.slice(levels.indexOf(level)) : ['']).some((widerLevel) =>
    grantedScopes.includes(toScope(base, widerLevel)),
  )

export interface ScopeChoice {
  base: string
  description: string
  /** From the narrowest; only the empty string for a scope without levels. */
  levels: string[]
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
  const allScopes = new Set(Object.values(roleScopes).flat())
  // A key of another user shows that user's records, so granting it needs the level `all`.
  const getNeededLevel = (level: string) => (isOwn || !level ? level : (levels.at(-1) ?? ''))
  const choices = Object.entries(descriptions).map(([base, description]) => ({
    base,
    description,
    levels: ['', ...levels].filter(
      (level) =>
        allScopes.has(toScope(base, level)) &&
        covers(roleScopes[roleName] ?? [], base, level) &&
        covers(grantedScopes, base, getNeededLevel(level)),
    ),
  }))
  const grantableChoices = choices.filter((choice) => choice.levels.length > 0)
  return [...Map.groupBy(grantableChoices, ({ base }) => base.split('.')[0] ?? '')]
}
