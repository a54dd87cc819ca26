/** Opens the streams of subscriptions, a limited number for each API key. */
import { getArgumentValues, getVariableValues } from 'graphql'
import { contextOf } from '../../context.ts'
import { ApiError, badRequest } from '../../errors.ts'
import { type RequestContext, requireViewer } from '../../http/request-context.ts'
import type { Db } from '../../store/db.ts'
import { OperationFailed } from '../errors.ts'
import type { PreparedOperation, Variables } from '../operation.ts'
import { encodingFor } from '../subscriptions/stream-encoding.ts'
import {
  type SubscriptionSource,
  SubscriptionStream,
} from '../subscriptions/subscription-stream.ts'
import type { GraphqlPlugin } from './context.ts'
import { checkScopes } from './scopes.ts'

export const useSubscriptions = (): GraphqlPlugin => {
  const streams = new StreamCounter()
  return {
    onSubscribe({ context, extendContext, setSubscribeFn }) {
      setSubscribeFn(async () => {
        const { http, operation, params, extensions } = context
        const variables = params.variables ?? {}
        const source = await http.deps.store
          .forCompany(requireViewer(http).companyId)
          .read((db) => openSource({ http, operation, variables, db }))
        const encoding = encodingFor(http)
        const stream = new SubscriptionStream({
          http,
          operation,
          variables,
          authorize: (viewer) => checkScopes(operation, viewer),
          extensions: extensions.deprecations && extensions,
          source,
          encoding,
        })
        const done = streams.add(http)
        http.via = 'executed'
        extendContext({
          response: {
            status: 200,
            headers: encoding.headers,
            body: '',
            stream: { run: (out) => stream.run(out), done },
          },
        })
        return {}
      })
    },
  }
}

/** Counts the open streams of each API key. */
class StreamCounter {
  readonly #open = new Map<string, number>()

  /** @returns removes the stream @throws RATE_LIMIT_EXCEEDED */
  add({ deps, viewer }: RequestContext): () => void {
    const key = viewer?.keyId ?? ''
    const maxStreams = deps.settings.SSE_STREAMS_PER_KEY
    const open = this.#open.get(key) ?? 0
    if (open >= maxStreams)
      throw new ApiError(
        'RATE_LIMIT_EXCEEDED',
        `This key has ${maxStreams} open streams, which is the limit; close one first`,
        { retryAfter: 1 },
      )
    this.#open.set(key, open + 1)
    return () => {
      const remaining = (this.#open.get(key) ?? 1) - 1
      if (remaining > 0) this.#open.set(key, remaining)
      else this.#open.delete(key)
    }
  }
}

/** The source of the operation's field, which starts after `Last-Event-ID` if that is given. */
async function openSource({
  http,
  operation,
  variables,
  db,
}: {
  http: RequestContext
  operation: PreparedOperation
  variables: Variables
  db: Db
}): Promise<SubscriptionSource<unknown>> {
  const [root] = operation.rootFields
  if (!root?.field.subscribe) throw badRequest('The operation subscribes to nothing')
  const { variableValues, errors } = getVariableValues(
    operation.schema,
    operation.definition.variableDefinitions ?? [],
    variables,
  )
  if (errors) throw new OperationFailed(errors)
  const lastEventId = http.request.headers['last-event-id']
  const args = {
    ...getArgumentValues(root.field, root.node, variableValues),
    ...(lastEventId && { after: String(lastEventId) }),
  }
  const ctx = contextOf(http.deps, { viewer: requireViewer(http), requestId: http.requestId, db })
  return (await root.field.subscribe(
    undefined,
    args,
    ctx,
    {} as never,
  )) as SubscriptionSource<unknown>
}
