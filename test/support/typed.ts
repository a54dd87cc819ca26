import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Folder, newFolder } from './folder.ts'

/**
 * A project of its own, as a user of the API has one: the typed clients, beside which types are
 * generated.
 */
export function typedProject(): Folder {
  const project = newFolder()
  const folder = project.path
  cpSync('test/clients/typed', folder, { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom'],
    module: 'preserve',
    moduleResolution: 'bundler',
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts', 'gql/*.ts'] }),
  )
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return project
}

/** Puts generated files into a project. */
export function put({ path }: Folder, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, '..'), { recursive: true })
    writeFileSync(join(path, name), text)
  }
}

/** What the compiler has against some files of a project. */
export const compile = ({ path }: Folder): string =>
  spawnSync('node_modules/.bin/tsc', ['-p', path], { encoding: 'utf8' }).stdout
