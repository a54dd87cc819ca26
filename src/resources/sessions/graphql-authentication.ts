/** `User.authentication`: how the caller was authenticated. */
import type { authenticationMethods, Viewer } from '../../access/scopes.ts'
import { builder, defineEnum, optional, optionalTime } from '../../graphql/schema/builder.ts'
import { readsColumns } from '../../graphql/schema/columns.ts'
import { idWithPrefix } from '../../lib/ids.ts'
import { apiKeyField } from '../api-keys/graphql.ts'
import { identityField } from '../identities/graphql.ts'
import { User } from '../users/graphql.ts'
import { sessionField } from './graphql.ts'

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
    session: t.field(sessionField('sessionId', 'The session.')),
  }),
})

builder.objectField(User, 'authentication', (t) =>
  t.field({
    type: AuthenticationType,
    nullable: true,
    description: 'How the caller was authenticated; null for other users.',
    extensions: readsColumns('id'),
    resolve: ({ id }, _args, { viewer }) =>
      id === viewer.userId ? getAuthentication(viewer) : null,
  }),
)
