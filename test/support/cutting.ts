import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What happens to a COMMIT on its way: it arrives, its answer does not; or it does not arrive. */
export type Cut = 'after' | 'before'

export interface Cutting {
  /** The folder of a socket that leads to the server. */
  folder: string
  /** The next so many COMMITs are cut, with the connections that they come on. */
  cut(how: Cut, times: number): void
  /** How many were cut so far. */
  count(): number
  stop(): Promise<void>
}

/** Stands between the program and a PostgreSQL server, and cuts connections at the worst moment. */
export async function startCutting(target: string): Promise<Cutting> {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-cutting-'))
  let [how, left, count]: [Cut, number, number] = ['after', 0, 0]
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(join(target, '.s.PGSQL.5432'))
    open.add(near).add(far)
    let severed = false
    let changing = false
    const end = () => {
      near.destroy()
      far.destroy()
      open.delete(near)
      open.delete(far)
    }
    near.on('data', (part) => {
      // Only what a company has changed counts; a snapshot is committed too.
      if (part.includes('FOR NO KEY UPDATE')) changing = true
      const commits = changing && part.includes('COMMIT\0')
      if (commits) changing = false
      if (!commits || left === 0) return void far.write(part)
      left--
      count++
      severed = true
      if (how === 'before') return end()
      far.write(part)
    })
    far.on('data', (part) => (severed ? end() : near.write(part)))
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
  })
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  return {
    folder,
    cut(next, times) {
      how = next
      left = times
    },
    count: () => count,
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
