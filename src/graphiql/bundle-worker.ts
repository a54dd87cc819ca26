import { parentPort } from 'node:worker_threads'
import * as bundle from '@graphql-yoga/render-graphiql/graphiql'
import { compress } from '../pages/compressed.ts'

/**
 * The thread in which `graphiql-bundle.ts` has the files compressed: 9 MB that are only loaded for
 * this, and gone with it.
 */
const files: Record<string, string> = {
  'graphiql.js': bundle.js,
  'graphiql.css': bundle.css,
  'editorWorkerService.js': bundle.editorWorkerService,
  'graphql.js': bundle.graphqlWorker,
  'json.js': bundle.jsonWorker,
}
parentPort?.postMessage(
  new Map(Object.entries(files).map(([name, text]) => [name, compress(text, 5)])),
)
