import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingTable } from '../src/settings.ts'
import { exitCodes } from '../src/store/faults.ts'
import { dealgraph } from './support/command.ts'

const text = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

describe('the README names', () => {
  test('every setting', () => {
    const named = (name: string) =>
      text.includes(`\`${name}\``) || text.includes(`\`${name.replace('GRAPHQL_MAX', '')}\``)
    expect(Object.keys(settingTable).filter((name) => !named(name))).toEqual([])
  })

  test('every command', async () => {
    const { out } = await dealgraph({}, '--help')
    const commands = [
      ...out.slice(out.indexOf('Commands:'), out.indexOf('Exit codes:')).matchAll(/^ {2}(\w+)/gm),
    ].map(([, name]) => name as string)
    expect(commands).toContain('serve')
    expect(
      commands.filter(
        (name) => name !== 'help' && !new RegExp(`^\\|.*\`${name}[ \`]`, 'm').test(text),
      ),
    ).toEqual([])
  })

  test('only scripts and commands that there are', async () => {
    const documents = ['README.md', 'deploy/README.md', 'llms.txt']
      .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
      .join('\n')
    const { scripts } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
    )
    const named = [...documents.matchAll(/npm run ([\w-]+)/g)].map(([, name]) => name as string)
    expect(named).toContain('bench')
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
    const { out } = await dealgraph({}, '--help')
    const commands = [...documents.matchAll(/npx dealgraph ([a-z]+)/g)].map(
      ([, name]) => name as string,
    )
    expect(commands).toContain('copy')
    expect(commands.filter((name) => !new RegExp(`^ {2}${name}\\b`, 'm').test(out))).toEqual([])
  })

  test('every exit code', () => {
    const [told = ''] =
      /^A wrong setting, option or argument ends with exit code [\s\S]*?\n\n/m.exec(text) ?? []
    expect(told.match(/\d/g)?.map(Number).sort()).toEqual([1, ...Object.values(exitCodes)])
  })
})
