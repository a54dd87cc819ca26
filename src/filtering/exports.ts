/** Registry of exportable record kinds; each kind declares its export in its own folder. */
import type { Context } from '../context.ts'
import type { FilteredList, ListOptions } from './filtered-list.ts'

/** An exported value, as in JSON Lines; `formats.ts` converts the value to a CSV cell. */
export type ExportValue = string | number | boolean | null | readonly string[]

export type ExportSelection = ListOptions & { includeTrash: boolean }

export interface ExportSource<R extends { id: string } = never> {
  /** The GraphQL type, whose creation input determines the export columns. */
  type: string
  list: FilteredList<ExportSelection, R>
  /** Reads the export columns that are not stored in the record's row, such as references. */
  readColumns?(ctx: Context, row: R): Promise<Record<string, ExportValue>>
}

const exportSources = new Map<string, ExportSource>()

/** @param kind the name of the exported list, such as `people` */
export function declareExport<R extends { id: string }>(kind: string, source: ExportSource<R>) {
  exportSources.set(kind, source as unknown as ExportSource)
}

export const listExportedKinds = (): string[] => [...exportSources.keys()]

export function getExportSource(kind: string): ExportSource {
  const source = exportSources.get(kind)
  if (!source) throw new Error(`No export of ${kind} is declared; call declareExport`)
  return source
}
