import type { ExchangeKind } from '../columns.ts'

/**
 * What a program calls the columns of its exports: heading → field of ours, where `#` stands for a
 * number (`E-mail # - Value`). An empty field: known, and nothing that is kept. What is not listed
 * is told to whoever imports, with how to keep it.
 */
export type Headings = Readonly<Record<string, string>>

export interface Vendor {
  /** How it is called. */
  name: string
  kinds: Partial<Record<ExchangeKind, Headings>>
}
