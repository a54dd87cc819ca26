import {
  ascending,
  createdAt,
  type FilterSpec,
  id,
  indexedKey,
  orderByCreation,
} from '../../filtering/filter-spec.ts'
import { tagPolicy } from './table.ts'

export const tagFilterSpec: FilterSpec<'tags'> = {
  table: 'tags',
  prefix: 'tag',
  policy: tagPolicy,
  fields: { id, name: indexedKey('tags', 'nameKey', 'The name, ignoring case.'), createdAt },
  relations: {},
  orders: { createdAt: orderByCreation, name: ascending('nameKey', 'The name.') },
}
