import { statusByCode } from '../../src/errors.ts'
import { getCompany } from '../support/visibility-model.ts'
import { type Markers, markerPattern } from './create-records.ts'
import type { DatabaseMonitor } from './database-snapshot.ts'
import type { Actor, Fixture } from './fixture.ts'
import type { Records } from './records.ts'
import type { Request } from './request.ts'
import type { FuzzResponse } from './send.ts'

/** A request, its response, and the state of the database before the request. */
export interface Exchange {
  fixture: Fixture
  snapshot: DatabaseMonitor
  markers: Markers
  actor: Actor
  request: Request
  response: FuzzResponse
  stateBefore: { version: number; records: Records }
}

/**
 * The outcome of a request: success, rejection, or partial success, such as a query with an error
 * in one field.
 */
export type Outcome = 'done' | 'refused' | 'partly'

interface ReportedError {
  code?: unknown
}

/** Returns all errors of a REST or GraphQL response, including those within a stream. */
function getErrors({ request, response }: Exchange): ReportedError[] {
  if (request.interface === 'rest') return response.body?.error ? [response.body.error] : []
  const results = response.stream
    ? parseMessages(response.text).map(({ data }) => data as FuzzResponse['body'])
    : [response.body]
  return results.flatMap((result) =>
    result?.error
      ? [result.error as ReportedError]
      : ((result?.errors ?? []) as { extensions?: ReportedError }[]).map(
          ({ extensions }) => extensions ?? {},
        ),
  )
}

export function getOutcome(exchange: Exchange): Outcome {
  const { request, response } = exchange
  if (response.status >= 400) return 'refused'
  if (request.interface === 'rest' || getErrors(exchange).length === 0) return 'done'
  return response.body?.data && !request.isWrite ? 'partly' : 'refused'
}

/** Returns a description of the first violated invariant, or undefined. */
export function findViolation(exchange: Exchange): string | undefined {
  return (
    findServerFault(exchange) ??
    findEnvelopeFault(exchange) ??
    findUnexpectedChange(exchange) ??
    findLeak(exchange) ??
    findMissingEffect(exchange)
  )
}

function findServerFault(exchange: Exchange): string | undefined {
  const codes = getErrors(exchange).map(({ code }) => code)
  if (
    exchange.response.status >= 500 ||
    codes.includes('INTERNAL_ERROR') ||
    codes.includes('UNAVAILABLE')
  )
    return `a fault of the server: ${exchange.response.status}`
  const loggedErrors = exchange.fixture.faults()
  return loggedErrors.length > 0
    ? `the server told of a fault: ${loggedErrors.join('\n').slice(0, 3000)}`
    : undefined
}

function findEnvelopeFault(exchange: Exchange): string | undefined {
  const { request, response } = exchange
  const { status, body, text } = response
  if (request.method === 'HEAD') return text === '' ? undefined : 'an answer to HEAD has a body'
  if (response.stream) return findStreamFault(response)
  // The page of GraphiQL requires no key.
  if (
    exchange.actor.name === 'nobody' &&
    request.interface === 'graphql' &&
    /^text\/html/.test(response.headers['content-type'] ?? '')
  )
    return undefined
  if (body === undefined || body === null || typeof body !== 'object')
    return 'the body is no envelope'
  for (const { code } of getErrors(exchange))
    if (!Object.hasOwn(statusByCode, String(code))) return `an error has the code ${String(code)}`
  if (status >= 400 && getErrors(exchange).length === 0) return 'a refusal without its code'
  if (request.interface === 'rest') {
    if (status >= 400)
      return status === 431 || statusByCode[body.error.code as 'CONFLICT'] === status
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

const parseMessages = (text: string) =>
  text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const [event, data] = ['event', 'data'].map(
        (name) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1],
      )
      return event ? [{ event, data: data ? (JSON.parse(data) as unknown) : undefined }] : []
    })

function findStreamFault({ text }: FuzzResponse): string | undefined {
  try {
    const invalidMessage = parseMessages(text).find(({ event, data }) =>
      event === 'next' ? typeof data !== 'object' : event !== 'complete' || data !== undefined,
    )
    return invalidMessage ? `the stream has a message ${JSON.stringify(invalidMessage)}` : undefined
  } catch (error) {
    return `the stream has what is no JSON: ${String(error)}`
  }
}

/**
 * Checks that rejected requests and reads change no row. The version of the database alone does not
 * show this, since a transaction may commit rows unchanged after a rollback to a savepoint.
 */
function findUnexpectedChange(exchange: Exchange): string | undefined {
  if (exchange.request.isWrite && getOutcome(exchange) === 'done') return undefined
  if (exchange.snapshot.version() === exchange.stateBefore.version) return undefined
  const tables = exchange.snapshot.changedTables()
  return tables.length > 0
    ? `${getOutcome(exchange) === 'refused' ? 'a refusal' : 'a read'} changed the database: ${tables.join(', ')}`
    : undefined
}

const idPattern = /\b[a-z]+_[0-9a-hjkmnp-tv-z]{26}\b/g

/** Matches the id of the credential of a change, which events contain by these names or an alias. */
const credentialPattern = /"(keyId|apiKeyId|identityId|a\d+)":"(key|identity)_\w+"/g

/**
 * Checks that the response contains no data of another company or of a hidden record, unless the
 * request contains it.
 */
function findLeak(exchange: Exchange): string | undefined {
  const { response, request, actor, fixture, snapshot, stateBefore, markers } = exchange
  const requestText = `${decodeSafely(decodeURIComponent, request.path)} ${request.body?.toString() ?? ''} ${request.headers.join(' ')}`
  const text = response.text.replace(credentialPattern, '')
  const findDisclosed = (pattern: RegExp) =>
    [...new Set(text.match(pattern))].filter((item) => !requestText.includes(item))
  const [ids, markersShown] = [findDisclosed(idPattern), findDisclosed(markerPattern)]
  if (ids.length + markersShown.length === 0) return undefined
  const ownCompany = actor.caller ? fixture.companies[getCompany(actor.caller.user)] : undefined
  // A smart list returns its filter, including ids that a colleague has used in it.
  const isInFilter = (id: string) =>
    snapshot
      .idsContaining(id)
      .some(
        (holder) => holder.startsWith('smartlist_') && snapshot.companyOf(holder) === ownCompany,
      )
  const foreignId =
    ids.find(
      (id) =>
        id !== ownCompany &&
        ![undefined, ownCompany].includes(snapshot.companyOf(id)) &&
        !isInFilter(id),
    ) ??
    markersShown.find(
      (marker) => fixture.companies[markers.get(marker)?.company ?? 'acme'] !== ownCompany,
    )
  if (foreignId) return `something of another company: ${foreignId}`
  if (!actor.caller) return undefined
  const recordsAfter = snapshot.records()
  const { caller } = actor
  // The audit log also contains private smart lists of other users.
  const isAuditLog = /audit/i.test(requestText)
  const createCheck = (method: 'visibleTo' | 'readableBy') => (id: string) =>
    stateBefore.records[method](caller).has(id) || recordsAfter[method](caller).has(id)
  const isHidden = (id: string, canShow: (id: string) => boolean) => {
    const record = stateBefore.records.byId(id)
    return (
      !!record &&
      !openKinds.has(record.kind) &&
      !(isAuditLog && record.kind === 'smartList') &&
      !canShow(id)
    )
  }
  const canSee = createCheck('visibleTo')
  const id = ids.find((candidate) => isHidden(candidate, canSee) && !isInFilter(candidate))
  if (id) return `something hidden: ${id}`
  // A change returns the record even if the key cannot read records of its kind.
  const canRead = (id: string) =>
    createCheck('readableBy')(id) || (request.isWrite && requestText.includes(id) && canSee(id))
  const hiddenMarker = markersShown.find((candidate) => {
    const markedRecord = markers.get(candidate)
    return (
      markedRecord &&
      isHidden(markedRecord.id, canRead) &&
      !snapshot.idsContaining(candidate).some(canRead)
    )
  })
  return hiddenMarker && `something hidden: ${hiddenMarker} of ${markers.get(hiddenMarker)?.id}`
}

/** Kinds of records whose ids every caller can view on other records, such as users and stages. */
const openKinds = new Set([
  'user',
  'team',
  'tag',
  'stage',
  'pipeline',
  'pipelineStage',
  'customField',
])

function decodeSafely(decode: (text: string) => string, text: string): string {
  try {
    return decode(text)
  } catch {
    return text
  }
}

/** Checks that records reported as created exist, and that records reported as deleted do not. */
function findMissingEffect(exchange: Exchange): string | undefined {
  const { request, response, snapshot, fixture, actor } = exchange
  if (
    !actor.caller ||
    !request.isWrite ||
    getOutcome(exchange) !== 'done' ||
    response.headers['idempotent-replayed']
  )
    return undefined
  if (response.status === 201) {
    const id = String(response.body.data?.id)
    if (snapshot.companyOf(id) !== fixture.companies[getCompany(actor.caller.user)])
      return `${id} was created and is not there`
  }
  const [payload] = /^mutation delete(?!Person)/.test(request.operation)
    ? (Object.values(response.body?.data ?? {}) as { deletedId?: string }[])
    : []
  const kind = payload?.deletedId && snapshot.records().byId(payload.deletedId)?.kind
  return kind && kind !== 'customField'
    ? `${payload.deletedId} was deleted and is there`
    : undefined
}
