/** The context that the pipeline's plugins share: each plugin adds fields for later plugins. */
import type { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Detail } from '../../errors.ts'
import type { HttpResponse, RequestContext } from '../../http/request-context.ts'
import type { PreparedOperation } from '../operation.ts'
import type { Variables } from '../values.ts'

export interface CheckedInput {
  /** Variables in which valid placeholders replace the rejected rows of a bulk change. */
  variables: Variables
  /** The error details of a bulk change's rejected rows, by row index. */
  rowErrors?: Map<number, Detail[]>
}

export interface Cost {
  /** Rate limit units: one per mutation or per 100 records, whichever is more; at least one. */
  units: number
  /** The maximum number of records that the requested lists can return. */
  nodes: number
}

/** The `extensions` of a response, in addition to `requestId`. */
export type ResponseExtensions = { cost?: Cost; deprecations?: object[] }

export interface PipelineContext {
  readonly http: RequestContext
  readonly extensions: ResponseExtensions
  document: { errors: readonly GraphQLError[] | undefined }
  operation: PreparedOperation
  input: CheckedInput
  /** The HTTP response: set by a plugin that returns `{}`, or else created by `useResponses`. */
  response?: HttpResponse
}

export type GraphqlPlugin = Plugin<PipelineContext, PipelineContext>
