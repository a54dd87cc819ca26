import { query } from '../../store/query.ts'
import './table.ts'

/** All companies; not restricted to one company. */
export const allCompanies = query((k, _p: object) =>
  k.selectFrom('companies').selectAll().orderBy('id'),
)

/** The demo companies; not restricted to one company. */
export const demoCompanies = query((k, _p: object) =>
  k.selectFrom('companies').selectAll().where('isDemo', '=', 1).orderBy('id'),
)
