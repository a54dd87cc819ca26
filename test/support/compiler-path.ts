import { join } from 'node:path'

/**
 * The path of the TypeScript 7 compiler. The package `typescript` stays at version 6, because
 * dependency-cruiser and openapi-typescript use its API, which version 7 does not have.
 */
export const compilerPath: string = join(
  import.meta.dirname,
  '../../node_modules/typescript-7/bin/tsc',
)
