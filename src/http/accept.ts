import { parse } from 'content-type'

/** A media type that the caller accepts, in lower case, with its parameters. */
export interface AcceptedType {
  type: string
  parameters: Record<string, string | undefined>
}

/** The media types of an `Accept` header, in its order. */
export function acceptedTypes({ accept = '' }: { accept?: string | undefined }): AcceptedType[] {
  const found: AcceptedType[] = []
  for (let start = 0; start < accept.length; ) {
    const { type, parameters, index } = parse(accept, { start, comma: true })
    found.push({ type, parameters })
    start = index + 1
  }
  return found
}
