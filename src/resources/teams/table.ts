import { declareEvents } from '../../events/event-types.ts'
import type { RecordColumns } from '../../store/schema.ts'

export type TeamRow = RecordColumns & { name: string }

/** A user who is a leader or a member of a team, or both. */
export interface TeamMemberRow {
  companyId: string
  teamId: string
  userId: string
  isLeader: number
  isMember: number
}

declare module '../../store/schema.ts' {
  interface Schema {
    teams: TeamRow
    teamMembers: TeamMemberRow
  }
  interface EventActions {
    team: typeof teamActions
  }
}

const teamActions = declareEvents('team', ['created', 'updated', 'deleted'])
