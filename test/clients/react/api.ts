import { createClient } from 'graphql-sse'
import { useEffect, useEffectEvent } from 'react'
import { getAccessToken } from './sign-in.ts'

const url = `${import.meta.env.VITE_API_URL}/graphql`
const createHeaders = async () => ({ Authorization: `Bearer ${await getAccessToken()}` })

/** Sends a GraphQL request. @throws an Error with the message of the first error */
export async function request<Data>(query: string, variables = {}): Promise<Data> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...(await createHeaders()), 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = await response.json()
  if (errors) throw new Error(errors[0].message)
  return data
}

/** Calls `reload` after each event, and whenever the event stream is connected or reconnected. */
export function useEvents(types: string, reload: () => void): void {
  const onChange = useEffectEvent(reload)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const client = createClient({
      url,
      headers: createHeaders,
      on: { connected: () => onChange() },
    })
    const query = 'subscription($types: [EventPattern!]) { events(types: $types) { id } }'
    const subscribe = () =>
      client.subscribe(
        { query, variables: { types } },
        { next: () => onChange(), error: subscribeLater, complete: subscribeLater },
      )
    const subscribeLater = () => {
      if (!isStopped) timer = setTimeout(subscribe, 2000)
    }
    subscribe()
    return () => {
      isStopped = true
      clearTimeout(timer)
      client.dispose()
    }
  }, [types])
}
