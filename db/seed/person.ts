import { keptEmails, keptPhones } from '../../src/resources/people/contact.ts'
import { fold } from '../../src/resources/people/names.ts'
import type { EmailRow, PersonRow, PhoneRow } from '../../src/resources/people/table.ts'
import type { UserRow } from '../../src/resources/users/table.ts'
import { type Identity, makeEmails, makeIdentity, makePhones } from './identity.ts'
import { iso, momentAfter, type Office, recordAt } from './office.ts'
import { fillIn } from './phrases.ts'
import { backgrounds, ownWords, sources, timeframes } from './places.ts'

/** A person with what hangs on them, as rows that are not written yet. */
export interface SeededPerson {
  row: PersonRow
  emails: Omit<EmailRow, 'companyId' | 'personId'>[]
  phones: Omit<PhoneRow, 'companyId' | 'personId'>[]
  tagIds: string[]
  collaboratorIds: string[]
}

const stageMix = { Lead: 46, Prospect: 30, Client: 14, 'Past client': 10 }
const tagMix = { '0': 40, '1': 35, '2': 17, '3': 8 }

export function makePerson(office: Office, number: number, at: number): SeededPerson {
  const { dice, company } = office
  const identity = makeIdentity(office)
  const agent = dice.chance(0.04) ? undefined : dice.pick(dice.chance(0.12) ? office.leaders : office.agents)
  const row = makeRow(office, identity, agent, at)
  const emails = makeEmails(dice, identity, number)
  const other = dice.pick(office.agents)
  return {
    row,
    emails: keptEmails(emails),
    phones: keptPhones(makePhones(office, identity.country), company.region),
    tagIds: dice.some(office.tags, Number(dice.weighted(tagMix))).map((tag) => tag.id),
    collaboratorIds: other !== agent && dice.chance(0.12) ? [other.id] : [],
  }
}

function makeRow(office: Office, { first, last, country }: Identity, agent: UserRow | undefined, at: number): PersonRow {
  const { dice, owner } = office
  const row: PersonRow = {
    ...recordAt(office, 'person', at),
    firstName: first.text,
    lastName: last.text,
    nameKey: fold(`${first.text} ${last.text}`),
    assignedAgentId: agent?.id ?? null,
    stageId: '',
    previousStageId: null,
    trashedAt: null,
    source: dice.weighted(sources),
    price: dice.chance(0.7) ? dice.int(50, 320) * 5000 : null,
    timeframe: dice.chance(0.8) ? dice.pick(timeframes) : null,
    background: dice.chance(0.5) ? fillIn(dice, dice.pick((dice.chance(0.5) && ownWords[country]) || backgrounds), {}) : null,
    relationship: dice.chance(0.3) ? 1 : dice.chance(0.5) ? 0 : null,
    createdBy: (dice.chance(0.7) && agent ? agent : owner).id,
  }
  enterStage(office, row, dice.weighted(stageMix), momentAfter(office, row))
  return row
}

/** Puts a person into a stage of the lifecycle at a time after they came; they come as a Lead. */
export function enterStage({ stages }: Office, row: PersonRow, name: string, at: number): void {
  const stage = stages.find((each) => each.name === name) ?? stages[0]
  row.stageId = stage?.id ?? ''
  if (name === 'Lead') return
  row.version++
  row.updatedAt = iso(Math.max(at, Date.parse(row.updatedAt)))
}

/** Puts a person into Trash; where they were before is kept for their return. */
export function putInTrash({ trash }: Office, row: PersonRow, at: number): void {
  Object.assign(row, { previousStageId: row.stageId, stageId: trash.id, trashedAt: iso(at), updatedAt: iso(at), version: row.version + 1 })
}
