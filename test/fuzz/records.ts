import type Database from 'better-sqlite3'
import { readScope as scopesToRead } from '../support/access-table.ts'
import {
  type Caller,
  canView,
  hasScope,
  type Kind,
  kinds,
  type RecordFacts,
  type Team,
} from '../support/visibility-model.ts'
import type { Who } from '../support/world.ts'

/**
 * The records in the database file, read by a separate connection, and who can view them according
 * to `visibility-model.ts`.
 */
export interface Records {
  of(kind: AnyKind): Found[]
  byId(id: string): Found | undefined
  /** The ids of all records within the caller's access scope. */
  seenBy(caller: Caller): ReadonlySet<string>
  /** The ids of records that the caller can read: the key has the scope, too. */
  readBy(caller: Caller): ReadonlySet<string>
}

export type AnyKind = Kind | 'merge'
export type Found = Omit<RecordFacts, 'kind'> & { kind: AnyKind }

/** Maps users and companies of the database to those of the model. */
export interface Parts {
  users: Record<Who, string>
  companies: Record<RecordFacts['company'], string>
}

const allKinds: AnyKind[] = [...kinds, 'merge']

/** The tables whose names are not the plural of the kind. */
const irregularTables: Partial<Record<AnyKind, string>> = {
  person: 'people',
  merge: 'personMerges',
}

const tableOf = (kind: AnyKind) =>
  irregularTables[kind] ?? `${kind.replace(/(?<=[^aeiou])y$/, 'ie')}s`

/** The scope that reading records of the kind requires; users are also parts of other records. */
const readScope: Partial<Record<AnyKind, string | undefined>> = {
  ...scopesToRead,
  user: undefined,
  merge: 'people.view',
}

type Row = Record<string, string | number | null>

const scopesOf = ({ scopes }: Row) =>
  typeof scopes === 'string' ? { scopes: JSON.parse(scopes) as string[] } : {}

export function readRecords(db: Database.Database, parts: Parts): Records {
  const all = (sql: string) => db.prepare(sql).all() as Row[]
  const whoOf = new Map(Object.entries(parts.users).map(([who, id]) => [id, who as Who]))
  const who = (id: unknown) =>
    id === null || id === undefined ? null : (whoOf.get(id as string) ?? (id as Who))
  const linked = (table: string, record: string, other: string) => {
    const groups = Map.groupBy(
      all(`select "${record}" as "of", "${other}" as "to" from "${table}"`),
      (row) => row['of'],
    )
    return (id: unknown) => (groups.get(id as string) ?? []).map((row) => row['to'])
  }
  const members = Map.groupBy(all('select * from "teamMembers"'), (row) => row['teamId'])
  const teams = all('select "id" from "teams"').map(({ id }): Team => {
    const part = (flag: string) =>
      (members.get(id as string) ?? [])
        .filter((row) => row[flag])
        .map((row) => who(row['userId']) as Who)
    return { id: id as string, leaders: part('isLeader'), members: part('isMember') }
  })
  const found = new Map<AnyKind, Found[]>()
  const byId = new Map<string, Found>()
  const collaborators = linked('collaborators', 'personId', 'userId')
  const [dealPeople, dealTeams] = [
    linked('dealPeople', 'dealId', 'personId'),
    linked('dealTeams', 'dealId', 'teamId'),
  ]
  const [invited, invitedPeople] = [
    linked('appointmentUsers', 'appointmentId', 'userId'),
    linked('appointmentPeople', 'appointmentId', 'personId'),
  ]
  const peopleOf = (ids: unknown[]) =>
    ids.flatMap((id) => (byId.get(id as string) as RecordFacts | undefined) ?? [])
  const details: Partial<Record<AnyKind, (row: Row) => Partial<RecordFacts>>> = {
    person: (row) => ({
      collaborators: collaborators(row['id']).map((id) => who(id) as Who),
      trashed: !!row['trashedAt'],
    }),
    deal: (row) => ({
      people: peopleOf(dealPeople(row['id'])),
      teams: teams.filter(({ id }) => dealTeams(row['id']).includes(id)),
    }),
    appointment: (row) => ({
      invited: invited(row['id']).map((id) => who(id) as Who),
      people: peopleOf(invitedPeople(row['id'])),
    }),
    merge: (row) => ({ people: peopleOf([row['survivorId']]) }),
    smartList: (row) => ({ shared: !!row['shared'] }),
    apiKey: scopesOf,
    webhookEndpoint: scopesOf,
    webhookDelivery: (row) => {
      const { user, scopes } = byId.get(row['endpointId'] as string) ?? {}
      return { ...(user && { user }), ...(scopes && { scopes }) }
    },
    user: (row) => ({ user: who(row['id']) }),
  }
  for (const kind of allKinds) {
    const rows = all(`select * from "${tableOf(kind)}"`)
    const list = rows.map((row): Found => {
      const company = row['companyId'] === parts.companies.acme ? 'acme' : 'rival'
      const facts = {
        user: who(row['assignedTo'] ?? row['assignedAgentId'] ?? row['ownerId'] ?? row['userId']),
        createdBy: who(row['createdBy']),
        people: peopleOf([row['personId']]),
      }
      return { kind, id: row['id'] as string, company, ...facts, ...details[kind]?.(row) }
    })
    found.set(kind, list)
    for (const each of list) byId.set(each.id, each)
  }

  const inReach = (caller: Caller) => (each: Found) =>
    canView(teams, caller, { ...each, kind: each.kind === 'merge' ? 'activity' : each.kind })
  const hasScopeOf = (caller: Caller, need = '') => need === '' || hasScope(caller, need)
  const readable = (caller: Caller) => (each: Found) =>
    hasScopeOf(caller, readScope[each.kind]) && inReach(caller)(each)
  const setOf = (holds: (caller: Caller) => (each: Found) => boolean) => {
    const known = new Map<Caller, Set<string>>()
    return (caller: Caller) => {
      const ids =
        known.get(caller) ?? new Set([...byId.values()].filter(holds(caller)).map(({ id }) => id))
      known.set(caller, ids)
      return ids
    }
  }
  return {
    of: (kind) => found.get(kind) ?? [],
    byId: (id) => byId.get(id),
    seenBy: setOf(inReach),
    readBy: setOf(readable),
  }
}
