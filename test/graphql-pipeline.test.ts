import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRules } from '../src/graphql/pipeline.ts'
import { schema } from '../src/resources/index.ts'
import { openStream } from './support/stream.ts'
import { createWorld, type World } from './support/world.ts'

describe('The GraphQL pipeline', () => {
  let world: World
  const phases: string[] = []
  const phaseRecorder: Plugin = {
    onParams: () => void phases.push('params'),
    onParse: () => void phases.push('parse'),
    onValidate: () => void phases.push('validate'),
    onContextBuilding: () => void phases.push('context'),
    onExecute: () => void phases.push('execute'),
    onSubscribe: () => void phases.push('subscribe'),
    onExecutionResult: () => void phases.push('result'),
  }
  const interceptor: Plugin = {
    onExecute({ args: { contextValue }, setResultAndStopExecution }) {
      if (contextValue.params.query?.includes('Intercepted'))
        setResultAndStopExecution({ data: { me: { id: 'from the plugin' } } })
    },
    onExecutionResult({ result, setResult }) {
      if (result && 'data' in result && result.data?.['__typename'])
        setResult({ ...result, data: { ...result.data, added: true } })
    },
  }
  beforeAll(async () => {
    world = await createWorld({}, { plugins: [phaseRecorder, interceptor] })
  })
  afterAll(() => world.stop())

  test('the GraphQL pipeline applies its rules in a fixed order', () => {
    const ruleNames = Object.keys(
      createRules({ schema, deps: { ...world.deps, queryWorkers: undefined } }),
    )
    expect(ruleNames).toEqual([
      'documents',
      'scopes',
      'inputConstraints',
      'cost',
      'compiler',
      'transactions',
      'subscriptions',
      'responses',
    ])
  })

  test('the GraphQL pipeline includes the rule for deprecations only if a field is deprecated, and the rule for query workers only if query workers exist', () => {
    const deprecatedField = { type: GraphQLString, extensions: { deprecated: { since: 'today' } } }
    const queryType = new GraphQLObjectType({ name: 'Query', fields: { old: deprecatedField } })
    const queryWorkers = { run: () => undefined, recordDuration: () => {}, end: async () => {} }
    const ruleNames = Object.keys(
      createRules({
        schema: new GraphQLSchema({ query: queryType }),
        deps: { ...world.deps, queryWorkers },
      }),
    )
    expect(ruleNames.slice(2, 8)).toEqual([
      'inputConstraints',
      'cost',
      'deprecationNotices',
      'compiler',
      'transactions',
      'workers',
    ])
  })

  test('a GraphQL Yoga plugin is called in each phase of a query, a mutation and a subscription', async () => {
    const commonPhases = ['params', 'parse', 'validate', 'context']
    const owner = world.as('owner')
    phases.splice(0)
    await owner.gql('{ me { id } }')
    expect(phases.splice(0)).toEqual([...commonPhases, 'execute', 'result'])
    await owner.gql('mutation { createTask(input: { title: "Hooks" }) { task { id } } }')
    expect(phases.splice(0)).toEqual([...commonPhases, 'execute', 'result'])
    const stream = await openStream(owner, {
      url: world.url,
      query: 'subscription { events { type } }',
    })
    expect(phases.splice(0)).toEqual([...commonPhases, 'subscribe', 'result'])
    stream.close()
  })

  test('a rejected GraphQL request skips the remaining phases of the pipeline, except the result phase', async () => {
    phases.splice(0)
    await world.as('owner').gql('{ nonsense }')
    expect(phases.splice(0)).toEqual(['params', 'parse', 'validate', 'result'])
    await world.as('owner').gql('{ people(first: 1000) { nodes { id } } }')
    expect(phases.splice(0)).toEqual(['params', 'parse', 'validate', 'context', 'result'])
  })

  test('a GraphQL Yoga plugin can create or change a GraphQL result', async () => {
    const createdResult = await world.as('owner').gql('query Intercepted { me { id } }')
    expect(createdResult.body.data).toEqual({ me: { id: 'from the plugin' } })
    const changedResult = await world.as('owner').gql('{ __typename }')
    expect(changedResult.body.data).toEqual({ __typename: 'Query', added: true })
  })
})
