import { builder } from '../../graphql/builder.ts'
import { findableBy, recordInterfaces } from '../../graphql/node.ts'
import { loadTag, type TagRow } from './operations.ts'

export const Tag = builder.objectRef<TagRow>('Tag').implement({
  description: 'A word by which people are grouped. Unique in the company, ignoring case.',
  interfaces: recordInterfaces,
  fields: (t) => ({ name: t.exposeString('name', { description: 'The tag, as it was first spelled.' }) }),
})

findableBy('tag', { type: 'Tag', load: loadTag })
