import { query } from '../store/query.ts'

/** Look-ups of an operator, who stands above the companies. They cross companies by their nature. */

export const usersByEmail = query((k, p: { emailKey: string }) =>
  k
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.companyId')
    .selectAll('users')
    .select('companies.name as companyName')
    .where('users.emailKey', '=', p.emailKey)
    .orderBy('users.companyId'),
)

export const companyById = query((k, p: { id: string }) => k.selectFrom('companies').selectAll().where('id', '=', p.id))

export const keyById = query((k, p: { id: string }) => k.selectFrom('apiKeys').selectAll().where('id', '=', p.id))

export const allKeys = query((k, _p: object) =>
  k
    .selectFrom('apiKeys')
    .innerJoin('users', (join) => join.onRef('users.companyId', '=', 'apiKeys.companyId').onRef('users.id', '=', 'apiKeys.userId'))
    .selectAll('apiKeys')
    .select(['users.email', 'users.emailKey', 'users.role', 'users.suspendedAt'])
    .orderBy('apiKeys.id'),
)
