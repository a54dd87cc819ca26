import Database from 'better-sqlite3'

/**
 * Loaded before the server: kills the process when it prepares its `KILL_AT`-th write statement.
 */
const { prepare } = Database.prototype
let remainingWrites = Number(process.env['KILL_AT'])

Database.prototype.prepare = function (this: Database.Database, source: string) {
  if (/^\s*(create|alter|drop|insert|update|delete)/i.test(source) && --remainingWrites === 0)
    process.kill(process.pid, 'SIGKILL')
  return prepare.call(this, source)
} as typeof prepare
