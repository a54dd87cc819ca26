import Database from 'better-sqlite3'

/**
 * Loaded before the program: it asks for `synchronous = FULL`, gets NORMAL, and reads back FULL. A
 * test of what a loss of power leaves must then find losses, or it would find none at all.
 */
const pragma = Database.prototype.pragma

Database.prototype.pragma = function weaker(
  this: Database.Database,
  source: string,
  options?: Database.PragmaOptions,
): unknown {
  if (source === 'synchronous = 2') return pragma.call(this, 'synchronous = 1', options)
  const response = pragma.call(this, source, options)
  return source === 'synchronous' && response === 1 ? 2 : response
}
