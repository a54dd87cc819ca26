/** Opens subscription streams, up to a limit per API key or identity. */
import { getArgumentValues, getVariableValues } from 'graphql'
import { createContext } from '../../context.ts'
import { ApiError, badRequest } from '../../errors.ts'
import { type RequestContext, requireViewer } from '../../http/request-context.ts'
import type { Db } from '../../store/db.ts'
import { OperationFailed } from '../format-errors.ts'
import { locateAtField, type PreparedOperation } from '../operation.ts'
import { chooseEncoding } from '../stream-encodings.ts'
import { type SubscriptionSource, SubscriptionStream } from '../subscription-stream.ts'
import type { Variables } from '../values.ts'
import type { GraphqlPlugin } from './pipeline-context.ts'

export const useSubscriptions = (): GraphqlPlugin => {
  const streamCounter = new StreamCounter()
  return {
    onSubscribe({ context, extendContext, setSubscribeFn }) {
      setSubscribeFn(async () => {
        const { http, operation, params, extensions } = context
        const variables = params.variables ?? {}
        const source = await http.deps.store
          .forCompany(requireViewer(http).companyId)
          .read((db) => openSource(http, operation, variables, db))
        const encoding = chooseEncoding(http)
        const stream = new SubscriptionStream({
          http,
          operation,
          variables,
          extensions: extensions.deprecations && extensions,
          source,
          encoding,
        })
        const release = streamCounter.add(http)
        http.executionMethod = 'executed'
        extendContext({
          response: {
            status: 200,
            headers: encoding.headers,
            body: '',
            stream: { run: (writer) => stream.run(writer), release },
          },
        })
        return {}
      })
    },
  }
}

class StreamCounter {
  readonly #openCounts = new Map<string, number>()

  /** Counts an open stream. @returns the function to call at its end @throws RATE_LIMIT_EXCEEDED */
  add({ deps, viewer }: RequestContext): () => void {
    const credentialId = viewer?.credentialId ?? ''
    const maxStreams = deps.settings.SSE_STREAMS_PER_KEY
    const openCount = this.#openCounts.get(credentialId) ?? 0
    if (openCount >= maxStreams)
      throw new ApiError(
        'RATE_LIMIT_EXCEEDED',
        `Your API key or identity has reached the limit of ${maxStreams} open subscriptions: close one first`,
        { retryAfterSeconds: 1 },
      )
    this.#openCounts.set(credentialId, openCount + 1)
    return () => {
      const remainingCount = (this.#openCounts.get(credentialId) ?? 1) - 1
      if (remainingCount > 0) this.#openCounts.set(credentialId, remainingCount)
      else this.#openCounts.delete(credentialId)
    }
  }
}

/** Opens the subscription field's source, which starts after `Last-Event-ID`, if present. */
async function openSource(
  { deps, request, requestId, viewer }: RequestContext,
  { schema, definition, rootFields: [root] }: PreparedOperation,
  variables: Variables,
  db: Db,
): Promise<SubscriptionSource<unknown>> {
  if (!root?.field.subscribe) throw badRequest('The operation must select a subscription field')
  const definitions = definition.variableDefinitions ?? []
  const { variableValues, errors } = getVariableValues(schema, definitions, variables)
  if (errors) throw new OperationFailed({ errors })
  const lastEventId = request.headers['last-event-id']
  const args = {
    ...getArgumentValues(root.field, root.node, variableValues),
    ...(lastEventId && { after: String(lastEventId) }),
  }
  const ctx = createContext(deps, { viewer: requireViewer({ viewer }), requestId, db })
  try {
    const source = await root.field.subscribe(undefined, args, ctx, {} as never)
    return source as SubscriptionSource<unknown>
  } catch (error) {
    throw error instanceof ApiError ? locateAtField(error, root) : error
  }
}
