import type { Need } from './auth/scopes.ts'
import type { Context } from './context.ts'
import { prefixOf } from './ids.ts'

/** Records that have an id of their own. Each kind says how it is found by its id's prefix. */
export interface Finder {
  type: string
  /** The scope that reading this kind takes; none: a key is enough. */
  needs?: Need
  /**
   * Of credentials: finds the record for a caller who may be given its secret at present.
   * @throws NOT_FOUND, FORBIDDEN
   */
  credential?(ctx: Context, id: string): Promise<object>
  /** Answers nothing for a record that the caller may not see. */
  load(ctx: Context, id: string): Promise<object | null | undefined>
}

const finders = new Map<string, Finder>()

/**
 * Lets records be found whose ids have this prefix: by `node(id:)`, and where events tell of them.
 */
export function findableBy(prefix: string, finder: Finder): void {
  finders.set(prefix, finder)
}

export const finderOf = (id: string): Finder | undefined => finders.get(prefixOf(id))
