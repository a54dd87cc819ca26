import { preset } from '@graphql-codegen/client-preset'
import { codegen } from '@graphql-codegen/core'
import { buildSchema, type DocumentNode, parse } from 'graphql'

/**
 * What stands in a `codegen.ts`, beside `schema` and `documents`:
 * `generates: { './gql/': { preset: 'client', config } }`.
 */
const config = {
  useTypeImports: true,
  // Enum values are the words on the wire: `priority: 'high'`.
  enumsAsTypes: true,
  // The constrained scalars are strings, but for these.
  defaultScalarType: 'string',
  scalars: { Money: 'number', Position: 'number', JSON: 'unknown' },
  // Where TypeScript is run as it is, files are imported by their whole names.
  importExtension: '.ts',
}

/**
 * Does what `graphql-codegen` does with that.
 *
 * @param sources the texts of the files in which documents stand, as `graphql(/* GraphQL *\/ …)`
 * @returns the text of each generated file, by its name
 */
export async function generate(
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
