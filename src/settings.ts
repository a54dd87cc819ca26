/** Reads the settings from environment variables and `.env`. */
import { existsSync } from 'node:fs'
import { closestMatch } from 'leven'
import { type Settings, settingTable } from './lib/setting-table.ts'
import { OperatorError } from './store/faults.ts'

export { type Settings, settingTable }

/** @throws OperatorError with one line for each invalid or, if all are valid, missing setting */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const errors: string[] = []
  const settings = Object.fromEntries(
    Object.entries(settingTable).map(([name, { formerName, fallback, parse, validValues }]) => {
      const text = env[name] ?? (formerName && env[formerName]) ?? fallback
      const value = parse(text)
      if (value === undefined) errors.push(`${name} must be ${validValues}, but it is "${text}".`)
      return [name, value]
    }),
  ) as unknown as Settings
  if (errors.length === 0) errors.push(...findMissingSettings(settings))
  if (errors.length > 0) throw new OperatorError(errors.join('\n'), 'setting')
  return settings
}

/** Returns an error message for each missing setting that `OIDC_ISSUER` requires. */
function findMissingSettings(settings: Settings): string[] {
  const { OIDC_ISSUER, OIDC_AUDIENCE, PUBLIC_URL, HOST } = settings
  if (OIDC_ISSUER === '') return []
  return [
    ...(OIDC_AUDIENCE.length === 0
      ? ['OIDC_AUDIENCE, the audience of access tokens, must be set if OIDC_ISSUER is set.']
      : []),
    ...(PUBLIC_URL === '' && !isLoopback(HOST)
      ? ['PUBLIC_URL, the URL of the server for clients, must be set if OIDC_ISSUER is set.']
      : []),
  ]
}

const settingNames = Object.keys(settingTable)
/** The prefixes of setting names, except those that variables of other programs also have. */
const settingPrefixes = [
  ...new Set(settingNames.flatMap((name) => name.match(/^[A-Z]+_/) ?? [])),
].filter((prefix) => prefix !== 'OTEL_' && prefix !== 'SESSION_')
/** The maximum edit distance at which a variable without a setting prefix causes a warning. */
const maxEditDistance = 2
/** Shorter names without a setting prefix are ignored: `HOME` and `HOST` are too similar. */
const minComparedLength = 8

/** Returns a warning for each unknown variable that resembles a setting, with the nearest name. */
export function findUnknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (settingNames.includes(name)) return []
    const hasSettingPrefix = settingPrefixes.some((prefix) => name.startsWith(prefix))
    const maxDistance = hasSettingPrefix ? name.length : maxEditDistance
    const nearestName = closestMatch(name, settingNames, { maxDistance })
    const isTypo = nearestName !== undefined && name.length >= minComparedLength
    return hasSettingPrefix || isTypo
      ? `${name} is not a setting and has no effect; did you mean ${nearestName}?`
      : []
  })
}

/** Returns whether a server on this `HOST` can be reached only from the same machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/i.test(host)

export function loadEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** Returns the server's URL for programs on the same machine. */
export function getLocalUrl({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const isAnyAddress = HOST === '0.0.0.0' || HOST === '::'
  const hostName = isAnyAddress ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST
  return `http://${hostName}:${PORT}`
}

/**
 * Returns the server's URL for browsers and clients, without a trailing slash.
 * @param host the `Host` header, used if `PUBLIC_URL` is not set
 */
export const getPublicUrl = (
  settings: Pick<Settings, 'HOST' | 'PORT' | 'PUBLIC_URL'>,
  host?: string,
): string =>
  settings.PUBLIC_URL.replace(/\/$/, '') || (host ? `http://${host}` : getLocalUrl(settings))
