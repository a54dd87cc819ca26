import type { DeprecatedUseRow } from '../../deprecation/table.ts'
import { finder } from '../../filtering/find.ts'
import { useKind, usesFound } from './kind.ts'

/**
 * Reading who still uses what is deprecated. It is counted at the doors, and written once a minute.
 */
export type { DeprecatedUseRow }

/** The uses in the company, as asked for. */
export const deprecatedUses = finder<DeprecatedUseRow, null>({
  kind: useKind,
  queries: usesFound,
  needs: 'audit.view',
})
