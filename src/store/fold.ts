export const letterFoldings: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

/** Text as names are compared and sorted: without case and accents. In SQL it is `folded`. */
export function fold(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  return plain
    .replace(/[ßøłđðþæœı]/g, (letter) => letterFoldings[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}
