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

/** Selects up to two active Owners, which shows whether a user is the last one. */
export const activeOwners = query((k, p: { companyId: string }) =>
  k
    .selectFrom('users')
    .select('id')
    .where('companyId', '=', p.companyId)
    .where('role', '=', 'Owner')
    .where('suspendedAt', 'is', null)
    .limit(2),
)
