import { existsSync } from 'node:fs'
import { closestMatch } from 'leven'
import { loadPhoneNumbers } from './lib/phone-numbers.ts'
import { flag, integer, list, oneOf, type Setting, text } from './lib/setting.ts'
import { findMissingSignInSettings, signInSettings } from './lib/sign-in-settings.ts'
import { exitCodes, OperatorError } from './store/faults.ts'

/** Normalizes origins as browsers send them: lower case, no default port, no trailing slash. */
function readOrigins(text: string): string[] | undefined {
  const origins = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return origins.every(
    (origin) => /^https?:\/\/[^\s/?#@*]+\/?$/i.test(origin) && URL.canParse(origin),
  )
    ? origins.map((origin) => new URL(origin).origin)
    : undefined
}

const addressPattern = /^(https?:\/\/[^\s/?#]+[^\s]*)?$/
const expectedAddress = 'an address such as http://127.0.0.1:4318'

const defaultRegion = 'US'

const serverSettings = {
  PORT: integer(4000, 0, 65535, 'port to listen on; 0 selects a free port'),
  HOST: text('127.0.0.1', 'address to listen on', /^[\w.:-]+$/, 'an address or host name'),
  DATABASE_URL: text(
    'sqlite:db/dealgraph.db',
    'database URL',
    /^(sqlite:.+|postgres(ql)?:\/\/.+)$/,
    'sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE',
  ),
  DATABASE_POOL_SIZE: integer(
    10,
    2,
    1000,
    'PostgreSQL connections for requests; three more serve lookups, counters and notifications',
  ),
  DEMO: flag(
    true,
    'load the demo company into an empty database, and offer its keys in GraphiQL on a loopback HOST; if false, its keys are rejected',
  ),
  LOG_LEVEL: text(
    'info',
    'minimum level of log messages',
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
    validValues: 'a list of origins such as https://app.example, separated by commas, without "*"',
  } satisfies Setting<string[]>,
  TRUSTED_PROXIES: list(
    'addresses of proxies whose X-Forwarded-For header is trusted',
    /^[\da-f:.]*[\d:][\da-f:.]*$/i,
    'a list of IP addresses, separated by commas',
  ),
  RATE_LIMIT_PER_HOUR: integer(1000, 1, 100_000_000, 'rate-limit units per caller and hour'),
  METRICS_TOKEN: text(
    '',
    'bearer token for /metrics; if empty, only this machine can read metrics',
    /^[\x21-\x7e]{0,200}$/,
    'up to 200 visible ASCII characters, or nothing',
  ),
  DEFAULT_REGION: {
    ...text(
      defaultRegion,
      'country of phone numbers without a country code, for new companies',
      /./,
      '',
    ),
    read: (value: string) =>
      value === defaultRegion || loadPhoneNumbers().isSupportedCountry(value) ? value : undefined,
    validValues: 'a two-letter country code such as US or DE',
  },
  TRASH_DAYS: integer(30, 1, 36500, 'days until a trashed contact is permanently deleted'),
  WEBHOOKS: oneOf('on', 'whether webhooks are sent; if off, events are queued until it is on', [
    'on',
    'off',
  ]),
  WEBHOOKS_ALLOW_LOCAL: flag(
    false,
    'allow webhooks to private addresses and over http, for development',
  ),
  REQUEST_TIMEOUT_SECONDS: integer(30, 1, 3600, 'maximum seconds to receive a complete request'),
  MAX_IN_FLIGHT_PER_KEY: integer(
    64,
    1,
    10_000,
    'maximum concurrent requests per caller; further requests are queued',
  ),
  QUERY_COMPILER: oneOf(
    'on',
    'whether operations are compiled: on (before their second execution), always, or off',
    ['on', 'always', 'off'],
  ),
  QUERY_WORKERS: {
    ...integer(
      3,
      0,
      16,
      'worker threads for long queries, at most the number of processors minus one; 0 disables them; not used on PostgreSQL or with traces',
    ),
    formerName: 'READING_THREADS',
  },
  DRAIN_SECONDS: integer(
    0,
    0,
    300,
    'seconds to continue serving after SIGTERM while /ready returns 503, so that load balancers can react',
  ),
  MAX_BODY_BYTES: integer(262_144, 1024, 100_000_000, 'maximum size of a request body, in bytes'),
  GRAPHQL_MAX_TOKENS: integer(2000, 10, 1_000_000, 'maximum tokens in a document'),
  GRAPHQL_MAX_NESTING: integer(64, 10, 500, 'maximum nesting of brackets in a document'),
  GRAPHQL_MAX_FIELD_PAIRS: integer(
    10_000,
    100,
    100_000,
    'maximum pairs of fields with the same response name that validation compares',
  ),
  GRAPHQL_MAX_DEPTH: integer(12, 1, 1000, 'maximum nesting of fields'),
  GRAPHQL_MAX_ALIASES: integer(30, 0, 100_000, 'maximum aliases in a document'),
  GRAPHQL_MAX_ROOT_FIELDS: integer(20, 1, 10_000, 'maximum root fields of a query'),
  GRAPHQL_MAX_ROOT_MUTATIONS: integer(10, 1, 10_000, 'maximum mutations in a request'),
  GRAPHQL_MAX_NODES: integer(5000, 1, 1_000_000, 'maximum records that a request may return'),
  SSE_HEARTBEAT_SECONDS: integer(
    15,
    1,
    3600,
    'seconds between heartbeats of a subscription; each also checks its credential again',
  ),
  SSE_STREAMS_PER_KEY: integer(10, 1, 10_000, 'maximum open subscriptions per caller'),
  OTEL_EXPORTER_OTLP_ENDPOINT: text(
    '',
    'base URL for traces (OTLP over HTTP), to which /v1/traces is appended',
    addressPattern,
    expectedAddress,
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: text(
    '',
    'full URL for traces; overrides the base URL',
    addressPattern,
    expectedAddress,
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: text(
    'http/json',
    'protocol of the trace exporter; traces are always sent as JSON',
    /^http\/(json|protobuf)$/,
    'http/json; gRPC is not supported',
  ),
  OTEL_SERVICE_NAME: text(
    'dealgraph',
    'service name in traces',
    /^.{1,255}$/,
    'up to 255 characters',
  ),
  OTEL_SDK_DISABLED: flag(false, 'disable traces'),
  OTEL_TRACES_SAMPLER: oneOf('parentbased_always_on', 'sampler of traces', [
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ]),
  OTEL_TRACES_SAMPLER_ARG: {
    fallback: '1',
    meaning: 'fraction of traces to keep, for ratio samplers',
    read: (value: string) => (/^(0(\.\d+)?|1(\.0+)?)$/.test(value) ? Number(value) : undefined),
    validValues: 'a number from 0 to 1',
  },
  MAX_RECORDS_LOOKED_AT: integer(
    1_000_000,
    1000,
    1_000_000_000,
    'maximum records that the filters of a request may scan',
  ),
}

export const settingTable = { ...serverSettings, ...signInSettings }

type Table = typeof settingTable
export type Settings = { [Name in keyof Table]: NonNullable<ReturnType<Table[Name]['read']>> }

const getSettingText = (
  name: string,
  { formerName, fallback }: Pick<Setting<unknown>, 'formerName' | 'fallback'>,
  env: Record<string, string | undefined>,
): string => env[name] ?? (formerName && env[formerName]) ?? fallback

/** @throws OperatorError with one line for each invalid setting: its text and the valid values */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const entries = Object.entries(settingTable).map(
    ([name, setting]) => [name, setting, getSettingText(name, setting, env)] as const,
  )
  const faults = entries.flatMap(([name, { read, validValues }, text]) =>
    read(text) === undefined ? `${name} must be ${validValues}, but it is "${text}".` : [],
  )
  if (faults.length > 0) throw new OperatorError(faults.join('\n'), exitCodes.setting)
  const settings = Object.fromEntries(
    entries.map(([name, { read }, text]) => [name, read(text)]),
  ) as Settings
  const missingSettings = findMissingSignInSettings(settings, isLoopback(settings.HOST))
  if (missingSettings.length > 0)
    throw new OperatorError(missingSettings.join('\n'), exitCodes.setting)
  return settings
}

const settingNames = Object.keys(settingTable)
/** Excludes `OTEL_`, since the libraries of OpenTelemetry read further variables. */
const prefixes = [...new Set(settingNames.flatMap((name) => name.match(/^[A-Z]+_/) ?? []))].filter(
  (prefix) => prefix !== 'OTEL_',
)
/** Maximum typos in a variable without a known prefix; with more, it belongs to another program. */
const maxTypos = 2
/** Minimum length of a name to compare: shorter names are too alike, such as HOME and HOST. */
const minTypoLength = 8

/** Returns a sentence for each unknown variable that resembles a setting, with the nearest name. */
export function warnOfUnknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (settingNames.includes(name)) return []
    const hasPrefix = prefixes.some((prefix) => name.startsWith(prefix))
    const maxDistance = hasPrefix ? name.length : maxTypos
    const nearestName = closestMatch(name, settingNames, { maxDistance })
    const isTypo = nearestName !== undefined && name.length >= minTypoLength
    return hasPrefix || isTypo
      ? `${name} is not a setting and has no effect; did you mean ${nearestName}?`
      : []
  })
}

/** Returns whether a server on this `HOST` can be reached from this machine only. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/i.test(host)

export function loadEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
