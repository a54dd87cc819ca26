import { closestMatch } from 'leven'

const maxNameLength = 60
const maxListedNames = 10

/** Returns the end of a message: the name that an unknown one resembles, or all, if few. */
export function suggestNames(unknownName: string, names: readonly string[]): string {
  const maxDistance = Math.max(2, Math.floor(unknownName.length / 3))
  const nearestName =
    unknownName.length > maxNameLength
      ? undefined
      : closestMatch(unknownName, names, { maxDistance })
  if (nearestName) return `; did you mean ${nearestName}?`
  return names.length <= maxListedNames ? `; its fields are ${names.join(', ')}` : ''
}
