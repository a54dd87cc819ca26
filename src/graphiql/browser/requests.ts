/** Sends the requests of the page and of GraphiQL, and shows the form for their API key. */
import {
  cleanKey,
  forgetAllKeys,
  forgetKey,
  getCurrentKey,
  readStoredKey,
  storeKey,
} from '../../pages/browser/page-data.ts'
import {
  authenticationHeaders,
  endSession,
  isSignInEnabled,
  sessionEndedMessage,
  signInUrl,
} from '../../pages/browser/sign-in.ts'

/** A response; `status` is 0 if the server could not be reached. */
interface Reply<Data> {
  status: number
  data?: Data | null
}

/** @param key undefined: the request uses the session */
export async function sendQuery<Data>(
  key: string | undefined,
  query: string,
): Promise<Reply<Data>> {
  try {
    const headers = { ...authenticationHeaders(key), 'Content-Type': 'application/json' }
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

/** The fetcher of GraphiQL: sends the page's key unless the headers contain another. */
export async function fetchOperation(
  params: object,
  options?: { headers?: Record<string, string> },
): Promise<unknown> {
  const key = getCurrentKey()
  const controller = new AbortController()
  const headers = new Headers({
    Accept: 'application/graphql-response+json, application/json, text/event-stream',
    'Content-Type': 'application/json',
    ...authenticationHeaders(key),
  })
  for (const [name, value] of Object.entries(options?.headers ?? {})) headers.set(name, value)
  const response = await fetch('/graphql', {
    method: 'POST',
    headers,
    body: JSON.stringify(params),
    signal: controller.signal,
  })
  if (response.status === 401) onUnauthorized(key)
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.json()
  return {
    subscribe(observer: Observer) {
      const completion = readEvents(response, (value) => observer.next(value)).then(
        () => observer.complete(),
        (error: unknown) => {
          if (!controller.signal.aborted) observer.error(error)
        },
      )
      return { unsubscribe: () => controller.abort(), ended: completion }
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
const loadMe = (key?: string) => sendQuery<Me>(key, 'query WhoAmI { me { fullName roleName } }')

/** Returns the user of the session if there is one, or else of the page's key. */
async function loadCaller(): Promise<Reply<Me> | undefined> {
  const sessionReply = isSignInEnabled() ? await loadMe() : undefined
  if (sessionReply?.data) {
    forgetAllKeys()
    return sessionReply
  }
  const key = getCurrentKey()
  return key ? loadMe(key) : undefined
}

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

function openKeyForm(title: string, reason = ''): void {
  element('key-title').textContent = title
  formReason.textContent = reason
  formError.textContent = ''
  form.hidden = false
  if (!isSignInEnabled()) return field.focus()
  const link = element<HTMLAnchorElement>('sign-in')
  link.href = signInUrl()
  link.focus()
}

function closeKeyForm(): void {
  form.hidden = true
  field.value = ''
}

function showUser({ me }: Me): void {
  closeKeyForm()
  element('who').textContent = `${me.fullName} · ${me.roleName}`
  element('caller').hidden = false
  element('forget-key').hidden = readStoredKey() === null
  element('key-cancel').hidden = false
  if (!isSignInEnabled()) return
  const usesSession = getCurrentKey() === undefined
  element('other-key').hidden = usesSession
  element('sign-out').hidden = !usesSession
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

const initialTitle = isSignInEnabled() ? 'Sign in to GraphiQL' : 'GraphiQL needs an API key'

/** Shows the form after a request with the key, or with the session, was rejected. */
function onUnauthorized(key: string | undefined): void {
  if (isSignInEnabled() && !key) openKeyForm(initialTitle, sessionEndedMessage)
  else
    openKeyForm(
      'GraphiQL needs another API key',
      'Your key was revoked or has expired, or its user was suspended.',
    )
}

function signOut(): void {
  endSession().catch((error: Error) => showMessage(`Signing out failed: ${error.message}`))
}

/** Resolves when a session or a valid key is available. */
export async function requireCredential(): Promise<void> {
  const reply = await loadCaller()
  if (reply?.data) showUser(reply.data)
  else openKeyForm(initialTitle, reply && describeFailure(reply.status))
  element('other-key').addEventListener('click', () => openKeyForm('Change API key'))
  element('key-cancel').addEventListener('click', closeKeyForm)
  if (isSignInEnabled()) element('sign-out').addEventListener('click', signOut)
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
