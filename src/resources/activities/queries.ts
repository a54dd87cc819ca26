import { query } from '../../store/query.ts'
import './table.ts'

/** Stores the time of a person's last activity on the person, whose version stays. */
export const updateLastActivityAt = query((k, p: { companyId: string; personId: string }) =>
  k
    .updateTable('people')
    .set((eb) => ({
      lastActivityAt: eb
        .selectFrom('activities')
        .select('createdAt')
        .where('companyId', '=', p.companyId)
        .where('personId', '=', p.personId)
        .orderBy('id', 'desc')
        .limit(1),
    }))
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.personId),
)
