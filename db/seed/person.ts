import { fold } from '../../src/lib/text.ts'
import { toEmailRows, toPhoneRows } from '../../src/resources/people/lists.ts'
import type { EmailRow, PersonRow, PhoneRow } from '../../src/resources/people/table.ts'
import type { StageRow } from '../../src/resources/stages/table.ts'
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
  stays: Stay<StageRow>[]
}

/** A stage, and when it was entered: in the order of time. */
export interface Stay<S> {
  stage: S
  at: number
}

const stageMix = { Lead: 46, Prospect: 30, Client: 14, 'Past client': 10 }
const tagMix = { '0': 40, '1': 35, '2': 17, '3': 8 }

export function makePerson(office: Office, number: number, at: number): SeededPerson {
  const { dice, company } = office
  const identity = makeIdentity(office)
  const agent = dice.chance(0.04)
    ? undefined
    : dice.pick(dice.chance(0.12) ? office.leaders : office.agents)
  const row = makeRow(office, identity, agent, at)
  const stays: Stay<StageRow>[] = []
  enterStage(office, { row, stays }, 'Lead', at)
  enterStage(office, { row, stays }, dice.weighted(stageMix), momentAfter(office, row))
  const emails = makeEmails(dice, identity, number)
  const other = dice.pick(office.agents)
  return {
    row,
    emails: toEmailRows(emails),
    phones: toPhoneRows(makePhones(office, identity.country), company.region),
    tagIds: dice.some(office.tags, Number(dice.weighted(tagMix))).map((tag) => tag.id),
    collaboratorIds: other !== agent && dice.chance(0.12) ? [other.id] : [],
    stays,
  }
}

function makeRow(
  office: Office,
  { first, last, country }: Identity,
  agent: UserRow | undefined,
  at: number,
): PersonRow {
  const { dice, owner } = office
  return {
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
    background: dice.chance(0.5)
      ? fillIn(dice, dice.pick((dice.chance(0.5) && ownWords[country]) || backgrounds), {})
      : null,
    relationship: dice.chance(0.3) ? 1 : dice.chance(0.5) ? 0 : null,
    createdBy: (dice.chance(0.7) && agent ? agent : owner).id,
    lastActivityAt: null,
  }
}

/** Puts a person into a stage of the lifecycle at a time after they came; they come as a Lead. */
export function enterStage(
  { stages }: Office,
  person: Pick<SeededPerson, 'row' | 'stays'>,
  name: string,
  at: number,
): void {
  const stage = stages.find((each) => each.name === name)
  if (stage && stage.id !== person.row.stageId) enter(person, stage, at)
}

function enter(
  { row, stays }: Pick<SeededPerson, 'row' | 'stays'>,
  stage: StageRow,
  at: number,
): void {
  row.stageId = stage.id
  const last = stays.at(-1)
  const moment = Math.max(at, last?.at ?? 0)
  stays.push({ stage, at: moment })
  if (!last) return
  row.version++
  row.updatedAt = iso(Math.max(moment, Date.parse(row.updatedAt)))
}

/** Puts a person into Trash; where they were before is kept for their return. */
export function putInTrash({ trash }: Office, person: SeededPerson, at: number): void {
  person.row.previousStageId = person.row.stageId
  enter(person, trash, at)
  person.row.trashedAt = person.row.updatedAt
}
