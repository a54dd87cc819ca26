import { type Change, isDifferent, readChanges } from '../../events/changes.ts'
import { builder, needs } from '../../graphql/schema/builder.ts'
import { relationField } from '../../graphql/schema/columns.ts'
import { connectionType, pageArgs, resolveConnection } from '../../graphql/schema/paging.ts'
import { mapMaybePromise } from '../../lib/maybe-promise.ts'
import { User } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { type AuditRow, auditPage, countAudit, showsChanges } from './operations.ts'

export const FieldChange = builder.objectRef<Change>('FieldChange').implement({
  description: 'One field that a change touched.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The name of the field.' }),
    from: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Its value before; null where it had none.',
      resolve: ({ from }) => from,
    }),
    to: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Its value after; null where it has none.',
      resolve: ({ to }) => to,
    }),
    truncated: t.boolean({
      description:
        'Whether one of the two was longer than 500 characters, and is given as the beginning of its text.',
      resolve: ({ truncated }) => truncated ?? false,
    }),
  }),
})

const AuditEntry = builder.objectRef<AuditRow>('AuditEntry').implement({
  description:
    'A change to a record: who made it, when, and in which request. Entries are written together with their change, and are never altered.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The entry's id." }),
    sequence: t.exposeInt('sequence', {
      description: "Its number in the company's log: 1, 2, 3 … without a gap.",
    }),
    type: t.exposeString('type', {
      description: 'What happened: `deal.moved`, `person.created`, `apiKey.revoked` …',
    }),
    recordKind: t.exposeString('recordKind', {
      description:
        'The kind of the record, which `type` begins with: person, deal, task, user, apiKey …',
    }),
    recordId: t.exposeID('recordId', {
      description: 'The id of the record; it may be gone since.',
    }),
    recordVersion: t.exposeInt('recordVersion', {
      description: 'The version of the record after the change; of one that was deleted, its last.',
    }),
    actorId: t.exposeID('actorId', {
      nullable: true,
      description: 'The id of the user who did it; null where the server itself did.',
    }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'The user who did it; null where the server itself did.',
      ...relationField(loadUser, 'actorId'),
    }),
    keyId: t.exposeID('keyId', {
      nullable: true,
      description:
        'The id of the API key with which it was done; it stays the same when the key is rotated.',
    }),
    requestId: t.exposeString('requestId', {
      description: 'The request that did it: the same as in its answer and in the server log.',
    }),
    changes: t.field({
      type: [FieldChange],
      description:
        'The changed fields; empty if a deal was moved to its current place. Secrets are never included. For a narrowed key, changes of API keys and webhook endpoints that it cannot view are left out.',
      resolve: (entry, _, ctx) =>
        mapMaybePromise(showsChanges(ctx, entry), (shows) =>
          shows ? readChanges(entry).filter(isDifferent) : [],
        ),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  }),
})

const AuditEntryConnection = connectionType('AuditEntry', AuditEntry)

const AuditWhere = builder.inputType('AuditWhere', {
  description:
    'Which entries: all that is given must hold. Each filter is served by an index. Where several are given, the entries of the rarest are looked through, and the request is refused (BAD_REQUEST) when more than 100,000 would have to be for a page, or 500,000 for `totalCount`.',
  fields: (t) => ({
    recordId: t.id({ description: 'The record that was changed.' }),
    recordKind: t.string({
      description: 'The kind of the record: person, deal, task, activity, user, apiKey …',
    }),
    userId: t.id({ description: 'The user who did it.' }),
    keyId: t.id({ description: 'The API key with which it was done.' }),
    type: t.string({ description: 'What happened: `deal.moved`, `user.suspended` …' }),
    from: t.field({ type: 'DateTime', description: 'At this time or later.' }),
    before: t.field({ type: 'DateTime', description: 'Before this time.' }),
  }),
})

builder.queryField('auditLog', (t) =>
  t.field({
    type: AuditEntryConnection,
    description:
      'The log of every change in the company, newest first, independent of the view scopes of the API key. For Owner and Admin.',
    extensions: needs('audit.view'),
    args: { ...pageArgs(t), where: t.arg({ type: AuditWhere, description: 'Which entries.' }) },
    resolve: (_, { where, ...page }, ctx) => {
      const { userId: actorId, ...filters } = where ?? {}
      const wanted = { ...filters, actorId }
      return resolveConnection(ctx, page, {
        list: ['auditLog', wanted],
        page: (window) => auditPage(ctx, wanted, window),
        total: () => countAudit(ctx, wanted),
        position: ({ sequence }) => String(sequence),
      })
    },
  }),
)
