import { query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'

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

/** Selects another active Owner. */
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
