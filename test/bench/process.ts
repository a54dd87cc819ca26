import { readFileSync } from 'node:fs'

/**
 * Returns the content of a process's file in /proc, or an empty string if the process has ended.
 */
function readProc(pid: number, fileName: string): string {
  try {
    return readFileSync(`/proc/${pid}/${fileName}`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the ids of a process and its descendants. */
const listProcessTree = (pid: number): number[] => [
  pid,
  ...(readProc(pid, `task/${pid}/children`).match(/\d+/g) ?? []).flatMap((child) =>
    listProcessTree(Number(child)),
  ),
]

/**
 * Returns the CPU time of a process in seconds, including all threads, kernel time and ended child
 * processes.
 */
function readProcessCpuSeconds(pid: number): number {
  const fields = readProc(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks) / 100, 0)
}

const sumValues = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Returns the CPU time in seconds that the processes and their running descendants have used. */
export const readCpuSeconds = (pids: readonly number[]): number =>
  sumValues(pids.flatMap(listProcessTree).map(readProcessCpuSeconds))

/**
 * Returns the resident memory in MB. Memory that a process shares with its descendants, such as
 * code and database buffers, is counted once.
 */
export function readResidentMb(pids: readonly number[]): number {
  const readProcessTreeKb = (pid: number) => {
    const statuses = listProcessTree(pid).map((member) => readProc(member, 'status'))
    const readKb = (kind: string) =>
      statuses.map((status) => Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(status)?.[1] ?? 0))
    return (
      (sumValues(readKb('RssAnon')) +
        Math.max(...readKb('RssFile')) +
        Math.max(...readKb('RssShmem'))) /
      1024
    )
  }
  return sumValues(pids.map(readProcessTreeKb))
}

/**
 * Samples the resident memory every 50 ms. The returned function stops the sampling and returns the
 * peak in MB.
 */
export function watchMemory(pids: readonly number[]): () => number {
  let peakMb = readResidentMb(pids)
  const sampleMemory = () => {
    peakMb = Math.max(peakMb, readResidentMb(pids))
  }
  const timer = setInterval(sampleMemory, 50)
  return () => {
    clearInterval(timer)
    sampleMemory()
    return peakMb
  }
}

export function computeMedian(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b)
  const middleIndex = sortedValues.length >> 1
  return sortedValues.length % 2
    ? (sortedValues[middleIndex] ?? Number.NaN)
    : ((sortedValues[middleIndex - 1] ?? Number.NaN) + (sortedValues[middleIndex] ?? Number.NaN)) /
        2
}
