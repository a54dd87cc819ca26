import { cleaned, forgetKey, keepKey } from '../../pages/browser/key.ts'
import { ask, type Operation, Refused } from './ask.ts'
import { type Me, OwnKeys, WhoAmI } from './documents/keys.ts'
import { allows, rightsOf } from './scopes.ts'

/** Somebody who has signed in with a key. */
export interface Session {
  me: Me
  /** The key's id, where it is known. */
  keyId: string | undefined
  /** The scopes of the key, as far as the user's role goes. */
  rights: string[]
  /** Whether the key has a scope, with whatever reach. */
  may(scope: string): boolean
  /** @throws Refused */
  ask<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): Promise<Data>
  /** The key, for a stream. */
  secret(): string
  /**
   * Goes on with the new secret of the same key that some work brings; until it has, no refusal
   * signs out.
   */
  renew(work: () => Promise<string>): Promise<void>
  /** Signs out where the server refuses a secret that is still the one in use. */
  refuse(secret: string): void
  /** Signs out; with a reason where it was not asked for. */
  end(reason?: string): void
}

const ended =
  'This API key is no longer valid: it was revoked or has expired, or its user was suspended. Sign in with another key.'

/** @throws Refused where the key is none, or the server does not say */
export async function signIn(given: string, onEnd: (reason?: string) => void): Promise<Session> {
  const key = cleaned(given)
  if (!/^dg_[0-9A-Za-z]+$/.test(key))
    throw new Refused(
      'UNAUTHORIZED',
      'This is not an API key. Keys start with dg_, followed by letters and digits.',
    )
  const { me } = await ask(key, WhoAmI, {})
  const own = await findKey(key, me.id)
  keepKey(key)
  return sessionOf(key, me, own, onEnd)
}

/**
 * Which of their keys it is: told by how it begins and ends. Nothing for the old secret of one that
 * was rotated.
 */
async function findKey(key: string, userId: string) {
  for (let after: string | null | undefined; ; ) {
    const { nodes, pageInfo } = (await ask(key, OwnKeys, { userId, after })).apiKeys
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
      return ask(used, operation, variables).catch((error: Refused) => {
        if (error.code === 'UNAUTHORIZED') refuse(used)
        throw error
      })
    },
    secret: () => key,
    renew: async (work) => {
      renewing = true
      try {
        key = await work()
        keepKey(key)
      } finally {
        renewing = false
      }
    },
    refuse,
    end,
  }
}
