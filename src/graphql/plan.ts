import { type ExecutionResult, execute, type OperationDefinitionNode } from 'graphql'
import type { Maybe } from '../store/maybe.ts'
import type { Plan, Runnable } from './runnable.ts'

const plainly =
  ({ schema, document, operation }: Runnable): Plan =>
  (contextValue, variableValues) =>
    execute({ schema, document, operationName: operation.name?.value, variableValues, contextValue }) as ExecutionResult

interface Known {
  plan: Plan
  /** How often it has run; infinitely often once it is compiled, or known not to be. */
  runs: number
}

/** Kept as long as the operation is: routes for ever, of other documents those that are kept as text. */
const known = new WeakMap<OperationDefinitionNode, Known>()

let plainRuns = 1

/** For tests: so many times an operation is executed plainly before it is compiled. */
export function compileAfter(runs: number): void {
  plainRuns = runs
}

/**
 * How an operation is executed: compiled from the second time on, or plainly where it cannot be. The compiler is loaded when it
 * is first needed.
 */
export function planOf(what: Runnable): Maybe<Plan> {
  const { operation } = what
  const found = known.get(operation) ?? { plan: plainly(what), runs: 0 }
  known.set(operation, found)
  if (++found.runs <= plainRuns || found.runs === Number.POSITIVE_INFINITY) return found.plan
  found.runs = Number.POSITIVE_INFINITY
  return compiled(what, found)
}

async function compiled(what: Runnable, made: Known): Promise<Plan> {
  const { compile } = await import('./compile.ts')
  try {
    made.plan = compile(what) ?? made.plan
  } catch {
    // What the compiler does not take is executed plainly, as before.
  }
  return made.plan
}
