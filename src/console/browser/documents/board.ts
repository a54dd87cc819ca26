/** The GraphQL operations of the board. */
import { type ByVersion, type Connection, operation } from '../requests.ts'

export type Stage = { id: string; name: string; type: 'open' | 'won' | 'lost' }

export type Pipeline = { id: string; name: string; stages: Stage[] }

export const ListPipelines = operation<{ pipelines: { nodes: Pipeline[] } }>(/* GraphQL */ `
  query ListPipelines { pipelines(first: 100) { nodes { id name stages { id name type } } } }
`)

export interface Card {
  id: string
  version: number
  title: string
  price: number | null
  people?: { fullName: string }[] | null
  assignee: { fullName: string } | null
}

export interface ColumnPage {
  stageId: string
  count: number
  sum: number
  deals: Omit<Connection<Card>, 'totalCount'>
}

export interface BoardVariables {
  pipelineId: string
  stageIds: string[]
  first: number
  after?: string | null
  withPeople: boolean
  assigneeIds?: string[]
  unassigned?: boolean
}

type Board = { columns: ColumnPage[] }

export const ShowBoard = operation<{ board: Board }, BoardVariables>(/* GraphQL */ `
  query ShowBoard($pipelineId: ID!, $stageIds: [ID!]!, $first: Int, $after: String, $withPeople: Boolean!, $assigneeIds: [ID!], $unassigned: Boolean) {
    board(pipelineId: $pipelineId, assigneeIds: $assigneeIds, unassigned: $unassigned) {
      columns(stageIds: $stageIds) {
        stageId count sum
        deals(first: $first, after: $after) {
          nodes { id version title price assignee { fullName } people @include(if: $withPeople) { fullName } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }
`)

export type MoveInput = { stageId: string; place?: { before: string } | { after: string } }

export const MoveDeal = operation<
  { moveDeal: { deal: { id: string; version: number } } },
  ByVersion & { input: MoveInput }
>(/* GraphQL */ `
  mutation MoveDeal($id: ID!, $expectedVersion: Int, $input: MoveDealInput!) {
    moveDeal(id: $id, expectedVersion: $expectedVersion, input: $input) { deal { id version } }
  }
`)

export type Change = { field: string; from: unknown; to: unknown }

export interface EventMessage {
  cursor: string
  type: string
  recordId: string
  recordVersion: number
  changes: Change[]
  record: { stageId?: string; pipelineId?: string } | null
}

export const SubscribeEvents = operation<
  { events: EventMessage },
  { types: string[]; after?: string }
>(/* GraphQL */ `
  subscription SubscribeEvents($types: [EventPattern!], $after: String) {
    events(types: $types, after: $after) {
      cursor type recordId recordVersion
      changes { field from to }
      record { ... on Deal { stageId pipelineId } }
    }
  }
`)
