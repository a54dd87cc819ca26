/**
 * The graphql-eslint rules that the printed schema must pass. The environment variable
 * `LINTED_SCHEMA` contains the path of the schema; see `test/contracts-lint.test.ts`.
 */
import plugin from '@graphql-eslint/eslint-plugin'

/** Rules that the schema does not follow, each with the reason. */
const excludedRules = [
  // The schema printer sorts names itself, in an alphabetical order that this rule does not accept.
  'alphabetize',
  // Mutations of a record also have the arguments `id` and `expectedVersion`.
  'input-name',
  // This rule forbids the root types `Mutation` and `Subscription`.
  'no-root-type',
  // Records are fetched with `node` after the transaction has ended, instead of through a query
  // field.
  'require-field-of-type-query-in-mutation-result',
  // A failed mutation returns `data: null`, because a payload cannot be null.
  'require-nullable-result-in-root',
  // Payloads, connections, edges and rows are not records, so they have no id.
  'strict-id-in-types',
]

const { rules: schemaRules } = plugin.configs['flat/schema-all']
const { rules: relayRules } = plugin.configs['flat/schema-relay']
const [level, conventions] = schemaRules['@graphql-eslint/naming-convention']
// Enum values are the same in REST and GraphQL, such as `high` and `Valid`.
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
      // One-line descriptions are plain strings, which keeps the printed schema small.
      '@graphql-eslint/description-style': ['error', { style: 'inline' }],
      // Search and the event feed support only forward pagination.
      '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
      // Connections have `nodes` in addition to `edges`, short lists have no pages, and log entries
      // are not fetched by id.
      '@graphql-eslint/relay-edge-types': [
        'error',
        { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false },
      ],
    },
  },
]
