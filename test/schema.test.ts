import { readFileSync } from 'node:fs'
import {
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isScalarType,
  parse,
  visit,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { scopeDescriptions } from '../src/access/scopes.ts'
import { getPersonReferences } from '../src/crud/person-references.ts'
import { detailCodes, statusByCode } from '../src/errors.ts'
import { listEventKinds, listEventTypes } from '../src/events/event-types.ts'
import { capitalize } from '../src/lib/text.ts'
import { routes, schema } from '../src/resources/index.ts'
import { printContracts } from './contracts/write.ts'

const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type))
const objects = types.filter((type) => isObjectType(type) || isInterfaceType(type))
const inputs = types.filter(isInputObjectType)

describe('The GraphQL schema', () => {
  test('the contract files are up to date with the code', async () => {
    for (const [file, text] of Object.entries(await printContracts()))
      expect(readFileSync(file, 'utf8') === text, `${file}: run npm run contracts`).toBe(true)
  })

  test('a person has a list, a filter and a merge count for each kind of record that refers to people', () => {
    const names = new Set([
      ...getPersonReferences('move').map(({ table }) => table),
      ...getPersonReferences('relink').map(({ recordTable }) => recordTable),
    ])
    const missingFields = ['Person', 'PersonWhere', 'PersonMergeMoves'].flatMap((typeName) => {
      const type = schema.getType(typeName) as GraphQLObjectType
      return [...names]
        .filter((name) => !type.getFields()[name])
        .map((name) => `${typeName}.${name}`)
    })
    expect(names.size).toBeGreaterThan(3)
    expect(missingFields, 'use addListTo, addRelation and addMergeCount').toEqual([])
  })

  test('every type, field, argument and input field in the GraphQL schema has a description', () => {
    const undescribedElements = [
      ...types
        .filter(
          (type) =>
            !type.description && !['String', 'Int', 'Float', 'Boolean', 'ID'].includes(type.name),
        )
        .map((type) => type.name),
      ...objects.flatMap((type) =>
        Object.values(type.getFields()).flatMap((field) => [
          ...(field.description ? [] : [`${type.name}.${field.name}`]),
          ...field.args
            .filter((argument) => !argument.description)
            .map((argument) => `${type.name}.${field.name}(${argument.name}:)`),
        ]),
      ),
      ...inputs.flatMap((type) =>
        Object.values(type.getFields())
          .filter((field) => !field.description)
          .map((field) => `${type.name}.${field.name}`),
      ),
    ]
    expect(undescribedElements).toEqual([])
  })

  test('GraphQL descriptions have at most 32 characters on average', () => {
    const lengths: number[] = []
    visit(parse(readFileSync('schema.graphql', 'utf8')), {
      enter: (node) => {
        if ('description' in node && node.description) lengths.push(node.description.value.length)
      },
    })
    const averageLength = lengths.reduce((sum, length) => sum + length) / lengths.length
    expect(averageLength, 'shorten the longest new descriptions').toBeLessThanOrEqual(32)
  })

  test('every GraphQL query and mutation declares its scopes', () => {
    const rootFields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    )
    expect(
      rootFields
        .filter((field) => !Array.isArray(field.extensions['scopes']))
        .map((field) => field.name),
    ).toEqual([])
  })

  test('scalar GraphQL arguments have a built-in type or the type TagName or EventPattern', () => {
    const argumentsByField = objects.flatMap((type) =>
      Object.values(type.getFields()).flatMap((field) =>
        field.args.map((argument) => [`${type.name}.${field.name}`, argument] as const),
      ),
    )
    const invalidArguments = argumentsByField.filter(([, argument]) => {
      const type = getNamedType(argument.type)
      return (
        isScalarType(type) &&
        !['String', 'Int', 'Float', 'Boolean', 'ID', 'TagName', 'EventPattern'].includes(type.name)
      )
    })
    expect(invalidArguments.map(([field, argument]) => `${field}(${argument.name}:)`)).toEqual([])
  })

  test('the names of input types end with Input or, for filters, with Where or Comparators', () => {
    expect(
      inputs.map((type) => type.name).filter((name) => !/(Input|Where|Comparators)$/.test(name)),
    ).toEqual([])
  })

  test('every mutation has its own non-null payload type, whose fields are non-null except DeletePersonPayload.person and ReplayWebhookDeliveriesPayload.nextSince', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
    expect(mutations.map(({ type }) => String(type))).toEqual(
      mutations.map(({ name }) => `${capitalize(name)}Payload!`),
    )
    const nullableFields = mutations.flatMap(({ type }) =>
      Object.values((getNamedType(type) as GraphQLObjectType).getFields())
        .filter((field) => !isNonNullType(field.type))
        .map(String),
    )
    expect(nullableFields).toEqual([
      'DeletePersonPayload.person',
      'ReplayWebhookDeliveriesPayload.nextSince',
    ])
  })

  test('the payload of every delete mutation has a non-null `deletedId`', () => {
    const deletions = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
      ({ name }) => name.startsWith('delete'),
    )
    for (const { name, type } of deletions)
      expect([
        name,
        String((getNamedType(type) as GraphQLObjectType).getFields()['deletedId']?.type),
      ]).toEqual([name, 'ID!'])
  })

  test('the GraphQL schema contains the queries and mutations that clients depend on', () => {
    const queryNames = Object.keys(schema.getQueryType()?.getFields() ?? {})
    const mutationNames = Object.keys(schema.getMutationType()?.getFields() ?? {})
    expect(queryNames).toEqual(
      expect.arrayContaining(
        'me node nodes person people searchPeople deal deals task tasks appointment appointments activity activities user users team teams tags stages pipeline pipelines apiKeys smartList smartLists auditLog board webhookEndpoint webhookEndpoints webhookDelivery webhookDeliveries'.split(
          ' ',
        ),
      ),
    )
    expect(mutationNames).toEqual(
      expect.arrayContaining(
        `createPerson updatePerson deletePerson restorePerson addPersonTags removePersonTags createDeal updateDeal deleteDeal moveDeal createTask updateTask deleteTask
         completeTask reopenTask createAppointment updateAppointment completeAppointment cancelAppointment deleteAppointment createActivity updateActivity deleteActivity createUser updateUser createTeam updateTeam deleteTeam createStage updateStage deleteStage
         createPipeline updatePipeline deletePipeline updateTag deleteTag createApiKey rotateApiKey revokeApiKey mergePeople createSmartList updateSmartList deleteSmartList
         createWebhookEndpoint updateWebhookEndpoint deleteWebhookEndpoint rotateWebhookSecret pingWebhookEndpoint replayWebhookDelivery replayWebhookDeliveries`.split(
          /\s+/,
        ),
      ),
    )
  })

  test('GraphQL enum values have the same names as the REST values, except for roles', () => {
    const renamedValues = types.filter(isEnumType).flatMap((type) =>
      type
        .getValues()
        .filter((value) => type.name !== 'Role' && value.name !== value.value)
        .map((value) => `${type.name}.${value.name}`),
    )
    expect(renamedValues).toEqual([])
  })

  test('the GraphQL error code enums contain the same codes as the server and the API guide', () => {
    const listEnumValues = (name: string) => {
      const type = schema.getType(name)
      return isEnumType(type) ? type.getValues().map((value) => value.name) : []
    }
    const guide = readFileSync('docs/api-guide.md', 'utf8')
    const guideCodes = [...guide.matchAll(/^\| `([A-Z_]+)` \| \d{3} \|/gm)].map((row) => row[1])
    expect(listEnumValues('ErrorCode').sort()).toEqual(Object.keys(statusByCode).sort())
    expect(guideCodes.sort()).toEqual(Object.keys(statusByCode).sort())
    expect(listEnumValues('ErrorDetailCode').sort()).toEqual([...detailCodes].sort())
    for (const code of detailCodes) expect(guide).toContain(`\`${code}\``)
  })

  test('the API guide lists all event types, and the GraphQL schema lists all record kinds', () => {
    const guide = readFileSync('docs/api-guide.md', 'utf8')
    const [, paragraph = ''] = /^\*\*Event types\.\*\*(.*)/m.exec(guide) ?? []
    const guideTypes = [...paragraph.matchAll(/`(\w+\.\w+)`/g)].map(([, type]) => type)
    expect(guideTypes, 'the paragraph "Event types" of docs/api-guide.md').toEqual([
      ...listEventTypes(),
      'webhook.ping',
    ])
    const recordKindEnum = schema.getType('RecordKind')
    expect(
      isEnumType(recordKindEnum) && recordKindEnum.getValues().map((value) => value.name),
    ).toEqual(listEventKinds())
  })

  test('the API guide lists all scopes', () => {
    const guideRows = readFileSync('docs/api-guide.md', 'utf8')
      .match(/^\|.*\|$/gm)
      ?.join('\n')
    const missingScopes = Object.keys(scopeDescriptions).filter(
      (scope) => !guideRows?.includes(`\`${scope}\``),
    )
    expect(missingScopes, 'scopes that the table in docs/api-guide.md does not list').toEqual([])
  })

  test('exactly the GraphQL scalars Date, DateTime, Email, JSON, TimeZone and WebUrl declare the URL of a specification', () => {
    const specifiedScalars = types
      .filter(isScalarType)
      .filter((type) => type.specifiedByURL)
      .map((type) => type.name)
    expect(specifiedScalars.sort()).toEqual([
      'Date',
      'DateTime',
      'Email',
      'JSON',
      'TimeZone',
      'WebUrl',
    ])
  })

  test("exactly the 19 REST routes of the contract's first version are marked `contract`", () => {
    const contractRoutes = `get /v1/people
get /v1/people/search
get /v1/people/{id}
delete /v1/people/{id}
get /v1/people/{id}/tags
post /v1/people/{id}/tags
post /v1/tasks
put /v1/tasks/{id}
delete /v1/tasks/{id}
post /v1/tasks/{id}/complete
put /v1/deals/{id}
delete /v1/deals/{id}
post /v1/deals/{id}/move
post /v1/activities
get /v1/activities
put /v1/activities/{id}
delete /v1/activities/{id}
get /v1/me
get /v1/users`.split('\n')
    expect(
      routes
        .filter((route) => route.contract)
        .map((route) => `${route.method} ${route.path}`)
        .sort(),
    ).toEqual(contractRoutes.sort())
  })

  test('the GraphQL operation names of REST routes are unique', () => {
    const operationNames = routes.map(
      (route) => /(?:query|mutation) (\w+)/.exec(route.document)?.[1],
    )
    expect(new Set(operationNames).size).toBe(routes.length)
  })
})
