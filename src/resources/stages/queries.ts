import { type Builder, query } from '../../store/query.ts'

interface StagePeople {
  companyId: string
  stageId: string
  limit: number
}

/** Selects the person after the first `offset` people of a stage. */
export const personAtOffset = query(
  (k, p: { companyId: string; stageId: string; offset: number }) =>
    k
      .selectFrom('people')
      .select('id')
      .where('companyId', '=', p.companyId)
      .where('stageId', '=', p.stageId)
      .orderBy('id')
      .limit(1)
      .offset(p.offset),
)

interface StagePeople {
  companyId: string
  stageId: string
  limit: number
}

export const peopleInStage = query((k, p: StagePeople) =>
  k
    .selectFrom('people')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('stageId', '=', p.stageId)
    .orderBy('id')
    .limit(p.limit),
)

/** Selects up to `limit` people in Trash who were in the stage before. */
const trashedFromStage = (k: Builder, p: StagePeople) =>
  k
    .selectFrom('people')
    .select('id')
    .where('companyId', '=', p.companyId)
    .where('trashedAt', 'is not', null)
    .where('previousStageId', '=', p.stageId)
    .limit(p.limit)

export const trashedPersonFromStage = query((k, p: StagePeople) => trashedFromStage(k, p))

/** Changes the stage to which people in Trash return. */
export const changePreviousStage = query((k, p: StagePeople & { to: string }) =>
  k
    .updateTable('people')
    .set({ previousStageId: p.to })
    .where('companyId', '=', p.companyId)
    .where('id', 'in', trashedFromStage(k, p)),
)
