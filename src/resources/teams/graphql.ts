import {
  builder,
  idSchema,
  limits,
  needs,
  notNull,
  versionArgs,
} from '../../graphql/schema/builder.ts'
import { relationField } from '../../graphql/schema/columns.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { someField } from '../../graphql/schema/input-constraints.ts'
import { Deleted, recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType } from '../../graphql/schema/paging.ts'
import { User } from '../users/graphql.ts'
import { teamFilterSpec } from './filter-spec.ts'
import {
  createTeam,
  deleteTeam,
  getTeam,
  loadTeam,
  loadTeamsOfUser,
  loadUsersOfTeam,
  type TeamInput,
  type TeamRow,
  type TeamUser,
  teams,
  updateTeam,
} from './operations.ts'
import { teamPolicy } from './policy.ts'

type Load = Parameters<typeof loadUsersOfTeam>
const usersWho = async (part: 'isLeader' | 'isMember', ...[ctx, id]: Load): Promise<TeamUser[]> =>
  ((await loadUsersOfTeam(ctx, id)) ?? []).filter((user) => user[part] === 1)
const idsWho = async (part: 'isLeader' | 'isMember', ...args: Load) =>
  (await usersWho(part, ...args)).map((user) => user.id)

export const Team = builder.objectRef<TeamRow>('Team').implement({
  description:
    'Users who work together. A Team Leader sees the records of the members of the teams that they lead. Seen by the whole company.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    leaders: t.field({
      type: [User],
      nullable: true,
      description: 'The users who lead it, oldest first. Needs `users.view`.',
      extensions: needs('users.view'),
      resolve: (team, _, ctx) => usersWho('isLeader', ctx, team.id),
    }),
    leaderIds: t.idList({
      description: 'The ids of the users who lead it.',
      resolve: (team, _, ctx) => idsWho('isLeader', ctx, team.id),
    }),
    members: t.field({
      type: [User],
      nullable: true,
      description:
        'The users who belong to it, oldest first; a leader is among them only when made a member too. Needs `users.view`.',
      extensions: needs('users.view'),
      resolve: (team, _, ctx) => usersWho('isMember', ctx, team.id),
    }),
    memberIds: t.idList({
      description: 'The ids of the users who belong to it.',
      resolve: (team, _, ctx) => idsWho('isMember', ctx, team.id),
    }),
  }),
})

registerNodeType('team', { type: 'Team', policy: teamPolicy, load: loadTeam })

const TeamConnection = connectionType('Team', Team)

const TeamWhere = whereInput('Team', teamFilterSpec)
const TeamOrder = orderInput('Team', teamFilterSpec)

builder.objectField(User, 'teams', (t) =>
  t.field({
    type: [Team],
    description: 'The teams that the user leads or belongs to, oldest first.',
    ...relationField(loadTeamsOfUser, 'id', (found) => found ?? []),
  }),
)

builder.queryFields((t) => ({
  team: t.field({
    type: Team,
    nullable: true,
    description: 'A team by its id. Errors: NOT_FOUND.',
    extensions: needs(),
    args: { id: t.arg.id({ required: true, description: "The team's id.", extensions: idSchema }) },
    resolve: (_, { id }, ctx) => getTeam(ctx, id),
  }),
  teams: t.field({
    type: TeamConnection,
    description: 'The teams of the company, newest first unless told otherwise.',
    extensions: needs(),
    args: listArgs(t, TeamWhere, TeamOrder),
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'teams', { where, orderBy }, teams),
  }),
}))

const users = limits({ type: 'array', maxItems: 500 })

const CreateTeamInput = builder.inputType('CreateTeamInput', {
  description: 'A new team.',
  fields: (t) => ({
    name: t.field({ type: 'Label', required: true, description: 'What it is called.' }),
    leaderIds: t.idList({ description: 'The users who lead it, up to 500.', extensions: users }),
    memberIds: t.idList({
      description: 'The users who belong to it, up to 500. Somebody may be in both lists.',
      extensions: users,
    }),
  }),
})

const UpdateTeamInput = builder.inputType('UpdateTeamInput', {
  extensions: someField,
  description:
    'What to change of a team: fields that are left out stay as they are, lists replace what was there, `null` empties them.',
  fields: (t) => ({
    name: t.field({ type: 'Label', description: 'What it is called.', extensions: notNull }),
    leaderIds: t.idList({ description: 'All users who lead it, up to 500.', extensions: users }),
    memberIds: t.idList({
      description: 'All users who belong to it, up to 500.',
      extensions: users,
    }),
  }),
})

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The team's id.", extensions: idSchema })
  const common = { type: Team, nullable: true, extensions: needs('teams.manage') } as const
  return {
    createTeam: t.field({
      ...common,
      description:
        'Creates a team. Errors: VALIDATION_ERROR, FORBIDDEN (leaders or members, set by a narrowed key that holds less than a Team Leader).',
      args: {
        input: t.arg({ type: CreateTeamInput, required: true, description: 'The new team.' }),
      },
      resolve: (_, { input }, ctx) => createTeam(ctx, input),
    }),
    updateTeam: t.field({
      ...common,
      description:
        'Updates a team; at least one field is required. Errors: NOT_FOUND, VALIDATION_ERROR, FORBIDDEN (leaders or members, changed by a narrowed key that holds less than a Team Leader).',
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({ type: UpdateTeamInput, required: true, description: 'What to change.' }),
      },
      resolve: (_, args, ctx) => updateTeam(ctx, args.id, args.input as TeamInput),
    }),
    deleteTeam: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('teams.manage'),
      description:
        'Deletes a team for good. Its users stay; deals lose it. Errors: NOT_FOUND, FORBIDDEN (a team with users, deleted by a narrowed key that holds less than a Team Leader).',
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => deleteTeam(ctx, args.id),
    }),
  }
})
