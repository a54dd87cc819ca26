import { fullNameOf } from '../../resources/users/operations.ts'
import type { Names } from './names.ts'

/** A change of one field of an existing record by a row. */
export interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

type Input = Record<string, unknown>

/** Compares two inputs with the same fields. Ids of users, teams and stages become names. */
export function fieldChanges(before: Input, after: Input, names: Names): FieldChange[] {
  const named = new Map(
    [names.users, names.teams, names.stages, names.pipelines, names.pipelineStages]
      .flat()
      .map(({ id, name }) => [id, name]),
  )
  const shown = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(shown) : (named.get(value as string) ?? value ?? null)
  return Object.keys(before)
    .flatMap((field): FieldChange[] => {
      const [from, to] = [before[field], after[field]]
      if (field !== 'customFields') return [{ field, from, to }]
      return Object.keys(from as Input).map((key) => ({
        field: `customFields.${key}`,
        from: (from as Input)[key],
        to: (to as Input)[key],
      }))
    })
    .filter(({ from, to }) => JSON.stringify(from ?? null) !== JSON.stringify(to ?? null))
    .map(({ field, from, to }) => ({ field, from: shown(from), to: shown(to) }))
}

/** The title or full name of a record; empty if it has none. */
export function titleOf(record: object): string {
  const { firstName = '', lastName = '', title } = record as Record<string, string | undefined>
  return title ?? fullNameOf({ firstName, lastName })
}
