/**
 * The settings of a page, and the credential of its user. The credential is an API key, or a
 * session after a sign-in with the OpenID provider. Scripts cannot read the session cookie.
 */

/** Returns the settings that the server embeds in the page for scripts; see `Page.settings`. */
export function readSettings<T>(): T {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as T
}

/** Returns whether users sign in with the OpenID provider. If so, pages forget stored API keys. */
export const isSignInEnabled = (): boolean =>
  readSettings<{ isSignInEnabled?: boolean }>().isSignInEnabled === true

/** The `sessionStorage` key for the API key, which is stored per tab and never part of a URL. */
const storageKey = 'dealgraph.key'

export const readStoredKey = (): string | null => sessionStorage.getItem(storageKey)
export const storeKey = (key: string): void => sessionStorage.setItem(storageKey, key)
export const forgetKey = (): void => sessionStorage.removeItem(storageKey)

/** Returns the API key that the user entered, or else the demo API key. */
export const getCurrentKey = (): string | undefined =>
  readStoredKey() ?? readSettings<{ demoKey?: string }>().demoKey

/** Removes white space and the prefix `Bearer` or `Authorization: Bearer` of a pasted API key. */
export const normalizeKey = (input: string): string =>
  input.trim().replace(/^(authorization: *)?bearer +/i, '')

export const sessionEndedText =
  'Your session has expired or was revoked, or your user was suspended. Sign in again.'

/** Protection against CSRF: the server accepts a session cookie only with this header. */
const sessionHeaders = { 'X-Requested-With': 'dealgraph' }

/**
 * Returns the headers that authenticate a request: the session header if users sign in with the
 * provider, otherwise the header with the API key, if any.
 */
export function createAuthHeaders(key: string | undefined): Record<string, string> {
  if (isSignInEnabled()) return sessionHeaders
  return key ? { Authorization: `Bearer ${key}` } : {}
}

/** Maximum length of `returnTo`, which a cookie stores during the sign-in. */
const maxReturnToLength = 1000

/** Returns the URL that starts a sign-in. After the sign-in, the browser returns to this page. */
export function getSignInUrl(): string {
  const { pathname, search, hash } = location
  const currentUrl = pathname + search + hash
  const returnTo = currentUrl.length > maxReturnToLength ? pathname : currentUrl
  return `/sign-in?${new URLSearchParams({ returnTo })}`
}

/**
 * Ends the session, then opens the provider's sign-out page, or the console if there is none.
 * Reloads the page if the session has already ended. @throws Error if the request fails
 */
export async function endSession(): Promise<void> {
  const response = await fetch('/sign-out', { method: 'POST', headers: sessionHeaders })
  if (response.status === 401) return location.reload()
  if (!response.ok) throw new Error(`The server returned status ${response.status}`)
  const { redirectTo } = (await response.json()) as { redirectTo: string }
  location.assign(redirectTo)
}
