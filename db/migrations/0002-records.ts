import type { Kysely } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

const record = {
  companyId: 'text',
  id: 'text',
  version: 'int',
  createdAt: 'time',
  updatedAt: 'time',
} as const
const key = ['companyId', 'id']
const companyReference = { companyId: 'companies' }

/** Creates the tables of people, deals, tasks and activities. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'people', {
    columns: {
      ...record,
      firstName: 'text',
      lastName: 'text',
      nameKey: 'text',
      assignedAgentId: 'text?',
      stageId: 'text',
      previousStageId: 'text?',
      trashedAt: 'time?',
      source: 'text?',
      price: 'real?',
      timeframe: 'text?',
      background: 'text?',
      relationship: 'bool?',
      createdBy: 'text?',
    },
    key,
    references: { stageId: 'stages', assignedAgentId: 'users' },
    indexes: [
      ['companyId', 'assignedAgentId', 'id'],
      ['companyId', 'stageId', 'id'],
      ['companyId', 'source', 'id'],
      { columns: ['companyId', 'trashedAt', 'id'], where: '"trashedAt" IS NOT NULL' },
      { columns: ['companyId', 'id'], where: '"trashedAt" IS NULL' },
    ],
  })
  const childTable = {
    key: ['companyId', 'personId', 'position'],
    cascade: { personId: 'people' },
    clustered: true,
  }
  await createTable(db, 'personEmails', {
    ...childTable,
    columns: {
      companyId: 'text',
      personId: 'text',
      position: 'int',
      value: 'text',
      valueKey: 'text',
      type: 'text',
      isPrimary: 'bool',
    },
    indexes: [['companyId', 'valueKey', 'personId']],
    oneOf: { type: ['home', 'work', 'other'] },
  })
  await createTable(db, 'personPhones', {
    ...childTable,
    columns: {
      companyId: 'text',
      personId: 'text',
      position: 'int',
      value: 'text',
      type: 'text',
      status: 'text',
      isPrimary: 'bool',
      isBad: 'bool',
    },
    indexes: [['companyId', 'value', 'personId']],
    oneOf: {
      type: ['mobile', 'home', 'work', 'fax', 'other'],
      status: ['Valid', 'Invalid', 'Unknown'],
    },
  })
  await createTable(db, 'personTags', {
    ...childTable,
    columns: { companyId: 'text', personId: 'text', position: 'int', tagId: 'text' },
    references: { tagId: 'tags' },
    unique: [['companyId', 'personId', 'tagId']],
    indexes: [['companyId', 'tagId', 'personId']],
  })
  await createTable(db, 'collaborators', {
    columns: { companyId: 'text', userId: 'text', personId: 'text' },
    key: ['companyId', 'userId', 'personId'],
    references: { userId: 'users' },
    cascade: { personId: 'people' },
    indexes: [['companyId', 'personId', 'userId']],
    clustered: true,
  })
  // The search by name uses the folded words of each person's name, the distinct words of all names
  // in the company, and the variants of each word with one letter removed.
  await createTable(db, 'personWords', {
    columns: { companyId: 'text', word: 'text', personId: 'text' },
    key: ['companyId', 'word', 'personId'],
    cascade: { personId: 'people' },
    indexes: [['companyId', 'personId', 'word']],
    clustered: true,
  })
  await createTable(db, 'nameWords', {
    columns: { companyId: 'text', word: 'text' },
    key: ['companyId', 'word'],
    references: companyReference,
    clustered: true,
  })
  await createTable(db, 'nameVariants', {
    columns: { companyId: 'text', variant: 'text', word: 'text' },
    key: ['companyId', 'variant', 'word'],
    references: companyReference,
    indexes: [['companyId', 'word', 'variant']],
    clustered: true,
  })

  await createTable(db, 'deals', {
    columns: {
      ...record,
      title: 'text',
      pipelineId: 'text',
      stageId: 'text',
      rank: 'text',
      assignedAgentId: 'text?',
      price: 'real?',
      commission: 'real?',
      closeDate: 'time?',
      stageEnteredAt: 'time',
      createdBy: 'text?',
    },
    key,
    references: { pipelineId: 'pipelines', stageId: 'pipelineStages', assignedAgentId: 'users' },
    unique: [['companyId', 'stageId', 'rank']],
    indexes: [
      ['companyId', 'assignedAgentId', 'id'],
      ['companyId', 'pipelineId', 'id'],
      ['companyId', 'stageId', 'id'],
    ],
  })
  await createTable(db, 'dealPeople', {
    columns: { companyId: 'text', dealId: 'text', personId: 'text', position: 'int' },
    key: ['companyId', 'dealId', 'personId'],
    cascade: { dealId: 'deals', personId: 'people' },
    indexes: [['companyId', 'personId', 'dealId']],
    clustered: true,
  })
  await createTable(db, 'dealTeams', {
    columns: { companyId: 'text', dealId: 'text', teamId: 'text', position: 'int' },
    key: ['companyId', 'dealId', 'teamId'],
    cascade: { dealId: 'deals', teamId: 'teams' },
    indexes: [['companyId', 'teamId', 'dealId']],
    clustered: true,
  })

  await createTable(db, 'tasks', {
    columns: {
      ...record,
      title: 'text',
      description: 'text?',
      dueDate: 'time?',
      priority: 'text',
      completedAt: 'time?',
      personId: 'text?',
      assignedTo: 'text?',
      createdBy: 'text?',
    },
    key,
    references: { personId: 'people', assignedTo: 'users' },
    indexes: [
      ['companyId', 'assignedTo', 'id'],
      ['companyId', 'createdBy', 'id'],
      ['companyId', 'personId', 'id'],
    ],
    oneOf: { priority: ['low', 'medium', 'high', 'urgent'] },
  })
  await createTable(db, 'activities', {
    columns: {
      ...record,
      personId: 'text',
      type: 'text',
      channel: 'text',
      direction: 'text?',
      content: 'text?',
      starred: 'bool',
      agentName: 'text',
      createdBy: 'text?',
    },
    key: ['companyId', 'personId', 'id'],
    cascade: { personId: 'people' },
    unique: [['companyId', 'id']],
    indexes: [['companyId', 'type', 'id']],
    clustered: true,
    oneOf: {
      type: ['call', 'email', 'note', 'meeting', 'sms', 'activity'],
      direction: ['inbound', 'outbound'],
    },
  })
}
