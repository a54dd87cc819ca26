import { appendFileSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'

/**
 * Prevents a process from connecting to other machines. Connections to addresses other than
 * loopback addresses fail, and so do DNS lookups of public names. Each attempt is recorded in the
 * file named by `LOOPBACK_ONLY`, which the tests check. A lookup of a name reserved for tests and
 * examples (RFC 2606) finds no address, without a DNS query. This module is JavaScript, so that any
 * version of Node.js can load it with `--import`.
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
  const plainAddress = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return loopback.check(plainAddress, net.isIPv6(plainAddress) ? 'ipv6' : 'ipv4')
}
const isLocalName = (name) => /^(.*\.)?localhost\.?$/i.test(name)
const isReservedName = (name) => /(^|\.)(test|example|invalid)\.?$/i.test(name)

/** Records an attempt to connect to another machine. @returns the error for the caller */
function recordRemoteAccess(target) {
  const error = Object.assign(
    new Error(`${target} is not on this machine: tests must not connect to it`),
    {
      code: 'EPERM',
    },
  )
  const file = process.env.LOOPBACK_ONLY
  if (file) appendFileSync(file, `${target} (${process.argv.slice(1).join(' ')})\n${error.stack}\n`)
  return error
}

/** Returns the error with which a name lookup fails, or undefined for a local name. */
function findLookupError(name) {
  const text = String(name ?? '')
  if (text === '' || isLocalName(text)) return undefined
  if (net.isIP(text)) return undefined
  if (isReservedName(text))
    return Object.assign(new Error(`queryA ENOTFOUND ${text}`), { code: 'ENOTFOUND' })
  return recordRemoteAccess(`the name ${text}`)
}

/** Wraps a connection's lookup function, because any name may resolve to a remote address. */
const checkLookup = (lookup) => (name, options, callback) =>
  lookup(name, options, (error, result, family) => {
    const addresses = [result].flat().map((item) => item?.address ?? item)
    const remoteAddress = error
      ? undefined
      : addresses.find((address) => address && !isLocalAddress(address))
    callback(remoteAddress ? recordRemoteAccess(remoteAddress) : error, result, family)
  })

const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function connectLocally(...args) {
  const [first] = args
  const target = Array.isArray(first) ? first[0] : first
  const options =
    typeof target === 'object'
      ? target
      : { port: target, host: typeof args[1] === 'string' ? args[1] : undefined }
  const host = options?.path ? undefined : options?.host
  if (host && net.isIP(host) && !isLocalAddress(host)) {
    process.nextTick(() => this.destroy(recordRemoteAccess(`${host}:${options.port}`)))
    return this
  }
  if (typeof options?.lookup === 'function') {
    const checkedOptions = { ...options, lookup: checkLookup(options.lookup) }
    if (Array.isArray(first)) first[0] = checkedOptions
    else args[0] = checkedOptions
  }
  return connect.apply(this, args)
}

/** Replaces the lookup functions of an object, which use callbacks or promises. */
function guardLookups(target, usesPromises) {
  for (const name of Object.getOwnPropertyNames(target)) {
    if (!/^(lookup|resolve\w*|reverse)$/.test(name) || typeof target[name] !== 'function') continue
    const original = target[name]
    target[name] = function lookupLocally(...args) {
      const error = findLookupError(args[0])
      if (!error) return original.apply(this, args)
      if (usesPromises) return Promise.reject(error)
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
