/** What the server has put into the page for its script; see `Page.settings`. */
export function settings<T>(): T {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as T
}
