import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface Block {
  /** The heading that it stands under. */
  section: string
  text: string
}

/** What a document tells people to type, in its order. */
export function blocksOf(file: string): Block[] {
  const parts = readFileSync(join(root, file), 'utf8').split(/^(?=##? )/m)
  return parts.flatMap((part) =>
    [...part.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => ({
      section: part.slice(0, part.indexOf('\n')).replace(/^#+ /, ''),
      text,
    })),
  )
}

/** The project as somebody has it who cloned it and installed its packages, and nothing more. */
export function checkout(folder: string): string {
  const copy = join(folder, 'dealgraph')
  mkdirSync(copy)
  for (const name of [
    'package.json',
    'openapi.json',
    'schema.graphql',
    'llms.txt',
    'src',
    'db',
    'deploy',
  ])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (from) => !/\.db|demo-keys\.json/.test(from),
    })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** A port that nobody has at the moment. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

export interface Terminal {
  /**
   * Types a command, and waits until it is done. What it and those in the background have printed
   * by then.
   */
  type(text: string): Promise<string>
  /** Types a command that goes on, and waits until it has printed something like this. */
  start(text: string, like: RegExp): Promise<string>
  close(): Promise<void>
}

/** A shell in a folder, that stays the same from one command to the next. */
export function terminal(cwd: string, env: Record<string, string> = {}): Terminal {
  // In a group of its own, so that what it left in the background goes with it.
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
  })
  const ended = new Promise<void>((resolve) => shell.on('close', () => resolve()))
  let seen = ''
  const waiting = new Set<() => void>()
  const take = (chunk: Buffer) => {
    seen += chunk
    for (const look of waiting) look()
  }
  shell.stdout.on('data', take)
  shell.stderr.on('data', take)
  const until = (like: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = like.exec(seen)
        if (!found) return
        waiting.delete(look)
        const before = seen.slice(0, found.index)
        seen = seen.slice(found.index + found[0].length)
        resolve(before + found[0])
      }
      waiting.add(look)
      look()
      void ended.then(() => reject(new Error(`the shell ended: ${seen}`)))
    })
  let count = 0
  return {
    type(text) {
      count += 1
      const mark = `done-${count}-with`
      shell.stdin.write(`${text}\necho "${mark}-$?."\n`)
      return until(new RegExp(`${mark}-\\d+\\.\n`))
    },
    start(text, like) {
      shell.stdin.write(`${text}\n`)
      return until(like)
    },
    async close() {
      shell.stdin.end()
      if (shell.pid) process.kill(-shell.pid, 'SIGTERM')
      await ended
    },
  }
}
