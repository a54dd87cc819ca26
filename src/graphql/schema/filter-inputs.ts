/** Builds the filter and order inputs of lists, `<Name>Where` and `<Name>OrderInput`. */
import type { InputRef } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import type { FilteredList, ListOptions } from '../../filtering/filtered-list.ts'
import type { Where } from '../../filtering/parse-filter.ts'
import { deprecated } from '../../lib/deprecation.ts'
import { type ArgBuilder, builder, idSchema, limits, notNull } from './builder.ts'
import { selectedColumns } from './columns.ts'
import { type PageArgs, pageArgs, resolveConnection } from './paging.ts'

type CustomType =
  | ReturnType<typeof builder.enumType>
  | ReturnType<typeof builder.inputType>
  | 'RoleName'
  | 'ExternalId'
  | 'ExternalSource'
/** Types of filter fields, by field name. */
export type CustomTypes = Record<string, CustomType>
type FieldBuilder = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]

export const NumberWhere = builder.inputType('NumberWhere', {
  description: 'A range of numbers. Matches values that meet all conditions.',
  fields: (t) => ({
    from: t.float({ description: 'The minimum value, inclusive.' }),
    to: t.float({ description: 'The maximum value, inclusive.' }),
  }),
})

const DateTimeWhere = builder.inputType('DateTimeWhere', {
  description:
    'A range of times. Matches times that meet all conditions. Days are periods of 24 hours, relative to the time of the request.',
  fields: (t) => {
    const extensions = limits({ type: 'integer', minimum: 0, maximum: 36500 })
    const daysField = (description: string) => t.int({ description, extensions })
    return {
      from: t.field({ type: 'DateTime', description: 'The start of the range, inclusive.' }),
      before: t.field({ type: 'DateTime', description: 'The end of the range, exclusive.' }),
      inLastDays: daysField('Matches times between this number of days ago and now.'),
      inNextDays: daysField('Matches times between now and this number of days from now.'),
      olderThanDays: daysField('Matches times more than this number of days ago.'),
    }
  },
})

export const SortDirection = builder.enumType('SortDirection', {
  description: 'The direction in which a list is sorted.',
  values: {
    asc: { description: 'From small to large, early to late, A to Z.' },
    desc: { description: 'From large to small, late to early, Z to A.' },
  },
})

/** The filter inputs of each kind of record, to which relations of other kinds refer. */
const inputsByKind = new Map<FilterSpec, { where: InputRef<Where>; relation(): InputRef<Where> }>()

export function whereInput(
  name: string,
  kind: FilterSpec,
  customTypes: CustomTypes = {},
): InputRef<Where> {
  const where = builder.inputRef<Where>(`${name}Where`)
  inputsByKind.set(kind, { where, relation: lazyRelationInput(name, where) })
  where.implement({
    description: `Conditions on ${name} records; a record must meet all of them.`,
    fields: (t) => ({
      ...valueFields(t, kind, customTypes),
      ...relationFields(t, kind),
      ...logicFields(t, where),
    }),
  })
  return where
}

/** Creates the input of a to-many relation at its first use, so that no unused inputs exist. */
function lazyRelationInput(name: string, where: InputRef<Where>) {
  let relation: InputRef<Where> | undefined
  return () => {
    relation ??= builder.inputRef<Where>(`${name}RelationWhere`).implement({
      description: `Conditions on related ${name} records that the caller can view.`,
      fields: (t) => ({
        some: t.field({ type: where, description: 'At least one related record must match.' }),
        none: t.field({ type: where, description: 'No related record may match.' }),
      }),
    })
    return relation
  }
}

function logicFields(t: FieldBuilder, where: InputRef<Where>) {
  const listLimits = limits({ type: 'array', maxItems: 20 })
  return {
    and: t.field({
      type: [where],
      description: 'Up to 20 filters, all of which must match.',
      extensions: { ...listLimits, ...notNull },
    }),
    or: t.field({
      type: [where],
      description:
        'Up to 20 filters, at least one of which must match. An empty list matches no record.',
      extensions: listLimits,
    }),
    not: t.field({ type: where, description: 'A filter that must not match.' }),
  }
}

const withDeprecation = (
  kind: FilterSpec,
  name: string,
  extensions: Record<string, unknown> = {},
) => (kind.deprecated?.[name] ? deprecated(kind.deprecated[name], extensions) : { extensions })

function relationFields(t: FieldBuilder, kind: FilterSpec) {
  const fields = Object.entries(kind.relations).map(([name, { description, via, target }]) => {
    const inputs = inputsByKind.get(target)
    const type = 'ownColumn' in via ? inputs?.where : inputs?.relation()
    if (!type) throw new Error(`no filter for ${target.table}`)
    const options = withDeprecation(kind, name)
    return [
      name,
      t.field({
        type,
        description: `${description} Requires \`${target.policy.scope}\`.`,
        ...options,
      }),
    ] as const
  })
  return Object.fromEntries(fields)
}

function valueFields(t: FieldBuilder, kind: FilterSpec, customTypes: CustomTypes) {
  const fields = Object.entries(kind.fields).filter(([, { internal }]) => !internal)
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const { list, nullable } = field
      const isIndexed = field.indexed || field.matchingIds || field.type === 'created'
      const extensions = {
        ...(field.checkIdFormat && idSchema),
        ...(list && limits({ type: 'array', maxItems: 100 })),
        ...(nullable ? {} : notNull),
      }
      const options = {
        description: `${field.description}${nullable ? ' `null` matches records without a value.' : ''}${isIndexed ? ' Indexed.' : ''}`,
        ...withDeprecation(kind, name, extensions),
      }
      const type = chooseType(field.type, customTypes[name])
      if (!type) throw new Error(`no type for ${kind.table}.${name}`)
      return [name, t.field({ type: (list ? [type] : type) as 'String', ...options })]
    }),
  )
}

function chooseType(type: FilterSpec['fields'][string]['type'], customType?: CustomType) {
  if (type === 'number') return NumberWhere
  if (type === 'time' || type === 'created') return DateTimeWhere
  return type === 'Enum' || type === 'conditions' ? customType : type
}

export function orderInput(name: string, kind: FilterSpec) {
  const Field = builder.enumType(`${name}OrderField`, {
    description: `The fields by which ${name} records can be sorted.`,
    values: Object.fromEntries(
      Object.entries(kind.orders).map(([field, order]) => [
        field,
        {
          description: `${order.description}${order.descending ? '' : ' Ascending by default.'}${order.nullable ? ' Records without a value come last.' : ''}${order.unindexed ? ' Sorts at most 5,000 records.' : ''}`,
          ...withDeprecation(kind, field),
        },
      ]),
    ),
  })
  return builder.inputType(`${name}OrderInput`, {
    description: `A field by which ${name} records are sorted.`,
    fields: (t) => ({
      field: t.field({
        type: Field,
        description: `The field to sort by (default \`${kind.defaultOrder ?? 'createdAt'}\`).`,
      }),
      direction: t.field({
        type: SortDirection,
        description: 'The direction (default: descending, except for fields marked as ascending).',
      }),
    }),
  })
}

/** The options of an order as an argument or input field. */
export const orderByOptions = {
  description:
    'Up to 3 fields to sort by; ties are sorted by id. Several fields sort at most 5,000 records.',
  extensions: limits({ type: 'array', maxItems: 3 }),
}

export const listArgs = <O>(
  t: { arg: ArgBuilder },
  where: InputRef<Where>,
  order: InputRef<O>,
) => ({
  ...pageArgs(t),
  where: t.arg({ type: where, description: 'Returns the records that match this filter.' }),
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
    columns: selectedColumns(info),
    list: [name, list.key(options)],
    page: (request) => list.page(ctx, options, request),
    total: () => list.count(ctx, options),
    position: list.position(options),
  })
