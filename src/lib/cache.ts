/**
 * Named in-memory caches. `/metrics` reports hits, misses and, for caches with a size limit, entry
 * counts. Caches with the same name, such as one per connection, are reported together.
 */
import { LRUCache } from 'lru-cache'

interface Usage {
  hits: number
  misses: number
  /** Weak references, so that a cache can be garbage-collected with its owner. */
  caches: Set<WeakRef<{ readonly size: number }>>
}

const usageByName = new Map<string, Usage>()

function getOrCreateUsage(name: string): Usage {
  const usage = usageByName.get(name) ?? { hits: 0, misses: 0, caches: new Set() }
  usageByName.set(name, usage)
  return usage
}

type Defined = NonNullable<unknown>

/** A least-recently-used (LRU) cache that counts its hits and misses. */
export class Cache<K extends Defined, V extends Defined> extends LRUCache<K, V> {
  readonly #usage: Usage

  constructor(name: string, limit: LRUCache.Options<K, V, unknown>) {
    super(limit)
    this.#usage = getOrCreateUsage(name)
    this.#usage.caches.add(new WeakRef(this))
  }

  override get(key: K): V | undefined {
    const value = super.get(key)
    if (value === undefined) this.#usage.misses++
    else this.#usage.hits++
    return value
  }

  getOrCreate(key: K, create: () => V): V {
    let value = this.get(key)
    if (value === undefined) {
      value = create()
      this.set(key, value)
    }
    return value
  }
}

/** Creates an LRU cache, which `/metrics` reports as `name`. */
export const createCache = <K extends Defined, V extends Defined>(
  name: string,
  limit: { maxEntries: number } | { maxBytes: number; getSize(key: K): number },
): Cache<K, V> =>
  new Cache(
    name,
    'maxEntries' in limit
      ? { max: limit.maxEntries }
      : { maxSize: limit.maxBytes, sizeCalculation: (_, key) => Math.max(1, limit.getSize(key)) },
  )

/** Creates a cache of values derived from objects. An entry is dropped with its key object. */
export function createDerivedCache<K extends object, V>(name: string) {
  const entries = new WeakMap<K, { value: V }>()
  const usage = getOrCreateUsage(name)
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
      // Undefined for a derived cache, whose entries cannot be counted.
      entries: sizes.length > 0 ? sizes.reduce((sum, size) => sum + size) : undefined,
    }
  })
