import { settings } from '../settings.ts'

/** The key stays in this tab, and is gone with it. The console keeps its own in the same place. */
const kept = 'dealgraph.key'

/** The key in use: the one that was put in, else the demo's. */
export const currentKey = (): string | undefined => sessionStorage.getItem(kept) ?? settings<{ demoKey?: string }>().demoKey
export const isOwnKey = (): boolean => sessionStorage.getItem(kept) !== null
export const keepKey = (key: string): void => sessionStorage.setItem(kept, key)
export const forgetKey = (): void => sessionStorage.removeItem(kept)

/** As somebody may paste it: with `Bearer` before it, or blanks around it. */
export const cleaned = (given: string): string => given.trim().replace(/^(authorization: *)?bearer +/i, '')
