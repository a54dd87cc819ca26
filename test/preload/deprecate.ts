import { deprecated } from '../../src/deprecation/deprecation.ts'
import { builder, needs } from '../../src/graphql/builder.ts'

/** Loaded before the program: something of its schema is deprecated. */
builder.queryField('testOld', (t) =>
  t.string({
    description: 'For tests.',
    ...deprecated({ since: '2026-01-01', reason: 'Nobody needs it.' }, needs()),
    resolve: () => 'still here',
  }),
)
