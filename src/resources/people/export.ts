/** Declares the people export, including columns that are not stored in the `people` table. */
import { declareExport } from '../../filtering/exports.ts'
import { loadStage } from '../stages/operations.ts'
import { getUserEmail } from '../users/operations.ts'
import { loadCollaborators, loadEmails, loadPhones, loadTags } from './lists.ts'
import { people } from './operations.ts'

const sortPrimaryFirst = <R extends { isPrimary: number }>(rows: readonly R[] | null | undefined) =>
  (rows ?? []).toSorted((a, b) => b.isPrimary - a.isPrimary)
const getValue = ({ value }: { value: string }) => value
const getType = ({ type }: { type: string }) => type

declareExport('people', {
  type: 'Person',
  list: people,
  async readColumns(ctx, row) {
    const emails = sortPrimaryFirst(await loadEmails.of(ctx, row, 'id'))
    const phones = sortPrimaryFirst(await loadPhones.of(ctx, row, 'id'))
    return {
      emails: emails.map(getValue),
      emailTypes: emails.map(getType),
      phones: phones.map(getValue),
      phoneTypes: phones.map(getType),
      badPhones: phones.filter(({ isBad }) => isBad === 1).map(getValue),
      tags: ((await loadTags.of(ctx, row, 'id')) ?? []).map(({ name }) => name),
      stage: (await loadStage.of(ctx, row, 'stageId'))?.name ?? null,
      assignedAgent: await getUserEmail(ctx, row, 'assignedAgentId'),
      collaborators: ((await loadCollaborators.of(ctx, row, 'id')) ?? []).map(({ email }) => email),
    }
  },
})
