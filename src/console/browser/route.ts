import { useEffect, useState } from 'preact/hooks'

/**
 * What the part of the address behind # names: `#/webhooks/webhook_1` is `['webhooks',
 * 'webhook_1']`.
 */
export type Route = string[]

const currentRoute = (): Route =>
  location.hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeURIComponent)

/** The address of a view. */
export const linkTo = (...route: string[]): string => `#/${route.map(encodeURIComponent).join('/')}`

export function useRoute(): Route {
  const [route, change] = useState(currentRoute)
  useEffect(() => {
    const follow = () => change(currentRoute())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return route
}
