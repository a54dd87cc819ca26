/** The result of importing one row. */
import type { ExternalId } from '../../resources/external-ids/operations.ts'
import type { Holder } from '../../resources/people/match.ts'
import { fullNameOf } from '../../resources/users/operations.ts'
import type { RecordColumns } from '../../store/schema.ts'
import type { Remark } from '../reading/source.ts'
import type { ReferenceData } from './references.ts'
import type { Problem } from './row-reader.ts'

export const states = ['created', 'updated', 'unchanged', 'skipped', 'refused'] as const
export type State = (typeof states)[number]

export interface RowResult {
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
  matchKeys(): { emails: string[]; phones: string[] }
}

/** A difference between the name in the file and the stored name. */
export interface NameChange {
  from: string
  to: string
  /** Whether the person keeps the name `from`. */
  kept: boolean
}

/** A change of one field of an existing record by a row. */
export interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

type Input = Record<string, unknown>

/** Compares two inputs with the same fields. Ids of users, teams and stages become names. */
export function fieldChanges(
  before: Input,
  after: Input,
  { users, teams, stages, pipelines, pipelineStages }: ReferenceData,
): FieldChange[] {
  const named = new Map(
    [users, teams, stages, pipelines, pipelineStages].flat().map(({ id, name }) => [id, name]),
  )
  const format = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(format) : (named.get(value as string) ?? value ?? null)
  return Object.keys(before)
    .flatMap((field): FieldChange[] => {
      const [from, to] = [before[field], after[field]]
      if (field !== 'customFields') return [{ field, from, to }]
      return Object.keys(from as Input).map((key) => ({
        field: `customFields.${key}`,
        from: (from as Input)[key],
        to: (to as Input)[key],
      }))
    })
    .filter(({ from, to }) => JSON.stringify(from ?? null) !== JSON.stringify(to ?? null))
    .map(({ field, from, to }) => ({ field, from: format(from), to: format(to) }))
}

/** The title or full name of a record; empty if it has none. */
export function titleOf(record: object): string {
  const { firstName = '', lastName = '', title } = record as Record<string, string | undefined>
  return title ?? fullNameOf({ firstName, lastName })
}
