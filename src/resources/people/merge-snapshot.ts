import type { EmailInput, PhoneInput } from './contact.ts'
import type { Row } from './hanging-queries.ts'
import type { PersonMergeRow, PersonRow } from './table.ts'

/** What is kept of a merge so that it can be undone, as JSON in its row. */
export interface MergeSnapshot {
  /** The people who were merged into the survivor, each with the rows that are part of them. */
  others: { person: PersonRow; parts: Record<string, Row[]> }[]
  /** Gaps of the survivor that were filled. */
  filled: { field: keyof PersonRow; from: unknown; to: unknown }[]
  /** The same of custom fields. */
  customFilled: { fieldId: string; value: unknown }[]
  /** What the survivor's lists got. */
  added: { emails: EmailInput[]; phones: PhoneInput[]; collaboratorIds: string[]; tagIds: string[] }
  /** Records that moved, table by table and person by person. */
  moved: { table: string; personId: string; ids: string[] }[]
  /**
   * Links that moved: the others' rows, and the records to which the survivor was linked already.
   */
  links: { table: string; rows: Row[]; linked: string[] }[]
}

export const snapshotOf = (merge: PersonMergeRow): MergeSnapshot =>
  JSON.parse(merge.snapshot) as MergeSnapshot
