import type { Company } from '../../access/scopes.ts'

export interface CompanyRow extends Company {
  /** The last sequence number of an event, including numbers that restoring a backup skipped. */
  eventSequence: number
  createdAt: string
  /** 1 for a demo company, 0 for others; set when the company is created. */
  isDemo: number
}

declare module '../../store/schema.ts' {
  interface Schema {
    companies: CompanyRow
  }
}
