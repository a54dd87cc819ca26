/** Compiles operations, by default before their second run; graphql-js executes all other runs. */
import type { ExecutionResult } from 'graphql'
import type { Context } from '../../context.ts'
import { mapMaybePromise } from '../../lib/async.ts'
import { createDerivedCache } from '../../lib/cache.ts'
import { compileOperation } from '../compiler/compile.ts'
import type { CompiledOperation } from '../compiler/complete.ts'
import { executeWithGraphqlJs, type PreparedOperation } from '../operation.ts'
import type { Variables } from '../values.ts'
import type { GraphqlPlugin } from './pipeline-context.ts'

/** Thrown if a compiled operation bails out and must run again without the compiler. */
export class RetryUncompiled extends Error {}

/** The innermost plugin of the execute phase: executes operations with the resolvers' context. */
export const useCompiler = (): GraphqlPlugin => ({
  onExecute({ context: { operation, input }, setExecuteFn }) {
    setExecuteFn(({ contextValue }) => executeOperation(operation, contextValue, input.variables))
  },
})

const compilerCache = createDerivedCache<
  PreparedOperation,
  { runCount: number; compiled?: CompiledOperation | undefined }
>('compiled_operations')

/** Executes an operation. @throws RetryUncompiled if the compiled operation bails out */
export function executeOperation(operation: PreparedOperation, ctx: Context, variables: Variables) {
  const compiledOperation = getCompiled(operation, ctx)
  ctx.executionMethod = compiledOperation ? 'compiled' : 'executed'
  const run = () =>
    compiledOperation
      ? mapMaybePromise(compiledOperation(ctx, variables), requireResult)
      : executeWithGraphqlJs(operation, ctx, variables)
  return ctx.tracing
    ? ctx.tracing.withSpan('execute', run, {
        'graphql.operation.type': operation.type,
        'graphql.operation.name': operation.name?.slice(0, 100),
      })
    : run()
}

function getCompiled(operation: PreparedOperation, ctx: Context): CompiledOperation | undefined {
  const { QUERY_COMPILER } = ctx.settings
  if (ctx.skipsCompiler || QUERY_COMPILER === 'off') return undefined
  const cacheEntry = compilerCache.getOrCreate(operation, () => ({ runCount: 0 }))
  // Compiling takes as long as a dozen executions, and many documents are executed only once.
  if (cacheEntry.runCount++ === 0 && QUERY_COMPILER === 'on') return undefined
  if (!('compiled' in cacheEntry)) cacheEntry.compiled = compileOperation(operation)
  return cacheEntry.compiled
}

function requireResult(result: ExecutionResult | undefined): ExecutionResult {
  if (!result) throw new RetryUncompiled()
  return result
}
