/**
 * How often a key has used something deprecated, in all. There is one row for each key and each
 * such thing, so that they stay few.
 */
export interface DeprecatedUseRow {
  companyId: string
  id: string
  keyId: string
  what: string
  calls: number
  firstUsedAt: string
  lastUsedAt: string
  /** As it was when it was last used: the day from which on it may be removed. */
  sunset: string | null
}

declare module '../store/schema.ts' {
  interface Schema {
    deprecatedUses: DeprecatedUseRow
  }
}
