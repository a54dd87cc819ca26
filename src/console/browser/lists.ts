/** Paginated lists of records: the state of a list, its table, and its page buttons. */
import { html } from 'htm/preact'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { formatCount } from './components.ts'
import {
  type Connection,
  ErrorMessage,
  type Operation,
  type PageVariables,
  useOperation,
} from './requests.ts'
import type { Session } from './session.ts'

const pageSize = 25

/** Loads a page of the list that an operation returns. A new filter opens the first page. */
export function useList<Row, Variables extends PageVariables>(
  session: Session,
  operation: Operation<Record<string, Connection<Row>>, Variables>,
  filter: Omit<Variables, keyof PageVariables>,
  skip = false,
) {
  const filterKey = JSON.stringify(filter)
  const [state, setState] = useState<{ filterKey: string; cursors: (string | null)[] }>()
  const cursors = state?.filterKey === filterKey ? state.cursors : [null]
  const variables = { ...filter, first: pageSize, after: cursors.at(-1) } as Variables
  const { data, ...request } = useOperation(session, operation, variables, skip)
  return {
    ...request,
    list: data && Object.values(data)[0],
    /** The start cursor of each page up to the current page; null for the first page. */
    cursors,
    openPage: (next: (string | null)[]) => setState({ filterKey, cursors: next }),
  }
}

export interface Column<Row> {
  name: string
  cell: (row: Row) => ComponentChildren
  isNumeric?: boolean
}

interface TableProps<Row extends { id: string }> {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  actions?: ((row: Row) => ComponentChildren) | undefined
}

/** Renders a table. ARIA roles keep its semantics on narrow screens, where rows become cards. */
export function Table<Row extends { id: string }>(props: TableProps<Row>) {
  const { caption, columns, rows, actions } = props
  const [firstColumn, ...otherColumns] = columns
  return html`<table role="table">
    <caption class="unseen">${caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(({ name, isNumeric }) => html`<th role="columnheader" scope="col" class=${isNumeric ? 'right' : ''}>${name}</th>`)}
        ${actions && html`<th role="columnheader" scope="col"><span class="unseen">Actions</span></th>`}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) => html`<tr role="row" key=${row.id}>
          <th role="rowheader" scope="row">${firstColumn?.cell(row)}</th>
          ${otherColumns.map(({ name, cell, isNumeric }) => html`<td role="cell" data-label=${name} class=${isNumeric ? 'right' : ''}><div>${cell(row)}</div></td>`)}
          ${actions && html`<td role="cell" class="actions">${actions(row)}</td>`}
        </tr>`,
      )}
    </tbody>
  </table>`
}

interface RecordListProps<Row extends { id: string }>
  extends Omit<TableProps<Row>, 'caption' | 'rows'> {
  state: ReturnType<typeof useList<Row, PageVariables>>
  /** The plural noun of the records, such as `deliveries`. */
  noun: string
  /** The message for an empty list, which replaces the table. */
  children: ComponentChildren
}

export function RecordList<Row extends { id: string }>(props: RecordListProps<Row>) {
  const { state, noun, columns, actions, children } = props
  const { list, error, isLoading } = state
  const caption = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}, newest first`
  return html`<${ErrorMessage} error=${error} />
    <div aria-busy=${isLoading ? 'true' : 'false'}>
      ${list && list.nodes.length > 0 && html`<${Table} caption=${caption} columns=${columns} rows=${list.nodes} actions=${actions} />`}
      ${list?.nodes.length === 0 && html`<div class="empty">${children}</div>`}
    </div>
    ${list && renderPagination(list, state, noun)}`
}

/** Renders buttons for the previous and next pages, or nothing if there is only one page. */
function renderPagination(
  { nodes, pageInfo: { hasNextPage, endCursor }, totalCount }: Connection<unknown>,
  { cursors, openPage }: Pick<RecordListProps<never>['state'], 'cursors' | 'openPage'>,
  noun: string,
) {
  if (!hasNextPage && cursors.length === 1) return null
  const startIndex = (cursors.length - 1) * pageSize
  const totalText = totalCount === null ? '' : ` of ${formatCount(totalCount)}`
  return html`<nav class="pager" aria-label=${`Pages of ${noun}`}>
    <button type="button" disabled=${cursors.length === 1} onClick=${() => openPage(cursors.slice(0, -1))}>← Newer</button>
    <span>${formatCount(startIndex + 1)}–${formatCount(startIndex + nodes.length)}${totalText}</span>
    <button type="button" disabled=${!hasNextPage} onClick=${() => openPage([...cursors, endCursor])}>Older →</button>
  </nav>`
}
