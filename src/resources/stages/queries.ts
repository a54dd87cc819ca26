import { query } from '../../store/query.ts'
import './table.ts'

/** A company's lifecycle stages, in their order; they are few. */
export const stagesOfCompany = query((k, p: { companyId: string }) =>
  k.selectFrom('stages').selectAll().where('companyId', '=', p.companyId).orderBy('position').orderBy('id'),
)
