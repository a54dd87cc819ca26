import type { ErrorCode } from '../../errors.ts'

/** A call as it was made in the demo company, and what was answered. Secrets are left out. */
export interface Example {
  /** Values by the name of the path's and the query's parameters. */
  parameters: Record<string, unknown>
  body?: unknown
  /** The same as variables of the GraphQL operation. */
  variables: Record<string, unknown>
  status: number
  answer: unknown
  /** Errors that are this call's own. */
  errors: Partial<Record<ErrorCode, unknown>>
}

export interface Examples {
  /** By the name of the operation. */
  calls: Record<string, Example>
  /** What is answered alike everywhere. */
  errors: Partial<Record<ErrorCode, unknown>>
  /** Webhooks that were sent, by the event. */
  events: Record<string, unknown>
}
