/** What stands for a record in the variables of an example, and how one that fits is found. */
const one = (field: string, where = '', more = '') =>
  `${field}(first: 1${where && `, where: { ${where} }`}${more}) { nodes { id } }`

/** The record that the newest entry of the audit log of a type is about. */
const last = (type: string) =>
  `auditLog(first: 1, where: { type: "${type}" }) { nodes { id: recordId } }`

const agents = 'role: AGENT, suspended: false'

const finds: Record<string, string> = {
  $me: 'me { id }',
  $agent: one('users', agents),
  $otherAgent: one('users', agents, ', orderBy: { field: createdAt, direction: asc }'),
  $leader: one('users', 'role: TEAM_LEADER'),
  $suspended: one('users', 'suspended: true'),
  $team: one('teams'),
  $weekend: one('teams', 'name: "Weekend"'),
  $person: one('people'),
  $otherPerson: one('people', '', ', orderBy: { field: createdAt, direction: asc }'),
  $trashed: last('person.trashed'),
  $survivor: last('person.merged'),
  $merge:
    'people(first: 20, orderBy: { field: updatedAt }) { nodes { merges(first: 1) { nodes { id } } } }',
  $deal: one('deals', 'status: open'),
  $wonStage: 'deals(first: 1, where: { status: won }) { nodes { id: stageId } }',
  $pipeline: one('pipelines'),
  $rentals: one('pipelines', 'name: "Rentals"'),
  $task: one('tasks', 'done: false'),
  $doneTask: one('tasks', 'done: true'),
  $activity: one('activities'),
  $appointment: one('appointments', 'status: scheduled'),
  $stage: one('stages', 'isTrash: false'),
  $nurture: one('stages', 'name: "Nurture"'),
  $luxury: one('tags', 'names: ["Luxury"]'),
  $spanish: one('tags', 'names: ["Spanish speaking"]'),
  $espanol: one('tags', 'names: ["Español"]'),
  $seaView: one('tags', 'names: ["Sea view", "View of the sea"]'),
  $customField: one('customFields'),
  $newsletter: one('customFields', 'key: "newsletter"'),
  $smartList: one('smartLists'),
  $reportsKey: one('apiKeys', 'name: "Reports", revoked: false'),
  $endpoint: one('webhookEndpoints'),
  $delivery: one('webhookDeliveries'),
}

type Ask = (query: string) => Promise<Record<string, unknown> | null | undefined>

const day = 86_400_000

/** Times are whole hours, as people would write them. */
const times = (now: number): Record<string, string> => {
  const hour = Math.floor(now / 3_600_000) * 3_600_000
  const at = (ms: number) => new Date(hour + ms).toISOString()
  return {
    $yesterday: at(-day),
    $tomorrow: at(day),
    $anHourLater: at(day + day / 24),
    $nextMonth: at(30 * day),
  }
}

/** The strings anywhere in a value that stand for something. */
const namesIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.startsWith('$')
      ? [value]
      : []
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(namesIn)
      : []

const replaced = (value: unknown, by: Record<string, string>): unknown => {
  if (typeof value === 'string') return by[value] ?? value
  if (Array.isArray(value)) return value.map((each) => replaced(each, by))
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each, by)]))
}

/** The first id in an answer. */
const idIn = (value: unknown): string | undefined => {
  if (!value || typeof value !== 'object') return undefined
  if ('id' in value && typeof value.id === 'string') return value.id
  for (const each of Object.values(value)) {
    const id = idIn(each)
    if (id) return id
  }
  return undefined
}

/**
 * Puts ids of records, and times, in the place of what stands for them.
 * @param ask sends a query and gives its data
 * @param now in milliseconds
 * @returns the variables, and the names for which nothing was found: those are left
 */
export async function fillVariables(
  variables: object,
  ask: Ask,
  now: number,
): Promise<{ variables: object; missing: string[] }> {
  const known = times(now)
  const names = [...new Set(namesIn(variables))].filter((name) => Object.hasOwn(finds, name))
  if (names.length > 0) {
    const data = await ask(
      `{ ${names.map((name) => `${name.slice(1)}: ${finds[name]}`).join(' ')} }`,
    )
    for (const name of names) {
      const id = idIn(data?.[name.slice(1)])
      if (id) known[name] = id
    }
  }
  return {
    variables: replaced(variables, known) as object,
    missing: names.filter((name) => !known[name]),
  }
}
