import type { Kysely } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

const record = {
  companyId: 'text',
  id: 'text',
  version: 'int',
  createdAt: 'time',
  updatedAt: 'time',
} as const

/** Creates the tables of custom fields for people and deals, and of their values. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'customFields', {
    columns: {
      ...record,
      recordKind: 'text',
      key: 'text',
      name: 'text',
      description: 'text?',
      type: 'text',
      options: 'text',
      position: 'int',
      deletedAt: 'time?',
    },
    key: ['companyId', 'id'],
    references: { companyId: 'companies' },
    unique: [['companyId', 'recordKind', 'key']],
    oneOf: {
      recordKind: ['person', 'deal'],
      type: ['text', 'number', 'date', 'boolean', 'singleChoice', 'multipleChoice'],
    },
  })
  await createValues(db, 'personCustomValues', 'personId', 'people')
  await createValues(db, 'dealCustomValues', 'dealId', 'deals')
}

/**
 * Creates a table with one row per value; a multiple-choice field can have several rows. Filters
 * use the columns `textKey` and `number`.
 */
async function createValues(
  db: Kysely<unknown>,
  name: string,
  ownerColumn: string,
  ownerTable: string,
): Promise<void> {
  await createTable(db, name, {
    columns: {
      companyId: 'text',
      [ownerColumn]: 'text',
      fieldId: 'text',
      position: 'int',
      text: 'text?',
      textKey: 'text?',
      number: 'real?',
    },
    key: ['companyId', ownerColumn, 'fieldId', 'position'],
    cascade: { [ownerColumn]: ownerTable },
    references: { fieldId: 'customFields' },
    indexes: [
      ['companyId', 'fieldId', 'textKey', ownerColumn],
      { columns: ['companyId', 'fieldId', 'number', ownerColumn], where: '"number" IS NOT NULL' },
    ],
    clustered: true,
  })
}
