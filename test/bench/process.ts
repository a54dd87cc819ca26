import { readFileSync } from 'node:fs'

/** The statistics of a process from /proc; undefined if it has ended. */
function readProc(pid: number, about: string): string {
  try {
    return readFileSync(`/proc/${pid}/${about}`, 'utf8')
  } catch {
    return ''
  }
}

/** A process and its descendants. */
const familyOf = (pid: number): number[] => [
  pid,
  ...(readProc(pid, `task/${pid}/children`).match(/\d+/g) ?? []).flatMap((child) =>
    familyOf(Number(child)),
  ),
]

/** CPU seconds of a process until now, with all threads, the kernel's share and ended children. */
function processCpuSeconds(pid: number): number {
  const fields = readProc(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields.slice(11, 15).reduce((all, ticks) => all + Number(ticks) / 100, 0)
}

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)

/** CPU seconds that running processes and their descendants have used until now. */
export const cpuSeconds = (pids: readonly number[]): number =>
  sum(pids.flatMap(familyOf).map(processCpuSeconds))

/**
 * Resident memory in MB: private memory of each process, and memory that a family of processes
 * shares, such as code and buffers of the database, once.
 */
export function residentMb(pids: readonly number[]): number {
  const family = (pid: number) => {
    const each = familyOf(pid).map((member) => readProc(member, 'status'))
    const of = (kind: string) =>
      each.map((status) => Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(status)?.[1] ?? 0))
    return (sum(of('RssAnon')) + Math.max(...of('RssFile')) + Math.max(...of('RssShmem'))) / 1024
  }
  return sum(pids.map(family))
}

/** Measures the peak memory until the returned function is called. */
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
