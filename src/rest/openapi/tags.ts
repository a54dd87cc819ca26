/** The resources of the contract: the tags of the operations and the chapters of the reference. */
import type { PreparedRoute } from '../prepare.ts'

/** The descriptions of the tags, in the order of the reference. */
const descriptions: Record<string, string> = {
  me: 'The user of the API key.',
  people:
    'Contacts: names, email addresses, phone numbers, assignee, stage and tags. Contacts are found by any part of a name or any spelling of a phone number, merged if they are duplicates, and kept in Trash after deletion.',
  deals: 'Deals with their value and contacts. A deal has a position in a stage of a pipeline.',
  pipelines: 'Pipelines with their stages, and the board: the deals of a pipeline by stage.',
  tasks: 'Tasks with an assignee, a due date and a contact.',
  appointments:
    'Meetings with a start, an end, a time zone, contacts and users, and their outcome.',
  activities: 'The log of calls, emails, notes, meetings and messages with a contact.',
  stages:
    'The lifecycle stages of contacts, such as Lead or Client. Trash is one of them. The stages of deals belong to pipelines.',
  tags: 'Labels of contacts. A tag is created when it is first used.',
  'smart-lists':
    'Saved filters of contacts, private or shared. Each user sees the contacts that they may view.',
  'custom-fields': 'Fields that a company adds to contacts and deals.',
  users:
    'The users of the company and their roles: invite, suspend and reactivate users, and reassign their records.',
  teams: 'Teams with leaders and members. Leaders may view the records of their members.',
  'api-keys': 'API keys: limited to scopes, with an expiry date, rotated and revoked.',
  'webhook-endpoints': 'URLs that receive signed events.',
  'webhook-deliveries': 'The deliveries of events, their attempts, and replays.',
  events: 'All changes in order, oldest first, for programs that keep a copy up to date.',
  'audit-log': 'All changes with their author and the old and new values. For Owner and Admin.',
}

const order = Object.keys(descriptions)

/** The tags of the routes' operations. */
export function tagsOf(routes: PreparedRoute[]): { name: string; description: string }[] {
  const used = new Set(routes.map(tagOf))
  const position = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return [...used]
    .sort((one, other) => position(one) - position(other))
    .map((name) => ({ name, description: descriptions[name] ?? '' }))
}

/** The resource in the path, such as `api-keys`. */
export const tagOf = ({ path }: { path: string }): string => path.split('/')[2] ?? ''
