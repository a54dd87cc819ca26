/** Reads argument values from documents and variables, and formats argument paths. */
import { type ArgumentNode, Kind, type ValueNode } from 'graphql'
import { truncateText } from '../errors.ts'
import type { PreparedOperation } from './operation.ts'

export type Variables = Readonly<Record<string, unknown>>

/** An unquoted name in a document: an enum value, or a string whose quotes are missing. */
export class EnumLiteral {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Returns the value of a literal or variable; undefined for a variable without a value. */
function readLiteral(node: ValueNode, variables: Variables): unknown {
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
      return node.values.map((value) => readLiteral(value, variables) ?? null)
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, readLiteral(value, variables)]),
      )
    default:
      return node.value
  }
}

export const readArgument = (argument: ArgumentNode | undefined, variables: Variables) =>
  argument && readLiteral(argument.value, variables)

/** Returns the values of the operation's variables, with defaults applied. */
export function applyDefaults({ definition }: PreparedOperation, variables: Variables): Variables {
  const values: Record<string, unknown> = Object.create(null)
  for (const { variable, defaultValue } of definition.variableDefinitions ?? []) {
    const name = variable.name.value
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    values[name] = value === undefined && defaultValue ? readLiteral(defaultValue, {}) : value
  }
  return values
}

/** Returns the variable names in a value, once for each use. */
export function collectVariableNames(node: ValueNode): string[] {
  if (node.kind === Kind.VARIABLE) return [node.name.value]
  if (node.kind === Kind.LIST) return node.values.flatMap(collectVariableNames)
  if (node.kind === Kind.OBJECT)
    return node.fields.flatMap(({ value }) => collectVariableNames(value))
  return []
}

export const usesVariables = (node: ValueNode): boolean => collectVariableNames(node).length > 0

/** The path of an input value: argument names, field names and list indexes. */
export type InputPath = readonly (string | number)[]

/** Formats an argument path for error details, such as `input.tags[3]`. */
export const formatArgumentPath = (path: InputPath): string => {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  return truncateText(steps.join('').replace(/^\./, ''), 200)
}

/** Formats a path without the argument `input`, such as `tags[3]` or `emails[0].value`. */
export const formatInputPath = (path: InputPath): string =>
  formatArgumentPath(path[0] === 'input' && typeof path[1] === 'string' ? path.slice(1) : path)
