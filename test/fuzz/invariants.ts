import { statusByCode } from '../../src/errors.ts'
import { getCompany } from '../support/visibility-model.ts'
import { type Markers, markerPattern } from './create-records.ts'
import type { DatabaseMonitor } from './database-monitor.ts'
import type { Actor, Fixture } from './fixture.ts'
import type { Records } from './records.ts'
import type { Request } from './request.ts'
import type { FuzzResponse } from './send.ts'

/** A request, its response, and the state of the database before the request. */
export interface Exchange {
  fixture: Fixture
  monitor: DatabaseMonitor
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
export type Outcome = 'succeeded' | 'rejected' | 'partial'

interface ReportedError {
  code?: unknown
}

/** Returns all errors of a REST or GraphQL response, including errors within a stream. */
function listErrors({ request, response }: Exchange): ReportedError[] {
  if (request.interface === 'rest') return response.body?.error ? [response.body.error] : []
  const results = response.isStream
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
  if (response.status >= 400) return 'rejected'
  if (request.interface === 'rest' || listErrors(exchange).length === 0) return 'succeeded'
  return response.body?.data && !request.isWrite ? 'partial' : 'rejected'
}

/** Returns a description of the first violated invariant, or undefined. */
export function findViolation(exchange: Exchange): string | undefined {
  return (
    findServerError(exchange) ??
    findEnvelopeViolation(exchange) ??
    findUnexpectedChange(exchange) ??
    findDataLeak(exchange) ??
    findMissingEffect(exchange)
  )
}

function findServerError(exchange: Exchange): string | undefined {
  const codes = listErrors(exchange).map(({ code }) => code)
  if (
    exchange.response.status >= 500 ||
    codes.includes('INTERNAL_ERROR') ||
    codes.includes('UNAVAILABLE')
  )
    return `server error: ${exchange.response.status}`
  const loggedErrors = exchange.fixture.takeLoggedErrors()
  return loggedErrors.length > 0
    ? `the server logged an error: ${loggedErrors.join('\n').slice(0, 3000)}`
    : undefined
}

function findEnvelopeViolation(exchange: Exchange): string | undefined {
  const { request, response } = exchange
  const { status, body, text } = response
  if (request.method === 'HEAD') return text === '' ? undefined : 'the response to HEAD has a body'
  if (response.isStream) return findStreamViolation(response)
  // The GraphiQL page requires no API key.
  if (
    exchange.actor.name === 'nobody' &&
    request.interface === 'graphql' &&
    /^text\/html/.test(response.headers['content-type'] ?? '')
  )
    return undefined
  if (body === undefined || body === null || typeof body !== 'object')
    return 'the body is not a response envelope'
  for (const { code } of listErrors(exchange))
    if (!Object.hasOwn(statusByCode, String(code))) return `an error has the code ${String(code)}`
  if (status >= 400 && listErrors(exchange).length === 0) return 'the rejection has no error code'
  if (request.interface === 'rest') {
    if (status >= 400)
      return status === 431 || statusByCode[body.error.code as 'CONFLICT'] === status
        ? undefined
        : `error code ${body.error.code} with status ${status}`
    return typeof body.meta?.requestId === 'string' && ('data' in body || body.success === true)
      ? undefined
      : 'the body is not the envelope of a successful response'
  }
  return 'data' in body || 'errors' in body || 'error' in body
    ? undefined
    : 'the body has neither `data` nor `errors`'
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

function findStreamViolation({ text }: FuzzResponse): string | undefined {
  try {
    const invalidMessage = parseMessages(text).find(({ event, data }) =>
      event === 'next' ? typeof data !== 'object' : event !== 'complete' || data !== undefined,
    )
    return invalidMessage
      ? `the stream contains an invalid message ${JSON.stringify(invalidMessage)}`
      : undefined
  } catch (error) {
    return `the stream contains invalid JSON: ${String(error)}`
  }
}

/**
 * Checks that rejected requests and reads change no row. A new database version alone does not
 * prove a change, because a transaction may commit unchanged rows after a rollback to a savepoint.
 */
function findUnexpectedChange(exchange: Exchange): string | undefined {
  if (exchange.request.isWrite && getOutcome(exchange) === 'succeeded') return undefined
  if (exchange.monitor.readVersion() === exchange.stateBefore.version) return undefined
  const tables = exchange.monitor.listChangedTables()
  return tables.length > 0
    ? `${getOutcome(exchange) === 'rejected' ? 'a rejected request' : 'a read'} changed the database: ${tables.join(', ')}`
    : undefined
}

const idPattern = /\b[a-z]+_[0-9a-hjkmnp-tv-z]{26}\b/g

/**
 * Matches the id of the credential with which a change was made. Events return the id in these
 * fields or under an alias.
 */
const credentialPattern = /"(keyId|apiKeyId|identityId|a\d+)":"(key|identity)_\w+"/g

/**
 * Checks that the response contains no data of other companies or of hidden records, unless the
 * request contains the same data.
 */
function findDataLeak(exchange: Exchange): string | undefined {
  const { response, request, actor, fixture, monitor, stateBefore, markers } = exchange
  const requestText = `${decodeSafely(decodeURIComponent, request.path)} ${request.body?.toString() ?? ''} ${request.headers.join(' ')}`
  const responseText = response.text.replace(credentialPattern, '')
  const listDisclosed = (pattern: RegExp) =>
    [...new Set(responseText.match(pattern))].filter((item) => !requestText.includes(item))
  const [ids, disclosedMarkers] = [listDisclosed(idPattern), listDisclosed(markerPattern)]
  if (ids.length + disclosedMarkers.length === 0) return undefined
  const ownCompany = actor.caller ? fixture.companies[getCompany(actor.caller.user)] : undefined
  // The filter of a smart list can contain ids that another user entered.
  const isInFilter = (id: string) =>
    monitor
      .findIdsContaining(id)
      .some(
        (containingId) =>
          containingId.startsWith('smartlist_') &&
          monitor.findCompanyId(containingId) === ownCompany,
      )
  const foreignId =
    ids.find(
      (id) =>
        id !== ownCompany &&
        ![undefined, ownCompany].includes(monitor.findCompanyId(id)) &&
        !isInFilter(id),
    ) ??
    disclosedMarkers.find(
      (marker) => fixture.companies[markers.get(marker)?.company ?? 'acme'] !== ownCompany,
    )
  if (foreignId) return `the response contains data of another company: ${foreignId}`
  if (!actor.caller) return undefined
  const recordsAfter = monitor.readRecords()
  const { caller } = actor
  // The audit log also contains private smart lists of other users.
  const isAuditLog = /audit/i.test(requestText)
  const createIdCheck = (method: 'getVisibleIds' | 'getReadableIds') => (id: string) =>
    stateBefore.records[method](caller).has(id) || recordsAfter[method](caller).has(id)
  const isHidden = (id: string, isPermitted: (id: string) => boolean) => {
    const record = stateBefore.records.findById(id)
    return (
      !!record &&
      !publicKinds.has(record.kind) &&
      !(isAuditLog && record.kind === 'smartList') &&
      !isPermitted(id)
    )
  }
  const canViewRecord = createIdCheck('getVisibleIds')
  const id = ids.find((candidate) => isHidden(candidate, canViewRecord) && !isInFilter(candidate))
  if (id) return `the response contains a hidden record: ${id}`
  // A write returns the changed record even if the API key cannot read records of its kind.
  const canReadRecord = (id: string) =>
    createIdCheck('getReadableIds')(id) ||
    (request.isWrite && requestText.includes(id) && canViewRecord(id))
  const hiddenMarker = disclosedMarkers.find((candidate) => {
    const markedRecord = markers.get(candidate)
    return (
      markedRecord &&
      isHidden(markedRecord.id, canReadRecord) &&
      !monitor.findIdsContaining(candidate).some(canReadRecord)
    )
  })
  return (
    hiddenMarker &&
    `the response contains the hidden text ${hiddenMarker} of ${markers.get(hiddenMarker)?.id}`
  )
}

/** Kinds whose ids every caller can view, because other records refer to them. */
const publicKinds = new Set([
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

/**
 * Checks that a record exists if the response reports it as created, and does not exist if the
 * response reports it as deleted.
 */
function findMissingEffect(exchange: Exchange): string | undefined {
  const { request, response, monitor, fixture, actor } = exchange
  if (
    !actor.caller ||
    !request.isWrite ||
    getOutcome(exchange) !== 'succeeded' ||
    response.headers['idempotent-replayed']
  )
    return undefined
  if (response.status === 201) {
    const id = String(response.body.data?.id)
    if (monitor.findCompanyId(id) !== fixture.companies[getCompany(actor.caller.user)])
      return `${id} is reported as created but does not exist`
  }
  const [payload] = /^mutation delete(?!Person)/.test(request.operation)
    ? (Object.values(response.body?.data ?? {}) as { deletedId?: string }[])
    : []
  const kind = payload?.deletedId && monitor.readRecords().findById(payload.deletedId)?.kind
  return kind && kind !== 'customField'
    ? `${payload.deletedId} is reported as deleted but still exists`
    : undefined
}
