import type { ExternalId } from '../../resources/external-ids/operations.ts'
import type { Holder } from '../../resources/people/match-person.ts'
import type { RecordColumns } from '../../store/schema.ts'
import type { Remark } from '../reading/source.ts'
import type { Problem } from './draft.ts'
import type { FieldChange } from './field-changes.ts'
import type { NameChange } from './person-names.ts'

export const states = ['created', 'updated', 'unchanged', 'skipped', 'refused'] as const
export type State = (typeof states)[number]

/** What became of a row. */
export interface Outcome {
  state: State
  /** The record as the row left it; none for one that was refused. */
  record?: RecordColumns
  /** Of one that was there: what the changed fields were, and the version that it was at. */
  before?: { input: Record<string, unknown>; version: number }
  externalIds?: readonly ExternalId[]
  problems: Problem[]
  /** What was assumed, changed or left out. */
  remarks: readonly Remark[]
  /** The existing record that the row means; in a rehearsal, `line 12` for one of the file. */
  id?: string | undefined
  possibleDuplicates: Holder[]
  /** A name that the row has and the record has not, or had not. */
  name?: NameChange | undefined
  /** Of one that was updated; only a rehearsal asks. */
  changes?: FieldChange[]
  /** By what later rows would recognise it; only a rehearsal asks. */
  keys(): { emails: string[]; phones: string[] }
}
