import { type Command, InvalidArgumentError } from 'commander'
import { countOf } from '../lib/plural.ts'
import { settingTable } from '../settings.ts'
import { OperatorError } from '../store/faults.ts'
import { openTables, placeOf } from '../store/open.ts'
import { shown } from '../store/postgres/faults.ts'
import {
  type Progress,
  type Snapshot,
  type Table,
  type Tables,
  unfinished,
} from '../store/tables.ts'
import { compare, copyRows, identityOf, tablesOfBoth } from './copy-tables.ts'
import { type Output, print, progressBar } from './session.ts'

interface Options extends Output {
  from: string
  to: string
}

const help = `
Stop whatever uses the two databases first (serve, dispatch); the command looks, and refuses else. The source is left as it is, but for its
schema, which is brought up to date. Keys, cursors and webhooks go on working. A copy that was interrupted goes on where it stopped when the
same command is run again, and nothing else opens the target until then. A password need not stand in an address: PGPASSWORD is read too.`

export function addCopy(program: Command): void {
  program
    .command('copy')
    .description(
      'move house: copy everything into another, empty database, be it SQLite or PostgreSQL, and compare the two',
    )
    .requiredOption('--from <url>', 'the database to copy: sqlite:PATH or postgres://…', address)
    .requiredOption(
      '--to <url>',
      'the database to copy it into, in which there are no companies',
      address,
    )
    .addHelpText('after', help)
    .action(copy)
}

function address(text: string): string {
  const { read, expected } = settingTable.DATABASE_URL
  const found = read(text)
  if (!found) throw new InvalidArgumentError(`It must be ${expected}.`)
  return found
}

async function copy(options: Options): Promise<void> {
  const { from, to } = options
  const places = [await named('--from', placeOf(from)), await named('--to', placeOf(to))]
  if (places[0] === places[1]) throw new OperatorError('--from and --to are the same database.')
  const opened: Tables[] = []
  try {
    const source = await named('--from', openTables(from, true))
    opened.push(source)
    if (await source.progress()) throw unfinished(shown(from))
    const target = await named('--to', openTables(to))
    opened.push(target)
    const result = await move(source, target, options)
    const again =
      result.resumed > 0
        ? ` (${result.resumed.toLocaleString('en-US')} of them by an earlier try)`
        : ''
    const done = `Copied ${countOf(result.rows, 'row')} of ${countOf(result.tables, 'table')}${again}, then read both databases again and found them equal.`
    const left =
      result.left.length > 0
        ? ` Left out, for they are not Dealgraph's: ${result.left.join(', ')}.`
        : ''
    print(
      options,
      { from: shown(from), to: shown(to), ...result },
      `${done}${left}\nSet DATABASE_URL to ${shown(to)} from now on.`,
    )
  } finally {
    for (const each of opened) await each.close()
  }
}

/** What is wrong with a database names the option that it was given by. */
async function named<T>(option: string, opening: Promise<T>): Promise<T> {
  return opening.catch((error: unknown) => {
    throw error instanceof OperatorError
      ? new OperatorError(error.message.replace('DATABASE_URL', option), error.exitCode)
      : error
  })
}

async function move(source: Tables, target: Tables, options: Options) {
  const tables = tablesOfBoth(source, target)
  const left = source.list
    .map(({ name }) => name)
    .filter((name) => !tables.some((table) => table.name === name))
  const before = await source.read()
  const begun = await begin(
    target,
    tables,
    { source: await identityOf(before, tables), tables: {} },
    options.to,
  )
  const resumed = Object.values(begun.tables).reduce((sum, { rows }) => sum + rows, 0)
  let rows = 0
  for (const table of tables) rows += await before.count(table)
  await watched('rows', resumed, rows, options, (tell) =>
    copyRows(before, target, tables, begun, tell),
  )
  await target.settle()
  const after = await target.read()
  await watched('rows compared', 0, rows, options, (tell) => compare(before, after, tables, tell))
  await after.end()
  await before.end()
  await target.finish()
  return { tables: tables.length, rows, resumed, left }
}

/**
 * @returns how far the copy has come @throws OperatorError when the target has something else in it
 */
async function begin(
  target: Tables,
  tables: Table[],
  fresh: Progress,
  to: string,
): Promise<Progress> {
  const progress = await target.progress()
  if (progress && progress.source !== fresh.source)
    throw new OperatorError(
      `${shown(to)} holds the unfinished copy of another database, or of this one before it was changed; copy into an empty database.`,
    )
  if (progress) return progress
  const there = await target.read()
  await refuseFull(there, tables, to)
  await there.end()
  await target.begin(fresh)
  return fresh
}

/** A database that was opened has secrets, but nothing else, before it has a company. */
async function refuseFull(there: Snapshot, tables: Table[], to: string): Promise<void> {
  for (const table of tables)
    if (table.name !== 'secrets' && (await there.count(table)) > 0)
      throw new OperatorError(
        `${shown(to)} has ${table.name} already, and is not overwritten; copy into an empty database.`,
      )
}

async function watched(
  unit: string,
  done: number,
  total: number,
  output: Output,
  work: (tell: (rows: number) => void) => Promise<void>,
): Promise<void> {
  const bar = await progressBar(unit, output)
  let sum = done
  try {
    await work((rows) => {
      sum += rows
      bar.update(sum, total)
    })
  } finally {
    bar.stop()
  }
}
