import { fold } from '../../src/lib/text.ts'
import { toEmailRows, toPhoneRows } from '../../src/resources/people/lists.ts'
import type { EmailRow, PersonRow, PhoneRow } from '../../src/resources/people/table.ts'
import type { StageRow } from '../../src/resources/stages/table.ts'
import type { UserRow } from '../../src/resources/users/table.ts'
import { type Identity, makeEmails, makeIdentity, makePhones } from './identity.ts'
import { makeRecordColumns, type Office, pickTimeAfter, toIso } from './office.ts'
import { fillIn } from './phrases.ts'
import { backgrounds, localBackgrounds, sources, timeframes } from './places.ts'

/** A person and their related rows, not yet written. */
export interface SeededPerson {
  row: PersonRow
  emails: Omit<EmailRow, 'companyId' | 'personId'>[]
  phones: Omit<PhoneRow, 'companyId' | 'personId'>[]
  tagIds: string[]
  collaboratorIds: string[]
  stays: Stay<StageRow>[]
}

/** A stage, and the time at which a record entered it. */
export interface Stay<S> {
  stage: S
  enteredTime: number
}

const stageWeights = { Lead: 46, Prospect: 30, Client: 14, 'Past client': 10 }
const tagCountWeights = { '0': 40, '1': 35, '2': 17, '3': 8 }

export function makePerson(
  office: Office,
  personNumber: number,
  createdTime: number,
): SeededPerson {
  const { dice, company } = office
  const identity = makeIdentity(office)
  const agent = dice.chance(0.04)
    ? undefined
    : dice.pick(dice.chance(0.12) ? office.leaders : office.agents)
  const row = makePersonRow(office, identity, agent, createdTime)
  const stays: Stay<StageRow>[] = []
  enterStage(office, { row, stays }, 'Lead', createdTime)
  enterStage(office, { row, stays }, dice.pickWeighted(stageWeights), pickTimeAfter(office, row))
  const emails = makeEmails(dice, identity, personNumber)
  const colleague = dice.pick(office.agents)
  return {
    row,
    emails: toEmailRows(emails),
    phones: toPhoneRows(makePhones(office, identity.country), company.region),
    tagIds: dice
      .sample(office.tags, Number(dice.pickWeighted(tagCountWeights)))
      .map((tag) => tag.id),
    collaboratorIds: colleague !== agent && dice.chance(0.12) ? [colleague.id] : [],
    stays,
  }
}

function makePersonRow(
  office: Office,
  { first, last, country }: Identity,
  agent: UserRow | undefined,
  createdTime: number,
): PersonRow {
  const { dice, owner } = office
  return {
    ...makeRecordColumns(office, 'person', createdTime),
    firstName: first.text,
    lastName: last.text,
    nameKey: fold(`${first.text} ${last.text}`),
    assignedAgentId: agent?.id ?? null,
    stageId: '',
    previousStageId: null,
    trashedAt: null,
    source: dice.pickWeighted(sources),
    price: dice.chance(0.7) ? dice.int(50, 320) * 5000 : null,
    timeframe: dice.chance(0.8) ? dice.pick(timeframes) : null,
    background: dice.chance(0.5)
      ? fillIn(dice, dice.pick((dice.chance(0.5) && localBackgrounds[country]) || backgrounds), {})
      : null,
    relationship: dice.chance(0.3) ? 1 : dice.chance(0.5) ? 0 : null,
    createdBy: (dice.chance(0.7) && agent ? agent : owner).id,
    lastActivityAt: null,
  }
}

/** Moves a person to the stage with this name at a time, unless they are already in it. */
export function enterStage(
  { stages }: Office,
  person: Pick<SeededPerson, 'row' | 'stays'>,
  name: string,
  time: number,
): void {
  const stage = stages.find((each) => each.name === name)
  if (stage && stage.id !== person.row.stageId) addStay(person, stage, time)
}

function addStay(
  { row, stays }: Pick<SeededPerson, 'row' | 'stays'>,
  stage: StageRow,
  time: number,
): void {
  row.stageId = stage.id
  const lastStay = stays.at(-1)
  const enteredTime = Math.max(time, lastStay?.enteredTime ?? 0)
  stays.push({ stage, enteredTime })
  if (!lastStay) return
  row.version++
  row.updatedAt = toIso(Math.max(enteredTime, Date.parse(row.updatedAt)))
}

/** Moves a person to Trash, and keeps the previous stage so that they can be restored. */
export function putInTrash({ trash }: Office, person: SeededPerson, time: number): void {
  person.row.previousStageId = person.row.stageId
  addStay(person, trash, time)
  person.row.trashedAt = person.row.updatedAt
}
