import { useRef, useState } from 'react'
import { request, useEvents } from './api.ts'

interface Column {
  stageId: string
  stageName: string
  deals: { nodes: { id: string; version: number; title: string; viewerCan: string[] }[] }
}

const showBoardQuery = `query ShowBoard($id: ID!) {
  board(pipelineId: $id) {
    columns { stageId stageName deals(first: 50) { nodes { id version title viewerCan } } }
  }
}`
const moveDealMutation = `mutation MoveDeal($id: ID!, $version: Int!, $stageId: ID!) {
  moveDeal(id: $id, expectedVersion: $version, input: { stageId: $stageId }) { deal { id } }
}`

export function Board({ id, onError }: { id: string; onError: (error: Error) => void }) {
  const [columns, setColumns] = useState<Column[]>([])
  const latestRequestNumber = useRef(0)
  /**
   * Reloads the board. Displays only the response to the latest request, because responses can
   * arrive out of order.
   */
  async function reload(): Promise<void> {
    const requestNumber = ++latestRequestNumber.current
    const { board } = await request<{ board: { columns: Column[] } }>(showBoardQuery, { id })
    if (requestNumber === latestRequestNumber.current) setColumns(board.columns)
  }
  useEvents('deal.*', () => void reload().catch(onError))

  return columns.map(({ stageId, stageName, deals }, index) => {
    const nextColumn = columns[index + 1]
    const move = (variables: object) =>
      request(moveDealMutation, variables).then(reload).catch(onError)
    return (
      <section key={stageId} aria-label={stageName}>
        <h2>{stageName}</h2>
        {deals.nodes.map(({ id, version, title, viewerCan }) => (
          <article key={id}>
            {title}{' '}
            {nextColumn && viewerCan.includes('move') && (
              <button
                type="button"
                onClick={() => void move({ id, version, stageId: nextColumn.stageId })}
              >
                Move to {nextColumn.stageName}
              </button>
            )}
          </article>
        ))}
      </section>
    )
  })
}
