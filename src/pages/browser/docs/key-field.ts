import { cleaned, currentKey, forgetKey, keepKey } from '../key.ts'

/** The field for it at the top of the page. */
export const keyField = document.getElementById('key') as HTMLInputElement

export function startKey(): void {
  keyField.value = currentKey() ?? ''
  keyField.addEventListener('input', () => {
    const key = cleaned(keyField.value)
    if (key) keepKey(key)
    else forgetKey()
  })
}
