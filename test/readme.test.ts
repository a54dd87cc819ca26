import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingTable } from '../src/settings.ts'
import { exitCodes } from '../src/store/faults.ts'
import { dealgraph } from './support/command.ts'

const text = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

describe('the README names', () => {
  test('every setting', () => {
    const named = (name: string) => text.includes(`\`${name}\``) || text.includes(`\`${name.replace('GRAPHQL_MAX', '')}\``)
    expect(Object.keys(settingTable).filter((name) => !named(name))).toEqual([])
  })

  test('every command', async () => {
    const { out } = await dealgraph({}, '--help')
    const commands = [...out.slice(out.indexOf('Commands:'), out.indexOf('Exit codes:')).matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name as string)
    expect(commands).toContain('serve')
    expect(commands.filter((name) => name !== 'help' && !new RegExp(`^\\|.*\`${name}[ \`]`, 'm').test(text))).toEqual([])
  })

  test('every exit code', () => {
    const [told = ''] = /^A wrong setting, option or argument ends with exit code [\s\S]*?\n\n/m.exec(text) ?? []
    expect(told.match(/\d/g)?.map(Number).sort()).toEqual([1, ...Object.values(exitCodes)])
  })
})
