import { type ExampleRequest, type ExampleResponse, responseId } from './example-request.ts'
import type { Ids } from './ids.ts'
import { webhookRequests } from './webhook-requests.ts'

/** The record that the `{id}` of a path names, unless it is told otherwise. */
export const usual = (the: Ids): Record<string, string> => ({
  users: the.agent,
  teams: the.team,
  'api-keys': the.apiKey,
  tags: the.tag,
  stages: the.stage,
  pipelines: the.pipeline,
  people: the.person,
  deals: the.deal,
  'custom-fields': the.customField,
  tasks: the.task,
  appointments: the.appointment,
  activities: the.activity,
})

const madeList: ExampleRequest = { after: ['CreateSmartList'], made: responseId }

/**
 * What each call is sent, where the usual does not do: a call without a line here gets the usual
 * record, and a list two of its records.
 */
export const shown = (the: Ids): Record<string, ExampleRequest> => ({
  ListUsers: { parameters: { role: 'Agent', limit: 1 } },
  CreateUser: {
    body: {
      firstName: 'Maya',
      lastName: 'Lindqvist',
      email: 'maya.lindqvist@northwind.example',
      role: 'Agent',
    },
  },
  UpdateUser: { body: { role: 'Team Leader' } },
  InviteUser: {
    body: {
      firstName: 'Jonas',
      lastName: 'Weber',
      email: 'jonas.weber@northwind.example',
      role: 'Agent',
      teamIds: [the.team],
    },
  },
  ReactivateUser: { after: ['SuspendUser'], made: ({ user }) => ({ id: user.id }) },
  ReassignRecords: { body: { toUserId: the.otherAgent } },
  CreateTeam: { body: { name: 'Waterfront', leaderIds: [the.leader], memberIds: [the.agent] } },
  UpdateTeam: { body: { name: 'City and waterfront' } },
  CreateApiKey: {
    body: {
      name: 'Newsletter',
      scopes: ['people.view.all', 'tags.manage'],
      expiresAt: '2027-06-01T00:00:00Z',
    },
  },
  RotateApiKey: { body: { graceHours: 48 } },
  CreateTag: { body: { name: 'Second home' }, conflict: { body: { name: 'Open house' } } },
  UpdateTag: { body: { name: 'Past seller' } },
  DeleteTag: { parameters: { moveTo: the.otherTag }, conflict: {} },
  MergeTags: { body: { otherIds: [the.otherTag] } },
  CreateStage: { body: { name: 'Past client' } },
  UpdateStage: { body: { name: 'Nurture', position: 1 } },
  DeleteStage: { parameters: { moveTo: the.otherStage }, conflict: {} },
  CreatePipeline: {
    body: {
      name: 'Rentals',
      stages: [
        { name: 'Viewing', type: 'open' },
        { name: 'Let', type: 'won' },
        { name: 'Withdrawn', type: 'lost' },
      ],
    },
  },
  UpdatePipeline: { body: { name: 'Sales' } },
  DeletePipeline: { parameters: { moveTo: the.stageOfOtherPipeline }, conflict: {} },
  GetBoard: {
    parameters: { id: the.pipelineOfDeal, stageIds: the.stagesOfDeal.slice(0, 2), limit: 1 },
  },
  ListPeople: { parameters: { limit: 1 } },
  CreatePerson: {
    body: {
      firstName: 'Elena',
      lastName: 'Moretti',
      emails: [{ value: 'elena.moretti@example.com', type: 'work' }],
      phones: [{ value: '(415) 555-0142', type: 'mobile' }],
      assignedAgentId: the.agent,
      source: 'Website',
      tags: ['Buyer'],
      price: 640000,
      timeframe: '3 months',
    },
    conflict: {
      body: {
        firstName: 'Elena',
        emails: [{ value: 'elena.moretti@example.com' }],
        onDuplicate: 'error',
      },
      after: ['CreatePerson'],
    },
  },
  SearchPeople: { parameters: { email: the.email } },
  UpdatePerson: { body: { timeframe: '6 months', price: 720000 } },
  AddPersonTags: { body: { tags: ['Open house', 'Seller'] } },
  RestorePerson: { after: ['DeletePerson'] },
  AddPersonCollaborators: { body: { userIds: [the.agent] } },
  RemovePersonCollaborator: {
    after: ['AddPersonCollaborators'],
    parameters: { userId: the.agent },
  },
  MergePeople: { body: { otherIds: [the.sparePerson] } },
  PreviewMergePeople: { parameters: { otherIds: [the.sparePerson] } },
  ListPersonMerges: { after: ['MergePeople'], parameters: { limit: 1 } },
  UnmergePeople: {
    after: ['MergePeople', 'ListPersonMerges'],
    made: (data) => ({ mergeId: (data as unknown as ExampleResponse[])[0]?.id }),
  },
  CreatePeople: {
    body: {
      people: [
        { firstName: 'Noor', emails: [{ value: 'noor@example.com' }] },
        { firstName: 'Sam', stageId: 'stage_00000000000000000000000000' },
      ],
    },
  },
  UpdatePeople: { body: { people: [{ id: the.sparePerson, stageId: the.stage }] } },
  TagPeople: { body: { ids: [the.sparePerson, the.secondSpare], add: ['Newsletter'] } },
  UpdateDeal: {
    body: {
      title: 'House on Alder Street',
      pipelineId: the.pipelineOfDeal,
      pricing: 815000,
      commission: 20375,
      closeDate: '2026-08-14T00:00:00Z',
    },
  },
  PatchDeal: { body: { pricing: 815000 } },
  MoveDeal: { body: { stageId: the.stagesOfDeal[2], order: 0 } },
  ListDeals: { parameters: { status: 'open', orderBy: 'price', direction: 'desc', limit: 1 } },
  CreateDeal: {
    body: {
      title: 'Loft on Harbour Road',
      pipelineId: the.pipelineOfDeal,
      peopleIds: [the.person],
      pricing: 540000,
      closeDate: '2026-09-30T00:00:00Z',
    },
  },
  CreateDeals: {
    body: {
      deals: [
        { title: 'Garden flat', pipelineId: the.pipelineOfDeal, price: 310000 },
        { title: 'Barn', pipelineId: the.pipelineOfDeal, stageId: the.stage },
      ],
    },
  },
  UpdateDeals: { body: { deals: [{ id: the.deal, price: 815000 }] } },
  CreateCustomField: {
    body: {
      record: 'person',
      name: 'Prefers',
      type: 'singleChoice',
      options: [{ label: 'Phone' }, { label: 'Email' }],
      description: 'How they like to be reached.',
    },
  },
  UpdateCustomField: { body: { description: 'What matters to them in a home.' } },
  DeleteCustomField: { parameters: { force: true }, conflict: {} },
  CreateTask: {
    body: {
      title: 'Send the floor plans',
      dueDate: '2026-06-03T17:00:00Z',
      priority: 'high',
      personId: the.person,
    },
  },
  ListTasks: { parameters: { done: false, limit: 1 } },
  UpdateTask: { body: { priority: 'urgent', dueDate: '2026-06-02T17:00:00Z' } },
  ReopenTask: { parameters: { id: the.doneTask } },
  ListAppointments: { parameters: { from: '2026-06-01T00:00:00Z', status: 'scheduled', limit: 1 } },
  CreateAppointment: {
    body: {
      title: 'Second viewing',
      startsAt: '2026-06-05T17:00:00-07:00',
      endsAt: '2026-06-05T17:45:00-07:00',
      timeZone: 'America/Los_Angeles',
      place: '12 Alder Street',
      peopleIds: [the.person],
      userIds: [the.agent],
    },
  },
  UpdateAppointment: { body: { place: '14 Alder Street' } },
  CompleteAppointment: {
    body: { outcome: 'They want to make an offer.' },
    conflict: { body: { outcome: 'Again.' }, after: ['CancelAppointment'] },
  },
  CancelAppointment: {
    body: { reason: 'The seller is ill.' },
    conflict: { body: { reason: 'Too late.' }, after: ['CompleteAppointment'] },
  },
  ListPersonTimeline: { parameters: { limit: 1 } },
  CreateActivity: {
    body: {
      personId: the.person,
      channel: 'call',
      content: 'Asked about the school nearby.',
      direction: 'inbound',
    },
  },
  ListActivities: { parameters: { personId: the.person, type: 'call', limit: 1 } },
  SearchActivities: { parameters: { type: 'call', limit: 1 } },
  UpdateActivity: { body: { content: 'They will decide by Friday.', starred: true } },
  ListAuditLog: { after: ['UpdatePerson'] },
  ListEvents: { parameters: { types: ['deal.moved'], limit: 1 }, after: ['MoveDeal'] },
  ListSmartLists: { after: ['CreateSmartList'] },
  CreateSmartList: {
    body: {
      name: 'To call back',
      where: { tag: the.tagOfPerson, deals: { some: { status: 'open' } } },
      shared: true,
    },
  },
  GetSmartList: madeList,
  UpdateSmartList: { ...madeList, body: { name: 'To call this week' } },
  DeleteSmartList: madeList,
  CountSmartList: madeList,
  RunSmartList: { ...madeList, parameters: { limit: 1 } },
  ...webhookRequests,
})
