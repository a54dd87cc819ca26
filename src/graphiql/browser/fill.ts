/** Replaces placeholders in an example's variables with ids of existing records and with times. */

const findFirst = (field: string, filter = '', otherArguments = '') =>
  `${field}(first: 1${filter && `, where: { ${filter} }`}${otherArguments}) { nodes { id } }`

const oldestFirstOrder = ', orderBy: { field: createdAt, direction: asc }'

/** Returns a GraphQL field that finds the record of the newest audit log entry of a type. */
const findLatest = (type: string) =>
  `auditLog(first: 1, where: { type: { eq: "${type}" } }) { nodes { id: recordId } }`

const findOpenDeal = (field: string) =>
  `deals(first: 1, where: { status: { eq: open } }) { nodes { id: ${field} } }`

const agentFilter = 'role: { eq: AGENT }, suspended: { eq: false }'

/** For each placeholder, the GraphQL field that finds a record to replace it. */
const recordFields: Record<string, string> = {
  $me: 'me { id }',
  $agent: findFirst('users', agentFilter),
  $otherAgent: findFirst('users', agentFilter, oldestFirstOrder),
  $leader: findFirst('users', 'role: { eq: TEAM_LEADER }'),
  $suspended: findFirst('users', 'suspended: { eq: true }'),
  $team: findFirst('teams'),
  $weekend: findFirst('teams', 'name: { contains: "Weekend" }'),
  $person: findFirst('people'),
  $otherPerson: findFirst('people', '', oldestFirstOrder),
  $trashed: findLatest('person.trashed'),
  $survivor: findLatest('person.merged'),
  $merge:
    'people(first: 20, orderBy: { field: updatedAt }) { nodes { merges(first: 1) { nodes { id } } } }',
  $calledPerson: 'activities(first: 1, where: { type: { eq: call } }) { nodes { id: personId } }',
  $deal: findOpenDeal('id'),
  $pipelineOfDeal: findOpenDeal('pipelineId'),
  $stageOfDeal: findOpenDeal('stageId'),
  $wonStage: 'deals(first: 1, where: { status: { eq: won } }) { nodes { id: stageId } }',
  $pipeline: findFirst('pipelines'),
  $rentals: findFirst('pipelines', 'name: { contains: "Rentals" }'),
  $task: findFirst('tasks', 'done: { eq: false }'),
  $doneTask: findFirst('tasks', 'done: { eq: true }'),
  $activity: findFirst('activities'),
  $appointment: findFirst('appointments', 'status: { eq: scheduled }'),
  $stage: findFirst('stages', 'isTrash: { eq: false }'),
  $nurture: findFirst('stages', 'name: { contains: "Nurture" }'),
  $luxury: findFirst('tags', 'name: { in: ["Luxury"] }'),
  $spanish: findFirst('tags', 'name: { in: ["Spanish speaking"] }'),
  $espanol: findFirst('tags', 'name: { in: ["Español"] }'),
  $seaView: findFirst('tags', 'name: { in: ["Sea view", "View of the sea"] }'),
  $customField: findFirst('customFields'),
  $newsletter: findFirst('customFields', 'key: { eq: "newsletter" }'),
  $smartList: findFirst('smartLists'),
  $apiKey: findFirst('apiKeys'),
  $reportsKey: findFirst('apiKeys', 'name: { contains: "Reports" }, revoked: { eq: false }'),
  $endpoint: findFirst('webhookEndpoints'),
  $delivery: findFirst('webhookDeliveries'),
}

/** Returns the GraphQL field for a placeholder: `$first:notes` finds the first of `notes`. */
const getRecordField = (placeholder: string): string | undefined =>
  placeholder.startsWith('$first:') ? findFirst(placeholder.slice(7)) : recordFields[placeholder]

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Returns the time for each time placeholder, rounded down to the hour. */
function createTimes(nowMs: number): Record<string, string> {
  const hourStartMs = nowMs - (nowMs % hourMs)
  const toIso = (ms: number) => new Date(hourStartMs + ms).toISOString()
  return {
    $yesterday: toIso(-dayMs),
    $tomorrow: toIso(dayMs),
    $anHourLater: toIso(dayMs + hourMs),
    $nextMonth: toIso(30 * dayMs),
  }
}

function collectPlaceholders(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('$') ? [value] : []
  return value && typeof value === 'object' ? Object.values(value).flatMap(collectPlaceholders) : []
}

const replacePlaceholders = (variables: object, replacements: Record<string, string>): object =>
  JSON.parse(
    JSON.stringify(variables, (_, value) =>
      typeof value === 'string' ? (replacements[value] ?? value) : value,
    ),
  )

function findFirstId(value: unknown): string | undefined {
  if (!value || typeof value !== 'object') return undefined
  if ('id' in value && typeof value.id === 'string') return value.id
  for (const child of Object.values(value)) {
    const id = findFirstId(child)
    if (id) return id
  }
  return undefined
}

/** @returns the filled variables, and the placeholders for which no record exists */
export async function fillVariables(
  variables: object,
  runQuery: (query: string) => Promise<Record<string, unknown> | null | undefined>,
  nowMs: number,
): Promise<{ variables: object; missingPlaceholders: string[] }> {
  const replacements = createTimes(nowMs)
  const placeholders = [...new Set(collectPlaceholders(variables))].filter(getRecordField)
  if (placeholders.length > 0) {
    const toAlias = (name: string) => name.replace(/\W/g, '')
    const fields = placeholders.map((name) => `${toAlias(name)}: ${getRecordField(name)}`)
    const records = await runQuery(`{ ${fields.join(' ')} }`)
    for (const name of placeholders) {
      const id = findFirstId(records?.[toAlias(name)])
      if (id) replacements[name] = id
    }
  }
  return {
    variables: replacePlaceholders(variables, replacements),
    missingPlaceholders: placeholders.filter((name) => !replacements[name]),
  }
}
