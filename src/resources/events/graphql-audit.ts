import { type EventRow, isDifferent, parseChanges } from '../../events/table.ts'
import { builder, requiredScopes } from '../../graphql/schema/builder.ts'
import { comparatorsInput, notNullInFilters } from '../../graphql/schema/comparators.ts'
import { createConnectionType, pageArgs, resolveConnection } from '../../graphql/schema/paging.ts'
import { mapMaybePromise } from '../../lib/async.ts'
import { idWithPrefix } from '../../lib/ids.ts'
import * as operations from './audit.ts'
import { changeFields, FieldChange } from './graphql.ts'

const AuditEntry = builder.objectRef<EventRow>('AuditEntry').implement({
  description: 'A change to a record. Entries are immutable.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The entry's id." }),
    sequence: t.exposeInt('sequence', {
      description: "The entry's sequence number.",
    }),
    type: t.expose('type', { type: 'EventType', description: 'The event type.' }),
    ...changeFields(t as never),
    requestId: t.exposeString('requestId', {
      description: 'The id of the request that made the change.',
    }),
    changes: t.field({
      type: [FieldChange],
      description: 'The changed fields, without secrets; empty if a narrowed key cannot view them.',
      resolve: (entry, _, ctx) =>
        mapMaybePromise(operations.canViewChanges(ctx, entry), (isViewable) =>
          isViewable ? parseChanges(entry).filter(isDifferent) : [],
        ),
    }),
  }),
})

const AuditEntryConnection = createConnectionType('AuditEntry', AuditEntry)

type AuditInput = Omit<operations.AuditWhere, 'keyId'> &
  Partial<Record<'apiKeyId' | 'identityId', operations.AuditWhere['keyId']>>

const AuditWhere = builder.inputType('AuditWhere', {
  description: 'A filter for the audit log. Each page scans at most 100,000 entries.',
  fields: (t) => {
    const extensions = notNullInFilters
    const id = comparatorsInput('ExactId', false)
    const text = comparatorsInput('ExactString', false)
    const time = comparatorsInput('DateTime', false)
    return {
      recordId: t.field({ type: id, description: "The record's id.", extensions }),
      recordKind: t.field({ type: text, description: "The record's kind.", extensions }),
      actorId: t.field({ type: id, description: "The actor's id.", extensions }),
      apiKeyId: t.field({ type: id, description: "The API key's id.", extensions }),
      identityId: t.field({ type: id, description: "The identity's id.", extensions }),
      type: t.field({ type: text, description: 'The event type.', extensions }),
      createdAt: t.field({ type: time, description: 'The time of the change.', extensions }),
    }
  },
})

/** Converts credential ids to `keyId`. An id of another kind, or both ids, match no entry. */
function toAuditWhere({ apiKeyId, identityId, ...conditions }: AuditInput): operations.AuditWhere {
  const [key, identity] = [apiKeyId?.eq, identityId?.eq]
  if (key === undefined && identity === undefined) return conditions
  const credential =
    key === undefined
      ? idWithPrefix(identity ?? null, 'identity')
      : identity === undefined && idWithPrefix(key, 'key')
  return { ...conditions, keyId: { eq: credential || '' } }
}

builder.queryField('auditLog', (t) =>
  t.field({
    type: AuditEntryConnection,
    description: 'Returns all changes in the company, newest first. Only for an Owner or Admin.',
    extensions: requiredScopes('audit.view'),
    args: {
      ...pageArgs(t),
      where: t.arg({ type: AuditWhere, description: 'Filters the results.' }),
    },
    resolve: (_, { where, ...paging }, ctx) => {
      const auditWhere = toAuditWhere((where ?? {}) as AuditInput)
      return resolveConnection(ctx, paging, {
        list: ['auditLog', auditWhere],
        page: (request) => operations.readAuditPage(ctx, auditWhere, request),
        total: () => operations.countAuditEntries(ctx, auditWhere),
        position: ({ sequence }) => String(sequence),
      })
    },
  }),
)
