import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The start, the end, or both of a system call in the log of strace. */
export interface Call {
  thread: string
  name: string
  /** The text between the parentheses. */
  args: string
  begins: boolean
  /** The return value at the end. */
  result?: number
}

const strace = 'strace'
const calls =
  'openat,open,creat,pwrite64,pwritev,write,writev,sendmsg,sendto,ftruncate,fallocate,copy_file_range,fsync,fdatasync,sync_file_range'
const names = 'rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,link,close,dup,dup2,dup3'

/** The strace command that logs system calls; `-D` keeps the program a direct child. */
export const straceCommand = (log: string): string[] => [
  strace,
  '-D',
  '-f',
  '--seccomp-bpf',
  '-qq',
  '-s',
  '70000',
  '-e',
  'signal=none',
  '-e',
  `trace=${calls},${names}`,
  '-o',
  log,
]

/** The reason that strace cannot be used, if any. */
export function whyNotTraceable(): string | undefined {
  const { error, status, stderr } = spawnSync(
    strace,
    ['-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', 'true'],
    { encoding: 'utf8' },
  )
  if (error) return error.message
  return status === 0 ? undefined : stderr.trim()
}

/** The calls of a log, in the order of their starts and ends. */
export function* callsOf(log: string): Generator<Call> {
  const text = readFileSync(log, 'latin1')
  const unfinished = new Map<string, { name: string; args: string }>()
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? text.length : end)
    from += line.length + 1
    const [head = '', thread = '', resumed, began] =
      /^(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\()/.exec(line) ?? []
    const name = resumed ?? began
    if (!name) continue
    const earlier = resumed ? unfinished.get(thread) : undefined
    unfinished.delete(thread)
    if (line.endsWith('<unfinished ...>')) {
      const args = line.slice(head.length, -'<unfinished ...>'.length).trimEnd()
      unfinished.set(thread, { name, args })
      yield { thread, name, args, begins: true }
      continue
    }
    const equals = line.lastIndexOf(' = ')
    const args = (earlier?.args ?? '') + line.slice(head.length, line.lastIndexOf(')', equals))
    yield {
      thread,
      name,
      args,
      begins: !resumed,
      result: Number.parseInt(line.slice(equals + 3), 10),
    }
  }
}

const backslash = 92
const escapes = new Map(
  [...'ntrvf'].map((letter, index) => [letter.charCodeAt(0), [10, 9, 13, 11, 12][index] as number]),
)
/** The value of an octal digit, or NaN. */
const octal = (code: number) => (code >= 48 && code < 56 ? code - 48 : -1)

/** The bytes of the first string argument. @throws if strace truncated it */
export function bytesIn(args: string): Buffer {
  const from = args.indexOf('"') + 1
  const bytes = Buffer.alloc(args.length - from)
  let size = 0
  let at = from
  for (; at < args.length && args[at] !== '"'; at++) {
    let code = args.charCodeAt(at)
    if (code === backslash) {
      code = args.charCodeAt(++at)
      if (octal(code) < 0) code = escapes.get(code) ?? code
      else {
        code = octal(code)
        for (let digits = 1; digits < 3 && octal(args.charCodeAt(at + 1)) >= 0; digits++)
          code = code * 8 + octal(args.charCodeAt(++at))
      }
    }
    bytes[size++] = code
  }
  if (args.startsWith('...', at + 1))
    throw new Error('strace cut what was written; give it a larger -s')
  return bytes.subarray(0, size)
}
