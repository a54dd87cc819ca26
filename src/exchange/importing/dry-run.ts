/** Remembers the records that a dry run would write, so that later rows can match them. */
import type { ExternalId } from '../../resources/external-ids/operations.ts'
import type { Candidate, OtherPeople } from '../../resources/people/match.ts'
import { areNamesEqual, type Name } from '../../resources/people/names.ts'
import type { PersonRow } from '../../resources/people/operations.ts'
import type { RowResult } from './results.ts'

/** Maximum number of people remembered per email or phone. */
const maxHolders = 50

/**
 * The records that earlier rows would have written. A dry run rolls back each batch, so later rows
 * cannot find these records in the database. A record created by line 12 has the id `line 12`.
 */
export class DryRun implements OtherPeople {
  readonly #candidatesByContact = new Map<number, Candidate[]>()
  readonly #candidateByPhoneAndName = new Map<number, Candidate>()
  readonly #idsByExternalId = new Map<number, string>()
  /** Maps database ids of the current batch to dry-run ids such as `line 12`. */
  readonly #lineIds = new Map<string, string>()
  /** Maps dry-run ids of the current batch to database ids. */
  readonly #storedIds = new Map<string, string>()
  readonly #batchIdsByExternalId = new Map<string, string>()

  /** Starts a batch, or restarts a batch whose transaction is retried. */
  startBatch(): void {
    for (const map of [this.#lineIds, this.#storedIds, this.#batchIdsByExternalId]) map.clear()
  }

  toDryRunId(id: string): string {
    return this.#lineIds.get(id) ?? id
  }

  isFromFile = (id: string): boolean => this.#lineIds.has(id)

  /** Returns the database id, or undefined for a record that an earlier batch created. */
  getStoredId(id: string | undefined): string | undefined {
    return id?.startsWith('line ') ? this.#storedIds.get(id) : id
  }

  /** Finds the record with one of the external ids. @param storedId the id of a database match */
  findRecord(ids: readonly ExternalId[], storedId: string | undefined): string | undefined {
    if (storedId !== undefined) return this.toDryRunId(storedId)
    return ids.flatMap((id) => this.#idsByExternalId.get(hashKey(toKey(id))) ?? [])[0]
  }

  listHolders(by: 'email' | 'phone', value: string, name: Name): Candidate[] {
    const candidates = this.#candidatesByContact.get(hashKey(`${by} ${value}`)) ?? []
    if (candidates.length < maxHolders) return candidates
    const namesake = this.#candidateByPhoneAndName.get(hashPhoneAndName(value, name))
    return namesake && !candidates.includes(namesake) ? [namesake, ...candidates] : candidates
  }

  addResult(line: number, result: RowResult): void {
    const { record, externalIds = [] } = result
    if (!record) return
    result.id ??= `line ${line}`
    if (result.id.startsWith('line ')) {
      this.#lineIds.set(record.id, result.id)
      this.#storedIds.set(result.id, this.#storedIds.get(result.id) ?? record.id)
    }
    for (const id of externalIds) this.#batchIdsByExternalId.set(toKey(id), result.id)
  }

  endBatch(results: readonly RowResult[]): void {
    for (const result of results) this.#addMatchKeys(result)
    for (const [key, id] of this.#batchIdsByExternalId) this.#idsByExternalId.set(hashKey(key), id)
  }

  #addMatchKeys({ id, record, state, getMatchKeys }: RowResult): void {
    if (!id || !record || state === 'skipped') return
    const { emails, phones } = getMatchKeys?.() ?? { emails: [], phones: [] }
    const { firstName, lastName } = record as PersonRow
    const person = { id, firstName, lastName, hasEmail: emails.length > 0 }
    for (const email of emails) this.#addHolder(hashKey(`email ${email}`), person)
    for (const phone of phones)
      if (!this.#addHolder(hashKey(`phone ${phone}`), person))
        this.#candidateByPhoneAndName.set(hashPhoneAndName(phone, person), person)
  }

  #addHolder(key: number, person: Candidate): boolean {
    const candidates = this.#candidatesByContact.get(key) ?? []
    const isSamePerson = ({ id, hasEmail, ...name }: Candidate) =>
      id === person.id && hasEmail === person.hasEmail && areNamesEqual(name, person)
    if (candidates.some(isSamePerson)) return true
    if (candidates.length === maxHolders) return false
    this.#candidatesByContact.set(key, [...candidates, person])
    return true
  }
}

const toKey = ({ source, externalId }: ExternalId): string => `${source}:${externalId}`

const hashPhoneAndName = (phone: string, { firstName, lastName }: Name): number =>
  hashKey(`${phone} ${[firstName, lastName].sort().join(' ').toLowerCase()}`)

/** Hashes a key to 53 bits to save memory, since a file can have millions of keys. */
function hashKey(key: string): number {
  let [high, low] = [0x9e3779b1, 0x85ebca6b]
  for (let index = 0; index < key.length; index++) {
    high = Math.imul(high ^ key.charCodeAt(index), 0x5bd1e995)
    low = Math.imul(low ^ key.charCodeAt(index), 0x1b873593)
    high ^= low >>> 15
    low ^= high >>> 13
  }
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0)
}
