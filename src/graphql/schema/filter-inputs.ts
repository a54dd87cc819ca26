import type { InputRef } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import type { Where } from '../../filtering/filter.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import type { Asked, Found } from '../../filtering/find.ts'
import { deprecated } from '../../lib/deprecation.ts'
import { builder, idSchema, limits, notNull } from './builder.ts'
import { columnsOf } from './columns.ts'
import { type PageArgs, pageArgs, resolveConnection } from './paging.ts'

/**
 * The input types of lists, made from what is said of a kind of record: `<Name>Where` and
 * `<Name>OrderInput`.
 */
/** A type of their own: an enum, an input type, or a scalar that is seldom used. */
type OwnType =
  | ReturnType<typeof builder.enumType>
  | ReturnType<typeof builder.inputType>
  | 'RoleName'
  | 'ExternalId'
  | 'ExternalSource'
/** The types of filters that have one of their own, by the name of the filter. */
export type CustomTypes = Record<string, OwnType>
type Fields = Parameters<typeof builder.inputType>[1]['fields']
type FieldBuilder = Parameters<Fields>[0]

export const NumberWhere = builder.inputType('NumberWhere', {
  description: 'A range of numbers: all that is given must hold.',
  fields: (t) => ({
    from: t.float({ description: 'This or more.' }),
    to: t.float({ description: 'This or less.' }),
  }),
})

const days = limits({ type: 'integer', minimum: 0, maximum: 36500 })

const DateTimeWhere = builder.inputType('DateTimeWhere', {
  description:
    'A range of time: all that is given must hold. The relative ones count from the moment of the request, so that a filter that is kept goes with the time.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'At this moment or later.' }),
    before: t.field({ type: 'DateTime', description: 'Before this moment.' }),
    inLastDays: t.int({
      description: 'Between so many times 24 hours ago and now.',
      extensions: days,
    }),
    inNextDays: t.int({
      description: 'Between now and so many times 24 hours from now.',
      extensions: days,
    }),
    olderThanDays: t.int({
      description: 'Longer ago than so many times 24 hours.',
      extensions: days,
    }),
  }),
})

export const SortDirection = builder.enumType('SortDirection', {
  description: 'Which way a list is sorted.',
  values: {
    asc: { description: 'From small to large, early to late, A to Z.' },
    desc: { description: 'From large to small, late to early, Z to A.' },
  },
})

const made = new Map<FilterSpec, { where: InputRef<Where>; relation(): InputRef<Where> }>()

/** @param own the types of those fields that have one of their own */
export function whereInput(name: string, kind: FilterSpec, own: CustomTypes = {}): InputRef<Where> {
  const where = builder.inputRef<Where>(`${name}Where`)
  made.set(kind, { where, relation: relationOnce(name, where) })
  where.implement({
    description: `Which ${name} records: all that is given must hold. Up to 60 conditions (a relation is one), 8 levels deep, over relations and relations of those. Filters that no index serves are looked through record by record, and refused (BAD_REQUEST) when more than 100,000 would have to be, or when the filters of a request come to too many in all.`,
    fields: (t) => ({ ...ownFields(t, kind, own), ...relationFields(t, kind), ...logic(t, where) }),
  })
  return where
}

/** Only kinds that others are related to have this. */
function relationOnce(name: string, where: InputRef<Where>) {
  let relation: InputRef<Where> | undefined
  return () => {
    relation ??= builder.inputRef<Where>(`${name}RelationWhere`).implement({
      description: `Related ${name} records that the caller sees.`,
      fields: (t) => ({
        some: t.field({ type: where, description: 'There is at least one like this.' }),
        none: t.field({ type: where, description: 'There is none like this.' }),
      }),
    })
    return relation
  }
}

const logic = (t: FieldBuilder, where: InputRef<Where>) => {
  const several = limits({ type: 'array', maxItems: 20 })
  return {
    and: t.field({
      type: [where],
      description: 'All of these hold; up to 20.',
      extensions: { ...several, ...notNull },
    }),
    or: t.field({
      type: [where],
      description: 'At least one of these holds; up to 20. An empty list holds for nothing.',
      extensions: several,
    }),
    not: t.field({ type: where, description: 'This does not hold.' }),
  }
}

const ifDeprecated = (kind: FilterSpec, name: string, extensions: Record<string, unknown> = {}) =>
  kind.deprecated?.[name] ? deprecated(kind.deprecated[name], extensions) : { extensions }

function relationFields(t: FieldBuilder, kind: FilterSpec) {
  const fields = Object.entries(kind.relations).map(
    ([name, { description, requiredScope, toOne, target }]) => {
      const type = toOne ? made.get(target)?.where : made.get(target)?.relation()
      if (!type) throw new Error(`no filter for ${target.table}`)
      return [
        name,
        t.field({
          type,
          description: `${description} Needs \`${requiredScope}\`.`,
          ...ifDeprecated(kind, name),
        }),
      ] as const
    },
  )
  return Object.fromEntries(fields)
}

function ownFields(t: FieldBuilder, kind: FilterSpec, own: CustomTypes) {
  const offered = Object.entries(kind.fields).filter(([, field]) => !field.internal)
  return Object.fromEntries(
    offered.map(([name, field]) => {
      const { type, list, nullable } = field
      const served =
        field.indexed || field.matchingIds || type === 'created' ? ' Served by an index.' : ''
      const extensions = {
        ...(field.checkIdFormat && idSchema),
        ...(list && limits({ type: 'array', maxItems: 100 })),
        ...(nullable ? {} : notNull),
      }
      const options = {
        description: `${field.description}${list ? ' Up to 100.' : ''}${nullable ? ' `null`: has none.' : ''}${served}`,
        ...ifDeprecated(kind, name, extensions),
      }
      const of =
        type === 'number'
          ? NumberWhere
          : type === 'time' || type === 'created'
            ? DateTimeWhere
            : type === 'Enum' || type === 'conditions'
              ? own[name]
              : type
      if (!of) throw new Error(`no type for ${kind.table}.${name}`)
      return [name, t.field({ type: (list ? [of] : of) as 'String', ...options })]
    }),
  )
}

/** In which order a list is wanted. */
export function orderInput(name: string, kind: FilterSpec) {
  const fields = Object.entries(kind.orders)
  const Field = builder.enumType(`${name}OrderField`, {
    description: `What a list of ${name} records can be sorted by.`,
    values: Object.fromEntries(
      fields.map(([field, { description, nullable, unindexed }]) => [
        field,
        {
          description: `${description}${nullable ? ' Those without it come last.' : ''}${unindexed ? ' For up to 5,000 records; longer lists are refused (BAD_REQUEST).' : ''}`,
          ...ifDeprecated(kind, field),
        },
      ]),
    ),
  })
  return builder.inputType(`${name}OrderInput`, {
    description: `In which order ${name} records are listed; those that are equal, by id.`,
    fields: (t) => ({
      field: t.field({
        type: Field,
        description: `What they are sorted by: ${kind.defaultOrder ?? 'createdAt'} unless told otherwise.`,
      }),
      direction: t.field({
        type: SortDirection,
        description:
          'The direction; the usual one for the field unless told otherwise: names and places from the first on, all else from the largest or latest.',
      }),
    }),
  })
}

type QueryArgs = Parameters<Parameters<typeof builder.queryField>[1]>[0]['arg']

/** The arguments of a list that can be filtered and sorted. */
export const listArgs = <O>(t: { arg: QueryArgs }, where: InputRef<Where>, order: InputRef<O>) => ({
  ...pageArgs(t),
  where: t.arg({ type: where, description: 'Which records.' }),
  orderBy: t.arg({
    type: order,
    description: 'In which order; the usual one of the list unless told otherwise.',
  }),
})

/** A list that can be filtered and sorted, as a connection. */
export const resolveList = <A extends Asked, R extends { id: string }>(
  ctx: Context,
  info: GraphQLResolveInfo,
  page: PageArgs,
  name: string,
  asked: A,
  found: Found<A, R>,
) =>
  resolveConnection(ctx, page, {
    columns: columnsOf(info),
    list: [name, found.key(asked)],
    page: (window) => found.page(ctx, asked, window),
    total: () => found.count(ctx, asked),
    position: found.position(asked),
  })
