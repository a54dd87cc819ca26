/** The columns of exported people that are not stored in their rows. */
import { declareExport } from '../../filtering/exports.ts'
import { loadStage } from '../stages/operations.ts'
import { getUserEmail } from '../users/operations.ts'
import { loadCollaborators, loadEmails, loadPhones, loadTags } from './lists.ts'
import { people } from './operations.ts'

const primaryFirst = <R extends { isPrimary: number }>(rows: readonly R[] | null | undefined) =>
  (rows ?? []).toSorted((a, b) => b.isPrimary - a.isPrimary)
const valueIn = ({ value }: { value: string }) => value
const typeIn = ({ type }: { type: string }) => type

declareExport('people', {
  type: 'Person',
  list: people,
  async readColumns(ctx, row) {
    const emails = primaryFirst(await loadEmails.of(ctx, row, 'id'))
    const phones = primaryFirst(await loadPhones.of(ctx, row, 'id'))
    return {
      emails: emails.map(valueIn),
      emailTypes: emails.map(typeIn),
      phones: phones.map(valueIn),
      phoneTypes: phones.map(typeIn),
      badPhones: phones.filter(({ isBad }) => isBad === 1).map(valueIn),
      tags: ((await loadTags.of(ctx, row, 'id')) ?? []).map(({ name }) => name),
      stage: (await loadStage.of(ctx, row, 'stageId'))?.name ?? null,
      assignedAgent: await getUserEmail(ctx, row, 'assignedAgentId'),
      collaborators: ((await loadCollaborators.of(ctx, row, 'id')) ?? []).map(({ email }) => email),
    }
  },
})
