import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Operation, Refused } from '../ask.ts'
import type { Session } from '../session.ts'

export interface Asked<Data> {
  /** The newest answer; while the next one is under way, the one before. */
  data: Data | undefined
  refused: Refused | undefined
  loading: boolean
  /** Asks once more. */
  again: () => void
}

/**
 * What an operation answers, asked anew whenever its variables change. Of answers that overtake
 * each other the last question's counts.
 */
export function useAsked<Data, Variables>(
  session: Session,
  operation: Operation<Data, Variables>,
  variables: Variables,
  skip = false,
): Asked<Data> {
  const [state, change] = useState<{
    data?: Data
    refused?: Refused | undefined
    loading: boolean
  }>({ loading: !skip })
  const turns = useRef({ newest: 0, shown: 0 })
  const asked = JSON.stringify(variables)
  const again = useCallback(() => {
    const mine = ++turns.current.newest
    const shows = () => {
      if (mine <= turns.current.shown) return false
      turns.current.shown = mine
      return true
    }
    if (skip) return
    change((before) => ({ ...before, loading: true }))
    session.ask(operation, JSON.parse(asked) as Variables).then(
      (data) => shows() && change({ data, loading: false }),
      (refused: Refused) => shows() && change((before) => ({ ...before, refused, loading: false })),
    )
  }, [session, operation, asked, skip])
  useEffect(() => {
    again()
    return () => {
      turns.current.shown = turns.current.newest
    }
  }, [again])
  return { data: state.data, refused: state.refused, loading: state.loading, again }
}
