import { highlighted, type Language } from '../browser/docs/highlight.ts'
import { escaped } from '../page.ts'
import { origin } from './samples.ts'

/** A block of code with a button that copies it. */
export const code = (text: string, language: Language): string =>
  `<div class="code ${language}"><pre tabindex="0"><code>${highlighted(text, language).replaceAll(origin, `<span class="origin">${origin}</span>`)}</code></pre></div>`

export const json = (value: unknown): string => code(JSON.stringify(value, null, 2), 'json')

export interface Panel {
  title: string
  html: string
}

/**
 * Panels of which one is seen at a time; all of them where there are no scripts, and on paper.
 * @param below HTML that stands under each of them
 */
export function tabs(id: string, label: string, panels: Panel[], below = ''): string {
  const tab = ({ title }: Panel, index: number) =>
    `<button type="button" role="tab" id="${id}-t${index}" aria-controls="${id}-p${index}" aria-selected="${index === 0}"${index === 0 ? '' : ' tabindex="-1"'}>${escaped(title)}</button>`
  const panel = ({ title, html }: Panel, index: number) =>
    `<div role="tabpanel" id="${id}-p${index}" aria-labelledby="${id}-t${index}" data-title="${escaped(title)}"${index === 0 ? '' : ' hidden'}>${html}</div>`
  return `<div class="tabs"><div role="tablist" aria-label="${escaped(label)}">${panels.map(tab).join('')}</div>${panels.map(panel).join('')}${below && `<p class="out">${below}</p>`}</div>`
}
