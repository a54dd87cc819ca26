/** Light, dark, or as the system has it; kept in this browser. */
const kept = 'dealgraph.theme'
const order = ['system', 'light', 'dark']

export function startTheme(): void {
  const button = document.getElementById('theme') as HTMLButtonElement
  const show = (theme: string) => {
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
    button.textContent = { system: 'Auto', light: 'Light', dark: 'Dark' }[theme] ?? 'Auto'
    button.setAttribute('aria-label', `Theme: ${button.textContent}`)
  }
  let theme = localStorage.getItem(kept) ?? 'system'
  show(theme)
  button.addEventListener('click', () => {
    theme = order[(order.indexOf(theme) + 1) % order.length] ?? 'system'
    localStorage.setItem(kept, theme)
    show(theme)
  })
}
