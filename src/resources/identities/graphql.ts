import { builder } from '../../graphql/schema/builder.ts'
import { relationToOne } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { RecordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { requiredUserField } from '../users/graphql.ts'
import { identityFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

const Identity = builder.objectRef<operations.IdentityRow>('Identity').implement({
  description: 'A subject of an OpenID provider, bound to a user.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    issuer: t.exposeString('issuer', { description: 'The issuer (claim `iss`).' }),
    subject: t.exposeString('subject', { description: 'The subject (claim `sub`).' }),
    email: t.exposeString('email', {
      description: 'The verified email address by which the identity was bound to the user.',
    }),
    userId: t.exposeID('userId', { description: "The user's id." }),
    user: t.field(requiredUserField('userId', "The identity's user.")),
  }),
})

/** Returns the GraphQL field options for an identity. */
export const identityField = <C extends string>(column: C, description: string) =>
  relationToOne(Identity, operations.loadIdentity, column, description)

registerRecord(Identity, {
  filterSpec: identityFilterSpec,
  load: operations.loadIdentity,
  one: { description: 'Returns an identity by id.', get: operations.getIdentity },
  many: {
    name: 'identities',
    description: "Returns the caller's identities, or all identities for an Owner or Admin.",
    list: operations.identities,
  },
})

new RecordMutations({ type: Identity, noun: 'identity', scope: null }).delete('deleteIdentity', {
  actions: [{ action: 'delete', isPossible: operations.canDeleteIdentity }],
  description: 'Deletes an identity and its sessions.',
  resolve: operations.deleteIdentity,
})
