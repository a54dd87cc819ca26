/** The address at which the server listens. */
interface ServerAddress {
  HOST: string
  PORT: number
}

/** Returns the URL for programs on the same machine. */
export function getLocalUrl({ HOST, PORT }: ServerAddress): string {
  const isAnyAddress = HOST === '0.0.0.0' || HOST === '::'
  const name = isAnyAddress ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST
  return `http://${name}:${PORT}`
}

/**
 * Returns the URL for browsers and clients, without a slash at its end.
 * @param host the header `Host`, for a server on a loopback address, which has several names
 */
export const getPublicUrl = (
  settings: ServerAddress & { PUBLIC_URL: string },
  host?: string,
): string =>
  settings.PUBLIC_URL.replace(/\/$/, '') || (host ? `http://${host}` : getLocalUrl(settings))
