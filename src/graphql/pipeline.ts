/**
 * The GraphQL pipeline: requests run through yoga's phases (parameters, parse, validate, context,
 * execute or subscribe, result), and each rule is one plugin. REST applies the same rules to its
 * prepared operations, by the functions that the plugins wrap.
 */
import type { GraphQLSchema } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Deps } from '../context.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import { useCompiler } from './plugins/compiler.ts'
import type { GraphqlPlugin } from './plugins/context.ts'
import { useCost } from './plugins/cost.ts'
import { hasDeprecations, useDeprecationNotices } from './plugins/deprecations.ts'
import { useDocumentLimits } from './plugins/document-limits.ts'
import { useInputConstraints } from './plugins/inputs.ts'
import { useOperation } from './plugins/operation.ts'
import { useResponses } from './plugins/responses.ts'
import { useScopes } from './plugins/scopes.ts'
import { useSubscriptions } from './plugins/subscriptions.ts'
import { useTransactions } from './plugins/transactions.ts'
import { useValidation } from './plugins/validation.ts'
import { useWorkers } from './plugins/workers.ts'

export interface PipelineOptions {
  schema: GraphQLSchema
  deps: Deps
  /** Plugins of yoga or envelop, whose hooks run before ours. */
  plugins?: readonly Plugin[] | undefined
}

/** The rules in order; in the execute phase, each plugin wraps those before it. */
export const rules = ({ schema, deps: { settings, queryWorkers } }: PipelineOptions) =>
  ({
    // Parse and validate
    documentLimits: useDocumentLimits(schema, settings),
    operation: useOperation(schema),
    validation: useValidation(),
    // Context
    scopes: useScopes(),
    inputConstraints: useInputConstraints(),
    cost: useCost(settings),
    ...(hasDeprecations(schema) && { deprecationNotices: useDeprecationNotices() }),
    // Execute or subscribe
    compiler: useCompiler(),
    transactions: useTransactions(),
    ...(queryWorkers && { workers: useWorkers() }),
    subscriptions: useSubscriptions(),
    // Result
    responses: useResponses(),
  }) satisfies Record<string, GraphqlPlugin>

export async function createPipeline(options: PipelineOptions) {
  const { createYoga } = await import('graphql-yoga')
  const { schema, deps, plugins = [] } = options
  return createYoga({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    cors: false,
    maskedErrors: false,
    logging: false,
    parserAndValidationCache: false,
    plugins: [
      ...plugins,
      ...(deps.tracing ? [traceDocuments(deps.tracing)] : []),
      ...joinContextHooks(Object.values(rules(options))),
    ],
  })
}

/** Spans of the phases before execution, which has its own on both interfaces. */
const traceDocuments = (tracing: NonNullable<Deps['tracing']>): Plugin => ({
  instrumentation: {
    parse: (_, parse) => void tracing.span('parse', parse),
    validate: (_, validate) => void tracing.span('validate', validate),
  },
})

/** Makes one hook of those of the context phase: yoga takes 0.4 µs for each. */
function joinContextHooks(plugins: readonly GraphqlPlugin[]): GraphqlPlugin[] {
  const hooks = plugins.flatMap(({ onContextBuilding }) => onContextBuilding ?? [])
  const joined: GraphqlPlugin = {
    onContextBuilding(payload) {
      const run = (index: number): MaybePromise<void> => {
        const hook = hooks[index]
        return hook && mapMaybePromise(hook(payload) as MaybePromise<void>, () => run(index + 1))
      }
      return run(0)
    },
  }
  return [...plugins.map(({ onContextBuilding: _, ...plugin }) => plugin), joined]
}
