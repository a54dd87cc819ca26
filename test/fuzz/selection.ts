import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { GeneratorContext } from './generator-context.ts'
import { toLiteral, type Value } from './literal.ts'
import { cursorNamePattern, getKindByTypeName } from './names.ts'
import { getShape } from './shape.ts'
import { createValueGenerator } from './values.ts'

const { generateValue } = createValueGenerator({})

export type Field = GraphQLField<unknown, unknown>

/** A GraphQL document under construction, with its variables and fragments. */
export interface Document {
  context: GeneratorContext
  schema: GraphQLSchema
  variables: {
    name: string
    type: string
    value: Value
    isDefault?: boolean
    isOmitted?: boolean
  }[]
  fragments: string[]
  aliasCount: number
}

/**
 * Generates the arguments of a field as literals, variables, variable defaults, or variables
 * within literals.
 */
function generateArguments(document: Document, field: Field, isRoot: boolean): string {
  const { context } = document
  const { random, invalidity } = context
  const typeKind = getKindByTypeName(field.name) ?? getKindByTypeName(getNamedType(field.type).name)
  const lacksCursor = (name: string) =>
    cursorNamePattern.test(name) &&
    invalidity === 0 &&
    (!isRoot || context.cursors.sameOperation.length === 0)
  const chosenArguments = field.args
    .filter(({ name }) => !lacksCursor(name))
    .filter(
      (argument) =>
        isNonNullType(argument.type) ||
        random.chance(getArgumentProbability(argument.name, isRoot)),
    )
  const argumentNames = chosenArguments.map(({ name }) => name)
  const isContradictory = (name: string) =>
    (name === 'last' && argumentNames.includes('first')) ||
    (name === 'before' && argumentNames.includes('after'))
  const printedArguments = chosenArguments
    .filter(({ name }) => !isContradictory(name) || random.chance(invalidity / 3))
    .filter(() => !random.chance(invalidity / 10))
    .map((argument) => {
      const isPageSize =
        !isRoot && /^(first|last)$/.test(argument.name) && !random.chance(invalidity)
      const generatedValue = isPageSize
        ? random.integer(1, 3)
        : generateValue(context, getShape(argument.type, argument), argument.name, typeKind)
      return `${argument.name}: ${formatArgumentValue(document, generatedValue, String(argument.type), argument.name)}`
    })
  return printedArguments.length > 0 ? `(${printedArguments.join(', ')})` : ''
}

const getArgumentProbability = (name: string, isRoot: boolean) =>
  name === 'expectedVersion'
    ? 0.1
    : name === 'first'
      ? isRoot
        ? 0.5
        : 0.9
      : /after|before|last/.test(name)
        ? 0.12
        : 0.35

function formatArgumentValue(
  document: Document,
  generatedValue: Value,
  type: string,
  name: string,
): string {
  const { random, invalidity } = document.context
  const passingStyle = random.pick(['literal', 'variable', 'default', 'inside'])
  if (passingStyle === 'literal') return toLiteral(generatedValue)
  if (
    passingStyle === 'inside' &&
    generatedValue &&
    typeof generatedValue === 'object' &&
    'fields' in generatedValue
  )
    return formatObjectLiteral(document, generatedValue.fields, type)
  const variable = {
    name: `${name}${document.variables.length}`,
    type: random.chance(invalidity / 10) ? random.pick(['String', 'Int', '[ID]', 'Unknown']) : type,
    value: generatedValue,
  }
  document.variables.push({
    ...variable,
    isDefault: passingStyle === 'default',
    isOmitted: passingStyle === 'default' || random.chance(invalidity / 10),
  })
  return `$${variable.name}`
}

/** Prints an object literal in which some values are variables. */
function formatObjectLiteral(document: Document, fields: [string, Value][], type: string): string {
  const input = document.schema.getType(type.replace(/[[\]!]/g, ''))
  const inputFields =
    input && 'getFields' in input ? (input.getFields() as Record<string, { type: unknown }>) : {}
  const printedFields = fields.map(([key, fieldValue]) => {
    const inputField = Object.hasOwn(inputFields, key) ? inputFields[key] : undefined
    if (!inputField || document.context.random.chance(0.5))
      return `${key}: ${toLiteral(fieldValue)}`
    const name = `${key}${document.variables.length}`.replace(/\W/g, '')
    document.variables.push({ name, type: String(inputField.type), value: fieldValue })
    return `${key}: $${name}`
  })
  return `{${printedFields.join(', ')}}`
}

/** Generates a random selection set for a type, up to the given depth. */
function generateSelection(document: Document, type: GraphQLOutputType, depth: number): string {
  const { random, invalidity } = document.context
  const namedType = getNamedType(type)
  if (isLeafType(namedType)) return ''
  if (isAbstractType(namedType)) {
    const fieldNames = isInterfaceType(namedType)
      ? Object.keys(namedType.getFields())
      : ['__typename']
    const types = random.subset(document.schema.getPossibleTypes(namedType), 0.25)
    return `{ __typename ${random
      .subset(
        fieldNames.filter((name) => !/Stage$|^by$/.test(name)),
        0.5,
      )
      .join(
        ' ',
      )} ${types.map((possibleType) => `... on ${possibleType.name} ${generateSelection(document, possibleType, depth - 1)}`).join(' ')} }`
  }
  if (!isObjectType(namedType)) return ''
  const fields = Object.values(namedType.getFields())
  const leafFields = fields.filter((field) => isLeafType(getNamedType(field.type)))
  const objectFields = fields.filter((field) => !isLeafType(getNamedType(field.type)))
  const chosenFields = [
    ...random.subset(leafFields, 0.5),
    ...(depth > 0 ? random.subset(objectFields, objectFields.length > 4 ? 0.22 : 0.5) : []),
  ]
  const printedFields = [
    leafFields.length > 0 ? '' : '__typename',
    ...chosenFields.map((field) => generateField(document, field, depth)),
  ]
  if (leafFields.some(({ name }) => name === 'id')) printedFields.push('id')
  if (random.chance(invalidity / 12))
    printedFields.push(
      random.pick([
        'unknown',
        '__schema { types { name } }',
        '...Nowhere',
        'id { id }',
        '__proto__',
        '_',
        '... on Query { me { id } }',
      ]),
    )
  const selection = `{ ${printedFields.filter(Boolean).join(' ') || '__typename'} }`
  return random.chance(0.08) ? wrapInFragment(document, namedType.name, selection) : selection
}

export function generateField(
  document: Document,
  field: Field,
  depth: number,
  isRoot = false,
): string {
  const { random } = document.context
  const printedArguments = generateArguments(document, field, isRoot)
  const alias =
    document.aliasCount < 25 && ((printedArguments && !isRoot) || random.chance(0.06))
      ? `a${document.aliasCount++}: `
      : ''
  const selection = generateSelection(document, field.type, depth - 1)
  return `${alias}${field.name}${printedArguments}${generateDirective(document)}${selection ? ` ${selection}` : ''}`
}

function generateDirective(document: Document): string {
  const { random, invalidity } = document.context
  if (!random.chance(0.03)) return ''
  if (random.chance(invalidity / 2))
    return random.pick([
      ' @unknown',
      ' @include',
      ' @skip(if: "x")',
      ' @include(if: null)',
      ' @deprecated',
    ])
  if (random.chance(0.5))
    return random.pick([
      ' @include(if: true)',
      ' @skip(if: false)',
      ' @include(if: true) @skip(if: false)',
    ])
  const name = `if${document.variables.length}`
  document.variables.push({ name, type: 'Boolean!', value: random.chance(0.8) })
  return ` @include(if: $${name})`
}

function wrapInFragment(document: Document, type: string, selection: string): string {
  if (document.context.random.chance(0.5)) return `{ __typename ... on ${type} ${selection} }`
  const name = `F${document.fragments.length}`
  document.fragments.push(`fragment ${name} on ${type} ${selection}`)
  return `{ __typename ...${name} }`
}
