import type { ExternalId } from '../../resources/external-ids/operations.ts'
import type { Holder } from '../../resources/people/match.ts'
import type { RecordColumns } from '../../store/schema.ts'
import type { Remark } from '../reading/source.ts'
import type { Problem } from './draft.ts'
import type { FieldChange } from './field-changes.ts'
import type { NameChange } from './person-names.ts'

export const states = ['created', 'updated', 'unchanged', 'skipped', 'refused'] as const
export type State = (typeof states)[number]

/** The result of one row. */
export interface Outcome {
  state: State
  /** The record after the row; undefined if the row was refused. */
  record?: RecordColumns
  /** The earlier values of the changed fields and the earlier version of an updated record. */
  before?: { input: Record<string, unknown>; version: number }
  externalIds?: readonly ExternalId[]
  problems: Problem[]
  /** Values that were assumed, changed or left out. */
  remarks: readonly Remark[]
  /** The record that the row matches; in a dry run `line 12` for one created by that line. */
  id?: string | undefined
  possibleDuplicates: Holder[]
  /** A difference between the names of row and record. */
  name?: NameChange | undefined
  /** Changes of an updated record; only in a dry run. */
  changes?: FieldChange[]
  /** Emails and phones by which later rows match the record; used by a dry run only. */
  keys(): { emails: string[]; phones: string[] }
}
