import { preset } from '@graphql-codegen/client-preset'
import { codegen } from '@graphql-codegen/core'
import { buildSchema, type DocumentNode, parse } from 'graphql'
import scalars from '../../scalars.json' with { type: 'json' }

/**
 * The configuration for a `codegen.ts`, which also sets `schema` and `documents`:
 * `generates: { './gql/': { preset: 'client', config } }`.
 */
const config = {
  useTypeImports: true,
  // Enum values are strings: `priority: 'high'`.
  enumsAsTypes: true,
  // The mapping that the package publishes as `dealgraph/scalars.json`.
  strictScalars: true,
  scalars,
  // Imports include file extensions, for runtimes that strip types.
  importExtension: '.ts',
}

/**
 * Runs `graphql-codegen` with this configuration.
 *
 * @param sources the content of files that contain documents, as `graphql(/* GraphQL *\/ …)`
 * @returns the content of each generated file, by file name
 */
export async function generateClientFiles(
  schemaText: string,
  sources: string[],
): Promise<Record<string, string>> {
  const documents = sources.flatMap((source) =>
    [...source.matchAll(/graphql\(\/\* GraphQL \*\/ `([^`]*)`\)/g)].map(([, rawSDL = '']) => ({
      location: 'x.ts',
      rawSDL,
      document: parse(rawSDL),
    })),
  )
  const schema = parse(schemaText)
  const schemaAst = buildSchema(schemaText)
  const options = {
    baseOutputDir: 'gql/',
    presetConfig: {},
    schema,
    schemaAst,
    documents,
    config,
    plugins: [],
    pluginMap: {},
  }
  const outputs = await preset.buildGeneratesSection(options as never)
  return Object.fromEntries(
    await Promise.all(
      outputs.map(
        async (output): Promise<[string, string]> => [
          output.filename,
          await codegen({ ...output, schema: output.schema as DocumentNode } as never),
        ],
      ),
    ),
  )
}
