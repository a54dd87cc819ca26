import type { PreparedRoute } from '../prepare.ts'

/**
 * What each part of the contract is about, in the order in which somebody would want to read of
 * them.
 */
const about: Record<string, string> = {
  me: 'Whose key this is.',
  people:
    'Contacts: their names, addresses and numbers, who looks after them, at which stage they are. Found by any spelling of a number or a name, merged when they are the same, kept in Trash for a while when they are deleted.',
  deals:
    'What is to be sold, for how much, to whom. A deal stands at a place in a stage of a pipeline.',
  pipelines:
    'Pipelines with their stages, and the board: the deals of a pipeline in their columns.',
  tasks: 'What somebody is to do, by when, and for which contact.',
  appointments:
    'Meetings with a beginning, an end and a time zone; with contacts and colleagues; and what came of them.',
  activities:
    'What was said and written: calls, emails, notes, meetings and messages with a contact.',
  stages:
    'The stages of life of a contact, such as Lead or Client; Trash is one of them. Not those of a pipeline.',
  tags: 'Words that are stuck on contacts. They come into being when first used.',
  'smart-lists':
    'Filters of contacts under a name, private or shared. Whoever runs one finds those whom they may see.',
  'custom-fields': "A company's own fields of contacts and deals.",
  users:
    'Who works here, in which role: inviting, suspending, reactivating, handing over what they look after.',
  teams: 'Who leads whom. Leaders see what belongs to the members of their teams.',
  'api-keys': 'Keys for programs: narrowed to scopes, limited in time, rotated and revoked.',
  'webhook-endpoints': 'Addresses of yours to which events are sent, signed.',
  'webhook-deliveries': 'What was sent to your addresses, each try, and sending it again.',
  events: 'All that happens, oldest first: for whoever keeps a copy up to date.',
  'audit-log': 'Who changed what, from what to what. For Owner and Admin.',
}

const order = Object.keys(about)

/** The resources that the routes are about, each with a sentence. */
export function tagsOf(routes: PreparedRoute[]): { name: string; description: string }[] {
  const used = new Set(routes.map(({ path }) => path.split('/')[2] ?? ''))
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return [...used]
    .sort((one, other) => place(one) - place(other))
    .map((name) => ({ name, description: about[name] ?? '' }))
}
