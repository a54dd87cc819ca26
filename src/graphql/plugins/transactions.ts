/** Runs a query on one snapshot, and mutations in one transaction, once per `Idempotency-Key`. */
import { type ExecutionResult, print } from 'graphql'
import type { GraphQLParams } from 'graphql-yoga'
import type { Viewer } from '../../access/scopes.ts'
import { type Context, createContext, type Deps, type ExecutionMethod } from '../../context.ts'
import { runPendingLookups } from '../../crud/external-lookups.ts'
import { writeEvents } from '../../events/record-event.ts'
import { IdempotencyKey } from '../../http/idempotency.ts'
import { type HttpResponse, hasIdempotencyKey, requireViewer } from '../../http/request-context.ts'
import { type MaybePromise, mapMaybePromise } from '../../lib/async.ts'
import type { Db } from '../../store/db.ts'
import { OperationFailed } from '../format-errors.ts'
import type { PreparedOperation } from '../operation.ts'
import { executeOperation, RetryUncompiled } from './compiler.ts'
import type { CheckedInput, GraphqlPlugin, PipelineContext } from './pipeline-context.ts'
import { checkReplay, createConditions } from './replay.ts'
import { createGraphqlResponse } from './responses.ts'

export const useTransactions = (): GraphqlPlugin => ({
  onExecute({ context, extendContext, args, executeFn, setExecuteFn }) {
    const { http, operation, input, extensions } = context
    const execute = (ctx: Context) => executeFn({ ...args, contextValue: ctx })
    if (operation.type === 'query')
      return setExecuteFn(() => runQuery(http, operation, input, execute))
    const run = async () => {
      if (!hasIdempotencyKey(http))
        return runMutation(http, { input, execute, respond: (result) => result })
      const key = new IdempotencyKey(http, listRequestParts(context))
      const respond = (result: ExecutionResult) => createGraphqlResponse(http, result, extensions)
      extendContext({
        response: await runIdempotentMutation(http, { input, execute, respond }, key),
      })
      return {}
    }
    setExecuteFn(() =>
      run().catch((error: unknown) => {
        if (error instanceof OperationFailed) return error.result
        throw error
      }),
    )
  },
})

/** Returns the parts that must be equal in requests with the same `Idempotency-Key`. */
const listRequestParts = ({ operation, params }: PipelineContext & { params: GraphQLParams }) => [
  'graphql',
  print(operation.document),
  operation.name,
  params.variables,
]

export interface Requester {
  readonly deps: Deps
  readonly requestId: string
  viewer?: Viewer
  executionMethod?: ExecutionMethod
}

type Execute = (ctx: Context) => MaybePromise<ExecutionResult>

export const createExecutor =
  (operation: PreparedOperation, { variables }: CheckedInput): Execute =>
  (ctx) =>
    executeOperation(operation, ctx, variables)

/** Runs a query on one snapshot; its duration decides whether a worker runs it next time. */
export function runQuery(
  requester: Requester,
  operation: PreparedOperation,
  input: CheckedInput,
  execute: Execute = createExecutor(operation, input),
): MaybePromise<ExecutionResult> {
  const { deps } = requester
  return deps.store.forCompany(requireViewer(requester).companyId).read((db) => {
    const startMs = performance.now()
    let ctx = buildContext(requester, input, db)
    const result = retryUncompiled(
      () => execute(ctx),
      () => {
        ctx = buildContext(requester, input, db, { skipsCompiler: true })
        return execute(ctx)
      },
    )
    const synchronousMs = performance.now() - startMs
    return mapMaybePromise(result, (result) => {
      requester.executionMethod = ctx.executionMethod
      // A result without data means that a variable was invalid and no resolver ran.
      if (result.data !== undefined)
        deps.queryWorkers?.recordDuration(
          operation.definition,
          ctx.hasWaited ? synchronousMs : performance.now() - startMs,
        )
      return result
    })
  })
}

const buildContext = (
  { deps, requestId, viewer }: Requester,
  { rowErrors }: CheckedInput,
  db: Db,
  options?: Partial<Context>,
): Context =>
  createContext(deps, { viewer: requireViewer({ viewer }), requestId, db, rowErrors, ...options })

function retryUncompiled<T>(run: () => MaybePromise<T>, rerun: () => MaybePromise<T>) {
  const recover = (error: unknown): MaybePromise<T> => {
    if (error instanceof RetryUncompiled) return rerun()
    throw error
  }
  try {
    const result = run()
    return result instanceof Promise ? result.catch(recover) : result
  } catch (error) {
    return recover(error)
  }
}

interface Mutation<T> {
  input: CheckedInput
  execute: Execute
  /** Creates the response within the transaction. */
  respond(result: ExecutionResult, ctx: Context): T
}

/**
 * Runs mutations and records their events in one transaction.
 * @throws OperationFailed with the errors that rolled back the transaction
 */
export const runMutation = <T>(requester: Requester, mutation: Mutation<T>): Promise<T> =>
  runInTransaction(requester, mutation, (newContext) =>
    executeAndRecord(requester, mutation, newContext()),
  )

/**
 * Runs mutations once per idempotency key: stores the response in the transaction, and replays it
 * for repeated requests. @throws IDEMPOTENCY_KEY_REUSED, FORBIDDEN, NOT_FOUND, or OperationFailed
 * with the errors that rolled back the transaction or prevent the replay
 */
export async function runIdempotentMutation(
  requester: Requester,
  mutation: Mutation<HttpResponse>,
  key: IdempotencyKey,
): Promise<HttpResponse> {
  try {
    return await runInTransaction(requester, mutation, async (newContext) => {
      const ctx = newContext()
      const storedResponse = await key.find(ctx.db)
      if (storedResponse) {
        const { response, conditions } = storedResponse
        const rerun = () => mutation.execute(newContext())
        const errors = await checkReplay(ctx, conditions, String(response.body), rerun)
        if (errors.length > 0) throw new OperationFailed({ errors, data: null })
        requester.executionMethod = 'replayed'
        return response
      }
      ctx.recordsInResponse = { ids: new Set(), scopes: new Set() }
      const response = await executeAndRecord(requester, mutation, ctx)
      const conditions = createConditions(ctx.viewer, ctx.recordsInResponse)
      await key.store(ctx.db, { response, conditions })
      return response
    })
  } finally {
    key.release()
  }
}

async function executeAndRecord<T>(requester: Requester, mutation: Mutation<T>, ctx: Context) {
  const result = await mutation.execute(ctx)
  requester.executionMethod = ctx.executionMethod
  if (result.errors) throw new OperationFailed(result)
  await writeEvents(ctx)
  return mutation.respond(result, ctx)
}

/** Runs `work` in a transaction; repeats it after pending lookups, or without the compiler. */
async function runInTransaction<T>(
  requester: Requester,
  { input }: Pick<Mutation<T>, 'input'>,
  work: (newContext: () => Context) => Promise<T>,
): Promise<T> {
  const lookupResults = new Map<string, unknown>()
  let options: Partial<Context> = { lookupResults }
  const company = requester.deps.store.forCompany(requireViewer(requester).companyId)
  for (;;) {
    try {
      return await company.write((db) => work(() => buildContext(requester, input, db, options)))
    } catch (error) {
      const causes =
        error instanceof OperationFailed
          ? error.errors.map(({ originalError }) => originalError)
          : []
      if (error instanceof RetryUncompiled) options = { lookupResults, skipsCompiler: true }
      else if (!(await runPendingLookups(lookupResults, causes))) throw error
    }
  }
}
