/** Defines the GraphQL type `Session` and the field `User.authentication`. */
import type { authenticationMethods, Viewer } from '../../access/scopes.ts'
import { builder, defineEnum, optional, optionalTime } from '../../graphql/schema/builder.ts'
import { readsColumns, relationToOne } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { RecordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { idWithPrefix } from '../../lib/ids.ts'
import { apiKeyField } from '../api-keys/graphql.ts'
import { identityField } from '../identities/graphql.ts'
import { requiredUserField, User } from '../users/graphql.ts'
import { sessionFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

const Session = builder.objectRef<operations.SessionRow>('Session').implement({
  description: "A user's sign-in session in a browser.",
  interfaces: recordInterfaces,
  fields: (t) => ({
    userId: t.exposeID('userId', { description: "The user's id." }),
    user: t.field(requiredUserField('userId', "The session's user.")),
    identityId: t.exposeID('identityId', { description: "The identity's id." }),
    identity: t.field(identityField('identityId', 'The identity that signed in.')),
    userAgent: t.exposeString('userAgent', optional("The browser's `User-Agent` header.")),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'The time of last use.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'The expiry time.' }),
    revokedAt: t.expose('revokedAt', optionalTime('The revocation time.')),
  }),
})

registerRecord(Session, {
  filterSpec: sessionFilterSpec,
  load: operations.loadSession,
  one: { description: 'Returns a session by id.', get: operations.getSession },
  many: {
    name: 'sessions',
    description: "Returns the caller's sessions, or all sessions for an Owner or Admin.",
    list: operations.sessions,
  },
})

new RecordMutations({ type: Session, noun: 'session', scope: null }).action('revokeSession', {
  actions: [{ action: 'revoke', isPossible: operations.canRevokeSession }],
  description: 'Revokes a session, which signs out the browser.',
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

const AuthenticationMethod = defineEnum('AuthenticationMethod', 'A method of authentication.', {
  API_KEY: 'An API key.',
  ACCESS_TOKEN: 'An access token.',
  SESSION: 'A browser session.',
} satisfies Record<(typeof authenticationMethods)[number], string>)

const AuthenticationType = builder.objectRef<Authentication>('Authentication').implement({
  description: 'The authentication of the caller.',
  fields: (t) => ({
    method: t.expose('method', {
      type: AuthenticationMethod,
      description: 'The authentication method.',
    }),
    expiresAt: t.expose('expiresAt', optionalTime('The expiry time of the credential.')),
    apiKeyId: t.exposeID('apiKeyId', optional("The API key's id.")),
    apiKey: t.field(apiKeyField('apiKeyId', 'The API key that was used; null if none.')),
    identityId: t.exposeID('identityId', optional("The identity's id.")),
    identity: t.field(identityField('identityId', 'The identity that was used; null if none.')),
    sessionId: t.exposeID('sessionId', optional("The session's id.")),
    session: t.field(relationToOne(Session, operations.loadSession, 'sessionId', 'The session.')),
  }),
})

builder.objectField(User, 'authentication', (t) =>
  t.field({
    type: AuthenticationType,
    ...optional("The caller's authentication; null for other users."),
    extensions: readsColumns('id'),
    resolve: ({ id }, _args, { viewer }) =>
      id === viewer.userId ? getAuthentication(viewer) : null,
  }),
)
