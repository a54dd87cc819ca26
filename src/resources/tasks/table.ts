import type { RecordColumns } from '../../store/schema.ts'

export interface TaskRow extends RecordColumns {
  title: string
  description: string | null
  dueDate: string | null
  priority: 'low' | 'medium' | 'high' | 'urgent'
  completedAt: string | null
  personId: string | null
  assignedTo: string | null
  createdBy: string | null
}

declare module '../../store/schema.ts' {
  interface Schema {
    tasks: TaskRow
  }
}
