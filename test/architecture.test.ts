import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { requires } from './support/requirements.ts'

const sourceFiles = globSync('src/**/*.ts')

interface CruiseReport {
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}

/**
 * Checks the imports of temporary files with the rules that `npm run check` applies to the program.
 * Each file imports at most one other file. @returns the violations
 */
function checkImports(imports: Record<string, string | null>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'imports-'))
  try {
    copyFileSync('tsconfig.json', join(folder, 'tsconfig.json'))
    for (const [file, importedFile] of Object.entries(imports)) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      const importStatement = importedFile
        ? `import '${relative(dirname(file), importedFile)}'`
        : 'export {}'
      writeFileSync(join(folder, file), importStatement)
    }
    const PATH = `${resolve('node_modules/.bin')}:${process.env['PATH']}`
    const { stdout } = spawnSync(
      'depcruise',
      ['src', '--config', resolve('.dependency-cruiser.cjs'), '--output-type', 'json'],
      { cwd: folder, env: { PATH }, encoding: 'utf8' },
    )
    const { summary } = JSON.parse(stdout) as CruiseReport
    return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('Source code rules', () => {
  test('the import rules reject a cycle between folders even if their files form no cycle', () => {
    const createImportCycle = (folder: string, otherFolder: string) => ({
      [`${folder}/a.ts`]: `${otherFolder}/b.ts`,
      [`${otherFolder}/b.ts`]: `${folder}/c.ts`,
      [`${folder}/c.ts`]: null,
    })
    expect(
      checkImports({
        ...createImportCycle('src/rest', 'src/events'),
        ...createImportCycle('src/resources/users', 'src/resources/api-keys'),
        ...createImportCycle('src/resources/new', 'src/resources/newer'),
      }).sort(),
    ).toEqual([
      'folders-before-events: src/events/b.ts → src/rest/c.ts',
      'folders-before-unlisted: src/resources/new/a.ts → src/resources/newer/b.ts',
      'folders-before-unlisted: src/resources/newer/b.ts → src/resources/new/c.ts',
      'folders-before-users: src/resources/users/a.ts → src/resources/api-keys/b.ts',
    ])
  })

  test('the program loads every table.ts file that declares events or references', () => {
    const script = `
      import { registerHooks } from 'node:module'
      registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })
      await import('./src/resources/index.ts')`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    })
    const loadedFiles = stdout.split('\n').map((url) => url.replace(/^.*\/(?=src\/)/, ''))
    const declaringFiles = globSync('src/resources/*/table.ts').filter((file) =>
      /\bdeclare[A-Z]\w*\(/.test(readFileSync(file, 'utf8')),
    )
    expect(declaringFiles.length).toBeGreaterThan(10)
    expect(declaringFiles.filter((file) => !loadedFiles.includes(file))).toEqual([])
  })

  test('no source file has more than 250 lines', () => {
    const longFiles = [...sourceFiles, ...globSync('db/**/*.ts')].filter(
      (file) => readFileSync(file, 'utf8').split('\n').length > 251,
    )
    expect(longFiles).toEqual([])
  })

  test('source code reads time, randomness and ids only from injected sources, except in commands, browser code, create-deps.ts and http/server.ts', () => {
    const ambientSourcePattern = /\bDate\.now\(|new Date\(\)|Math\.random\(|randomUUID\(\)/
    const allowedFilePattern = /^src\/(create-deps|http\/server|commands\/|[a-z]+\/browser\/)/
    const violatingFiles = sourceFiles.filter(
      (file) =>
        !allowedFilePattern.test(file) && ambientSourcePattern.test(readFileSync(file, 'utf8')),
    )
    expect(violatingFiles).toEqual([])
  })

  test('only the store opens database transactions', () => {
    const violatingFiles = sourceFiles.filter(
      (file) =>
        !file.startsWith('src/store/') &&
        /\b(BEGIN(?!:VCARD)|COMMIT|SAVEPOINT|ROLLBACK)\b/.test(
          readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
        ),
    )
    expect(violatingFiles).toEqual([])
  })

  test('only files on an explicit list contain queries across companies', () => {
    const allowedFilePattern =
      /^src\/(store|commands)\/|^src\/(create-deps|sign-in\/identities|access\/viewers|http\/idempotency|pages\/public-routes|(metrics|tracing)\/(database|store))\.ts$|^src\/webhooks\/(dispatcher|metrics)\.ts$|^src\/resources\/companies\/operations\.ts$|\/sweep\.ts$/
    const violatingFiles = sourceFiles.filter(
      (file) =>
        !allowedFilePattern.test(file) && /\ballCompanies\./.test(readFileSync(file, 'utf8')),
    )
    expect(violatingFiles).toEqual([])
  })

  test('only lib/cache.ts creates caches, and only files on an explicit list create empty module-level maps', () => {
    const registries: Record<string, string[]> = {
      'src/filtering/exports.ts': ['exportSources'],
      'src/crud/node-types.ts': ['nodeTypes'],
      'src/crud/record-actions.ts': ['rulesByType'],
      'src/events/event-types.ts': ['declarationByKind'],
      'src/graphql/schema/comparators.ts': ['inputsByName'],
      'src/graphql/schema/filter-inputs.ts': ['inputsBySpec'],
      'src/http/idempotency.ts': ['busySlotsByStore'],
      'src/lib/cache.ts': ['usageByName', 'LRUCache'],
      'src/query-workers/worker.ts': ['preparedRoutes'],
      'src/store/postgres/connection.ts': ['namesByClient'],
    }
    const mapPattern = /^(?:export )?(?:const|let) (\w+)\b.* = new (?:Weak)?Map(?:<.*>)?\(\)$/gm
    const unlistedNames = sourceFiles
      .filter((file) => !file.includes('/browser/'))
      .flatMap((file) => {
        const sourceText = readFileSync(file, 'utf8')
        return [...sourceText.matchAll(mapPattern), ...sourceText.matchAll(/new (LRUCache)\b/g)]
          .map(([, name = '']) => name)
          .filter((name) => !registries[file]?.includes(name))
          .map((name) => `${file}: ${name}`)
      })
    expect(unlistedNames).toEqual([])
  })

  test('source code contains no `as any` and suppresses no compiler errors or lint rules', () => {
    const violatingFiles = sourceFiles.filter((file) =>
      /\bas any\b|@ts-ignore|@ts-expect-error|biome-ignore|oxlint-disable/.test(
        readFileSync(file, 'utf8'),
      ),
    )
    expect(violatingFiles).toEqual([])
  })
})

describe('The repository', requires(existsSync('.git'), 'a Git checkout'), () => {
  test('the repository contains no file that .gitignore excludes', () => {
    const { status, stdout } = spawnSync('git', ['ls-files', '-ci', '--exclude-standard'], {
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([0, ''])
  })
})
