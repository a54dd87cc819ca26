/** Sessions, and `User.authentication`: how the caller was authenticated. */
import type { authenticationMethods, Viewer } from '../../access/scopes.ts'
import { builder, defineEnum, optional, optionalTime } from '../../graphql/schema/builder.ts'
import { readsColumns, relationToOne } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { recordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { idWithPrefix } from '../../lib/ids.ts'
import { apiKeyField } from '../api-keys/graphql.ts'
import { identityField } from '../identities/graphql.ts'
import { requiredUserField, User } from '../users/graphql.ts'
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

const getAuthentication = ({ authentication, credentialId }: Viewer) =>
  authentication && {
    method: authentication.method,
    expiresAt: authentication.expiresAt,
    sessionId: authentication.session?.id ?? null,
    apiKeyId: idWithPrefix(credentialId, 'key'),
    identityId: idWithPrefix(credentialId, 'identity'),
  }
type Authentication = NonNullable<ReturnType<typeof getAuthentication>>

const AuthenticationMethod = defineEnum('AuthenticationMethod', 'A way to authenticate.', {
  API_KEY: 'By an API key.',
  ACCESS_TOKEN: 'By an access token.',
  SESSION: 'By a session.',
} satisfies Record<(typeof authenticationMethods)[number], string>)

const AuthenticationType = builder.objectRef<Authentication>('Authentication').implement({
  description: 'How the caller was authenticated.',
  fields: (t) => ({
    method: t.expose('method', { type: AuthenticationMethod, description: 'The method.' }),
    expiresAt: t.expose('expiresAt', optionalTime('The time of expiry.')),
    apiKeyId: t.exposeID('apiKeyId', optional('The id of the API key.')),
    apiKey: t.field(apiKeyField('apiKeyId', 'The API key.')),
    identityId: t.exposeID('identityId', optional('The id of the identity.')),
    identity: t.field(identityField('identityId', 'The identity.')),
    sessionId: t.exposeID('sessionId', optional('The id of the session.')),
    session: t.field(relationToOne(Session, operations.loadSession, 'sessionId', 'The session.')),
  }),
})

builder.objectField(User, 'authentication', (t) =>
  t.field({
    type: AuthenticationType,
    ...optional('How the caller was authenticated; null for other users.'),
    extensions: readsColumns('id'),
    resolve: ({ id }, _args, { viewer }) =>
      id === viewer.userId ? getAuthentication(viewer) : null,
  }),
)
