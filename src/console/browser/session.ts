import { cleanKey, forgetKey, storeKey } from '../../pages/browser/key.ts'
import { type Operation, RequestError, sendOperation } from './ask.ts'
import { type Me, OwnKeys, ShowMe } from './documents/keys.ts'
import { allows, rightsOf } from './scopes.ts'

/** A signed-in user. */
export interface Session {
  me: Me
  /** The id of the key, if known. */
  keyId: string | undefined
  /** The effective scopes of the key. */
  rights: string[]
  /** Whether the key has the scope at any level. */
  may(scope: string): boolean
  /** @throws RequestError */
  ask<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): Promise<Data>
  /** The key, for a stream. */
  secret(): string
  /**
   * Goes on with the new secret of the same key that some work brings; until it has, no refusal
   * signs out.
   */
  renew(work: () => Promise<string>): Promise<void>
  /** Signs out if the server rejects the current secret. */
  refuse(secret: string): void
  /** Signs out, with a reason unless the user asked for it. */
  end(reason?: string): void
}

const ended =
  'This API key is no longer valid: it was revoked or has expired, or its user was suspended. Sign in with another key.'

/** @throws RequestError if the key is invalid or the server cannot be reached */
export async function signIn(given: string, onEnd: (reason?: string) => void): Promise<Session> {
  const key = cleanKey(given)
  if (!/^dg_[0-9A-Za-z]+$/.test(key))
    throw new RequestError(
      'UNAUTHORIZED',
      'This is not an API key. Keys start with dg_, followed by letters and digits.',
    )
  const { me } = await sendOperation(key, ShowMe, {})
  const own = await findKey(key, me.id)
  storeKey(key)
  return sessionOf(key, me, own, onEnd)
}

/**
 * Which of their keys it is: told by how it begins and ends. Nothing for the old secret of one that
 * was rotated.
 */
async function findKey(key: string, userId: string) {
  for (let after: string | null | undefined; ; ) {
    const { nodes, pageInfo } = (await sendOperation(key, OwnKeys, { userId, after })).apiKeys
    const found = nodes.find(
      ({ prefix, lastFour }) => key.startsWith(prefix) && key.endsWith(lastFour),
    )
    if (found || !pageInfo.hasNextPage) return found
    after = pageInfo.endCursor
  }
}

function sessionOf(
  first: string,
  me: Me,
  own: { id: string; scopes: string[] | null } | undefined,
  onEnd: (reason?: string) => void,
): Session {
  let key = first
  let renewing = false
  const rights = rightsOf(me.roleName, own?.scopes ?? null)
  const end = (reason?: string) => {
    forgetKey()
    onEnd(reason)
  }
  const refuse = (used: string) => {
    if (used === key && !renewing) end(ended)
  }
  return {
    me,
    keyId: own?.id,
    rights,
    may: (scope) => allows(rights, scope),
    ask: (operation, variables) => {
      const used = key
      return sendOperation(used, operation, variables).catch((error: RequestError) => {
        if (error.code === 'UNAUTHORIZED') refuse(used)
        throw error
      })
    },
    secret: () => key,
    renew: async (work) => {
      renewing = true
      try {
        key = await work()
        storeKey(key)
      } finally {
        renewing = false
      }
    },
    refuse,
    end,
  }
}
