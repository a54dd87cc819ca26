/**
 * The rules of graphql-eslint that the printed schema passes. `LINTED_SCHEMA` is its path; see
 * `test/contracts-lint.test.ts`.
 */
import plugin from '@graphql-eslint/eslint-plugin'

/** Rules that contradict the schema, with the reason. */
const excludedRules = [
  // The printed schema is sorted by itself: names by their place in the alphabet, not by length.
  'alphabetize',
  // Mutations of a record also take `id` and `expectedVersion`, as arguments.
  'input-name',
  // `Mutation` and `Subscription` are root types.
  'no-root-type',
  // A record in a payload is read with `node`, after the transaction has ended.
  'require-field-of-type-query-in-mutation-result',
  // A failed request has `data: null`, since a payload cannot be null.
  'require-nullable-result-in-root',
  // Payloads, connections, edges and rows are not records.
  'strict-id-in-types',
]

const { rules: schemaRules } = plugin.configs['flat/schema-all']
const { rules: relayRules } = plugin.configs['flat/schema-relay']
const [level, conventions] = schemaRules['@graphql-eslint/naming-convention']
// Enum values are the words of both interfaces, such as `high` and `Valid`.
const { EnumValueDefinition: _, ...namingConventions } = conventions

export default [
  {
    files: ['**/*.graphql'],
    languageOptions: {
      parser: plugin.parser,
      parserOptions: { graphQLConfig: { schema: process.env['LINTED_SCHEMA'] } },
    },
    plugins: { '@graphql-eslint': plugin },
    rules: {
      ...Object.fromEntries(
        Object.entries({ ...schemaRules, ...relayRules }).filter(
          ([name]) => !excludedRules.includes(name.replace('@graphql-eslint/', '')),
        ),
      ),
      '@graphql-eslint/naming-convention': [level, namingConventions],
      // Descriptions of one line are plain strings, which keeps the printed schema small.
      '@graphql-eslint/description-style': ['error', { style: 'inline' }],
      // Search and the event feed support only forward pagination.
      '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
      // Connections have `nodes` beside `edges`, short lists have no pages, and the entries of logs
      // are not read by id.
      '@graphql-eslint/relay-edge-types': [
        'error',
        { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false },
      ],
    },
  },
]
