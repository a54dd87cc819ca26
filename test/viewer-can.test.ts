import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../src/resources/index.ts'
import { createRecords, type Records } from './support/access-records.ts'
import { operations } from './support/access-table.ts'
import { listFields } from './support/api-calls.ts'
import type { Client } from './support/client.ts'
import { dump, withRollback } from './support/dump.ts'
import { everyScope, getCompany, type Kind, type RecordFacts } from './support/visibility-model.ts'
import { createWorld, type TestUser, testUsers, type World } from './support/world.ts'

const narrowedScopes: [TestUser, string[]][] = [
  ['owner', everyScope],
  ['admin', everyScope],
  ['owner', everyScope.filter((scope) => !/manage|edit/.test(scope))],
  ['owner', everyScope.filter((scope) => /manage|delete/.test(scope))],
  ['owner', ['people.view.all', 'people.edit.own', 'activities.view', 'activities.create']],
  ['owner', ['people.view.all', 'people.delete', 'smartlists.manage', 'tags.manage']],
  ['owner', ['users.view', 'users.manage', 'teams.manage', 'webhooks.manage', 'stages.manage']],
  ['admin', ['people.view.own', 'tasks.manage', 'deals.view.own', 'deals.manage', 'users.view']],
  ['leader', ['people.view.team', 'people.edit.own', 'appointments.manage', 'deals.view.team']],
  ['agent', ['people.view.own', 'deals.view.own', 'smartlists.manage', 'activities.view']],
]

/** One mutation that performs an action on a record, with its arguments. */
interface ActionAttempt {
  action: string
  mutation: string
  document: string
  values: Record<string, unknown>
}
type RecordNode = { id: string; __typename: string; version?: number; viewerCan: string[] }

const getTypeName = (kind: Kind) => `${kind[0]?.toUpperCase()}${kind.slice(1)}`

/** The mutations that change one record. The schema declares their actions. */
const recordMutations = listFields('Mutation').filter((field) =>
  field.args.some(({ name }) => name === 'id'),
)
const getActions = (field: { extensions: object }) =>
  ((field.extensions as { actions?: string[] }).actions ?? []) as [string, ...string[]]

/** Actions whose mutations change other records, or do not return the changed record. */
const actionsOnOtherRecords = ['ping', 'replay', 'reassign']

/** Returns a selection of the changed record's version, if the mutation returns the record. */
function selectVersion(returnType: GraphQLObjectType, type: string): string {
  if (returnType.name === type) return 'version'
  const field = Object.values(returnType.getFields()).find(
    (candidate) => getNamedType(candidate.type).name === type,
  )
  return field ? `${field.name} { version }` : '__typename'
}

describe('The field viewerCan', () => {
  let world: World
  let createdRecords: Records
  /** The lifecycle and pipeline stages of each company. Only pipeline stages have a pipeline. */
  const stages: { id: string; company: string; pipelineId?: string }[] = []
  const records: RecordFacts[] = []
  const callers: { name: string; user: TestUser; client: Client }[] = []

  beforeAll(async () => {
    world = await createWorld({ RATE_LIMIT_PER_HOUR: '100000000' })
    createdRecords = await createRecords(world)
    await addRecordStates()
    for (const user of ['owner', 'stranger'] as const) await readStages(user)
    for (const user of testUsers) callers.push({ name: user, user, client: world.as(user) })
    for (const [user, scopes] of narrowedScopes) {
      const client = await world.createKey(user, scopes)
      callers.push({ name: `${user} with ${scopes}`, user, client })
    }
  })
  afterAll(() => world.stop())

  const sendRest = async (user: TestUser, method: string, path: string, body?: object) => {
    const reply = await world.as(user).rest(method, path, body)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
    return reply.body?.data
  }

  /**
   * Adds records in various states, and reduces the second company to one stage outside Trash, one
   * pipeline and one Owner, all of which a company must keep.
   */
  async function addRecordStates(): Promise<void> {
    records.push(...createdRecords.records)
    const addRecord = (kind: Kind, id: string, facts: Partial<RecordFacts> = {}) =>
      records.push({ kind, id, company: 'acme', ...facts })
    const appointmentTimes = { startsAt: '2026-06-03T09:00:00Z', endsAt: '2026-06-03T10:00:00Z' }
    for (const action of ['complete', 'cancel']) {
      const { id } = await sendRest('owner', 'POST', '/v1/appointments', {
        title: 'Visit',
        ...appointmentTimes,
      })
      await sendRest('owner', 'POST', `/v1/appointments/${id}/${action}`, {})
      addRecord('appointment', id)
    }
    const completedTask = await sendRest('agent', 'POST', '/v1/tasks', { title: 'Done' })
    await sendRest('agent', 'POST', `/v1/tasks/${completedTask.id}/complete`)
    addRecord('task', completedTask.id)
    for (const role of ['Owner', 'Admin', 'Agent']) {
      const input = { firstName: 'Suspended', email: `suspended-${role}@acme.test`, role }
      const { id } = await sendRest('owner', 'POST', '/v1/users', input)
      await sendRest('owner', 'POST', `/v1/users/${id}/suspend`)
      addRecord('user', id)
    }
    for (const expiresAt of [undefined, '2026-06-02T00:00:00Z', undefined]) {
      const createdKey = await sendRest('owner', 'POST', '/v1/api-keys', { name: 'Key', expiresAt })
      addRecord('apiKey', createdKey.id)
    }
    await sendRest('owner', 'DELETE', `/v1/api-keys/${records.at(-1)?.id}`)
    world.clock.advance(2 * 86_400_000)
    const endpointInput = { url: 'https://93.184.216.34/hook', events: ['deal.*'] }
    const { id } = await sendRest('owner', 'POST', '/v1/webhook-endpoints', endpointInput)
    const pingDelivery = await sendRest('owner', 'POST', `/v1/webhook-endpoints/${id}/ping`)
    await sendRest('owner', 'PUT', `/v1/webhook-endpoints/${id}`, { paused: true })
    addRecord('webhookEndpoint', id)
    addRecord('webhookDelivery', pingDelivery.id)
    addRecord('team', world.teamId)
    for (const user of ['owner', 'stranger'] as const) {
      for (const { id } of await sendRest(user, 'GET', '/v1/stages?limit=100'))
        addRecord('stage', id, { company: getCompany(user) })
      for (const { id } of await sendRest(user, 'GET', '/v1/pipelines?limit=100'))
        addRecord('pipeline', id, { company: getCompany(user) })
    }
    const firstStages = await sendRest('stranger', 'GET', '/v1/stages')
    const otherStages = firstStages.filter(({ isTrash }: { isTrash: boolean }) => !isTrash)
    for (const { id } of otherStages.slice(1))
      await sendRest('stranger', 'DELETE', `/v1/stages/${id}`)
    const [, sparePipeline] = await sendRest('stranger', 'GET', '/v1/pipelines')
    await sendRest('stranger', 'DELETE', `/v1/pipelines/${sparePipeline.id}`)
    const { spareUserId } = createdRecords.companyRecords.rival
    await sendRest('stranger', 'PUT', `/v1/users/${spareUserId}`, { role: 'Agent' })
  }

  async function readStages(user: TestUser): Promise<void> {
    const company = getCompany(user)
    for (const { id, isTrash } of await sendRest(user, 'GET', '/v1/stages'))
      if (!isTrash) stages.push({ id, company })
    for (const pipeline of await sendRest(user, 'GET', '/v1/pipelines'))
      for (const { id } of pipeline.stages) stages.push({ id, company, pipelineId: pipeline.id })
  }

  /** Finds a stage to which people or deals can move when their stage or pipeline is deleted. */
  const findTargetStage = ({ id, kind, company }: RecordFacts) =>
    stages.find(
      (stage) =>
        stage.company === company &&
        stage.id !== id &&
        (kind === 'stage' ? !stage.pipelineId : stage.pipelineId && stage.pipelineId !== id),
    )?.id

  /** Lists the mutations with which a caller can attempt each action on a record. */
  function listAttempts(record: RecordFacts): ActionAttempt[] {
    const type = getTypeName(record.kind)
    return recordMutations.flatMap((field) =>
      (operations[field.name] ?? [])
        .filter(({ recordKinds }) => recordKinds?.includes(record.kind))
        .map((testCase) => {
          const companyRecords = createdRecords.companyRecords[record.company]
          const mutationArguments = {
            ...(testCase.createValues?.(record, companyRecords) ?? { id: record.id }),
          }
          if (/^delete(Stage|Pipeline)$/.test(field.name))
            mutationArguments['moveTo'] = findTargetStage(record)
          const [action, permanentAction] = getActions(field)
          const usedArguments = field.args.filter(
            ({ name }) => mutationArguments[name] !== undefined,
          )
          const variableDefinitions = usedArguments
            .map((argument) => `$${argument.name}: ${String(argument.type)}`)
            .join(', ')
          const argumentText = usedArguments.map(({ name }) => `${name}: $${name}`).join(', ')
          const returnType = getNamedType(field.type)
          if (!isObjectType(returnType)) throw new Error(field.name)
          const selection = actionsOnOtherRecords.includes(action)
            ? '__typename'
            : selectVersion(returnType, type)
          return {
            action: 'permanent' in mutationArguments ? (permanentAction ?? '') : action,
            mutation: field.name,
            document: `mutation(${variableDefinitions}) { result: ${field.name}(${argumentText}) { ${selection} } }`,
            values: mutationArguments,
          }
        }),
    )
  }

  /** Executes a mutation. @returns whether it succeeds and whether it changes the record */
  async function attemptAction(
    client: Client,
    { mutation, document, values }: ActionAttempt,
    version?: number,
  ) {
    const { body } = await client.gql(document, values)
    const newVersion = /"version":(\d+)/.exec(JSON.stringify(body.data ?? {}))?.[1]
    const isAccepted = !body.errors
    return { mutation, isAccepted, isEffective: isAccepted && Number(newVersion) !== version }
  }

  async function listFaults(client: Client, record: RecordFacts, recordNode: RecordNode) {
    const faults: string[] = []
    const attempts = Map.groupBy(listAttempts(record), ({ action }) => action)
    for (const [action, attemptsOfAction] of attempts) {
      const outcomes = await Promise.all(
        attemptsOfAction.map((attempt) => attemptAction(client, attempt, recordNode.version)),
      )
      // Deleting a person who is already in Trash changes nothing.
      const hasNoEffect = record.trashed && action === 'delete'
      const isListed = recordNode.viewerCan.includes(action)
      for (const { mutation, isAccepted, isEffective } of outcomes)
        if (isListed && !isAccepted)
          faults.push(`viewerCan lists ${action}, but ${mutation} is rejected`)
        else if (!isListed && isEffective && !hasNoEffect)
          faults.push(`${mutation} succeeds, but viewerCan does not list ${action}`)
      if (isListed && (hasNoEffect || !outcomes.some(({ isEffective }) => isEffective)))
        faults.push(`viewerCan lists ${action}, but the action has no effect`)
    }
    for (const action of recordNode.viewerCan)
      if (!attempts.has(action))
        faults.push(`viewerCan lists ${action}, but no mutation performs it`)
    return faults
  }

  test('every mutation of a record declares an action for `viewerCan`', () => {
    expect(recordMutations.length).toBeGreaterThan(40)
    expect(recordMutations.filter((field) => getActions(field).length === 0)).toEqual([])
  })

  test('`viewerCan` lists exactly the actions that mutations accept from the caller', async () => {
    const dumpBefore = await dump(world)
    const listedActions = new Set<string>()
    const faults: string[] = []
    for (const { name, client } of callers)
      for (let start = 0; start < records.length; start += 100) {
        const recordGroup = records.slice(start, start + 100)
        const { body } = await client.gql(
          'query($ids: [ID!]!) { nodes(ids: $ids) { id __typename ... on Record { version viewerCan } ... on WebhookDelivery { viewerCan } } }',
          { ids: recordGroup.map(({ id }) => id) },
        )
        await withRollback(world, async () => {
          for (const [index, record] of recordGroup.entries()) {
            const recordNode: RecordNode | null = body.data.nodes[index]
            if (!recordNode) continue
            for (const action of recordNode.viewerCan)
              listedActions.add(`${recordNode.__typename} ${action}`)
            const recordFaults = await listFaults(client, record, recordNode)
            faults.push(
              ...recordFaults.map((fault) => `${name}: ${record.kind} ${start + index}: ${fault}`),
            )
          }
        })
      }
    expect(faults).toEqual([])
    const declaredActions = recordMutations.flatMap((field) =>
      getActions(field).flatMap((action) =>
        (operations[field.name] ?? []).flatMap(({ recordKinds = [] }) =>
          recordKinds.map((kind) => `${getTypeName(kind)} ${action}`),
        ),
      ),
    )
    expect([...listedActions].sort()).toEqual([...new Set(declaredActions)].sort())
    expect(await dump(world)).toEqual(dumpBefore)
  })

  test('`viewerCan` reflects the completion and reassignment of a task', async () => {
    const { id } = await sendRest('agent', 'POST', '/v1/tasks', { title: 'Task' })
    const lonerId = world.users.loner.id
    const { data, errors } = (
      await world.as('agent').gql('query($id: ID!) { task(id: $id) { viewerCan } }', { id })
    ).body
    expect(errors).toBeUndefined()
    expect(data.task.viewerCan).toEqual(['update', 'complete', 'delete'])
    await world.as('agent').rest('POST', `/v1/tasks/${id}/complete`)
    await sendRest('owner', 'PUT', `/v1/tasks/${id}`, { assignedTo: lonerId })
    const lonerReply = await world
      .as('loner')
      .gql('query($id: ID!) { task(id: $id) { viewerCan } }', { id })
    expect(lonerReply.body.data.task.viewerCan).toEqual(['update', 'reopen', 'delete'])
  })
})

test('every GraphQL type that implements Record has the field `viewerCan`', () => {
  const record = schema.getType('Record')
  const recordTypes = schema.getPossibleTypes(record as never)
  expect(recordTypes.length).toBeGreaterThan(10)
  for (const type of recordTypes)
    expect(type.getFields()['viewerCan']?.type.toString()).toBe('[RecordAction!]!')
})
