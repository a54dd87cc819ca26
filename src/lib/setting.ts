/** A setting from the environment (or `.env`). */
export interface Setting<T> {
  fallback: string
  /** The name in earlier versions, which is still accepted. */
  formerName?: string
  meaning: string
  read(text: string): T | undefined
  validValues: string
}

export const integer = (
  fallback: number,
  min: number,
  max: number,
  meaning: string,
): Setting<number> => ({
  fallback: String(fallback),
  meaning,
  read: (text) =>
    /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max
      ? Number(text)
      : undefined,
  validValues: `a whole number from ${min} to ${max}`,
})

export const flag = (fallback: boolean, meaning: string): Setting<boolean> => ({
  fallback: String(fallback),
  meaning,
  read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  validValues: 'true or false',
})

export const list = (meaning: string, pattern: RegExp, validValues: string): Setting<string[]> => ({
  fallback: '',
  meaning,
  read(text) {
    const parts = text.split(',').map((part) => part.trim())
    const values = parts.filter(Boolean)
    return values.every((part) => pattern.test(part)) ? values : undefined
  },
  validValues,
})

export const text = (
  fallback: string,
  meaning: string,
  pattern: RegExp,
  validValues: string,
): Setting<string> => ({
  fallback,
  meaning,
  read: (value) => (pattern.test(value) ? value : undefined),
  validValues,
})

export const oneOf = <Choice extends string>(
  fallback: Choice,
  meaning: string,
  choices: Choice[],
): Setting<Choice> => ({
  fallback,
  meaning,
  read: (value) => choices.find((choice) => choice === value),
  validValues: `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
})
