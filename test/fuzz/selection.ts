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
import { isCursor, kindAbout } from './names.ts'
import type { Pool } from './pool.ts'
import { shapeOf } from './shape.ts'
import { toLiteral, type Value } from './value.ts'
import { valuesOf } from './values.ts'

export const { value } = valuesOf({})

export type Field = GraphQLField<unknown, unknown>

/** Variables and fragments of a document, collected while it is written. */
export interface Document {
  pool: Pool
  schema: GraphQLSchema
  variables: { name: string; type: string; value: Value; fallback?: boolean; absent?: boolean }[]
  fragments: string[]
  aliases: number
}

/**
 * Arguments of a field as literals, variables, defaults of variables, or variables within literals.
 */
export function argumentsOf(document: Document, field: Field, root: boolean): string {
  const { pool } = document
  const { dice, wildness } = pool
  const about = kindAbout(field.name) ?? kindAbout(getNamedType(field.type).name)
  const noCursor = (name: string) =>
    isCursor.test(name) && wildness === 0 && (!root || pool.cursors.own.length === 0)
  const plan = field.args
    .filter(({ name }) => !noCursor(name))
    .filter(
      (argument) => isNonNullType(argument.type) || dice.chance(chanceOf(argument.name, root)),
    )
  const names = plan.map(({ name }) => name)
  const contradicts = (name: string) =>
    (name === 'last' && names.includes('first')) || (name === 'before' && names.includes('after'))
  const given = plan
    .filter(({ name }) => !contradicts(name) || dice.chance(wildness / 3))
    .filter(() => !dice.chance(wildness / 10))
    .map((argument) => {
      const paged = !root && /^(first|last)$/.test(argument.name) && !dice.chance(wildness)
      const made = paged
        ? dice.int(1, 3)
        : value(pool, shapeOf(argument.type, argument), argument.name, about)
      return `${argument.name}: ${passed(document, made, String(argument.type), argument.name)}`
    })
  return given.length > 0 ? `(${given.join(', ')})` : ''
}

const chanceOf = (name: string, root: boolean) =>
  name === 'expectedVersion'
    ? 0.1
    : name === 'first'
      ? root
        ? 0.5
        : 0.9
      : /after|before|last/.test(name)
        ? 0.12
        : 0.35

function passed(document: Document, made: Value, type: string, name: string): string {
  const { dice, wildness } = document.pool
  const way = dice.pick(['literal', 'variable', 'default', 'inside'])
  if (way === 'literal') return toLiteral(made)
  if (way === 'inside' && made && typeof made === 'object' && 'fields' in made)
    return objectLiteral(document, made.fields, type)
  const variable = {
    name: `${name}${document.variables.length}`,
    type: dice.chance(wildness / 10) ? dice.pick(['String', 'Int', '[ID]', 'Unknown']) : type,
    value: made,
  }
  document.variables.push({
    ...variable,
    fallback: way === 'default',
    absent: way === 'default' || dice.chance(wildness / 10),
  })
  return `$${variable.name}`
}

/** An object literal in which some values are variables. */
function objectLiteral(document: Document, fields: [string, Value][], type: string): string {
  const input = document.schema.getType(type.replace(/[[\]!]/g, ''))
  const known =
    input && 'getFields' in input ? (input.getFields() as Record<string, { type: unknown }>) : {}
  const parts = fields.map(([key, each]) => {
    const own = Object.hasOwn(known, key) ? known[key] : undefined
    if (!own || document.pool.dice.chance(0.5)) return `${key}: ${toLiteral(each)}`
    const name = `${key}${document.variables.length}`.replace(/\W/g, '')
    document.variables.push({ name, type: String(own.type), value: each })
    return `${key}: $${name}`
  })
  return `{${parts.join(', ')}}`
}

/** A random selection of a type up to a depth. */
export function selectionOf(document: Document, type: GraphQLOutputType, depth: number): string {
  const { dice, wildness } = document.pool
  const named = getNamedType(type)
  if (isLeafType(named)) return ''
  if (isAbstractType(named)) {
    const own = isInterfaceType(named) ? Object.keys(named.getFields()) : ['__typename']
    const types = dice.some(document.schema.getPossibleTypes(named), 0.25)
    return `{ __typename ${dice
      .some(
        own.filter((each) => !/Stage$|^by$/.test(each)),
        0.5,
      )
      .join(
        ' ',
      )} ${types.map((each) => `... on ${each.name} ${selectionOf(document, each, depth - 1)}`).join(' ')} }`
  }
  if (!isObjectType(named)) return ''
  const all = Object.values(named.getFields())
  const leaves = all.filter((field) => isLeafType(getNamedType(field.type)))
  const branches = all.filter((field) => !isLeafType(getNamedType(field.type)))
  const plan = [
    ...dice.some(leaves, 0.5),
    ...(depth > 0 ? dice.some(branches, branches.length > 4 ? 0.22 : 0.5) : []),
  ]
  const parts = [
    leaves.length > 0 ? '' : '__typename',
    ...plan.map((field) => fieldOf(document, field, depth)),
  ]
  if (leaves.some(({ name }) => name === 'id')) parts.push('id')
  if (dice.chance(wildness / 12))
    parts.push(
      dice.pick([
        'unknown',
        '__schema { types { name } }',
        '...Nowhere',
        'id { id }',
        '__proto__',
        '_',
        '... on Query { me { id } }',
      ]),
    )
  const selection = `{ ${parts.filter(Boolean).join(' ') || '__typename'} }`
  return dice.chance(0.08) ? inFragment(document, named.name, selection) : selection
}

export function fieldOf(document: Document, field: Field, depth: number, root = false): string {
  const { dice } = document.pool
  const given = argumentsOf(document, field, root)
  const alias =
    document.aliases < 25 && ((given && !root) || dice.chance(0.06))
      ? `a${document.aliases++}: `
      : ''
  const selection = selectionOf(document, field.type, depth - 1)
  return `${alias}${field.name}${given}${directiveOf(document)}${selection ? ` ${selection}` : ''}`
}

function directiveOf(document: Document): string {
  const { dice, wildness } = document.pool
  if (!dice.chance(0.03)) return ''
  if (dice.chance(wildness / 2))
    return dice.pick([
      ' @unknown',
      ' @include',
      ' @skip(if: "x")',
      ' @include(if: null)',
      ' @deprecated',
    ])
  if (dice.chance(0.5))
    return dice.pick([
      ' @include(if: true)',
      ' @skip(if: false)',
      ' @include(if: true) @skip(if: false)',
    ])
  const name = `if${document.variables.length}`
  document.variables.push({ name, type: 'Boolean!', value: dice.chance(0.8) })
  return ` @include(if: $${name})`
}

function inFragment(document: Document, type: string, selection: string): string {
  if (document.pool.dice.chance(0.5)) return `{ __typename ... on ${type} ${selection} }`
  const name = `F${document.fragments.length}`
  document.fragments.push(`fragment ${name} on ${type} ${selection}`)
  return `{ __typename ...${name} }`
}
