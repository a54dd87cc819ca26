import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Dice } from '../../db/seed/dice.ts'
import { bytesIn, type Call } from './system-calls.ts'

/**
 * A simulated disk that applies system calls and can write the state after a loss of power: synced
 * bytes of files, synced names of folders, and random parts of the rest.
 */
export interface Disk {
  take(call: Call): void
  /** Writes the state after a loss of power into a folder; `dice` keeps some unsynced sectors. */
  leave(folder: string, dice?: Dice): void
  /** Closes all descriptors at the end of a program. */
  closeAll(): void
  /** The path of the descriptor of a call, if it is on this disk. */
  pathOf(call: Call): string | undefined
}

type Change = { serial: number } & ({ at: number; bytes: Buffer } | { size: number })

interface File {
  kept: Buffer
  pending: Change[]
}

type Entry = File | 'folder'
/** Names that change together, as in a rename. */
type Naming = { folder: string; names: [path: string, entry: Entry | undefined][] }

const sector = 512
const descriptorOf = ({ args }: Call) => Number.parseInt(args, 10)
const pathsIn = (args: string) => [...args.matchAll(/"([^"]*)"/g)].map(([, path = '']) => path)

function changed(content: Buffer, changes: Change[]): Buffer {
  if (changes.length === 0) return content
  const room = Buffer.alloc(
    changes.reduce(
      (most, change) =>
        Math.max(most, 'size' in change ? change.size : change.at + change.bytes.length),
      content.length,
    ),
  )
  content.copy(room)
  let size = content.length
  for (const change of changes) {
    if ('bytes' in change) {
      change.bytes.copy(room, change.at)
      size = Math.max(size, change.at + change.bytes.length)
    } else {
      room.fill(0, Math.min(size, change.size), size)
      size = change.size
    }
  }
  return room.subarray(0, size)
}

/** Random sectors of a write. */
function torn(change: Change, dice: Dice, probability: number): Change[] {
  if ('size' in change) return dice.chance(probability) ? [change] : []
  const { at, bytes, serial } = change
  const parts: Change[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + sector - ((at + from) % sector))
    if (dice.chance(probability))
      parts.push({ serial, at: at + from, bytes: bytes.subarray(from, to) })
    from = to
  }
  return parts
}

export function diskOf(root: string): Disk {
  const names = new Map<string, Entry>([[root, 'folder']])
  const keptNames = new Map<string, Entry>(names)
  let namings: Naming[] = []
  let open = new Map<number, { path: string; entry: Entry }>()
  let syncing = new Map<string, () => void>()
  let serial = 0
  const within = (path: string) => path.startsWith(`${root}/`) || path === root

  function name(...changes: Naming['names']): void {
    for (const [path, entry] of changes) entry ? names.set(path, entry) : names.delete(path)
    namings.push({ folder: dirname(changes[0]?.[0] ?? ''), names: changes })
  }

  function openFile(args: string, descriptor: number): void {
    const [path = ''] = pathsIn(args)
    if (!within(path)) return
    if (!names.has(path))
      name([path, args.includes('O_DIRECTORY') ? 'folder' : { kept: Buffer.alloc(0), pending: [] }])
    const entry = names.get(path) as Entry
    if (args.includes('O_TRUNC') && entry !== 'folder')
      entry.pending.push({ serial: ++serial, size: 0 })
    open.set(descriptor, { path, entry })
  }

  /** Data written before the start of a sync is on the disk at its end. */
  function sync({ path, entry }: { path: string; entry: Entry }): () => void {
    const last = serial
    const named = entry === 'folder' ? namings.filter(({ folder }) => folder === path) : []
    return () => {
      for (const naming of named) keep(keptNames, naming)
      namings = namings.filter((naming) => !named.includes(naming))
      if (entry === 'folder') return
      entry.kept = changed(
        entry.kept,
        entry.pending.filter((change) => change.serial <= last),
      )
      entry.pending = entry.pending.filter((change) => change.serial > last)
    }
  }

  function begin(call: Call): void {
    const file = open.get(descriptorOf(call))
    if (call.name === 'close') open.delete(descriptorOf(call))
    if (/^(fsync|fdatasync)$/.test(call.name))
      syncing.set(call.thread, file ? sync(file) : () => undefined)
  }

  function end(call: Call, result: number): void {
    const { args, thread } = call
    const file = open.get(descriptorOf(call))
    const [path = '', other = ''] = /^(mkdir|unlink|rename)$/.test(call.name) ? pathsIn(args) : []
    if (call.name === 'openat') openFile(args, result)
    else if (call.name === 'fsync' || call.name === 'fdatasync') syncing.get(thread)?.()
    else if (call.name === 'mkdir') within(path) && name([path, 'folder'])
    else if (call.name === 'unlink') within(path) && name([path, undefined])
    else if (call.name === 'rename')
      within(path) && name([path, undefined], [other, names.get(path)])
    else if (call.name === 'close') return
    else if (file && file.entry !== 'folder' && call.name === 'pwrite64') {
      const at = Number(args.slice(args.lastIndexOf(',') + 1))
      file.entry.pending.push({ serial: ++serial, at, bytes: bytesIn(args).subarray(0, result) })
    } else if (file && file.entry !== 'folder' && call.name === 'ftruncate') {
      file.entry.pending.push({
        serial: ++serial,
        size: Number(args.slice(args.lastIndexOf(',') + 1)),
      })
    } else if (file || args.includes(`"${root}`))
      throw new Error(`the simulated disk does not know ${call.name}(${args.slice(0, 100)})`)
  }

  return {
    take: (call) => {
      if (call.begins) begin(call)
      if (call.result !== undefined && call.result >= 0) end(call, call.result)
    },
    leave: (folder, dice) => {
      const probability = dice?.pick([0.1, 0.5, 0.9, 1]) ?? 0
      const remaining = new Map(keptNames)
      // Folders are journalled: the disk has all changes of names up to some moment.
      if (dice)
        for (const naming of namings.slice(0, dice.int(0, namings.length))) keep(remaining, naming)
      write(remaining, root, folder, ({ kept, pending }) =>
        dice
          ? changed(
              kept,
              pending.flatMap((change) => torn(change, dice, probability)),
            )
          : kept,
      )
    },
    closeAll: () => {
      open = new Map()
      syncing = new Map()
    },
    pathOf: (call) => open.get(descriptorOf(call))?.path,
  }
}

function keep(names: Map<string, Entry>, naming: Naming): void {
  for (const [path, entry] of naming.names) entry ? names.set(path, entry) : names.delete(path)
}

/** Excludes the WAL index of SQLite, which is memory and rebuilt. */
function write(
  names: Map<string, Entry>,
  root: string,
  folder: string,
  contentOf: (file: File) => Buffer,
): void {
  mkdirSync(folder, { recursive: true })
  const reached = (path: string): boolean =>
    path === root || (names.get(dirname(path)) === 'folder' && reached(dirname(path)))
  for (const [path, entry] of [...names].sort(([a], [b]) => a.length - b.length)) {
    if (!reached(path) || basename(path).endsWith('-shm')) continue
    const target = join(folder, relative(root, path))
    if (entry === 'folder') mkdirSync(target, { recursive: true })
    else writeFileSync(target, contentOf(entry))
  }
}
