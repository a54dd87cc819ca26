/** The server log: JSON lines, or one human-readable line per event on a terminal. */
import { isatty } from 'node:tty'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { PrettyOptions } from 'pino-pretty'
import type { Settings } from './setting-table.ts'

type LogSettings = Pick<Settings, 'LOG_LEVEL' | 'LOG_FORMAT'>

/** Creates a logger that writes to standard output (1), or to standard error (2) for commands. */
export async function createLogger(
  { LOG_LEVEL: level, LOG_FORMAT: format }: LogSettings,
  fd: 1 | 2 = 1,
): Promise<Logger> {
  const isPretty = format === 'pretty' || (format === 'auto' && isatty(fd))
  const destination: DestinationStream = isPretty
    ? (await import('pino-pretty')).default({ ...prettyOptions, destination: fd, sync: true })
    : pino.destination(fd === 1 ? { dest: 1, ...bufferedOutput } : { dest: 2, sync: true })
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}

/** Writes log lines in batches, which delays a line by at most 50 ms. */
const bufferedOutput = { sync: false, minLength: 4096, periodicFlush: 50 }

const colors = { green: 32, yellow: 33, red: 31, gray: 90 } as const
const hasColors = (env: NodeJS.ProcessEnv) => !env['NO_COLOR'] && env['TERM'] !== 'dumb'

const paint = (color: keyof typeof colors, text: string) =>
  hasColors(process.env) ? `\u001B[${colors[color]}m${text}\u001B[0m` : text

/** Replaces control characters, which a terminal would interpret, in client input. */
const toPrintable = (text: unknown) => String(text).replace(/\p{Cc}/gu, '�')

/** Formats a request as `GET /v1/people 200 3 ms ListPeople`, and other events as their message. */
function formatMessage(line: Record<string, unknown>): string {
  const { method, path, status, ms, operation, code, replayed, msg } = line
  if (method === undefined || status === undefined) return toPrintable(msg ?? '')
  const color = Number(status) >= 500 ? 'red' : Number(status) >= 400 || code ? 'yellow' : 'green'
  const name = operation === path ? '' : operation
  return [
    `${toPrintable(method).padEnd(6)} ${toPrintable(path)}`,
    paint(color, String(status)),
    `${ms} ms`,
    paint('gray', [name, code, replayed && 'replayed'].filter(Boolean).map(toPrintable).join(' ')),
  ].join(' ')
}

const prettyOptions: PrettyOptions = {
  colorize: hasColors(process.env),
  translateTime: 'SYS:HH:MM:ss',
  messageFormat: formatMessage,
  // Request fields that the formatted message already contains, or that only programs need.
  ignore:
    'method,path,status,ms,operation,code,door,field,keyId,identityId,units,traceId,replayed,requestId,via',
  singleLine: true,
}
