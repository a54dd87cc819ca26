/** The state that the plugins of the pipeline share: each adds fields for later plugins. */
import type { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Detail } from '../../errors.ts'
import type { HttpResponse, RequestContext } from '../../http/request-context.ts'
import type { PreparedOperation } from '../operation.ts'
import type { Variables } from '../values.ts'

export interface CheckedInput {
  /** Variables in which valid placeholders replace the rejected rows of a bulk change. */
  variables: Variables
  /** The faults of the rejected rows of a bulk change, by row index. */
  refusedRows?: Map<number, Detail[]>
}

export interface Cost {
  /** Units of the rate limit: one per mutation or per 100 records, at least one. */
  units: number
  /** The maximum number of records in the requested lists. */
  nodes: number
}

/** The `extensions` of a response, besides the request id. */
export type ResponseExtensions = { cost?: Cost; deprecations?: object[] }

export interface PipelineContext {
  readonly http: RequestContext
  readonly extensions: ResponseExtensions
  document: { errors: readonly GraphQLError[] | undefined }
  operation: PreparedOperation
  input: CheckedInput
  /** Set by a plugin that creates the whole response; otherwise created from the result. */
  response?: HttpResponse
}

export type GraphqlPlugin = Plugin<PipelineContext, PipelineContext>
