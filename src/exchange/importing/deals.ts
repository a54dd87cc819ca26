import {
  createDeal,
  type DealInput,
  type DealRow,
  deleteDeal,
  getDeal,
  loadPeopleIds,
  loadTeamIds,
  updateDeal,
} from '../../resources/deals/operations.ts'
import { customBefore } from './before.ts'
import { listOf, putCustom, putUser } from './common.ts'
import { choices, namedSo } from './names.ts'
import { personNamed } from './persons.ts'
import type { Kind, Reader } from './run.ts'
import { putPlace } from './stages.ts'

/** Deals of rows. */
async function read(reader: Reader): Promise<void> {
  const { ctx, row, found } = reader
  row.text('title')
  putPlace(reader, found === undefined ? undefined : await getDeal(ctx, found))
  row.number('price')
  row.number('commission')
  row.time('closeDate')
  putUser(reader, 'assignedAgent', 'assignedAgentId')
  await readPeople(reader)
  readTeams(reader)
  putCustom(reader, 'deal')
}

/**
 * Several columns may name the same person: one that names nobody is no harm where another does.
 */
async function readPeople(reader: Reader): Promise<void> {
  const { ctx, row, run } = reader
  const pieces = row.pieces('people')
  const ids = new Set<string>()
  const wrong: [heading: string, message: string, text: string][] = []
  for (const piece of pieces) {
    for (const text of listOf(reader, piece)) {
      const person = await personNamed(ctx, text, run.source)
      if (typeof person === 'string') ids.add(person)
      else wrong.push([piece.heading, person.wrong, text])
    }
  }
  const [first] = pieces
  if (first && ids.size > 0) row.put('peopleIds', [...ids], first.heading)
  else if (row.clears('people')) row.put('peopleIds', [], row.clears('people') ?? '')
  if (pieces.length === 1 || ids.size === 0) for (const problem of wrong) row.leaveOut(...problem)
}

function readTeams(reader: Reader): void {
  const { row, names } = reader
  const [piece] = row.pieces('teams')
  if (row.clears('teams')) row.put('teamIds', [], row.clears('teams') ?? '')
  if (!piece) return
  const ids = listOf(reader, piece).map((name) => {
    const team = namedSo(names.teams, name)[0]
    if (!team)
      row.leaveOut(
        piece.heading,
        `names no team here ("${name.slice(0, 100)}"); there are ${choices(names.teams)}`,
        name,
      )
    return team?.id ?? ''
  })
  if (ids.some(Boolean)) row.put('teamIds', ids.filter(Boolean), piece.heading)
}

export const deals: Kind = {
  kind: 'deals',
  prefix: 'deal',
  inputs: { create: 'CreateDealInput', update: 'UpdateDealInput' },
  read,
  create: (ctx, input) => createDeal(ctx, input as unknown as DealInput),
  get: getDeal,
  async before(ctx, row, input) {
    const deal = row as DealRow
    const links = {
      peopleIds: (await loadPeopleIds(ctx, deal.id)) ?? [],
      teamIds: (await loadTeamIds(ctx, deal.id)) ?? [],
    }
    const there = { ...deal, ...links }
    const fields = Object.keys(input).filter((field) => field !== 'customFields')
    // A stage is one of its pipeline: to go back to it, both have to be said.
    if (fields.includes('stageId') || fields.includes('pipelineId'))
      fields.push('stageId', 'pipelineId')
    return {
      ...Object.fromEntries(fields.map((field) => [field, there[field as keyof typeof there]])),
      ...(await customBefore(ctx, 'deal', row, input)),
    }
  },
  async update(ctx, id, input, exact) {
    const there = exact || !input['peopleIds'] ? [] : ((await loadPeopleIds(ctx, id)) ?? [])
    const peopleIds = [...there, ...((input['peopleIds'] as string[] | undefined) ?? [])]
    return updateDeal(ctx, id, {
      ...input,
      ...(input['peopleIds'] !== undefined && { peopleIds }),
    } as Partial<DealInput>)
  },
  async remove(ctx, id, untouched) {
    if (!untouched) return 'has been changed since, and would be deleted for good'
    await deleteDeal(ctx, id)
    return undefined
  },
}
