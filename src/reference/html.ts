/** Renders Markdown, tables and code of the REST reference. */
import { escapeHtml, highlight, type Language } from '../pages/browser/highlight.ts'

/** Converts inline Markdown to HTML: code, bold text and links. */
export const toInlineHtml = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\((\/[^)\s]*|#[^)\s]*|https:\/\/[^)\s]*)\)/g, '<a href="$2">$1</a>')

/** Converts Markdown with tables and fenced code to HTML. `{{name}}` inserts HTML from `values`. */
export const renderMarkdown = (text: string, values: Record<string, string> = {}): string =>
  (text.match(/^```[\s\S]*?^```|^.+(?:\n.+)*/gm) ?? [])
    .map((block) => renderBlock(block, values))
    .join('')

function renderBlock(block: string, values: Record<string, string>): string {
  const [, language, codeText] = /^```(\w+)\n([\s\S]*)\n```$/.exec(block) ?? []
  if (codeText !== undefined) return renderCode(codeText, language as Language)
  const [, name] = /^\{\{(\w+)\}\}$/.exec(block) ?? []
  if (name) return values[name] ?? ''
  if (block.startsWith('### ')) return `<h3>${toInlineHtml(block.slice(4))}</h3>`
  if (block.startsWith('| ')) {
    const [headings = [], , ...rows] = block.split('\n').map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => toInlineHtml(cell.trim())),
    )
    return renderTable(headings, rows)
  }
  const [paragraph = '', ...items] = `\n${block}`.split('\n- ')
  const listHtml = items.map((item) => `<li>${toInlineHtml(item)}</li>`).join('')
  const introduction = paragraph.trim().replaceAll('\n', ' ')
  return `${introduction && `<p>${toInlineHtml(introduction)}</p>`}${listHtml && `<ul>${listHtml}</ul>`}`
}

/** Renders a table. Headings and cells are HTML, which is not escaped. */
export function renderTable(headings: string[], rows: string[][]): string {
  const renderRow = (cells: string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
  const bodyHtml = rows.map((row) => renderRow(row, 'td')).join('')
  return `<table><thead>${renderRow(headings, 'th')}</thead><tbody>${bodyHtml}</tbody></table>`
}

/** Renders a block of highlighted code. The page's script adds a copy button. */
export const renderCode = (text: string, language: Language): string =>
  `<div class="code ${language}"><pre tabindex="0"><code>${highlight(text, language).replaceAll(origin, `<span class="origin">${origin}</span>`)}</code></pre></div>`

export const renderJson = (value: unknown): string =>
  renderCode(JSON.stringify(value, null, 2), 'json')

type Panel = { title: string; html: string }

/** Renders tabs with panels. Without scripts and in print, all panels are visible. */
export function renderTabs(id: string, label: string, panels: Panel[], footer = ''): string {
  const renderTab = ({ title }: Panel, index: number) =>
    `<button type="button" role="tab" id="${id}-t${index}" aria-controls="${id}-p${index}" aria-selected="${index === 0}"${index === 0 ? '' : ' tabindex="-1"'}>${escapeHtml(title)}</button>`
  const renderPanel = ({ title, html }: Panel, index: number) =>
    `<div role="tabpanel" id="${id}-p${index}" aria-labelledby="${id}-t${index}" data-title="${escapeHtml(title)}"${index === 0 ? '' : ' hidden'}>${html}</div>`
  return `<div class="tabs"><div role="tablist" aria-label="${escapeHtml(label)}">${panels.map(renderTab).join('')}</div>${panels.map(renderPanel).join('')}${footer && `<p class="out">${footer}</p>`}</div>`
}

/** The server URL in examples, which the page's script replaces with the actual server URL. */
export const origin = 'http://127.0.0.1:4000'
