import type { ExchangeKind } from '../columns.ts'
import { activities } from './activities.ts'
import { deals } from './deals.ts'
import { people } from './people.ts'
import type { Kind } from './run.ts'
import { tasks } from './tasks.ts'

/** How each kind of record is imported. */
export const kinds: Record<ExchangeKind, Kind> = { people, deals, tasks, activities }
