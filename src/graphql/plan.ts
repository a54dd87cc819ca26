import { type ExecutionResult, execute, type OperationDefinitionNode } from 'graphql'
import type { Maybe } from '../store/maybe.ts'
import type { Plan, Runnable } from './runnable.ts'

const plainly =
  ({ schema, document, operation }: Runnable): Plan =>
  (contextValue, variableValues) =>
    execute({ schema, document, operationName: operation.name?.value, variableValues, contextValue }) as ExecutionResult

interface Known {
  plan: Plan
  /** Whether it has been asked for twice, or is not to be compiled. */
  settled: boolean
}

/** Kept as long as the operation is: routes for ever, of other documents those that are kept as text. */
const known = new WeakMap<OperationDefinitionNode, Known>()

/** How an operation is executed: queries compiled from the second time on, everything else plainly. The compiler is loaded when it is first needed. */
export function planOf(what: Runnable): Maybe<Plan> {
  const { operation } = what
  const found = known.get(operation)
  if (found?.settled) return found.plan
  const made = found ?? { plan: plainly(what), settled: operation.operation !== 'query' }
  known.set(operation, made)
  if (!found) return made.plan
  made.settled = true
  return compiled(what, made)
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
