/** Returns the data that the server put into the page for its script; see `Page.settings`. */
export function settings<T>(): T {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as T
}

/** The API key is stored per browser tab, for all pages, and never in a URL. */
const storageKey = 'dealgraph.key'

export const storedKey = (): string | null => sessionStorage.getItem(storageKey)
export const storeKey = (key: string): void => sessionStorage.setItem(storageKey, key)
export const forgetKey = (): void => sessionStorage.removeItem(storageKey)

/** Returns the key that the user entered, otherwise that of the demo. */
export const currentKey = (): string | undefined =>
  storedKey() ?? settings<{ demoKey?: string }>().demoKey

/** Removes white space and `Bearer` around a pasted key. */
export const cleanKey = (input: string): string =>
  input.trim().replace(/^(authorization: *)?bearer +/i, '')
