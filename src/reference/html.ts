import { highlight, type Language } from '../pages/browser/highlight.ts'
import { escapeHtml } from '../pages/page.ts'

const inline = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\((\/[^)\s]*|#[^)\s]*|https:\/\/[^)\s]*)\)/g, '<a href="$2">$1</a>')

/** Descriptions as HTML: paragraphs, lists, and words in backticks. */
export const toParagraphs = (text: string): string =>
  text
    .trim()
    .split(/\n\n+/)
    .map((part) => {
      const [first = '', ...rest] = part.split('\n')
      const items = part.split('\n').filter((line) => line.startsWith('- '))
      if (items.length === 0) return `<p>${inline(part.replaceAll('\n', ' '))}</p>`
      const lead = first.startsWith('- ') ? '' : `<p>${inline(first)}</p>`
      return `${lead}<ul>${(lead ? rest : [first, ...rest]).map((line) => `<li>${inline(line.replace(/^- /, ''))}</li>`).join('')}</ul>`
    })
    .join('')

/** One line of it, without the paragraph around it. */
export const toInlineHtml = inline

/** A block of code with a button that copies it. */
export const code = (text: string, language: Language): string =>
  `<div class="code ${language}"><pre tabindex="0"><code>${highlight(text, language).replaceAll(origin, `<span class="origin">${origin}</span>`)}</code></pre></div>`

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
    `<button type="button" role="tab" id="${id}-t${index}" aria-controls="${id}-p${index}" aria-selected="${index === 0}"${index === 0 ? '' : ' tabindex="-1"'}>${escapeHtml(title)}</button>`
  const panel = ({ title, html }: Panel, index: number) =>
    `<div role="tabpanel" id="${id}-p${index}" aria-labelledby="${id}-t${index}" data-title="${escapeHtml(title)}"${index === 0 ? '' : ' hidden'}>${html}</div>`
  return `<div class="tabs"><div role="tablist" aria-label="${escapeHtml(label)}">${panels.map(tab).join('')}</div>${panels.map(panel).join('')}${below && `<p class="out">${below}</p>`}</div>`
}

/** What stands in examples for the address of the server; the page puts its own in. */
export const origin = 'http://127.0.0.1:4000'
