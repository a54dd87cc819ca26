/**
 * Compiles `src` and `db` to JavaScript in `dist`, because Node does not strip types in
 * `node_modules`.
 */
import { execSync } from 'node:child_process'
import { cpSync, rmSync, statSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
execSync('tsc -p tsconfig.build.json', { stdio: 'inherit' })
// Browser code is copied unchanged, because the server strips types when it serves the code.
cpSync('src', 'dist/src', {
  recursive: true,
  filter: (from) =>
    statSync(from).isDirectory() || /\.(css|svg|md|graphql)$|\/browser\/.*\.ts$/.test(from),
})
