import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The packages that pages import by name, with those of their files that a browser needs. */
const packages: [name: string, files: string[]][] = [
  ['preact', ['preact.mjs']],
  ['preact/hooks', ['hooks.mjs']],
  ['htm', ['htm.mjs']],
  ['htm/preact', ['index.mjs']],
  ['graphql-sse', ['client.mjs', 'common.mjs', 'parser.mjs', 'utils.mjs']],
]

const folderOf = (name: string) => dirname(fileURLToPath(import.meta.resolve(name)))

/**
 * `imports`: where a page finds each package, for its import map. `files`: what stands behind the
 * addresses below `/assets/`.
 */
export const vendored = {
  imports: Object.fromEntries(
    packages.map(([name, [first]]) => [name, `/assets/vendor/${name}/${first}`]),
  ),
  files: () =>
    packages.flatMap(([name, files]) =>
      files.map((file): [string, string] => [`vendor/${name}/${file}`, join(folderOf(name), file)]),
    ),
}
