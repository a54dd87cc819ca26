/** An import of a file, with its progress. */
export interface ImportRow {
  companyId: string
  id: string
  /** The user on whose behalf the import runs. */
  userId: string
  kind: 'people' | 'deals' | 'tasks' | 'activities'
  /** The file name without its folder. */
  file: string
  /** SHA-256 of the file, which identifies an interrupted import. */
  digest: string
  /** JSON: the other options, which must stay the same when the import continues. */
  options: string
  /** Number of processed rows. */
  rows: number
  created: number
  updated: number
  unchanged: number
  skipped: number
  refused: number
  /** The file of refused rows, and its length in bytes. */
  errorsFile: string | null
  errorsBytes: number
  /** Number of rows with changed or omitted values. */
  warned: number
  /** Length of the warnings file in bytes. */
  warningsBytes: number
  createdAt: string
  finishedAt: string | null
  undoneAt: string | null
}

/** A change that an import made to a record. */
export interface ImportRecordRow {
  companyId: string
  importId: string
  recordId: string
  action: 'created' | 'updated' | 'found'
  /** JSON: the previous values of updated fields, as an input. */
  before: string | null
  /**
   * The version after the import, or after undoing later imports; 0 if a user changed the record
   * between two rows of the import.
   */
  version: number
  /** The version before an update; null for other actions and imports before 0.9.4. */
  versionBefore: number | null
  /** The reason why undoing the import skipped the record. */
  leftAlone: string | null
}

declare module '../../store/schema.ts' {
  interface Schema {
    imports: ImportRow
    importRecords: ImportRecordRow
  }
}
