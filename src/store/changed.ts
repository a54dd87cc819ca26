/**
 * Tells those who wait for news that something was committed. It says that, not what: they look for
 * themselves.
 */
export interface Changed {
  /**
   * Calls `listener` after each COMMIT; it must not throw. Ends with the function that is returned.
   */
  subscribe(listener: () => void): () => void
  /**
   * Looks whether another process has written since the last look, and tells the listeners if so.
   */
  poll(): void
}

export interface Listeners {
  subscribe: Changed['subscribe']
  tell(): void
}

export function listeners(): Listeners {
  const all = new Set<() => void>()
  return {
    subscribe(listener) {
      const own = () => listener()
      all.add(own)
      return () => void all.delete(own)
    },
    tell() {
      for (const listener of [...all]) listener()
    },
  }
}
