/** Builds the filter and order inputs of lists: `<Name>Where` and `<Name>OrderInput`. */
import type { InputRef } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import type { FilterField, FilterSpec } from '../../filtering/filter-spec.ts'
import type { FilteredList, ListOptions } from '../../filtering/filtered-list.ts'
import type { Where } from '../../filtering/parse-filter.ts'
import { deprecated } from '../../lib/deprecation.ts'
import { toNoun, toPlural } from '../../lib/text.ts'
import { type ArgBuilder, builder, type InputFieldBuilder, idSchema, limits } from './builder.ts'
import { getSelectedColumns } from './columns.ts'
import { comparatorsInput, filterOptions, notNullInFilters, type ValueType } from './comparators.ts'
import { type PageArgs, pageArgs, resolveConnection } from './paging.ts'

/** Custom types of filter fields by field name: enums to compare, or whole input types. */
export type CustomTypes = Record<string, ValueType | ReturnType<typeof builder.inputType>>

const SortDirection = builder.enumType('SortDirection', {
  description: 'The direction in which a list is sorted. The default depends on the sort field.',
  values: {
    asc: { description: 'Ascending: smallest to largest, earliest to latest, A to Z.' },
    desc: { description: 'Descending: largest to smallest, latest to earliest, Z to A.' },
  },
})

/** The filter inputs of each kind of record, which the relation filters of other kinds use. */
const inputsBySpec = new Map<FilterSpec, { where: InputRef<Where>; relation(): InputRef<Where> }>()

export function whereInput(
  name: string,
  spec: FilterSpec,
  customTypes: CustomTypes = {},
): InputRef<Where> {
  const noun = toNoun(name)
  const where = builder.inputRef<Where>(`${name}Where`)
  inputsBySpec.set(spec, { where, relation: createLazyRelationInput(name, noun, where) })
  where.implement({
    description: `A filter for ${toPlural(noun)}.`,
    fields: (t) => ({
      ...createValueFields(t, noun, spec, customTypes),
      ...createRelationFields(t, spec),
      ...createLogicFields(t, where),
    }),
  })
  return where
}

/** Creates the input of a to-many relation at its first use, to avoid unused input types. */
function createLazyRelationInput(name: string, noun: string, where: InputRef<Where>) {
  let relation: InputRef<Where> | undefined
  return () => {
    relation ??= builder.inputRef<Where>(`${name}RelationWhere`).implement({
      description: `A filter on related ${toPlural(noun)}.`,
      fields: (t) => ({
        some: t.field({ type: where, ...filterOptions(`A related ${noun} must match.`) }),
        none: t.field({ type: where, ...filterOptions(`Matches if no related ${noun} matches.`) }),
      }),
    })
    return relation
  }
}

function createLogicFields(t: InputFieldBuilder, where: InputRef<Where>) {
  const listLimit = limits({ type: 'array', maxItems: 20 })
  return {
    and: t.field({ type: [where], ...filterOptions('All filters must match.', listLimit) }),
    or: t.field({ type: [where], ...filterOptions('At least one filter must match.', listLimit) }),
    not: t.field({ type: where, ...filterOptions('The filter must not match.') }),
  }
}

const withDeprecation = (
  spec: FilterSpec,
  name: string,
  extensions: Record<string, unknown> = {},
) => (spec.deprecated?.[name] ? deprecated(spec.deprecated[name], extensions) : { extensions })

function createRelationFields(t: InputFieldBuilder, spec: FilterSpec) {
  const fields = Object.entries(spec.relations ?? {}).map(
    ([name, { description, via, target }]) => {
      const inputs = inputsBySpec.get(target)
      const type = 'ownColumn' in via ? inputs?.where : inputs?.relation()
      if (!type) throw new Error(`The table ${target.table} has no filter input`)
      const options = withDeprecation(spec, name, notNullInFilters)
      return [name, t.field({ type, description, ...options })] as const
    },
  )
  return Object.fromEntries(fields)
}

function createValueFields(
  t: InputFieldBuilder,
  noun: string,
  spec: FilterSpec,
  customTypes: CustomTypes,
) {
  const fields = Object.entries(spec.fields).filter(([, { internal }]) => !internal)
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const isIndexed = field.indexed || field.matchingIds
      const extensions = {
        ...(field.checkIdFormat && { comparators: { eq: idSchema } }),
        ...(field.list && limits({ type: 'array', maxItems: 100 })),
        ...notNullInFilters,
      }
      const options = {
        description: `${name === 'id' ? `The ${noun}'s id.` : field.description}${isIndexed ? ' Indexed.' : ''}`,
        ...withDeprecation(spec, name, extensions),
      }
      const input = chooseType(field, customTypes[name])
      return [name, t.field({ type: (field.list ? [input] : input) as 'String', ...options })]
    }),
  )
}

const chooseType = ({ type, nullable }: FilterField, customType?: CustomTypes[string]) =>
  type === 'Custom' ? customType : comparatorsInput(type, !!nullable, customType as ValueType)

export function orderInput(name: string, spec: FilterSpec) {
  const records = toPlural(toNoun(name))
  const OrderField = builder.enumType(`${name}OrderField`, {
    description: `A sort field for ${records}.`,
    values: Object.fromEntries(
      Object.entries(spec.orders).map(([field, order]) => [
        field,
        {
          description: `${order.description}${order.unindexed ? ' Not indexed.' : ''}`,
          ...withDeprecation(spec, field),
        },
      ]),
    ),
  })
  return builder.inputType(`${name}OrderInput`, {
    description: `A sort key for ${records}.`,
    fields: (t) => ({
      field: t.field({ type: OrderField, description: 'The sort field.' }),
      direction: t.field({ type: SortDirection, description: 'The sort direction.' }),
    }),
  })
}

/** The options of an argument or input field that sorts a list. */
export const orderByOptions = {
  description: 'The sort keys, up to 3.',
  extensions: limits({ type: 'array', maxItems: 3 }),
}

export const listArgs = <O>(
  t: { arg: ArgBuilder },
  where: InputRef<Where>,
  order: InputRef<O>,
) => ({
  ...pageArgs(t),
  where: t.arg({ type: where, description: 'Filters the results.' }),
  orderBy: t.arg({ type: [order], ...orderByOptions }),
})

export const resolveList = <O extends ListOptions, R extends { id: string }>(
  ctx: Context,
  info: GraphQLResolveInfo,
  page: PageArgs,
  name: string,
  options: O,
  list: FilteredList<O, R>,
) =>
  resolveConnection(ctx, page, {
    columns: getSelectedColumns(info),
    list: [name, list.key(options)],
    page: (request) => list.page(ctx, options, request),
    total: () => list.count(ctx, options),
    position: list.position(options),
  })
