import { query } from '../../store/query.ts'
import './table.ts'

/** A company's pipelines, and the stages of all of them, in their order; they are few. */
export const pipelinesOfCompany = query((k, p: { companyId: string }) =>
  k
    .selectFrom('pipelines')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .orderBy('position')
    .orderBy('id'),
)

export const pipelineStagesOfCompany = query((k, p: { companyId: string }) =>
  k
    .selectFrom('pipelineStages')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .orderBy('pipelineId')
    .orderBy('position')
    .orderBy('id'),
)
