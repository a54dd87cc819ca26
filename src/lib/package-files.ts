/** Locates Dealgraph's own files: TypeScript in a checkout, JavaScript in the npm package. */
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'

/** Reads a file that is listed under `exports` in `package.json`. */
export const readPackageFile = (name: string): string =>
  readFileSync(new URL(import.meta.resolve(`dealgraph/${name}`)), 'utf8')

/** The module file extension: `.ts` in a checkout, `.js` in the npm package. */
export const moduleExtension: string = extname(import.meta.filename)

/** Returns the URL of the `worker` module in the same folder as the module `moduleUrl`. */
export const findWorker = (moduleUrl: string): URL =>
  new URL(`./worker${extname(moduleUrl)}`, moduleUrl)

export const readVersion = (): string =>
  (JSON.parse(readPackageFile('package.json')) as { version: string }).version
