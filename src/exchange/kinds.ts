/** The record kinds and file formats of exports and imports, and the choices of their options. */
import { formatCountOf } from '../lib/text.ts'

export const exchangeKinds = ['people', 'deals', 'tasks', 'activities'] as const
export type ExchangeKind = (typeof exchangeKinds)[number]

/** The kinds that declare an export, listed here so that the help needs no schema. */
export const exportKinds: readonly string[] = [...exchangeKinds]

/** The singular of each kind, which is also the prefix of its ids. */
export const nounOf = {
  people: 'person',
  deals: 'deal',
  tasks: 'task',
  activities: 'activity',
} as const satisfies Record<ExchangeKind, string>

export const countOfKind = (count: number, kind: ExchangeKind): string =>
  formatCountOf(count, nounOf[kind], kind)

export const formats = ['csv', 'jsonl', 'vcard'] as const
export type Format = (typeof formats)[number]

/** The values by which existing people are matched. */
export const matches = ['both', 'email', 'phone', 'none'] as const
export type Match = (typeof matches)[number]

/** The actions on a matched record; `create` creates another record. */
export const onMatches = ['update', 'skip', 'create'] as const
export type OnMatch = (typeof onMatches)[number]
