import type { AccessParams } from '../../access/access-scope.ts'
import { listOf } from '../../store/page.ts'
import { query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'

/** Users are seen by the whole company. */
export const userList = listOf<'users', AccessParams, null>({ table: 'users', visible: () => [] })

export const usersByIds = query((k, p: { companyId: string; ids: string }) =>
  k.selectFrom('users').selectAll().where('companyId', '=', p.companyId).where(isIn('id', p.ids)),
)

export const userByEmail = query((k, p: { companyId: string; emailKey: string }) =>
  k
    .selectFrom('users')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('emailKey', '=', p.emailKey),
)

/** An Owner besides this one who is not suspended. */
export const otherOwner = query((k, p: { companyId: string; id: string }) =>
  k
    .selectFrom('users')
    .select('id')
    .where('companyId', '=', p.companyId)
    .where('role', '=', 'Owner')
    .where('suspendedAt', 'is', null)
    .where('id', '!=', p.id)
    .limit(1),
)
