/**
 * In-memory caches, each with a name and a bound. `/metrics` reports hits, misses and size; caches
 * with the same name, such as one per connection, are reported together.
 */
import { LRUCache } from 'lru-cache'

export interface Cache<K, V> {
  /** Returns undefined on a miss. A hit makes the entry the most recently used. */
  get(key: K): V | undefined
  set(key: K, value: V): void
  getOrCreate(key: K, create: () => V): V
  delete(key: K): void
  clear(): void
  readonly size: number
}

interface Usage {
  hits: number
  misses: number
  /** Held weakly, so that a cache can be collected with its owner. */
  caches: Set<WeakRef<Pick<LRUCache<object, object>, 'size'>>>
}

const usageByName = new Map<string, Usage>()

function getUsage(name: string): Usage {
  const usage = usageByName.get(name) ?? { hits: 0, misses: 0, caches: new Set() }
  usageByName.set(name, usage)
  return usage
}

/** Creates a bounded cache, reported as `name`, that drops the least recently used entries. */
export function createCache<K extends NonNullable<unknown>, V extends NonNullable<unknown>>(
  name: string,
  bound: { maxEntries: number } | { maxBytes: number; bytesOf(value: V): number },
): Cache<K, V> {
  const entries = new LRUCache<K, V>(
    'maxEntries' in bound
      ? { max: bound.maxEntries }
      : { maxSize: bound.maxBytes, sizeCalculation: (value) => Math.max(1, bound.bytesOf(value)) },
  )
  const usage = getUsage(name)
  usage.caches.add(new WeakRef(entries))
  const get = (key: K): V | undefined => {
    const value = entries.get(key)
    if (value === undefined) usage.misses++
    else usage.hits++
    return value
  }
  return {
    get,
    set: (key, value) => void entries.set(key, value),
    getOrCreate(key, create) {
      let value = get(key)
      if (value === undefined) {
        value = create()
        entries.set(key, value)
      }
      return value
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    get size() {
      return entries.size
    },
  }
}

/** Creates a cache of values derived from objects; an entry lives as long as its key object. */
export function createDerivedCache<K extends object, V>(name: string) {
  const entries = new WeakMap<K, { value: V }>()
  const usage = getUsage(name)
  return {
    getOrCreate(key: K, create: () => V): V {
      let entry = entries.get(key)
      if (entry) usage.hits++
      else {
        usage.misses++
        entry = { value: create() }
        entries.set(key, entry)
      }
      return entry.value
    },
  }
}

export const getCacheUsage = () =>
  [...usageByName].map(([name, { hits, misses, caches }]) => {
    const sizes = [...caches].map((reference) => {
      const size = reference.deref()?.size
      if (size === undefined) caches.delete(reference)
      return size ?? 0
    })
    return {
      name,
      hits,
      misses,
      // Undefined for a cache of derived values.
      entries: sizes.length > 0 ? sizes.reduce((sum, size) => sum + size) : undefined,
    }
  })
