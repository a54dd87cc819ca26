import { settings } from './settings.ts'

/**
 * The key stays in this tab, and is gone with it. All pages keep it in the same place; it never
 * goes into an address.
 */
const kept = 'dealgraph.key'

export const storedKey = (): string | null => sessionStorage.getItem(kept)
export const storeKey = (key: string): void => sessionStorage.setItem(kept, key)
export const forgetKey = (): void => sessionStorage.removeItem(kept)

/** The key in use: the one that was put in, else the demo's. */
export const currentKey = (): string | undefined =>
  storedKey() ?? settings<{ demoKey?: string }>().demoKey

/** As somebody may paste it: with `Bearer` before it, or blanks around it. */
export const cleanKey = (given: string): string =>
  given.trim().replace(/^(authorization: *)?bearer +/i, '')
