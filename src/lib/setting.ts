/** A setting from the environment (or `.env`). */
export interface Setting<T> {
  fallback: string
  /** The name in earlier versions, which is still read. */
  formerName?: string
  meaning: string
  read(text: string): T | undefined
  expected: string
}

export const whole = (
  fallback: number,
  from: number,
  to: number,
  meaning: string,
): Setting<number> => ({
  fallback: String(fallback),
  meaning,
  read: (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : undefined,
  expected: `a whole number from ${from} to ${to}`,
})

export const flag = (fallback: boolean, meaning: string): Setting<boolean> => ({
  fallback: String(fallback),
  meaning,
  read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  expected: 'true or false',
})

export const list = (meaning: string, pattern: RegExp, expected: string): Setting<string[]> => ({
  fallback: '',
  meaning,
  read(text) {
    const parts = text.split(',').map((part) => part.trim())
    const values = parts.filter(Boolean)
    return values.every((part) => pattern.test(part)) ? values : undefined
  },
  expected,
})

export const text = (
  fallback: string,
  meaning: string,
  pattern: RegExp,
  expected: string,
): Setting<string> => ({
  fallback,
  meaning,
  read: (value) => (pattern.test(value) ? value : undefined),
  expected,
})

export const oneOf = <Word extends string>(
  fallback: Word,
  meaning: string,
  words: Word[],
): Setting<Word> => ({
  fallback,
  meaning,
  read: (value) => words.find((word) => word === value),
  expected: `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,
})
