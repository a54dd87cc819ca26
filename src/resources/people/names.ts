/** Names as search compares them: without case and accents, and with one typo forgiven. */

export { fold } from '../../store/fold.ts'

/** Folding can make a word many times longer; a cursor has to hold one. */
const longestWord = 100

export function wordsOf(folded: string): string[] {
  const words = folded.split(' ').filter(Boolean)
  return [...new Set(words.map((word) => [...word].slice(0, longestWord).join('')))]
}

/** From this many letters on, one typo in a word is forgiven. */
export const shortestForgiven = 4

/**
 * The word, and the word with each of its letters left out: two words one typo apart share one of
 * these.
 */
export function variantsOf(word: string): string[] {
  const letters = [...word]
  return [
    ...new Set([
      word,
      ...letters.map((_, i) => [...letters.slice(0, i), ...letters.slice(i + 1)].join('')),
    ]),
  ]
}

/**
 * Whether two words differ by at most one letter lost, added or changed, or two neighbours swapped.
 */
export function oneTypoApart(one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [[...one], [...other]].sort((x, y) => x.length - y.length) as [string[], string[]]
  if (b.length - a.length > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const rest = (letters: string[], from: number) => letters.slice(from).join('')
  if (b.length > a.length) return rest(a, start) === rest(b, start + 1)
  if (rest(a, start + 1) === rest(b, start + 1)) return true
  return (
    a[start] === b[start + 1] &&
    a[start + 1] === b[start] &&
    rest(a, start + 2) === rest(b, start + 2)
  )
}
