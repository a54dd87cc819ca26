import Database from 'better-sqlite3'

/**
 * Loaded before the server: sets `synchronous` to NORMAL instead of FULL, but reports FULL. The
 * power loss test must then find lost writes, which proves that the test can detect them.
 */
const pragma = Database.prototype.pragma

Database.prototype.pragma = function weakenSync(
  this: Database.Database,
  source: string,
  options?: Database.PragmaOptions,
): unknown {
  if (source === 'synchronous = 2') return pragma.call(this, 'synchronous = 1', options)
  const pragmaValue = pragma.call(this, source, options)
  return source === 'synchronous' && pragmaValue === 1 ? 2 : pragmaValue
}
