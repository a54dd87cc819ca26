import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Random } from '../../db/seed/random.ts'
import { parseBytes, type SystemCall } from './system-calls.ts'

/**
 * A simulated disk. It applies system calls, and can write the state after a power loss to a
 * folder: the synced bytes of files, the synced names in folders, and a random selection of the
 * unsynced data.
 */
export interface Disk {
  apply(call: SystemCall): void
  /**
   * Writes the state after a power loss to a folder. `random` selects the unsynced sectors that
   * survive.
   */
  writeTo(folder: string, random?: Random): void
  /** Closes all file descriptors, as when a program exits. */
  closeAll(): void
  /**
   * Returns the path of the file to which a call's descriptor refers, or undefined if the file is
   * not on this disk.
   */
  findPath(call: SystemCall): string | undefined
}

type FileChange = { changeNumber: number } & ({ offset: number; bytes: Buffer } | { size: number })

interface SimulatedFile {
  syncedContent: Buffer
  pendingChanges: FileChange[]
}

type Entry = SimulatedFile | 'folder'
/** Names that change together, as in a `rename` call. */
type NameChange = { folder: string; changes: [path: string, entry: Entry | undefined][] }

const sectorBytes = 512
const getDescriptor = ({ args }: SystemCall) => Number.parseInt(args, 10)
const parsePaths = (args: string) => [...args.matchAll(/"([^"]*)"/g)].map(([, path = '']) => path)

function applyChanges(content: Buffer, changes: FileChange[]): Buffer {
  if (changes.length === 0) return content
  const buffer = Buffer.alloc(
    changes.reduce(
      (end, change) =>
        Math.max(end, 'size' in change ? change.size : change.offset + change.bytes.length),
      content.length,
    ),
  )
  content.copy(buffer)
  let fileLength = content.length
  for (const change of changes) {
    if ('bytes' in change) {
      change.bytes.copy(buffer, change.offset)
      fileLength = Math.max(fileLength, change.offset + change.bytes.length)
    } else {
      buffer.fill(0, Math.min(fileLength, change.size), fileLength)
      fileLength = change.size
    }
  }
  return buffer.subarray(0, fileLength)
}

/** Returns random sectors of a write, because a power loss can interrupt a write. */
function tearChange(change: FileChange, random: Random, probability: number): FileChange[] {
  if ('size' in change) return random.chance(probability) ? [change] : []
  const { offset, bytes, changeNumber } = change
  const tornParts: FileChange[] = []
  for (let start = 0; start < bytes.length; ) {
    const sectorEnd = Math.min(bytes.length, start + sectorBytes - ((offset + start) % sectorBytes))
    if (random.chance(probability))
      tornParts.push({
        changeNumber,
        offset: offset + start,
        bytes: bytes.subarray(start, sectorEnd),
      })
    start = sectorEnd
  }
  return tornParts
}

export function createDisk(root: string): Disk {
  const currentNames = new Map<string, Entry>([[root, 'folder']])
  const syncedNames = new Map<string, Entry>(currentNames)
  let pendingNameChanges: NameChange[] = []
  let descriptors = new Map<number, { path: string; entry: Entry }>()
  let runningSyncs = new Map<string, () => void>()
  let changeCount = 0
  const isOnDisk = (path: string) => path.startsWith(`${root}/`) || path === root

  function changeNames(...changes: NameChange['changes']): void {
    for (const [path, entry] of changes)
      entry ? currentNames.set(path, entry) : currentNames.delete(path)
    pendingNameChanges.push({ folder: dirname(changes[0]?.[0] ?? ''), changes })
  }

  function openFile(args: string, descriptor: number): void {
    const [path = ''] = parsePaths(args)
    if (!isOnDisk(path)) return
    if (!currentNames.has(path))
      changeNames([
        path,
        args.includes('O_DIRECTORY')
          ? 'folder'
          : { syncedContent: Buffer.alloc(0), pendingChanges: [] },
      ])
    const entry = currentNames.get(path) as Entry
    if (args.includes('O_TRUNC') && entry !== 'folder')
      entry.pendingChanges.push({ changeNumber: ++changeCount, size: 0 })
    descriptors.set(descriptor, { path, entry })
  }

  /**
   * Starts the sync of a file. @returns a function that ends the sync, after which the data written
   * before the sync started is on the disk
   */
  function startFileSync({ path, entry }: { path: string; entry: Entry }): () => void {
    const lastChangeNumber = changeCount
    const folderNameChanges =
      entry === 'folder' ? pendingNameChanges.filter(({ folder }) => folder === path) : []
    return () => {
      for (const nameChange of folderNameChanges) applyNameChange(syncedNames, nameChange)
      pendingNameChanges = pendingNameChanges.filter(
        (nameChange) => !folderNameChanges.includes(nameChange),
      )
      if (entry === 'folder') return
      entry.syncedContent = applyChanges(
        entry.syncedContent,
        entry.pendingChanges.filter((change) => change.changeNumber <= lastChangeNumber),
      )
      entry.pendingChanges = entry.pendingChanges.filter(
        (change) => change.changeNumber > lastChangeNumber,
      )
    }
  }

  function startCall(call: SystemCall): void {
    const file = descriptors.get(getDescriptor(call))
    if (call.name === 'close') descriptors.delete(getDescriptor(call))
    if (/^(fsync|fdatasync)$/.test(call.name))
      runningSyncs.set(call.thread, file ? startFileSync(file) : () => undefined)
  }

  function finishCall(call: SystemCall, result: number): void {
    const { args, thread } = call
    const file = descriptors.get(getDescriptor(call))
    const [path = '', secondPath = ''] = /^(mkdir|unlink|rename)$/.test(call.name)
      ? parsePaths(args)
      : []
    if (call.name === 'openat') openFile(args, result)
    else if (call.name === 'fsync' || call.name === 'fdatasync') runningSyncs.get(thread)?.()
    else if (call.name === 'mkdir') isOnDisk(path) && changeNames([path, 'folder'])
    else if (call.name === 'unlink') isOnDisk(path) && changeNames([path, undefined])
    else if (call.name === 'rename')
      isOnDisk(path) && changeNames([path, undefined], [secondPath, currentNames.get(path)])
    else if (call.name === 'close') return
    else if (file && file.entry !== 'folder' && call.name === 'pwrite64') {
      const offset = Number(args.slice(args.lastIndexOf(',') + 1))
      file.entry.pendingChanges.push({
        changeNumber: ++changeCount,
        offset,
        bytes: parseBytes(args).subarray(0, result),
      })
    } else if (file && file.entry !== 'folder' && call.name === 'ftruncate') {
      file.entry.pendingChanges.push({
        changeNumber: ++changeCount,
        size: Number(args.slice(args.lastIndexOf(',') + 1)),
      })
    } else if (file || args.includes(`"${root}`))
      throw new Error(`the simulated disk does not support ${call.name}(${args.slice(0, 100)})`)
  }

  return {
    apply: (call) => {
      if (call.isStart) startCall(call)
      if (call.result !== undefined && call.result >= 0) finishCall(call, call.result)
    },
    writeTo: (folder, random) => {
      const probability = random?.pick([0.1, 0.5, 0.9, 1]) ?? 0
      const remainingNames = new Map(syncedNames)
      // Folders are journaled, so the disk contains all name changes up to some point in time.
      if (random)
        for (const nameChange of pendingNameChanges.slice(
          0,
          random.int(0, pendingNameChanges.length),
        ))
          applyNameChange(remainingNames, nameChange)
      writeFiles(remainingNames, root, folder, ({ syncedContent, pendingChanges }) =>
        random
          ? applyChanges(
              syncedContent,
              pendingChanges.flatMap((change) => tearChange(change, random, probability)),
            )
          : syncedContent,
      )
    },
    closeAll: () => {
      descriptors = new Map()
      runningSyncs = new Map()
    },
    findPath: (call) => descriptors.get(getDescriptor(call))?.path,
  }
}

function applyNameChange(names: Map<string, Entry>, nameChange: NameChange): void {
  for (const [path, entry] of nameChange.changes)
    entry ? names.set(path, entry) : names.delete(path)
}

/**
 * Writes the files to a folder, except the index of the write-ahead log, which SQLite rebuilds from
 * the log.
 */
function writeFiles(
  names: Map<string, Entry>,
  root: string,
  folder: string,
  getContent: (file: SimulatedFile) => Buffer,
): void {
  mkdirSync(folder, { recursive: true })
  const isReachable = (path: string): boolean =>
    path === root || (names.get(dirname(path)) === 'folder' && isReachable(dirname(path)))
  for (const [path, entry] of [...names].sort(([a], [b]) => a.length - b.length)) {
    if (!isReachable(path) || basename(path).endsWith('-shm')) continue
    const outputPath = join(folder, relative(root, path))
    if (entry === 'folder') mkdirSync(outputPath, { recursive: true })
    else writeFileSync(outputPath, getContent(entry))
  }
}
