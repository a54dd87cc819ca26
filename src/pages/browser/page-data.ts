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
