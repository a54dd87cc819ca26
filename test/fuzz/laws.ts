import { statusOf } from '../../src/errors.ts'
import { companyOf } from '../support/visibility-model.ts'
import type { Actor, Cast } from './cast.ts'
import { aMark, type Marks } from './create-records.ts'
import type { Ground } from './ground.ts'
import type { Records } from './records.ts'
import type { Request } from './request.ts'
import type { Answer } from './send.ts'

/** A request, its response, and the state before. */
export interface Exchange {
  cast: Cast
  ground: Ground
  marks: Marks
  actor: Actor
  request: Request
  answer: Answer
  before: { version: number; records: Records }
}

/**
 * The result of a request: success, refusal, or partial, such as a query with an error at a field.
 */
export type Outcome = 'done' | 'refused' | 'partly'

interface ReportedError {
  code?: unknown
}

/** All errors of a REST or GraphQL response, also within a stream. */
function errorsOf({ request, answer }: Exchange): ReportedError[] {
  if (request.door === 'rest') return answer.body?.error ? [answer.body.error] : []
  const results = answer.stream
    ? messages(answer.text).map(({ data }) => data as Answer['body'])
    : [answer.body]
  return results.flatMap((result) =>
    result?.error
      ? [result.error as ReportedError]
      : ((result?.errors ?? []) as { extensions?: ReportedError }[]).map(
          ({ extensions }) => extensions ?? {},
        ),
  )
}

export function outcomeOf(x: Exchange): Outcome {
  const { request, answer } = x
  if (answer.status >= 400) return 'refused'
  if (request.door === 'rest' || errorsOf(x).length === 0) return 'done'
  return answer.body?.data && !request.writes ? 'partly' : 'refused'
}

/** The laws that a response violates. */
export function broken(x: Exchange): string | undefined {
  return fault(x) ?? findEnvelopeFault(x) ?? changed(x) ?? findLeak(x) ?? undone(x)
}

function fault(x: Exchange): string | undefined {
  const codes = errorsOf(x).map(({ code }) => code)
  if (x.answer.status >= 500 || codes.includes('INTERNAL_ERROR') || codes.includes('UNAVAILABLE'))
    return `a fault of the server: ${x.answer.status}`
  const received = x.cast.faults()
  return received.length > 0
    ? `the server told of a fault: ${received.join('\n').slice(0, 3000)}`
    : undefined
}

function findEnvelopeFault(x: Exchange): string | undefined {
  const { request, answer } = x
  const { status, body, text } = answer
  if (request.method === 'HEAD') return text === '' ? undefined : 'an answer to HEAD has a body'
  if (answer.stream) return findStreamFault(answer)
  // GraphiQL's page needs no key.
  if (
    x.actor.name === 'nobody' &&
    request.door === 'graphql' &&
    /^text\/html/.test(answer.headers['content-type'] ?? '')
  )
    return undefined
  if (body === undefined || body === null || typeof body !== 'object')
    return 'the body is no envelope'
  for (const { code } of errorsOf(x))
    if (!Object.hasOwn(statusOf, String(code))) return `an error has the code ${String(code)}`
  if (status >= 400 && errorsOf(x).length === 0) return 'a refusal without its code'
  if (request.door === 'rest') {
    if (status >= 400)
      return status === 431 || statusOf[body.error.code as 'CONFLICT'] === status
        ? undefined
        : `${body.error.code} as ${status}`
    return typeof body.meta?.requestId === 'string' && ('data' in body || body.success === true)
      ? undefined
      : 'not the envelope of a success'
  }
  return 'data' in body || 'errors' in body || 'error' in body
    ? undefined
    : 'neither data nor errors'
}

const messages = (text: string) =>
  text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const [event, data] = ['event', 'data'].map(
        (name) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1],
      )
      return event ? [{ event, data: data ? (JSON.parse(data) as unknown) : undefined }] : []
    })

function findStreamFault({ text }: Answer): string | undefined {
  try {
    const wrong = messages(text).find(({ event, data }) =>
      event === 'next' ? typeof data !== 'object' : event !== 'complete' || data !== undefined,
    )
    return wrong ? `the stream has a message ${JSON.stringify(wrong)}` : undefined
  } catch (error) {
    return `the stream has what is no JSON: ${String(error)}`
  }
}

/** A refusal or a read changes nothing. A rolled back change may be committed as the same rows. */
function changed(x: Exchange): string | undefined {
  if (x.request.writes && outcomeOf(x) === 'done') return undefined
  if (x.ground.version() === x.before.version) return undefined
  const tables = x.ground.changed()
  return tables.length > 0
    ? `${outcomeOf(x) === 'refused' ? 'a refusal' : 'a read'} changed the database: ${tables.join(', ')}`
    : undefined
}

const idPattern = /\b[a-z]+_[0-9a-hjkmnp-tv-z]{26}\b/g

/** Events name the key that made the change, under this name or an alias. */
const theKeyUsed = /"(keyId|a\d+)":"key_\w+"/g

/**
 * No response contains data of another company, or of a record that the caller cannot view, unless
 * the request contains it.
 */
function findLeak(x: Exchange): string | undefined {
  const { answer, request, actor, cast, ground, before, marks } = x
  const sent = `${decodeSafely(decodeURIComponent, request.path)} ${request.body?.toString() ?? ''} ${request.headers.join(' ')}`
  const text = answer.text.replace(theKeyUsed, '')
  const shown = (pattern: RegExp) =>
    [...new Set(text.match(pattern))].filter((each) => !sent.includes(each))
  const [ids, words] = [shown(idPattern), shown(aMark)]
  if (ids.length + words.length === 0) return undefined
  const mine = actor.caller ? cast.companies[companyOf(actor.caller.who)] : undefined
  // A smart list returns its filter with all ids that a colleague has put into it.
  const inFilter = (id: string) =>
    ground
      .idsWith(id)
      .some((holder) => holder.startsWith('smartlist_') && ground.companyOf(holder) === mine)
  const foreign =
    ids.find(
      (id) => id !== mine && ![undefined, mine].includes(ground.companyOf(id)) && !inFilter(id),
    ) ?? words.find((word) => cast.companies[marks.get(word)?.company ?? 'acme'] !== mine)
  if (foreign) return `something of another company: ${foreign}`
  if (!actor.caller) return undefined
  const after = ground.records()
  const { caller } = actor
  // The audit log also contains private smart lists of other users.
  const audited = /audit/i.test(sent)
  const covers = (way: 'seenBy' | 'readBy') => (id: string) =>
    before.records[way](caller).has(id) || after[way](caller).has(id)
  const hidden = (id: string, shows: (id: string) => boolean) => {
    const record = before.records.byId(id)
    return (
      !!record && !open.has(record.kind) && !(audited && record.kind === 'smartList') && !shows(id)
    )
  }
  const sees = covers('seenBy')
  const id = ids.find((each) => hidden(each, sees) && !inFilter(each))
  if (id) return `something hidden: ${id}`
  // A change returns the record even if the key cannot read records of its kind.
  const reads = (each: string) =>
    covers('readBy')(each) || (request.writes && sent.includes(each) && sees(each))
  const word = words.find((each) => {
    const of = marks.get(each)
    return of && hidden(of.id, reads) && !ground.idsWith(each).some(reads)
  })
  return word && `something hidden: ${word} of ${marks.get(word)?.id}`
}

/** Kinds whose ids every caller can see on other records: users, stages and tags. */
const open = new Set(['user', 'team', 'tag', 'stage', 'pipeline', 'pipelineStage', 'customField'])

function decodeSafely(decode: (text: string) => string, text: string): string {
  try {
    return decode(text)
  } catch {
    return text
  }
}

/** Records reported as created exist; records reported as deleted do not. */
function undone(x: Exchange): string | undefined {
  const { request, answer, ground, cast, actor } = x
  if (
    !actor.caller ||
    !request.writes ||
    outcomeOf(x) !== 'done' ||
    answer.headers['idempotent-replayed']
  )
    return undefined
  if (answer.status === 201) {
    const id = String(answer.body.data?.id)
    if (ground.companyOf(id) !== cast.companies[companyOf(actor.caller.who)])
      return `${id} was created and is not there`
  }
  const [deleted] = /^mutation delete(?!Person)/.test(request.operation)
    ? (Object.values(answer.body?.data ?? {}) as { id?: string }[])
    : []
  const kind = deleted?.id && ground.records().byId(deleted.id)?.kind
  return kind && kind !== 'customField' ? `${deleted?.id} was deleted and is there` : undefined
}
