import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CommandBlock,
  createCheckout,
  findFreePort,
  openTerminal,
  readCommandBlocks,
  type Terminal,
} from './support/documents.ts'
import { newFolder } from './support/folder.ts'

/** The command blocks in the README, the API guide and the operations guide. */
const commandBlocks = [
  ...readCommandBlocks('README.md'),
  ...readCommandBlocks('docs/api-guide.md'),
  ...readCommandBlocks('docs/operations.md'),
]
const findBlocksUnder = (name: string) => commandBlocks.filter(({ section }) => section === name)

describe('Documented commands', () => {
  const folder = newFolder()
  let ports: [string, string]
  let server: Terminal
  let client: Terminal
  let cwd: string
  beforeAll(async () => {
    ports = [String(await findFreePort()), String(await findFreePort())]
    cwd = createCheckout(folder.path)
    server = openTerminal(cwd, { PORT: ports[0], NO_COLOR: '1' })
    client = openTerminal(cwd, { NO_COLOR: '1' })
  })
  afterAll(async () => {
    await client.close()
    await server.close()
    folder.remove()
  })

  const replacePorts = ({ text }: CommandBlock) =>
    text
      .replaceAll('127.0.0.1:4000', `127.0.0.1:${ports[0]}`)
      .replaceAll('127.0.0.1:4100', `127.0.0.1:${ports[1]}`)
      .replace('listen(4100)', `listen(${ports[1]})`)
  const runBlock = (block: CommandBlock | undefined) =>
    client.type(replacePorts(block as CommandBlock))

  test('the Getting started section of the README runs only existing npm scripts', () => {
    expect(findBlocksUnder('Getting started').map(({ text }) => text)).toEqual([
      'npm ci && npm start\n',
      'npm ci && npm test\n',
    ])
    const { scripts } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
    )
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']))
  })

  test('the tutorial commands in the README move a deal and receive a webhook that reports the move', async () => {
    const [startBlock, namesBlock, listenBlock, restBlock, graphqlBlock, ...otherBlocks] =
      findBlocksUnder('Tutorial')
    expect(otherBlocks).toEqual([])
    expect(await server.start((startBlock as CommandBlock).text, /Owner +dg_\w+/)).toContain(
      'Dealgraph is ready.',
    )
    expect(await runBlock(namesBlock)).toBe('done-1-with-0.\n')
    expect(await runBlock(listenBlock)).toContain('"secret":"whsec_')
    expect(await runBlock(restBlock)).toContain('{"success":true,"message":"Deal moved"')
    expect(await client.start('', /"type":"deal\.moved".*\n/)).toContain(
      '"to":{"stageId":"pipelinestage_',
    )
    const responses = await runBlock(graphqlBlock)
    expect(responses).toContain(
      '"data":{"moveDeal":{"deal":{"title":"House by the lake","stage":{"name":"Qualified"}}}',
    )
    expect(responses).toContain(
      '"person":{"fullName":"Ada Berg","emails":[{"value":"ada@example.com"}],"deals":{"nodes":[{"title":"House by the lake","price":640000,"stage":{"name":"Qualified"}}]}',
    )
  })

  test('the REST and GraphQL commands in the API guide succeed', async () => {
    const [useBlock, ...otherBlocks] = findBlocksUnder('Authentication')
    expect(otherBlocks).toEqual([])
    expect(await runBlock(useBlock)).toMatch(
      /"count":2[\s\S]*"title":"Call back about the offer"[\s\S]*"totalCount":\d/,
    )
    const [subscribeBlock] = findBlocksUnder('Subscriptions')
    await runBlock({ section: '', text: `${(subscribeBlock as CommandBlock).text.trim()} &\n` })
    // The move is repeated until the subscription receives it, because the subscription may start
    // after the first moves.
    let output = ''
    while (!output.includes('event: next'))
      output += await client.type(
        'call $API/v1/deals/$DEAL/move -d \'{"stageId": "\'$PROPOSAL\'", "order": 0}\'',
      )
    expect(output).toContain('"type":"deal.moved"')
    const [webhookBlock] = findBlocksUnder('Webhooks')
    expect(await runBlock(webhookBlock)).toContain('"events":["deal.*","person.created"]')
  })

  test('the commands in the operations guide create a company and start a server', async () => {
    await server.close()
    const [block] = findBlocksUnder('Start with your own company')
    const commands = (block as CommandBlock).text.trim().split('\n')
    const startCommand = commands.pop() ?? ''
    server = openTerminal(cwd, { PORT: ports[0], NO_COLOR: '1' })
    expect(await server.type(commands.join('\n'))).toMatch(/dg_\w{30,}/)
    expect(await server.start(startCommand, /Dealgraph is ready\./)).not.toContain('Northwind')
    // The shell function `call` still sends the demo Owner's API key, which the new server rejects.
    expect(await client.type('call $API/v1/me')).toContain('UNAUTHORIZED')
    const doctorCommand = `${startCommand.replace(/npm start$/, '')}npx dealgraph doctor`
    expect(await client.type(doctorCommand)).toMatch(/^ok +demo +no demo company$/m)
  })

  test('the README, API guide and operations guide have command blocks only in the sections on an explicit list', () => {
    const postgresSections = ['Backups', 'Moving to another database', 'PostgreSQL']
    expect([...new Set(commandBlocks.map(({ section }) => section))].sort()).toEqual(
      [
        'Authentication',
        'Getting started',
        'Installation',
        'Start with your own company',
        'Subscriptions',
        'Tutorial',
        'Webhooks',
        ...postgresSections,
      ].sort(),
    )
  })
})
