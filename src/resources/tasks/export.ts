/** The columns of exported tasks that are not stored in their rows. */
import { declareExport } from '../../filtering/exports.ts'
import { getUserEmail } from '../users/operations.ts'
import { tasks } from './operations.ts'

declareExport('tasks', {
  type: 'Task',
  list: tasks,
  readColumns: async (ctx, row) => ({
    person: row.personId,
    assignedTo: await getUserEmail(ctx, row, 'assignedTo'),
  }),
})
