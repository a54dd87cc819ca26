/** Highlights syntax with regular expressions, on the server and in the browser. */
export type Language = 'json' | 'graphql' | 'shell' | 'javascript'

const tokenPatterns: Record<Language, [pattern: RegExp, kinds: string[]]> = {
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

export const escapeHtml = (value: unknown): string =>
  String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Converts code to HTML in which each token has a class for its kind. */
export function highlight(code: string, language: Language): string {
  const [pattern, tokenKinds] = tokenPatterns[language]
  let html = ''
  let position = 0
  for (const match of code.matchAll(pattern)) {
    const groupIndex = match.slice(1).findIndex((candidate) => candidate !== undefined)
    html += `${escapeHtml(code.slice(position, match.index))}<span class="c-${tokenKinds[groupIndex]}">${escapeHtml(match[0])}</span>`
    position = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(position))
}
