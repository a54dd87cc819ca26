import { builder } from '../../graphql/schema/builder.ts'
import { relationField } from '../../graphql/schema/columns.ts'
import { Activity } from '../activities/graphql.ts'
import { Appointment } from '../appointments/graphql.ts'
import { Deal } from '../deals/graphql.ts'
import { Person } from '../people/graphql.ts'
import { Task } from '../tasks/graphql.ts'
import { type ExternalId, loadExternalIds } from './operations.ts'

const RecordExternalId = builder.objectRef<ExternalId>('RecordExternalId').implement({
  description: 'An id of a record in another program.',
  fields: (t) => ({
    source: t.exposeString('source', {
      description: 'The program, in lower case (default: `default`).',
    }),
    externalId: t.exposeString('externalId', { description: 'The id in that program.' }),
  }),
})

const common = {
  type: [RecordExternalId] as [typeof RecordExternalId],
  description:
    'The ids of the record in other programs, by source; imports and merges can add several of one source.',
}

builder.objectField(Person, 'externalIds', (t) =>
  t.field({ ...common, ...relationField(loadExternalIds.person, 'id', (found) => found ?? []) }),
)
builder.objectField(Deal, 'externalIds', (t) =>
  t.field({ ...common, ...relationField(loadExternalIds.deal, 'id', (found) => found ?? []) }),
)
builder.objectField(Task, 'externalIds', (t) =>
  t.field({ ...common, ...relationField(loadExternalIds.task, 'id', (found) => found ?? []) }),
)
builder.objectField(Activity, 'externalIds', (t) =>
  t.field({ ...common, ...relationField(loadExternalIds.activity, 'id', (found) => found ?? []) }),
)
builder.objectField(Appointment, 'externalIds', (t) =>
  t.field({
    ...common,
    ...relationField(loadExternalIds.appointment, 'id', (found) => found ?? []),
  }),
)
