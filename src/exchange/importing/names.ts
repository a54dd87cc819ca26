import type { Context } from '../../context.ts'
import { type CustomField, listFields } from '../../resources/custom-fields/operations.ts'
import { teamsOfCompany, usersOfCompany } from '../../resources/imports/queries.ts'
import { allPipelineStages, allPipelines } from '../../resources/pipelines/operations.ts'
import { allStages } from '../../resources/stages/operations.ts'
import { fullNameOf } from '../../resources/users/operations.ts'
import { fold } from '../../store/fold.ts'

interface Named {
  id: string
  name: string
}

/** Whom and what the cells of a file can name, as the company has them at this moment. */
export interface Names {
  users: (Named & { email: string })[]
  teams: Named[]
  stages: Named[]
  pipelines: Named[]
  /** Of all pipelines, each pipeline's in their order. */
  pipelineStages: (Named & { pipelineId: string; type: string })[]
  custom: readonly CustomField[]
}

export async function namesOf(ctx: Context): Promise<Names> {
  const company = { companyId: ctx.viewer.companyId }
  const users = await ctx.db.all(usersOfCompany, company)
  return {
    users: users.map((user) => ({ id: user.id, email: user.emailKey, name: fullNameOf(user) })),
    teams: await ctx.db.all(teamsOfCompany, company),
    stages: (await allStages(ctx))
      .filter((stage) => !stage.isTrash)
      .map(({ id, name }) => ({ id, name })),
    pipelines: (await allPipelines(ctx)).map(({ id, name }) => ({ id, name })),
    pipelineStages: (await allPipelineStages(ctx)).map(({ id, name, pipelineId, type }) => ({
      id,
      name,
      pipelineId,
      type,
    })),
    custom: await listFields(ctx),
  }
}

/** Names are compared by their letters and digits alone: `Closed Won` is `closedwon`. */
export const plain = (name: string): string => fold(name).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Those that have a name exactly, or else by its letters. */
export function namedSo<N extends Named>(all: readonly N[], name: string): N[] {
  const exact = all.filter((each) => each.name === name || each.id === name)
  return exact.length > 0
    ? exact
    : all.filter((each) => plain(each.name) === plain(name) && plain(name) !== '')
}

/** What there is instead, for whoever reads that a name is unknown. */
export const choices = (all: readonly Named[]): string => {
  const names = all.slice(0, 12).map(({ name }) => name)
  return names.join(', ') + (all.length > names.length ? ' …' : '')
}

/** A user by email or full name; a text where there is none, or more than one. */
export function userNamed({ users }: Names, text: string): string | { wrong: string } {
  const email = /[^\s<>()]+@[^\s<>()]+/.exec(text)?.[0]?.toLowerCase()
  const found = email ? users.filter((user) => user.email === email) : namedSo(users, text)
  const [user, another] = found
  if (another)
    return {
      wrong: `is the name of several users (${found.map((each) => each.email).join(', ')}): name one by email`,
    }
  return (
    user?.id ?? {
      wrong: `names no user here ("${text.slice(0, 100)}"): use the email of one, or --assign-to for all of them`,
    }
  )
}
