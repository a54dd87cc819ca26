import type { Context } from '../../context.ts'
import { normalizeSource } from '../../resources/external-ids/operations.ts'
import { OperatorError } from '../../store/faults.ts'
import type { ExchangeKind } from '../columns.ts'
import { type Examined, examine } from '../reading/bytes.ts'
import type { Encoding } from '../reading/encodings.ts'
import { openSource } from '../reading/open.ts'
import type { Source } from '../reading/source.ts'
import type { VendorId } from '../vendors/index.ts'
import { mappingOf } from './mapping.ts'
import { type Names, namedSo, namesOf, plain } from './names.ts'
import type { Match, OnMatch, Run } from './run.ts'
import type { DateOrder } from './values.ts'

/** How a file is to be imported, as it is asked for. */
export interface Wanted {
  kind?: ExchangeKind | undefined
  from?: VendorId | undefined
  /** The source of external ids; by default the program recognised by its headings. */
  source?: string | undefined
  map?: readonly string[] | undefined
  match?: Match | undefined
  onMatch?: OnMatch | undefined
  /** Whether people matched by email or phone are renamed. */
  overwriteNames?: boolean | undefined
  clearEmpty?: boolean | undefined
  assignTo?: string | undefined
  /** `name in the file=name here` */
  stage?: readonly string[] | undefined
  createStages?: boolean | undefined
  pipeline?: string | undefined
  dates?: DateOrder | undefined
  /** How the bytes of the file are to be read; it is guessed where nothing is said. */
  encoding?: Encoding | undefined
  timeZone?: string | undefined
}

/** A file that has been read once from beginning to end. */
export interface Opened {
  name: string
  source: Source
  examined: Examined
  rows: number
  headings: string[]
}

const mostHeadings = 2000

/**
 * Reads all of a file, before anything is written: so it is known that it can be read, and how long
 * it is. @throws OperatorError
 */
export async function openFile(path: string, name: string, encoding?: Encoding): Promise<Opened> {
  const examined = await examine(path, encoding)
  const source = await openSource(path, name, examined)
  const headings = new Set<string>()
  let rows = 0
  for await (const { cells } of source.rows()) {
    rows++
    if (rows === 1 || source.extension !== 'csv')
      for (const heading of Object.keys(cells)) headings.add(heading)
    if (headings.size > mostHeadings)
      throw new OperatorError(
        `${name} has more than ${mostHeadings} headings: is it a table of records?`,
      )
  }
  if (rows === 0) throw new OperatorError(`${name} has no rows to import.`)
  return { name, source, examined, rows, headings: sortHeadings([...headings], source) }
}

/** Headings in the order of the source, if it has one; unlisted headings come first. */
function sortHeadings(headings: string[], { headingOrder }: Source): string[] {
  if (!headingOrder) return headings
  const rank = (heading: string) => headingOrder.indexOf(heading.replace(/\d+$/, '#'))
  return headings.toSorted((one, other) => rank(one) - rank(other))
}

/** Where the month is written before the day. */
const monthFirst = new Set(['US', 'PH', 'PR', 'GU', 'AS', 'VI', 'FM', 'MH', 'PW'])

/**
 * What is asked for, as it is meant in the caller's company. @throws OperatorError for a name that
 * names nothing there
 */
export async function runOf(
  ctx: Context,
  { headings, source }: Opened,
  wanted: Wanted,
): Promise<Run> {
  const names = await namesOf(ctx)
  const vendor = wanted.from ?? (source.extension === 'vcf' ? 'vcard' : undefined)
  const mapping = mappingOf(headings, {
    kind: wanted.kind,
    vendor,
    map: wanted.map ?? [],
    custom: names.custom,
  })
  const { pipeline } = wanted
  if (pipeline !== undefined && !namedSo(names.pipelines, pipeline)[0])
    throw new OperatorError(`--pipeline ${pipeline} names no pipeline here.`)
  return {
    kind: mapping.kind,
    vendor: mapping.vendor,
    mapping,
    source: normalizeSource(
      wanted.source ?? (mapping.vendor === 'plain' ? undefined : mapping.vendor),
    ),
    match: wanted.match ?? 'both',
    onMatch: wanted.onMatch ?? 'update',
    overwriteNames: wanted.overwriteNames,
    assignTo: assigned(names, wanted.assignTo),
    stages: new Map((wanted.stage ?? []).map(stagePair)),
    createStages: wanted.createStages ?? false,
    pipeline,
    clearEmpty: wanted.clearEmpty ?? false,
    dates: wanted.dates ?? (monthFirst.has(ctx.viewer.region) ? 'mdy' : 'dmy'),
    timeZone: wanted.timeZone ?? 'UTC',
    decimalComma: source.decimalComma,
  }
}

function assigned({ users }: Names, email: string | undefined): string | undefined {
  if (email === undefined) return undefined
  const user = users.find((each) => each.email === email.trim().toLowerCase())
  if (!user)
    throw new OperatorError(`--assign-to ${email} is the email of no user of this company.`)
  return user.id
}

function stagePair(text: string): [string, string] {
  const at = text.lastIndexOf('=')
  if (at >= 1 && at < text.length - 1) return [plain(text.slice(0, at)), text.slice(at + 1).trim()]
  throw new OperatorError(
    `--stage "${text}" must be the stage of the file and the one here, such as --stage "Contract sent=Negotiation".`,
  )
}
