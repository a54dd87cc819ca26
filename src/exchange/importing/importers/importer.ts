/** The interface that the importer of each record kind implements, and shared field readers. */
import type { GraphQLScalarType } from 'graphql'
import type { Context } from '../../../context.ts'
import { InputError } from '../../../graphql/schema/scalar-parsers.ts'
import type { MaybePromise } from '../../../lib/async.ts'
import { loadCustomValues } from '../../../resources/custom-fields/values.ts'
import {
  type ExternalId,
  normalizeSource,
  uniteIds,
} from '../../../resources/external-ids/operations.ts'
import { schema } from '../../../resources/index.ts'
import type { OtherPeople, PersonMatch } from '../../../resources/people/match.ts'
import type { Name } from '../../../resources/people/names.ts'
import type { RecordColumns } from '../../../store/schema.ts'
import { customFieldKinds, customPrefix, listFields } from '../../fields.ts'
import type { ExchangeKind, Match } from '../../kinds.ts'
import type { ImportPlan } from '../plan.ts'
import {
  findNamed,
  formatChoices,
  ownSource,
  type ReferenceData,
  resolveUser,
} from '../references.ts'
import type { NameChange } from '../results.ts'
import { type Draft, type FieldCell, type Input, type RowReader, splitCell } from '../row-reader.ts'
import { getAdvice, getText, readValue, type ValueFormat } from '../values.ts'

export interface RowContext {
  ctx: Context
  row: RowReader
  plan: ImportPlan
  references: ReferenceData
  existingId?: string | undefined
}

export type FieldReader = (context: RowContext) => void | Promise<void>

export interface Importer {
  kind: ExchangeKind
  /** Readers of input fields that cannot be read by their type alone, such as references. */
  readers: Readonly<Record<string, FieldReader>>
  find?(ctx: Context, draft: Draft, match: Match, otherPeople?: OtherPeople): Promise<PersonMatch>
  /** For a row without email or phone, finds people with the same name and no email or phone. */
  findNamesakes?(ctx: Context, draft: Draft): Promise<string[]>
  /** Returns the emails and phones by which later rows can match the record. */
  getMatchKeys?(ctx: Context, draft: Draft, match: Match): { emails: string[]; phones: string[] }
  /** Removes the name from a draft to keep the person's name. @returns the avoided change */
  keepName?(draft: Draft, person: Name): NameChange | undefined
  create(ctx: Context, input: Input, draft: Draft): Promise<RecordColumns>
  /** Returns the record if the user can view the record. @throws NOT_FOUND, FORBIDDEN */
  get(ctx: Context, id: string): MaybePromise<RecordColumns>
  /** Returns the current values of input fields that are not columns of the record's table. */
  loadValues?(ctx: Context, record: RecordColumns): Input | Promise<Input>
  /** Updates a record. @param isExact true to replace stored lists, false to extend them */
  update(ctx: Context, id: string, input: Input, isExact: boolean): Promise<RecordColumns>
  /**
   * Removes a record that the import created. @param isUnchanged whether the record is unchanged
   * since the import @returns the reason why the record was kept, or undefined if it was removed
   */
  remove(ctx: Context, id: string, isUnchanged: boolean): Promise<string | undefined>
}

export async function readFields({ kind, readers }: Importer, context: RowContext): Promise<void> {
  for (const { name, type, columns } of listFields(kind)) {
    const reader = readers[name]
    if (reader) await reader(context)
    else if (columns[0]?.name === name) context.row.readFieldAs(type, name)
    else throw new Error(`The field ${name} of ${kind} is a reference and needs a field reader`)
  }
  readCustomFields(kind, context)
}

/** Creates a user field's reader. `--assign-to` applies to new records and to unknown users. */
export const createUserReader =
  (field: string, name: string): FieldReader =>
  ({ row, plan, references, existingId }) => {
    const cell = row.getCell(field)
    if (cell) {
      const user = resolveUser(references, getText(cell.cell))
      if (typeof user === 'string') row.setValue(name, user, cell.heading)
      else if (plan.assignTo) row.setValue(name, plan.assignTo, cell.heading)
      else row.omit(cell.heading, user.problem, cell.cell)
      return
    }
    if (row.clearField(field, name)) return
    if (plan.assignTo && !existingId) row.draft.onCreate[name] = plan.assignTo
    // In Dealgraph exports, an empty cell means unassigned; elsewhere, it means the importing user.
    else if (
      plan.vendor === 'dealgraph' ? row.hasColumn(field) : plan.vendor === 'vcard' && row.draft.id
    )
      row.draft.onCreate[name] = null
  }

const noteHeadingPattern =
  /note|background|comment|message|descri|remark|content|body|text|detail|notiz|bemerk/i

/** Creates a reader that joins cells, preceded by their headings except in columns of notes. */
export const createNotesReader =
  (field: string, firstField?: string): FieldReader =>
  ({ row }) => {
    const firstCells = firstField === undefined ? [] : row.getCells(firstField)
    const noteCells = [...firstCells, ...row.getCells(field)]
    const isNote = (cell: FieldCell) =>
      noteHeadingPattern.test(cell.heading) || firstCells.includes(cell) || cell.heading === field
    const noteLines = noteCells.map((cell) =>
      isNote(cell) ? getText(cell.cell) : `${cell.heading}: ${getText(cell.cell)}`,
    )
    if (noteCells[0]) row.setValue(field, noteLines.join('\n'), noteCells[0].heading)
    else row.clearField(field)
  }

type CustomField = ReferenceData['customFields'][number]

function readCustomFields(kind: ExchangeKind, context: RowContext): void {
  const { row, plan, references } = context
  for (const field of references.customFields) {
    if (field.recordKind !== customFieldKinds[kind]) continue
    const column = `${customPrefix}${field.key}`
    const setCustomValue = (value: unknown, heading: string) => {
      const customFields = row.draft.input['customFields'] as object | undefined
      row.setValue('customFields', { ...customFields, [field.key]: value }, heading)
    }
    const emptyHeading = row.findClearingHeading(column)
    if (emptyHeading) setCustomValue(null, emptyHeading)
    const cell = row.getCell(column)
    if (!cell) continue
    const customValue = readCustomValue(context, field, cell)
    if (customValue === undefined) row.omit(cell.heading, getFieldAdvice(field, plan), cell.cell)
    else {
      setCustomValue(customValue, cell.heading)
      row.draft.headings.set(`customFields.${field.key}`, cell.heading)
    }
  }
}

const listOptions = ({ options }: CustomField) =>
  options.map(({ value, label }) => ({ id: value, name: label }))

function readCustomValue({ row, plan }: RowContext, field: CustomField, cell: FieldCell): unknown {
  const findOption = (text: string) =>
    field.options.find(({ value }) => value === text)?.value ??
    findNamed(listOptions(field), text)[0]?.id
  if (field.type === 'singleChoice') return findOption(getText(cell.cell))
  if (field.type !== 'multipleChoice') return readValue(field.type, cell.cell, plan)
  const optionIds = row.splitList(cell).map(findOption)
  return optionIds.includes(undefined) ? undefined : optionIds
}

function getFieldAdvice(field: CustomField, format: ValueFormat): string {
  if (field.type === 'singleChoice') return `must be one of ${formatChoices(listOptions(field))}`
  if (field.type === 'multipleChoice') return `must be among ${formatChoices(listOptions(field))}`
  return getAdvice(field.type, format)
}

/** Returns the current values of the fields in `input`, as an input that would restore them. */
export async function getCurrentInput(
  ctx: Context,
  { kind, loadValues }: Importer,
  record: RecordColumns,
  input: Input,
): Promise<Input> {
  const values: Input = { ...record, ...(await loadValues?.(ctx, record)) }
  for (const { name, type } of listFields(kind))
    if (type === 'boolean' && typeof values[name] === 'number') values[name] = values[name] === 1
  const { customFields, ...fields } = input
  const fieldNames = new Set(Object.keys(fields))
  // A stage is part of a pipeline, so an input must always contain both fields.
  if (fieldNames.has('pipelineId')) fieldNames.add('stageId')
  if (fieldNames.has('stageId') && 'pipelineId' in values) fieldNames.add('pipelineId')
  const current: Input = Object.fromEntries([...fieldNames].map((name) => [name, values[name]]))
  const recordKind = customFieldKinds[kind]
  if (!customFields || !recordKind) return current
  const customValues = (await loadCustomValues(ctx, recordKind, { id: record.id }))
    .filter(([{ key }]) => Object.hasOwn(customFields, key))
    .map(([{ key }, value]) => [key, value])
  return { ...current, customFields: Object.fromEntries(customValues) }
}

/** Creates `remove` for kinds without a Trash. Keeps records that were changed since the import. */
export const removeUnchanged =
  (deleteRecord: (ctx: Context, id: string) => Promise<unknown>): Importer['remove'] =>
  async (ctx, id, isUnchanged) => {
    if (!isUnchanged) return 'was changed since the import, and would be deleted permanently'
    await deleteRecord(ctx, id)
    return undefined
  }

const parseScalar = (scalar: 'ExternalId' | 'ExternalSource', text: string): string =>
  String((schema.getType(scalar) as GraphQLScalarType).coerceInputValue(text))

/**
 * Reads the external ids of a row: the `id` of a Dealgraph export, `externalId` with its
 * `externalSource`, and `externalIds` in the format of exports (`hubspot:1051`).
 */
export function readExternalIds(row: RowReader, plan: ImportPlan): ExternalId[] {
  const externalIds: ExternalId[] = []
  const addId = ({ heading, cell }: FieldCell, source: string, id: string) => {
    row.draft.headings.set('externalId', heading)
    try {
      externalIds.push({
        source: normalizeSource(parseScalar('ExternalSource', source)),
        externalId: parseScalar('ExternalId', id),
      })
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      row.omit(heading, error.message, cell)
    }
  }
  const dealgraphIdCell = row.getCell('id')
  row.draft.id = dealgraphIdCell && getText(dealgraphIdCell.cell)
  if (dealgraphIdCell) addId(dealgraphIdCell, ownSource, getText(dealgraphIdCell.cell))
  const source = row.getCell('externalSource')
  const idCell = row.getCell('externalId')
  if (idCell) addId(idCell, source ? getText(source.cell) : plan.source, getText(idCell.cell))
  for (const cell of row.getCells('externalIds'))
    for (const text of splitCell(cell, plan.vendor, /[;\n]/)) {
      const index = text.indexOf(':')
      addId(cell, index < 0 ? plan.source : text.slice(0, index), text.slice(index + 1))
    }
  return uniteIds([], externalIds)
}
