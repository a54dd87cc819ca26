import { parentPort, workerData } from 'node:worker_threads'
import { brotliCompressSync, constants } from 'node:zlib'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'

/** The thread in which `graphiql.ts` has the page made: 9 MB that are only loaded for this, and gone with it. */
const page = renderGraphiQL(workerData as never)
parentPort?.postMessage(brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }))
