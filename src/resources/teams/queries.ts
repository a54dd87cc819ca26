import { query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'

export const teamsByIds = query((k, p: { companyId: string; ids: string }) =>
  k.selectFrom('teams').selectAll().where('companyId', '=', p.companyId).where(isIn('id', p.ids)),
)

/** The leaders and members of teams. */
export const usersOfTeams = query((k, p: { companyId: string; teams: string }) =>
  k
    .selectFrom('teamMembers')
    .innerJoin('users', (join) =>
      join
        .onRef('users.companyId', '=', 'teamMembers.companyId')
        .onRef('users.id', '=', 'teamMembers.userId'),
    )
    .selectAll('users')
    .select(['teamMembers.teamId', 'teamMembers.isLeader', 'teamMembers.isMember'])
    .where('teamMembers.companyId', '=', p.companyId)
    .where(isIn('teamMembers.teamId', p.teams))
    .orderBy('teamMembers.teamId')
    .orderBy('users.id'),
)

/** The teams of which users are leaders or members. */
export const teamsOfUsers = query((k, p: { companyId: string; users: string }) =>
  k
    .selectFrom('teamMembers')
    .innerJoin('teams', (join) =>
      join
        .onRef('teams.companyId', '=', 'teamMembers.companyId')
        .onRef('teams.id', '=', 'teamMembers.teamId'),
    )
    .selectAll('teams')
    .select('teamMembers.userId')
    .where('teamMembers.companyId', '=', p.companyId)
    .where(isIn('teamMembers.userId', p.users))
    .where((eb) => eb.or([eb('teamMembers.isLeader', '=', 1), eb('teamMembers.isMember', '=', 1)]))
    .orderBy('teamMembers.userId')
    .orderBy('teams.id'),
)
