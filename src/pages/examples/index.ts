import type { Group } from './example.ts'
import { people } from './people.ts'

/** The groups in the order in which GraphiQL's page shows them. */
export const groups: Group[] = [people]
