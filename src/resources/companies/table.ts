export interface CompanyRow {
  id: string
  name: string
  /** Two-letter code of the country assumed for phone numbers without a country prefix. */
  region: string
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
