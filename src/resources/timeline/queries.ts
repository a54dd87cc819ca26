import { query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'

/** The completions of tasks, the last one last. */
export const completionsOfTasks = query((k, p: { companyId: string; ids: string }) =>
  k
    .selectFrom('events')
    .select(['recordId', 'actorId'])
    .where('companyId', '=', p.companyId)
    .where(isIn('recordId', p.ids))
    .where('type', '=', 'task.completed')
    .orderBy('sequence'),
)
