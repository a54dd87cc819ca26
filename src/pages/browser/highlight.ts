/**
 * Colours for code, without a grammar: a few words of each language. It runs in the page as well as
 * where pages are made.
 */
export type Language = 'json' | 'graphql' | 'shell' | 'javascript'

const languages: Record<Language, [pattern: RegExp, kinds: string[]]> = {
  json: [
    /("(?:[^"\\]|\\.)*")(?=\s*:)|("(?:[^"\\]|\\.)*")|\b(true|false|null|-?\d[\d.eE+-]*)\b/g,
    ['name', 'text', 'value'],
  ],
  graphql: [
    /(#.*)|\b(query|mutation|subscription|fragment|on)\b|(\$\w+)|("(?:[^"\\]|\\.)*")/g,
    ['quiet', 'word', 'value', 'text'],
  ],
  shell: [
    /(#.*)|\b(curl)\b|((?<=\s)-{1,2}[a-zA-Z-]+)|("(?:[^"\\]|\\.)*"|'[^']*')/g,
    ['quiet', 'word', 'name', 'text'],
  ],
  javascript: [
    /(\/\/.*)|\b(const|await|new|import|from|return)\b|('[^'\n]*'|`[^`]*`)|\b(true|false|null|-?\d[\d.]*)\b/g,
    ['quiet', 'word', 'text', 'value'],
  ],
}

const signs: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const plain = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] as string)

/** Code as HTML, everything in it escaped. */
export function highlight(code: string, language: Language): string {
  const [pattern, kinds] = languages[language]
  let html = ''
  let from = 0
  for (const match of code.matchAll(pattern)) {
    const group = match.slice(1).findIndex((each) => each !== undefined)
    html += `${plain(code.slice(from, match.index))}<span class="c-${kinds[group]}">${plain(match[0])}</span>`
    from = match.index + match[0].length
  }
  return html + plain(code.slice(from))
}
