/** The files of the program: TypeScript in a checkout, JavaScript in the npm package. */
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'

/** Reads a file that `exports` of `package.json` lists. */
export const readPackageFile = (name: string): string =>
  readFileSync(new URL(import.meta.resolve(`dealgraph/${name}`)), 'utf8')

/** The extension of modules: `.ts`, or `.js` in the package. */
export const moduleExtension: string = extname(import.meta.filename)

/** Returns the URL of the module `worker` in the folder of another module. */
export const findWorker = (moduleUrl: string): URL =>
  new URL(`./worker${moduleExtension}`, moduleUrl)

export const readVersion = (): string =>
  (JSON.parse(readPackageFile('package.json')) as { version: string }).version
