import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from './support/folder.ts'
import {
  type Block,
  blocksOf,
  checkout,
  freePort,
  type Terminal,
  terminal,
} from './support/readme.ts'

/**
 * What the README says is typed here as it stands, but for `npm ci`, which has been run, and the
 * two ports, which may be taken.
 */
const blocks = blocksOf('README.md')
const under = (name: string) => blocks.filter(({ section }) => section === name)

describe('what the README tells one to type', () => {
  const folder = newFolder()
  let ports: [string, string]
  let server: Terminal
  let other: Terminal
  let cwd: string
  beforeAll(async () => {
    ports = [String(await freePort()), String(await freePort())]
    cwd = checkout(folder.path)
    server = terminal(cwd, { PORT: ports[0], NO_COLOR: '1' })
    other = terminal(cwd, { NO_COLOR: '1' })
  })
  afterAll(async () => {
    await other.close()
    await server.close()
    folder.remove()
  })

  const asHere = ({ text }: Block) =>
    text
      .replaceAll('127.0.0.1:4000', `127.0.0.1:${ports[0]}`)
      .replaceAll('127.0.0.1:4100', `127.0.0.1:${ports[1]}`)
      .replace('listen(4100)', `listen(${ports[1]})`)
  const type = (block: Block | undefined) => other.type(asHere(block as Block))

  test('starts with two commands that are there', () => {
    expect(under('Start').map(({ text }) => text)).toEqual([
      'npm ci && npm start\n',
      'npm ci && npm test\n',
    ])
    const { scripts } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
    )
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']))
  })

  test('leads from nothing to a moved deal, and to somebody who was told', async () => {
    const [start, names, listen, rest, graphql, ...more] = under('Five minutes')
    expect(more).toEqual([])
    expect(await server.start((start as Block).text, /Owner +dg_\w+/)).toContain(
      'Dealgraph is ready.',
    )
    expect(await type(names)).toBe('done-1-with-0.\n')
    expect(await type(listen)).toContain('"secret":"whsec_')
    expect(await type(rest)).toContain('{"success":true,"message":"Deal moved"')
    expect(await other.start('', /"type":"deal\.moved".*\n/)).toContain(
      '"to":{"stageId":"pipelinestage_',
    )
    const answers = await type(graphql)
    expect(answers).toContain(
      '"data":{"moveDeal":{"title":"House by the lake","stage":{"name":"Qualified"}}}',
    )
    expect(answers).toContain(
      '"person":{"fullName":"Ada Berg","emails":[{"value":"ada@example.com"}],"deals":{"nodes":[{"title":"House by the lake","price":640000,"stage":{"name":"Qualified"}}]}',
    )
  })

  test('goes on with reading and writing on both doors, a subscription, and a webhook', async () => {
    const [use, ...none] = under('Use')
    expect(none).toEqual([])
    const answers = await type(use)
    expect(answers).toMatch(
      /"count":2[\s\S]*"title":"Call back about the offer"[\s\S]*"totalCount":\d/,
    )
    const [subscribe] = under('What there is')
    await type({ section: '', text: `${(subscribe as Block).text.trim()} &\n` })
    // It is told what happens from then on that it listens, so something happens until it does.
    let told = ''
    while (!told.includes('event: next'))
      told += await other.type(
        'call $API/v1/deals/$DEAL/move -d \'{"stageId": "\'$PROPOSAL\'", "order": 0}\'',
      )
    expect(told).toContain('"type":"deal.moved"')
    const [webhook] = under('Webhooks')
    expect(await type(webhook)).toContain('"events":["deal.*","person.created"]')
  })

  test("ends with a company of one's own", async () => {
    await server.close()
    const [block] = under('Running it')
    const commands = (block as Block).text.trim().split('\n')
    const start = commands.pop() ?? ''
    server = terminal(cwd, { PORT: ports[0], NO_COLOR: '1' })
    expect(await server.type(commands.join('\n'))).toMatch(/dg_\w{30,}/)
    expect(await server.start(start, /Dealgraph is ready\./)).not.toContain('Northwind')
    // The key of the demo's Owner, which the five minutes began with.
    expect(await other.type('call $API/v1/me')).toContain('UNAUTHORIZED')
    const examined = `${start.replace(/npm start$/, '')}npx dealgraph doctor`
    expect(await other.type(examined)).toMatch(/^ok +demo +none$/m)
  })

  test('is all typed here', () => {
    expect([...new Set(blocks.map(({ section }) => section))].sort()).toEqual([
      'Five minutes',
      'Running it',
      'Start',
      'Use',
      'Webhooks',
      'What there is',
    ])
  })
})
