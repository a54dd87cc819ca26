import { settings } from '../settings.ts'

/** The key stays in this tab, and is gone with it. All pages keep it in the same place; it never goes into an address. */
const kept = 'dealgraph.key'

export const currentKey = (): string => sessionStorage.getItem(kept) ?? settings<{ demoKey?: string }>().demoKey ?? ''

/** The field for it at the top of the page. */
export const keyField = document.getElementById('key') as HTMLInputElement

export function startKey(): void {
  keyField.value = currentKey()
  keyField.addEventListener('input', () => {
    const key = keyField.value.trim().replace(/^(authorization: *)?bearer +/i, '')
    if (key) sessionStorage.setItem(kept, key)
    else sessionStorage.removeItem(kept)
  })
}
