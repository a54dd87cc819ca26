/** Replaces the placeholders in the variables of an example with ids of records and with times. */

const first = (field: string, where = '', more = '') =>
  `${field}(first: 1${where && `, where: { ${where} }`}${more}) { nodes { id } }`

const oldestFirst = ', orderBy: { field: createdAt, direction: asc }'

/** Returns a field that finds the record of the latest audit log entry of a type. */
const latest = (type: string) =>
  `auditLog(first: 1, where: { type: "${type}" }) { nodes { id: recordId } }`

const openDeal = (field: string) =>
  `deals(first: 1, where: { status: open }) { nodes { id: ${field} } }`

const agents = 'role: AGENT, suspended: false'

/** The GraphQL fields that find the records of placeholders. */
const recordFields: Record<string, string> = {
  $me: 'me { id }',
  $agent: first('users', agents),
  $otherAgent: first('users', agents, oldestFirst),
  $leader: first('users', 'role: TEAM_LEADER'),
  $suspended: first('users', 'suspended: true'),
  $team: first('teams'),
  $weekend: first('teams', 'name: "Weekend"'),
  $person: first('people'),
  $otherPerson: first('people', '', oldestFirst),
  $trashed: latest('person.trashed'),
  $survivor: latest('person.merged'),
  $merge:
    'people(first: 20, orderBy: { field: updatedAt }) { nodes { merges(first: 1) { nodes { id } } } }',
  $calledPerson: 'activities(first: 1, where: { type: call }) { nodes { id: personId } }',
  $deal: openDeal('id'),
  $pipelineOfDeal: openDeal('pipelineId'),
  $stageOfDeal: openDeal('stageId'),
  $wonStage: 'deals(first: 1, where: { status: won }) { nodes { id: stageId } }',
  $pipeline: first('pipelines'),
  $rentals: first('pipelines', 'name: "Rentals"'),
  $task: first('tasks', 'done: false'),
  $doneTask: first('tasks', 'done: true'),
  $activity: first('activities'),
  $appointment: first('appointments', 'status: scheduled'),
  $stage: first('stages', 'isTrash: false'),
  $nurture: first('stages', 'name: "Nurture"'),
  $luxury: first('tags', 'names: ["Luxury"]'),
  $spanish: first('tags', 'names: ["Spanish speaking"]'),
  $espanol: first('tags', 'names: ["Español"]'),
  $seaView: first('tags', 'names: ["Sea view", "View of the sea"]'),
  $customField: first('customFields'),
  $newsletter: first('customFields', 'key: "newsletter"'),
  $smartList: first('smartLists'),
  $apiKey: first('apiKeys'),
  $reportsKey: first('apiKeys', 'name: "Reports", revoked: false'),
  $endpoint: first('webhookEndpoints'),
  $delivery: first('webhookDeliveries'),
}

/** Returns the field for a placeholder; `$first:notes` is the first record of the list `notes`. */
const recordFieldOf = (placeholder: string): string | undefined =>
  placeholder.startsWith('$first:') ? first(placeholder.slice(7)) : recordFields[placeholder]

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Returns the times that replace placeholders, in whole hours. */
function placeholderTimes(now: number): Record<string, string> {
  const hour = now - (now % hourMs)
  const toIso = (ms: number) => new Date(hour + ms).toISOString()
  return {
    $yesterday: toIso(-dayMs),
    $tomorrow: toIso(dayMs),
    $anHourLater: toIso(dayMs + hourMs),
    $nextMonth: toIso(30 * dayMs),
  }
}

function findPlaceholders(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('$') ? [value] : []
  return value && typeof value === 'object' ? Object.values(value).flatMap(findPlaceholders) : []
}

const replacePlaceholders = (variables: object, values: Record<string, string>): object =>
  JSON.parse(
    JSON.stringify(variables, (_, value) =>
      typeof value === 'string' ? (values[value] ?? value) : value,
    ),
  )

function findFirstId(value: unknown): string | undefined {
  if (!value || typeof value !== 'object') return undefined
  if ('id' in value && typeof value.id === 'string') return value.id
  for (const each of Object.values(value)) {
    const id = findFirstId(each)
    if (id) return id
  }
  return undefined
}

/** @returns the variables, and the placeholders that remain in them for lack of a record */
export async function fillVariables(
  variables: object,
  runQuery: (query: string) => Promise<Record<string, unknown> | null | undefined>,
  now: number,
): Promise<{ variables: object; missing: string[] }> {
  const values = placeholderTimes(now)
  const names = [...new Set(findPlaceholders(variables))].filter(recordFieldOf)
  if (names.length > 0) {
    const aliasOf = (name: string) => name.replace(/\W/g, '')
    const fields = names.map((name) => `${aliasOf(name)}: ${recordFieldOf(name)}`)
    const data = await runQuery(`{ ${fields.join(' ')} }`)
    for (const name of names) {
      const id = findFirstId(data?.[aliasOf(name)])
      if (id) values[name] = id
    }
  }
  return {
    variables: replacePlaceholders(variables, values),
    missing: names.filter((name) => !values[name]),
  }
}
