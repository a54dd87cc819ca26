/**
 * Bundles the program and its dependencies into a few files, which tests run instead of the source
 * files. The suite starts about 700 processes, and a short command spends most of its CPU time on
 * loading about a thousand modules.
 */
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

export const projectFolder: string = join(import.meta.dirname, '../..')

/** The path of the unbundled program, for tests that depend on its modules. */
export const sourceProgramPath: string = join(projectFolder, 'src/main.js')

const bundleFolder = join(projectFolder, '.cache/program')

/** The path of the program: bundled in the test suite, but not in benchmarks and other scripts. */
export const programPath: string = process.env['VITEST']
  ? join(bundleFolder, 'src/main.js')
  : sourceProgramPath

/** The modules that the program loads by their paths. */
const entryModules = [
  'src/main.js',
  'src/query-workers/worker.ts',
  'src/store/sqlite/worker.ts',
  'src/pages/worker.ts',
  'src/pages/assets.ts',
  'src/reference/page.ts',
  ...readdirSync(join(projectFolder, 'db/migrations')).map((file) => `db/migrations/${file}`),
]

/** Returns the path of a module in the bundle, as if each module had its own file there. */
const getBundledPath = (file: string) =>
  join(bundleFolder, relative(projectFolder, file).replace(/\.ts$/, '.js'))

/**
 * Replaces `import.meta` paths so that a module finds files by its original path, although it is
 * part of a bundle.
 */
const keepModulePaths: Plugin = {
  name: 'keep-module-paths',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta')) return undefined
    const path = getBundledPath(id)
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
      .replaceAll('import.meta.filename', JSON.stringify(path))
  },
}

/** Makes tests start bundled worker threads, which load several times faster. */
export const useBundledWorkers: Plugin = {
  name: 'use-bundled-workers',
  transform(code, id) {
    const call = 'findWorker(import.meta.url)'
    if (!id.startsWith(join(projectFolder, 'src')) || !code.includes(call)) return undefined
    return code.replace(call, `findWorker(${JSON.stringify(pathToFileURL(getBundledPath(id)))})`)
  },
}

/** Copies the files of `src` that the program reads, such as styles and browser code. */
export function copyDataFiles(folder: string): void {
  cpSync(join(projectFolder, 'src'), folder, {
    recursive: true,
    filter: (from) =>
      statSync(from).isDirectory() || /\.(css|svg|md|graphql)$|\/browser\/.*\.ts$/.test(from),
  })
}

/** Bundles the program, which takes about a second. */
export async function bundleProgram(): Promise<void> {
  rmSync(bundleFolder, { recursive: true, force: true })
  const bundle = await rolldown({
    input: Object.fromEntries(
      entryModules.map((file) => [file.replace(/\.\w+$/, ''), join(projectFolder, file)]),
    ),
    platform: 'node',
    // The packages contain or load native code; `dist` contains the built program.
    external: ['better-sqlite3', 'pg', /\/dist\/src\//],
    plugins: [keepModulePaths],
    resolve: { conditionNames: ['module-sync', 'node', 'import'] },
    logLevel: 'silent',
  })
  await bundle.write({ dir: bundleFolder, entryFileNames: '[name].js' })
  await bundle.close()
  copyDataFiles(join(bundleFolder, 'src'))
}
