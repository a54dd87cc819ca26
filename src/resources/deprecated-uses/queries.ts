import { sql } from 'kysely'
import '../../deprecation/table.ts'
import { listOf } from '../../store/page.ts'

/** Which uses are wanted: those of one key, those of one thing. */
export interface Wanted {
  companyId: string
  keyId?: string | undefined
  what?: string | undefined
}

/** Whether each filter is given. */
export interface Given {
  keyId: boolean
  what: boolean
}

export const useList = listOf<'deprecatedUses', Wanted, Given>({
  table: 'deprecatedUses',
  visible: () => [],
  also: (p, { keyId, what }) => {
    const conditions = [...(keyId ? [sql<boolean>`"keyId" = ${p.keyId}`] : []), ...(what ? [sql<boolean>`"what" = ${p.what}`] : [])]
    return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : undefined
  },
})
