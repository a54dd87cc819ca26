/** The request that documents an operation, and the requests that must run before it. */
export interface ExampleRequest {
  parameters?: Record<string, unknown>
  body?: Record<string, unknown>
  /** Operations that run before it, in this order, in the same copy of the company. */
  after?: string[]
  /** Parameters taken from the response of the last operation in `after`. */
  made?: (data: ExampleResponse) => Record<string, unknown>
  /** Parameters or a body that this operation refuses with CONFLICT. */
  conflict?: {
    parameters?: Record<string, unknown>
    body?: Record<string, unknown>
    after?: string[]
  }
}

/** The fields of a response that a later example request may use. */
export interface ExampleResponse {
  id: string
  user: { id: string }
}

export const responseId = ({ id }: ExampleResponse) => ({ id })
