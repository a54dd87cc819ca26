import { open } from 'node:fs/promises'
import { unavailable } from '../../errors.ts'
import { createDb } from '../db.ts'
import {
  damagedDatabaseError,
  databaseFaultOf,
  OperatorError,
  toApiError,
  toOperatorError,
} from '../faults.ts'
import { migrationNames } from '../migrations.ts'
import type { CompanyAccess, Store, StoreOptions } from '../store.ts'
import { asideOf } from './aside.ts'
import { changedBy } from './changed.ts'
import { checkpointsOf } from './checkpoints.ts'
import { type Connection, connect } from './connection.ts'
import { openCounters } from './counters.ts'
import { fileOf, holdFile, makeFolder, realFile, refuseLogAlone, spaceOf } from './files.ts'
import { guardOf, identity } from './guard.ts'
import { migrate } from './migrate.ts'
import { onceAMoment } from './moment.ts'
import { openReaders } from './readers.ts'
import { refuseUnfinished } from './table-copy.ts'
import { openWriter } from './writer.ts'

/**
 * How long a statement may wait for another process while everybody waits for it, in milliseconds.
 */
const impatience = 100

/** How long whoever looks whether a file is served may take, in milliseconds. */
const glance = 1000

/** What looks now and then through much, to count it, need not keep it in memory; in kB. */
const little = 4096

export async function openSqlite({
  url,
  serving = false,
  onMigration,
  onStatement,
}: StoreOptions): Promise<Store> {
  const file = realFile(fileOf(url))
  const opened: Connection[] = []
  const broken = Promise.withResolvers<OperatorError>()
  const onFault = (cause: unknown) => {
    if (cause instanceof OperatorError) broken.resolve(cause)
    else if (databaseFaultOf(cause) === 'damaged') broken.resolve(damagedDatabaseError(file))
  }
  const keep = (connection: Connection) => {
    opened.push(connection)
    return connection
  }
  const openReader = (room?: number) =>
    keep(
      connect(file, {
        readonly: true,
        timeout: impatience,
        room,
        onFault,
        ...(onStatement && { onStatement }),
      }),
    )
  try {
    makeFolder(file)
    refuseLogAlone(file)
    if (serving) keep(holdFile(file, glance))
    const connection = keep(connect(file, { onFault, ...(onStatement && { onStatement }) }))
    refuseUnfinished(connection)
    const known = await migrationNames()
    const migrated = await migrate(connection, onMigration)
    const changed = changedBy(connection)
    const checkpoints = serving ? checkpointsOf(connection, file, () => readers) : undefined
    const log = serving ? await open(`${file}-wal`) : undefined
    const writer = openWriter(connection, {
      between: () => checkpoints?.between(),
      prepare: async () => log?.datasync(),
      check: guardOf(connection, file, known),
      explain: (cause) => {
        onFault(cause)
        return cause instanceof OperatorError
          ? Object.assign(unavailable(), { cause })
          : toApiError(cause)
      },
      committed: () => {
        version.end()
        readers.endAll()
        checkpoints?.committed()
        changed.tell()
      },
    })
    const aside = asideOf(file, onFault)
    const readers = openReaders(() => ({ ...openReader(), allInWorker: aside.all }))
    if (serving) readers.openAll()
    const lookout = openReader(little)
    const looking = createDb(lookout)
    const dataVersion = lookout.raw.prepare<[], number>('PRAGMA data_version').pluck()
    const version = onceAMoment(() => {
      try {
        return dataVersion.get() as number
      } catch (cause) {
        onFault(cause)
        throw toApiError(cause)
      }
    })
    const counters = openCounters(`${file}-limits`)
    // From here on others wait in the writer, where nobody else is held up.
    connection.raw.pragma('busy_timeout = 0')
    // One file holds all companies, and one process serves it: whose rows they are is for the
    // queries to say.
    const access: CompanyAccess = {
      read: readers.read,
      readLatest: (work) => work(looking),
      write: writer.write,
    }
    return {
      forCompany: () => access,
      allCompanies: access,
      shared: false,
      version: version.look,
      commits: changed,
      counters,
      ...(serving && {
        databaseFile: { file, identity: identity(file) ?? '', lease: readers.leave },
      }),
      load: () => {
        const { waiting, ...connections } = readers.load()
        return { connections, waiting: { connection: waiting, turn: writer.waiting() } }
      },
      diskUsage: () => spaceOf(file),
      migrated,
      advice: [],
      broken: broken.promise,
      close: async () => {
        await writer.idle()
        readers.endAll()
        await Promise.all([checkpoints?.end(), aside.end(), log?.close()])
        counters.close()
        for (const each of opened)
          if (each !== connection && !each.raw.inTransaction) each.raw.close()
        emptyLog(connection)
        for (const each of opened) each.raw.close()
        checkpoints?.close()
      },
    }
  } catch (cause) {
    for (const connection of opened) connection.raw.close()
    throw toOperatorError(cause, file)
  }
}

/**
 * So that a copy of the file alone is whole. What hinders it costs nothing: the log is read at the
 * next start.
 */
function emptyLog({ raw }: Connection): void {
  try {
    raw.pragma(`busy_timeout = ${impatience}`)
    raw.pragma('wal_checkpoint(TRUNCATE)')
  } catch {}
}
