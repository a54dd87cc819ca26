import {
  cleanKey,
  currentKey,
  forgetKey,
  storedKey,
  storeKey,
} from '../../pages/browser/page-data.ts'

/** The response of `/graphql`. `status` is 0 without a response. */
export interface Reply<Data> {
  status: number
  data?: Data | null
}

/** Sends an operation of the page itself, under a key. */
export async function ask<Data>(key: string, query: string): Promise<Reply<Data>> {
  try {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const response = await fetch('/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    })
    return { status: response.status, ...((await response.json()) as object) }
  } catch {
    return { status: 0 }
  }
}

interface Observer {
  next(value: unknown): void
  error(error: unknown): void
  complete(): void
}

/**
 * How GraphiQL sends what it runs: under the page's key, unless its headers name another. @param
 * onRefused told when a key was no good
 */
export const fetcherWith =
  (onRefused: () => void) =>
  async (params: object, options?: { headers?: Record<string, string> }): Promise<unknown> => {
    const key = currentKey()
    const stop = new AbortController()
    const headers = new Headers({
      Accept: 'application/graphql-response+json, application/json, text/event-stream',
      'Content-Type': 'application/json',
    })
    if (key) headers.set('Authorization', `Bearer ${key}`)
    for (const [name, value] of Object.entries(options?.headers ?? {})) headers.set(name, value)
    const response = await fetch('/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify(params),
      signal: stop.signal,
    })
    if (response.status === 401) onRefused()
    if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
      return response.json()
    return {
      subscribe(observer: Observer) {
        const ended = eventsOf(response, (value) => observer.next(value)).then(
          () => observer.complete(),
          (error: unknown) => {
            if (!stop.signal.aborted) observer.error(error)
          },
        )
        return { unsubscribe: () => stop.abort(), ended }
      },
    }
  }

/** Reads a subscription's events as they come. Resolves when the server ends them. */
async function eventsOf({ body }: Response, take: (value: unknown) => void): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const events = (rest + read.value).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const [, data] = /^data: ?(.+)$/m.exec(event) ?? []
      if (data && /^event: ?next$/m.test(event)) take(JSON.parse(data))
    }
  }
}

/** The panel that asks for a key, and the line that says whose key is in use. */
const part = <Part extends HTMLElement>(id: string) => document.getElementById(id) as Part
const [panel, reason, fault] = [part('key'), part('key-reason'), part('key-fault')]
const field = part<HTMLInputElement>('key-field')

interface Who {
  me: { fullName: string; roleName: string }
}
const whoAmI = (key: string) => ask<Who>(key, 'query WhoIsAsking { me { fullName roleName } }')

/** Shows a message beside the examples; an empty text removes it. */
export function showMessage(text: string): void {
  part('notice').textContent = text
}

const faultOf = ({ status }: Reply<Who>): string => {
  if (status === 0) return 'The server cannot be reached. Is it running?'
  if (status === 401)
    return 'Invalid key: it is mistyped, expired or revoked, or its user is suspended.'
  if (status === 429) return 'Too many requests. Try again later.'
  return `The server answered with status ${status}. Try again.`
}

function close(): void {
  panel.hidden = true
  field.value = ''
}

function welcome({ me }: Who): void {
  close()
  part('who').textContent = `${me.fullName} · ${me.roleName}`
  part('caller').hidden = false
  part('forget-key').hidden = storedKey() === null
  part('key-cancel').hidden = false
}

/** Shows the panel with a title and a reason. */
export function askForKey(title: string, why = ''): void {
  part('key-title').textContent = title
  reason.textContent = why
  fault.textContent = ''
  panel.hidden = false
  field.focus()
}

/** Accepts the entered key if it is valid. */
async function take(given: string): Promise<boolean> {
  fault.textContent = ''
  const reply: Reply<Who> = /^[\x21-\x7e]+$/.test(given) ? await whoAmI(given) : { status: 401 }
  if (reply.data) {
    storeKey(given)
    welcome(reply.data)
  } else fault.textContent = faultOf(reply)
  return Boolean(reply.data)
}

/** Resolves when a valid key is available. */
export async function requireKey(): Promise<void> {
  const key = currentKey()
  const first = key ? await whoAmI(key) : undefined
  if (first?.data) welcome(first.data)
  else askForKey('GraphiQL needs an API key', first ? faultOf(first) : '')
  part('other-key').addEventListener('click', () => askForKey('Another API key'))
  part('key-cancel').addEventListener('click', close)
  part('forget-key').addEventListener('click', () => {
    forgetKey()
    location.reload()
  })
  await new Promise<void>((resolve) => {
    part('key-form').addEventListener('submit', (event) => {
      event.preventDefault()
      void take(cleanKey(field.value)).then((taken) => taken && resolve())
    })
    if (first?.data) resolve()
  })
}
