import { appendFileSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'

/**
 * Keeps a process on this machine: a connection to anything but loopback, and a lookup of a name
 * that could exist, fails and is noted in the file that LOOPBACK_ONLY names, in which the tests
 * look. Names that are reserved for tests and examples (RFC 2606) are not found, without asking.
 * JavaScript, so that any Node takes it as `--import`, whatever program a test starts.
 */
const require = createRequire(import.meta.url)
const net = require('node:net')
const dns = require('node:dns')

const loopback = new net.BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('0.0.0.0', 'ipv4')
loopback.addAddress('::1', 'ipv6')
loopback.addAddress('::', 'ipv6')

const isLocalAddress = (address) => {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return loopback.check(bare, net.isIPv6(bare) ? 'ipv6' : 'ipv4')
}
const isLocalName = (name) => /^(.*\.)?localhost\.?$/i.test(name)
const isReservedName = (name) => /(^|\.)(test|example|invalid)\.?$/i.test(name)

/** Notes what would have left this machine. */
function refuse(what) {
  const error = Object.assign(
    new Error(`${what} is not on this machine: a test may not reach it`),
    {
      code: 'EPERM',
    },
  )
  const file = process.env.LOOPBACK_ONLY
  if (file) appendFileSync(file, `${what} (${process.argv.slice(1).join(' ')})\n${error.stack}\n`)
  return error
}

/** What is wrong with looking a name up; nothing for what leads to this machine. */
function refusedName(name) {
  const text = String(name ?? '')
  if (text === '' || isLocalName(text)) return undefined
  if (net.isIP(text)) return undefined
  if (isReservedName(text))
    return Object.assign(new Error(`queryA ENOTFOUND ${text}`), { code: 'ENOTFOUND' })
  return refuse(`the name ${text}`)
}

/** Wraps the lookup of a connection, since any name may resolve to an address elsewhere. */
const checkedLookup = (lookup) => (name, options, callback) =>
  lookup(name, options, (error, result, family) => {
    const addresses = [result].flat().map((item) => item?.address ?? item)
    const remoteAddress = error
      ? undefined
      : addresses.find((address) => address && !isLocalAddress(address))
    callback(remoteAddress ? refuse(remoteAddress) : error, result, family)
  })

const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function connectLocally(...args) {
  const [first] = args
  const given = Array.isArray(first) ? first[0] : first
  const options =
    typeof given === 'object'
      ? given
      : { port: given, host: typeof args[1] === 'string' ? args[1] : undefined }
  const host = options?.path ? undefined : options?.host
  if (host && net.isIP(host) && !isLocalAddress(host)) {
    process.nextTick(() => this.destroy(refuse(`${host}:${options.port}`)))
    return this
  }
  if (typeof options?.lookup === 'function') {
    const checked = { ...options, lookup: checkedLookup(options.lookup) }
    if (Array.isArray(first)) first[0] = checked
    else args[0] = checked
  }
  return connect.apply(this, args)
}

/** Guards every lookup of a name that an object has, with a callback or as a promise. */
function guardLookups(target, promised) {
  for (const name of Object.getOwnPropertyNames(target)) {
    if (!/^(lookup|resolve\w*|reverse)$/.test(name) || typeof target[name] !== 'function') continue
    const original = target[name]
    target[name] = function guarded(...args) {
      const error = refusedName(args[0])
      if (!error) return original.apply(this, args)
      if (promised) return Promise.reject(error)
      process.nextTick(() => args.at(-1)(error))
      return undefined
    }
  }
}
guardLookups(dns, false)
guardLookups(dns.promises, true)
guardLookups(dns.Resolver.prototype, false)
guardLookups(dns.promises.Resolver.prototype, true)
syncBuiltinESMExports()
