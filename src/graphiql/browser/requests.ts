/** Sends the page's GraphQL requests and prompts for a sign-in or an API key. */
import {
  createAuthHeaders,
  endSession,
  forgetKey,
  getCurrentKey,
  getSignInUrl,
  isSignInEnabled,
  normalizeKey,
  readStoredKey,
  sessionEndedText,
  storeKey,
} from '../../pages/browser/credential.ts'

/** A GraphQL response; `status` is 0 if the server could not be reached. */
type QueryResponse<Data> = { status: number; data?: Data | null }

/** @param key the API key; if undefined, the session authenticates the request */
export async function sendQuery<Data>(
  key: string | undefined,
  query: string,
): Promise<QueryResponse<Data>> {
  try {
    const headers = { ...createAuthHeaders(key), 'Content-Type': 'application/json' }
    const body = JSON.stringify({ query })
    const response = await fetch('/graphql', { method: 'POST', headers, body })
    return { status: response.status, ...((await response.json()) as object) }
  } catch {
    return { status: 0 }
  }
}

type StreamObserver = { next(value: unknown): void; error(error: unknown): void; complete(): void }

/** GraphiQL's fetcher. Sends the page's credential unless the user sets another in the headers. */
export async function fetchOperation(
  params: object,
  options?: { headers?: Record<string, string> },
): Promise<unknown> {
  const abortController = new AbortController()
  const headers = new Headers({
    Accept: 'application/graphql-response+json, application/json, text/event-stream',
    'Content-Type': 'application/json',
    ...createAuthHeaders(getCurrentKey()),
  })
  for (const [name, value] of Object.entries(options?.headers ?? {})) headers.set(name, value)
  const response = await fetch('/graphql', {
    method: 'POST',
    headers,
    body: JSON.stringify(params),
    signal: abortController.signal,
  })
  if (response.status === 401) onUnauthorized()
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.json()
  return {
    subscribe(observer: StreamObserver) {
      void readEvents(response, (value) => observer.next(value)).then(
        () => observer.complete(),
        (error: unknown) => {
          if (!abortController.signal.aborted) observer.error(error)
        },
      )
      return { unsubscribe: () => abortController.abort() }
    },
  }
}

/** Reads the `next` events of a server-sent event stream until the server ends the stream. */
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

export const getElement = <E extends HTMLElement>(id: string) => document.getElementById(id) as E

type Caller = { me: { fullName: string; roleName: string } }
const callerQuery = 'query WhoAmI { me { fullName roleName } }'
const loadCaller = (key?: string) => sendQuery<Caller>(key, callerQuery)

/** Shows a message above the list of examples; an empty text removes the message. */
export function showMessage(text: string): void {
  getElement('notice').textContent = text
}

function describeFailure(status: number): string {
  if (status === 0) return 'The server cannot be reached. Check that it is running.'
  if (status === 401)
    return 'Invalid API key: it is mistyped, expired or revoked, or its user is suspended.'
  if (status === 429) return 'Too many requests. Try again later.'
  return `The server returned status ${status}. Try again.`
}

/** Shows the sign-in link or the API key form. */
function openForm(title: string, reason = ''): void {
  getElement('key-title').textContent = title
  getElement('key-reason').textContent = reason
  getElement('key').hidden = false
  if (isSignInEnabled()) getElement<HTMLAnchorElement>('sign-in').href = getSignInUrl()
  else getElement('key-fault').textContent = ''
  getElement(isSignInEnabled() ? 'sign-in' : 'key-field').focus()
}

/** Shows the sign-in link or the API key form again after a response with status 401. */
function onUnauthorized(): void {
  const keyReason = 'Your API key was revoked or rotated or has expired, or its user was suspended.'
  if (isSignInEnabled()) openForm('Sign in to GraphiQL', sessionEndedText)
  else openForm('GraphiQL needs another API key', keyReason)
}

function showUser({ me }: Caller): void {
  getElement('who').textContent = `${me.fullName} · ${me.roleName}`
  getElement('caller').hidden = false
}

/** Resolves once the page has a session or a valid API key. */
export async function requireCredential(): Promise<void> {
  const usesSignIn = isSignInEnabled()
  if (usesSignIn) forgetKey()
  const key = getCurrentKey()
  const response = usesSignIn || key ? await loadCaller(key) : undefined
  const isSignedOut = !response || (usesSignIn && response.status === 401)
  await new Promise<void>((resolve) => {
    if (usesSignIn) getElement('sign-out').addEventListener('click', signOut)
    else enableKeyForm(resolve)
    if (!response?.data) {
      const title = usesSignIn ? 'Sign in to GraphiQL' : 'GraphiQL needs an API key'
      return openForm(title, isSignedOut ? '' : describeFailure(response.status))
    }
    if (usesSignIn) showUser(response.data)
    else showKeyOwner(response.data)
    resolve()
  })
}

function signOut(): void {
  endSession().catch((error: Error) => showMessage(`Signing out failed: ${error.message}`))
}

function showKeyOwner(caller: Caller): void {
  closeKeyForm()
  showUser(caller)
  getElement('forget-key').hidden = readStoredKey() === null
  getElement('key-cancel').hidden = false
}

function closeKeyForm(): void {
  getElement('key').hidden = true
  getElement<HTMLInputElement>('key-field').value = ''
}

/** @param onKey called after the user has entered a valid API key */
function enableKeyForm(onKey: () => void): void {
  getElement('other-key').addEventListener('click', () => openForm('Change API key'))
  getElement('key-cancel').addEventListener('click', closeKeyForm)
  getElement('forget-key').addEventListener('click', () => {
    forgetKey()
    location.reload()
  })
  getElement('key-form').addEventListener('submit', (event) => {
    event.preventDefault()
    const key = normalizeKey(getElement<HTMLInputElement>('key-field').value)
    void submitKey(key).then((isValid) => isValid && onKey())
  })
}

async function submitKey(key: string): Promise<boolean> {
  getElement('key-fault').textContent = ''
  const response: QueryResponse<Caller> = /^[\x21-\x7e]+$/.test(key)
    ? await loadCaller(key)
    : { status: 401 }
  if (!response.data) {
    getElement('key-fault').textContent = describeFailure(response.status)
    return false
  }
  storeKey(key)
  showKeyOwner(response.data)
  return true
}
