import { readFileSync } from 'node:fs'
import { inlineReferences } from '../../src/rest/openapi/inline.ts'

/** `openapi.json` with its references resolved. */
export const readOpenApi = <T extends object>(): T =>
  inlineReferences(JSON.parse(readFileSync('openapi.json', 'utf8')) as T)
