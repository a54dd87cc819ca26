/** Sends the requests of the page and of GraphiQL, and shows the form for their API key. */
import {
  cleanKey,
  currentKey,
  forgetKey,
  storedKey,
  storeKey,
} from '../../pages/browser/page-data.ts'

/** A response; `status` is 0 if the server could not be reached. */
interface Reply<Data> {
  status: number
  data?: Data | null
}

export async function sendQuery<Data>(key: string, query: string): Promise<Reply<Data>> {
  try {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ query })
    const response = await fetch('/graphql', { method: 'POST', headers, body })
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

/** Returns GraphiQL's fetcher, which sends the page's key unless the headers contain another. */
export const createFetcher =
  (onInvalidKey: () => void) =>
  async (params: object, options?: { headers?: Record<string, string> }): Promise<unknown> => {
    const key = currentKey()
    const controller = new AbortController()
    const headers = new Headers({
      Accept: 'application/graphql-response+json, application/json, text/event-stream',
      'Content-Type': 'application/json',
      ...(key && { Authorization: `Bearer ${key}` }),
    })
    for (const [name, value] of Object.entries(options?.headers ?? {})) headers.set(name, value)
    const response = await fetch('/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify(params),
      signal: controller.signal,
    })
    if (response.status === 401) onInvalidKey()
    if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
      return response.json()
    return {
      subscribe(observer: Observer) {
        const ended = readEvents(response, (value) => observer.next(value)).then(
          () => observer.complete(),
          (error: unknown) => {
            if (!controller.signal.aborted) observer.error(error)
          },
        )
        return { unsubscribe: () => controller.abort(), ended }
      },
    }
  }

/** Reads the `next` events of a stream until the server ends it. */
async function readEvents({ body }: Response, onNext: (value: unknown) => void): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    const events = (buffer + chunk.value).split('\n\n')
    buffer = events.pop() ?? ''
    for (const event of events) {
      const [, data] = /^data: ?(.+)$/m.exec(event) ?? []
      if (data && /^event: ?next$/m.test(event)) onNext(JSON.parse(data))
    }
  }
}

export const element = <Part extends HTMLElement>(id: string) => document.getElementById(id) as Part

const [form, formReason, formError] = [element('key'), element('key-reason'), element('key-fault')]
const field = element<HTMLInputElement>('key-field')

interface Me {
  me: { fullName: string; roleName: string }
}
const loadMe = (key: string) => sendQuery<Me>(key, 'query WhoAmI { me { fullName roleName } }')

/** Shows a message beside the examples; an empty text removes it. */
export function showMessage(text: string): void {
  element('notice').textContent = text
}

function describeFailure(status: number): string {
  if (status === 0) return 'The server cannot be reached. Check that it is running.'
  if (status === 401)
    return 'Invalid key: it is mistyped, expired or revoked, or its user is suspended.'
  if (status === 429) return 'Too many requests. Try again later.'
  return `The server responded with status ${status}. Try again.`
}

export function openKeyForm(title: string, reason = ''): void {
  element('key-title').textContent = title
  formReason.textContent = reason
  formError.textContent = ''
  form.hidden = false
  field.focus()
}

function closeKeyForm(): void {
  form.hidden = true
  field.value = ''
}

function showUser({ me }: Me): void {
  closeKeyForm()
  element('who').textContent = `${me.fullName} · ${me.roleName}`
  element('caller').hidden = false
  element('forget-key').hidden = storedKey() === null
  element('key-cancel').hidden = false
}

async function submitKey(key: string): Promise<boolean> {
  formError.textContent = ''
  const reply: Reply<Me> = /^[\x21-\x7e]+$/.test(key) ? await loadMe(key) : { status: 401 }
  if (!reply.data) {
    formError.textContent = describeFailure(reply.status)
    return false
  }
  storeKey(key)
  showUser(reply.data)
  return true
}

/** Resolves when a valid key is available. */
export async function requireKey(): Promise<void> {
  const key = currentKey()
  const reply = key ? await loadMe(key) : undefined
  if (reply?.data) showUser(reply.data)
  else openKeyForm('GraphiQL needs an API key', reply && describeFailure(reply.status))
  element('other-key').addEventListener('click', () => openKeyForm('Change API key'))
  element('key-cancel').addEventListener('click', closeKeyForm)
  element('forget-key').addEventListener('click', () => {
    forgetKey()
    location.reload()
  })
  await new Promise<void>((resolve) => {
    element('key-form').addEventListener('submit', (event) => {
      event.preventDefault()
      void submitKey(cleanKey(field.value)).then((isValid) => isValid && resolve())
    })
    if (reply?.data) resolve()
  })
}
