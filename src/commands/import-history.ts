import { countOfKind } from '../exchange/kinds.ts'
import type { ImportRow } from '../resources/imports/operations.ts'
import { OperatorError } from '../store/faults.ts'
import { allImports, importWithId } from './queries.ts'
import { type Output, print, withDeps, withProgress } from './session.ts'
import { findUser } from './user-option.ts'

export async function listImports(options: Output): Promise<void> {
  const rows = await withDeps(async (deps) =>
    deps.store.allCompanies.readLatest((db) => db.all(allImports, {})),
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
  print(options, { imports }, lines.length > 0 ? lines.join('\n') : 'There are no imports.')
}

const stateOf = ({ undoneAt, finishedAt }: Pick<ImportRow, 'undoneAt' | 'finishedAt'>) =>
  undoneAt ? 'undone' : finishedAt ? 'finished' : 'interrupted'

export async function undoImport(id: string, options: Output & { user?: string }): Promise<void> {
  // Imported here, so that other commands start without the schema.
  const undo = await import('../exchange/importing/undo.ts')
  const { kind, result } = await withDeps(async (deps) => {
    const row = await deps.store.allCompanies.readLatest((db) => db.first(importWithId, { id }))
    if (!row)
      throw new OperatorError(
        `There is no import ${id}; "dealgraph import list" lists the imports.`,
      )
    const userId =
      options.user === undefined
        ? row.userId
        : (await findUser(deps, { user: options.user, company: row.companyId })).id
    const result = await withProgress('records', options, ({ update }) =>
      undo.undoImport(deps, row, userId, (done) =>
        update(done, Math.max(done, row.created + row.updated)),
      ),
    )
    return { kind: row.kind, result }
  })
  const { left, leftAlone, removed, restored } = result
  const reasons = left.map((each) => `\n  ${each.id} ${each.why}`).join('')
  const more = leftAlone > left.length ? `\n  … and ${leftAlone - left.length} more` : ''
  const kept = leftAlone > 0 ? `, ${leftAlone} not changed:${reasons}${more}` : '.'
  print(
    options,
    { id, kind, removed, restored, leftAlone, left },
    `Reverted ${id}: ${countOfKind(removed, kind)} removed, ${restored} restored${kept}`,
  )
}
