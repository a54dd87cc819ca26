export interface CompanyRow {
  id: string
  name: string
  /** Two-letter country by which phone numbers without a prefix are read. */
  region: string
  /** The number of the company's newest event. */
  eventSequence: number
  createdAt: string
  /** 1 for the demo company, from its creation. */
  isDemo: number
}

declare module '../../store/schema.ts' {
  interface Schema {
    companies: CompanyRow
  }
}
