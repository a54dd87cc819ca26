import { hasName, type Name } from '../../resources/people/names.ts'
import { fullNameOf } from '../../resources/users/operations.ts'
import { fold } from '../../store/fold.ts'
import type { Draft } from './draft.ts'

/** A difference between the name in the file and the stored name. */
export interface NameChange {
  from: string
  to: string
  /** Whether the person keeps the name `from`. */
  kept: boolean
}

const parts = ['firstName', 'lastName'] as const

/**
 * Removes the name from a row matched by email or phone, so that the person is not renamed. A
 * missing part of the stored name is filled in if the other part is equal.
 */
export function keepName({ input }: Draft, person: Name): NameChange | undefined {
  if (!hasName(person)) return undefined
  const given = Object.fromEntries(
    parts.map((part) => [part, input[part] ?? '']),
  ) as unknown as Name
  const isGiven = parts.some((part) => input[part] !== undefined)
  const isEqual = (part: keyof Name) => fold(given[part]) === fold(person[part])
  for (const [part, other] of [parts, parts.toReversed()] as [keyof Name, keyof Name][])
    if (person[part] !== '' || !isEqual(other)) delete input[part]
  const [from, to] = [fullNameOf(person), fullNameOf(given)]
  const becomes = fullNameOf({ ...person, ...(input as Partial<Name>) })
  return isGiven && becomes !== to ? { from, to, kept: true } : undefined
}
