import { readFileSync } from 'node:fs'

/** What the system tells of a process; nothing when it has just ended. */
function told(pid: number, about: string): string {
  try {
    return readFileSync(`/proc/${pid}/${about}`, 'utf8')
  } catch {
    return ''
  }
}

/** A process, and those that it started. */
const familyOf = (pid: number): number[] => [
  pid,
  ...(told(pid, `task/${pid}/children`).match(/\d+/g) ?? []).flatMap((child) =>
    familyOf(Number(child)),
  ),
]

/**
 * Seconds of CPU of one process so far, all its threads, the kernel's work for it, and its children
 * that have ended included.
 */
function ownSeconds(pid: number): number {
  const fields = told(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields.slice(11, 15).reduce((all, ticks) => all + Number(ticks) / 100, 0)
}

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)

/**
 * Of running processes, with those that they started: seconds of CPU that they have used so far.
 */
export const cpuSeconds = (pids: readonly number[]): number =>
  sum(pids.flatMap(familyOf).map(ownSeconds))

/**
 * Their resident memory, in MB: each one's own, and once what a family shares, which is the code
 * and a database server's cache.
 */
export function residentMb(pids: readonly number[]): number {
  const family = (pid: number) => {
    const each = familyOf(pid).map((member) => told(member, 'status'))
    const of = (kind: string) =>
      each.map((status) => Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(status)?.[1] ?? 0))
    return (sum(of('RssAnon')) + Math.max(...of('RssFile')) + Math.max(...of('RssShmem'))) / 1024
  }
  return sum(pids.map(family))
}

/** The most memory that they are seen to have until told to stop. */
export function watchMemory(pids: readonly number[]): () => number {
  let most = residentMb(pids)
  const look = () => {
    most = Math.max(most, residentMb(pids))
  }
  const timer = setInterval(look, 50)
  return () => {
    clearInterval(timer)
    look()
    return most
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}
