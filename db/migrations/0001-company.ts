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

/** Creates the tables of companies, users, teams, API keys, stages, pipelines and tags. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'secrets', { columns: { name: 'text', value: 'text' }, key: ['name'] })

  await createTable(db, 'companies', {
    columns: { id: 'text', name: 'text', region: 'text', eventSequence: 'int', createdAt: 'time' },
    key: ['id'],
  })
  await createTable(db, 'users', {
    columns: {
      ...record,
      firstName: 'text',
      lastName: 'text',
      email: 'text',
      emailKey: 'text',
      role: 'text',
      avatarUrl: 'text?',
      suspendedAt: 'time?',
    },
    key,
    references: companyReference,
    unique: [['companyId', 'emailKey']],
    indexes: [['emailKey']],
    oneOf: { role: ['Owner', 'Admin', 'Team Leader', 'Agent'] },
  })
  await createTable(db, 'teams', {
    columns: { ...record, name: 'text' },
    key,
    references: companyReference,
  })
  await createTable(db, 'teamMembers', {
    columns: {
      companyId: 'text',
      teamId: 'text',
      userId: 'text',
      isLeader: 'bool',
      isMember: 'bool',
    },
    key: ['companyId', 'teamId', 'userId'],
    references: { userId: 'users' },
    cascade: { teamId: 'teams' },
    indexes: [['companyId', 'userId', 'teamId']],
    clustered: true,
  })
  await createTable(db, 'apiKeys', {
    columns: {
      ...record,
      userId: 'text',
      name: 'text',
      hash: 'text',
      prefix: 'text',
      lastFour: 'text',
      scopes: 'text?',
      createdBy: 'text?',
      expiresAt: 'time?',
      revokedAt: 'time?',
      previousHash: 'text?',
      previousExpiresAt: 'time?',
    },
    key,
    references: { userId: 'users' },
    unique: [['hash'], ['previousHash']],
    indexes: [['companyId', 'userId', 'id']],
  })

  await createTable(db, 'stages', {
    columns: { ...record, name: 'text', position: 'int', isTrash: 'bool' },
    key,
    references: companyReference,
  })
  await createTable(db, 'pipelines', {
    columns: { ...record, name: 'text', position: 'int' },
    key,
    references: companyReference,
  })
  await createTable(db, 'pipelineStages', {
    columns: { ...record, pipelineId: 'text', name: 'text', type: 'text', position: 'int' },
    key,
    cascade: { pipelineId: 'pipelines' },
    indexes: [['companyId', 'pipelineId', 'position']],
    oneOf: { type: ['open', 'won', 'lost'] },
  })
  await createTable(db, 'tags', {
    columns: { ...record, name: 'text', nameKey: 'text' },
    key,
    references: companyReference,
    unique: [['companyId', 'nameKey']],
  })
}
