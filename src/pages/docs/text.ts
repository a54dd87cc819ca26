import { escaped } from '../page.ts'

const inline = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\((\/[^)\s]*|#[^)\s]*|https:\/\/[^)\s]*)\)/g, '<a href="$2">$1</a>')

/** Descriptions as HTML: paragraphs, lists, and words in backticks. */
export const prose = (text: string): string =>
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
export const phrase = inline
