import { builder, limits, needs } from '../../graphql/schema/builder.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { firstLimits, resolveConnection } from '../../graphql/schema/paging.ts'
import { CustomFieldWhere } from '../custom-fields/graphql-where.ts'
import { externalIdWhere } from '../external-ids/graphql-input.ts'
import { personFilterSpec } from './filter-spec.ts'
import { PersonConnection } from './graphql.ts'
import { people } from './operations.ts'
import { countFound, type Found, searchPeople, termOf } from './search.ts'

export const PersonWhere = whereInput('Person', personFilterSpec, {
  customFields: CustomFieldWhere,
  ...externalIdWhere,
})
export const PersonOrder = orderInput('Person', personFilterSpec)

const includeTrash = { defaultValue: false, description: 'Whether people in Trash are listed too.' }

builder.queryField('people', (t) =>
  t.field({
    type: PersonConnection,
    description:
      'The people that the caller sees, newest first unless told otherwise; without those in Trash unless asked for.',
    extensions: needs('people.view'),
    args: {
      ...listArgs(t, PersonWhere, PersonOrder),
      includeTrash: t.arg.boolean(includeTrash),
    },
    resolve: (_, { where, orderBy, includeTrash, ...page }, ctx, info) => {
      const asked = { where, orderBy, includeTrash: includeTrash ?? false }
      return resolveList(ctx, info, page, 'people', asked, people)
    },
  }),
)

/** Whatever is asked for is looked for: what cannot be found is not an error. */
const anyText = { anyText: true }
/** How many are found at a time; their cost goes by it. */
const usual = 50

builder.queryField('searchPeople', (t) =>
  t.field({
    type: PersonConnection,
    description:
      'Returns people by id, email, phone or name: the first of these arguments is used, the others are ignored. Ranked by match: the whole name in any order of its words, whole words, beginnings of words, parts of words, one typo in a word of 4 letters or more. Errors: BAD_REQUEST without any of them.',
    extensions: needs('people.view'),
    args: {
      id: t.arg.id({
        description: 'The whole id; a malformed one finds nobody.',
        extensions: anyText,
      }),
      email: t.arg.string({
        description:
          "A whole email address, any of the person's; case does not matter. A malformed one finds nobody.",
        extensions: anyText,
      }),
      phone: t.arg.string({
        description:
          'A phone number of the person in any spelling; without an extension it also matches any extension. A malformed number matches no one.',
        extensions: anyText,
      }),
      name: t.arg.string({
        description:
          'Parts of the name, in any order; case and accents do not matter. At least 2 characters.',
        extensions: {
          ...limits({ type: 'string', minLength: 2, maxLength: 200 }),
          ignoredBeside: ['id', 'email', 'phone'],
        },
      }),
      first: t.arg.int({
        description: 'How many: 1 to 100, default 50.',
        extensions: firstLimits(usual),
      }),
      after: t.arg.string({ description: 'The cursor behind which to go on.' }),
      includeTrash: t.arg.boolean(includeTrash),
    },
    resolve: (_, { first, after, includeTrash: trash, ...input }, ctx) => {
      const term = termOf(ctx, input)
      const withTrash = trash ?? false
      return resolveConnection<Found>(
        ctx,
        { first: first ?? usual, after: after ?? null },
        {
          list: ['search', term, withTrash],
          page: (window) => searchPeople(ctx, term, withTrash, window),
          total: () => countFound(ctx, term, withTrash),
          position: (row) => row.position,
        },
      )
    },
  }),
)
