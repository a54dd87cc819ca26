import { builder, limits, needs } from '../../graphql/schema/builder.ts'
import { firstLimits, resolveConnection } from '../../graphql/schema/paging.ts'
import { includeTrashArg, PersonConnection } from './graphql.ts'
import { countFound, type Found, searchPeople, termOf } from './search.ts'

/** Malformed search terms match nobody, without an error. */
const anyText = { anyText: true }
const defaultPageSize = 50

builder.queryField('searchPeople', (t) =>
  t.field({
    type: PersonConnection,
    description:
      'Returns people by id, email, phone or name: the first of these arguments is used, the others are ignored. Ranked by match: the whole name in any order of its words, whole words, beginnings of words, parts of words, one typo in a word of 4 letters or more. Errors: BAD_REQUEST without any of them.',
    extensions: needs('people.view'),
    args: {
      id: t.arg.id({ description: 'The whole id.', extensions: anyText }),
      email: t.arg.string({
        description: 'A whole email address of the person, ignoring case.',
        extensions: anyText,
      }),
      phone: t.arg.string({
        description:
          'A phone number of the person in any spelling; without an extension it also matches any extension.',
        extensions: anyText,
      }),
      name: t.arg.string({
        description:
          'Parts of the name in any order, ignoring case and accents; at least 2 characters.',
        extensions: {
          ...limits({ type: 'string', minLength: 2, maxLength: 200 }),
          ignoredBeside: ['id', 'email', 'phone'],
        },
      }),
      first: t.arg.int({
        description: 'Maximum results, 1–100 (default 50).',
        extensions: firstLimits(defaultPageSize),
      }),
      after: t.arg.string({ description: 'The cursor after which the page starts.' }),
      includeTrash: t.arg.boolean(includeTrashArg),
    },
    resolve: (_, { first, after, includeTrash, ...input }, ctx) => {
      const term = termOf(ctx, input)
      const withTrash = includeTrash ?? false
      const page = { first: first ?? defaultPageSize, after: after ?? null }
      return resolveConnection<Found>(ctx, page, {
        list: ['search', term, withTrash],
        page: (window) => searchPeople(ctx, term, withTrash, window),
        total: () => countFound(ctx, term, withTrash),
        position: (row) => row.position,
      })
    },
  }),
)
