import { expect } from 'vitest'
import type { World } from './world.ts'

/**
 * Text that files spoil: quotes, separators, line breaks, what a spreadsheet would run, and what
 * looks like nothing at all.
 */
export const awkwardTexts = [
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

export const awkwardLines = [
  'first\nsecond',
  'windows\r\nline',
  'lone\rreturn',
  '=1+1\n-2',
  'tab\tand "quote"\n\nend;',
]

/**
 * Fills the world's first company, as its Owner, with records whose every column has something that
 * is hard to carry over.
 */
export async function fillAwkwardly(world: World): Promise<void> {
  const { gql } = world.as('owner')
  const run = async <T = Record<string, { id: string }>>(
    document: string,
    input?: object,
  ): Promise<T> => {
    const { body } = await gql(document, input && { input })
    expect(body.errors).toBeUndefined()
    return body.data
  }
  const made = async (name: string, input: object): Promise<string> => {
    const data = await run(
      `mutation ($input: Create${name}Input!) { made: create${name}(input: $input) { id } }`,
      input,
    )
    return data['made']?.id as string
  }
  const { agent, leader, owner } = world.users
  const options = ['Plain', 'semi; colon', 'back\\slash', '=formula'].map((label) => ({ label }))
  const types = {
    text: null,
    number: null,
    date: null,
    boolean: null,
    singleChoice: options,
    multipleChoice: options,
  }
  for (const record of ['person', 'deal'])
    for (const [type, choices] of Object.entries(types))
      await made('CustomField', {
        record,
        key: `my_${type}`,
        name: `My ${type}`,
        type,
        options: choices,
      })
  const custom = (index: number) => ({
    my_text: awkwardLines[index % awkwardLines.length],
    my_number: [-12.5, 0, 1e15, 0.1][index % 4],
    my_date: '2026-02-28',
    my_boolean: index % 2 === 0,
    my_singleChoice: options[index % 4]?.label,
    my_multipleChoice: options.slice(index % 3).map(({ label }) => label),
  })
  const { pipelines, stages } = await run<{
    pipelines: { nodes: { id: string; stages: { id: string }[] }[] }
    stages: { nodes: { id: string; isTrash: boolean }[] }
  }>(
    '{ pipelines(first: 1) { nodes { id stages { id } } } stages(first: 10) { nodes { id isTrash } } }',
  )
  const live = stages.nodes.filter(({ isTrash }) => !isTrash)
  const people: string[] = []
  for (const [index, text] of awkwardTexts.entries())
    people.push(
      await made('Person', {
        firstName: text,
        lastName: awkwardTexts.at(-index) ?? '',
        emails: [
          { value: `a${index}@example.com`, type: 'other' },
          { value: `b+${index}@example.com`, type: 'work', isPrimary: true },
        ],
        phones: [
          { value: `+1415555${1000 + index} x${index}`, type: 'fax', isBad: index % 2 === 0 },
          { value: `ext; ${index}\\`, type: 'other', isPrimary: index % 3 === 0 },
        ],
        tags: [text.replaceAll(',', ''), `tag;${index}`],
        stageId: live[index % live.length]?.id,
        source: text,
        timeframe: awkwardTexts.at(index - 1),
        background: awkwardLines[index % awkwardLines.length],
        price: [-1, 1e15, 0.1, 0][index % 4],
        relationship: [true, false, null][index % 3],
        assignedAgentId: [owner.id, agent.id, null][index % 3],
        collaboratorIds: [leader.id, agent.id].slice(index % 3),
        customFields: custom(index),
        ...foreign(index, text),
      }),
    )
  people.push(await made('Person', { emails: [{ value: 'only@example.com' }] }))
  await fillWork(world, people, { pipeline: pipelines.nodes[0] as never, custom, made, run })
}

/** The id of a record in another program. */
const foreign = (index: number, text: string) => ({
  externalId: `${index} ${text}`,
  externalSource: 'Other.App',
})

interface Filling {
  pipeline: { id: string; stages: { id: string }[] }
  custom(index: number): object
  made(name: string, input: object): Promise<string>
  run(document: string): Promise<unknown>
}

async function fillWork(
  { users: { agent, owner }, teamId }: World,
  people: string[],
  { pipeline, custom, made, run }: Filling,
): Promise<void> {
  for (const [index, text] of awkwardTexts.entries()) {
    await made('Deal', {
      title: text,
      pipelineId: pipeline.id,
      stageId: pipeline.stages[index % pipeline.stages.length]?.id,
      peopleIds: people.slice(0, index % 3),
      teamIds: index % 2 ? [teamId] : [],
      assignedAgentId: index % 2 ? agent.id : null,
      price: index % 3 ? index * 1.5 : null,
      commission: -index,
      closeDate: index % 2 ? '2026-07-01T12:00:00+02:00' : null,
      customFields: custom(index),
      ...foreign(index, text),
    })
    const task = await made('Task', {
      title: text,
      description: awkwardLines[index % awkwardLines.length],
      dueDate: index % 2 ? '2026-07-01T12:00:00Z' : null,
      priority: ['low', 'medium', 'high', 'urgent'][index % 4],
      personId: index % 2 ? people[index] : null,
      assignedTo: index % 3 ? owner.id : null,
      ...foreign(index, text),
    })
    if (index % 2) await run(`mutation { completeTask(id: "${task}") { id } }`)
    await made('Activity', {
      ...foreign(index, text),
      personId: people[index],
      channel: index % 2 ? 'call' : text,
      direction: ['inbound', 'outbound', null][index % 3],
      content: index % 4 ? awkwardLines[index % awkwardLines.length] : null,
      starred: index % 2 === 0,
    })
  }
}
