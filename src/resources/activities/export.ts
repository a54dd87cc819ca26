/** The columns of exported activities that are not stored in their rows. */
import { declareExport } from '../../filtering/exports.ts'
import { getUserEmail } from '../users/operations.ts'
import { activities } from './operations.ts'

declareExport('activities', {
  type: 'Activity',
  list: activities,
  readColumns: async (ctx, row) => ({
    person: row.personId,
    author: await getUserEmail(ctx, row, 'createdBy'),
  }),
})
