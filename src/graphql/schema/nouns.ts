/** The nouns of kinds of records, for generated descriptions. */

/** Converts the name of a type or kind to a noun: `ApiKey` to `API key`. */
export const toNoun = (name: string): string =>
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/^api\b/, 'API')

/** Puts the indefinite article before a noun. */
export const withArticle = (noun: string): string =>
  `${/^([aeio]|u(?!s))/i.test(noun) ? 'An' : 'A'} ${noun}`
