import type { Role } from '../../src/access/scopes.ts'
import { makeIdentity, toMailbox } from './identity.ts'
import type { Random } from './random.ts'

/** A user of a seeded company; team leaders lead their own team. */
export interface Hire {
  firstName: string
  lastName: string
  email: string
  role: Role
  team?: string
}

const createHireFactory =
  (domain: string) =>
  (role: Role, firstName: string, lastName: string, login: string, team?: string): Hire => ({
    firstName,
    lastName,
    email: `${login}@${domain}`,
    role,
    team,
  })

const hire = createHireFactory('northwind.example')

/** The users of the demo company, the Owner first. */
export const northwindStaff: Hire[] = [
  hire('Owner', 'Ingrid', 'Halvorsen', 'ingrid'),
  hire('Admin', 'Tomás', 'Herrera', 'tomas'),
  hire('Team Leader', 'Priya', 'Raman', 'priya', 'Eastside'),
  hire('Team Leader', 'Daniel', 'Okafor', 'daniel', 'City & Waterfront'),
  hire('Agent', 'Linh', 'Trần', 'linh', 'Eastside'),
  hire('Agent', 'Jack', 'Whitfield', 'jack', 'Eastside'),
  hire('Agent', 'Aylin', 'Demir', 'aylin', 'Eastside'),
  hire('Agent', 'Sofía', 'Martín', 'sofia', 'Eastside'),
  hire('Agent', 'Mateusz', 'Kowalski', 'mateusz', 'City & Waterfront'),
  hire('Agent', 'Chloé', 'Bernard', 'chloe', 'City & Waterfront'),
  hire('Agent', 'Omar', 'Haddad', 'omar', 'City & Waterfront'),
]

const peoplePerAgent = 500
const minAgents = 10
const teamSize = 8

/**
 * Creates the users for a number of people: an Owner, an Admin, and teams of agents with a leader.
 */
export function createStaff(random: Random, personCount: number, domain: string): Hire[] {
  const usedNames = new Set<string>()
  const agentCount = Math.max(minAgents, Math.ceil(personCount / peoplePerAgent))
  const makeHire = (role: Role, userNumber: number, teamIndex?: number): Hire => {
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
    { ...makeHire('Owner', 0), email: `owner@${domain}` },
    makeHire('Admin', 1),
    ...Array.from({ length: teamCount }, (_, index) => makeHire('Team Leader', index + 2, index)),
    ...Array.from({ length: agentCount }, (_, agentIndex) =>
      makeHire('Agent', teamCount + agentIndex + 2, Math.floor(agentIndex / teamSize)),
    ),
  ]
}
