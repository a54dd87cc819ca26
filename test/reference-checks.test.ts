/** Replaces each id in the inputs of mutations with ids that the caller cannot use. */
import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccessCase, createCases, unknownRecord } from './support/access-cases.ts'
import { createRecords, type Records } from './support/access-records.ts'
import { listFields } from './support/api-calls.ts'
import { dump } from './support/dump.ts'
import { canView, type RecordFacts } from './support/visibility-model.ts'
import { createWorld, type World } from './support/world.ts'

/** Returns the paths of all ids in an input, such as `input.peopleIds.0`. */
function listIdPaths(type: GraphQLInputType, path: string): string[] {
  const namedType = getNamedType(type)
  const itemPath = isListType(getNullableType(type)) ? `${path}.0` : path
  if (namedType.name === 'ID') return [itemPath]
  // A filter with an unknown id matches no record.
  if (!isInputObjectType(namedType) || namedType.name.endsWith('Where')) return []
  return Object.values(namedType.getFields()).flatMap((field) =>
    listIdPaths(field.type, `${itemPath}.${field.name}`),
  )
}

/** Returns a copy of a value in which the value at the path is replaced. */
function replaceAt(value: unknown, [name, ...path]: string[], replacement: string): unknown {
  if (name === undefined) return replacement
  if (name !== '0') {
    const object = { ...(value as Record<string, unknown>) }
    return { ...object, [name]: replaceAt(object[name], path, replacement) }
  }
  const [firstItem, ...otherItems] = (value ?? []) as unknown[]
  return [replaceAt(firstItem, path, replacement), ...otherItems]
}

const stages = [{ name: 'Open', type: 'open' }]
/** Arguments that an id requires in addition to those of the permission table. */
const requiredArguments: Record<string, object> = {
  'deleteTag replacement.moveTo': { replacement: {} },
  'updatePipeline input.moveDealsTo': { input: { stages } },
  'updatePipeline input.stages.0.id': { input: { stages } },
}

let world: World
let fixture: Records
beforeAll(async () => {
  world = await createWorld()
  fixture = await createRecords(world)
})
afterAll(() => world.stop())

/** Returns an unknown record, and a hidden and a foreign record of each kind. */
const listUnusableRecords = (user: AccessCase['caller']): RecordFacts[] => {
  const hiddenRecords = fixture.records.filter(
    (record) => !canView(fixture.teams, { user }, record),
  )
  return [
    unknownRecord,
    ...new Map(
      hiddenRecords.map((record) => [`${record.kind} ${record.company}`, record]),
    ).values(),
  ]
}

/** Returns a description of the result unless the server rejected the id at `path`. */
async function findMissingCheck(
  { apiCall, caller, values }: AccessCase,
  path: string,
  record: RecordFacts,
): Promise<string[]> {
  const call = `${apiCall.name} ${path}`
  const { outcome, details } = await apiCall.call(
    world.as(caller),
    replaceAt({ ...values, ...requiredArguments[call] }, path.split('.'), record.id) as object,
  )
  const field = path.replace(/\.(\d+)/g, '[$1]')
  const isRejected =
    ['NOT_FOUND', 'FORBIDDEN'].includes(outcome) ||
    details.some((detail) => `${field} INVALID_REFERENCE`.endsWith(detail))
  if (isRejected) return []
  return [
    `${call}: ${outcome} ${details} with the id of a record of ${record.company} of the kind ${record.kind}`,
  ]
}

test('a mutation rejects each id in its input that is unknown or that the caller cannot view, and changes nothing', async () => {
  const validCases = createCases(fixture).filter(({ outcome }) => outcome === 'ok')
  const dumpBefore = await dump(world)
  const missingChecks: string[] = []
  for (const { name, args } of listFields('Mutation')) {
    const findCase = (user: AccessCase['caller']) =>
      validCases.find(({ apiCall, caller }) => apiCall.name === name && caller === user)
    // Some records are hidden from the agent, and none from the owner.
    const validCase = findCase('agent') ?? findCase('owner')
    const paths = args.flatMap((arg) => listIdPaths(arg.type, arg.name))
    for (const path of paths.filter((path) => path !== 'id')) {
      if (!validCase) throw new Error(`test/support/access-table.ts has no valid case of ${name}`)
      const results = listUnusableRecords(validCase.caller).map((record) =>
        findMissingCheck(validCase, path, record),
      )
      missingChecks.push(...(await Promise.all(results)).flat())
    }
  }
  expect(
    missingChecks,
    'ids that are not checked: call `checkReferences` in src/resources/*/operations.ts',
  ).toEqual([])
  expect(await dump(world)).toEqual(dumpBefore)
})
