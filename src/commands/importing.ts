import { basename } from 'node:path'
import type { Command } from 'commander'
import type { Deps } from '../context.ts'
import type { ExchangeKind } from '../exchange/columns.ts'
import { asUser, importRows, rehearseRows } from '../exchange/importing/batches.ts'
import { errorsFile, errorsPath } from '../exchange/importing/errors-file.ts'
import { mappingOf } from '../exchange/importing/mapping.ts'
import { namedSo, namesOf, plain } from '../exchange/importing/names.ts'
import type { Match, OnMatch, Run } from '../exchange/importing/run.ts'
import type { DateOrder } from '../exchange/importing/values.ts'
import { type Examined, examine } from '../exchange/reading/bytes.ts'
import { openSource } from '../exchange/reading/open.ts'
import type { Source } from '../exchange/reading/source.ts'
import type { VendorId } from '../exchange/vendors/index.ts'
import { beginImport, type ImportRow, importsOf } from '../resources/imports/operations.ts'
import type { UserRow } from '../resources/users/operations.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'
import { told, toldDry } from './import-report.ts'
import { progressBar } from './progress.ts'
import { type Output, withDeps } from './session.ts'
import { spooled } from './spool.ts'
import { findUser } from './whose.ts'

export interface ImportOptions extends Output {
  user?: string
  company?: string
  kind?: ExchangeKind
  from?: VendorId
  map?: string[]
  dryRun?: true
  match: Match
  onMatch: OnMatch
  clearEmpty?: true
  assignTo?: string
  stage?: string[]
  createStages?: true
  pipeline?: string
  dates?: DateOrder
  timeZone: string
  errors?: string
  again?: true
}

/** A file that has been read once, and is understood. */
export interface Opened {
  name: string
  source: Source
  examined: Examined
  rows: number
  headings: string[]
}

export async function importFile(command: Command, file: string | undefined, options: ImportOptions): Promise<void> {
  if (file === undefined) command.error('error: name the file to import, or - for standard input')
  if (options.user === undefined) command.error('error: say as whom to import: --user ann@example.com')
  await spooled(file, async (path, name) => {
    const refused = await withDeps((deps) => run(deps, path, name, options))
    if (refused > 0) process.exitCode = exitCodes.rowsRefused
  })
}

async function run(deps: Deps, path: string, name: string, options: ImportOptions): Promise<number> {
  const user = await findUser(deps, { user: options.user ?? '', company: options.company })
  const opened = await open(path, name)
  const how = await asUser(deps, whoIs(user), 'import', async (ctx) => runOf(await namesOf(ctx), ctx.viewer.region, opened, options))
  return options.dryRun ? rehearse(deps, user, opened, how, options) : carryOut(deps, user, path, opened, how, options)
}

const whoIs = ({ companyId, id }: UserRow) => ({ companyId, userId: id })

/** Reads all of a file, before anything is written: so it is known that it can be read, and how long it is. */
async function open(path: string, name: string): Promise<Opened> {
  const examined = await examine(path)
  const source = await openSource(path, name, examined)
  const headings = new Set<string>()
  let rows = 0
  for await (const { cells } of source.rows()) {
    rows++
    if (rows === 1 || source.extension !== 'csv') for (const heading of Object.keys(cells)) headings.add(heading)
  }
  if (rows === 0) throw new OperatorError(`${name} has no rows to import.`)
  return { name, source, examined, rows, headings: [...headings] }
}

/** What the options mean in this company. @throws OperatorError for one that names nothing here */
function runOf(names: Awaited<ReturnType<typeof namesOf>>, region: string, { headings, source }: Opened, options: ImportOptions): Run {
  const vendor = options.from ?? (source.extension === 'vcf' ? 'vcard' : undefined)
  const mapping = mappingOf(headings, { kind: options.kind, vendor, map: options.map ?? [], custom: names.custom })
  const assignTo = options.assignTo === undefined ? undefined : names.users.find(({ email }) => email === options.assignTo?.trim().toLowerCase())?.id
  if (options.assignTo !== undefined && !assignTo) throw new OperatorError(`--assign-to ${options.assignTo} is the email of no user of this company.`)
  if (options.pipeline !== undefined && !namedSo(names.pipelines, options.pipeline)[0]) throw new OperatorError(`--pipeline ${options.pipeline} names no pipeline here.`)
  const stages = new Map((options.stage ?? []).map((each) => stagePair(each)))
  return {
    kind: mapping.kind,
    vendor: mapping.vendor,
    mapping,
    match: options.match,
    onMatch: options.onMatch,
    assignTo,
    stages,
    createStages: options.createStages ?? false,
    pipeline: options.pipeline,
    clearEmpty: options.clearEmpty ?? false,
    dates: options.dates ?? (monthFirst.has(region) ? 'mdy' : 'dmy'),
    timeZone: options.timeZone,
    decimalComma: source.decimalComma,
  }
}

/** Where the month is written before the day. */
const monthFirst = new Set(['US', 'PH', 'PR', 'GU', 'AS', 'VI', 'FM', 'MH', 'PW'])

function stagePair(text: string): [string, string] {
  const at = text.lastIndexOf('=')
  if (at < 1 || at === text.length - 1) throw new OperatorError(`--stage "${text}" must be the stage of the file and the one here, such as --stage "Contract sent=Negotiation".`)
  return [plain(text.slice(0, at)), text.slice(at + 1).trim()]
}

async function rehearse(deps: Deps, user: UserRow, opened: Opened, how: Run, options: ImportOptions): Promise<number> {
  const tally = await watched(opened.rows, options, ({ tell, stopped }) => rehearseRows(deps, whoIs(user), { run: how, source: opened.source, tell, stopped }))
  toldDry(options, opened, how, tally)
  return tally.counts.refused
}

async function carryOut(deps: Deps, user: UserRow, path: string, opened: Opened, how: Run, options: ImportOptions): Promise<number> {
  const beside = path === opened.name || path.endsWith(opened.name) ? path : opened.name
  const wanted = options.errors ?? errorsPath(beside, opened.source.extension)
  const begun = await begin(deps, user, opened, how, wanted, options)
  const errors = errorsFile(begun.errorsFile ?? wanted, opened.source.head)
  const { row, tally } = await watched(opened.rows, options, ({ tell, stopped }) =>
    importRows(deps, begun, { run: how, source: opened.source, errors, tell, stopped }),
  )
  told(options, opened, how, { begun, row, tally })
  return row.refused
}

/** A new import, or the one of the same file that was interrupted. */
function begin(deps: Deps, user: UserRow, { name, examined }: Opened, how: Run, errorsFile: string, { again }: ImportOptions): Promise<ImportRow> {
  const { digest } = examined
  const said = JSON.stringify({ ...how, stages: [...how.stages] })
  return asUser(deps, whoIs(user), 'import', async (ctx) => {
    const earlier = (await importsOf(ctx, digest)).filter(({ kind, undoneAt }) => kind === how.kind && !undoneAt)
    const [last] = earlier
    if (last && !last.finishedAt && !again) {
      if (last.options === said && last.userId === user.id) return last
      throw new OperatorError(
        `The import ${last.id} of this file stopped after ${last.rows} rows, and was told otherwise: run it with the same options to go on, or take it back with "dealgraph import undo ${last.id}".`,
      )
    }
    if (last && !again)
      throw new OperatorError(
        `This file was imported on ${last.finishedAt} (${last.id}). "dealgraph import undo ${last.id}" takes that back; --again imports it once more.`,
      )
    return beginImport(ctx, { kind: how.kind, file: basename(name), digest, options: said, errorsFile })
  })
}

interface Watch {
  tell(rows: number): void
  stopped(): boolean
}

/** With a bar, and stopping between two batches when it is told to end. */
async function watched<T>(rows: number, output: Output, work: (watch: Watch) => Promise<T>): Promise<T> {
  const bar = await progressBar('rows', output)
  let stop = false
  const end = () => {
    stop = true
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  try {
    return await work({ tell: (done) => bar.update(done, rows), stopped: () => stop })
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end)
    bar.stop()
  }
}
