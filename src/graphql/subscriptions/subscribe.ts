import { type ExecutionResult, execute, getArgumentValues, getVariableValues } from 'graphql'
import { type Context, contextOf } from '../../context.ts'
import { ApiError, badRequest, unauthorized, unavailable } from '../../errors.ts'
import { viewerIn } from '../../http/authenticate.ts'
import { type HttpResponse, type RequestContext, viewerOf } from '../../http/request-context.ts'
import type { Ending, Outlet } from '../../http/stream.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import type { Db } from '../../store/db.ts'
import { checkScopes } from '../check-request.ts'
import type { Variables } from '../check-values.ts'
import { formatError, formatErrors, toApiError } from '../errors.ts'
import { OperationFailed } from '../execute-mutation.ts'
import type { PreparedOperation } from '../operation.ts'
import { doorbell } from './doorbell.ts'
import { acceptsMultipart, multipart, type StreamEncoding, sse } from './stream-encoding.ts'
import type { SubscriptionSource } from './subscription-source.ts'

/** Results of one part, and characters: then it is sent, before more is read. */
const mostResults = 100
const mostText = 65_536

/** Delay before a stream retries an unavailable database. */
const retryDelayMs = 500

interface Following {
  x: RequestContext
  operation: PreparedOperation
  variables: Variables
  /** What each result tells besides, if anything. */
  extensions: object | undefined
  source: SubscriptionSource<unknown>
  wire: StreamEncoding
  at: number
}

/** Opens streams, each following one subscription; so many at once for each key. */
export function createSubscriber() {
  const open = new Map<string, number>()

  /** @throws RATE_LIMIT_EXCEEDED when the key has as many streams as it may have */
  function takeSlot({ deps, viewer }: RequestContext): () => void {
    const key = viewer?.keyId ?? ''
    const most = deps.settings.SSE_STREAMS_PER_KEY
    const taken = open.get(key) ?? 0
    if (taken >= most)
      throw new ApiError(
        'RATE_LIMIT_EXCEEDED',
        `This key has ${most} streams open, the most that it may; end one first`,
        { retryAfter: 1 },
      )
    open.set(key, taken + 1)
    return () => {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    }
  }

  return async (
    x: RequestContext,
    operation: PreparedOperation,
    variables: Variables,
    extensions?: object,
  ): Promise<HttpResponse> => {
    const source = await x.deps.store
      .forCompany(viewerOf(x).companyId)
      .read((db) => sourceOf(x, operation, variables, db))
    const wire = acceptsMultipart(x) ? multipart : sse
    const following = {
      x,
      operation,
      variables,
      extensions,
      source,
      wire,
      at: source.start,
    }
    const done = takeSlot(x)
    return {
      status: 200,
      headers: wire.headers,
      body: '',
      stream: { run: (out) => follow(following, out), done },
    }
  }
}

/**
 * What the operation's one field follows, from where on: behind `Last-Event-ID` if the stream is
 * taken up again.
 */
async function sourceOf(
  x: RequestContext,
  operation: PreparedOperation,
  variables: Variables,
  db: Db,
): Promise<SubscriptionSource<unknown>> {
  const root = operation.rootFields[0]
  if (!root?.field.subscribe) throw badRequest('The operation subscribes to nothing')
  const values = getVariableValues(
    operation.schema,
    operation.definition.variableDefinitions ?? [],
    variables,
  )
  if (values.errors) throw new OperationFailed(values.errors)
  const last = x.request.headers['last-event-id']
  const args = {
    ...getArgumentValues(root.field, root.node, values.variableValues),
    ...(last && { after: String(last) }),
  }
  const ctx = contextOf(x.deps, { viewer: viewerOf(x), requestId: x.requestId, db })
  return (await root.field.subscribe(
    undefined,
    args,
    ctx,
    {} as never,
  )) as SubscriptionSource<unknown>
}

/**
 * Sends all that is there, then operation comes, until the stream has to end. @returns the last words
 */
async function follow(following: Following, out: Outlet): Promise<string> {
  const { x } = following
  const { store, settings } = x.deps
  const bell = doorbell()
  const quiet = store.commits.subscribe(bell.ring)
  const pulse = { beat: false }
  const timer = setInterval(() => {
    if (out.ending) return
    pulse.beat = true
    out.hurry()
    store.commits.checkForCommits()
    bell.ring()
  }, settings.SSE_HEARTBEAT_SECONDS * 1000)
  out.onEnd(bell.ring)
  try {
    await out.write(following.wire.opening(placeOf(following)))
    await sendParts(following, out, bell, pulse)
    if (out.ending === 'slow')
      x.deps.log.warn(
        { requestId: x.requestId, keyId: x.viewer?.keyId },
        'subscription dropped: read too slowly',
      )
    return lastWords(following, farewells[out.ending ?? 'gone'])
  } catch (error) {
    return lastWords(following, toApiError(error, x.deps, x.requestId))
  } finally {
    clearInterval(timer)
    quiet()
  }
}

async function sendParts(
  following: Following,
  out: Outlet,
  bell: ReturnType<typeof doorbell>,
  pulse: { beat: boolean },
): Promise<void> {
  const { x, source, wire } = following
  const access = x.deps.store.forCompany(viewerOf(x).companyId)
  for (let more = true; !out.ending; ) {
    try {
      const due = pulse.beat || more || (await access.readLatest(source.newest)) > following.at
      if (!due) {
        await bell.rung()
        continue
      }
      // A heartbeat that falls due while this part is read counts for the next.
      const beating = pulse.beat
      pulse.beat = false
      const part = await nextPart(following)
      const text = (beating ? wire.heartbeat(placeOf(following)) : '') + part.text
      following.at = part.end
      more = part.more
      if (text) await out.write(text)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'UNAVAILABLE')) throw error
      // The stream stays open without the database, and resumes at its position.
      more = true
      await out.write(wire.heartbeat(placeOf(following)))
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    }
  }
}

const farewells: Record<Ending, ApiError | undefined> = {
  gone: undefined,
  slow: unavailable(
    'The stream was ended, because it was read too slowly; go on behind the last event that you have',
  ),
  stopping: unavailable('The server stops; go on behind the last event that you have, in a moment'),
}

const lastWords = ({ x, wire }: Following, error: ApiError | undefined): string =>
  error ? wire.failure({ errors: [formatError(error, x.requestId)] }) : ''

const placeOf = ({ x, source, at }: Following): string =>
  source.cursor({ ...x.deps, viewer: viewerOf(x) } as Context, at)

/**
 * The results that come next, each with the rights and on the state of now. @throws UNAUTHORIZED,
 * FORBIDDEN once the key has them no more
 */
const nextPart = ({ x, operation, variables, extensions, source, wire, at }: Following) =>
  x.deps.store.forCompany(viewerOf(x).companyId).read(async (db) => {
    const viewer = await viewerIn(x, db)
    if (!viewer) throw unauthorized()
    checkScopes(operation, viewer)
    const fresh = () => contextOf(x.deps, { viewer, requestId: x.requestId, db })
    const ctx = fresh()
    const { rows, hasNext, end } = await source.read(ctx, at, mostResults)
    let text = ''
    for (const [index, row] of rows.entries()) {
      const number = source.numberOf(row)
      const result = await resultOf(x, operation, variables, row, fresh())
      text += wire.next(
        { ...result, ...(extensions && { extensions }) },
        source.cursor(ctx, number),
      )
      if (text.length > mostText && index < rows.length - 1)
        return { text, end: number, more: true }
      if (index % 10 === 9) await yieldToEventLoop()
    }
    return { text, end, more: hasNext }
  })

async function resultOf(
  { deps, requestId }: RequestContext,
  operation: PreparedOperation,
  variables: Variables,
  rootValue: unknown,
  contextValue: Context,
): Promise<object> {
  const { schema, document, name } = operation
  const result: ExecutionResult = await execute({
    schema,
    document,
    operationName: name,
    variableValues: variables,
    rootValue,
    contextValue,
  })
  return {
    data: result.data,
    ...(result.errors && { errors: formatErrors(result.errors, deps, requestId).all }),
  }
}
