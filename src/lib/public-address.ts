/**
 * Checks that addresses and URLs are public, so that a webhook cannot reach a private network. The
 * special-purpose ranges are those in IANA's registries and a cloud platform's range; the only
 * public IPv6 range is 2000::/3. A problem is a phrase that follows a field name ("points to …").
 */
import { lookup, Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Address ranges by description. An address has the first description whose ranges include it. */
type Ranges = Record<string, string[]>

const ipv4Ranges: Ranges = {
  'an unspecified address': ['0.0.0.0/8'],
  'a private address': ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  'a carrier-grade NAT address': ['100.64.0.0/10'],
  'a loopback address': ['127.0.0.0/8'],
  'a link-local address': ['169.254.0.0/16'],
  'an address for IETF protocols': [
    ...['192.0.0.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24'],
  ],
  'an address for documentation': ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  'a 6to4 relay address': ['192.88.99.0/24'],
  'a benchmarking address': ['198.18.0.0/15'],
  'a multicast address': ['224.0.0.0/4'],
  'a reserved address': ['240.0.0.0/4'],
  'a cloud platform service address': ['168.63.129.16/32'],
}

const ipv6Ranges: Ranges = {
  'an unspecified address': ['::/128'],
  'a loopback address': ['::1/128'],
  'an address that embeds an IPv4 address': [
    ...['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48'],
    ...['2001::/32', '2002::/16'],
  ],
  'a discard-only address': ['100::/64'],
  'an address for documentation': ['2001:db8::/32', '3fff::/20'],
  'an address for IETF protocols': ['2001::/23', '2620:4f:8000::/48'],
  'a private address': ['fc00::/7', 'fec0::/10'],
  'a link-local address': ['fe80::/10'],
  'a multicast address': ['ff00::/8'],
}

function createBlockList(ranges: string[], family: 'ipv4' | 'ipv6') {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return { includes: (address: string) => list.check(address, family) }
}

const toBlockLists = (ranges: Ranges, family: 'ipv4' | 'ipv6') =>
  Object.entries(ranges).map(([kind, list]) => ({ kind, ...createBlockList(list, family) }))

const specialRanges = { 4: toBlockLists(ipv4Ranges, 'ipv4'), 6: toBlockLists(ipv6Ranges, 'ipv6') }
const allocatedIpv6 = createBlockList(['2000::/3'], 'ipv6')

/** Host names that are never public, whatever they resolve to. */
const localNames =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|localdomain|invalid|test|example|onion)$/

interface Options {
  /** Whether HTTP URLs and local addresses are allowed, for development. */
  allowLocal: boolean
  /** Replaces the DNS lookup in tests. */
  resolve?: (host: string) => Promise<string[]>
}

const removeBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

/** Returns the problem with an IP address; undefined if the address is allowed. */
export function findAddressProblem(address: string, { allowLocal }: Pick<Options, 'allowLocal'>) {
  const family = isIP(address)
  if (family === 0) return 'is not an IP address'
  if (address.includes('%')) return 'has a zone id, which only a link-local address can have'
  if (allowLocal) return undefined
  const specialRange = specialRanges[family as 4 | 6].find(({ includes }) => includes(address))
  if (specialRange) return `is ${specialRange.kind}`
  if (family === 6 && !allocatedIpv6.includes(address)) return 'is a reserved address'
  return undefined
}

/**
 * Queries name servers directly, since names that never resolve could block the few threads of the
 * system lookup. With `allowLocal`, uses the system lookup, which also resolves local names.
 */
export async function resolveHost(host: string, allowLocal: boolean): Promise<string[]> {
  if (allowLocal)
    return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}

/** Returns the problem with a URL, without a DNS lookup; undefined if no problem is found. */
export function findUrlSyntaxProblem(url: string, { allowLocal }: Pick<Options, 'allowLocal'>) {
  if (!URL.canParse(url)) return 'is not a URL'
  const { protocol, username, password, hostname, port } = new URL(url)
  if (protocol !== 'https:' && !(allowLocal && protocol === 'http:'))
    return 'must begin with https://'
  if (username || password) return 'must not contain a user name or password'
  const host = removeBrackets(hostname).replace(/\.$/, '')
  if (!host || port === '0') return 'must contain a host, and a port other than 0'
  if (isIP(host)) return findTargetProblem(host, { allowLocal })
  if (allowLocal) return undefined
  if (localNames.test(host) || !host.includes('.'))
    return `names the host ${host}, which is not on the public internet`
  return undefined
}

function findTargetProblem(address: string, options: Options): string | undefined {
  const problem = findAddressProblem(address, options)
  return problem && `points to ${address}, which ${problem}`
}

/** Finds a problem with a URL or its addresses. DNS can change: check again when connecting. */
export async function resolveUrlProblem(url: string, options: Options) {
  const syntaxProblem = findUrlSyntaxProblem(url, options)
  if (syntaxProblem) return syntaxProblem
  const host = removeBrackets(new URL(url).hostname)
  // In development, the receiver's host name, such as a container's, may not be resolvable yet.
  if (isIP(host) || options.allowLocal) return undefined
  const resolve = options.resolve ?? ((name: string) => resolveHost(name, false))
  const addresses = await resolve(host).catch(() => [])
  if (addresses.length === 0) return `names the host ${host}, which cannot be resolved`
  return addresses.map((address) => findTargetProblem(address, options)).find(Boolean)
}
