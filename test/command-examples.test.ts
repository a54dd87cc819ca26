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
import {
  createCommandLine,
  getCommandPath,
  isRunnable,
  listCommands,
} from '../src/commands/index.ts'
import { parseExamples } from './support/command.ts'
import { newFolder } from './support/folder.ts'
import { getSamplePath } from './support/importer.ts'
import { loopbackOnly } from './support/loopback-only.ts'
import { programPath } from './support/program.ts'

/** The home folder of a new user, whose PATH contains `dealgraph`. */
const folder = newFolder()
const binFolder = folder.file('bin')
mkdirSync(binFolder)
writeFileSync(
  join(binFolder, 'dealgraph'),
  `#!/bin/sh\nexec "${process.execPath}" "${programPath}" "$@"\n`,
)
chmodSync(join(binFolder, 'dealgraph'), 0o755)
const env = {
  PATH: `${binFolder}:${process.env['PATH']}`,
  HOME: folder.path,
  PORT: '0',
  LOG_LEVEL: 'warn',
  ...loopbackOnly,
}

afterAll(folder.remove)

/** The id of the company that the most recent example created. */
let companyId = ''

/** Replaces placeholders in an example with existing ids and a free port. */
const fillPlaceholders = (example: string) =>
  example
    .replaceAll('KEY_ID', () => findKeyId())
    .replaceAll('IMPORT_ID', () => findImportId())
    .replaceAll('COMPANY_ID', companyId)
    .replace(/^PORT=\d+/, 'PORT=0')
const runDealgraph = (...args: string[]) =>
  spawnSync(join(binFolder, 'dealgraph'), args, { env, cwd: folder.path, encoding: 'utf8' }).stdout
const findKeyId = () =>
  /key_\w+/.exec(runDealgraph('keys', 'list', '--user', 'ann@acme.example'))?.[0] ?? ''
const findImportId = () => /import_\w+/.exec(runDealgraph('import', 'list'))?.[0] ?? ''

// Sample files for the import examples, exported from other systems.
copyFileSync(getSamplePath('google-contacts.csv'), folder.file('contacts.csv'))
writeFileSync(folder.file('contacts.vcf.gz'), gzipSync(readFileSync(getSamplePath('google.vcf'))))

function runExample(text: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', fillPlaceholders(text)], {
    env,
    cwd: folder.path,
    encoding: 'utf8',
  })
  companyId = /Created the company .*\((\w+)\) with/.exec(stdout)?.[1] ?? companyId
  return { status, stdout, stderr }
}

/** Runs a command until it reports that it is ready, then stops the command. */
function runUntilReady(text: string): Promise<{ code: number | null; stdout: string }> {
  const child = spawn('bash', ['--norc', '-c', fillPlaceholders(text)], { env, cwd: folder.path })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk
    // A second signal would kill the process immediately.
    if (!child.killed && /is ready|is sending|^{"url"/.test(stdout)) child.kill()
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout })))
}

const allExamples = listCommands(createCommandLine())
  .filter(isRunnable)
  .flatMap((command) =>
    getExamples(command).map((text) => [text, getCommandPath(command)] as const),
  )

function getExamples(command: Command): string[] {
  let helpText = ''
  const writeOut = (text: string) => {
    helpText += text
  }
  command.configureOutput({ writeOut }).outputHelp()
  return parseExamples(helpText).map((example) => example.replaceAll('npx dealgraph', 'dealgraph'))
}

/**
 * Examples that require no PostgreSQL server. Other tests run the commands of the remaining
 * examples.
 */
const localExamples = allExamples.filter(([text]) => !text.includes('postgres://'))

describe('Examples in command help', () => {
  it.each(localExamples)('the help example "%s" succeeds', async (text, path) => {
    const exampleResult =
      path === 'serve' || path === 'dispatch' ? await runUntilReady(text) : runExample(text)
    expect(exampleResult).toMatchObject(
      'status' in exampleResult ? { status: 0, stderr: '' } : { code: 0 },
    )
    if (text.endsWith('--json')) expect(JSON.parse(exampleResult.stdout)).toBeTypeOf('object')
  })

  it('the examples in command help create valid SQLite, CSV, vCard and gzip files', () => {
    const readText = (name: string) => readFileSync(folder.file(name), 'utf8')
    expect(existsSync(folder.file('db/dealgraph.db'))).toBe(true)
    expect(readText('people.csv')).toMatch(/^id,firstName,lastName,/)
    expect(readText('people.vcf')).toMatch(/^BEGIN:VCARD|^$/)
    expect(
      spawnSync('gzip', ['-dc', folder.file('activities.csv.gz')], { encoding: 'utf8' }).stdout,
    ).toMatch(/^id,person,/)
    for (const name of ['other.db', 'backup.db', 'restored.db'])
      expect(readText(name)).toMatch(/^SQLite format 3/)
  })
})
