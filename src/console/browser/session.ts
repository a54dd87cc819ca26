import { cleanKey, forgetKey, storeKey } from '../../pages/browser/page-data.ts'
import { type Operation, RequestError, sendOperation } from './client.ts'
import { type Me, type OwnKey, OwnKeys, ShowMe } from './documents/keys.ts'
import { effectiveScopes, hasScope } from './scopes.ts'

const invalidKey =
  'This API key is no longer valid: it was revoked or has expired, or its user was suspended. Sign in with another key.'

/** A signed-in user. */
export class Session {
  readonly me: Me
  /** Undefined if the secret was replaced by a rotation. */
  readonly keyId: string | undefined
  /** The effective scopes of the key. */
  readonly scopes: string[]
  readonly #onSignOut: (reason?: string) => void
  #secret: string
  #isRotating = false

  constructor(
    secret: string,
    me: Me,
    key: OwnKey | undefined,
    onSignOut: (reason?: string) => void,
  ) {
    this.#secret = secret
    this.me = me
    this.keyId = key?.id
    this.scopes = effectiveScopes(me.roleName, key?.scopes ?? null)
    this.#onSignOut = onSignOut
  }

  get secret(): string {
    return this.#secret
  }

  /** Whether the user may manage keys of other users. */
  get isAdmin(): boolean {
    return ['OWNER', 'ADMIN'].includes(this.me.role)
  }

  /** Whether the key has the scope at any level. */
  can(scope: string): boolean {
    return hasScope(this.scopes, scope)
  }

  /** @throws RequestError */
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

  /** Continues with the secret that `rotate` returns; rejected requests meanwhile are expected. */
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
  rejectSecret(secret: string): void {
    if (secret === this.#secret && !this.#isRotating) this.signOut(invalidKey)
  }

  /** @param reason omitted if the user asked for it */
  signOut(reason?: string): void {
    forgetKey()
    this.#onSignOut(reason)
  }
}

/** @throws RequestError if the key is invalid or the server cannot be reached */
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

/** The key of a secret, recognized by its first and last characters. */
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
