/**
 * Compiles `src` and `db` to JavaScript in `dist`, because Node.js does not strip types in
 * `node_modules`.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { compilerPath } from './compiler-path.ts'
import { copyDataFiles } from './program.ts'

rmSync('dist', { recursive: true, force: true })
execFileSync(compilerPath, ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
// Browser code is copied unchanged, because the server strips types when it serves the code.
copyDataFiles('dist/src')
