import { existsSync } from 'node:fs'
import { closestMatch } from 'leven'
import { loadPhoneNumbers } from './lib/phone-numbers.ts'
import { flag, list, oneOf, type Setting, text, whole } from './lib/setting.ts'
import { exitCodes, OperatorError } from './store/faults.ts'

/** Origins as browsers send them: in lower case, and without a default port or a slash. */
function readOrigins(text: string): string[] | undefined {
  const origins = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return origins.every((each) => /^https?:\/\/[^\s/?#@*]+\/?$/i.test(each) && URL.canParse(each))
    ? origins.map((each) => new URL(each).origin)
    : undefined
}

const address = /^(https?:\/\/[^\s/?#]+[^\s]*)?$/
const expectedAddress = 'an address such as http://127.0.0.1:4318'

const usualRegion = 'US'

export const settingTable = {
  PORT: whole(4000, 0, 65535, 'port to listen on; 0 takes a free one'),
  HOST: text('127.0.0.1', 'address to listen on', /^[\w.:-]+$/, 'an address or host name'),
  DATABASE_URL: text(
    'sqlite:db/dealgraph.db',
    'the database',
    /^(sqlite:.+|postgres(ql)?:\/\/.+)$/,
    'sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE',
  ),
  DATABASE_POOL_SIZE: whole(
    10,
    2,
    1000,
    'connections to PostgreSQL for requests; three more serve look-ups, counters and news',
  ),
  DEMO: flag(
    true,
    'load the demo company into an empty database, and offer its keys in GraphiQL on a loopback HOST; with false its keys are refused',
  ),
  LOG_LEVEL: text(
    'info',
    'how much is logged',
    /^(fatal|error|warn|info|debug|silent)$/,
    'fatal, error, warn, info, debug or silent',
  ),
  LOG_FORMAT: oneOf(
    'auto',
    'format of log lines: pretty (readable), json, or auto (pretty on a terminal, else json)',
    ['auto', 'pretty', 'json'],
  ),
  CORS_ORIGINS: {
    fallback: '',
    meaning:
      'browser origins that may call the API, such as https://app.example; a demo on a loopback HOST also allows those of this machine',
    read: readOrigins,
    expected: 'a list of origins such as https://app.example, separated by commas, without "*"',
  } satisfies Setting<string[]>,
  TRUSTED_PROXIES: list(
    'addresses of proxies whose X-Forwarded-For is believed',
    /^[\da-f:.]*[\d:][\da-f:.]*$/i,
    'a list of IP addresses, separated by commas',
  ),
  RATE_LIMIT_PER_HOUR: whole(1000, 1, 100_000_000, 'units per API key and hour'),
  METRICS_TOKEN: text(
    '',
    'bearer token for /metrics; without it, only this machine reads them',
    /^[\x21-\x7e]{0,200}$/,
    'up to 200 visible ASCII characters, or nothing',
  ),
  DEFAULT_REGION: {
    ...text(
      usualRegion,
      'country by which phone numbers without a prefix are read, for new companies',
      /./,
      '',
    ),
    read: (value: string) =>
      value === usualRegion || loadPhoneNumbers().isSupportedCountry(value) ? value : undefined,
    expected: 'a two-letter country code such as US or DE',
  },
  TRASH_DAYS: whole(30, 1, 36500, 'days until a trashed contact is removed for good'),
  WEBHOOKS: oneOf('on', 'whether webhooks are sent; with off, events wait until it is on again', [
    'on',
    'off',
  ]),
  WEBHOOKS_ALLOW_LOCAL: flag(
    false,
    'let webhooks go to private addresses and over http, for development',
  ),
  REQUEST_TIMEOUT_SECONDS: whole(
    30,
    1,
    3600,
    'seconds within which a request must have arrived whole',
  ),
  MAX_IN_FLIGHT_PER_KEY: whole(
    64,
    1,
    10_000,
    'most requests of an API key that are worked on at once; further ones wait',
  ),
  QUERY_COMPILER: oneOf(
    'on',
    'whether operations are compiled: on (before their second execution), always, or off',
    ['on', 'always', 'off'],
  ),
  QUERY_WORKERS: {
    ...whole(
      3,
      0,
      16,
      'worker threads for long queries, at most the number of processors minus one; 0 disables them; not used on PostgreSQL or with traces',
    ),
    formerName: 'READING_THREADS',
  },
  DRAIN_SECONDS: whole(
    0,
    0,
    300,
    'seconds for which it goes on serving after SIGTERM, with /ready at 503, for load balancers to notice',
  ),
  MAX_BODY_BYTES: whole(262_144, 1024, 100_000_000, 'largest request body'),
  GRAPHQL_MAX_TOKENS: whole(2000, 10, 1_000_000, 'largest number of tokens in a document'),
  GRAPHQL_MAX_NESTING: whole(64, 10, 500, 'deepest nesting of brackets in a document'),
  GRAPHQL_MAX_FIELD_PAIRS: whole(
    10_000,
    100,
    100_000,
    'most pairs of fields with one response name that validation compares',
  ),
  GRAPHQL_MAX_DEPTH: whole(12, 1, 1000, 'deepest nesting of fields'),
  GRAPHQL_MAX_ALIASES: whole(30, 0, 100_000, 'most aliases in a document'),
  GRAPHQL_MAX_ROOT_FIELDS: whole(20, 1, 10_000, 'most root fields of a query'),
  GRAPHQL_MAX_ROOT_MUTATIONS: whole(10, 1, 10_000, 'most mutations of a request'),
  GRAPHQL_MAX_NODES: whole(5000, 1, 1_000_000, 'most records that a request may ask for'),
  SSE_HEARTBEAT_SECONDS: whole(
    15,
    1,
    3600,
    'seconds between the heartbeats of a subscription, at which its key is checked again',
  ),
  SSE_STREAMS_PER_KEY: whole(10, 1, 10_000, 'most subscriptions open at once for one API key'),
  OTEL_EXPORTER_OTLP_ENDPOINT: text(
    '',
    'where traces are sent to (OTLP over HTTP), with /v1/traces behind it',
    address,
    expectedAddress,
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: text('', 'the same, as it stands', address, expectedAddress),
  OTEL_EXPORTER_OTLP_PROTOCOL: text(
    'http/json',
    'how traces are sent; always as JSON',
    /^http\/(json|protobuf)$/,
    'http/json, for gRPC is not offered',
  ),
  OTEL_SERVICE_NAME: text(
    'dealgraph',
    'the name of this service in traces',
    /^.{1,255}$/,
    'up to 255 characters',
  ),
  OTEL_SDK_DISABLED: flag(false, 'send no traces, wherever to'),
  OTEL_TRACES_SAMPLER: oneOf('parentbased_always_on', 'which traces are kept', [
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ]),
  OTEL_TRACES_SAMPLER_ARG: {
    fallback: '1',
    meaning: 'for the samplers by ratio, how many of all are kept',
    read: (value: string) => (/^(0(\.\d+)?|1(\.0+)?)$/.test(value) ? Number(value) : undefined),
    expected: 'a number from 0 to 1',
  },
  MAX_RECORDS_LOOKED_AT: whole(
    1_000_000,
    1000,
    1_000_000_000,
    'most records that the filters of a request look at',
  ),
}

type Table = typeof settingTable
export type Settings = { [Name in keyof Table]: NonNullable<ReturnType<Table[Name]['read']>> }

const textOf = (
  name: string,
  { formerName, fallback }: Pick<Setting<unknown>, 'formerName' | 'fallback'>,
  env: Record<string, string | undefined>,
): string => env[name] ?? (formerName && env[formerName]) ?? fallback

/** @throws OperatorError with one line for each wrong setting: its text and the valid values */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const texts = Object.entries(settingTable).map(
    ([name, setting]) => [name, setting, textOf(name, setting, env)] as const,
  )
  const wrong = texts.flatMap(([name, { read, expected }, text]) =>
    read(text) === undefined ? `${name} must be ${expected}, but it is "${text}".` : [],
  )
  if (wrong.length > 0) throw new OperatorError(wrong.join('\n'), exitCodes.setting)
  return Object.fromEntries(texts.map(([name, { read }, text]) => [name, read(text)])) as Settings
}

const names = Object.keys(settingTable)
/** `OTEL_` is left out: the libraries of OpenTelemetry read further variables of their own. */
const prefixes = [...new Set(names.flatMap((name) => name.match(/^[A-Z]+_/) ?? []))].filter(
  (prefix) => prefix !== 'OTEL_',
)
/** A variable without a known prefix that differs more belongs to another program. */
const maxTypos = 2
/** Shorter names are too alike: HOME is two letters from HOST. */
const minTypoLength = 8

/** One sentence for each unknown variable that resembles a setting, with the nearest name. */
export function warnOfUnknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (names.includes(name)) return []
    const hasPrefix = prefixes.some((prefix) => name.startsWith(prefix))
    const maxDistance = hasPrefix ? name.length : maxTypos
    const nearest = closestMatch(name, names, { maxDistance })
    const isTypo = nearest !== undefined && name.length >= minTypoLength
    return hasPrefix || isTypo
      ? `${name} is not a setting and has no effect; did you mean ${nearest}?`
      : []
  })
}

/** Whether a server on this `HOST` can be reached from this machine only. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/i.test(host)

export function environment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
