/** What a column holds: text, time (ISO 8601 text), int, bool (0 or 1), real (a double), blob. */
export type Kind = 'text' | 'time' | 'int' | 'bool' | 'real' | 'blob'
