import type { ExternalId } from '../../resources/external-ids/operations.ts'
import type { Candidate, OtherPeople } from '../../resources/people/match.ts'
import { type Name, namesEqual } from '../../resources/people/names.ts'
import type { PersonRow } from '../../resources/people/operations.ts'
import type { RowResult } from './summary.ts'

/** Maximum number of people with one email or phone who are compared with a row. */
const maxHolders = 50

/**
 * The records that a dry run would have written. Since each batch is rolled back, later rows cannot
 * find them in the database. A record created by line 12 has the id `line 12`.
 */
export class DryRun implements OtherPeople {
  private readonly byContact = new Map<number, Candidate[]>()
  private readonly byName = new Map<number, Candidate>()
  private readonly byExternalId = new Map<number, string>()
  /** Records of the current batch, still in the database: from id to line, and from line to id. */
  private readonly lines = new Map<string, string>()
  private readonly ids = new Map<string, string>()
  private readonly externalIds = new Map<string, string>()

  /** Starts a batch, or restarts it when its transaction is retried. */
  startBatch(): void {
    for (const map of [this.lines, this.ids, this.externalIds]) map.clear()
  }

  idOf(id: string): string {
    return this.lines.get(id) ?? id
  }

  isOfFile = (id: string): boolean => this.lines.has(id)

  /** Returns the id in the database; undefined for a record of an earlier batch. */
  storedId(id: string | undefined): string | undefined {
    return id?.startsWith('line ') ? this.ids.get(id) : id
  }

  /** Finds the record with one of the external ids. @param storedId the match in the database */
  recordWith(ids: readonly ExternalId[], stored: string | undefined): string | undefined {
    if (stored !== undefined) return this.idOf(stored)
    return ids.map(keyOf).flatMap((key) => this.byExternalId.get(hashOf(key)) ?? [])[0]
  }

  holders(by: 'email' | 'phone', value: string, name: Name): Candidate[] {
    const found = this.byContact.get(hashOf(`${by} ${value}`)) ?? []
    const namesake = found.length < maxHolders ? undefined : this.byName.get(nameHash(value, name))
    return namesake && !found.includes(namesake) ? [namesake, ...found] : found
  }

  add(line: number, result: RowResult): void {
    const { record, externalIds = [] } = result
    if (!record) return
    result.id ??= `line ${line}`
    if (result.id.startsWith('line ')) {
      this.lines.set(record.id, result.id)
      this.ids.set(result.id, this.ids.get(result.id) ?? record.id)
    }
    for (const id of externalIds) this.externalIds.set(keyOf(id), result.id)
  }

  endBatch(results: readonly RowResult[]): void {
    for (const result of results) this.remember(result)
    for (const [key, id] of this.externalIds) this.byExternalId.set(hashOf(key), id)
  }

  private remember({ id, record, state, matchKeys }: RowResult): void {
    if (!id || !record || state === 'skipped') return
    const { emails, phones } = matchKeys()
    if (emails.length + phones.length === 0) return
    const { firstName, lastName } = record as PersonRow
    const person = { id, firstName, lastName, hasEmail: emails.length > 0 }
    for (const email of emails) this.addHolder(hashOf(`email ${email}`), person)
    for (const phone of phones)
      if (!this.addHolder(hashOf(`phone ${phone}`), person))
        this.byName.set(nameHash(phone, person), person)
  }

  private addHolder(key: number, person: Candidate): boolean {
    const found = this.byContact.get(key) ?? []
    if (found.some((each) => isSame(each, person))) return true
    if (found.length === maxHolders) return false
    this.byContact.set(key, [...found, person])
    return true
  }
}

const keyOf = ({ source, externalId }: ExternalId): string => `${source}:${externalId}`

const isSame = (one: Candidate, other: Candidate): boolean =>
  one.id === other.id && one.hasEmail === other.hasEmail && namesEqual(one, other)

const nameHash = (phone: string, { firstName, lastName }: Name): number =>
  hashOf(`${phone} ${[firstName, lastName].sort().join(' ').toLowerCase()}`)

/** Hashes a key to 53 bits, which take less memory: a file can have millions of keys. */
function hashOf(key: string): number {
  let [high, low] = [0x9e3779b1, 0x85ebca6b]
  for (let index = 0; index < key.length; index++) {
    high = Math.imul(high ^ key.charCodeAt(index), 0x5bd1e995)
    low = Math.imul(low ^ key.charCodeAt(index), 0x1b873593)
    high ^= low >>> 15
    low ^= high >>> 13
  }
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0)
}
