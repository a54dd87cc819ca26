import { isPostgres } from './address.ts'
import { explainOpen as explainFile } from './faults.ts'
import { explainOpen as explainServer } from './postgres/faults.ts'

/** What a command is told when the database, of whatever kind, cannot be used. */
export const explainOpen = (cause: unknown, url: string): unknown =>
  isPostgres(url) ? explainServer(cause, url) : explainFile(cause, url.replace(/^sqlite:/, ''))
