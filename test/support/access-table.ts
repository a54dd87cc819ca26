import {
  type Caller,
  type Fact,
  hasScope,
  holdsRoleOf,
  isAdministrator,
  type Kind,
  mayChange,
  sees,
  type Team,
} from './sight-model.ts'
import type { Who } from './world.ts'

/**
 * What an operation answers: done, refused for a scope, refused for the record, no such record, a
 * bad reference, null.
 */
export type Outcome = 'ok' | 'SCOPE' | 'FORBIDDEN' | 'NOT_FOUND' | 'VALIDATION_ERROR' | 'null'

/** What valid inputs of the caller's own company name. */
export interface Home {
  pipelineId: string
  stageId: string
  userId: string
  /** Two people whom everybody in the company may change. */
  spareIds: string[]
  /** A tag that is no record of the table. */
  tagId: string
  /** A user who is no record of the table. */
  spareUserId: string
}

type Values = Record<string, unknown>

/** One way to call an operation, and what decides its outcome. */
export interface Way {
  /** The scope that it needs; a function where that is a matter of the record. */
  needs?: string | ((record: Fact) => string | undefined)
  /** The kinds of records that it is called with, one at a time; none: it names no record. */
  on?: Kind[]
  /** Its arguments; without this, the record's id. */
  with?: (record: Fact, home: Home) => Values
  /** Of those records, the ones that this holds of. */
  only?: (record: Fact) => boolean
  /**
   * What it answers of the record stands in a row of its result: the request itself goes through.
   */
  inRows?: true
  /** A user with the role that it grants or takes away, which a narrowed key must hold. */
  role?: (record?: Fact) => Who
  /** Takes more than seeing the record. */
  changes?: true
  /** What it answers for a record that is hidden, and for one that is another company's. */
  hidden?: Outcome
  foreign?: Outcome
  /** The records that it lists: of this kind, as far as the caller sees them … */
  lists?: Kind
  /** … and as far as this holds. */
  among?: (record: Fact) => boolean
}

const one = (kind: Kind, needs?: string): Way[] => [{ needs, on: [kind] }]
const list = (kind: Kind, needs?: string): Way[] => [{ needs, lists: kind }]
const make = (needs: string, input: (home: Home) => Values): Way[] => [
  { needs, with: (_, home) => ({ input: input(home) }) },
]
const change = (kind: Kind, needs: string, input?: (home: Home) => Values): Way[] => [
  {
    needs,
    on: [kind],
    changes: true,
    with: ({ id }, home) => (input ? { id, input: input(home) } : { id }),
  },
]
const withRole = (ways: Way[], role: Way['role']): Way[] => ways.map((way) => ({ ...way, role }))
const named = {
  hidden: 'VALIDATION_ERROR',
  foreign: 'VALIDATION_ERROR',
  on: ['person'],
} as const satisfies Way
const notThere = { hidden: 'null', foreign: 'null' } as const
const name = { name: 'New name' }
const span = { title: 'New', startsAt: '2026-06-03T09:00:00Z', endsAt: '2026-06-03T10:00:00Z' }
const outOfTrash = { among: (record: Fact) => !record.trashed }
const withUser = ({ id }: Fact, { userId }: Home) => ({ id, userIds: [userId] })
const merging: Way = {
  needs: 'people.edit',
  on: ['person'],
  only: ({ trashed }) => !trashed,
  changes: true,
  with: ({ id }, { spareIds }) => ({ id, otherIds: [spareIds.find((other) => other !== id)] }),
}
const tags = ({ id }: Fact) => ({ id, tags: ['Warm'] })

const webhooks = 'webhooks.manage'

const readScope: Partial<Record<Kind, string>> = {
  person: 'people.view',
  task: 'tasks.manage',
  appointment: 'appointments.manage',
  deal: 'deals.view',
  activity: 'activities.view',
  user: 'users.view',
  webhookEndpoint: 'webhooks.manage',
  webhookDelivery: 'webhooks.manage',
}
const everyKind: Kind[] = [
  'person',
  'task',
  'deal',
  'appointment',
  'activity',
  'user',
  'team',
  'tag',
  'stage',
  'pipeline',
  'pipelineStage',
  'apiKey',
  'customField',
  'smartList',
  'webhookEndpoint',
  'webhookDelivery',
]
const byId = { needs: ({ kind }: Fact) => readScope[kind], on: everyKind, ...notThere }

/** Every root field of the schema, with the ways in which it is tried. */
export const operations: Record<string, Way[]> = {
  me: [{}],
  node: [byId],
  nodes: [{ ...byId, with: ({ id }) => ({ ids: [id] }) }],
  person: one('person', 'people.view'),
  people: [
    { needs: 'people.view', lists: 'person', ...outOfTrash },
    { needs: 'people.view', lists: 'person', with: () => ({ includeTrash: true }) },
  ],
  searchPeople: [
    { needs: 'people.view', lists: 'person', ...outOfTrash, with: () => ({ name: 'Casey' }) },
    { needs: 'people.view', lists: 'person', with: () => ({ name: 'Casey', includeTrash: true }) },
  ],
  mergePeoplePreview: [merging],
  personMerges: one('person', 'people.view'),
  deal: one('deal', 'deals.view'),
  deals: list('deal', 'deals.view'),
  board: [{ needs: 'deals.view', on: ['pipeline'], with: ({ id }) => ({ pipelineId: id }) }],
  task: one('task', 'tasks.manage'),
  tasks: list('task', 'tasks.manage'),
  appointment: one('appointment', 'appointments.manage'),
  appointments: list('appointment', 'appointments.manage'),
  activity: one('activity', 'activities.view'),
  activities: [
    { needs: 'activities.view', lists: 'activity' },
    { needs: 'activities.view', on: ['person'], with: ({ id }) => ({ where: { personId: id } }) },
  ],
  user: one('user', 'users.view'),
  users: list('user', 'users.view'),
  team: one('team'),
  teams: list('team'),
  tag: one('tag'),
  tags: list('tag'),
  stage: one('stage'),
  stages: list('stage'),
  pipeline: one('pipeline'),
  pipelines: list('pipeline'),
  events: [{}],
  smartList: one('smartList'),
  smartLists: list('smartList'),
  customField: one('customField'),
  customFields: list('customField'),
  apiKey: one('apiKey'),
  apiKeys: list('apiKey'),

  webhookEndpoint: one('webhookEndpoint', webhooks),
  webhookEndpoints: list('webhookEndpoint', webhooks),
  webhookDelivery: one('webhookDelivery', webhooks),
  webhookDeliveries: list('webhookDelivery', webhooks),
  auditLog: [
    { needs: 'audit.view' },
    {
      needs: 'audit.view',
      on: ['user'],
      foreign: 'ok',
      with: ({ id }) => ({ where: { userId: id } }),
    },
  ],

  createPerson: [
    ...make('people.edit', () => ({ firstName: 'New' })),
    ...make('people.edit', () => ({ firstName: 'New', onDuplicate: 'create' })),
  ],
  updatePerson: change('person', 'people.edit', () => ({ source: 'New' })),
  restorePerson: change('person', 'people.edit'),
  deletePerson: [
    { needs: 'people.edit', on: ['person'], changes: true },
    {
      needs: 'people.delete',
      on: ['person'],
      changes: true,
      with: ({ id }) => ({ id, permanent: true }),
    },
  ],
  addPersonTags: [{ needs: 'people.edit', on: ['person'], changes: true, with: tags }],
  addPersonCollaborators: [{ needs: 'people.edit', on: ['person'], changes: true, with: withUser }],
  removePersonCollaborators: [
    { needs: 'people.edit', on: ['person'], changes: true, with: withUser },
  ],
  createPeople: [{ needs: 'people.edit', with: () => ({ input: [{ firstName: 'New' }] }) }],
  updatePeople: [
    {
      needs: 'people.edit',
      on: ['person'],
      changes: true,
      inRows: true,
      with: ({ id }) => ({ input: [{ id, source: 'New' }] }),
    },
  ],
  tagPeople: [
    {
      needs: 'people.edit',
      on: ['person'],
      changes: true,
      inRows: true,
      with: ({ id }) => ({ input: { ids: [id], add: ['Warm', 'New'] } }),
    },
  ],
  mergePeople: [merging],
  unmergePeople: [
    {
      needs: 'people.edit',
      on: ['person'],
      only: ({ merge }) => merge !== undefined,
      changes: true,
      with: ({ id, merge }) => ({ mergeId: merge ?? id }),
    },
  ],
  removePersonTags: [{ needs: 'people.edit', on: ['person'], changes: true, with: tags }],

  createTask: [
    ...make('tasks.manage', () => ({ title: 'New' })),
    {
      needs: 'tasks.manage',
      ...named,
      with: ({ id }) => ({ input: { title: 'New', personId: id } }),
    },
  ],
  updateTask: change('task', 'tasks.manage', () => ({ title: 'New' })),
  completeTask: change('task', 'tasks.manage'),
  reopenTask: change('task', 'tasks.manage'),
  deleteTask: change('task', 'tasks.manage'),

  createAppointment: [
    ...make('appointments.manage', () => span),
    {
      needs: 'appointments.manage',
      ...named,
      with: ({ id }) => ({ input: { ...span, peopleIds: [id] } }),
    },
  ],
  updateAppointment: change('appointment', 'appointments.manage', () => ({ title: 'New' })),
  completeAppointment: change('appointment', 'appointments.manage', () => ({ outcome: 'Done' })),
  cancelAppointment: change('appointment', 'appointments.manage', () => ({ reason: 'Ill' })),
  deleteAppointment: change('appointment', 'appointments.manage'),

  createDeal: [
    ...make('deals.manage', ({ pipelineId }) => ({ title: 'New', pipelineId })),
    {
      needs: 'deals.manage',
      ...named,
      with: ({ id }, { pipelineId }) => ({ input: { title: 'New', pipelineId, peopleIds: [id] } }),
    },
  ],
  updateDeal: change('deal', 'deals.manage', ({ pipelineId }) => ({ title: 'New', pipelineId })),
  createDeals: [
    {
      needs: 'deals.manage',
      with: (_, { pipelineId }) => ({ input: [{ title: 'New', pipelineId }] }),
    },
    {
      needs: 'deals.manage',
      ...named,
      inRows: true,
      with: ({ id }, { pipelineId }) => ({
        input: [{ title: 'New', pipelineId, peopleIds: [id] }],
      }),
    },
  ],
  updateDeals: [
    {
      needs: 'deals.manage',
      on: ['deal'],
      changes: true,
      inRows: true,
      with: ({ id }) => ({ input: [{ id, title: 'New' }] }),
    },
  ],
  moveDeal: change('deal', 'deals.manage', ({ stageId }) => ({ stageId })),
  deleteDeal: change('deal', 'deals.manage'),

  createActivity: [
    {
      needs: 'activities.create',
      ...named,
      with: ({ id }) => ({ input: { personId: id, channel: 'call' } }),
    },
  ],
  updateActivity: change('activity', 'activities.create', () => ({ content: 'New' })),
  deleteActivity: change('activity', 'activities.create'),

  createUser: withRole(
    make('users.manage', () => ({
      firstName: 'New',
      email: 'new@acme.test',
      roleName: 'Agent',
    })),
    () => 'agent',
  ),
  inviteUser: withRole(
    make('users.manage', () => ({
      firstName: 'New',
      email: 'invited@acme.test',
      roleName: 'Agent',
    })),
    () => 'agent',
  ),
  suspendUser: withRole(change('user', 'users.manage'), (record) => record?.user ?? 'owner'),
  reactivateUser: change('user', 'users.manage'),
  reassignRecords: [
    {
      needs: 'users.manage',
      on: ['user'],
      with: ({ id }, { spareUserId }) => ({ id, toUserId: spareUserId }),
    },
  ],
  updateUser: change('user', 'users.manage', () => ({ firstName: 'New' })),
  createTeam: make('teams.manage', () => name),
  updateTeam: change('team', 'teams.manage', () => name),
  deleteTeam: change('team', 'teams.manage'),
  updateTag: change('tag', 'tags.manage', () => name),
  createTag: make('tags.manage', () => name),
  deleteTag: [
    { needs: 'tags.manage', on: ['tag'], changes: true, with: ({ id }) => ({ id, detach: true }) },
  ],
  mergeTags: [
    {
      needs: 'tags.manage',
      on: ['tag'],
      changes: true,
      with: ({ id }, { tagId }) => ({ id, otherIds: [tagId] }),
    },
  ],
  createStage: make('stages.manage', () => name),
  updateStage: change('stage', 'stages.manage', () => name),
  deleteStage: change('stage', 'stages.manage'),
  createPipeline: make('pipelines.manage', () => ({
    ...name,
    stages: [{ name: 'Open', type: 'open' }],
  })),
  updatePipeline: change('pipeline', 'pipelines.manage', () => name),
  deletePipeline: change('pipeline', 'pipelines.manage'),

  createCustomField: make('customfields.manage', () => ({
    ...name,
    record: 'deal',
    type: 'number',
  })),
  updateCustomField: change('customField', 'customfields.manage', () => name),
  deleteCustomField: change('customField', 'customfields.manage'),

  createSmartList: make('smartlists.manage', () => ({ ...name, where: { source: 'Web' } })),
  updateSmartList: change('smartList', 'smartlists.manage', () => name),
  deleteSmartList: change('smartList', 'smartlists.manage'),

  createWebhookEndpoint: make(webhooks, () => ({
    url: 'https://93.184.216.34/new',
    events: ['*'],
  })),
  updateWebhookEndpoint: change('webhookEndpoint', webhooks, () => ({
    url: 'https://93.184.216.34/other',
  })),
  deleteWebhookEndpoint: change('webhookEndpoint', webhooks),
  rotateWebhookSecret: change('webhookEndpoint', webhooks),
  pingWebhookEndpoint: change('webhookEndpoint', webhooks),
  replayWebhookDelivery: change('webhookDelivery', webhooks),
  replayWebhookDeliveries: change('webhookEndpoint', webhooks, () => ({ failed: true })),

  createApiKey: [
    { with: () => ({ input: name }) },
    {
      on: ['user'],
      changes: true,
      hidden: 'FORBIDDEN',
      foreign: 'VALIDATION_ERROR',
      with: ({ id }) => ({ input: { ...name, userId: id } }),
    },
  ],
  rotateApiKey: [{ on: ['apiKey'], changes: true }],
  revokeApiKey: [{ on: ['apiKey'], changes: true }],
}

/** What the decisions say that this way of calling an operation answers. */
export function expected(
  field: string,
  way: Way,
  teams: Team[],
  caller: Caller,
  record?: Fact,
): Outcome {
  const needs = typeof way.needs === 'function' ? way.needs(record as Fact) : way.needs
  if (needs && !hasScope(caller, needs)) return 'SCOPE'
  if (way.role && !holdsRoleOf(caller, way.role(record))) return 'FORBIDDEN'
  if (!record) return 'ok'
  // Only Owner and Admin make keys for others, whoever they are.
  if (field === 'createApiKey' && !isAdministrator(caller.who))
    return record.user === caller.who ? 'ok' : 'FORBIDDEN'
  if (record.company !== (caller.who === 'stranger' ? 'rival' : 'acme'))
    return way.foreign ?? 'NOT_FOUND'
  if (!sees(teams, caller, record)) return way.hidden ?? 'FORBIDDEN'
  return way.changes && !mayChange(teams, caller, record) ? 'FORBIDDEN' : 'ok'
}
