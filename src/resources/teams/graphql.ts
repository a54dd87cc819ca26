import type { Context } from '../../context.ts'
import {
  builder,
  type InputFieldBuilder,
  limits,
  notNull,
  optional,
  requiredScopes,
} from '../../graphql/schema/builder.ts'
import { relationToMany } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { RecordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { User } from '../users/graphql.ts'
import { teamFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

type MemberFlag = 'isLeader' | 'isMember'

const listUsers = async (flag: MemberFlag, ctx: Context, { id }: operations.TeamRow) =>
  ((await operations.loadUsersOfTeam(ctx, id)) ?? []).filter((user) => user[flag] === 1)

const usersField = (flag: MemberFlag, description: string) => ({
  type: [User] as [typeof User],
  ...optional(description),
  extensions: requiredScopes('users.view'),
  resolve: (team: operations.TeamRow, _: unknown, ctx: Context) => listUsers(flag, ctx, team),
})

const userIdsField = (flag: MemberFlag, description: string) => ({
  description,
  resolve: async (team: operations.TeamRow, _: unknown, ctx: Context) =>
    (await listUsers(flag, ctx, team)).map((user) => user.id),
})

export const Team = builder.objectRef<operations.TeamRow>('Team').implement({
  description: 'A team of users. Its Team Leaders can view records assigned to its members.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: "The team's name." }),
    leaders: t.field(usersField('isLeader', "The team's leaders, oldest first.")),
    leaderIds: t.idList(userIdsField('isLeader', "The ids of the team's leaders.")),
    members: t.field(usersField('isMember', "The team's members, oldest first.")),
    memberIds: t.idList(userIdsField('isMember', "The ids of the team's members.")),
  }),
})

registerRecord(Team, {
  filterSpec: teamFilterSpec,
  load: operations.loadTeam,
  one: { description: 'Returns a team by id.', get: operations.getTeam },
  many: { name: 'teams', description: 'Returns teams, newest first.', list: operations.teams },
})

builder.objectField(User, 'teams', (t) =>
  t.field(relationToMany(Team, operations.loadTeamsOfUser, "The user's teams, oldest first.")),
)

const extensions = limits({ type: 'array', maxItems: 500 })

const userFields = (t: InputFieldBuilder) => ({
  leaderIds: t.idList({ description: "The leaders' ids, up to 500.", extensions }),
  memberIds: t.idList({ description: "The members' ids, up to 500.", extensions }),
})

const mutations = new RecordMutations({ type: Team, noun: 'team', scope: 'teams.manage' })

mutations.create('createTeam', {
  description: 'Creates a team.',
  input: (t) => ({
    name: t.field({ type: 'Label', required: true, description: "The team's name." }),
    ...userFields(t),
  }),
  resolve: operations.createTeam,
})
mutations.update('updateTeam', {
  input: (t) => ({
    name: t.field({ type: 'Label', description: "The team's name.", extensions: notNull }),
    ...userFields(t),
  }),
  resolve: operations.updateTeam,
})
mutations.delete('deleteTeam', {
  actions: [{ action: 'delete', isPossible: operations.canDeleteTeam }],
  description: 'Permanently deletes a team, but not its users.',
  resolve: operations.deleteTeam,
})
