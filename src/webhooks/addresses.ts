import { lookup, Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/**
 * Which addresses a webhook may go to: the public ones. What is refused follows the registries of
 * special-purpose addresses of IANA; of IPv6 only what has been given out for use on the internet
 * (2000::/3) is let through.
 */
type Range = [network: string, prefix: number, what: string]

const special4: Range[] = [
  ['0.0.0.0', 8, 'an unspecified address'],
  ['10.0.0.0', 8, 'a private address'],
  ['100.64.0.0', 10, 'a shared address of a provider'],
  ['127.0.0.0', 8, 'a loopback address'],
  ['169.254.0.0', 16, 'a link-local address'],
  ['172.16.0.0', 12, 'a private address'],
  ['192.0.0.0', 24, 'an address for protocols'],
  ['192.0.2.0', 24, 'an address for documentation'],
  ['192.31.196.0', 24, 'an address for protocols'],
  ['192.52.193.0', 24, 'an address for protocols'],
  ['192.88.99.0', 24, 'an address of a relay'],
  ['192.168.0.0', 16, 'a private address'],
  ['192.175.48.0', 24, 'an address for protocols'],
  ['198.18.0.0', 15, 'an address for benchmarks'],
  ['198.51.100.0', 24, 'an address for documentation'],
  ['203.0.113.0', 24, 'an address for documentation'],
  ['224.0.0.0', 4, 'a multicast address'],
  ['240.0.0.0', 4, 'a reserved address'],
  ['168.63.129.16', 32, "an address of a cloud's own services"],
]

const special6: Range[] = [
  ['::', 128, 'an unspecified address'],
  ['::1', 128, 'a loopback address'],
  ['::', 96, 'an address that hides an IPv4 address'],
  ['::ffff:0:0', 96, 'an address that hides an IPv4 address'],
  ['::ffff:0:0:0', 96, 'an address that hides an IPv4 address'],
  ['64:ff9b::', 96, 'an address that hides an IPv4 address'],
  ['64:ff9b:1::', 48, 'an address that hides an IPv4 address'],
  ['100::', 64, 'an address that leads nowhere'],
  ['2001::', 32, 'an address that hides an IPv4 address'],
  ['2001::', 23, 'an address for protocols'],
  ['2001:db8::', 32, 'an address for documentation'],
  ['2002::', 16, 'an address that hides an IPv4 address'],
  ['2620:4f:8000::', 48, 'an address for protocols'],
  ['3fff::', 20, 'an address for documentation'],
  ['fc00::', 7, 'a private address'],
  ['fe80::', 10, 'a link-local address'],
  ['fec0::', 10, 'a private address'],
  ['ff00::', 8, 'a multicast address'],
]

const blocked = (ranges: Range[], family: 'ipv4' | 'ipv6') =>
  ranges.map(([network, prefix, what]) => {
    const list = new BlockList()
    list.addSubnet(network, prefix, family)
    return { covers: (address: string) => list.check(address, family), what }
  })

const lists = { 4: blocked(special4, 'ipv4'), 6: blocked(special6, 'ipv6') }
const onTheInternet = new BlockList()
onTheInternet.addSubnet('2000::', 3, 'ipv6')

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

/**
 * What is wrong with sending to a concrete IP address, in words; undefined when nothing is. Asked
 * again of the one connected to.
 */
export function refusedAddress(
  address: string,
  options: { allowLocal: boolean },
): string | undefined {
  const family = isIP(address)
  if (family === 0) return 'is no IP address'
  if (address.includes('%')) return 'has a zone, which only a link-local address has'
  if (options.allowLocal) return undefined
  const found = lists[family as 4 | 6].find(({ covers }) => covers(address))
  if (found) return `is ${found.what}`
  if (family === 6 && !onTheInternet.check(address, 'ipv6')) return 'is a reserved address'
  return undefined
}

/** Names that never lead to the internet, whatever a resolver makes of them. */
const local =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|localdomain|invalid|test|example|onion)$/

/**
 * The addresses of a name. Asks name servers directly: the system's own look-up has few threads,
 * which a handful of names that nobody answers for would keep from all others. For development it
 * is used, since it knows local names.
 */
export async function resolved(host: string, allowLocal: boolean): Promise<string[]> {
  if (allowLocal)
    return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return [
    ...(four.status === 'fulfilled' ? four.value : []),
    ...(six.status === 'fulfilled' ? six.value : []),
  ]
}

interface Options {
  /** Lets http and local addresses through, for development. */
  allowLocal: boolean
  /** The addresses of a name; the resolver unless told otherwise. */
  resolve?: (host: string) => Promise<string[]>
}

/** What is wrong with a URL before its name is looked up. */
export function refusedSpelling(
  url: string,
  { allowLocal }: Pick<Options, 'allowLocal'>,
): string | undefined {
  if (!URL.canParse(url)) return 'is not a URL'
  const { protocol, username, password, hostname, port } = new URL(url)
  if (protocol !== 'https:' && !(allowLocal && protocol === 'http:'))
    return 'must begin with https://'
  if (username || password) return 'must not contain a user name or password'
  const host = bare(hostname).replace(/\.$/, '')
  if (!host || port === '0') return 'names no host to send to'
  if (isIP(host)) return found(host, refusedAddress(host, { allowLocal }))
  if (allowLocal) return undefined
  if (local.test(host) || !host.includes('.')) return `names ${host}, which is not on the internet`
  return undefined
}

const found = (host: string, what: string | undefined) =>
  what ? `leads to ${host}, which ${what}` : undefined

/**
 * Why a webhook must not go to a URL, in words that follow "url"; undefined when it may. A name is
 * refused when it cannot be resolved or when any of its addresses is refused. What it resolves to
 * can change, so that the address is checked once more when it is connected to (`refusedAddress`).
 */
export async function refusedUrl(url: string, options: Options): Promise<string | undefined> {
  const spelling = refusedSpelling(url, options)
  if (spelling) return spelling
  const host = bare(new URL(url).hostname)
  // A receiver on the developer's own machine need not be there yet.
  if (isIP(host) || options.allowLocal) return undefined
  const addresses = await (options.resolve ?? ((name: string) => resolved(name, false)))(
    host,
  ).catch(() => [])
  if (addresses.length === 0) return `names ${host}, which cannot be found`
  for (const address of addresses) {
    const what = refusedAddress(address, options)
    if (what) return found(address, what)
  }
  return undefined
}
