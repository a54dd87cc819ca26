import type { Role } from '../../src/access/scopes.ts'
import type { Dice } from './dice.ts'
import { mailbox, makeIdentity } from './identity.ts'

/** Somebody who works in a seeded company; team leaders lead the team that they are in. */
export interface Hire {
  firstName: string
  lastName: string
  email: string
  role: Role
  team?: string
}

const at =
  (domain: string) =>
  (role: Role, firstName: string, lastName: string, login: string, team?: string): Hire => ({
    firstName,
    lastName,
    email: `${login}@${domain}`,
    role,
    team,
  })

const hire = at('northwind.example')

/** The people of the demo company, the Owner first. */
export const northwind: Hire[] = [
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
const leastAgents = 10
const teamSize = 8

/** As many as so many people need: an Owner, an Admin, and teams of agents, each with a leader. */
export function staffFor(dice: Dice, people: number, domain: string): Hire[] {
  const takenNames = new Set<string>()
  const agents = Math.max(leastAgents, Math.ceil(people / peoplePerAgent))
  const one = (role: Role, number: number, team?: number): Hire => {
    const { first, last } = makeIdentity({ dice, takenNames })
    const login = `${mailbox({ first, last }, 0)}.${number}`
    return {
      firstName: first.text,
      lastName: last.text,
      email: `${login}@${domain}`,
      role,
      ...(team !== undefined && { team: `Team ${team + 1}` }),
    }
  }
  const teams = Math.ceil(agents / teamSize)
  return [
    { ...one('Owner', 0), email: `owner@${domain}` },
    one('Admin', 1),
    ...Array.from({ length: teams }, (_, team) => one('Team Leader', team + 2, team)),
    ...Array.from({ length: agents }, (_, agent) =>
      one('Agent', teams + agent + 2, Math.floor(agent / teamSize)),
    ),
  ]
}
