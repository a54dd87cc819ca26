import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandResult, serve } from './support/command.ts'
import { programPath } from './support/program.ts'
import { requires } from './support/requirements.ts'

const folder = mkdtempSync(join(tmpdir(), 'dealgraph-log-'))
const env = { DATABASE_URL: `sqlite:${join(folder, 'main.db')}`, LOG_LEVEL: 'info' }

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Returns the log of a server that receives a valid request, an invalid request and a request for a
 * page asset.
 */
async function readLog(settings: Record<string, string>): Promise<CommandResult> {
  const server = await serve({ ...env, ...settings })
  const headers = { Authorization: `Bearer ${server.keys['Owner']}` }
  await fetch(`${server.url}/v1/people?limit=2`, { headers })
  await fetch(`${server.url}/v1/nothing`, { headers })
  await fetch(`${server.url}/assets/pages/browser/base.css`)
  return server.stop()
}

const hasScript = spawnSync('script', ['--version']).status === 0

/**
 * Runs, in a pseudo-terminal that `script` provides, a command that logs a warning. @returns the
 * output
 */
const runOnTerminal = (settings: Record<string, string>): string =>
  spawnSync('script', ['-qec', `${process.execPath} ${programPath} migrate`, '/dev/null'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env, CORS_ORIGIN: 'https://app.test', ...settings },
  }).stdout

/** Extracts the request log lines and replaces their times and durations, which vary. */
const extractRequestLines = (output: string) =>
  output
    .split('\n')
    .filter((line) => /GET +\//.test(line))
    .map((line) => line.replace(/\d\d:\d\d:\d\d/, 'TIME').replace(/[\d.]+ ms/, 'N ms'))

describe('The log format', () => {
  let prettyLog: CommandResult
  let debugLog: CommandResult
  beforeAll(async () => {
    prettyLog = await readLog({ LOG_FORMAT: 'pretty', NO_COLOR: '1' })
    debugLog = await readLog({ LOG_LEVEL: 'debug' })
  })

  test('a pretty-printed log line contains the time, method, path, status, duration, and operation or error code', () => {
    expect(extractRequestLines(prettyLog.stdout)).toEqual([
      '[TIME] INFO: GET    /v1/people 200 N ms ListPeople',
      '[TIME] INFO: GET    /v1/nothing 404 N ms NOT_FOUND',
    ])
  })

  test('requests for page assets are logged only at debug level', () => {
    expect(prettyLog.stdout).not.toContain('/assets/')
    expect(debugLog.stdout).toMatch(/\{"level":20,.*"path":"\/assets\/pages\/browser\/base\.css"/)
  })

  test('log colors distinguish success from failure unless NO_COLOR is set', async () => {
    const { stdout } = await readLog({ LOG_FORMAT: 'pretty' })
    expect(extractRequestLines(stdout)).toEqual([
      expect.stringContaining('\u001B[32m200\u001B[0m'),
      expect.stringContaining('\u001B[33m404\u001B[0m'),
    ])
    expect(prettyLog.stdout).not.toContain('\u001B[')
  })

  test(
    'the log is pretty-printed on a terminal unless LOG_FORMAT is json',
    requires(hasScript, 'the command `script`'),
    () => {
      const warningPattern = /^\[\d\d:\d\d:\d\d\] \S*WARN\S*: .*did you mean CORS_ORIGINS\?/m
      expect(runOnTerminal({ TERM: 'xterm' })).toMatch(warningPattern)
      expect(runOnTerminal({ LOG_FORMAT: 'json' })).toMatch(
        /^\{"level":40,.*did you mean CORS_ORIGINS/m,
      )
    },
  )

  test('the log is JSON if the output is not a terminal, unless LOG_FORMAT is pretty', () => {
    const restLines = debugLog.stdout.split('\n').filter((line) => line.includes('"door":"rest"'))
    expect(restLines.map((line) => JSON.parse(line).operation)).toEqual([
      'ListPeople',
      '/v1/nothing',
    ])
  })
})
