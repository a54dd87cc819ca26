import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface Block {
  /** The heading above the block. */
  section: string
  text: string
}

/** The shell commands of a document, in order. */
export function blocksOf(file: string): Block[] {
  const parts = readFileSync(join(root, file), 'utf8').split(/^(?=#{1,3} )/m)
  return parts.flatMap((part) =>
    [...part.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => ({
      section: part.slice(0, part.indexOf('\n')).replace(/^#+ /, ''),
      text,
    })),
  )
}

/** A copy of the project as after a clone and `npm ci`. */
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

/** A port that is not in use. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

export interface Terminal {
  /** Runs a command and waits for its end. Returns the output so far, background jobs included. */
  type(text: string): Promise<string>
  /** Runs a command in the background until its output matches `pattern`. */
  start(text: string, pattern: RegExp): Promise<string>
  close(): Promise<void>
}

/** A shell in a folder. */
export function terminal(cwd: string, env: Record<string, string> = {}): Terminal {
  // A separate process group, so that background jobs end with it.
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
  })
  const ended = new Promise<void>((resolve) => shell.on('close', () => resolve()))
  let collected = ''
  const waiting = new Set<() => void>()
  const take = (chunk: Buffer) => {
    collected += chunk
    for (const look of waiting) look()
  }
  shell.stdout.on('data', take)
  shell.stderr.on('data', take)
  const until = (like: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = like.exec(collected)
        if (!found) return
        waiting.delete(look)
        const before = collected.slice(0, found.index)
        collected = collected.slice(found.index + found[0].length)
        resolve(before + found[0])
      }
      waiting.add(look)
      look()
      void ended.then(() => reject(new Error(`the shell ended: ${collected}`)))
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
