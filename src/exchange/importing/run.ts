import type { Context } from '../../context.ts'
import type { ExternalIdKind } from '../../resources/external-ids/operations.ts'
import type { OtherPeople, PersonMatch } from '../../resources/people/match.ts'
import type { Name } from '../../resources/people/names.ts'
import type { RecordColumns } from '../../store/schema.ts'
import type { ExchangeKind } from '../columns.ts'
import type { Draft, RowReader, RowReading } from './draft.ts'
import type { Mapping } from './mapping.ts'
import type { Names } from './names.ts'
import type { NameChange } from './person-names.ts'

/** By what a person who is there already is recognised. */
export const matches = ['both', 'email', 'phone', 'none'] as const
export type Match = (typeof matches)[number]

/** What becomes of a record that is there already: changed, left, or created once more. */
export const onMatches = ['update', 'skip', 'create'] as const
export type OnMatch = (typeof onMatches)[number]

/** How a file is imported, whatever its rows are. */
export interface Run extends RowReading {
  /** The import that is under way; none in a dry run. */
  importId?: string | undefined
  mapping: Mapping
  /** The source of external ids in rows without a source. */
  source: string
  match: Match
  onMatch: OnMatch
  /** Whether people matched by email or phone are renamed. */
  overwriteNames?: boolean | undefined
  /** Whom records are assigned to where the file names nobody, or nobody who is known here. */
  assignTo?: string | undefined
  /** Names of stages in the file → those here. */
  stages: ReadonlyMap<string, string>
  createStages: boolean
  /** The pipeline of deals for which the file names none. */
  pipeline?: string | undefined
}

/** What a row is read with. */
export interface Reader {
  ctx: Context
  row: RowReader
  run: Run
  names: Names
  /** The record that the row names by its id, where it is there. */
  found?: string | undefined
}

/**
 * How records of a kind are made of rows, and how that is undone; each by the operations of that
 * kind.
 */
export interface Kind {
  kind: ExchangeKind
  /** The prefix of their ids. */
  prefix: ExternalIdKind
  /** The input types of the operations, by which values are checked. */
  inputs: { create: string; update: string }
  read(reader: Reader): Promise<void>
  /** The record that is there already, by what is in it. */
  find?(ctx: Context, draft: Draft, match: Match, others?: OtherPeople): Promise<PersonMatch>
  /** Records without email and phone that have the name of a row which has neither itself. */
  namesakes?(ctx: Context, draft: Draft): Promise<string[]>
  /** Emails and phones by which later rows match a record. */
  keys?(ctx: Context, draft: Draft, match: Match): { emails: string[]; phones: string[] }
  /** Removes the name from a row that must not rename the record. */
  keepName?(draft: Draft, person: Name): NameChange | undefined
  create(ctx: Context, input: Record<string, unknown>, draft: Draft): Promise<RecordColumns>
  /** @throws NOT_FOUND, FORBIDDEN */
  get(ctx: Context, id: string): Promise<RecordColumns>
  /** What the fields of an input are before it is applied, as an input. */
  before(
    ctx: Context,
    row: RecordColumns,
    input: Record<string, unknown>,
  ): Promise<Record<string, unknown>>
  /** @param exact whether lists replace what is there; else they are added to it */
  update(
    ctx: Context,
    id: string,
    input: Record<string, unknown>,
    exact: boolean,
  ): Promise<RecordColumns>
  /**
   * Takes away a record that an import has created. @param untouched whether it is as the import
   * left it @returns why it was left, if it was
   */
  remove(ctx: Context, id: string, untouched: boolean): Promise<string | undefined>
}
