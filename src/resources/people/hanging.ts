import type { TableName } from '../../store/schema.ts'

/**
 * All that hangs on a person, for merging two into one and taking them apart again. Every table
 * that names a person stands in exactly one of these lists; a test asks the database for tables
 * that do not.
 */

/**
 * Rows that are a part of a person. Those of a person who is merged into another are kept with the
 * merge, as they are, and come back with the person; `by`: what puts a person's in order; `needs`:
 * columns whose row is left out where what it refers to is gone by then; `unique`: rows that move
 * to the survivor, and back when the merge is undone.
 */
export const parts = [
  { table: 'personEmails', column: 'personId', by: ['position'] },
  { table: 'personPhones', column: 'personId', by: ['position'] },
  { table: 'personTags', column: 'personId', by: ['position'], needs: { tagId: 'tags' } },
  { table: 'collaborators', column: 'personId', by: ['userId'], needs: { userId: 'users' } },
  {
    table: 'personCustomValues',
    column: 'personId',
    by: ['fieldId', 'position'],
    needs: { fieldId: 'customFields' },
  },
  { table: 'personExternalIds', column: 'personId', by: ['source', 'externalId'], unique: true },
  { table: 'personStageChanges', column: 'personId', by: ['id'] },
  { table: 'personMerges', column: 'survivorId', by: ['id'] },
] as const satisfies {
  table: TableName
  column: string
  by: string[]
  needs?: Record<string, TableName>
  unique?: true
}[]

/** Records about one person: they move to the person who stays, and back. */
export const records = ['activities', 'tasks'] as const satisfies TableName[]

/**
 * Links of records to any number of people: `column` names the record, which is in the table `of`.
 */
export const links = [
  { table: 'dealPeople', column: 'dealId', of: 'deals' },
  { table: 'appointmentPeople', column: 'appointmentId', of: 'appointments' },
] as const satisfies { table: TableName; column: string; of: TableName }[]

/** Made anew from the person's name. */
export const derived = ['personWords'] as const satisfies TableName[]
