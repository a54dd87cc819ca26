/** Executes operations compiled from their second run on, and otherwise with graphql-js. */
import type { ExecutionResult } from 'graphql'
import type { Context } from '../../context.ts'
import { type MaybePromise, mapMaybePromise } from '../../lib/async.ts'
import { createDerivedCache } from '../../lib/cache.ts'
import { compileOperation } from '../compiler/compile.ts'
import type { CompiledOperation } from '../compiler/runtime.ts'
import { executeWithGraphqlJs, type PreparedOperation } from '../operation.ts'
import type { Variables } from '../values.ts'
import type { GraphqlPlugin } from './context.ts'

/** The compiled operation cannot make the result: it has to run again with `ctx.uncompiled`. */
export class RetryUncompiled extends Error {}

/** The innermost plugin of the execution phase: it is called with the context of resolvers. */
export const useCompiler = (): GraphqlPlugin => ({
  onExecute({ context: { operation, input }, setExecuteFn }) {
    setExecuteFn(({ contextValue }) => executeOperation(operation, contextValue, input.variables))
  },
})

const compilerCache = createDerivedCache<
  PreparedOperation,
  { runs: number; compiled?: CompiledOperation | undefined }
>('compiled_operations')

/** @throws RetryUncompiled */
export function executeOperation(
  operation: PreparedOperation,
  ctx: Context,
  variables: Variables,
): MaybePromise<ExecutionResult> {
  const compiled = compiledFor(operation, ctx)
  ctx.via = compiled ? 'compiled' : 'executed'
  const run = () =>
    compiled
      ? mapMaybePromise(compiled(ctx, variables), requireResult)
      : executeWithGraphqlJs(operation, ctx, variables)
  return ctx.tracing
    ? ctx.tracing.span('execute', run, {
        'graphql.operation.type': operation.type,
        'graphql.operation.name': operation.name?.slice(0, 100),
      })
    : run()
}

function compiledFor(operation: PreparedOperation, ctx: Context): CompiledOperation | undefined {
  const { QUERY_COMPILER } = ctx.settings
  if (ctx.uncompiled || QUERY_COMPILER === 'off') return undefined
  const entry = compilerCache.getOrCreate(operation, () => ({ runs: 0 }))
  // Compiling takes as long as a dozen runs, and many documents run once.
  if (entry.runs++ === 0 && QUERY_COMPILER === 'on') return undefined
  if (!('compiled' in entry)) entry.compiled = compileOperation(operation)
  return entry.compiled
}

function requireResult(result: ExecutionResult | undefined): ExecutionResult {
  if (!result) throw new RetryUncompiled()
  return result
}
