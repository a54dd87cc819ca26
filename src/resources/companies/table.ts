import type { Company } from '../../access/scopes.ts'

export interface CompanyRow extends Company {
  /** The latest event's sequence number. Restoring a backup raises it, so no number is reused. */
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
