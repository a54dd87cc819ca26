/** A request value: JSON, or a literal that `JSON.stringify` cannot produce. */
export type Value = null | boolean | number | string | RawLiteral | EnumValue | Fields | Value[]

/** A literal such as `1e400`, `-0`, or a number with too many digits. */
export interface RawLiteral {
  raw: string
}

/** An enum value, which has quotes in JSON but not in GraphQL. */
export interface EnumValue {
  enumName: string
}

/** An object that may repeat keys. */
export interface Fields {
  fields: [key: string, value: Value][]
}

export const createRawLiteral = (text: string): RawLiteral => ({ raw: text })

const hasKey = <K extends string>(value: object, key: K): value is Record<K, never> => key in value

export function toJson(value: Value): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`
  if (hasKey(value, 'raw')) return (value as RawLiteral).raw
  if (hasKey(value, 'enumName')) return JSON.stringify((value as EnumValue).enumName)
  return `{${(value as Fields).fields.map(([key, fieldValue]) => `${JSON.stringify(key)}:${toJson(fieldValue)}`).join(',')}}`
}

/** Formats the value as a GraphQL literal. */
export function toLiteral(value: Value): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(' ')}]`
  if (hasKey(value, 'raw')) return (value as RawLiteral).raw
  if (hasKey(value, 'enumName')) return (value as EnumValue).enumName
  return `{${(value as Fields).fields.map(([key, fieldValue]) => `${key}: ${toLiteral(fieldValue)}`).join(', ')}}`
}

/** Formats the value for a query string or path, before percent-encoding. */
export const toText = (value: Value): string =>
  typeof value === 'string' ? value : toJson(value).replace(/^"(.*)"$/s, '$1')
