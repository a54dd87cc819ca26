import { builder, optional, optionalTime } from '../../graphql/schema/builder.ts'
import { relationToOne } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { recordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { identityField } from '../identities/graphql.ts'
import { requiredUserField } from '../users/graphql.ts'
import { sessionFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

const Session = builder.objectRef<operations.SessionRow>('Session').implement({
  description: 'A sign-in of a user in a browser.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'The id of the user.' }),
    user: t.field(requiredUserField('userId', 'The user.')),
    identityId: t.exposeID('identityId', { description: 'The id of the identity.' }),
    identity: t.field(identityField('identityId', 'The identity.')),
    userAgent: t.exposeString('userAgent', optional('The `User-Agent` of the browser.')),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      description: 'The time of the last use.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'The time of expiry.' }),
    revokedAt: t.expose('revokedAt', optionalTime('The time of revocation.')),
  }),
})

/** Returns the options of a field for a session. */
export const sessionField = <C extends string>(column: C, description: string) =>
  relationToOne(Session, operations.loadSession, column, description)

registerRecord(Session, {
  filterSpec: sessionFilterSpec,
  load: operations.loadSession,
  one: { description: 'Returns a session by its id.', get: operations.getSession },
  many: {
    name: 'sessions',
    description: "Returns the caller's sessions; for Owner and Admin, all.",
    list: operations.sessions,
  },
})

recordMutations({ type: Session, noun: 'session' }).action('revokeSession', {
  actions: [{ action: 'revoke', isPossible: operations.canRevokeSession }],
  description: 'Revokes a session, which signs the browser out.',
  resolve: operations.revokeSession,
})
