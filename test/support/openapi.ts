import { readFileSync } from 'node:fs'
import { inlineReferences } from '../../src/rest/openapi/components.ts'

/** Reads `openapi.json` and resolves its references. */
export const readOpenApi = <T extends object>(): T =>
  inlineReferences(JSON.parse(readFileSync('openapi.json', 'utf8')) as T)
