/** Functions of compiled operations, which call the resolvers of fields and handle their errors. */
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLResolveInfo,
  getArgumentValues,
  Kind,
  locatedError,
} from 'graphql'
import { usesVariables } from '../values.ts'
import {
  bailOut,
  type CompiledRun,
  type Complete,
  type FieldEntry,
  RootFieldFailed,
} from './runtime.ts'

type ReadArguments = (run: CompiledRun) => object
export type Resolver = NonNullable<GraphQLField<unknown, unknown>['resolve']>

/** @param handleError returns the value of a field whose resolver fails; by default, bails out */
export function completeField(
  resolve: Resolver,
  readArguments: ReadArguments,
  info: GraphQLResolveInfo,
  complete: Complete,
  handleError: Complete | undefined,
): Complete {
  if (!handleError)
    return (source, run) => complete(resolve(source, readArguments(run), run.ctx, info), run)
  return (source, run) => {
    const args = readArguments(run)
    let value: unknown
    try {
      value = resolve(source, args, run.ctx, info)
    } catch (error) {
      return complete(handleError(error, run), run)
    }
    return complete(
      value instanceof Promise ? value.catch((error) => handleError(error, run)) : value,
      run,
    )
  }
}

/** Returns a reader of a field's arguments: constant ones are read once, others once per run. */
export function createArgumentReader(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  nextIndex: () => number,
): ReadArguments {
  if (!node.arguments?.some(({ value }) => usesVariables(value))) {
    const values = getArgumentValues(field, node)
    return () => values
  }
  const index = nextIndex()
  return ({ args, variables }) => {
    args[index] ??= getArgumentValues(field, node, variables)
    return args[index]
  }
}

/** Makes a nullable field null if its resolver fails. */
export const recordError =
  (nodes: readonly FieldNode[], path: readonly string[]): Complete =>
  (error, { errors }) => {
    errors.push(locatedError(error, nodes, path))
    return null
  }

/** @throws RootFieldFailed, since the operation has no data if its only field fails */
export const failRootField: Complete = (error) => {
  throw new RootFieldFailed(error)
}

/** Returns a check of `@skip` and `@include`; undefined for a field that is always included. */
export function compileCondition({ directives = [] }: FieldNode): FieldEntry['isIncluded'] {
  const conditions = directives.map(({ name, arguments: [argument] = [] }) => ({
    value: argument?.value,
    expectedValue: name.value === 'include',
  }))
  if (conditions.length === 0) return undefined
  return ({ variables }) =>
    conditions.every(({ value, expectedValue: expected }) => {
      const actualValue =
        value?.kind === Kind.VARIABLE
          ? variables.coerced[value.name.value]
          : value?.kind === Kind.BOOLEAN
            ? value.value
            : undefined
      if (typeof actualValue !== 'boolean') throw bailOut
      return actualValue === expected
    })
}
