import {
  type ActivityInput,
  type ActivityPatch,
  createActivity,
  deleteActivity,
  getActivity,
  updateActivity,
} from '../../../resources/activities/operations.ts'
import { getText, readTime } from '../values.ts'
import { createNotesReader, type FieldReader, type Importer, removeUnchanged } from './importer.ts'
import { createPersonReader } from './tasks.ts'

/** Reads the channel; for a new activity, it defaults to the type, or else to `note`. */
const readChannel: FieldReader = ({ row }) => {
  row.readAs('text', 'channel')
  if (row.draft.input['channel'] !== undefined) return
  const type = row.cell('type')
  row.draft.onCreate['channel'] = type ? getText(type.cell) : 'note'
}

const readDirection: FieldReader = ({ row }) =>
  row.read('direction', parseDirection, 'must be inbound or outbound')

function parseDirection(text: string): string | undefined {
  const word = text.toLowerCase()
  if (/^(in|incoming|inbound|received)/.test(word)) return 'inbound'
  return /^(out|outgoing|outbound|sent)/.test(word) ? 'outbound' : undefined
}

const readCreatedAt: FieldReader = ({ row, plan }) => {
  const createdAtCell = row.cell('createdAt')
  if (!createdAtCell) return
  const time = readTime(createdAtCell.cell, plan)
  if (time) row.draft.timeMs = Date.parse(time)
  else row.refuse(createdAtCell.heading, 'must be a date and time, such as 2026-05-17 09:30')
}

export const activities: Importer = {
  kind: 'activities',
  readers: {
    personId: createPersonReader,
    type: ({ row }) => row.read('type', (text) => text.toLowerCase(), ''),
    channel: readChannel,
    direction: readDirection,
    content: createNotesReader('content', 'subject'),
    createdAt: readCreatedAt,
  },
  create: (ctx, input) => createActivity(ctx, input as unknown as ActivityInput),
  get: getActivity,
  // The person and the channel of an activity cannot be changed.
  update: async (ctx, id, { personId: _, channel: __, ...input }) =>
    Object.keys(input).length > 0
      ? updateActivity(ctx, id, input as ActivityPatch)
      : getActivity(ctx, id),
  remove: removeUnchanged(deleteActivity),
}
