/** Compiles `src` and `db` to JavaScript in `dist`, since Node strips no types in `node_modules`. */
import { execSync } from 'node:child_process'
import { cpSync, rmSync, statSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
execSync('tsc -p tsconfig.build.json', { stdio: 'inherit' })
// Browsers receive their code without types, whether it comes from `src` or from here.
cpSync('src', 'dist/src', {
  recursive: true,
  filter: (from) =>
    statSync(from).isDirectory() || /\.(css|svg|md|graphql)$|\/browser\/.*\.ts$/.test(from),
})
