import type { Variables } from '../graphql/operation.ts'
import {
  deprecatedUsesInVariables,
  hasDeprecations,
  uniqueUses,
} from '../graphql/plugins/deprecations.ts'
import {
  type DeprecatedUse,
  type Deprecation,
  dayStartMs,
  deprecationOf,
} from '../lib/deprecation.ts'
import type { PreparedRoute } from './prepare.ts'

/**
 * What every answer of a deprecated route says of that: since when (RFC 9745), until when (RFC
 * 8594), where to read more, and the address that takes its place, for this record.
 */
export function deprecationHeaders(
  { since, sunset, link, replacement }: Deprecation,
  path: Record<string, string | undefined>,
): Record<string, string> {
  const links = [
    ...(link ? [`<${link}>; rel="deprecation"; type="text/html"`] : []),
    ...(link && sunset ? [`<${link}>; rel="sunset"; type="text/html"`] : []),
    ...successor(replacement, path),
  ]
  return {
    Deprecation: `@${dayStartMs(since) / 1000}`,
    ...(sunset && { Sunset: new Date(dayStartMs(sunset)).toUTCString() }),
    ...(links.length && { Link: links.join(', ') }),
  }
}

function successor(
  replacement: string | undefined,
  path: Record<string, string | undefined>,
): string[] {
  if (!replacement?.startsWith('/')) return []
  const filled = replacement.replace(/\{(\w+)\}/g, (whole, name: string) =>
    path[name] === undefined ? whole : encodeURIComponent(path[name]),
  )
  return filled.includes('{') ? [] : [`<${filled}>; rel="successor-version"`]
}

const none: readonly DeprecatedUse[] = []

/**
 * What is deprecated of what a request to a route asks for: the route itself, and the inputs that
 * are given.
 */
export function usesOf(route: PreparedRoute, variables: Variables): readonly DeprecatedUse[] {
  const itself = route.deprecated ? [{ name: route.name, deprecation: route.deprecated }] : none
  if (!hasDeprecations(route.operation.schema)) return itself
  const inputs = route.inputs.flatMap(({ name, target }): DeprecatedUse[] => {
    const deprecation = variables[name] === undefined ? undefined : deprecationOf(target)
    return deprecation ? [{ name: String(target), deprecation }] : []
  })
  return uniqueUses([
    ...itself,
    ...inputs,
    ...deprecatedUsesInVariables(route.operation, variables),
  ])
}
