import { fold } from '../../src/lib/text.ts'
import { toEmailRows, toPhoneRows } from '../../src/resources/people/lists.ts'
import type { EmailRow, PersonRow, PhoneRow } from '../../src/resources/people/table.ts'
import type { StageRow } from '../../src/resources/stages/table.ts'
import type { UserRow } from '../../src/resources/users/table.ts'
import { type Identity, makeEmails, makeIdentity, makePhones } from './identity.ts'
import { fillPhrase } from './phrases.ts'
import { backgrounds, localBackgrounds, sourceWeights, timeframes } from './places.ts'
import { makeRecordColumns, pickTimeAfter, type SeedContext, toIso } from './seed-context.ts'

/** A person with related rows, which are not yet written to the database. */
export interface SeededPerson {
  row: PersonRow
  emails: Omit<EmailRow, 'companyId' | 'personId'>[]
  phones: Omit<PhoneRow, 'companyId' | 'personId'>[]
  tagIds: string[]
  collaboratorIds: string[]
  stays: StageStay<StageRow>[]
}

/** A stage, and the time at which a record entered it, in Unix epoch milliseconds. */
export interface StageStay<S> {
  stage: S
  enteredMs: number
}

const stageWeights = { Lead: 46, Prospect: 30, Client: 14, 'Past client': 10 }
const tagCountWeights = { '0': 40, '1': 35, '2': 17, '3': 8 }

export function makePerson(
  seedContext: SeedContext,
  personNumber: number,
  createdMs: number,
): SeededPerson {
  const { random, company } = seedContext
  const identity = makeIdentity(seedContext)
  const agent = random.chance(0.04)
    ? undefined
    : random.pick(random.chance(0.12) ? seedContext.leaders : seedContext.agents)
  const row = makePersonRow(seedContext, identity, agent, createdMs)
  const stays: StageStay<StageRow>[] = []
  enterStage(seedContext, { row, stays }, 'Lead', createdMs)
  enterStage(
    seedContext,
    { row, stays },
    random.pickWeighted(stageWeights),
    pickTimeAfter(seedContext, row),
  )
  const emails = makeEmails(random, identity, personNumber)
  const colleague = random.pick(seedContext.agents)
  return {
    row,
    emails: toEmailRows(emails),
    phones: toPhoneRows(makePhones(seedContext, identity.country), company.region),
    tagIds: random
      .sample(seedContext.tags, Number(random.pickWeighted(tagCountWeights)))
      .map((tag) => tag.id),
    collaboratorIds: colleague !== agent && random.chance(0.12) ? [colleague.id] : [],
    stays,
  }
}

function makePersonRow(
  seedContext: SeedContext,
  { first, last, country }: Identity,
  agent: UserRow | undefined,
  createdMs: number,
): PersonRow {
  const { random, owner } = seedContext
  return {
    ...makeRecordColumns(seedContext, 'person', createdMs),
    firstName: first.text,
    lastName: last.text,
    nameKey: fold(`${first.text} ${last.text}`),
    assignedAgentId: agent?.id ?? null,
    stageId: '',
    previousStageId: null,
    trashedAt: null,
    source: random.pickWeighted(sourceWeights),
    price: random.chance(0.7) ? random.int(50, 320) * 5000 : null,
    timeframe: random.chance(0.8) ? random.pick(timeframes) : null,
    background: random.chance(0.5)
      ? fillPhrase(
          random,
          random.pick((random.chance(0.5) && localBackgrounds[country]) || backgrounds),
          {},
        )
      : null,
    relationship: random.chance(0.3) ? 1 : random.chance(0.5) ? 0 : null,
    createdBy: (random.chance(0.7) && agent ? agent : owner).id,
    lastActivityAt: null,
  }
}

/** Moves a person to the stage `name`, unless the person is already in it. */
export function enterStage(
  { stages }: SeedContext,
  person: Pick<SeededPerson, 'row' | 'stays'>,
  name: string,
  timeMs: number,
): void {
  const stage = stages.find((candidate) => candidate.name === name)
  if (stage && stage.id !== person.row.stageId) addStay(person, stage, timeMs)
}

function addStay(
  { row, stays }: Pick<SeededPerson, 'row' | 'stays'>,
  stage: StageRow,
  timeMs: number,
): void {
  row.stageId = stage.id
  const lastStay = stays.at(-1)
  const enteredMs = Math.max(timeMs, lastStay?.enteredMs ?? 0)
  stays.push({ stage, enteredMs })
  if (!lastStay) return
  row.version++
  row.updatedAt = toIso(Math.max(enteredMs, Date.parse(row.updatedAt)))
}

/** Moves a person to Trash, and keeps the previous stage so that the person can be restored. */
export function moveToTrash({ trash }: SeedContext, person: SeededPerson, timeMs: number): void {
  person.row.previousStageId = person.row.stageId
  addStay(person, trash, timeMs)
  person.row.trashedAt = person.row.updatedAt
}
