import { ApiError } from '../errors.ts'
import { settingTable } from '../settings.ts'
import { explainOpen } from '../store/explain.ts'
import { OperatorError } from '../store/faults.ts'

/** What the operator is told about a fault: one sentence, and the exit code. */
export function explain(error: unknown): { sentence: string; exitCode: number } {
  const database = process.env['DATABASE_URL'] ?? settingTable.DATABASE_URL.fallback
  const known = explainOpen(error instanceof ApiError && error.cause ? error.cause : error, database)
  if (known instanceof OperatorError) return { sentence: known.message, exitCode: known.exitCode }
  if (known instanceof ApiError) {
    const details = known.details?.map(({ field, message }) => `${field} ${message}`).join('; ')
    return { sentence: `${known.message}${details ? `: ${details}` : ''}.`, exitCode: 1 }
  }
  const cause = known instanceof Error ? known : new Error(String(known))
  if (process.env['LOG_LEVEL'] === 'debug') return { sentence: cause.stack ?? cause.message, exitCode: 1 }
  return { sentence: `Dealgraph failed unexpectedly: ${cause.message} (LOG_LEVEL=debug shows where).`, exitCode: 1 }
}
