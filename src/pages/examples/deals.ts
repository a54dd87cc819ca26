import type { Group } from './example.ts'

export const deals: Group = {
  title: 'Deals and the board',
  examples: [
    {
      title: 'The board of a pipeline',
      about: 'Each column with its count and sum, and its first cards in their order.',
      query: `query PipelineBoard($pipelineId: ID!) {
  board(pipelineId: $pipelineId) {
    pipelineName
    count
    sum
    columns {
      stageName
      count
      sum
      deals(first: 3) { nodes { id title price order people { fullName } } }
    }
  }
}`,
      variables: { pipelineId: '$pipeline' },
    },
    {
      title: 'Open deals',
      about: 'The most valuable first, with people and agent.',
      query: `query OpenDeals {
  deals(first: 10, where: { status: open }, orderBy: { field: price }) {
    totalCount
    nodes { id title price closeDate stage { name } people { fullName } assignedAgent { fullName } }
  }
}`,
    },
    {
      title: 'Deals that stand still',
      about: 'Open, and a month or more in the same stage.',
      query: `query StandingStill {
  deals(first: 10, where: { status: open, stageEnteredAt: { olderThanDays: 30 } }, orderBy: { field: stageEnteredAt, direction: asc }) {
    totalCount
    nodes { title stageName stageEnteredAt price }
  }
}`,
    },
    {
      title: 'One deal',
      about: 'One record, and the stages that it went through.',
      query: `query OneDeal($id: ID!) {
  deal(id: $id) {
    id
    title
    price
    commission
    status
    pipelineName
    stageName
    teams { name }
    customFields
    stageHistory(first: 10) { nodes { fromStageName toStageName enteredAt secondsInStage byName } }
  }
}`,
      variables: { id: '$deal' },
    },
    {
      title: 'Create a deal',
      about: 'In the first stage of a pipeline, for a person.',
      query: `mutation CreateDeal($input: CreateDealInput!) {
  createDeal(input: $input) { id title price stage { name } order people { fullName } }
}`,
      variables: {
        input: {
          title: 'House on the hill',
          pipelineId: '$pipeline',
          peopleIds: ['$person'],
          price: 640000,
          closeDate: '$nextMonth',
        },
      },
    },
    {
      title: 'Change a deal',
      about: 'Price and closing date; all else stays.',
      query: `mutation UpdateDeal($id: ID!, $input: UpdateDealInput!) {
  updateDeal(id: $id, input: $input) { id title price closeDate version }
}`,
      variables: { id: '$deal', input: { price: 655000, closeDate: '$nextMonth' } },
    },
    {
      title: 'Move a deal',
      about:
        'To the top of another column of the board, here that of won deals; webhooks and subscriptions hear of it.',
      query: `mutation MoveDeal($id: ID!, $input: MoveDealInput!) {
  moveDeal(id: $id, input: $input) { id title status stage { name } order }
}`,
      variables: { id: '$deal', input: { stageId: '$wonStage', order: 0 } },
    },
    {
      title: 'Delete a deal',
      about: 'For good; its people and tasks stay.',
      query: `mutation DeleteDeal($id: ID!) {
  deleteDeal(id: $id) { id }
}`,
      variables: { id: '$deal' },
    },
  ],
}
