import { fullNameOf } from '../../resources/users/operations.ts'
import type { Names } from './names.ts'

/** What a row changes of a record that is there already, field by field. */
export interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

type Input = Record<string, unknown>

/** @param before and after: the same fields as inputs; ids of users and the like become names */
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

/** What a record is called: a full name or a title, or nothing. */
export function titleOf(record: object): string {
  const { firstName = '', lastName = '', title } = record as Record<string, string | undefined>
  return title ?? fullNameOf({ firstName, lastName })
}
