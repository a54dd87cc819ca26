/** What the plugins of the pipeline know about a request, and pass to those after them. */
import type { Plugin } from 'graphql-yoga'
import type { Detail } from '../../errors.ts'
import type { HttpResponse, RequestContext } from '../../http/request-context.ts'
import type { PreparedOperation, Variables } from '../operation.ts'

export interface CheckedInput {
  /** With a valid placeholder for each rejected row of a bulk change. */
  variables: Variables
  /** The faults of the rows of a bulk change that fail alone, by index. */
  refusedRows?: Map<number, Detail[]>
}

export interface Cost {
  /** Units of the rate limit: one per mutation or per 100 records, at least one. */
  units: number
  /** The maximum number of records in the requested lists. */
  nodes: number
}

/** `extensions` of a response, besides the request's id. */
export interface ResponseExtensions {
  cost?: Cost
  deprecations?: object[]
}

export interface PipelineContext {
  readonly http: RequestContext
  readonly extensions: ResponseExtensions
  /** Since the parse phase. */
  operation: PreparedOperation
  /** Since the context phase. */
  input: CheckedInput
  /** Set by the plugin that has the whole response, otherwise made from the result. */
  response?: HttpResponse
}

export type GraphqlPlugin = Plugin<PipelineContext, PipelineContext>
