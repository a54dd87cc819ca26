/** The values of arguments in a document, with variables put in. */
import { type ArgumentNode, Kind, type ValueNode } from 'graphql'
import type { PreparedOperation } from './operation.ts'

export type Variables = Readonly<Record<string, unknown>>

/** A name without quotes, where a document may have meant a string. */
export class EnumLiteral {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Undefined for a variable without a value. */
export function literalValue(node: ValueNode, variables: Variables): unknown {
  switch (node.kind) {
    case Kind.VARIABLE:
      return Object.hasOwn(variables, node.name.value) ? variables[node.name.value] : undefined
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value)
    case Kind.ENUM:
      return new EnumLiteral(node.value)
    case Kind.NULL:
      return null
    case Kind.LIST:
      return node.values.map((each) => literalValue(each, variables) ?? null)
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, literalValue(value, variables)]),
      )
    default:
      return node.value
  }
}

export const argumentValue = (argument: ArgumentNode | undefined, variables: Variables) =>
  argument && literalValue(argument.value, variables)

/** The variables that an operation declares, with its defaults. */
export function withDefaultValues(
  { definition }: PreparedOperation,
  variables: Variables,
): Variables {
  const values: Record<string, unknown> = Object.create(null)
  for (const { variable, defaultValue } of definition.variableDefinitions ?? []) {
    const name = variable.name.value
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    values[name] = value === undefined && defaultValue ? literalValue(defaultValue, {}) : value
  }
  return values
}

/** The variables in a value, each as often as it is used. */
export function variableNames(node: ValueNode): string[] {
  if (node.kind === Kind.VARIABLE) return [node.name.value]
  if (node.kind === Kind.LIST) return node.values.flatMap(variableNames)
  if (node.kind === Kind.OBJECT) return node.fields.flatMap(({ value }) => variableNames(value))
  return []
}

export const usesVariables = (node: ValueNode): boolean => variableNames(node).length > 0
