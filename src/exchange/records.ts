import type { Context } from '../context.ts'
import { loadAll } from '../crud/loader.ts'
import type { Asked, Found } from '../filtering/find.ts'
import { type ActivityRow, activities } from '../resources/activities/operations.ts'
import type { CustomField } from '../resources/custom-fields/operations.ts'
import { customValuesOf } from '../resources/custom-fields/values.ts'
import { type DealRow, deals, loadPeopleIds, loadTeamIds } from '../resources/deals/operations.ts'
import { type ExternalIdKind, loadExternalIds } from '../resources/external-ids/operations.ts'
import { loadCollaborators, loadEmails, loadPhones, loadTags } from '../resources/people/lists.ts'
import { type PersonRow, people } from '../resources/people/operations.ts'
import { loadPipeline, loadPipelineStage } from '../resources/pipelines/operations.ts'
import { loadStage } from '../resources/stages/operations.ts'
import { type TaskRow, tasks } from '../resources/tasks/operations.ts'
import { loadTeam } from '../resources/teams/operations.ts'
import { loadUser } from '../resources/users/operations.ts'
import { customPrefix, type ExchangeKind, type Value } from './columns.ts'

/** A record as it is exported: the values of its columns, by their names. */
export type Exported = Record<string, Value>

const flag = (value: number | null): boolean | null => (value === null ? null : value === 1)
const primaryFirst = <R extends { isPrimary: number }>(rows: readonly R[]): R[] =>
  rows.toSorted((one, other) => other.isPrimary - one.isPrimary)
const valueIn = ({ value }: { value: string }) => value
const typeOf = ({ type }: { type: string }) => type
const emailOf = ({ email }: { email: string }) => email
const nameOf = ({ name }: { name: string }) => name

const emailIn = async <C extends string>(
  ctx: Context,
  row: { readonly [column in C]: string | null },
  column: C,
) => (await loadUser.of(ctx, row, column))?.email ?? null

const customOf = async (
  ctx: Context,
  kind: CustomField['recordKind'],
  row: { id: string },
): Promise<Exported> =>
  Object.fromEntries(
    (await customValuesOf(ctx, kind, row)).map(([{ key }, value]) => [
      `${customPrefix}${key}`,
      value,
    ]),
  )

/** The ids in other programs, each prefixed with its source: `hubspot:1051`. */
const externalIdsIn = async (ctx: Context, kind: ExternalIdKind, row: { id: string }) => ({
  externalIds: ((await loadExternalIds[kind].of(ctx, row, 'id')) ?? []).map(
    ({ source, externalId }) => `${source}:${externalId}`,
  ),
})

async function person(ctx: Context, row: PersonRow): Promise<Exported> {
  const emails = primaryFirst((await loadEmails.of(ctx, row, 'id')) ?? [])
  const phones = primaryFirst((await loadPhones.of(ctx, row, 'id')) ?? [])
  return {
    ...row,
    relationship: flag(row.relationship),
    emails: emails.map(valueIn),
    emailTypes: emails.map(typeOf),
    phones: phones.map(valueIn),
    phoneTypes: phones.map(typeOf),
    badPhones: phones.filter(({ isBad }) => isBad === 1).map(valueIn),
    tags: ((await loadTags.of(ctx, row, 'id')) ?? []).map(nameOf),
    stage: (await loadStage.of(ctx, row, 'stageId'))?.name ?? null,
    assignedAgent: await emailIn(ctx, row, 'assignedAgentId'),
    collaborators: ((await loadCollaborators.of(ctx, row, 'id')) ?? []).map(emailOf),
    ...(await externalIdsIn(ctx, 'person', row)),
    ...(await customOf(ctx, 'person', row)),
  }
}

async function deal(ctx: Context, row: DealRow): Promise<Exported> {
  return {
    ...row,
    pipeline: (await loadPipeline.of(ctx, row, 'pipelineId'))?.name ?? null,
    stage: (await loadPipelineStage.of(ctx, row, 'stageId'))?.name ?? null,
    people: (await loadPeopleIds.of(ctx, row, 'id')) ?? [],
    teams: (await loadAll(ctx, await loadTeamIds.of(ctx, row, 'id'), loadTeam)).map(nameOf),
    assignedAgent: await emailIn(ctx, row, 'assignedAgentId'),
    ...(await externalIdsIn(ctx, 'deal', row)),
    ...(await customOf(ctx, 'deal', row)),
  }
}

const task = async (ctx: Context, row: TaskRow): Promise<Exported> => ({
  ...row,
  person: row.personId,
  assignedTo: await emailIn(ctx, row, 'assignedTo'),
  ...(await externalIdsIn(ctx, 'task', row)),
})

const activity = async (ctx: Context, row: ActivityRow): Promise<Exported> => ({
  ...row,
  person: row.personId,
  starred: flag(row.starred),
  author: await emailIn(ctx, row, 'createdBy'),
  ...(await externalIdsIn(ctx, 'activity', row)),
})

/** What is asked for of any kind. */
export interface ExportAsked extends Asked {
  /** Of people only. */
  includeTrash: boolean
}

/**
 * The records of a kind that the caller sees: those, and no others, that the product's own lists
 * have.
 */
interface Source {
  count(ctx: Context, asked: ExportAsked): Promise<number>
  /**
   * The next ones behind a record, in the order of creation, and behind which to go on: nothing
   * after the last.
   */
  part(
    ctx: Context,
    asked: ExportAsked,
    after: string | undefined,
    limit: number,
  ): Promise<{ records: Exported[]; next?: string }>
}

const source = <A extends Asked, R>(
  list: Found<A, R>,
  told: (ctx: Context, row: R) => Promise<Exported>,
) => ({
  count: (ctx: Context, asked: A) => list.count(ctx, asked),
  part: async (ctx: Context, asked: A, after: string | undefined, limit: number) => {
    const { rows, ...rest } = await list.part(ctx, asked, after, limit)
    return { ...rest, records: await Promise.all(rows.map((row) => told(ctx, row))) }
  },
})

export const sources: Record<ExchangeKind, Source> = {
  people: source(people, person),
  deals: source(deals, deal),
  tasks: source(tasks, task),
  activities: source(activities, activity),
}
