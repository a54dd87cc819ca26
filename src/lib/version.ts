import { readPackageFile } from './package-files.ts'

export const readVersion = (): string =>
  (JSON.parse(readPackageFile('package.json')) as { version: string }).version
