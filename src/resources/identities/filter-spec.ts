import { sql } from 'kysely'
import {
  createdAt,
  type FilterSpec,
  foldedText,
  id,
  indexed,
  orderByCreation,
  unindexed,
} from '../../filtering/filter-spec.ts'
import { identityPolicy } from './policy.ts'

export const identityFilterSpec: FilterSpec<'identities'> = {
  table: 'identities',
  prefix: 'identity',
  policy: identityPolicy,
  fields: {
    id,
    userId: indexed('ID', 'userId', 'The id of the user.'),
    issuer: indexed('String', 'issuer', 'The issuer.'),
    subject: unindexed('String', 'subject', 'The subject.'),
    email: foldedText('The email.', sql.ref('identities.email')),
    createdAt,
  },
  relations: {},
  orders: { createdAt: orderByCreation },
}
