import type { ExecutionResult, GraphQLError } from 'graphql'
import type { Viewer } from '../access/viewer.ts'
import { type Context, contextOf, type Deps } from '../context.ts'
import { runPendingLookups } from '../crud/external-lookups.ts'
import type { Detail } from '../errors.ts'
import { writeEvents } from '../events/record-event.ts'
import type { Once, StoredAnswer } from '../http/idempotency.ts'
import type { HttpResponse } from '../http/request-context.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/maybe-promise.ts'
import type { Db } from '../store/db.ts'
import type { Variables } from './check-values.ts'
import { executeOperation, executeWithGraphqlJs } from './compiler/execute-operation.ts'
import type { PreparedOperation } from './operation.ts'
import { checkReplay, replayConditions } from './replay.ts'

export interface Call {
  variables: Variables
  viewer: Viewer
  requestId: string
  /** Rows of a bulk change that fail for their values; see `rows.ts`. */
  refusedRows?: Map<number, Detail[]>
  /** See `fromOutside`. */
  outside?: Map<string, unknown>
}

/** Errors of a write: they roll the request back, so that a failed request changes nothing. */
export class OperationFailed extends Error {
  readonly errors: readonly GraphQLError[]
  constructor(errors: readonly GraphQLError[]) {
    super('refused')
    this.errors = errors
  }
}

/** What does not go as compiled is done again, plainly. */
class RetryUncompiled extends Error {}

function followed(
  ctx: Context,
  { type, name }: PreparedOperation,
  run: () => MaybePromise<ExecutionResult>,
): MaybePromise<ExecutionResult> {
  return ctx.tracing
    ? ctx.tracing.span('execute', run, {
        'graphql.operation.type': type,
        'graphql.operation.name': name?.slice(0, 100),
      })
    : run()
}

/** Runs a query on one snapshot. */
export const runQuery = (
  deps: Deps,
  operation: PreparedOperation,
  { variables, ...who }: Call,
): MaybePromise<ExecutionResult> =>
  deps.store.forCompany(who.viewer.companyId).read((db) => {
    const ctx = contextOf(deps, { ...who, db })
    const again = () => executeWithGraphqlJs(operation, contextOf(deps, { ...who, db }), variables)
    const began = performance.now()
    const result = followed(ctx, operation, () =>
      mapMaybePromise(executeOperation(operation, ctx, variables), (result) => result ?? again()),
    )
    const atOnce = performance.now() - began
    return mapMaybePromise(result, (result) => {
      // Where a variable was refused nothing has run.
      if (result.data !== undefined)
        deps.threads?.took(operation.definition, ctx.waits ? atOnce : performance.now() - began)
      return result
    })
  })

/** Returns a stored response if the caller may still receive it. @throws Refused, FORBIDDEN */
async function replay(
  { answer, conditions }: StoredAnswer,
  newContext: () => Context,
  executeIn: (ctx: Context) => MaybePromise<ExecutionResult>,
): Promise<HttpResponse> {
  const runAgain = () => executeIn(newContext())
  const errors = await checkReplay(newContext(), conditions, String(answer.body), runAgain)
  if (errors.length > 0) throw new OperationFailed(errors)
  return answer
}

/**
 * Runs mutations as one transaction: the effect, its events, and the answer kept for the request's
 * Idempotency-Key.
 * @throws Refused with the errors that rolled it back
 */
export async function executeMutation(
  deps: Deps,
  operation: PreparedOperation,
  call: Call,
  answer: (result: ExecutionResult, ctx: Context) => HttpResponse,
  once?: Once,
): Promise<HttpResponse> {
  const outside = new Map<string, unknown>()
  let execute = executeOperation
  const run = async (db: Db) => {
    const { variables, ...who } = call
    const newContext = () => ({ ...contextOf(deps, { ...who, db }), outside })
    const executeIn = (ctx: Context) =>
      followed(ctx, operation, () =>
        mapMaybePromise(execute(operation, ctx, variables), (result) => {
          if (!result) throw new RetryUncompiled()
          return result
        }),
      )
    const stored = await once?.find(db)
    if (stored) return replay(stored, newContext, executeIn)
    const shown = { ids: new Set<string>(), scopes: new Set<string>() }
    const ctx: Context = { ...newContext(), ...(once && { shown }) }
    const result = await executeIn(ctx)
    if (result.errors) throw new OperationFailed(result.errors)
    await writeEvents(ctx)
    const given = answer(result, ctx)
    await once?.keep(db, { answer: given, conditions: replayConditions(ctx.viewer, shown) })
    return given
  }
  try {
    for (;;) {
      try {
        return await deps.store.forCompany(call.viewer.companyId).write(run)
      } catch (error) {
        if (error instanceof RetryUncompiled) {
          execute = executeWithGraphqlJs
          continue
        }
        const causes =
          error instanceof OperationFailed
            ? error.errors.map(({ originalError }) => originalError)
            : []
        if (!(await runPendingLookups(outside, causes))) throw error
      }
    }
  } finally {
    once?.done()
  }
}
