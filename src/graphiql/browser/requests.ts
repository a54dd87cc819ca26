/** Sends the requests of the page and of GraphiQL, and asks for their API key or for a sign-in. */
import {
  authenticationHeaders,
  cleanKey,
  endSession,
  forgetKey,
  getCurrentKey,
  isSignInEnabled,
  readStoredKey,
  sessionEndedMessage,
  signInUrl,
  storeKey,
} from '../../pages/browser/credential.ts'

/** A response; `status` is 0 if the server could not be reached. */
type Reply<Data> = { status: number; data?: Data | null }

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

type Observer = { next(value: unknown): void; error(error: unknown): void; complete(): void }

/** The fetcher of GraphiQL: sends the page's credential unless the headers contain another. */
export async function fetchOperation(
  params: object,
  options?: { headers?: Record<string, string> },
): Promise<unknown> {
  const controller = new AbortController()
  const headers = new Headers({
    Accept: 'application/graphql-response+json, application/json, text/event-stream',
    'Content-Type': 'application/json',
    ...authenticationHeaders(getCurrentKey()),
  })
  for (const [name, value] of Object.entries(options?.headers ?? {})) headers.set(name, value)
  const response = await fetch('/graphql', {
    method: 'POST',
    headers,
    body: JSON.stringify(params),
    signal: controller.signal,
  })
  if (response.status === 401) onUnauthorized()
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

type Me = { me: { fullName: string; roleName: string } }
const loadMe = (key?: string) => sendQuery<Me>(key, 'query WhoAmI { me { fullName roleName } }')

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

/** Shows the link to the sign-in, or the form for the key. */
function openForm(title: string, reason = ''): void {
  element('key-title').textContent = title
  element('key-reason').textContent = reason
  element('key').hidden = false
  if (isSignInEnabled()) element<HTMLAnchorElement>('sign-in').href = signInUrl()
  else element('key-fault').textContent = ''
  element(isSignInEnabled() ? 'sign-in' : 'key-field').focus()
}

/** Shows the form again after a request was rejected. */
function onUnauthorized(): void {
  if (isSignInEnabled()) openForm('Sign in to GraphiQL', sessionEndedMessage)
  else
    openForm(
      'GraphiQL needs another API key',
      'Your key was revoked or has expired, or its user was suspended.',
    )
}

function showUser({ me }: Me): void {
  element('who').textContent = `${me.fullName} · ${me.roleName}`
  element('caller').hidden = false
}

/** Resolves when a session or a valid key is available. */
export async function requireCredential(): Promise<void> {
  const isSignIn = isSignInEnabled()
  if (isSignIn) forgetKey()
  const key = getCurrentKey()
  const reply = isSignIn || key ? await loadMe(key) : undefined
  const isSignedOut = !reply || (isSignIn && reply.status === 401)
  await new Promise<void>((resolve) => {
    if (isSignIn) element('sign-out').addEventListener('click', signOut)
    else enableKeyForm(resolve)
    if (!reply?.data) {
      const title = isSignIn ? 'Sign in to GraphiQL' : 'GraphiQL needs an API key'
      return openForm(title, isSignedOut ? '' : describeFailure(reply.status))
    }
    if (isSignIn) showUser(reply.data)
    else showKeyOwner(reply.data)
    resolve()
  })
}

function signOut(): void {
  endSession().catch((error: Error) => showMessage(`Signing out failed: ${error.message}`))
}

function showKeyOwner(me: Me): void {
  closeKeyForm()
  showUser(me)
  element('forget-key').hidden = readStoredKey() === null
  element('key-cancel').hidden = false
}

function closeKeyForm(): void {
  element('key').hidden = true
  element<HTMLInputElement>('key-field').value = ''
}

/** @param onKey called after a valid key was entered */
function enableKeyForm(onKey: () => void): void {
  element('other-key').addEventListener('click', () => openForm('Change API key'))
  element('key-cancel').addEventListener('click', closeKeyForm)
  element('forget-key').addEventListener('click', () => {
    forgetKey()
    location.reload()
  })
  element('key-form').addEventListener('submit', (event) => {
    event.preventDefault()
    const key = cleanKey(element<HTMLInputElement>('key-field').value)
    void submitKey(key).then((isValid) => isValid && onKey())
  })
}

async function submitKey(key: string): Promise<boolean> {
  element('key-fault').textContent = ''
  const reply: Reply<Me> = /^[\x21-\x7e]+$/.test(key) ? await loadMe(key) : { status: 401 }
  if (!reply.data) {
    element('key-fault').textContent = describeFailure(reply.status)
    return false
  }
  storeKey(key)
  showKeyOwner(reply.data)
  return true
}
