import { declarePersonReferences } from '../../crud/person-references.ts'
import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export interface TaskRow extends RecordColumns {
  title: string
  description: string | null
  dueDate: string | null
  priority: 'low' | 'medium' | 'high' | 'urgent'
  completedAt: string | null
  personId: string | null
  assignedTo: string | null
}

declare module '../../store/schema.ts' {
  interface Schema {
    tasks: TaskRow
  }
  interface EventActions {
    task: typeof taskActions
  }
}

const taskActions = declareEvents('task', [
  'created',
  'updated',
  'completed',
  'reopened',
  'deleted',
])

declarePersonReferences({
  onMerge: 'move',
  onDelete: 'clear',
  table: 'tasks',
  event: 'task.updated',
})
