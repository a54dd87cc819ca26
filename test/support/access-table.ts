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
import type { TestUser } from './world.ts'

/**
 * The outcome of an operation: success, an error code (`SCOPE` for a missing scope), or a null
 * result.
 */
export type Outcome = 'ok' | 'SCOPE' | 'FORBIDDEN' | 'NOT_FOUND' | 'VALIDATION_ERROR' | 'null'

/** Ids of records in the caller's company, for use in valid inputs. */
export interface CompanyRecords {
  pipelineId: string
  stageId: string
  userId: string
  /** The ids of two people whom every user of the company can edit. */
  sparePersonIds: string[]
  /** The id of a tag that is not one of the tested records. */
  tagId: string
  /** The id of a user who is not one of the tested records. */
  spareUserId: string
}

type Values = Record<string, unknown>

/** A test case of an operation: its arguments, and the facts that determine its outcome. */
export interface OperationCase {
  /** The required scope, or a function that returns it for a record. */
  requiredScope?: string | ((record: RecordFacts) => string | undefined)
  /** The kinds of records on which the operation is called, if any. */
  recordKinds?: Kind[]
  /** Returns the arguments; by default, only the record's id. */
  createValues?: (record: RecordFacts, companyRecords: CompanyRecords) => Values
  /** Returns whether the case applies to a record. */
  isApplicable?: (record: RecordFacts) => boolean
  /** Whether the request always succeeds, because its result contains an outcome for each row. */
  hasRowOutcome?: true
  /**
   * Returns a user who has the role that the operation grants or removes. A narrowed key requires
   * all permissions of this role.
   */
  getUserWithRole?: (record?: RecordFacts) => TestUser
  /**
   * Whether the operation changes the record and therefore requires permission to edit the record.
   */
  changesRecord?: true
  /** The outcome for a record that the caller cannot view; `FORBIDDEN` by default. */
  hiddenOutcome?: Outcome
  /** The outcome for a record of another company; `NOT_FOUND` by default. */
  foreignOutcome?: Outcome
  /**
   * The kind of records that the operation lists. The list contains the visible records for which
   * `isListed` returns true.
   */
  listedKind?: Kind
  /** Returns whether the list contains a visible record; by default, always true. */
  isListed?: (record: RecordFacts) => boolean
}

const createRecordCase = (kind: Kind, requiredScope?: string): OperationCase[] => [
  { requiredScope, recordKinds: [kind] },
]
const createListCase = (kind: Kind, requiredScope?: string): OperationCase[] => [
  { requiredScope, listedKind: kind },
]
const createCreationCase = (
  requiredScope: string,
  input: (companyRecords: CompanyRecords) => Values,
): OperationCase[] => [
  { requiredScope, createValues: (_, companyRecords) => ({ input: input(companyRecords) }) },
]
const createChangeCase = (
  kind: Kind,
  requiredScope: string,
  input?: (companyRecords: CompanyRecords) => Values,
): OperationCase[] => [
  {
    requiredScope,
    recordKinds: [kind],
    changesRecord: true,
    createValues: ({ id }, companyRecords) =>
      input ? { id, input: input(companyRecords) } : { id },
  },
]
const addRole = (
  testCases: OperationCase[],
  getUserWithRole: OperationCase['getUserWithRole'],
): OperationCase[] => testCases.map((testCase) => ({ ...testCase, getUserWithRole }))
const personReferenceCase = {
  hiddenOutcome: 'VALIDATION_ERROR',
  foreignOutcome: 'VALIDATION_ERROR',
  recordKinds: ['person'],
} as const satisfies OperationCase
const nullOutcomes = { hiddenOutcome: 'null', foreignOutcome: 'null' } as const
const nameInput = { name: 'New name' }
const appointmentInput = {
  title: 'New',
  startsAt: '2026-06-03T09:00:00Z',
  endsAt: '2026-06-03T10:00:00Z',
}
const listedOutsideTrash = { isListed: (record: RecordFacts) => !record.trashed }
const createUserIdValues = ({ id }: RecordFacts, { userId }: CompanyRecords) => ({
  id,
  userIds: [userId],
})
const mergeCase: OperationCase = {
  requiredScope: 'people.edit',
  recordKinds: ['person'],
  isApplicable: ({ trashed }) => !trashed,
  changesRecord: true,
  createValues: ({ id }, { sparePersonIds }) => ({
    id,
    otherIds: [sparePersonIds.find((other) => other !== id)],
  }),
}
const createTagValues = ({ id }: RecordFacts) => ({ id, tags: ['Warm'] })

const webhookScope = 'webhooks.manage'

const nodeCase = {
  requiredScope: ({ kind }: RecordFacts) => readScopes[kind],
  recordKinds: [...kinds],
  ...nullOutcomes,
}

/** The test cases of each root field, by field name. */
export const operations: Record<string, OperationCase[]> = {
  me: [{}],
  node: [nodeCase],
  nodes: [{ ...nodeCase, createValues: ({ id }) => ({ ids: [id] }) }],
  person: createRecordCase('person', 'people.view'),
  people: [
    { requiredScope: 'people.view', listedKind: 'person', ...listedOutsideTrash },
    {
      requiredScope: 'people.view',
      listedKind: 'person',
      createValues: () => ({ includeTrash: true }),
    },
  ],
  searchPeople: [
    {
      requiredScope: 'people.view',
      listedKind: 'person',
      ...listedOutsideTrash,
      createValues: () => ({ by: { name: 'Casey' } }),
    },
    {
      requiredScope: 'people.view',
      listedKind: 'person',
      createValues: () => ({ by: { name: 'Casey' }, includeTrash: true }),
    },
  ],
  mergePeoplePreview: [mergeCase],
  personMerges: createRecordCase('person', 'people.view'),
  deal: createRecordCase('deal', 'deals.view'),
  deals: createListCase('deal', 'deals.view'),
  board: [
    {
      requiredScope: 'deals.view',
      recordKinds: ['pipeline'],
      createValues: ({ id }) => ({ pipelineId: id }),
    },
  ],
  task: createRecordCase('task', 'tasks.manage'),
  tasks: createListCase('task', 'tasks.manage'),
  appointment: createRecordCase('appointment', 'appointments.manage'),
  appointments: createListCase('appointment', 'appointments.manage'),
  activity: createRecordCase('activity', 'activities.view'),
  activities: [
    { requiredScope: 'activities.view', listedKind: 'activity' },
    {
      requiredScope: 'activities.view',
      recordKinds: ['person'],
      createValues: ({ id }) => ({ where: { personId: { eq: id } } }),
    },
  ],
  user: createRecordCase('user', 'users.view'),
  users: createListCase('user', 'users.view'),
  team: createRecordCase('team'),
  teams: createListCase('team'),
  tag: createRecordCase('tag'),
  tags: createListCase('tag'),
  stage: createRecordCase('stage'),
  stages: createListCase('stage'),
  pipeline: createRecordCase('pipeline'),
  pipelines: createListCase('pipeline'),
  events: [{}],
  smartList: createRecordCase('smartList'),
  smartLists: createListCase('smartList'),
  customField: createRecordCase('customField'),
  customFields: createListCase('customField'),
  apiKey: createRecordCase('apiKey'),
  apiKeys: createListCase('apiKey'),
  identity: createRecordCase('identity'),
  identities: createListCase('identity'),
  session: createRecordCase('session'),
  sessions: createListCase('session'),

  webhookEndpoint: createRecordCase('webhookEndpoint', webhookScope),
  webhookEndpoints: createListCase('webhookEndpoint', webhookScope),
  webhookDelivery: createRecordCase('webhookDelivery', webhookScope),
  webhookDeliveries: createListCase('webhookDelivery', webhookScope),
  auditLog: [
    { requiredScope: 'audit.view' },
    {
      requiredScope: 'audit.view',
      recordKinds: ['user'],
      foreignOutcome: 'ok',
      createValues: ({ id }) => ({ where: { actorId: { eq: id } } }),
    },
  ],

  createPerson: [
    ...createCreationCase('people.edit', () => ({ firstName: 'New' })),
    ...createCreationCase('people.edit', () => ({ firstName: 'New', onDuplicate: 'create' })),
  ],
  updatePerson: createChangeCase('person', 'people.edit', () => ({ source: 'New' })),
  restorePerson: createChangeCase('person', 'people.edit'),
  deletePerson: [
    { requiredScope: 'people.edit', recordKinds: ['person'], changesRecord: true },
    {
      requiredScope: 'people.delete',
      recordKinds: ['person'],
      changesRecord: true,
      createValues: ({ id }) => ({ id, permanent: true }),
    },
  ],
  addPersonTags: [
    {
      requiredScope: 'people.edit',
      recordKinds: ['person'],
      changesRecord: true,
      createValues: createTagValues,
    },
  ],
  addPersonCollaborators: [
    {
      requiredScope: 'people.edit',
      recordKinds: ['person'],
      changesRecord: true,
      createValues: createUserIdValues,
    },
  ],
  removePersonCollaborators: [
    {
      requiredScope: 'people.edit',
      recordKinds: ['person'],
      changesRecord: true,
      createValues: createUserIdValues,
    },
  ],
  createPeople: [
    { requiredScope: 'people.edit', createValues: () => ({ input: [{ firstName: 'New' }] }) },
  ],
  updatePeople: [
    {
      requiredScope: 'people.edit',
      recordKinds: ['person'],
      changesRecord: true,
      hasRowOutcome: true,
      createValues: ({ id }) => ({ input: [{ id, source: 'New' }] }),
    },
  ],
  tagPeople: [
    {
      requiredScope: 'people.edit',
      recordKinds: ['person'],
      changesRecord: true,
      hasRowOutcome: true,
      createValues: ({ id }) => ({ input: { ids: [id], add: ['Warm', 'New'] } }),
    },
  ],
  mergePeople: [mergeCase],
  unmergePeople: [
    {
      requiredScope: 'people.edit',
      recordKinds: ['person'],
      isApplicable: ({ mergeId }) => mergeId !== undefined,
      changesRecord: true,
      createValues: ({ id, mergeId }) => ({ mergeId: mergeId ?? id }),
    },
  ],
  removePersonTags: [
    {
      requiredScope: 'people.edit',
      recordKinds: ['person'],
      changesRecord: true,
      createValues: createTagValues,
    },
  ],

  createTask: [
    ...createCreationCase('tasks.manage', () => ({ title: 'New' })),
    {
      requiredScope: 'tasks.manage',
      ...personReferenceCase,
      createValues: ({ id }) => ({ input: { title: 'New', personId: id } }),
    },
  ],
  updateTask: createChangeCase('task', 'tasks.manage', () => ({ title: 'New' })),
  completeTask: createChangeCase('task', 'tasks.manage'),
  reopenTask: createChangeCase('task', 'tasks.manage'),
  deleteTask: createChangeCase('task', 'tasks.manage'),

  createAppointment: [
    ...createCreationCase('appointments.manage', () => appointmentInput),
    {
      requiredScope: 'appointments.manage',
      ...personReferenceCase,
      createValues: ({ id }) => ({ input: { ...appointmentInput, peopleIds: [id] } }),
    },
  ],
  updateAppointment: createChangeCase('appointment', 'appointments.manage', () => ({
    title: 'New',
  })),
  completeAppointment: createChangeCase('appointment', 'appointments.manage', () => ({
    outcome: 'Done',
  })),
  cancelAppointment: createChangeCase('appointment', 'appointments.manage', () => ({
    reason: 'Ill',
  })),
  deleteAppointment: createChangeCase('appointment', 'appointments.manage'),

  createDeal: [
    ...createCreationCase('deals.manage', ({ pipelineId }) => ({ title: 'New', pipelineId })),
    {
      requiredScope: 'deals.manage',
      ...personReferenceCase,
      createValues: ({ id }, { pipelineId }) => ({
        input: { title: 'New', pipelineId, peopleIds: [id] },
      }),
    },
  ],
  updateDeal: createChangeCase('deal', 'deals.manage', ({ pipelineId }) => ({
    title: 'New',
    pipelineId,
  })),
  createDeals: [
    {
      requiredScope: 'deals.manage',
      createValues: (_, { pipelineId }) => ({ input: [{ title: 'New', pipelineId }] }),
    },
    {
      requiredScope: 'deals.manage',
      ...personReferenceCase,
      hasRowOutcome: true,
      createValues: ({ id }, { pipelineId }) => ({
        input: [{ title: 'New', pipelineId, peopleIds: [id] }],
      }),
    },
  ],
  updateDeals: [
    {
      requiredScope: 'deals.manage',
      recordKinds: ['deal'],
      changesRecord: true,
      hasRowOutcome: true,
      createValues: ({ id }) => ({ input: [{ id, title: 'New' }] }),
    },
  ],
  moveDeal: createChangeCase('deal', 'deals.manage', ({ stageId }) => ({ stageId })),
  deleteDeal: createChangeCase('deal', 'deals.manage'),

  createActivity: [
    {
      requiredScope: 'activities.create',
      ...personReferenceCase,
      createValues: ({ id }) => ({ input: { personId: id, channel: 'call' } }),
    },
  ],
  updateActivity: createChangeCase('activity', 'activities.create', () => ({ content: 'New' })),
  deleteActivity: createChangeCase('activity', 'activities.create'),

  createUser: addRole(
    createCreationCase('users.manage', () => ({
      firstName: 'New',
      email: 'new@acme.test',
      roleName: 'Agent',
    })),
    () => 'agent',
  ),
  inviteUser: addRole(
    createCreationCase('users.manage', () => ({
      firstName: 'New',
      email: 'invited@acme.test',
      roleName: 'Agent',
    })),
    () => 'agent',
  ),
  inviteUserToSignIn: addRole(
    createCreationCase('users.manage', () => ({
      firstName: 'New',
      email: 'signs-in@acme.test',
      roleName: 'Agent',
    })),
    () => 'agent',
  ),
  suspendUser: addRole(
    createChangeCase('user', 'users.manage'),
    (record) => record?.user ?? 'owner',
  ),
  reactivateUser: createChangeCase('user', 'users.manage'),
  reassignRecords: [
    {
      requiredScope: 'users.manage',
      recordKinds: ['user'],
      createValues: ({ id }, { spareUserId }) => ({ id, toUserId: spareUserId }),
    },
  ],
  updateUser: createChangeCase('user', 'users.manage', () => ({ firstName: 'New' })),
  createTeam: createCreationCase('teams.manage', () => nameInput),
  updateTeam: createChangeCase('team', 'teams.manage', () => nameInput),
  deleteTeam: createChangeCase('team', 'teams.manage'),
  updateTag: createChangeCase('tag', 'tags.manage', () => nameInput),
  createTag: createCreationCase('tags.manage', () => nameInput),
  deleteTag: [
    {
      requiredScope: 'tags.manage',
      recordKinds: ['tag'],
      changesRecord: true,
      createValues: ({ id }) => ({ id, replacement: { detach: true } }),
    },
  ],
  mergeTags: [
    {
      requiredScope: 'tags.manage',
      recordKinds: ['tag'],
      changesRecord: true,
      createValues: ({ id }, { tagId }) => ({ id, otherIds: [tagId] }),
    },
  ],
  createStage: createCreationCase('stages.manage', () => nameInput),
  updateStage: createChangeCase('stage', 'stages.manage', () => nameInput),
  deleteStage: createChangeCase('stage', 'stages.manage'),
  createPipeline: createCreationCase('pipelines.manage', () => ({
    ...nameInput,
    stages: [{ name: 'Open', type: 'open' }],
  })),
  updatePipeline: createChangeCase('pipeline', 'pipelines.manage', () => nameInput),
  deletePipeline: createChangeCase('pipeline', 'pipelines.manage'),

  createCustomField: createCreationCase('customfields.manage', () => ({
    ...nameInput,
    record: 'deal',
    type: 'number',
  })),
  updateCustomField: createChangeCase('customField', 'customfields.manage', () => nameInput),
  deleteCustomField: createChangeCase('customField', 'customfields.manage'),

  createSmartList: createCreationCase('smartlists.manage', () => ({
    ...nameInput,
    where: { source: { eq: 'Web' } },
  })),
  updateSmartList: createChangeCase('smartList', 'smartlists.manage', () => nameInput),
  deleteSmartList: createChangeCase('smartList', 'smartlists.manage'),

  createWebhookEndpoint: createCreationCase(webhookScope, () => ({
    url: 'https://93.184.216.34/new',
    events: ['*'],
  })),
  updateWebhookEndpoint: createChangeCase('webhookEndpoint', webhookScope, () => ({
    url: 'https://93.184.216.34/other',
  })),
  deleteWebhookEndpoint: createChangeCase('webhookEndpoint', webhookScope),
  rotateWebhookSecret: createChangeCase('webhookEndpoint', webhookScope),
  pingWebhookEndpoint: createChangeCase('webhookEndpoint', webhookScope),
  replayWebhookDelivery: createChangeCase('webhookDelivery', webhookScope),
  replayWebhookDeliveries: createChangeCase('webhookEndpoint', webhookScope, () => ({
    failed: true,
  })),

  createApiKey: [
    { createValues: () => ({ input: nameInput }) },
    {
      recordKinds: ['user'],
      changesRecord: true,
      hiddenOutcome: 'FORBIDDEN',
      foreignOutcome: 'VALIDATION_ERROR',
      createValues: ({ id }) => ({ input: { ...nameInput, userId: id } }),
    },
  ],
  rotateApiKey: [{ recordKinds: ['apiKey'], changesRecord: true }],
  revokeApiKey: [{ recordKinds: ['apiKey'], changesRecord: true }],
  deleteIdentity: [{ recordKinds: ['identity'], changesRecord: true }],
  revokeSession: [{ recordKinds: ['session'], changesRecord: true }],
}

/** The scope that is required to view a record of each kind, if any. */
export const readScopes = Object.fromEntries(
  kinds.map((kind) => [kind, operations[kind]?.[0]?.requiredScope]),
) as Partial<Record<Kind, string>>

/** Returns the expected outcome of a test case. */
export function getExpectedOutcome(
  field: string,
  testCase: OperationCase,
  teams: Team[],
  caller: Caller,
  record?: RecordFacts,
): Outcome {
  const requiredScope =
    typeof testCase.requiredScope === 'function'
      ? testCase.requiredScope(record as RecordFacts)
      : testCase.requiredScope
  if (requiredScope && !hasScope(caller, requiredScope)) return 'SCOPE'
  if (testCase.getUserWithRole && !holdsRole(caller, testCase.getUserWithRole(record)))
    return 'FORBIDDEN'
  if (!record) return 'ok'
  // Only an Owner or Admin can create API keys for other users.
  if (field === 'createApiKey' && !isAdministrator(caller.user))
    return record.user === caller.user ? 'ok' : 'FORBIDDEN'
  if (record.company !== (caller.user === 'stranger' ? 'rival' : 'acme'))
    return testCase.foreignOutcome ?? 'NOT_FOUND'
  if (!canView(teams, caller, record)) return testCase.hiddenOutcome ?? 'FORBIDDEN'
  return testCase.changesRecord && !canEdit(teams, caller, record) ? 'FORBIDDEN' : 'ok'
}
