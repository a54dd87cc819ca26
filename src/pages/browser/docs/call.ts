/** A call as the page knows it, for trying it out. */
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  type?: string
  words?: (string | null)[]
  value?: unknown
}

export interface Call {
  method: string
  path: string
  parameters: Parameter[]
  body?: unknown
  query: string
  /** The variables of the query and their types. */
  variables: Record<string, string>
}

export const asText = (value: unknown): string =>
  value === undefined
    ? ''
    : Array.isArray(value)
      ? value.join(',')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)

/** Where the request goes, with what was filled in. */
export function addressOf(call: Call, values: Record<string, string>): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
  const query = call.parameters.flatMap(({ name, in: place }): [string, string][] =>
    place === 'query' && values[name] ? [[name, values[name]]] : [],
  )
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path
}

export const headersOf = (call: Call, values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    call.parameters.flatMap(({ name, in: place }): [string, string][] =>
      place === 'header' && values[name] ? [[name, values[name]]] : [],
    ),
  )

/** The same as variables of the GraphQL operation. */
export function variablesOf(
  call: Call,
  values: Record<string, string>,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const read = (text: string, parameter: Parameter, list: boolean): unknown => {
    if (parameter.type === 'integer' || parameter.type === 'number') return Number(text)
    if (parameter.type === 'boolean') return text === 'true'
    if (parameter.type === 'json') return list ? [JSON.parse(text)] : JSON.parse(text)
    return list ? text.split(',') : text
  }
  const given = Object.fromEntries(
    call.parameters.flatMap((parameter): [string, unknown][] => {
      const text = values[parameter.name]
      const type = call.variables[parameter.name]
      return text && type ? [[parameter.name, read(text, parameter, type.startsWith('['))]] : []
    }),
  )
  return {
    ...given,
    ...Object.fromEntries(Object.entries(body).filter(([name]) => name in call.variables)),
  }
}
