import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The start or the end of a system call in the strace log, or both. */
export interface SystemCall {
  thread: string
  name: string
  /** The arguments as strace prints them, without the parentheses. */
  args: string
  isStart: boolean
  /** The return value, present at the end of the call. */
  result?: number
}

const strace = 'strace'
const dataCalls =
  'openat,open,creat,pwrite64,pwritev,write,writev,sendmsg,sendto,ftruncate,fallocate,copy_file_range,fsync,fdatasync,sync_file_range'
const nameCalls = 'rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,link,close,dup,dup2,dup3'

/**
 * Returns the strace command that logs system calls. `-D` keeps the program a direct child process.
 */
export const createStraceCommand = (log: string): string[] => [
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
  `trace=${dataCalls},${nameCalls}`,
  '-o',
  log,
]

/** Returns the reason why strace cannot be used, or undefined if strace works. */
export function findStraceProblem(): string | undefined {
  const { error, status, stderr } = spawnSync(
    strace,
    ['-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', 'true'],
    { encoding: 'utf8' },
  )
  if (error) return error.message
  return status === 0 ? undefined : stderr.trim()
}

/** Parses the calls in a log, in the order of their starts and ends. */
export function* parseCalls(log: string): Generator<SystemCall> {
  const logText = readFileSync(log, 'latin1')
  const unfinishedCalls = new Map<string, { name: string; args: string }>()
  for (let lineStart = 0; lineStart < logText.length; ) {
    const lineEnd = logText.indexOf('\n', lineStart)
    const line = logText.slice(lineStart, lineEnd < 0 ? logText.length : lineEnd)
    lineStart += line.length + 1
    const [head = '', thread = '', resumedName, startedName] =
      /^(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\()/.exec(line) ?? []
    const name = resumedName ?? startedName
    if (!name) continue
    const startedCall = resumedName ? unfinishedCalls.get(thread) : undefined
    unfinishedCalls.delete(thread)
    if (line.endsWith('<unfinished ...>')) {
      const args = line.slice(head.length, -'<unfinished ...>'.length).trimEnd()
      unfinishedCalls.set(thread, { name, args })
      yield { thread, name, args, isStart: true }
      continue
    }
    const equalsIndex = line.lastIndexOf(' = ')
    const args =
      (startedCall?.args ?? '') + line.slice(head.length, line.lastIndexOf(')', equalsIndex))
    yield {
      thread,
      name,
      args,
      isStart: !resumedName,
      result: Number.parseInt(line.slice(equalsIndex + 3), 10),
    }
  }
}

const backslashCode = 92
const escapeCodes = new Map(
  [...'ntrvf'].map((letter, index) => [letter.charCodeAt(0), [10, 9, 13, 11, 12][index] as number]),
)
/** Returns the value of an octal digit, or -1. */
const parseOctalDigit = (code: number) => (code >= 48 && code < 56 ? code - 48 : -1)

/** Returns the bytes of the first string argument. @throws if strace truncated it */
export function parseBytes(args: string): Buffer {
  const textStart = args.indexOf('"') + 1
  const bytes = Buffer.alloc(args.length - textStart)
  let byteCount = 0
  let position = textStart
  for (; position < args.length && args[position] !== '"'; position++) {
    let charCode = args.charCodeAt(position)
    if (charCode === backslashCode) {
      charCode = args.charCodeAt(++position)
      if (parseOctalDigit(charCode) < 0) charCode = escapeCodes.get(charCode) ?? charCode
      else {
        charCode = parseOctalDigit(charCode)
        for (
          let digits = 1;
          digits < 3 && parseOctalDigit(args.charCodeAt(position + 1)) >= 0;
          digits++
        )
          charCode = charCode * 8 + parseOctalDigit(args.charCodeAt(++position))
      }
    }
    bytes[byteCount++] = charCode
  }
  if (args.startsWith('...', position + 1))
    throw new Error('strace truncated the written bytes; increase `-s`')
  return bytes.subarray(0, byteCount)
}
