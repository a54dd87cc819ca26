/** Recorded requests and responses of the demo company, which OpenAPI shows as examples. */
import type { ErrorCode } from '../../errors.ts'

/** A request to an operation and its response. Secrets are masked. */
export interface Example {
  /** Values by the name of the path or query parameter. */
  parameters: Record<string, unknown>
  body?: unknown
  status: number
  response: unknown
}

export interface Examples {
  /** By operation name. */
  operations: Record<string, Example>
  errors: Partial<Record<ErrorCode, unknown>>
  /** Webhook payloads by event type. */
  events: Record<string, unknown>
}

export const noExamples: Examples = { operations: {}, errors: {}, events: {} }
