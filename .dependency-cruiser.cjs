/** The import rules. Within a resource: `table → queries → operations → graphql`. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** The folders of `src`: each imports only those before it, so that there are no cycles. */
const folders =
  'lib store access events crud filtering http graphql rest resources metrics tracing query-workers webhooks exchange pages sign-in console graphiql reference commands'
/** The folders of `src/resources`; a new one that no other imports need not be listed. */
const resources =
  'external-ids stages tags users companies identities custom-fields people activities teams api-keys appointments pipelines deals tasks user-administration events smart-lists stage-history timeline webhooks imports'

const inOrder = (parent, list) => {
  const names = list.split(' ')
  const rule = (name, from, allowed) =>
    forbid(
      `folders-before-${name}`,
      'Folders import in one direction: see the lists of folders above.',
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
    ...inOrder('src/', folders),
    ...inOrder('src/resources/', resources),
    forbid(
      'no-cycles',
      'Modules that depend on each other cannot be understood separately.',
      {},
      { circular: true, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'own-table-only',
      "A resource never imports another's table.",
      { path: '^src/resources/([^/]+)/' },
      { path: '^src/resources/[^/]+/table\\.ts$', pathNot: '^src/resources/$1/' },
    ),
    forbid(
      'operations-below-protocols',
      'Operations and queries import neither GraphQL nor HTTP.',
      { path: '^src/resources/[^/]+/', pathNot: '/(graphql[^/]*|rest|index)\\.ts$' },
      { path: '^src/(graphql|http|rest)/|^node_modules/(graphql|graphql-yoga|@pothos)' },
    ),
    forbid(
      'rest-imports-only-rest',
      "A resource's rest.ts imports only src/rest.",
      { path: '^src/resources/[^/]+/rest\\.ts$' },
      { pathNot: '^src/rest/' },
    ),
    forbid(
      'queries-below-operations',
      'Queries and policies never call operations.',
      { path: '^src/resources/[^/]+/([^/]*queries|policy|table)\\.ts$' },
      { path: '^src/resources/[^/]+/(operations|graphql[^/]*|rest)\\.ts$' },
    ),
    forbid(
      'store-imports-nothing-above',
      'The store imports only lib and errors.',
      { path: '^src/store/' },
      { path: '^src/', pathNot: '^src/(store/|lib/|errors\\.ts)' },
    ),
    forbid(
      'database-drivers-in-store',
      'Only the store imports database drivers.',
      { path: '^src/', pathNot: '^src/store/' },
      { path: 'node_modules/(better-sqlite3|pg)/' },
    ),
    forbid(
      'pipeline-above-plugins',
      'Plugins do not import the pipeline.',
      { path: '^src/graphql/.+/' },
      { path: '^src/graphql/pipeline\\.ts$' },
    ),
    forbid(
      'plugins-above-schema',
      'The schema, the compiler and prepared operations import no plugin.',
      {
        path: '^src/graphql/((schema|compiler)/|(operation|values|check-values|document-limits)\\.ts$)',
      },
      { path: '^src/graphql/plugins/' },
    ),
    forbid(
      'http-not-imported',
      'An import of node:http loads the fetch client too, 10 MB; process.getBuiltinModule does not.',
      { path: '^src/' },
      { path: '^(node:)?https?$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'browser-imports-browser',
      'Browser code is served without a bundler: it imports only browser code and the packages in the import map.',
      { path: '^src/[^/]+/browser/' },
      { pathNot: '^src/[^/]+/browser/|node_modules/(preact|htm|graphql-sse)/' },
    ),
    forbid(
      'pages-below-resources',
      'Pages are made from the two contracts, and call the API.',
      { path: '^src/(pages|console|reference|graphiql)/' },
      { path: '^src/resources/' },
    ),
    forbid('resolvable', 'Imports must resolve.', {}, { couldNotResolve: true }),
    forbid(
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
