import { html, render } from 'htm/preact'
import { useState } from 'preact/hooks'
import { highlight } from '../../pages/browser/highlight.ts'
import { currentKey, settings } from '../../pages/browser/page-data.ts'
import { keyField } from './navigation.ts'
import {
  type Answer,
  addressOf,
  type Call,
  headersOf,
  idsIn,
  type Parameter,
  replaceExampleIds,
  sendGraphql,
  sendRest,
  toText,
  variablesOf,
} from './request.ts'

const { calls } = settings<{ calls: Record<string, Call> }>()

interface Given {
  name: string
  call: Call
  values: Record<string, string>
  text: string
  /** Whether ids of the examples are left, for which no record of one's own was found. */
  foreign: boolean
}

function Field({
  id,
  parameter,
  value,
  set,
}: {
  id: string
  parameter: Parameter
  value: string
  set: (value: string) => void
}) {
  const words =
    parameter.type === 'boolean'
      ? ['true', 'false']
      : parameter.words?.filter((word) => word !== null)
  const on = (event: Event) => set((event.target as HTMLInputElement).value)
  const input = words
    ? html`<select id=${id} value=${value} onChange=${on}><option value=""></option>${words.map((word) => html`<option>${word}</option>`)}</select>`
    : html`<input id=${id} value=${value} onInput=${on} spellcheck=${false} autocomplete="off" placeholder=${parameter.type === 'json' ? '{ … }' : ''} required=${parameter.required} />`
  return html`<div class="row"><label for=${id}><code>${parameter.name}</code>${parameter.required && html` <span class="required">required</span>`}</label>${input}</div>`
}

/**
 * The form, and below it what came back: the call's answer, and beside it that of its GraphQL
 * operation.
 */
function Form({ name, call, values: first, text: firstText, foreign }: Given) {
  const writes = call.method !== 'GET'
  const [values, setValues] = useState(first)
  const [text, setText] = useState(firstText)
  const [beside, setBeside] = useState(!writes)
  const [more, setMore] = useState(false)
  const [fault, setFault] = useState('')
  const [answers, setAnswers] = useState<{ rest?: Answer; graphql?: Answer }>({})
  const [busy, setBusy] = useState(false)
  const set = (key: string, value: string) => setValues((before) => ({ ...before, [key]: value }))

  const run = async (own: Record<string, string>) => {
    if (!currentKey()) {
      setFault('Enter an API key at the top of the page first.')
      keyField.focus()
      return
    }
    let body: Record<string, unknown> = {}
    try {
      body = text ? JSON.parse(text) : {}
    } catch (error) {
      setFault(`The body is not JSON: ${(error as Error).message}`)
      return
    }
    setFault('')
    setBusy(true)
    try {
      const asked = () =>
        sendRest(call.method, addressOf(call, own), headersOf(call, own), text || undefined)
      const same = () => sendGraphql(call.query, variablesOf(call, own, body), name)
      const rest = asked()
      // What reads is asked at both doors at once; what writes, one after the other.
      const graphql = beside ? (writes ? rest.then(same) : same()) : undefined
      setAnswers({ rest: await rest, graphql: await graphql })
    } catch (error) {
      setFault(`The server could not be reached: ${(error as Error).message}`)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: Event) => {
    event.preventDefault()
    void run(values)
  }
  const goOn = (cursor: string) => {
    const next = { ...values, cursor }
    setValues(next)
    void run(next)
  }

  const main = call.parameters.filter((each) => each.required || each.value !== undefined)
  const others = call.parameters.filter((each) => !main.includes(each))
  const field = (parameter: Parameter) =>
    html`<${Field} key=${parameter.name} id=${`${name}-${parameter.name}`} parameter=${parameter} value=${values[parameter.name] ?? ''} set=${(value: string) => set(parameter.name, value)} />`
  return html`<form onSubmit=${submit} aria-label="Try it">
    ${main.map(field)}
    ${call.body !== undefined && html`<div class="row wide"><label for=${`${name}-body`}>Body</label><textarea id=${`${name}-body`} rows=${Math.min(16, text.split('\n').length + 1)} spellcheck=${false} value=${text} onInput=${(event: Event) => setText((event.target as HTMLTextAreaElement).value)}></textarea></div>`}
    ${others.length > 0 && html`<button type="button" class="plain" aria-expanded=${more} onClick=${() => setMore(!more)}>${more ? 'Fewer parameters' : `${others.length} more parameters`}</button>${more && others.map(field)}`}
    <div class="go"><button class=${call.method === 'DELETE' ? 'main removes' : 'main'} disabled=${busy}>${busy ? 'Sending …' : `Send ${call.method}`}</button>
      <label class="beside"><input type="checkbox" checked=${beside} onChange=${(event: Event) => setBeside((event.target as HTMLInputElement).checked)} /> the same in GraphQL beside it</label></div>
    ${writes && html`<p class="quiet">This changes records of the company that the key belongs to${beside ? ', and twice: once by each door' : ''}.</p>`}
    ${foreign && html`<p class="quiet">No matching record of yours was found. Replace the example id by one of yours.</p>`}
    <p role="alert" class="fault">${fault}</p>
  </form>
  <div class="answers">
    ${answers.rest && html`<${AnswerView} title="REST" answer=${answers.rest} goOn=${goOn} />`}
    ${answers.graphql && html`<${AnswerView} title="GraphQL" answer=${answers.graphql} />`}
  </div>`
}

async function open(place: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const name = place.dataset['operation'] ?? ''
  const call = calls[name]
  if (!call) return
  button.disabled = true
  const examples = Object.fromEntries(
    call.parameters.flatMap((each) => (each.value === undefined ? [] : [[each.name, each.value]])),
  )
  const given = { parameters: examples, body: call.body }
  const { parameters, body } = await replaceExampleIds(given)
  const before = new Set(idsIn(given))
  const foreign = currentKey() !== '' && idsIn({ parameters, body }).some((id) => before.has(id))
  const values = Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [key, toText(value)]),
  )
  const text = call.body === undefined ? '' : JSON.stringify(body, null, 2)
  place.replaceChildren()
  render(
    html`<${Form} name=${name} call=${call} values=${values} text=${text} foreign=${foreign} />`,
    place,
  )
  place
    .querySelector<HTMLElement>('input, select, textarea, button')
    ?.focus({ preventScroll: true })
}

/** Puts a button where a call can be tried out; the form is made when it is pressed. */
export function startTrying(): void {
  for (const place of document.querySelectorAll<HTMLElement>('.try')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'try-open'
    button.textContent = 'Try it'
    button.addEventListener('click', () => void open(place, button))
    place.append(button)
  }
}

const words: Record<string, string> = {
  'x-ratelimit-remaining': 'Units left',
  'x-ratelimit-limit': 'of',
  'x-request-id': 'Request id',
  etag: 'ETag',
  link: 'Link',
  location: 'Location',
  'retry-after': 'Retry after',
  'idempotent-replayed': 'Replayed',
}

/** An answer: status, how long it took, what its headers say, and the JSON. */
export function AnswerView({
  title,
  answer,
  goOn,
}: {
  title: string
  answer: Answer
  goOn?: (cursor: string) => void
}) {
  const good = answer.status < 300 && !(answer.body as { errors?: unknown } | null)?.errors
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body, null, 2)
  const next = (answer.body as { meta?: { nextCursor?: string } } | null)?.meta?.nextCursor
  const size = new TextEncoder().encode(JSON.stringify(answer.body)).length
  return html`<section class="answer" aria-label=${`${title} response`}>
    <p role="status"><strong>${title}</strong> <span class=${`status ${good ? 'good' : 'bad'}`}>${answer.status}</span> ${answer.text} <span class="quiet">${answer.milliseconds} ms, ${size.toLocaleString('en')} bytes</span></p>
    <dl class="headers">${answer.headers.map(([name, value]) => html`<div key=${name}><dt>${words[name] ?? name}</dt><dd>${value}</dd></div>`)}</dl>
    <div class="code"><pre tabindex="0"><code dangerouslySetInnerHTML=${{ __html: highlight(text, 'json') }}></code></pre></div>
    ${goOn && next && html`<button type="button" onClick=${() => goOn(next)}>Next page</button>`}
  </section>`
}
