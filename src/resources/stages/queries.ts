import { query } from '../../store/query.ts'
import './table.ts'

/** A company's lifecycle stages, in their order; they are few. */
export const stagesOfCompany = query((k, p: { companyId: string }) =>
  k.selectFrom('stages').selectAll().where('companyId', '=', p.companyId).orderBy('position').orderBy('id'),
)

/** The people in a stage. */
export const peopleInStage = query((k, p: { companyId: string; stageId: string }) =>
  k.selectFrom('people').selectAll().where('companyId', '=', p.companyId).where('stageId', '=', p.stageId).orderBy('id'),
)

/** The people in Trash who came from a stage. */
export const peopleFromStage = query((k, p: { companyId: string; stageId: string }) =>
  k
    .selectFrom('people')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('trashedAt', 'is not', null)
    .where('previousStageId', '=', p.stageId)
    .orderBy('id'),
)
