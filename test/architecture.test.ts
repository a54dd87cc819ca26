import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const sources = globSync('src/**/*.ts')

interface Cruise {
  summary: {
    violations: { rule: { name: string }; from: string; to: string }[]
    totalCruised: number
  }
}

function cruise(): Cruise {
  const { stdout } = spawnSync(
    'node_modules/.bin/depcruise',
    ['src', 'db', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    {
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    },
  )
  return JSON.parse(stdout) as Cruise
}

describe('The architecture', () => {
  test('imports follow the rules in every file', () => {
    const { summary } = cruise()
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual(
      [],
    )
    expect(summary.totalCruised).toBeGreaterThanOrEqual(sources.length)
  })

  test('no file has more than 250 lines', () => {
    const long = [...sources, ...globSync('db/**/*.ts')].filter(
      (file) => readFileSync(file, 'utf8').split('\n').length > 251,
    )
    expect(long).toEqual([])
  })

  test('code reads time, randomness and ids only from injected sources', () => {
    const ambient = /\bDate\.now\(|new Date\(\)|Math\.random\(|randomUUID\(\)/
    const allowed = /^src\/(deps\.ts|http\/server\.ts|commands\/|[a-z]+\/browser\/)/
    const wrong = sources.filter(
      (file) => !allowed.test(file) && ambient.test(readFileSync(file, 'utf8')),
    )
    expect(wrong).toEqual([])
  })

  test('only the store opens transactions', () => {
    const wrong = sources.filter(
      (file) =>
        !file.startsWith('src/store/') &&
        /\b(BEGIN(?!:VCARD)|COMMIT|SAVEPOINT|ROLLBACK)\b/.test(
          readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
        ),
    )
    expect(wrong).toEqual([])
  })

  test('only the listed files contain queries across companies', () => {
    const may =
      /^src\/(store|commands)\/|^src\/(deps|access\/authenticate|http\/idempotency|pages\/public-routes|(metrics|tracing)\/(database|store))\.ts$|^src\/webhooks\/(dispatcher|poller|metrics)\.ts$|^src\/resources\/companies\/operations\.ts$|\/sweep\.ts$/
    const wrong = sources.filter(
      (file) => !may.test(file) && /\ballCompanies\./.test(readFileSync(file, 'utf8')),
    )
    expect(wrong).toEqual([])
  })

  test('source code contains no `any` assertions and no disabled lint rules', () => {
    const wrong = sources.filter((file) =>
      /\bas any\b|@ts-ignore|@ts-expect-error|biome-ignore|oxlint-disable/.test(
        readFileSync(file, 'utf8'),
      ),
    )
    expect(wrong).toEqual([])
  })
})
