import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { GraphQLTaggedNode } from 'relay-runtime'
import scalars from '../../../scalars.json' with { type: 'json' }
import { newFolder } from '../../support/folder.ts'

/**
 * The content of `relay.config.json`. The package publishes the scalar types as
 * `dealgraph/scalars.json`.
 */
const config = {
  src: '.',
  schema: 'schema.graphql',
  artifactDirectory: '__generated__',
  language: 'typescript',
  eagerEsModules: true,
  useImportTypeSyntax: true,
  customScalarTypes: scalars,
}

/**
 * Runs relay-compiler in a temporary project. @returns a function that loads generated artifacts
 */
export function compileRelayProject() {
  const project = newFolder()
  cpSync('test/clients/relay/PeopleList.ts', project.file('PeopleList.ts'))
  cpSync('schema.graphql', project.file('schema.graphql'))
  symlinkSync(resolve('node_modules'), project.file('node_modules'))
  mkdirSync(project.file('__generated__'))
  writeFileSync(project.file('relay.config.json'), JSON.stringify(config))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('node_modules/relay-compiler/cli.js'), 'relay.config.json'],
    { cwd: project.path, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stdout + stderr)
  return {
    load: async (name: string): Promise<GraphQLTaggedNode> =>
      (await import(project.file(`__generated__/${name}.graphql.ts`))).default,
    remove: project.remove,
  }
}
