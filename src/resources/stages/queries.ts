import { type Builder, query } from '../../store/query.ts'
import './table.ts'

/** A company's lifecycle stages, in their order; they are few. */
export const stagesOfCompany = query((k, p: { companyId: string }) =>
  k
    .selectFrom('stages')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .orderBy('position')
    .orderBy('id'),
)

type Some = { companyId: string; stageId: string; limit: number }

/** Some of the people in a stage. */
/** Somebody who is in a stage behind so many others. */
export const personBehind = query((k, p: { companyId: string; stageId: string; offset: number }) =>
  k
    .selectFrom('people')
    .select('id')
    .where('companyId', '=', p.companyId)
    .where('stageId', '=', p.stageId)
    .orderBy('id')
    .limit(1)
    .offset(p.offset),
)

export const peopleInStage = query((k, p: Some) =>
  k
    .selectFrom('people')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('stageId', '=', p.stageId)
    .orderBy('id')
    .limit(p.limit),
)

/** Some of the people in Trash who came from a stage. */
const trashedFromStage = (k: Builder, p: Some) =>
  k
    .selectFrom('people')
    .select('id')
    .where('companyId', '=', p.companyId)
    .where('trashedAt', 'is not', null)
    .where('previousStageId', '=', p.stageId)
    .limit(p.limit)

export const anybodyFromStage = query((k, p: Some) => trashedFromStage(k, p))

/** Lets them have come from another stage. */
export const sendFromStage = query((k, p: Some & { to: string }) =>
  k
    .updateTable('people')
    .set({ previousStageId: p.to })
    .where('companyId', '=', p.companyId)
    .where('id', 'in', trashedFromStage(k, p)),
)
