import Database from 'better-sqlite3'

/** Loaded before the program: kills it when the KILL_AT-th writing statement is prepared. */
const { prepare } = Database.prototype
let remaining = Number(process.env['KILL_AT'])

Database.prototype.prepare = function (this: Database.Database, source: string) {
  if (/^\s*(create|alter|drop|insert|update|delete)/i.test(source) && --remaining === 0)
    process.kill(process.pid, 'SIGKILL')
  return prepare.call(this, source)
} as typeof prepare
