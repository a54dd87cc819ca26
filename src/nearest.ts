/** Finds what a misspelt word probably means. */

/** Longer words are not compared, for the time grows with the length. */
const longestWord = 60

/** Letters lost, added or changed between two words (Levenshtein). */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1]
    for (let column = 0; column < other.length; column++)
      current.push(
        Math.min(
          (previous[column + 1] as number) + 1,
          (current[column] as number) + 1,
          (previous[column] as number) + Number(letter !== other[column]),
        ),
      )
    previous = current
  }
  return previous[other.length] as number
}

/**
 * The candidate closest to a word, whatever its case; nothing if more than two letters differ, or
 * a quarter of a long word. Of equally close ones the first.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const text = word.trim().toLowerCase()
  if (text.length > longestWord) return undefined
  let maxDistance = Math.max(2, Math.floor(text.length / 4))
  let closest: string | undefined
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - text.length) > maxDistance) continue
    const distance = editDistance(text, candidate.toLowerCase())
    if (distance > maxDistance) continue
    closest = candidate
    if (distance === 0) break
    maxDistance = distance - 1
  }
  return closest
}
