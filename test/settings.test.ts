import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  findUnknownSettings,
  getLocalUrl,
  getPublicUrl,
  readSettings,
  settingTable,
} from '../src/settings.ts'
import { runDealgraph, serve } from './support/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'dealgraph-settings-'))
const env = { DATABASE_URL: `sqlite:${join(folder, 'main.db')}`, DEMO: 'false' }

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('Settings', () => {
  test('all invalid settings are reported at once, in one sentence each', async () => {
    const { code, stderr } = await runDealgraph({ ...env, PORT: 'http', DEMO: 'no' }, 'serve')
    expect(code).toBe(2)
    expect(stderr.trim().split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535, but it is "http".',
      'DEMO must be true or false, but it is "no".',
    ])
    expect(() => readSettings({ TRASH_DAYS: '0', HOST: 'a b' })).toThrow(
      /^HOST must be .+\nTRASH_DAYS must be .+$/,
    )
  })

  test('a numeric setting accepts both bounds of the range that its error message states', () => {
    const ranges = Object.entries(settingTable).flatMap(([name, { validValues }]) => {
      const range = /^a whole number from (\d+) to (\d+)$/.exec(validValues)
      return range ? [{ name, bounds: range.slice(1) }] : []
    })
    expect(ranges.length).toBeGreaterThan(10)
    for (const { name, bounds } of ranges)
      for (const bound of bounds)
        expect(readSettings({ [name]: bound })).toMatchObject({ [name]: Number(bound) })
  })

  test('an unknown setting is logged at startup with the nearest known name', async () => {
    const server = await serve({ ...env, CORS_ORIGIN: 'https://app.test', GRAPHQL_DEPTH: '3' })
    const { stdout } = await server.stop()
    const logLines = stdout.split('\n').filter((line) => line.startsWith('{'))
    expect(logLines.map((line) => JSON.parse(line).msg)).toEqual([
      'CORS_ORIGIN is not a setting and has no effect; did you mean CORS_ORIGINS?',
      'GRAPHQL_DEPTH is not a setting and has no effect; did you mean GRAPHQL_MAX_DEPTH?',
    ])
  })

  test('a command warns of an unknown setting on standard error only', async () => {
    const { code, stdout, stderr } = await runDealgraph(
      { ...env, DATABASE_URI: 'x' },
      'migrate',
      '--json',
    )
    expect([code, JSON.parse(stdout)]).toEqual([0, { migrated: expect.any(Array) }])
    expect(JSON.parse(stderr)).toMatchObject({
      msg: 'DATABASE_URI is not a setting and has no effect; did you mean DATABASE_URL?',
    })
  })

  test('environment variables of other programs cause no warnings about settings', () => {
    const foreignVariables = {
      HOME: '/',
      PATH: '/bin',
      PWD: '/',
      OTEL_EXPORTER_OTLP_TIMEOUT: '1',
      SESSION_MANAGER: 'x',
      NODE: '1',
    }
    expect(findUnknownSettings({ ...foreignVariables, PORT: '4000' })).toEqual([])
  })

  test.each([
    ['127.0.0.1', 'http://127.0.0.1:4000'],
    ['0.0.0.0', 'http://localhost:4000'],
    ['::', 'http://localhost:4000'],
    ['::1', 'http://[::1]:4000'],
  ])(
    'the URL of a server with HOST=%s is %s, unless the Host header or PUBLIC_URL overrides it',
    (HOST, url) => {
      const settings = { HOST, PORT: 4000, PUBLIC_URL: '' }
      expect([getLocalUrl(settings), getPublicUrl(settings)]).toEqual([url, url])
      expect(getPublicUrl(settings, 'localhost:1')).toBe('http://localhost:1')
      const PUBLIC_URL = 'https://crm.example/'
      expect(getPublicUrl({ ...settings, PUBLIC_URL }, 'a:1')).toBe('https://crm.example')
    },
  )

  test('a setting with a typo in its prefix is reported with the correct name', () => {
    expect(findUnknownSettings({ WEBHOOK_ALLOW_LOCAL: 'true' })).toEqual([
      'WEBHOOK_ALLOW_LOCAL is not a setting and has no effect; did you mean WEBHOOKS_ALLOW_LOCAL?',
    ])
  })

  test('an unreachable database server is reported with exit code 9 and the error code DATABASE_UNREACHABLE', async () => {
    const url = 'postgres://someone:secret@127.0.0.1:1/crm'
    const { code, stdout } = await runDealgraph({ ...env, DATABASE_URL: url }, 'migrate', '--json')
    expect(code).toBe(9)
    expect(JSON.parse(stdout).error).toEqual({
      code: 'DATABASE_UNREACHABLE',
      message: expect.stringMatching(/cannot be reached .*check DATABASE_URL/),
    })
    expect(stdout).not.toContain('secret')
  })
})
