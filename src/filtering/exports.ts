/** The record kinds that can be exported; each declares its columns in its own folder. */
import type { Context } from '../context.ts'
import type { FilteredList, ListOptions } from './filtered-list.ts'

/** A value as written in JSON Lines; `formats.ts` converts it to a CSV cell. */
export type ExportValue = string | number | boolean | null | readonly string[]

export type ExportSelection = ListOptions & { includeTrash: boolean }

export interface ExportSource<R extends { id: string } = never> {
  /** The GraphQL type; its creation input determines the columns. */
  type: string
  list: FilteredList<ExportSelection, R>
  /** Reads the columns whose values are not stored in the record's row, such as references. */
  readColumns?(ctx: Context, row: R): Promise<Record<string, ExportValue>>
}

const exportSources = new Map<string, ExportSource>()

/** @param kind the name of the list, such as `people` */
export function declareExport<R extends { id: string }>(kind: string, source: ExportSource<R>) {
  exportSources.set(kind, source as unknown as ExportSource)
}

export const listExportedKinds = (): string[] => [...exportSources.keys()]

export function exportSource(kind: string): ExportSource {
  const source = exportSources.get(kind)
  if (!source) throw new Error(`${kind} declare no export: see src/filtering/exports.ts`)
  return source
}
