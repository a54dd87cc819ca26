/**
 * The settings of the page, and the credential of its user: an API key, or the session of a sign-in
 * at the OpenID provider, whose cookie scripts cannot read.
 */

/** Returns the data that the server put into the page for its script; see `Page.settings`. */
export function settings<T>(): T {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as T
}

/** Whether people sign in at the OpenID provider; the pages then forget a stored API key. */
export const isSignInEnabled = (): boolean => settings<{ signIn?: boolean }>().signIn === true

/** The `sessionStorage` key of the API key, which is kept per tab and never put in a URL. */
const storageKey = 'dealgraph.key'

export const readStoredKey = (): string | null => sessionStorage.getItem(storageKey)
export const storeKey = (key: string): void => sessionStorage.setItem(storageKey, key)
export const forgetKey = (): void => sessionStorage.removeItem(storageKey)

/** Returns the key that the user entered, or else the demo key. */
export const getCurrentKey = (): string | undefined =>
  readStoredKey() ?? settings<{ demoKey?: string }>().demoKey

/** Removes white space and `Bearer` around a pasted key. */
export const cleanKey = (input: string): string =>
  input.trim().replace(/^(authorization: *)?bearer +/i, '')

export const sessionEndedMessage =
  'Your session has expired or was revoked, or your user was suspended. Sign in again.'

/** The server accepts the cookie of a session only with this header, against CSRF. */
const sessionHeaders = { 'X-Requested-With': 'dealgraph' }

/**
 * Returns the headers that authenticate a request: those of the session if people sign in, or of
 * the key if there is one.
 */
export function authenticationHeaders(key: string | undefined): Record<string, string> {
  if (isSignInEnabled()) return sessionHeaders
  return key ? { Authorization: `Bearer ${key}` } : {}
}

/** A longer URL does not fit into the cookie that keeps it during the sign-in. */
const maxReturnToLength = 1000

/** Returns the URL that starts a sign-in, which ends on this page. */
export function signInUrl(): string {
  const { pathname, search, hash } = location
  const url = pathname + search + hash
  const returnTo = url.length > maxReturnToLength ? pathname : url
  return `/sign-in?${new URLSearchParams({ returnTo })}`
}

/** Ends the session here and at the provider, and leaves the page. @throws Error */
export async function endSession(): Promise<void> {
  const response = await fetch('/sign-out', { method: 'POST', headers: sessionHeaders })
  if (response.status === 401) return location.reload()
  if (!response.ok) throw new Error(`The server responded with status ${response.status}`)
  const { redirectTo } = (await response.json()) as { redirectTo: string }
  location.assign(redirectTo)
}
