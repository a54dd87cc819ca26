import { formatCountOf } from '../lib/format-count.ts'

/**
 * The table of columns that `export` writes and `import` recognises, by kind of record: every field
 * of the record that can be written, under its name in GraphQL, then what is only read. Users stand
 * by email, stages, pipelines, teams and tags by name, people by id.
 */
export const exchangeKinds = ['people', 'deals', 'tasks', 'activities'] as const
export type ExchangeKind = (typeof exchangeKinds)[number]

const nounOf: Record<ExchangeKind, string> = {
  people: 'person',
  deals: 'deal',
  tasks: 'task',
  activities: 'activity',
}

/** `1 person`, `1,204 people`. */
export const countOfKind = (count: number, kind: ExchangeKind): string =>
  formatCountOf(count, nounOf[kind], kind)

export const formats = ['csv', 'jsonl', 'vcard'] as const
export type Format = (typeof formats)[number]

/** A value as it stands in JSON Lines; see `cells.ts` for how it stands in a cell of a CSV file. */
export type Value = string | number | boolean | null | readonly string[]

/** `time`: ISO 8601 in UTC; `date`: YYYY-MM-DD; `list`: several texts. */
export type ValueType = 'text' | 'number' | 'boolean' | 'time' | 'date' | 'list'

export interface Column {
  name: string
  type: ValueType
  /** What a text, or each text of a list, names. */
  names?: 'user' | 'person' | 'stage' | 'pipeline' | 'team' | 'tag'
  /** Told for whoever reads; ignored by import. */
  readOnly?: true
}

type Naming = NonNullable<Column['names']>
const of =
  (type: ValueType) =>
  (name: string): Column => ({ name, type })
const text = of('text')
const number = of('number')
const boolean = of('boolean')
const time = of('time')
const list = of('list')
const one = (name: string, names: Naming): Column => ({ name, type: 'text', names })
const many = (name: string, names: Naming): Column => ({ name, type: 'list', names })
const shown = (column: Column): Column => ({ ...column, readOnly: true })

/** Where the columns of custom fields stand. */
const customFields = null
const record = [shown(time('createdAt')), shown(time('updatedAt')), shown(number('version'))]

const table: Record<ExchangeKind, readonly (Column | typeof customFields)[]> = {
  people: [
    shown(text('id')),
    text('firstName'),
    text('lastName'),
    // The primary one first. Beside each address stands its type at the same place of `emailTypes`,
    // and so for phones.
    list('emails'),
    list('emailTypes'),
    list('phones'),
    list('phoneTypes'),
    // Those of `phones` that are marked as not reaching the person.
    list('badPhones'),
    many('tags', 'tag'),
    one('stage', 'stage'),
    text('source'),
    number('price'),
    text('timeframe'),
    text('background'),
    boolean('relationship'),
    one('assignedAgent', 'user'),
    many('collaborators', 'user'),
    // The ids in other programs, each prefixed with its source: `hubspot:1051`.
    list('externalIds'),
    customFields,
    shown(time('lastActivityAt')),
    ...record,
  ],
  deals: [
    shown(text('id')),
    text('title'),
    one('pipeline', 'pipeline'),
    one('stage', 'stage'),
    many('people', 'person'),
    many('teams', 'team'),
    one('assignedAgent', 'user'),
    number('price'),
    number('commission'),
    time('closeDate'),
    list('externalIds'),
    customFields,
    shown(time('stageEnteredAt')),
    ...record,
  ],
  tasks: [
    shown(text('id')),
    text('title'),
    text('description'),
    one('person', 'person'),
    one('assignedTo', 'user'),
    time('dueDate'),
    text('priority'),
    // Written by completing the task: import sets whether it is done, not when it was.
    time('completedAt'),
    list('externalIds'),
    ...record,
  ],
  activities: [
    shown(text('id')),
    one('person', 'person'),
    text('type'),
    text('channel'),
    text('direction'),
    text('content'),
    boolean('starred'),
    list('externalIds'),
    shown(one('author', 'user')),
    shown(text('agentName')),
    ...record,
  ],
}

/**
 * What the column of a custom field is called: `custom.` and its key (import takes its name too).
 */
export const customPrefix = 'custom.'

/** Which custom fields a kind of record can have; none for the others. */
export const customKinds = {
  people: 'person',
  deals: 'deal',
  tasks: undefined,
  activities: undefined,
} as const satisfies Record<ExchangeKind, string | undefined>

interface CustomField {
  key: string
  type: 'text' | 'number' | 'date' | 'boolean' | 'singleChoice' | 'multipleChoice'
}

const customColumn = ({ key, type }: CustomField): Column => ({
  name: `${customPrefix}${key}`,
  type: type === 'singleChoice' ? 'text' : type === 'multipleChoice' ? 'list' : type,
})

/**
 * The columns of a kind of record in their order, with those of a company's custom fields (of that
 * kind of record) among them.
 */
export const columnsOf = (kind: ExchangeKind, custom: readonly CustomField[] = []): Column[] =>
  table[kind].flatMap((column) => (column === customFields ? custom.map(customColumn) : [column]))
