import { sql } from 'kysely'
import * as filters from '../../filtering/filter-spec.ts'
import { identityPolicy } from './policy.ts'

export const identityFilterSpec: filters.FilterSpec<'identities'> = {
  table: 'identities',
  prefix: 'identity',
  policy: identityPolicy,
  fields: {
    id: filters.id,
    userId: filters.indexed('ID', 'userId', "The user's id."),
    issuer: filters.indexed('String', 'issuer', 'The issuer.'),
    subject: filters.unindexed('String', 'subject', 'The subject.'),
    email: filters.foldedText('The email address', sql.ref('identities.email')),
    createdAt: filters.createdAt,
  },
  orders: { createdAt: filters.orderByCreation },
}
