import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { programPath, projectFolder } from './program.ts'

export interface CommandBlock {
  /** The heading above the code block. */
  section: string
  text: string
}

/** Returns the shell command blocks (`sh`) of a document, in order. */
export function readCommandBlocks(file: string): CommandBlock[] {
  const sections = readFileSync(join(projectFolder, file), 'utf8').split(/^(?=#{1,3} )/m)
  return sections.flatMap((part) =>
    [...part.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => ({
      section: part.slice(0, part.indexOf('\n')).replace(/^#+ /, ''),
      text,
    })),
  )
}

/**
 * Creates a folder with the parts of the project that the documented commands need, as they are
 * after `git clone` and `npm ci`, but with the bundled program.
 */
export function createCheckout(folder: string): string {
  const checkoutFolder = join(folder, 'dealgraph')
  mkdirSync(join(checkoutFolder, 'db'), { recursive: true })
  for (const name of ['package.json', 'deploy'])
    cpSync(join(projectFolder, name), join(checkoutFolder, name), { recursive: true })
  symlinkSync(dirname(programPath), join(checkoutFolder, 'src'))
  symlinkSync(join(projectFolder, 'node_modules'), join(checkoutFolder, 'node_modules'))
  return checkoutFolder
}

export const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

export interface Terminal {
  /**
   * Runs a command and waits until it ends. @returns the output since the previous call, including
   * that of background jobs
   */
  type(text: string): Promise<string>
  /** Sends a command, and waits until the output matches `pattern`, not until the command ends. */
  start(text: string, pattern: RegExp): Promise<string>
  close(): Promise<void>
}

/** Starts a shell in a folder. */
export function openTerminal(cwd: string, env: Record<string, string> = {}): Terminal {
  // The shell has its own process group, so that background jobs can be ended together with the
  // shell.
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
  })
  const exitPromise = new Promise<void>((resolve) => shell.on('close', () => resolve()))
  let output = ''
  const waiters = new Set<() => void>()
  const appendOutput = (chunk: Buffer) => {
    output += chunk
    for (const check of waiters) check()
  }
  shell.stdout.on('data', appendOutput)
  shell.stderr.on('data', appendOutput)
  const waitForPattern = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        const match = pattern.exec(output)
        if (!match) return
        waiters.delete(check)
        const textBefore = output.slice(0, match.index)
        output = output.slice(match.index + match[0].length)
        resolve(textBefore + match[0])
      }
      waiters.add(check)
      check()
      void exitPromise.then(() => reject(new Error(`the shell ended: ${output}`)))
    })
  let commandCount = 0
  return {
    type(text) {
      commandCount += 1
      const doneMarker = `done-${commandCount}-with`
      shell.stdin.write(`${text}\necho "${doneMarker}-$?."\n`)
      return waitForPattern(new RegExp(`${doneMarker}-\\d+\\.\n`))
    },
    start(text, pattern) {
      shell.stdin.write(`${text}\n`)
      return waitForPattern(pattern)
    },
    async close() {
      shell.stdin.end()
      if (shell.pid) process.kill(-shell.pid, 'SIGTERM')
      await exitPromise
    },
  }
}
