import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allScopes } from '../src/access/scopes.ts'
import { commandLine } from '../src/commands/index.ts'
import { withAll } from '../src/commands/tree.ts'
import { dealgraph } from './support/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'dealgraph-completion-'))
const shells = ['bash', 'zsh', 'fish'] as const
const has = (shell: string) => spawnSync(shell, ['--version']).status === 0
for (const shell of shells.filter((each) => !has(each)))
  console.warn(`There is no ${shell} here: what completes there is only looked at.`)

const top = withAll(commandLine())
  .filter(({ parent }) => parent && !parent.parent)
  .map((command) => command.name())

beforeAll(async () => {
  for (const shell of shells)
    writeFileSync(join(folder, shell), (await dealgraph({}, 'completion', shell)).out)
  writeFileSync(join(folder, 'a file.csv'), '')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const plainly = { bash: '--norc', zsh: '-f', fish: '--no-config' }

const run = (shell: keyof typeof plainly, script: string) => {
  const { stdout, stderr, status } = spawnSync(shell, [plainly[shell], '-c', script], {
    encoding: 'utf8',
    cwd: folder,
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout.split('\n').filter(Boolean)
}

/** What each shell offers when Tab is pressed behind these words. */
const offers = {
  bash: (words: string[]) =>
    run(
      'bash',
      `source ./bash; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _dealgraph; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ),
  fish: (words: string[]) =>
    run('fish', `source ./fish; complete -C '${words.join(' ')}'`).map(
      (line) => line.split('\t')[0] as string,
    ),
  /**
   * Without a terminal: what shows the offers prints them, and leaves it to us to keep those that
   * begin as the word does.
   */
  zsh: (words: string[]) => {
    const shown = `compdef() {}; _describe() { print -l -- \${(P)2} }; compadd() { shift; print -l -- $@ }; _files() { print -l -- * }`
    const line = `words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}`
    const offered = run('zsh', `${shown}; source ./zsh; ${line}; _dealgraph`).map((each) =>
      each.replace(/:.*/, ''),
    )
    return offered.filter((each) => each.startsWith(words.at(-1) ?? ''))
  },
}

describe.each(shells.filter(has))('%s', (shell) => {
  const offered = (...words: string[]) => offers[shell](['dealgraph', ...words]).sort()

  it('completes commands, and those below them', () => {
    expect(offered('')).toEqual(expect.arrayContaining(top))
    expect(offered('se')).toEqual(['seed', 'serve'])
    expect(offered('keys', '')).toEqual(
      expect.arrayContaining(['create', 'list', 'revoke', 'rotate']),
    )
    expect(offered('keys', 'r')).toEqual(['revoke', 'rotate'])
  })

  it('completes options', () => {
    expect(offered('seed', '--')).toEqual(
      expect.arrayContaining(['--company', '--help', '--json', '--people']),
    )
    expect(offered('keys', 'create', '--na')).toEqual(['--name'])
  })

  it('completes their values, and arguments', () => {
    expect(offered('export', 'people', '--format', '')).toEqual(['csv', 'jsonl', 'vcard'])
    expect(offered('export', 'a')).toEqual(['activities'])
    expect(offered('keys', 'create', '--scope', '')).toEqual([...allScopes].sort())
    expect(offered('completion', '')).toEqual(expect.arrayContaining(['bash', 'fish', 'zsh']))
  })

  it('completes names of files where one is meant, and nothing where only the user knows', () => {
    expect(offered('export', 'people', '--output', 'a')).toEqual([
      expect.stringMatching(/^a\\? file\.csv$/),
    ])
    expect(offered('backup', 'a')).toEqual([expect.stringMatching(/^a\\? file\.csv$/)])
    expect(offered('seed', '--people', '')).toEqual([])
  })
})

describe('each script', () => {
  it.each(shells.filter(has))('is read by %s without complaint', (shell) => {
    expect(spawnSync(shell, ['-n', join(folder, shell)], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
  })

  it('knows every command and every long option', async () => {
    for (const shell of shells) {
      const { out } = await dealgraph({}, 'completion', shell)
      for (const command of withAll(commandLine())) {
        expect(out).toContain(command.name())
        for (const { long } of command.options)
          expect(out).toContain(shell === 'fish' ? `-l ${long?.slice(2)}` : (long as string))
      }
    }
  })

  it('is that of the shell one uses, unless told otherwise', async () => {
    expect((await dealgraph({ SHELL: '/usr/bin/fish' }, 'completion')).out).toContain(
      'complete -c dealgraph',
    )
    expect(await dealgraph({ SHELL: '/bin/tcsh' }, 'completion')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Which shell\? Add one of bash, zsh, fish\.\n$/),
    })
  })
})
