import type { SightParams } from '../../auth/sight.ts'
import { listOf } from '../../store/page.ts'
import { query } from '../../store/query.ts'
import { elements } from '../../store/sql.ts'
import './table.ts'

/** Tags are seen by the whole company. */
export const tagList = listOf<'tags', SightParams, null>({ table: 'tags', visible: () => [] })

export const tagById = query((k, p: { companyId: string; id: string }) =>
  k.selectFrom('tags').selectAll().where('companyId', '=', p.companyId).where('id', '=', p.id),
)

export const tagsByKeys = query((k, p: { companyId: string; keys: string }) =>
  k.selectFrom('tags').selectAll().where('companyId', '=', p.companyId).where('nameKey', 'in', elements(p.keys)),
)

export const tagsByIds = query((k, p: { companyId: string; ids: string }) =>
  k.selectFrom('tags').selectAll().where('companyId', '=', p.companyId).where('id', 'in', elements(p.ids)),
)
