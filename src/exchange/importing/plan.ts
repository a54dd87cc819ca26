/** Scans an import file and creates the plan for importing its rows. */
import { extname } from 'node:path'
import type { Context } from '../../context.ts'
import { normalizeSource } from '../../resources/external-ids/operations.ts'
import { OperatorError } from '../../store/faults.ts'
import type { ExchangeKind, Match, OnMatch, VendorId } from '../kinds.ts'
import type { Encoding } from '../reading/encodings.ts'
import type { Source } from '../reading/source.ts'
import { openCsv, openJsonLines } from '../reading/tables.ts'
import { type ExaminedFile, examineFile, readBeginning } from '../reading/text-file.ts'
import { openVcards } from '../reading/vcard.ts'
import { type Mapping, mapHeadings } from './mapping.ts'
import { findNamed, loadReferenceData, type ReferenceData, toNameKey } from './references.ts'
import type { DateOrder, ValueFormat } from './values.ts'

export interface PlanOptions {
  kind?: ExchangeKind | undefined
  from?: VendorId | undefined
  /** The source of external ids. The default is `from` or the recognized system. */
  source?: string | undefined
  map?: readonly string[] | undefined
  match?: Match | undefined
  onMatch?: OnMatch | undefined
  overwriteNames?: boolean | undefined
  clearEmpty?: boolean | undefined
  assignTo?: string | undefined
  /** Maps stages in the file to stages of the company, such as `Contract sent=Negotiation`. */
  stage?: readonly string[] | undefined
  createStages?: boolean | undefined
  pipeline?: string | undefined
  dates?: DateOrder | undefined
  encoding?: Encoding | undefined
  timeZone?: string | undefined
}

export interface ImportPlan extends ValueFormat {
  kind: ExchangeKind
  vendor: VendorId
  clearEmpty: boolean
  importId?: string | undefined
  mapping: Mapping
  /** The default source of external ids, for rows without a source. */
  source: string
  match: Match
  onMatch: OnMatch
  overwriteNames?: boolean | undefined
  /** The id of the user to whom records without a known assignee are assigned. */
  assignTo?: string | undefined
  stages: ReadonlyMap<string, string>
  createStages: boolean
  pipeline?: string | undefined
}

export interface ScannedFile {
  name: string
  source: Source
  examined: ExaminedFile
  rows: number
  headings: string[]
}

const maxHeadings = 2000

/** Reads the whole file to count its rows and collect its headings. @throws OperatorError */
export async function scanFile(path: string, name: string, encoding?: Encoding) {
  const examined = await examineFile(path, encoding)
  const source = await openSource(path, name, examined)
  const headings = new Set<string>()
  let rowCount = 0
  for await (const { cells } of source.rows()) {
    rowCount++
    if (rowCount === 1 || source.extension !== 'csv')
      for (const heading of Object.keys(cells)) headings.add(heading)
    if (headings.size > maxHeadings)
      throw new OperatorError(
        `${name} has more than ${maxHeadings} headings; check that each row is one record.`,
      )
  }
  if (rowCount === 0) throw new OperatorError(`${name} contains no rows to import.`)
  return { name, source, examined, rows: rowCount, headings: sortHeadings([...headings], source) }
}

/** Opens a file; its extension or content determines the format. @throws OperatorError */
export async function openSource(path: string, name: string, examined: ExaminedFile) {
  const extension = extname(name).toLowerCase()
  const start = ['.csv', '.tsv'].includes(extension)
    ? ''
    : (await readBeginning(path, examined.encoding)).replace(/^\uFEFF/, '').trimStart()
  if (start.startsWith('PK\x03\x04') || ['.xlsx', '.xls', '.ods', '.numbers'].includes(extension))
    throw new OperatorError(`${name} is a spreadsheet; export the table as CSV first.`)
  if (['.vcf', '.vcard'].includes(extension) || /^BEGIN:VCARD\s/i.test(start))
    return openVcards(path, examined)
  if (['.jsonl', '.ndjson'].includes(extension) || start.startsWith('{'))
    return openJsonLines(path, examined)
  return openCsv(path, examined)
}

/** Sorts headings by the source's `headingOrder`, if it has one. Unlisted headings come first. */
function sortHeadings(headings: string[], { headingOrder }: Source): string[] {
  if (!headingOrder) return headings
  const getRank = (heading: string) => headingOrder.indexOf(heading.replace(/\d+$/, '#'))
  return headings.toSorted((a, b) => getRank(a) - getRank(b))
}

/** Codes of the countries that write the month before the day in dates. */
const monthFirstCountries = new Set(['US', 'PH', 'PR', 'GU', 'AS', 'VI', 'FM', 'MH', 'PW'])

export async function planImport(
  ctx: Context,
  { headings, source }: ScannedFile,
  options: PlanOptions,
): Promise<ImportPlan> {
  const references = await loadReferenceData(ctx)
  const mapping = mapHeadings(headings, {
    kind: options.kind,
    vendor: options.from ?? (source.extension === 'vcf' ? 'vcard' : undefined),
    map: options.map ?? [],
    customFields: references.customFields,
  })
  const { kind, vendor } = mapping
  const { pipeline } = options
  if (pipeline !== undefined && !findNamed(references.pipelines, pipeline)[0])
    throw new OperatorError(`--pipeline ${pipeline} matches no pipeline of the company.`)
  return {
    kind,
    vendor,
    mapping,
    source: normalizeSource(options.source ?? (vendor === 'plain' ? undefined : vendor)),
    match: options.match ?? 'both',
    onMatch: options.onMatch ?? 'update',
    overwriteNames: options.overwriteNames,
    assignTo: findAssignee(references, options.assignTo),
    stages: new Map((options.stage ?? []).map(parseStageOption)),
    createStages: options.createStages ?? false,
    pipeline,
    clearEmpty: options.clearEmpty ?? false,
    dates: options.dates ?? (monthFirstCountries.has(ctx.viewer.company.region) ? 'mdy' : 'dmy'),
    timeZone: options.timeZone ?? 'UTC',
    decimalComma: source.decimalComma,
  }
}

function findAssignee({ users }: ReferenceData, email: string | undefined): string | undefined {
  if (email === undefined) return undefined
  const user = users.find((candidate) => candidate.email === email.trim().toLowerCase())
  if (!user) throw new OperatorError(`--assign-to ${email} is not the email address of a user.`)
  return user.id
}

function parseStageOption(option: string): [key: string, stage: string] {
  const separatorIndex = option.lastIndexOf('=')
  if (separatorIndex >= 1 && separatorIndex < option.length - 1)
    return [toNameKey(option.slice(0, separatorIndex)), option.slice(separatorIndex + 1).trim()]
  throw new OperatorError(
    `--stage "${option}" must name a stage in the file and a stage of the company, such as --stage "Contract sent=Negotiation".`,
  )
}
