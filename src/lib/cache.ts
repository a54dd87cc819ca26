/**
 * In-memory caches, each with a name and a bound. `/metrics` reports hits, misses and size; caches
 * with the same name, such as one per connection, are reported together.
 */
import { LRUCache } from 'lru-cache'

interface Usage {
  hits: number
  misses: number
  /** Held weakly, so that a cache can be collected with its owner. */
  caches: Set<WeakRef<{ readonly size: number }>>
}

const usageByName = new Map<string, Usage>()

function getUsage(name: string): Usage {
  const usage = usageByName.get(name) ?? { hits: 0, misses: 0, caches: new Set() }
  usageByName.set(name, usage)
  return usage
}

type Defined = NonNullable<unknown>

/** A cache that drops the least recently used entries, and counts its hits and misses. */
export class Cache<K extends Defined, V extends Defined> extends LRUCache<K, V> {
  readonly #usage: Usage

  constructor(name: string, bound: LRUCache.Options<K, V, unknown>) {
    super(bound)
    this.#usage = getUsage(name)
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

/** Creates a bounded cache, reported as `name`. */
export const createCache = <K extends Defined, V extends Defined>(
  name: string,
  bound: { maxEntries: number } | { maxBytes: number; bytesOf(value: V): number },
): Cache<K, V> =>
  new Cache(
    name,
    'maxEntries' in bound
      ? { max: bound.maxEntries }
      : { maxSize: bound.maxBytes, sizeCalculation: (value) => Math.max(1, bound.bytesOf(value)) },
  )

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
