import { declarePersonReferences } from '../../crud/person-references.ts'
import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export interface ActivityRow extends RecordColumns {
  personId: string
  type: 'call' | 'email' | 'note' | 'meeting' | 'sms' | 'activity'
  channel: string
  direction: 'inbound' | 'outbound' | null
  content: string | null
  starred: number
  /** The author's full name when the activity was logged. */
  agentName: string
}

declare module '../../store/schema.ts' {
  interface Schema {
    activities: ActivityRow
  }
  interface EventActions {
    activity: typeof activityActions
  }
}

const activityActions = declareEvents('activity', ['created', 'updated', 'deleted'], ['starred'])

declarePersonReferences({
  onMerge: 'move',
  onDelete: 'cascade',
  table: 'activities',
  event: 'activity.updated',
})
