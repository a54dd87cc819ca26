import { badRequest } from '../errors.ts'
import type { Step } from './request-context.ts'

/** `X-API-Version` is optional; 1 is the only one there is (contract, clause 9). */
export const checkVersion: Step = (x) => {
  const given = x.request.headersDistinct['x-api-version']
  if (given && (given.length !== 1 || given[0]?.trim() !== '1'))
    throw badRequest('X-API-Version must be 1: it is the only version supported')
  return undefined
}
