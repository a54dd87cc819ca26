import type { ArgumentNode, ValueNode } from 'graphql'
import { badRequest } from '../errors.ts'
import { literalValue, type Variables } from './check-values.ts'
import type { PreparedOperation } from './operation.ts'

/**
 * How much the arguments of an operation may name in all, beside each of its variables once; in
 * characters of JSON.
 */
const mostNamed = 250_000

/** The variables that an operation declares; those that were left out have their defaults. */
export function withDefaultValues({ definition }: PreparedOperation, given: Variables): Variables {
  const values = (definition.variableDefinitions ?? []).map(({ variable, defaultValue }) => {
    const name = variable.name.value
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    return [
      name,
      value === undefined && defaultValue ? literalValue(defaultValue, {}) : value,
    ] as const
  })
  return Object.fromEntries(values)
}

/**
 * Adds up what is named, before any of it is looked at: with a few words, a document can name one
 * long list a thousand times.
 * @throws BAD_REQUEST when it comes to too much
 */
export function argumentSizeLimiter(variables: Variables): (argument: ValueNode) => void {
  const sizes = new Map<string, number>()
  let left = mostNamed
  const sizeOf = (name: string): number => {
    let size = sizes.get(name)
    if (size === undefined) {
      size = JSON.stringify(variables[name])?.length ?? 0
      sizes.set(name, size)
      left += size
    }
    return size
  }
  const add = (node: ValueNode): void => {
    left -= node.kind === 'Variable' ? sizeOf(node.name.value) : 1
    if (left < 0)
      throw badRequest(
        'The values that the arguments name are too long in all; name long ones fewer times',
      )
    if (node.kind === 'ListValue') node.values.forEach(add)
    else if (node.kind === 'ObjectValue') for (const field of node.fields) add(field.value)
  }
  return add
}

export const argumentValue = (argument: ArgumentNode | undefined, variables: Variables) =>
  argument && literalValue(argument.value, variables)

/** Whether it takes the variables to know a value. */
export function usesVariables(node: ValueNode): boolean {
  if (node.kind === 'ListValue') return node.values.some(usesVariables)
  if (node.kind === 'ObjectValue') return node.fields.some(({ value }) => usesVariables(value))
  return node.kind === 'Variable'
}
