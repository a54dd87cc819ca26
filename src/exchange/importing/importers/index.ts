import type { ExchangeKind } from '../../kinds.ts'
import { activities } from './activities.ts'
import { deals } from './deals.ts'
import type { Importer } from './importer.ts'
import { people } from './people.ts'
import { tasks } from './tasks.ts'

export const importers: Record<ExchangeKind, Importer> = { people, deals, tasks, activities }
