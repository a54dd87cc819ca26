import { useMemo, useRef } from 'preact/hooks'

type Deeds = Record<string, (...given: never[]) => unknown>

/**
 * The same functions at every drawing, which always do what the newest ones do: what is given them
 * need not be drawn anew.
 */
export function useSteady<T extends Deeds>(now: T): T {
  const newest = useRef<Deeds>(now)
  newest.current = now
  return useMemo(
    () =>
      Object.fromEntries(
        Object.keys(now).map((name) => [
          name,
          (...given: never[]) => newest.current[name]?.(...given),
        ]),
      ) as T,
    [],
  )
}
