import { fold } from '../../resources/people/names.ts'
import { hasName, type Name } from '../../resources/people/names-agree.ts'
import { fullNameOf } from '../../resources/users/operations.ts'
import type { Draft } from './draft.ts'

/** A name in the file that is not the name of the person. */
export interface NameChange {
  from: string
  to: string
  /** Whether the person keeps the name `from`. */
  kept: boolean
}

const parts = ['firstName', 'lastName'] as const

/**
 * Takes out of a row the name of a person whom an email or a phone identifies: nobody is renamed by
 * that. A missing part of the name is filled in where the other part is equal.
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
