import {
  type ArgumentNode,
  type ExecutionResult,
  type FieldNode,
  type GraphQLField,
  GraphQLScalarType,
  GraphQLSchema,
  getArgumentValues,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Context } from '../context.ts'
import { after, type Maybe } from '../store/maybe.ts'
import { firstBelowEachNull } from './below-null.ts'
import type { Plan, Runnable } from './runnable.ts'

/** An argument that is written out in the document: graphql-js reads its value, which then goes in as a variable. */
interface Written {
  variable: string
  field: GraphQLField<unknown, unknown>
  node: FieldNode
  argument: string
}

/**
 * Values are read by graphql-js alone: what is compiled takes them as they are. (graphql-jit 0.8.9 runs out of memory on
 * input types that contain themselves, and makes a null of a variable that is absent inside an object.)
 */
const asItIs = new GraphQLScalarType({ name: 'AsItIs' })
const takingAll = new WeakMap<GraphQLSchema, GraphQLSchema>()

function schemaTakingAll(schema: GraphQLSchema): GraphQLSchema {
  let found = takingAll.get(schema)
  if (!found) {
    const config = schema.toConfig()
    found = new GraphQLSchema({ ...config, types: [...config.types, asItIs], assumeValid: true })
    takingAll.set(schema, found)
  }
  return found
}

const name = (value: string) => ({ kind: Kind.NAME, value }) as const
const variable = (of: string) => ({ kind: Kind.VARIABLE, name: name(of) }) as const
const taken = (of: string): VariableDefinitionNode => ({
  kind: Kind.VARIABLE_DEFINITION,
  variable: variable(of),
  type: { kind: Kind.NAMED_TYPE, name: name(asItIs.name) },
})

/** Conditions of directives are looked at by the compiled function itself. */
const isBoolean = ({ type }: VariableDefinitionNode) => {
  const bare = type.kind === Kind.NON_NULL_TYPE ? type.type : type
  return bare.kind === Kind.NAMED_TYPE && bare.name.value === 'Boolean'
}

/** How the variables are called that stand for values; a document that has such ones itself is not compiled. */
const ours = '_written'

/** The document with variables in place of all values, whose types say nothing. */
function withoutValues({ schema, document, operation }: Runnable) {
  const written: Written[] = []
  const types = new TypeInfo(schema)
  const asVariable = (field: GraphQLField<unknown, unknown>, node: FieldNode, argument: ArgumentNode): ArgumentNode => {
    if (argument.value.kind === Kind.VARIABLE) return argument
    const of = `${ours}${written.length}`
    written.push({ variable: of, field, node, argument: argument.name.value })
    return { ...argument, value: variable(of) }
  }
  const changed = visit(
    document,
    visitWithTypeInfo(types, {
      OperationDefinition: (node) => (node === operation ? undefined : null),
      Field(node) {
        const field = types.getFieldDef()
        return field && node.arguments?.length ? { ...node, arguments: node.arguments.map((each) => asVariable(field, node, each)) } : undefined
      },
    }),
  )
  const define = (node: OperationDefinitionNode): OperationDefinitionNode => ({
    ...node,
    variableDefinitions: [
      ...(node.variableDefinitions ?? []).map((each) => (isBoolean(each) ? { ...each, defaultValue: undefined } : taken(each.variable.name.value))),
      ...written.map((each) => taken(each.variable)),
    ],
  })
  const definitions = changed.definitions.map((each) => (each.kind === Kind.OPERATION_DEFINITION ? define(each) : each))
  return { document: { ...changed, definitions }, written }
}

/** Compiling takes as long as some dozens of runs; of a larger document, longer than others should wait. */
const mostFields = 300

/**
 * Queries are, and single mutations; not what describes the schema, which would show how this is done. Behind a mutation that fails
 * others would be run, too, and their errors told. Of a fragment under a condition that is spread
 * twice graphql-jit looks at the first one only, and a field under a condition that is asked for elsewhere too keeps its first place.
 */
function canBeCompiled({ document, operation }: Runnable): boolean {
  const all: string[] = []
  const conditional: string[] = []
  const named = operation.variableDefinitions?.some(({ variable: { name } }) => name.value.startsWith(ours))
  const [root, another] = operation.selectionSet.selections
  const single = operation.operation === 'mutation' && root?.kind === Kind.FIELD && !another
  let fits = (operation.operation === 'query' || single) && !named
  const unless = ({ directives }: { directives?: readonly unknown[] }) => {
    if (directives?.length) fits = false
  }
  visit(document, {
    Field(node) {
      const key = node.alias?.value ?? node.name.value
      all.push(key)
      if (node.directives?.length) conditional.push(key)
      if (node.name.value === '__schema' || node.name.value === '__type') fits = false
    },
    FragmentSpread: unless,
    InlineFragment: unless,
  })
  return fits && all.length <= mostFields && conditional.every((key) => all.indexOf(key) === all.lastIndexOf(key))
}

/** Makes a function of an operation, which answers as graphql-js does; nothing where it cannot be. */
export function compile(what: Runnable): Plan | undefined {
  if (!canBeCompiled(what)) return undefined
  const { schema, operation } = what
  const { document, written } = withoutValues(what)
  const made = compileQuery(schemaTakingAll(schema), document, operation.name?.value)
  if (!isCompiledQuery(made)) return undefined
  return (ctx: Context, given) => {
    const { variableValues, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], given)
    if (errors) return { errors }
    const values = { ...variableValues.coerced }
    for (const { variable, field, node, argument } of written) {
      const read = getArgumentValues(field, node, variableValues)
      if (Object.hasOwn(read, argument)) values[variable] = read[argument]
    }
    return after(made.query(undefined, ctx, values) as Maybe<ExecutionResult>, firstBelowEachNull)
  }
}
