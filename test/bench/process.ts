import { readFileSync } from 'node:fs'

/** Of a running process: seconds of CPU that it has used so far, all its threads and the kernel's work for it included. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Its resident memory, in MB. */
export const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** The most memory that it is seen to have until told to stop. */
export function watchMemory(pid: number): () => number {
  let most = residentMb(pid)
  const look = () => {
    most = Math.max(most, residentMb(pid))
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
  return sorted.length % 2 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}
