import { query } from '../../store/query.ts'
import './table.ts'

/** For a person who is going: the deals stay, without them. Run before the person's rows go. */
export const detachDeals = query((k, p: { companyId: string; personId: string; now: string }) =>
  k
    .updateTable('deals')
    .set((eb) => ({ version: eb('version', '+', 1), updatedAt: p.now }))
    .where('companyId', '=', p.companyId)
    .where('id', 'in', (eb) => eb.selectFrom('dealPeople').select('dealId').where('companyId', '=', p.companyId).where('personId', '=', p.personId)),
)
