import { isPostgresUrl } from './address.ts'
import { toOperatorError as explainFile } from './faults.ts'
import { toOperatorError as explainServer } from './postgres/faults.ts'

/** What a command is told when the database, of whatever kind, cannot be used. */
export const toOperatorError = (cause: unknown, url: string): unknown =>
  isPostgresUrl(url) ? explainServer(cause, url) : explainFile(cause, url.replace(/^sqlite:/, ''))
