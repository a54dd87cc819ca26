import { useState } from 'preact/hooks'
import { Refused } from '../ask.ts'

export interface Doing {
  busy: boolean
  refused: Refused | undefined
  /** Does one thing at a time; what is refused stays to be shown. */
  run: (work: () => Promise<void>) => Promise<void>
}

/** For a button or a form that changes something. */
export function useDoing(): Doing {
  const [state, change] = useState<{ busy: boolean; refused?: Refused | undefined }>({
    busy: false,
  })
  const run = async (work: () => Promise<void>) => {
    if (state.busy) return
    change({ busy: true })
    try {
      await work()
      change({ busy: false })
    } catch (error) {
      change({
        busy: false,
        refused: error instanceof Refused ? error : new Refused('UNEXPECTED', String(error)),
      })
    }
  }
  return { busy: state.busy, refused: state.refused, run }
}
