import { type ExecutionResult, execute, type OperationDefinitionNode } from 'graphql'
import type { Context } from '../context.ts'
import type { Maybe } from '../store/maybe.ts'
import { type Compiled, compile } from './compile.ts'
import type { Runnable } from './runnable.ts'
import type { Variables } from './values.ts'

interface Known {
  compiled?: Compiled | undefined
  /** How often it has run. */
  runs: number
}

/**
 * Kept as long as the operation is: routes for ever, of other documents those that are kept as
 * text.
 */
const known = new WeakMap<OperationDefinitionNode, Known>()

let plainRuns = 1

/** For tests: so many times an operation is executed plainly before it is compiled. */
export function compileAfter(runs: number): void {
  plainRuns = runs
}

/** Executes an operation as graphql-js does. */
export const executePlainly = (
  { schema, document, operation }: Runnable,
  contextValue: Context,
  variableValues: Variables,
) =>
  execute({
    schema,
    document,
    operationName: operation.name?.value,
    variableValues,
    contextValue,
  }) as Maybe<ExecutionResult>

/**
 * Executes an operation as it was compiled, from its second run on; nothing, where it has to be
 * executed plainly, in a new context.
 */
export function executeCompiled(
  what: Runnable,
  ctx: Context,
  variables: Variables,
): Maybe<ExecutionResult | undefined> {
  const found = known.get(what.operation) ?? { runs: 0 }
  known.set(what.operation, found)
  if (found.runs++ < plainRuns) return executePlainly(what, ctx, variables)
  if (!('compiled' in found)) found.compiled = compiledOf(what)
  return found.compiled ? found.compiled(ctx, variables) : executePlainly(what, ctx, variables)
}

/** What the compiler does not take is executed plainly, as before. */
function compiledOf(what: Runnable): Compiled | undefined {
  try {
    return compile(what)
  } catch {
    return undefined
  }
}
