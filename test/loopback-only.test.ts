/** Tests that a test, or a program that it starts, can connect only to the local machine. */
import { execFile } from 'node:child_process'
import { Resolver } from 'node:dns/promises'
import { connect, createServer, type LookupFunction, type NetConnectOpts } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { takeBlockedConnections } from './support/loopback-only.ts'

const publicAddress = '93.184.216.34'
afterEach(() => void takeBlockedConnections())

const tryToConnect = (options: NetConnectOpts) =>
  new Promise<string>((resolve) => {
    const socket = connect(options)
    socket.on('connect', () => {
      socket.destroy()
      resolve('connected')
    })
    socket.on('error', ({ message }) => resolve(message))
  })
const lookUpPublicAddress: LookupFunction = (_, options, callback) =>
  options.all
    ? callback(null, [{ address: publicAddress, family: 4 }])
    : callback(null, publicAddress, 4)

test.each([
  ['by address', { host: publicAddress, port: 443 }],
  ['by IPv6 address', { host: '2606:2800:21f:cb07::1', port: 443 }],
  ['by name', { host: 'dealgraph.dev', port: 443 }],
  ['through its own DNS lookup', { host: 'hooks.test', port: 443, lookup: lookUpPublicAddress }],
])("a test's connection to another machine %s fails and is reported", async (_, options) => {
  expect(await tryToConnect(options)).toContain('is not on this machine')
  expect(takeBlockedConnections()).toContain('is not on this machine')
})

test('a DNS lookup of a public name in a test fails and is reported, and a lookup of a reserved name finds nothing', async () => {
  await expect(new Resolver().resolve4('dealgraph.dev')).rejects.toThrow('not on this machine')
  expect(takeBlockedConnections()).toContain('the name dealgraph.dev')
  for (const name of ['hooks.test', 'hooks.example', 'hooks.invalid'])
    await expect(new Resolver().resolve4(name)).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(takeBlockedConnections()).toBe('')
})

test('a fetch call in a test cannot reach other machines', async () => {
  await expect(fetch(`http://${publicAddress}/`)).rejects.toThrow()
  expect(takeBlockedConnections()).toContain(publicAddress)
})

test('a program that a test starts cannot reach other machines', async () => {
  const script = `fetch('http://${publicAddress}/').catch(({ cause }) => console.log(cause.message))`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script])
  expect(stdout).toContain('is not on this machine')
  expect(takeBlockedConnections()).toContain(publicAddress)
})

test('a test can connect to its own machine', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.on('listening', resolve))
  const { port } = server.address() as { port: number }
  for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1'])
    expect([host, await tryToConnect({ host, port })]).toEqual([host, 'connected'])
  server.close()
  expect(takeBlockedConnections()).toBe('')
})
