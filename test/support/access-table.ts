import {
  type Caller,
  canEdit,
  canView,
  hasScope,
  holdsRole,
  isAdministrator,
  type Kind,
  kinds,
  type RecordFacts,
  type Team,
} from './visibility-model.ts'
import type { Who } from './world.ts'

/** The outcome of an operation: success, or refusal because of scope, record or reference. */
export type Outcome = 'ok' | 'SCOPE' | 'FORBIDDEN' | 'NOT_FOUND' | 'VALIDATION_ERROR' | 'null'

/** Records of the caller's company for valid inputs. */
export interface CompanyRecords {
  pipelineId: string
  stageId: string
  userId: string
  /** Two people whom every user of the company can edit. */
  spareIds: string[]
  /** A tag outside the table. */
  tagId: string
  /** A user outside the table. */
  spareUserId: string
}

type Values = Record<string, unknown>

/** A case of an operation: its arguments, and the facts that determine its outcome. */
export interface OperationCase {
  /** The required scope, or a function of the record. */
  needs?: string | ((record: RecordFacts) => string | undefined)
  /** The kinds of records that it is called with, if any. */
  on?: Kind[]
  /** Its arguments; by default the record's id. */
  with?: (record: RecordFacts, home: CompanyRecords) => Values
  /** Selects some of those records. */
  only?: (record: RecordFacts) => boolean
  /** Whether the outcome is in a row of the result of a successful request. */
  inRows?: true
  /** A user with the granted or removed role, whose powers a narrowed key requires. */
  role?: (record?: RecordFacts) => Who
  /** A further condition besides visibility. */
  changes?: true
  /** The outcomes for a hidden record and for one of another company. */
  hidden?: Outcome
  foreign?: Outcome
  /** The kind of records that it lists, as far as they are visible … */
  lists?: Kind
  /** … and match this condition. */
  among?: (record: RecordFacts) => boolean
}

const one = (kind: Kind, needs?: string): OperationCase[] => [{ needs, on: [kind] }]
const list = (kind: Kind, needs?: string): OperationCase[] => [{ needs, lists: kind }]
const make = (needs: string, input: (home: CompanyRecords) => Values): OperationCase[] => [
  { needs, with: (_, home) => ({ input: input(home) }) },
]
const change = (
  kind: Kind,
  needs: string,
  input?: (home: CompanyRecords) => Values,
): OperationCase[] => [
  {
    needs,
    on: [kind],
    changes: true,
    with: ({ id }, home) => (input ? { id, input: input(home) } : { id }),
  },
]
const withRole = (testCases: OperationCase[], role: OperationCase['role']): OperationCase[] =>
  testCases.map((testCase) => ({ ...testCase, role }))
const named = {
  hidden: 'VALIDATION_ERROR',
  foreign: 'VALIDATION_ERROR',
  on: ['person'],
} as const satisfies OperationCase
const notThere = { hidden: 'null', foreign: 'null' } as const
const name = { name: 'New name' }
const span = { title: 'New', startsAt: '2026-06-03T09:00:00Z', endsAt: '2026-06-03T10:00:00Z' }
const outOfTrash = { among: (record: RecordFacts) => !record.trashed }
const withUser = ({ id }: RecordFacts, { userId }: CompanyRecords) => ({ id, userIds: [userId] })
const merging: OperationCase = {
  needs: 'people.edit',
  on: ['person'],
  only: ({ trashed }) => !trashed,
  changes: true,
  with: ({ id }, { spareIds }) => ({ id, otherIds: [spareIds.find((other) => other !== id)] }),
}
const tags = ({ id }: RecordFacts) => ({ id, tags: ['Warm'] })

const webhooks = 'webhooks.manage'

export const readScope: Partial<Record<Kind, string>> = {
  person: 'people.view',
  task: 'tasks.manage',
  appointment: 'appointments.manage',
  deal: 'deals.view',
  activity: 'activities.view',
  user: 'users.view',
  webhookEndpoint: 'webhooks.manage',
  webhookDelivery: 'webhooks.manage',
}
const byId = { needs: ({ kind }: RecordFacts) => readScope[kind], on: [...kinds], ...notThere }

/** The test cases of every root field. */
export const operations: Record<string, OperationCase[]> = {
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

/** The expected outcome of a case. */
export function expected(
  field: string,
  testCase: OperationCase,
  teams: Team[],
  caller: Caller,
  record?: RecordFacts,
): Outcome {
  const needs =
    typeof testCase.needs === 'function' ? testCase.needs(record as RecordFacts) : testCase.needs
  if (needs && !hasScope(caller, needs)) return 'SCOPE'
  if (testCase.role && !holdsRole(caller, testCase.role(record))) return 'FORBIDDEN'
  if (!record) return 'ok'
  // Only Owner and Admin can create keys for other users.
  if (field === 'createApiKey' && !isAdministrator(caller.user))
    return record.user === caller.user ? 'ok' : 'FORBIDDEN'
  if (record.company !== (caller.user === 'stranger' ? 'rival' : 'acme'))
    return testCase.foreign ?? 'NOT_FOUND'
  if (!canView(teams, caller, record)) return testCase.hidden ?? 'FORBIDDEN'
  return testCase.changes && !canEdit(teams, caller, record) ? 'FORBIDDEN' : 'ok'
}
