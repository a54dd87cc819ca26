import { type ExecutionResult, execute } from 'graphql'
import type { Context } from '../../context.ts'
import type { MaybePromise } from '../../lib/maybe-promise.ts'
import type { Variables } from '../check-values.ts'
import type { PreparedOperation } from '../operation.ts'
import { type CompiledOperation, compileOperation } from './compile.ts'

interface Known {
  compiled?: CompiledOperation | undefined
  /** How often it has run. */
  runs: number
}

/**
 * Kept as long as the operation is: routes for ever, of other documents those that are kept as
 * text.
 */
const known = new WeakMap<PreparedOperation, Known>()

let plainRuns = 1

/** For tests: so many times an operation is executed plainly before it is compiled. */
export function compileAfter(runs: number): void {
  plainRuns = runs
}

/** Executes an operation as graphql-js does. */
export const executeWithGraphqlJs = (
  { schema, document, name }: PreparedOperation,
  contextValue: Context,
  variableValues: Variables,
) =>
  execute({
    schema,
    document,
    operationName: name,
    variableValues,
    contextValue,
  }) as MaybePromise<ExecutionResult>

/**
 * Executes an operation as it was compiled, from its second run on; nothing, where it has to be
 * executed plainly, in a new context.
 */
export function executeOperation(
  operation: PreparedOperation,
  ctx: Context,
  variables: Variables,
): MaybePromise<ExecutionResult | undefined> {
  const found = known.get(operation) ?? { runs: 0 }
  known.set(operation, found)
  if (found.runs++ < plainRuns) return executeWithGraphqlJs(operation, ctx, variables)
  if (!('compiled' in found)) found.compiled = compiledOf(operation)
  return found.compiled
    ? found.compiled(ctx, variables)
    : executeWithGraphqlJs(operation, ctx, variables)
}

/** What the compiler does not take is executed plainly, as before. */
function compiledOf(operation: PreparedOperation): CompiledOperation | undefined {
  try {
    return compileOperation(operation)
  } catch {
    return undefined
  }
}
