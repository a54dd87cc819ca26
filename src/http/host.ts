import { badRequest } from '../errors.ts'
import type { Step } from './request-context.ts'

/** One `Host`: of several, a proxy may go by another one than we do. HTTP/1.0 has none. */
export const checkHost: Step = ({ request }) => {
  const given = request.headersDistinct['host']?.length ?? 0
  if (given > 1 || (given === 0 && request.httpVersion !== '1.0'))
    throw badRequest('A request must have one Host header')
  return undefined
}
