/**
 * Checks the links, settings, commands, exit codes, dependencies and sizes in the documentation.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingTable } from '../src/settings.ts'
import { failures } from '../src/store/faults.ts'
import { runDealgraph } from './support/command.ts'

const projectRoot = join(import.meta.dirname, '..')
const readText = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'deploy/README.md', 'llms.txt'],
  ...readdirSync(join(projectRoot, 'docs')).map((name) => `docs/${name}`),
]

const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const getAnchors = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    toAnchor(heading),
  )

/** Returns the commands listed by `--help`. */
async function listCommands(): Promise<string[]> {
  const { stdout } = await runDealgraph({}, '--help')
  const commandList = stdout.slice(stdout.indexOf('Commands:'), stdout.indexOf('Exit codes:'))
  return [...commandList.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name as string)
}

describe('The documentation', () => {
  test('the README is at most 8 KiB', () => {
    expect(statSync(join(projectRoot, 'README.md')).size).toBeLessThanOrEqual(8192)
  })

  test('every relative link in the documentation points to an existing file and heading', () => {
    const brokenLinks = documents.flatMap((document) =>
      [...readText(document).matchAll(/\]\((?!https?:|\/)([^)#]*)(?:#([^)]*))?\)/g)].flatMap(
        ([link, path = '', anchor]) => {
          const target = path
            ? resolve(projectRoot, dirname(document), path)
            : join(projectRoot, document)
          try {
            const isFound = !anchor || getAnchors(target).includes(anchor)
            return statSync(target) && isFound ? [] : [`${document}: ${link}`]
          } catch {
            return [`${document}: ${link}`]
          }
        },
      ),
    )
    expect(brokenLinks).toEqual([])
  })

  test('docs/configuration.md lists every setting with its default', () => {
    const rows = readText('docs/configuration.md')
      .split('\n')
      .flatMap((line) => {
        const [, names = '', defaults = ''] = line.split('|').map((cell) => cell.trim())
        const listedNames = [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name as string)
        const values = defaults.split(',').map((value) => value.trim())
        return listedNames.map((name, index) => [
          name,
          listedNames.length > 1 ? values[index] : defaults,
        ])
      })
    expect(Object.fromEntries(rows)).toMatchObject(
      Object.fromEntries(
        Object.entries(settingTable).map(([name, { fallback }]) => [name, fallback]),
      ),
    )
  })

  test('docs/cli.md has a row for every command', async () => {
    const commands = (await listCommands()).filter((name) => name !== 'help')
    expect(commands).toContain('serve')
    const text = readText('docs/cli.md')
    expect(commands.filter((name) => !new RegExp(`^\\|.*\`${name}[ \`]`, 'm').test(text))).toEqual(
      [],
    )
  })

  test('the documentation names only existing npm scripts and commands', async () => {
    const text = documents.map(readText).join('\n')
    const { scripts } = JSON.parse(readText('package.json'))
    const scriptNames = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name as string)
    expect(scriptNames).toContain('bench')
    expect(scriptNames.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
    const commands = await listCommands()
    const commandNames = [...text.matchAll(/npx dealgraph ([a-z]+)/g)].map(
      ([, name]) => name as string,
    )
    expect(commandNames).toContain('copy')
    expect(commandNames.filter((name) => !commands.includes(name))).toEqual([])
  })

  test('docs/cli.md lists every exit code', () => {
    const listedCodes = [...readText('docs/cli.md').matchAll(/^\| (\d+) \|/gm)].map(([, code]) =>
      Number(code),
    )
    expect(listedCodes).toEqual([0, ...Object.values(failures).map(({ exitCode }) => exitCode)])
  })

  test('the README lists every runtime dependency and no other package', () => {
    const { dependencies, optionalDependencies } = JSON.parse(readText('package.json'))
    const dependencyTable = readText('README.md').split('## Dependencies')[1] ?? ''
    const packageNames = Object.keys({ ...dependencies, ...optionalDependencies }).map((name) =>
      name.startsWith('@opentelemetry/') ? '@opentelemetry/…' : name,
    )
    const listedPackages = [...dependencyTable.matchAll(/^\| ([^|]+) \|/gm)].flatMap(
      ([, cell = '']) => cell.split(', '),
    )
    expect(packageNames.filter((name) => !listedPackages.includes(name))).toEqual([])
    expect(listedPackages.slice(2).filter((name) => !packageNames.includes(name))).toEqual([])
  })
})
