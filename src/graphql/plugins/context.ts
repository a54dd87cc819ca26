/** What each plugin of the pipeline reads, and adds for the plugins after it. */
import type { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Detail } from '../../errors.ts'
import type { HttpResponse, RequestContext } from '../../http/request-context.ts'
import type { PreparedOperation } from '../operation.ts'
import type { Variables } from '../values.ts'

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
  document: { errors: readonly GraphQLError[] | undefined }
  operation: PreparedOperation
  input: CheckedInput
  /** Set by the plugin that has the whole response, otherwise made from the result. */
  response?: HttpResponse
}

export type GraphqlPlugin = Plugin<PipelineContext, PipelineContext>
