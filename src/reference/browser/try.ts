/** The "Try it" form, which sends a REST call and its GraphQL operation as the page's user. */
import { html, render } from 'htm/preact'
import { useState } from 'preact/hooks'
import { isSignInEnabled, readSettings, sessionEndedText } from '../../pages/browser/credential.ts'
import { highlight } from '../../pages/browser/highlight.ts'
import { credentialControl } from './navigation.ts'
import {
  type Call,
  findIds,
  formatValue,
  hasCredential,
  type Parameter,
  type Reply,
  replaceExampleIds,
  sendGraphql,
  sendRest,
} from './request.ts'

const { calls } = readSettings<{ calls: Record<string, Call> }>()

interface FieldProps {
  id: string
  parameter: Parameter
  value: string
  onChange: (value: string) => void
}

function Field({ id, parameter, value, onChange }: FieldProps) {
  const { name, type, required } = parameter
  const allowedValues =
    type === 'boolean' ? ['true', 'false'] : parameter.values?.filter((item) => item !== null)
  const onInput = (event: Event) => onChange((event.target as HTMLInputElement).value)
  const control = allowedValues
    ? html`<select id=${id} value=${value} onChange=${onInput}><option value=""></option>${allowedValues.map((item) => html`<option>${item}</option>`)}</select>`
    : html`<input id=${id} value=${value} onInput=${onInput} spellcheck=${false} autocomplete="off" placeholder=${type === 'json' ? '{ … }' : ''} required=${required} />`
  return html`<div class="row"><label for=${id}><code>${name}</code>${required && html` <span class="required">required</span>`}</label>${control}</div>`
}

function useRequests(name: string, call: Call) {
  const [error, setError] = useState('')
  const [responses, setResponses] = useState<{ rest?: Reply; graphql?: Reply | undefined }>({})
  const [isBusy, setBusy] = useState(false)
  const send = async (values: Record<string, string>, body: string, withGraphql: boolean) => {
    if (!(await hasCredential())) {
      setError(
        `${isSignInEnabled() ? 'Sign in' : 'Enter an API key'} at the top of the page first.`,
      )
      return credentialControl.focus()
    }
    let graphqlInput: Record<string, unknown>
    try {
      graphqlInput = body ? JSON.parse(body) : {}
    } catch (error) {
      return setError(`The body must be valid JSON: ${(error as Error).message}`)
    }
    setError('')
    setBusy(true)
    try {
      const rest = sendRest(call, values, body || undefined)
      // Wait for the REST response, since concurrent writes to the same record would conflict.
      if (call.method !== 'GET') await rest
      const graphql = withGraphql ? sendGraphql(name, call, values, graphqlInput) : undefined
      setResponses({ rest: await rest, graphql: await graphql })
      if (isSignInEnabled() && (await rest).status === 401) setError(sessionEndedText)
    } catch (error) {
      setError(`The server cannot be reached: ${(error as Error).message}`)
    } finally {
      setBusy(false)
    }
  }
  return { error, responses, isBusy, send }
}

interface FormProps {
  name: string
  call: Call
  initialValues: Record<string, string>
  initialBody: string
  /** Whether an example id remains because the user has no matching record. */
  hasForeignIds: boolean
}

function Form({ name, call, initialValues, initialBody, hasForeignIds }: FormProps) {
  const isWrite = call.method !== 'GET'
  const [values, setValues] = useState(initialValues)
  const [body, setBody] = useState(initialBody)
  const [withGraphql, setWithGraphql] = useState(!isWrite)
  const { error, responses, isBusy, send } = useRequests(name, call)
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void send(values, body, withGraphql)
  }
  const openPage = (cursor: string) => {
    setValues({ ...values, cursor })
    void send({ ...values, cursor }, body, withGraphql)
  }
  return html`<form onSubmit=${onSubmit} aria-label="Try it">
    <${Parameters} name=${name} parameters=${call.parameters} values=${values} onChange=${setValues} />
    ${call.body !== undefined && html`<div class="row wide"><label for=${`${name}-body`}>Body</label><textarea id=${`${name}-body`} rows=${Math.min(16, body.split('\n').length + 1)} spellcheck=${false} value=${body} onInput=${(event: Event) => setBody((event.target as HTMLTextAreaElement).value)}></textarea></div>`}
    <div class="go"><button class=${call.method === 'DELETE' ? 'main removes' : 'main'} disabled=${isBusy}>${isBusy ? 'Sending…' : `Send ${call.method}`}</button>
      <label class="beside"><input type="checkbox" checked=${withGraphql} onChange=${(event: Event) => setWithGraphql((event.target as HTMLInputElement).checked)} /> Also send in GraphQL</label></div>
    ${isWrite && html`<p class="quiet">This request changes records of your company${withGraphql ? ' twice: once through REST and once through GraphQL' : ''}.</p>`}
    ${hasForeignIds && html`<p class="quiet">You have no matching record. Replace the example id with the id of an existing record.</p>`}
    <p role="alert" class="fault">${error}</p>
  </form>
  <div class="responses">
    ${responses.rest && html`<${ResponseView} title="REST" reply=${responses.rest} openPage=${openPage} />`}
    ${responses.graphql && html`<${ResponseView} title="GraphQL" reply=${responses.graphql} />`}
  </div>`
}

interface ParametersProps {
  name: string
  parameters: Parameter[]
  values: Record<string, string>
  onChange: (values: Record<string, string>) => void
}

/** Renders parameter fields. Optional parameters without an example are collapsed. */
function Parameters({ name, parameters, values, onChange }: ParametersProps) {
  const [isOpen, setOpen] = useState(false)
  const mainFields = parameters.filter(({ required, example }) => required || example !== undefined)
  const otherParameters = parameters.filter((parameter) => !mainFields.includes(parameter))
  const renderField = (parameter: Parameter) =>
    html`<${Field} key=${parameter.name} id=${`${name}-${parameter.name}`} parameter=${parameter} value=${values[parameter.name] ?? ''} onChange=${(value: string) => onChange({ ...values, [parameter.name]: value })} />`
  return html`${mainFields.map(renderField)}
    ${otherParameters.length > 0 && html`<button type="button" class="plain" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>${isOpen ? 'Fewer parameters' : `${otherParameters.length} more parameters`}</button>`}
    ${isOpen && otherParameters.map(renderField)}`
}

type ResponseViewProps = { title: string; reply: Reply; openPage?: (cursor: string) => void }

function ResponseView({ title, reply, openPage }: ResponseViewProps) {
  const { status, statusText, durationMs, headers } = reply
  const body = reply.body as { errors?: unknown; meta?: { nextCursor?: string } } | string | null
  const responseObject = typeof body === 'string' ? undefined : body
  const isSuccess = status < 300 && !responseObject?.errors
  const bodyText = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  const nextCursor = responseObject?.meta?.nextCursor
  const byteCount = new TextEncoder().encode(JSON.stringify(body)).length
  return html`<section class="response" aria-label=${`${title} response`}>
    <p role="status"><strong>${title}</strong> <span class=${`status ${isSuccess ? 'good' : 'bad'}`}>${status}</span> ${statusText} <span class="quiet">${durationMs} ms, ${byteCount.toLocaleString('en')} bytes</span></p>
    <dl class="headers">${headers.map(([label, value]) => html`<div key=${label}><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
    <div class="code"><pre tabindex="0"><code dangerouslySetInnerHTML=${{ __html: highlight(bodyText, 'json') }}></code></pre></div>
    ${openPage && nextCursor && html`<button type="button" onClick=${() => openPage(nextCursor)}>Next page</button>`}
  </section>`
}

/** Adds a "Try it" button to each call. The first click creates the form. */
export function enableTryIt(): void {
  for (const root of document.querySelectorAll<HTMLElement>('.try')) {
    const tryButton = document.createElement('button')
    tryButton.type = 'button'
    tryButton.className = 'try-open'
    tryButton.textContent = 'Try it'
    tryButton.addEventListener('click', () => {
      tryButton.disabled = true
      void renderForm(root)
    })
    root.append(tryButton)
  }
}

async function renderForm(root: HTMLElement): Promise<void> {
  const operationId = root.dataset['operation'] ?? ''
  const call = calls[operationId]
  if (!call) return
  const examples = call.parameters.filter(({ example }) => example !== undefined)
  const documentedValues = {
    parameters: Object.fromEntries(examples.map((example) => [example.name, example.example])),
    body: call.body,
  }
  const { parameters, body } = await replaceExampleIds(documentedValues)
  const documentedIds = new Set(findIds(documentedValues))
  const formProps: FormProps = {
    name: operationId,
    call,
    initialValues: Object.fromEntries(
      Object.entries(parameters).map(([key, value]) => [key, formatValue(value)]),
    ),
    initialBody: body === undefined ? '' : JSON.stringify(body, null, 2),
    hasForeignIds: findIds({ parameters, body }).some((id) => documentedIds.has(id)),
  }
  root.replaceChildren()
  render(html`<${Form} ...${formProps} />`, root)
  root.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true })
}
