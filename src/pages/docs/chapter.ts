import type { Contract } from './contract.ts'

/** A chapter that holds for all calls. */
export interface Chapter {
  id: string
  title: string
  /** Text as `prose` reads it, and blocks of HTML, in their order. */
  told: (contract: Contract) => string
  /** What stands beside it. */
  shown?: (contract: Contract) => string
}
