import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Command } from 'commander'
import { afterAll, describe, expect, it } from 'vitest'
import { allCommands, commandLine, commandPath, isRunnable } from '../src/commands/index.ts'
import { examplesIn } from './support/command.ts'
import { newFolder } from './support/folder.ts'
import { sample } from './support/importer.ts'
import { loopbackOnly } from './support/loopback-only.ts'

/** An empty folder, as for a new user; `dealgraph` is the program. */
const folder = newFolder()
const bin = folder.file('bin')
mkdirSync(bin)
writeFileSync(
  join(bin, 'dealgraph'),
  `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, '../src/main.js')}" "$@"\n`,
)
chmodSync(join(bin, 'dealgraph'), 0o755)
const env = {
  PATH: `${bin}:${process.env['PATH']}`,
  HOME: folder.path,
  PORT: '0',
  LOG_LEVEL: 'warn',
  ...loopbackOnly,
}

afterAll(folder.remove)

/** The command with existing ids and a free port. */
const own = (typed: string) =>
  typed
    .replaceAll('KEY_ID', () => keyId())
    .replaceAll('IMPORT_ID', () => importId())
    .replace(/^PORT=\d+/, 'PORT=0')
const listed = (...args: string[]) =>
  spawnSync(join(bin, 'dealgraph'), args, { env, cwd: folder.path, encoding: 'utf8' }).stdout
const keyId = () => /key_\w+/.exec(listed('keys', 'list', '--user', 'ann@acme.example'))?.[0] ?? ''
const importId = () => /import_\w+/.exec(listed('import', 'list'))?.[0] ?? ''

// The files that Ann has exported from other programs.
copyFileSync(sample('google-contacts.csv'), folder.file('contacts.csv'))
writeFileSync(folder.file('contacts.vcf.gz'), gzipSync(readFileSync(sample('google.vcf'))))

function typed(text: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', own(text)], {
    env,
    cwd: folder.path,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** Runs a command until it is ready, then stops it. */
function started(text: string): Promise<{ code: number | null; out: string }> {
  const child = spawn('bash', ['--norc', '-c', own(text)], { env, cwd: folder.path })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk
    // A second signal would end it at once.
    if (!child.killed && /is ready|is sending|^{"url"/.test(out)) child.kill()
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })))
}

const all = allCommands(commandLine())
  .filter(isRunnable)
  .flatMap((command) => examplesOf(command).map((text) => [text, commandPath(command)] as const))

function examplesOf(command: Command): string[] {
  let help = ''
  const writeOut = (text: string) => {
    help += text
  }
  command.configureOutput({ writeOut }).outputHelp()
  return examplesIn(help).map((example) => example.replaceAll('npx dealgraph', 'dealgraph'))
}

/** The tests of `copy` and of PostgreSQL run the examples with a server. */
const localExamples = all.filter(([text]) => !text.includes('postgres://'))

describe('Examples in the help of commands', () => {
  it.each(localExamples)('the example "%s" succeeds', async (text, path) => {
    const ended = path === 'serve' || path === 'dispatch' ? await started(text) : typed(text)
    expect(ended).toMatchObject('status' in ended ? { status: 0, stderr: '' } : { code: 0 })
    if (text.endsWith('--json'))
      expect(JSON.parse('status' in ended ? ended.stdout : ended.out)).toBeTypeOf('object')
  })

  it('the examples in the help have their documented effects', () => {
    const read = (name: string) => readFileSync(folder.file(name), 'utf8')
    expect(existsSync(folder.file('db/dealgraph.db'))).toBe(true)
    expect(read('people.csv')).toMatch(/^id,firstName,lastName,/)
    expect(read('people.vcf')).toMatch(/^BEGIN:VCARD|^$/)
    expect(
      spawnSync('gzip', ['-dc', folder.file('activities.csv.gz')], { encoding: 'utf8' }).stdout,
    ).toMatch(/^id,person,/)
    for (const name of ['other.db', 'backup.db', 'restored.db'])
      expect(read(name)).toMatch(/^SQLite format 3/)
  })
})
