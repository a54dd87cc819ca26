/** The meaning, default value and valid values of each setting. */
import {
  claimName,
  exporterUrl,
  flag,
  integer,
  list,
  oneOf,
  origins,
  type Parser,
  ratio,
  region,
  type Setting,
  secureUrl,
  signatureAlgorithms,
  text,
} from './setting.ts'

const definitions = {
  PORT: ['port to listen on; 0 selects a free port', integer(4000, 0, 65535)],
  HOST: ['address to listen on', text('127.0.0.1', /^[\w.:-]+$/, 'an address or host name')],
  DATABASE_URL: [
    'database URL',
    text(
      'sqlite:db/dealgraph.db',
      /^(sqlite:.+|postgres(ql)?:\/\/.+)$/,
      'sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE',
    ),
  ],
  DATABASE_POOL_SIZE: [
    'maximum PostgreSQL connections for requests; three more are used for lookups, counters and notifications',
    integer(10, 2, 1000),
  ],
  DEMO: [
    'load the demo company into an empty database, and offer the key of its Owner in browser pages on a loopback HOST; if false, the demo keys are rejected',
    flag(true),
  ],
  LOG_LEVEL: [
    'minimum level of log messages',
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info'),
  ],
  LOG_FORMAT: [
    'format of log lines: pretty (readable), json, or auto (pretty on a terminal, else json)',
    oneOf(['auto', 'pretty', 'json']),
  ],
  CORS_ORIGINS: [
    'browser origins that may call the API, such as https://app.example; a demo on a loopback HOST also allows loopback origins',
    origins,
  ],
  TRUSTED_PROXIES: [
    'addresses of proxies whose X-Forwarded-For header is trusted',
    list(/^[\da-f:.]*[\d:][\da-f:.]*$/i, 'a list of IP addresses, separated by commas'),
  ],
  RATE_LIMIT_PER_HOUR: ['units per hour per API key or identity', integer(1000, 1, 100_000_000)],
  METRICS_TOKEN: [
    'bearer token for /metrics; if empty, only this machine can read metrics',
    text('', /^[\x21-\x7e]{0,200}$/, 'up to 200 visible ASCII characters, or nothing'),
  ],
  DEFAULT_REGION: ['country of new companies, the default for their phone numbers', region],
  TRASH_DAYS: ['days until a person in Trash is permanently deleted', integer(30, 1, 36500)],
  WEBHOOKS: [
    'whether webhooks are sent: on, or off (events are queued until webhooks are on)',
    oneOf(['on', 'off']),
  ],
  WEBHOOKS_ALLOW_LOCAL: [
    'allow webhooks to private addresses and over http, for development',
    flag(false),
  ],
  REQUEST_TIMEOUT_SECONDS: ['maximum seconds to receive a complete request', integer(30, 1, 3600)],
  MAX_IN_FLIGHT_PER_KEY: [
    'maximum concurrent requests per API key or identity; further requests are queued',
    integer(64, 1, 10_000),
  ],
  QUERY_COMPILER: [
    'whether operations are compiled: on (before their second execution), always, or off',
    oneOf(['on', 'always', 'off']),
  ],
  QUERY_WORKERS: [
    'worker threads for long queries, at most the number of processors minus one; 0 disables them; not used on PostgreSQL or with traces',
    { ...integer(3, 0, 16), formerName: 'READING_THREADS' },
  ],
  DRAIN_SECONDS: [
    'seconds to continue serving after SIGTERM while /ready returns 503, so that load balancers can react',
    integer(0, 0, 300),
  ],
  MAX_BODY_BYTES: ['maximum size of a request body, in bytes', integer(262_144, 1024, 100_000_000)],
  GRAPHQL_MAX_TOKENS: ['maximum tokens in a GraphQL document', integer(2000, 10, 1_000_000)],
  GRAPHQL_MAX_NESTING: ['maximum nesting of brackets in a GraphQL document', integer(64, 10, 500)],
  GRAPHQL_MAX_FIELD_PAIRS: [
    'maximum pairs of fields or fragments that the validation of a GraphQL document compares',
    integer(10_000, 100, 100_000),
  ],
  GRAPHQL_MAX_DEPTH: ['maximum depth of nested GraphQL fields', integer(12, 1, 1000)],
  GRAPHQL_MAX_ALIASES: ['maximum aliases in a GraphQL operation', integer(30, 0, 100_000)],
  GRAPHQL_MAX_ROOT_FIELDS: ['maximum root fields of a GraphQL query', integer(20, 1, 10_000)],
  GRAPHQL_MAX_ROOT_MUTATIONS: ['maximum mutations in a request', integer(10, 1, 10_000)],
  GRAPHQL_MAX_NODES: ['maximum records that a request may return', integer(5000, 1, 1_000_000)],
  SSE_HEARTBEAT_SECONDS: [
    'seconds between subscription heartbeats; each also rechecks the credential',
    integer(15, 1, 3600),
  ],
  SSE_STREAMS_PER_KEY: ['maximum subscriptions per API key or identity', integer(10, 1, 10_000)],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    'base URL for traces (OTLP over HTTP), to which /v1/traces is appended',
    exporterUrl,
  ],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ['full URL for traces; overrides the base URL', exporterUrl],
  OTEL_EXPORTER_OTLP_PROTOCOL: [
    'protocol of the trace exporter; traces are always sent as JSON',
    text('http/json', /^http\/(json|protobuf)$/, 'http/json; gRPC is not supported'),
  ],
  OTEL_SERVICE_NAME: [
    'service name in traces',
    text('dealgraph', /^.{1,255}$/, 'up to 255 characters'),
  ],
  OTEL_SDK_DISABLED: ['disable traces', flag(false)],
  OTEL_TRACES_SAMPLER: [
    'trace sampler',
    oneOf(
      [
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ],
      'parentbased_always_on',
    ),
  ],
  OTEL_TRACES_SAMPLER_ARG: ['fraction of traces to keep, for ratio samplers', ratio],
  MAX_RECORDS_LOOKED_AT: [
    'maximum records that the filters of a request may scan',
    integer(1_000_000, 1000, 1_000_000_000),
  ],
  PUBLIC_URL: [
    'server URL for browsers and clients, such as https://crm.example; required with OIDC_ISSUER unless HOST is a loopback address',
    secureUrl(true),
  ],
  OIDC_ISSUER: [
    'issuer of access tokens, exactly as in its metadata; if empty, only API keys are accepted',
    secureUrl(false),
  ],
  OIDC_AUDIENCE: [
    'accepted audiences of access tokens; required with OIDC_ISSUER',
    list(/^[\x21-\x7e]+$/, 'a list of names or URLs, separated by commas'),
  ],
  OIDC_ALGORITHMS: ['accepted signature algorithms of access tokens', signatureAlgorithms],
  OIDC_TOKEN_TYPES: [
    'accepted values of the token header "typ"; JWT also accepts tokens without this header',
    list(/^[\w.+-]+$/, 'a list such as at+jwt,JWT', 'at+jwt,JWT'),
  ],
  OIDC_CLOCK_SKEW_SECONDS: [
    'maximum seconds by which the issuer and server clocks may differ',
    integer(30, 0, 300),
  ],
  OIDC_EMAIL_CLAIM: ['claim that contains the email address', claimName('email')],
  OIDC_EMAIL_VERIFIED_CLAIM: [
    'claim that is true if the issuer has verified the email address',
    claimName('email_verified'),
  ],
  OIDC_SCOPE_CLAIM: ['claim with the token scopes; "scp" is also read', claimName('scope')],
  OIDC_PROVISION: [
    'whether to create a user for a verified email that no user has: agent (as an Agent), or off',
    oneOf(['off', 'agent']),
  ],
  OIDC_COMPANY: [
    'company id for Agents created by OIDC_PROVISION; required if the database has several companies',
    text('', /^(company_\w+)?$/, 'a company id, or nothing'),
  ],
  OIDC_CLIENT_ID: [
    'OAuth client id of the server, for browser sign-in',
    text('', /^[\x21-\x7e]{0,300}$/, 'a client id, or nothing'),
  ],
  OIDC_CLIENT_SECRET: [
    'OAuth client secret; not required for a public client',
    text('', /^[\x21-\x7e]{0,1000}$/, 'a client secret, or nothing'),
  ],
  OIDC_SCOPES: [
    'scopes requested at sign-in',
    text(
      'openid email profile',
      /^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/,
      'openid and further scopes, separated by spaces',
    ),
  ],
  SESSION_IDLE_MINUTES: ['idle minutes after which a session expires', integer(60, 1, 10_080)],
  SESSION_HOURS: ['maximum duration of a session in hours', integer(12, 1, 720)],
} satisfies Record<string, [meaning: string, parser: Parser<unknown>]>

type Definitions = typeof definitions
type ParsedBy<P> = P extends Parser<infer T> ? T : never

export type Settings = { [Name in keyof Definitions]: ParsedBy<Definitions[Name][1]> }

export const settingTable = Object.fromEntries(
  Object.entries(definitions).map(([name, [meaning, parser]]) => [name, { ...parser, meaning }]),
) as { [Name in keyof Settings]: Setting<Settings[Name]> }
