import type { KeyWhere } from '../documents/keys.ts'

export type Show = 'working' | 'ended' | 'all'
export type Whose = 'all' | 'mine'

const states: Record<Show, KeyWhere> = {
  working: { revoked: false, expired: false },
  ended: { or: [{ revoked: true }, { expired: true }] },
  all: {},
}

/** Which keys to list. */
export const whereOf = (show: Show, whose: Whose, userId: string): KeyWhere => ({
  ...states[show],
  ...(whose === 'mine' && { userId }),
})
