import type { Deps } from '../context.ts'
import { countOfKind } from '../exchange/columns.ts'
import type { ImportRow } from '../resources/imports/operations.ts'
import { OperatorError } from '../store/faults.ts'
import { allImports, importWithId } from './queries.ts'
import { type Output, print, progressBar, withDeps } from './session.ts'
import { findUser } from './user-option.ts'

export async function listImports(options: Output): Promise<void> {
  const rows = await withDeps(async (deps) =>
    deps.store.everyCompany.look((db) => db.all(allImports, {})),
  )
  const imports = rows.map(
    ({ digest: _, options: __, errorsBytes: ___, warningsBytes: ____, ...row }) => ({
      ...row,
      state: stateOf(row),
    }),
  )
  const lines = imports.map(
    ({ id, createdAt, email, file, kind, state, created, updated, refused, warned }) =>
      [
        id,
        createdAt,
        email,
        `${file} (${kind})`,
        `${state}: ${created} created, ${updated} updated, ${refused} refused${warned > 0 ? `, ${warned} with warnings` : ''}`,
      ].join('  '),
  )
  print(options, { imports }, lines.length > 0 ? lines.join('\n') : 'Nothing has been imported.')
}

const stateOf = ({ undoneAt, finishedAt }: Pick<ImportRow, 'undoneAt' | 'finishedAt'>) =>
  undoneAt ? 'undone' : finishedAt ? 'finished' : 'interrupted'

export async function undo(id: string, options: Output & { user?: string }): Promise<void> {
  const { undoImport } = await import('../exchange/importing/undo.ts')
  const { kind, undone } = await withDeps(async (deps) => {
    const row = await deps.store.everyCompany.look((db) => db.first(importWithId, { id }))
    if (!row)
      throw new OperatorError(
        `There is no import ${id}; "dealgraph import list" shows those there are.`,
      )
    const userId =
      options.user === undefined
        ? row.userId
        : (await findUser(deps, { user: options.user, company: row.companyId })).id
    return { kind: row.kind, undone: await watched(deps, row, userId, options, undoImport) }
  })
  const { left, leftAlone, removed, restored } = undone
  const others = left.map((each) => `\n  ${each.id} ${each.why}`).join('')
  const more = leftAlone > left.length ? `\n  … and ${leftAlone - left.length} more` : ''
  const sentence = `Took back ${id}: ${countOfKind(removed, kind)} removed, ${restored} as they were before${leftAlone > 0 ? `, ${leftAlone} left as they are:${others}${more}` : '.'}`
  print(options, { id, kind, removed, restored, leftAlone, left }, sentence)
}

type Undo = typeof import('../exchange/importing/undo.ts')['undoImport']

async function watched(
  deps: Deps,
  row: ImportRow,
  userId: string,
  output: Output,
  undoImport: Undo,
) {
  const bar = await progressBar('records', output)
  try {
    return await undoImport(deps, row, userId, (done) =>
      bar.update(done, Math.max(done, row.created + row.updated)),
    )
  } finally {
    bar.stop()
  }
}
