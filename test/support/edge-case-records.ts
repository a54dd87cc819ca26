import { expect } from 'vitest'
import { uncapitalize } from '../../src/lib/text.ts'
import type { World } from './world.ts'

/**
 * Texts that are often corrupted in exported files: quotes, separators, formulas, and words like
 * `null`.
 */
export const edgeCaseTexts = [
  '=SUM(A1:A9)',
  `'=quoted`,
  '-5',
  '+49 221 1234',
  '@home',
  'a "quoted" word, and a comma',
  'semi;colon; and \\ backslash',
  'Zoë 😀 Ōnishi',
  'null',
  '007',
  'true',
]

const edgeCaseLines = [
  'first\nsecond',
  'windows\r\nline',
  'lone\rreturn',
  '=1+1\n-2',
  'tab\tand "quote"\n\nend;',
]

/** Creates records in the first company. Every column contains values that are hard to export. */
export async function createEdgeCaseRecords(world: World): Promise<void> {
  const { gql } = world.as('owner')
  const runDocument = async <T = Record<string, { id: string }>>(
    document: string,
    input?: object,
  ): Promise<T> => {
    const { body } = await gql(document, input && { input })
    expect(body.errors).toBeUndefined()
    return body.data
  }
  const createRecord = async (typeName: string, input: object): Promise<string> => {
    const response = await runDocument<{ creation: { record: { id: string } } }>(
      `mutation ($input: Create${typeName}Input!) { creation: create${typeName}(input: $input) { record: ${uncapitalize(typeName)} { id } } }`,
      input,
    )
    return response.creation.record.id
  }
  const { agent, leader, owner } = world.users
  const options = ['Plain', 'semi; colon', 'back\\slash', '=formula'].map((label) => ({ label }))
  const optionsByType = {
    text: null,
    number: null,
    date: null,
    boolean: null,
    singleChoice: options,
    multipleChoice: options,
  }
  for (const record of ['person', 'deal'])
    for (const [type, choices] of Object.entries(optionsByType))
      await createRecord('CustomField', {
        record,
        key: `my_${type}`,
        name: `My ${type}`,
        type,
        options: choices,
      })
  const createCustomValues = (index: number) => ({
    my_text: edgeCaseLines[index % edgeCaseLines.length],
    my_number: [-12.5, 0, 1e15, 0.1][index % 4],
    my_date: '2026-02-28',
    my_boolean: index % 2 === 0,
    my_singleChoice: options[index % 4]?.label,
    my_multipleChoice: options.slice(index % 3).map(({ label }) => label),
  })
  const { pipelines, stages } = await runDocument<{
    pipelines: { nodes: { id: string; stages: { id: string }[] }[] }
    stages: { nodes: { id: string; isTrash: boolean }[] }
  }>(
    '{ pipelines(first: 1) { nodes { id stages { id } } } stages(first: 10) { nodes { id isTrash } } }',
  )
  const openStages = stages.nodes.filter(({ isTrash }) => !isTrash)
  const people: string[] = []
  for (const [index, text] of edgeCaseTexts.entries())
    people.push(
      await createRecord('Person', {
        firstName: text,
        lastName: edgeCaseTexts.at(-index) ?? '',
        emails: [
          { value: `a${index}@example.com`, type: 'other' },
          { value: `b+${index}@example.com`, type: 'work', isPrimary: true },
        ],
        phones: [
          { value: `+1415555${1000 + index} x${index}`, type: 'fax', isBad: index % 2 === 0 },
          { value: `ext; ${index}\\`, type: 'other', isPrimary: index % 3 === 0 },
        ],
        tags: [text.replaceAll(',', ''), `tag;${index}`],
        stageId: openStages[index % openStages.length]?.id,
        source: text,
        timeframe: edgeCaseTexts.at(index - 1),
        background: edgeCaseLines[index % edgeCaseLines.length],
        price: [-1, 1e15, 0.1, 0][index % 4],
        relationship: [true, false, null][index % 3],
        assigneeId: [owner.id, agent.id, null][index % 3],
        collaboratorIds: [leader.id, agent.id].slice(index % 3),
        customFields: createCustomValues(index),
        ...getExternalId(index, text),
      }),
    )
  people.push(await createRecord('Person', { emails: [{ value: 'only@example.com' }] }))
  await createRelatedRecords(world, people, {
    pipeline: pipelines.nodes[0] as never,
    createCustomValues,
    createRecord,
    runDocument,
  })
}

const getExternalId = (index: number, text: string) => ({
  externalId: `${index} ${text}`,
  externalSource: 'Other.App',
})

interface RecordTools {
  pipeline: { id: string; stages: { id: string }[] }
  createCustomValues(index: number): object
  createRecord(typeName: string, input: object): Promise<string>
  runDocument(document: string): Promise<unknown>
}

async function createRelatedRecords(
  { users: { agent, owner }, teamId }: World,
  people: string[],
  { pipeline, createCustomValues, createRecord, runDocument }: RecordTools,
): Promise<void> {
  for (const [index, text] of edgeCaseTexts.entries()) {
    await createRecord('Deal', {
      title: text,
      pipelineId: pipeline.id,
      stageId: pipeline.stages[index % pipeline.stages.length]?.id,
      peopleIds: people.slice(0, index % 3),
      teamIds: index % 2 ? [teamId] : [],
      assigneeId: index % 2 ? agent.id : null,
      price: index % 3 ? index * 1.5 : null,
      commission: -index,
      closeDate: index % 2 ? '2026-07-01T12:00:00+02:00' : null,
      customFields: createCustomValues(index),
      ...getExternalId(index, text),
    })
    const task = await createRecord('Task', {
      title: text,
      description: edgeCaseLines[index % edgeCaseLines.length],
      dueDate: index % 2 ? '2026-07-01T12:00:00Z' : null,
      priority: ['low', 'medium', 'high', 'urgent'][index % 4],
      personId: index % 2 ? people[index] : null,
      assigneeId: index % 3 ? owner.id : null,
      ...getExternalId(index, text),
    })
    if (index % 2) await runDocument(`mutation { completeTask(id: "${task}") { task { id } } }`)
    await createRecord('Activity', {
      ...getExternalId(index, text),
      personId: people[index],
      channel: index % 2 ? 'call' : text,
      direction: ['inbound', 'outbound', null][index % 3],
      content: index % 4 ? edgeCaseLines[index % edgeCaseLines.length] : null,
      starred: index % 2 === 0,
    })
  }
}
