import { activities } from './activities.ts'
import { apiKeys } from './api-keys.ts'
import { appointments } from './appointments.ts'
import { bulk } from './bulk.ts'
import { customFields } from './custom-fields.ts'
import { deals } from './deals.ts'
import { events } from './events.ts'
import type { Group } from './example.ts'
import { merging } from './merging.ts'
import { people } from './people.ts'
import { pipelines } from './pipelines.ts'
import { search } from './search.ts'
import { smartLists } from './smart-lists.ts'
import { stages } from './stages.ts'
import { tags } from './tags.ts'
import { tasks } from './tasks.ts'
import { teams } from './teams.ts'
import { users } from './users.ts'
import { webhooks } from './webhooks.ts'

/** The groups in the order in which GraphiQL's page shows them. */
export const groups: Group[] = [
  people,
  search,
  deals,
  tasks,
  activities,
  appointments,
  events,
  smartLists,
  tags,
  customFields,
  merging,
  bulk,
  stages,
  pipelines,
  users,
  teams,
  apiKeys,
  webhooks,
]
