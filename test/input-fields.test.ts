/** Sets each field of each input to a new value, and compares the record with the event. */
import {
  type GraphQLInputField,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capitalize, uncapitalize } from '../src/lib/text.ts'
import { routes, schema } from '../src/resources/index.ts'
import { prepareRoute } from '../src/rest/prepare.ts'
import { createCases } from './support/access-cases.ts'
import { createRecords, type Records } from './support/access-records.ts'
import { apiCalls, listFields } from './support/api-calls.ts'
import { withRollback } from './support/dump.ts'
import { createWorld, type World } from './support/world.ts'

type Fields = Record<string, unknown>

/** A record in the form of its REST response, and the fields that its newest event lists. */
interface State {
  record: Fields
  eventId: string
  eventFields: string[]
}

/**
 * Valid values by the name of a field or of its type. Other fields accept any text, except ids and
 * enums.
 */
const samplesByName: Record<string, unknown[]> = {
  Boolean: [true, false],
  CreatePipelineStageInput: [{ name: 'Sample', type: 'open' }],
  CustomFieldOptionInput: [{ label: 'Sample' }, { label: 'Other' }],
  DateTime: ['2026-06-03T09:30:00Z', '2026-06-03T09:45:00Z', '2036-06-03T09:45:00Z'],
  Email: ['sample@acme.test', 'other@acme.test'],
  EventPattern: ['deal.moved', 'deal.created'],
  ExternalSource: ['hubspot', 'salesforce'],
  FieldKey: ['sampleKey'],
  Int: [0, 1],
  JSON: [{ newsletter: 'Yes' }, { newsletter: 'No' }],
  Money: [12.5, 99],
  PersonEmailInput: [{ value: 'sample@people.test' }, { value: 'other@people.test' }],
  PersonOrderInput: [{ field: 'price' }, { field: 'name' }],
  PersonPhoneInput: [{ value: '+14155550111' }, { value: '+14155550122' }],
  PersonWhere: [{ source: { eq: 'Phone' } }],
  Position: [0, 1],
  RoleName: ['Admin', 'Agent'],
  Scope: ['tasks.manage'],
  TimeZone: ['Europe/Berlin', 'Europe/Paris'],
  UpdatePipelineStageInput: [{ name: 'Other', type: 'open' }],
  WebUrl: ['https://93.184.216.34/sample', 'https://93.184.216.34/other'],
}

/** Input fields that control the operation; no record stores them. */
const controlFields = ['moveDealsTo', 'onDuplicate', 'replaceRemovedWith']

/** Fields that the server accepts only with these other fields. */
const companionFields: Record<string, Fields> = {
  externalId: { externalSource: 'hubspot' },
  externalSource: { externalId: 'Sample externalSource' },
}

/** Fields that REST responses do not contain. */
const fieldsWithoutRest = ['collaboratorIds']

/** Record fields that have another name in events, each with that name. */
const eventFieldNames: Record<string, string> = { where: 'filter', suspended: 'suspendedAt' }

/** Record fields that the server computes. */
const computedFields = [
  'version',
  'updatedAt',
  'updatedById',
  'fullName',
  'assignedAgentName',
  'assignedAgentEmail',
  'stageName',
  'pipelineName',
  'stageEnteredAt',
  'trashedAt',
  'status',
  'order',
]

/** The kinds of records that a mutation creates one by one. */
const createdTypes = listFields('Mutation').flatMap(({ name, args }) => {
  const input = args.find((argument) => argument.name === 'input')
  return name.startsWith('create') && input && !isListType(getNullableType(input.type))
    ? [name.slice('create'.length)]
    : []
})

/**
 * Returns the fields of an input in reverse order, so that a deal's pipeline, which limits its
 * stages, is set last.
 */
function listInputFields(inputName: string): GraphQLInputField[] {
  const input = schema.getType(inputName)
  const fields = isInputObjectType(input) ? Object.values(input.getFields()) : []
  return fields.filter(({ name }) => !controlFields.includes(name)).reverse()
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

let world: World
let fixture: Records
let recordIds: string[]
beforeAll(async () => {
  world = await createWorld()
  fixture = await createRecords(world)
  for (const record of ['person', 'deal'])
    await sendRest('POST', '/v1/custom-fields', { name: 'Newsletter', record, type: 'text' })
  const recordsByKind = Map.groupBy(
    fixture.records.filter(({ company, trashed }) => company === 'acme' && !trashed),
    ({ kind }) => kind,
  )
  const catalog = await world
    .as('owner')
    .gql(
      '{ stages { nodes { id } } pipelines { nodes { id stages { id } } } teams { nodes { id } } }',
    )
  recordIds = [...recordsByKind.values()]
    .flatMap((records) => [...records.slice(0, 1), ...records.slice(-1)].map(({ id }) => id))
    .concat(catalog.text.match(/(?<="id":")[^"]+/g) ?? [])
})
afterAll(() => world.stop())

const sendRest = (method: string, path: string, body?: object) =>
  world.as('owner').rest(method, path, body)

function listSamples({ name, type }: GraphQLInputField): unknown[] {
  const namedType = getNamedType(type)
  const samples =
    namedType.name === 'ID'
      ? recordIds
      : isEnumType(namedType)
        ? namedType.getValues().map((value) => value.name)
        : (samplesByName[name] ??
          samplesByName[namedType.name] ?? [`Sample ${name}`, `Other ${name}`])
  return isListType(getNullableType(type)) ? samples.map((sample) => [sample]) : samples
}

/** Creates a record, or updates the record with the id. */
async function save(type: string, input: Fields, id?: string) {
  const action = id ? 'update' : 'create'
  const reply = await world.as('owner').gql(
    `mutation ($input: ${capitalize(action)}${type}Input!${id ? ', $id: ID!' : ''}) {
      payload: ${action}${type}(input: $input${id ? ', id: $id' : ''}) { record: ${uncapitalize(type)} { id } } }`,
    { input, ...(id && { id }) },
  )
  const [error] = reply.body.errors ?? []
  return {
    error: error && JSON.stringify(error.extensions.details ?? error.message),
    id: reply.body.data?.payload?.record.id as string,
  }
}

async function readState(type: string, id: string): Promise<State> {
  const call = apiCalls.find(
    ({ name, field }) => field === uncapitalize(type) && /^GET .*\/\{id\}$/.test(name),
  )
  const path = call?.name.slice('GET '.length).replace('{id}', id) ?? ''
  const { body } = await world
    .as('owner')
    .gql(
      `{ auditLog(first: 1, where: { recordId: { eq: "${id}" } }) { nodes { id changes { field } } } }`,
    )
  const [event] = body.data.auditLog.nodes as { id: string; changes: { field: string }[] }[]
  const eventFields = (event?.changes ?? []).map(({ field }) => field.replace(/\..*/, ''))
  return {
    record: (await sendRest('GET', path)).body.data,
    eventId: event?.id ?? '',
    eventFields: [...new Set(eventFields)].filter((name) => !computedFields.includes(name)),
  }
}

/** Returns an input with as many fields as the server accepts at once. */
async function createCompleteInput(type: string): Promise<Fields> {
  const validCase = createCases(fixture).find(
    ({ apiCall, caller, outcome }) =>
      apiCall.name === `create${type}` && caller === 'owner' && outcome === 'ok',
  )
  if (!validCase) throw new Error(`test/support/access-table.ts has no valid case of create${type}`)
  let { input } = validCase.values as { input: Fields }
  if (type === 'CustomField') input = { ...input, type: 'singleChoice', options: [{ label: 'A' }] }
  for (const field of listInputFields(`Create${type}Input`))
    for (const sample of field.name in input ? [] : listSamples(field)) {
      const candidate = { ...input, [field.name]: sample, ...companionFields[field.name] }
      if ((await withRollback(world, () => save(type, candidate))).error) continue
      input = candidate
      break
    }
  return input
}

/** Returns the difference between the changed fields and the fields that the event lists. */
function findEventFault(before: State, after: State): string | undefined {
  const changedFields = Object.keys(after.record)
    .filter((name) => !isEqual(after.record[name], before.record[name]))
    .filter((name) => !computedFields.includes(name))
    .map((name) => eventFieldNames[name] ?? name)
  const eventFields = after.eventId === before.eventId ? [] : after.eventFields
  const missingFields = changedFields.filter((name) => !eventFields.includes(name))
  if (missingFields.length > 0) return `changes ${missingFields}, which the event does not list`
  const unchangedFields = eventFields.filter(
    (name) => !changedFields.includes(name) && !fieldsWithoutRest.includes(name),
  )
  if (unchangedFields.length > 0)
    return `changes ${unchangedFields} in the event, but not in the REST response (rest.ts)`
  return undefined
}

/** Sets a field to one sample after the other until the record or its events change. */
async function updateField(type: string, id: string, field: GraphQLInputField, before: State) {
  let fault = 'is accepted, but changes neither the record nor its events (operations.ts)'
  for (const sample of listSamples(field)) {
    const input = { [field.name]: sample, ...companionFields[field.name] }
    const { error } = await save(type, input, id)
    if (error) {
      fault = `rejects the values of \`samplesByName\` in test/input-fields.test.ts: ${error}`
      continue
    }
    const after = await readState(type, id)
    if (!isEqual(before, after)) return { fault: findEventFault(before, after), after }
  }
  return { fault, after: before }
}

test.each(createdTypes.map((type) => [type, type] as const))(
  'each field in the inputs of create%s and update%s is stored in the record and listed in the event',
  async (type) => {
    const creationInput = await createCompleteInput(type)
    const { id, error } = await save(type, creationInput)
    expect(error).toBeUndefined()
    const created = await readState(type, id)
    // Only a completed appointment has an outcome.
    if (type === 'Appointment') await sendRest('POST', `/v1/appointments/${id}/complete`)
    const faults: string[] = []
    const eventFieldsByInput: Record<string, string[]> = {}
    let before = await readState(type, id)
    for (const field of listInputFields(`Update${type}Input`)) {
      const { fault, after } = await updateField(type, id, field, before)
      if (fault) faults.push(`update${type}: \`${field.name}\` ${fault}`)
      else eventFieldsByInput[field.name] = after.eventFields
      before = after
    }
    for (const name of Object.keys(creationInput))
      for (const eventField of eventFieldsByInput[name] ?? [name])
        if (!created.eventFields.includes(eventField))
          faults.push(`create${type}: the event does not list \`${eventField}\` (operations.ts)`)
    expect(faults, 'input fields that a file in src/resources/*/ does not use').toEqual([])
  },
)

/** Input fields that REST replaces with `roleName` and `order`. */
const fieldsOnlyInGraphql = ['input.role', 'input.place']

test('every field in the input object of a mutation, except `role` and `place`, is an input of a REST route', () => {
  const restInputs = routes
    .map((route) => prepareRoute(schema, route))
    .flatMap(({ operation, inputs }) =>
      inputs.map(({ argumentPath }) => `${operation.rootFields[0]?.field.name} ${argumentPath}`),
    )
  const missingInputs: string[] = []
  for (const { name, args } of listFields('Mutation'))
    for (const { name: argument, type } of args) {
      const input = isListType(getNullableType(type)) ? undefined : getNamedType(type)
      if (isInputObjectType(input))
        for (const field of Object.keys(input.getFields()).map((field) => `${argument}.${field}`))
          if (!fieldsOnlyInGraphql.includes(field) && !restInputs.includes(`${name} ${field}`))
            missingInputs.push(`${name} ${field}`)
    }
  expect(missingInputs, 'variables to add in src/resources/*/rest.ts').toEqual([])
})
