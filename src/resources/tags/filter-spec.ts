import { sql } from 'kysely'
import {
  ascending,
  createdAt,
  type FilterSpec,
  id,
  indexed,
  orderByCreation,
} from '../../filtering/filter-spec.ts'
import { tagPolicy } from './table.ts'

export const tagFilterSpec: FilterSpec<'tags'> = {
  table: 'tags',
  prefix: 'tag',
  policy: tagPolicy,
  fields: {
    id,
    name: {
      ...indexed('String', 'nameKey', 'The name, ignoring case.'),
      text: sql.ref('tags.nameKey'),
      normalize: (name) => name.normalize('NFC').trim().toLowerCase(),
    },
    createdAt,
  },
  relations: {},
  orders: { createdAt: orderByCreation, name: ascending('nameKey', 'The name.') },
}
