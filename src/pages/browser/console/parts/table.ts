import { html } from 'htm/preact'
import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  name: string
  cell: (row: Row) => ComponentChildren
  /** Numbers stand to the right. */
  right?: boolean
}

interface Props<Row extends { id: string }> {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  /** What stands at the end of each row. */
  actions?: (row: Row) => ComponentChildren
}

/**
 * A table whose first column names the row. On a narrow screen each row becomes a card; the roles
 * keep it a table to screen readers.
 */
export function Table<Row extends { id: string }>({ caption, columns, rows, actions }: Props<Row>) {
  const [first, ...others] = columns
  return html`<table role="table">
    <caption class="unseen">${caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(({ name, right }) => html`<th role="columnheader" scope="col" class=${right ? 'right' : ''}>${name}</th>`)}
        ${actions && html`<th role="columnheader" scope="col"><span class="unseen">Actions</span></th>`}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) => html`<tr role="row" key=${row.id}>
          <th role="rowheader" scope="row">${first?.cell(row)}</th>
          ${others.map(({ name, cell, right }) => html`<td role="cell" data-label=${name} class=${right ? 'right' : ''}><div>${cell(row)}</div></td>`)}
          ${actions && html`<td role="cell" class="actions">${actions(row)}</td>`}
        </tr>`,
      )}
    </tbody>
  </table>`
}
