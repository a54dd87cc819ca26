import { builder } from '../../graphql/builder.ts'
import { findableBy, recordInterfaces } from '../../graphql/node.ts'
import { loadStage, type StageRow } from './operations.ts'

export const Stage = builder.objectRef<StageRow>('Stage').implement({
  description: 'A lifecycle stage of people. (The stages of deals are `PipelineStage`.)',
  interfaces: recordInterfaces,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    position: t.exposeInt('position', { description: 'Its zero-based place among the stages.' }),
    isTrash: t.boolean({ description: 'Whether this is Trash, the stage of deleted people. Every company has one, which cannot be changed.', resolve: (stage) => stage.isTrash === 1 }),
  }),
})

findableBy('stage', { type: 'Stage', load: loadStage })
