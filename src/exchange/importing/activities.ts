import {
  type ActivityInput,
  type ActivityPatch,
  type ActivityRow,
  createActivity,
  deleteActivity,
  getActivity,
  updateActivity,
} from '../../resources/activities/operations.ts'
import { putNotes } from './common.ts'
import { textOf } from './draft.ts'
import type { Kind, Reader } from './run.ts'
import { putPerson } from './tasks.ts'
import { readTime } from './values.ts'

/** Activities of rows: what happened, when it happened. */
async function read(reader: Reader): Promise<void> {
  const { row, run } = reader
  await putPerson(reader, 'personId')
  row.text('channel')
  if (row.draft.input['channel'] === undefined)
    row.draft.onCreate['channel'] = row.pieces('type')[0]
      ? textOf(row.pieces('type')[0]?.cell ?? '')
      : 'note'
  row.take('type', 'type', (text) => text.toLowerCase(), '')
  row.take('direction', 'direction', directionOf, 'must be inbound or outbound')
  putNotes(reader, 'content', row.pieces('subject'))
  row.boolean('starred')
  const [when] = row.pieces('createdAt')
  if (!when) return
  const time = readTime(when.cell, run)
  if (time) row.draft.at = Date.parse(time)
  else row.refuse(when.heading, 'must be a date and time, such as 2026-05-17 09:30')
}

function directionOf(text: string): string | undefined {
  const word = text.toLowerCase()
  return /^(in|incoming|inbound|received)/.test(word)
    ? 'inbound'
    : /^(out|outgoing|outbound|sent)/.test(word)
      ? 'outbound'
      : undefined
}

const shown = (row: ActivityRow) => ({ ...row, starred: row.starred === 1 })

export const activities: Kind = {
  kind: 'activities',
  prefix: 'activity',
  inputs: { create: 'CreateActivityInput', update: 'UpdateActivityInput' },
  read,
  create: (ctx, input) => createActivity(ctx, input as unknown as ActivityInput),
  get: getActivity,
  before: async (_, row, input) =>
    Object.fromEntries(
      Object.keys(input).map((field) => [
        field,
        shown(row as ActivityRow)[field as keyof ActivityRow],
      ]),
    ),
  // Whom an activity is with, and by which channel, stays.
  update: async (ctx, id, { personId: _, channel: __, ...input }) =>
    Object.keys(input).length > 0
      ? updateActivity(ctx, id, input as ActivityPatch)
      : getActivity(ctx, id),
  async remove(ctx, id, untouched) {
    if (!untouched) return 'has been changed since, and would be deleted for good'
    await deleteActivity(ctx, id)
    return undefined
  },
}
