import type { Company } from '../../access/scopes.ts'

export interface CompanyRow extends Company {
  /** The sequence number of the company's newest event. */
  eventSequence: number
  createdAt: string
  /** 1 for the demo company, set at its creation. */
  isDemo: number
}

declare module '../../store/schema.ts' {
  interface Schema {
    companies: CompanyRow
  }
}
