import { existsSync } from 'node:fs'
import { closestMatch } from 'leven'
import { type Settings, settingTable } from './lib/setting-table.ts'
import { exitCodes, OperatorError } from './store/faults.ts'

export { type Settings, settingTable }

/** @throws OperatorError with one line for each invalid setting: its text and the valid values */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const faults: string[] = []
  const settings = Object.fromEntries(
    Object.entries(settingTable).map(([name, { formerName, fallback, read, validValues }]) => {
      const text = env[name] ?? (formerName && env[formerName]) ?? fallback
      const value = read(text)
      if (value === undefined) faults.push(`${name} must be ${validValues}, but it is "${text}".`)
      return [name, value]
    }),
  ) as unknown as Settings
  if (faults.length === 0) faults.push(...findMissingSettings(settings))
  if (faults.length > 0) throw new OperatorError(faults.join('\n'), exitCodes.setting)
  return settings
}

/** Returns a sentence for each setting that OIDC_ISSUER requires. */
function findMissingSettings(settings: Settings): string[] {
  const { OIDC_ISSUER, OIDC_AUDIENCE, PUBLIC_URL, HOST } = settings
  if (OIDC_ISSUER === '') return []
  return [
    ...(OIDC_AUDIENCE.length === 0
      ? ['OIDC_AUDIENCE must be set with OIDC_ISSUER: the audience of access tokens.']
      : []),
    ...(PUBLIC_URL === '' && !isLoopback(HOST)
      ? ['PUBLIC_URL must be set with OIDC_ISSUER: the address of this server for its clients.']
      : []),
  ]
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

/** Returns the URL of the server for programs on the same machine. */
export function getLocalUrl({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const isAnyAddress = HOST === '0.0.0.0' || HOST === '::'
  const name = isAnyAddress ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST
  return `http://${name}:${PORT}`
}

/**
 * Returns the URL of the server for browsers and clients, without a slash at its end.
 * @param host the header `Host`, for a server on a loopback address, which has several names
 */
export const getPublicUrl = (
  settings: Pick<Settings, 'HOST' | 'PORT' | 'PUBLIC_URL'>,
  host?: string,
): string =>
  settings.PUBLIC_URL.replace(/\/$/, '') || (host ? `http://${host}` : getLocalUrl(settings))
