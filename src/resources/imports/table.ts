/** A file import and its progress. */
export interface ImportRow {
  companyId: string
  id: string
  /** The user on whose behalf the import runs. */
  userId: string
  kind: 'people' | 'deals' | 'tasks' | 'activities'
  /** The file name without its directory. */
  file: string
  /** The SHA-256 digest of the file, which identifies an interrupted import. */
  digest: string
  /** The import options as JSON, which must be the same when the import is resumed. */
  options: string
  /** The number of processed rows. */
  rows: number
  created: number
  updated: number
  unchanged: number
  skipped: number
  refused: number
  /** The path of the file that contains the rejected rows, and its size in bytes. */
  errorsFile: string | null
  errorsBytes: number
  /** The number of rows with changed or omitted values. */
  warned: number
  /** The size of the warnings file in bytes. */
  warningsBytes: number
  createdAt: string
  finishedAt: string | null
  undoneAt: string | null
}

/** A record that an import created, updated or found. */
export interface ImportRecordRow {
  companyId: string
  importId: string
  recordId: string
  action: 'created' | 'updated' | 'found'
  /** The previous values of the updated fields, as a JSON object; null for other actions. */
  before: string | null
  /**
   * The record's version after the import, or after undoing later imports; 0 if a user changed the
   * record between two rows of the import.
   */
  version: number
  /** The version before an update; null for other actions and for imports before version 0.9.4. */
  versionBefore: number | null
  /** The reason why an undo of the import skipped the record. */
  leftAlone: string | null
}

declare module '../../store/schema.ts' {
  interface Schema {
    imports: ImportRow
    importRecords: ImportRecordRow
  }
}
