import { expect, test } from 'vitest'
import { findAddressProblem, resolveUrlProblem } from '../src/lib/public-address.ts'

const resolveToPublicAddress = async () => ['93.184.216.34']
const findUrlProblem = (
  url: string,
  resolve: (host: string) => Promise<string[]> = resolveToPublicAddress,
) => resolveUrlProblem(url, { allowLocal: false, resolve })

const rejectedHosts = [
  // Loopback addresses in every notation.
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '0X7F.0x0.0x0.0x1',
  '0177.0.0.1',
  '0177.0x0.1',
  '017700000001',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  // Unspecified addresses.
  '0',
  '0.0.0.0',
  '0.1.2.3',
  '[::]',
  // Private, shared, link-local and cloud metadata addresses.
  '10.0.0.1',
  '10.255.255.255',
  '167772161',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.257',
  '100.64.0.1',
  '100.127.255.254',
  '100.100.100.200',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '169.254.1.1',
  '168.63.129.16',
  '[fd00:ec2::254]',
  '[fc00::1]',
  '[fdff:ffff::1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  // Addresses reserved for protocols, documentation, benchmarks, multicast and future use.
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '[100::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[2001:2::1]',
  '[ff02::1]',
  '[4000::1]',
  '[5f00::1]',
  '[::2:3:4:5]',
  // IPv4 addresses embedded in IPv6 addresses.
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:10.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::10.0.0.1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  // Host names that never exist on the public internet.
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
  'printer.local',
  'metadata.google.internal',
  'intranet',
  'router.home.arpa',
]

test.each(rejectedHosts)('the webhook URL https://%s/ is rejected', async (host) => {
  expect(await findUrlProblem(`https://${host}/hook`)).toEqual(expect.any(String))
  expect(await findUrlProblem(`https://${host}:8443/hook`)).toEqual(expect.any(String))
})

test.each([
  'http://example.com/hook',
  'ftp://example.com/hook',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https:',
  'https://',
  'https:///',
  'example.com',
  '',
  'https://user:secret@receiver.dev/hook',
  'https://user@receiver.dev/hook',
  'https://:secret@receiver.dev/hook',
  'https://receiver.dev@127.0.0.1/',
  'https://receiver.dev:0/hook',
  'https://receiver.dev:70000/hook',
  'https://[fe80::1%25eth0]/hook',
  'https://[fe80::1%eth0]/hook',
  'https://256.256.256.256/',
  'https://1.2.3.4.5/',
  'https://0x7g.1/',
])(
  'the webhook URL "%s" is rejected, even if its host name resolves to a public address',
  async (url) => {
    expect(await findUrlProblem(url)).toEqual(expect.any(String))
  },
)

test.each([
  'https://receiver.dev/hook',
  'https://receiver.dev:8443/hook?token=1#part',
  'https://xn--bcher-kva.com/',
  'https://8.8.8.8/hook',
  'https://134744072/',
  'https://[2606:4700:4700::1111]/hook',
  'https://[2a00:1450:4001:81b::200e]:8443/',
  'https://172.32.0.1/',
  'https://100.128.0.1/',
  'https://198.20.0.1/',
  'https://223.255.255.254/',
])('the webhook URL %s is accepted', async (url) => {
  expect(await findUrlProblem(url)).toBeUndefined()
})

test.each([
  [['127.0.0.1']],
  [['10.1.2.3']],
  [['8.8.8.8', '192.168.1.1']],
  [['2606:4700:4700::1111', '::1']],
  [['::ffff:10.0.0.1']],
  [['fe80::1%eth0']],
  [['169.254.169.254']],
  [['64:ff9b::a00:1']],
  [['nonsense']],
])('a webhook host that resolves to %j is rejected', async (addresses) => {
  expect(await findUrlProblem('https://receiver.dev/hook', async () => addresses)).toEqual(
    expect.any(String),
  )
})

test('a webhook host that cannot be resolved is rejected', async () => {
  expect(await findUrlProblem('https://receiver.dev/', async () => [])).toContain(
    'cannot be resolved',
  )
  expect(
    await findUrlProblem('https://receiver.dev/', async () => {
      throw new Error('ENOTFOUND')
    }),
  ).toContain('cannot be resolved')
})

test('webhook URLs with HTTP or a local address are accepted if local webhook addresses are permitted', async () => {
  const findProblemIfLocalAllowed = (url: string) =>
    resolveUrlProblem(url, { allowLocal: true, resolve: async () => ['127.0.0.1'] })
  for (const url of [
    'http://localhost:3000/',
    'http://127.0.0.1/',
    'https://[::1]/',
    'http://192.168.0.1/',
    'http://receiver.dev/',
  ])
    expect(await findProblemIfLocalAllowed(url)).toBeUndefined()
  for (const url of ['ftp://localhost/', 'http://user:secret@localhost/', 'nonsense'])
    expect(await findProblemIfLocalAllowed(url)).toEqual(expect.any(String))
})

test('the error for a rejected webhook URL states the reason', async () => {
  expect(await findUrlProblem('http://receiver.dev/')).toBe('must begin with https://')
  expect(await findUrlProblem('https://2130706433/')).toBe(
    'points to 127.0.0.1, which is a loopback address',
  )
  expect(await findUrlProblem('https://receiver.dev/', async () => ['10.0.0.1'])).toBe(
    'points to 10.0.0.1, which is a private address',
  )
})

test('the address check of webhook connections rejects local and invalid addresses and accepts public addresses', () => {
  const findStrictProblem = (address: string) => findAddressProblem(address, { allowLocal: false })
  for (const address of [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    'fe80::1%2',
    '0.0.0.0',
    'localhost',
    '',
  ])
    expect(findStrictProblem(address)).toBeDefined()
  for (const address of ['1.1.1.1', '2606:4700:4700::1111'])
    expect(findStrictProblem(address)).toBeUndefined()
})
