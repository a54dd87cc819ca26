import type Database from 'better-sqlite3'
import { readScopes as scopesToRead } from '../support/access-table.ts'
import {
  type Caller,
  canView,
  hasScope,
  type Kind,
  kinds,
  type RecordFacts,
  type Team,
} from '../support/visibility-model.ts'
import type { TestUser } from '../support/world.ts'

/**
 * The records in the database file, and the callers who can view each record according to
 * `visibility-model.ts`.
 */
export interface Records {
  listByKind(kind: AnyKind): FoundRecord[]
  findById(id: string): FoundRecord | undefined
  /** The ids of all records within the caller's access scope. */
  getVisibleIds(caller: Caller): ReadonlySet<string>
  /** The ids of the visible records that the caller's scopes allow the caller to read. */
  getReadableIds(caller: Caller): ReadonlySet<string>
}

export type AnyKind = Kind | 'merge'
export type FoundRecord = Omit<RecordFacts, 'kind'> & { kind: AnyKind }

/** The database ids of the visibility model's users and companies. */
export interface ModelIds {
  users: Record<TestUser, string>
  companies: Record<RecordFacts['company'], string>
}

const allKinds: AnyKind[] = [...kinds, 'merge']

/** Table names that are not the regular plural of the kind. */
const irregularTableNames: Partial<Record<AnyKind, string>> = {
  person: 'people',
  merge: 'personMerges',
}

const getTableName = (kind: AnyKind) =>
  irregularTableNames[kind] ?? `${kind.replace(/(?<=[^aeiou])y$/, 'ie')}s`

/**
 * The scope required to read the records of each kind. Users require no scope, because fields of
 * other records also return them.
 */
const readScopes: Partial<Record<AnyKind, string | undefined>> = {
  ...scopesToRead,
  user: undefined,
  merge: 'people.view',
}

type Row = Record<string, string | number | null>

const getScopes = ({ scopes }: Row) =>
  typeof scopes === 'string' ? { scopes: JSON.parse(scopes) as string[] } : {}

export function readRecords(db: Database.Database, modelIds: ModelIds): Records {
  const selectRows = (sql: string) => db.prepare(sql).all() as Row[]
  const usersById = new Map(
    Object.entries(modelIds.users).map(([user, id]) => [id, user as TestUser]),
  )
  const toTestUser = (id: unknown) =>
    id === null || id === undefined ? null : (usersById.get(id as string) ?? (id as TestUser))
  /** Returns a function that finds the targets linked to a record in a table of links. */
  const createLinkFinder = (table: string, record: string, target: string) => {
    const idsByRecord = Map.groupBy(
      selectRows(`select "${record}" as "of", "${target}" as "to" from "${table}"`),
      (row) => row['of'],
    )
    return (id: unknown) => (idsByRecord.get(id as string) ?? []).map((row) => row['to'])
  }
  const members = Map.groupBy(selectRows('select * from "teamMembers"'), (row) => row['teamId'])
  const teams = selectRows('select "id" from "teams"').map(({ id }): Team => {
    const listMembersWith = (flag: string) =>
      (members.get(id as string) ?? [])
        .filter((row) => row[flag])
        .map((row) => toTestUser(row['userId']) as TestUser)
    return {
      id: id as string,
      leaders: listMembersWith('isLeader'),
      members: listMembersWith('isMember'),
    }
  })
  const recordsByKind = new Map<AnyKind, FoundRecord[]>()
  const recordsById = new Map<string, FoundRecord>()
  const findCollaborators = createLinkFinder('collaborators', 'personId', 'userId')
  const [findDealPeople, findDealTeams] = [
    createLinkFinder('dealPeople', 'dealId', 'personId'),
    createLinkFinder('dealTeams', 'dealId', 'teamId'),
  ]
  const [findInvitedUsers, findInvitedPeople] = [
    createLinkFinder('appointmentUsers', 'appointmentId', 'userId'),
    createLinkFinder('appointmentPeople', 'appointmentId', 'personId'),
  ]
  const getPeople = (ids: unknown[]) =>
    ids.flatMap((id) => (recordsById.get(id as string) as RecordFacts | undefined) ?? [])
  const factsByKind: Partial<Record<AnyKind, (row: Row) => Partial<RecordFacts>>> = {
    person: (row) => ({
      collaborators: findCollaborators(row['id']).map((id) => toTestUser(id) as TestUser),
      trashed: !!row['trashedAt'],
    }),
    deal: (row) => ({
      people: getPeople(findDealPeople(row['id'])),
      teams: teams.filter(({ id }) => findDealTeams(row['id']).includes(id)),
    }),
    appointment: (row) => ({
      invited: findInvitedUsers(row['id']).map((id) => toTestUser(id) as TestUser),
      people: getPeople(findInvitedPeople(row['id'])),
    }),
    merge: (row) => ({ people: getPeople([row['survivorId']]) }),
    smartList: (row) => ({ shared: !!row['shared'] }),
    apiKey: getScopes,
    webhookEndpoint: getScopes,
    webhookDelivery: (row) => {
      const { user, scopes } = recordsById.get(row['endpointId'] as string) ?? {}
      return { ...(user && { user }), ...(scopes && { scopes }) }
    },
    user: (row) => ({ user: toTestUser(row['id']) }),
  }
  for (const kind of allKinds) {
    const rows = selectRows(`select * from "${getTableName(kind)}"`)
    const kindRecords = rows.map((row): FoundRecord => {
      const company = row['companyId'] === modelIds.companies.acme ? 'acme' : 'rival'
      const commonFacts = {
        user: toTestUser(
          row['assignedTo'] ?? row['assignedAgentId'] ?? row['ownerId'] ?? row['userId'],
        ),
        createdBy: toTestUser(row['createdBy']),
        people: getPeople([row['personId']]),
      }
      return { kind, id: row['id'] as string, company, ...commonFacts, ...factsByKind[kind]?.(row) }
    })
    recordsByKind.set(kind, kindRecords)
    for (const record of kindRecords) recordsById.set(record.id, record)
  }

  const isInScope = (caller: Caller) => (record: FoundRecord) =>
    canView(teams, caller, { ...record, kind: record.kind === 'merge' ? 'activity' : record.kind })
  const hasRequiredScope = (caller: Caller, scope = '') => scope === '' || hasScope(caller, scope)
  const isReadable = (caller: Caller) => (record: FoundRecord) =>
    hasRequiredScope(caller, readScopes[record.kind]) && isInScope(caller)(record)
  const memoizeIds = (isIncluded: (caller: Caller) => (record: FoundRecord) => boolean) => {
    const idsByCaller = new Map<Caller, Set<string>>()
    return (caller: Caller) => {
      const ids =
        idsByCaller.get(caller) ??
        new Set([...recordsById.values()].filter(isIncluded(caller)).map(({ id }) => id))
      idsByCaller.set(caller, ids)
      return ids
    }
  }
  return {
    listByKind: (kind) => recordsByKind.get(kind) ?? [],
    findById: (id) => recordsById.get(id),
    getVisibleIds: memoizeIds(isInScope),
    getReadableIds: memoizeIds(isReadable),
  }
}
