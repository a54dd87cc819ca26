/** An import of a file: how far it has come, and what came of it. */
export interface ImportRow {
  companyId: string
  id: string
  /** As whom it was imported. */
  userId: string
  kind: 'people' | 'deals' | 'tasks' | 'activities'
  /** The name of the file, without its folder. */
  file: string
  /** SHA-256 of the file: by it an import that stopped is found again. */
  digest: string
  /** JSON: what else it was told; one that goes on has to be told the same. */
  options: string
  /** Rows of the file that are done. */
  rows: number
  created: number
  updated: number
  unchanged: number
  skipped: number
  refused: number
  /** The file of the rows that were refused, and how long it is with those that are done. */
  errorsFile: string | null
  errorsBytes: number
  /** Number of rows with changed or omitted values. */
  warned: number
  /** Length of the warnings file. */
  warningsBytes: number
  createdAt: string
  finishedAt: string | null
  undoneAt: string | null
}

/** What an import did to a record. */
export interface ImportRecordRow {
  companyId: string
  importId: string
  recordId: string
  action: 'created' | 'updated' | 'found'
  /** JSON: of one that was updated, what the changed fields were, as an input. */
  before: string | null
  /**
   * The version after the import, or after undoing later imports; 0 if a user changed the record
   * between two rows of the import.
   */
  version: number
  /** The version before an update; null for other actions and imports before 0.9.4. */
  versionBefore: number | null
  /** Why undoing left it as it was. */
  leftAlone: string | null
}

declare module '../../store/schema.ts' {
  interface Schema {
    imports: ImportRow
    importRecords: ImportRecordRow
  }
}
