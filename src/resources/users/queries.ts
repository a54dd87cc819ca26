import { listOf } from '../../store/page.ts'
import { query } from '../../store/query.ts'
import { elements } from '../../store/sql.ts'
import './table.ts'

/** Users are seen by the whole company. */
export const userList = listOf({ table: 'users', visible: () => [] })

export const usersByIds = query((k, p: { companyId: string; ids: string }) =>
  k.selectFrom('users').selectAll().where('companyId', '=', p.companyId).where('id', 'in', elements(p.ids)),
)
