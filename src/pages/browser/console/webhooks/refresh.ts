import { useEffect, useRef } from 'preact/hooks'
import { pace } from '../ask.ts'

/**
 * How soon after something happened its deliveries are there; and how often those that wait are
 * looked after, at first and at last.
 */
const soon = 700
const [often, seldom] = [2000, 30_000]

/**
 * Looks again when something happens (`news` grows), and while deliveries wait: less and less
 * often, no oftener than the key's allowance bears, and never behind a hidden window.
 */
export function useRefresh(news: number, waiting: boolean, look: () => void): void {
  const newest = useRef(look)
  newest.current = look
  const planned = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const now = () => {
    if (!document.hidden) newest.current()
  }
  useEffect(() => {
    if (news === 0) return
    planned.current ??= setTimeout(
      () => {
        planned.current = undefined
        now()
      },
      Math.max(soon, pace.wait),
    )
  }, [news])
  useEffect(() => () => clearTimeout(planned.current), [])
  useEffect(() => {
    if (!waiting) return
    let wait = often
    let timer = setTimeout(function next() {
      now()
      wait = Math.min(seldom, wait * 1.5)
      timer = setTimeout(next, Math.max(wait, pace.wait))
    }, wait)
    return () => clearTimeout(timer)
  }, [waiting])
}
