/**
 * Prevents this process, and programs that it starts, from connecting to other machines; see
 * `test/preload/loopback-only.mjs`.
 */
import '../preload/loopback-only.mjs'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const preloadUrl = pathToFileURL(join(import.meta.dirname, '../preload/loopback-only.mjs')).href

/** The environment variables that restrict a started program to this machine. */
export const loopbackOnly: { NODE_OPTIONS: string; LOOPBACK_ONLY: string } = {
  NODE_OPTIONS: `--import ${preloadUrl}`,
  LOOPBACK_ONLY: join(tmpdir(), `dealgraph-escapes-${randomUUID()}`),
}
Object.assign(process.env, loopbackOnly)

/**
 * Returns the attempts to connect to other machines since the last call, each with a stack trace.
 */
export function takeBlockedConnections(): string {
  const { LOOPBACK_ONLY: file } = loopbackOnly
  if (!existsSync(file)) return ''
  const blockedConnections = readFileSync(file, 'utf8')
  rmSync(file)
  return blockedConnections
}
