import type { Company } from '../../access/scopes.ts'
import { builder } from '../../graphql/schema/builder.ts'
import { readsColumns } from '../../graphql/schema/columns.ts'
import { User } from '../users/graphql.ts'

const CompanyType = builder.objectRef<Company>('Company').implement({
  description: 'A company.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the company.' }),
    name: t.exposeString('name', { description: 'The name.' }),
    region: t.exposeString('region', {
      description: 'The country of phone numbers without a country code, such as US.',
    }),
    currency: t.exposeString('currency', { description: 'The ISO 4217 code of the currency.' }),
    timeZone: t.expose('timeZone', { type: 'TimeZone', description: 'The time zone.' }),
  }),
})

builder.objectFields(User, (t) => ({
  company: t.field({
    type: CompanyType,
    description: 'The company of the user.',
    extensions: readsColumns(),
    resolve: (_user, _args, ctx) => ctx.viewer.company,
  }),
}))
