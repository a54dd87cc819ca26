import { html } from 'htm/preact'
import { highlighted } from './highlight.ts'
import type { Answer } from './send.ts'

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
  return html`<section class="answer" aria-label=${`Answer of ${title}`}>
    <p role="status"><strong>${title}</strong> <span class=${`status ${good ? 'good' : 'bad'}`}>${answer.status}</span> ${answer.text} <span class="quiet">${answer.milliseconds} ms, ${size.toLocaleString('en')} bytes</span></p>
    <dl class="headers">${answer.headers.map(([name, value]) => html`<div key=${name}><dt>${words[name] ?? name}</dt><dd>${value}</dd></div>`)}</dl>
    <div class="code"><pre tabindex="0"><code dangerouslySetInnerHTML=${{ __html: highlighted(text, 'json') }}></code></pre></div>
    ${goOn && next && html`<button type="button" onClick=${() => goOn(next)}>Next page</button>`}
  </section>`
}
