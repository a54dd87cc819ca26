/**
 * Import rules. The layers of a resource import each other in one direction: `table → queries →
 * operations → graphql`.
 */
const createRule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/**
 * The folders of `src` in import order: each folder imports only the folders before it, so that
 * there are no cycles.
 */
const folders =
  'lib store access events crud filtering http graphql rest resources metrics tracing query-workers webhooks exchange pages sign-in console graphiql reference commands'
/**
 * The folders of `src/resources` in import order. A new folder that no other folder imports need
 * not be listed.
 */
const resources =
  'external-ids stages tags users companies identities custom-fields people activities teams api-keys appointments pipelines deals tasks user-administration events smart-lists stage-history timeline webhooks imports'

const createOrderRules = (parent, folderList) => {
  const names = folderList.split(' ')
  const rule = (name, from, allowed) =>
    createRule(
      `folders-before-${name}`,
      'Folders import only folders before them in `folders` and `resources`.',
      { path: `^${parent}([^/]+)/`, ...from },
      { path: `^${parent}[^/]+/`, pathNot: `^${parent}(${allowed.join('|')})/` },
    )
  return [
    ...names.map((name, index) =>
      rule(name, { path: `^${parent}${name}/` }, names.slice(0, index + 1)),
    ),
    rule('unlisted', { pathNot: `^${parent}(${names.join('|')})/` }, ['$1', ...names]),
  ]
}

module.exports = {
  forbidden: [
    ...createOrderRules('src/', folders),
    ...createOrderRules('src/resources/', resources),
    createRule(
      'no-cycles',
      'Modules that depend on each other cannot be understood separately.',
      {},
      { circular: true, dependencyTypesNot: ['type-only'] },
    ),
    createRule(
      'own-table-only',
      "A resource never imports another's table.",
      { path: '^src/resources/([^/]+)/' },
      { path: '^src/resources/[^/]+/table\\.ts$', pathNot: '^src/resources/$1/' },
    ),
    createRule(
      'operations-below-protocols',
      'Operations and queries import neither GraphQL nor HTTP.',
      { path: '^src/resources/[^/]+/', pathNot: '/(graphql[^/]*|rest|index)\\.ts$' },
      { path: '^src/(graphql|http|rest)/|^node_modules/(graphql|graphql-yoga|@pothos)' },
    ),
    createRule(
      'rest-imports-only-rest',
      "A resource's `rest.ts` imports only `src/rest`.",
      { path: '^src/resources/[^/]+/rest\\.ts$' },
      { pathNot: '^src/rest/' },
    ),
    createRule(
      'queries-below-operations',
      'Queries and policies import no operations.',
      { path: '^src/resources/[^/]+/([^/]*queries|policy|table)\\.ts$' },
      { path: '^src/resources/[^/]+/(operations|graphql[^/]*|rest)\\.ts$' },
    ),
    createRule(
      'store-imports-nothing-above',
      'The store imports only `src/lib` and `src/errors.ts`.',
      { path: '^src/store/' },
      { path: '^src/', pathNot: '^src/(store/|lib/|errors\\.ts)' },
    ),
    createRule(
      'database-drivers-in-store',
      'Only the store imports database drivers.',
      { path: '^src/', pathNot: '^src/store/' },
      { path: 'node_modules/(better-sqlite3|pg)/' },
    ),
    createRule(
      'pipeline-above-plugins',
      'Plugins do not import the pipeline.',
      { path: '^src/graphql/.+/' },
      { path: '^src/graphql/pipeline\\.ts$' },
    ),
    createRule(
      'plugins-above-schema',
      'The schema, the compiler and prepared operations import no plugin.',
      {
        path: '^src/graphql/((schema|compiler)/|(operation|values|check-values|document-limits)\\.ts$)',
      },
      { path: '^src/graphql/plugins/' },
    ),
    createRule(
      'http-not-imported',
      'Importing `node:http` also loads the 10 MB fetch client; `process.getBuiltinModule` does not.',
      { path: '^src/' },
      { path: '^(node:)?https?$', dependencyTypesNot: ['type-only'] },
    ),
    createRule(
      'browser-imports-browser',
      'Browser code is served without a bundler: it imports only browser code and the packages in the import map.',
      { path: '^src/[^/]+/browser/' },
      { pathNot: '^src/[^/]+/browser/|node_modules/(preact|htm|graphql-sse)/' },
    ),
    createRule(
      'pages-below-resources',
      'Pages call the API and do not import resources.',
      { path: '^src/(pages|console|reference|graphiql)/' },
      { path: '^src/resources/' },
    ),
    createRule('resolvable', 'Imports must resolve.', {}, { couldNotResolve: true }),
    createRule(
      'no-dev-dependencies-in-src',
      'The program runs without development dependencies.',
      { path: '^(src|db)/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
