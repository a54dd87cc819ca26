import type { Role } from '../../src/access/scopes.ts'
import { makeIdentity, toMailbox } from './identity.ts'
import type { Random } from './random.ts'

/** A user of a seeded company. `team` is the name of the team that the user is in or leads. */
export interface StaffMember {
  firstName: string
  lastName: string
  email: string
  role: Role
  team?: string
}

const createMemberFactory =
  (domain: string) =>
  (role: Role, firstName: string, lastName: string, login: string, team?: string): StaffMember => ({
    firstName,
    lastName,
    email: `${login}@${domain}`,
    role,
    team,
  })

const createMember = createMemberFactory('northwind.example')

/** The demo company's users, beginning with the Owner. */
export const northwindStaff: StaffMember[] = [
  createMember('Owner', 'Ingrid', 'Halvorsen', 'ingrid'),
  createMember('Admin', 'Tomás', 'Herrera', 'tomas'),
  createMember('Team Leader', 'Priya', 'Raman', 'priya', 'Eastside'),
  createMember('Team Leader', 'Daniel', 'Okafor', 'daniel', 'City & Waterfront'),
  createMember('Agent', 'Linh', 'Trần', 'linh', 'Eastside'),
  createMember('Agent', 'Jack', 'Whitfield', 'jack', 'Eastside'),
  createMember('Agent', 'Aylin', 'Demir', 'aylin', 'Eastside'),
  createMember('Agent', 'Sofía', 'Martín', 'sofia', 'Eastside'),
  createMember('Agent', 'Mateusz', 'Kowalski', 'mateusz', 'City & Waterfront'),
  createMember('Agent', 'Chloé', 'Bernard', 'chloe', 'City & Waterfront'),
  createMember('Agent', 'Omar', 'Haddad', 'omar', 'City & Waterfront'),
]

const peoplePerAgent = 500
const minAgents = 10
const teamSize = 8

/**
 * Creates users in proportion to `personCount`: an Owner, an Admin, and teams of agents, each with
 * a leader.
 */
export function createStaff(random: Random, personCount: number, domain: string): StaffMember[] {
  const usedNames = new Set<string>()
  const agentCount = Math.max(minAgents, Math.ceil(personCount / peoplePerAgent))
  const makeStaffMember = (role: Role, userNumber: number, teamIndex?: number): StaffMember => {
    const { first, last } = makeIdentity({ random, usedNames })
    const login = `${toMailbox({ first, last }, 0)}.${userNumber}`
    return {
      firstName: first.text,
      lastName: last.text,
      email: `${login}@${domain}`,
      role,
      ...(teamIndex !== undefined && { team: `Team ${teamIndex + 1}` }),
    }
  }
  const teamCount = Math.ceil(agentCount / teamSize)
  return [
    { ...makeStaffMember('Owner', 0), email: `owner@${domain}` },
    makeStaffMember('Admin', 1),
    ...Array.from({ length: teamCount }, (_, index) =>
      makeStaffMember('Team Leader', index + 2, index),
    ),
    ...Array.from({ length: agentCount }, (_, agentIndex) =>
      makeStaffMember('Agent', teamCount + agentIndex + 2, Math.floor(agentIndex / teamSize)),
    ),
  ]
}
