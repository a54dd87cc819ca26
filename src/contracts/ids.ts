import type { Reply, Request } from './company.ts'

export type Ask = (request: Request) => Promise<Reply>

const query = /* GraphQL */ `
  query Chosen {
    me { id }
    people(first: 100, where: { deals: { some: {} }, activities: { some: { type: call } } }) {
      nodes { id fullName tagList emails { value } }
    }
    spare: people(first: 3, where: { deals: { none: {} }, hasEmail: true }) { nodes { id } }
    deals(first: 3, where: { status: open }) { nodes { id pipeline { id stages { id } } } }
    open: tasks(first: 2, where: { done: false }) { nodes { id } }
    done: tasks(first: 1, where: { done: true }) { nodes { id } }
    appointments(first: 2, where: { status: scheduled }) { nodes { id } }
    activities(first: 2, where: { type: call }) { nodes { id } }
    agents: users(first: 20, where: { role: AGENT }) { nodes { id fullName } }
    leaders: users(first: 5, where: { role: TEAM_LEADER }) { nodes { id } }
    teams(first: 2) { nodes { id } }
    tags(first: 3) { nodes { id name } }
    stages(first: 10) { nodes { id isTrash } }
    pipelines(first: 2) { nodes { id stages { id } } }
    customFields(first: 5) { nodes { id } }
    apiKeys(first: 4) { nodes { id } }
  }`

interface Node {
  id: string
}
type Nodes<T = Node> = { nodes: T[] }
type Plain =
  | 'spare'
  | 'open'
  | 'done'
  | 'appointments'
  | 'activities'
  | 'agents'
  | 'leaders'
  | 'teams'
  | 'tags'
  | 'stages'
  | 'customFields'
  | 'apiKeys'
type Found = Record<Plain, Nodes> & {
  me: Node
  people: Nodes<Node & { fullName: string; tagList: string; emails: { value: string }[] }>
  deals: Nodes<Node & { pipeline: Node & { stages: Node[] } }>
  pipelines: Nodes<Node & { stages: Node[] }>
}

/**
 * Ids of records of the demo company that the examples are about, chosen so that each has something
 * to show.
 */
export async function chosenIds(ask: Ask, key: string) {
  const { body } = await ask({ method: 'POST', path: '/graphql', key, body: { query } })
  const { data, errors } = body as { data: Found; errors?: unknown }
  if (errors) throw new Error(JSON.stringify(errors))
  const all = (name: Exclude<keyof Found, 'me'>): string[] => data[name].nodes.map(({ id }) => id)
  // One whose name nobody stumbles over, and with something in every field.
  const known = data.people.nodes.find(
    (each) =>
      /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(each.fullName) && each.tagList && each.emails.length > 0,
  )
  const [sparePerson = '', secondSpare = ''] = all('spare')
  const [agent = '', otherAgent = ''] = all('agents')
  const [deal = '', otherDeal = ''] = all('deals')
  const [tag = '', otherTag = ''] = all('tags')
  const pipeline = data.deals.nodes[0]?.pipeline
  const elsewhere = data.pipelines.nodes[1]?.stages[0]
  if (!known || !pipeline || !elsewhere)
    throw new Error('The demo company has none of what the examples are about')
  return {
    me: data.me.id,
    person: known.id,
    tagOfPerson: known.tagList.split(', ')[0] ?? '',
    sparePerson,
    secondSpare,
    email: known.emails[0]?.value ?? '',
    deal,
    otherDeal,
    pipelineOfDeal: pipeline.id,
    stagesOfDeal: pipeline.stages.map(({ id }) => id),
    task: all('open')[0] ?? '',
    doneTask: all('done')[0] ?? '',
    appointment: all('appointments')[0] ?? '',
    activity: all('activities')[0] ?? '',
    agent,
    otherAgent,
    leader: all('leaders')[0] ?? '',
    team: all('teams')[0] ?? '',
    tag,
    otherTag,
    stage: all('stages')[1] ?? '',
    otherStage: all('stages')[2] ?? '',
    pipeline: all('pipelines')[0] ?? '',
    stageOfOtherPipeline: elsewhere.id,
    customField: all('customFields')[1] ?? '',
    apiKey: all('apiKeys')[0] ?? '',
  }
}

export type Ids = Awaited<ReturnType<typeof chosenIds>>
