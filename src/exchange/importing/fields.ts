import type { ExchangeKind } from '../columns.ts'

/**
 * What a column can be imported as. Besides the columns that `export` writes, forms in which other
 * programs have the same.
 */
export const fields: Record<ExchangeKind, readonly string[]> = {
  people: [
    ...[
      'id',
      'externalId',
      'externalSource',
      'externalIds',
      'firstName',
      'middleName',
      'lastName',
      'fullName',
    ],
    ...['email', 'email.work', 'email.home', 'email.other', 'emailType', 'emails', 'emailTypes'],
    ...[
      'phone',
      'phone.mobile',
      'phone.work',
      'phone.home',
      'phone.fax',
      'phone.other',
      'phoneType',
      'phones',
      'phoneTypes',
      'badPhones',
    ],
    ...[
      'tags',
      'stage',
      'source',
      'price',
      'timeframe',
      'background',
      'relationship',
      'assignedAgent',
      'collaborators',
    ],
  ],
  deals: [
    'id',
    'externalId',
    'externalSource',
    'externalIds',
    'title',
    'pipeline',
    'stage',
    'status',
    'people',
    'teams',
    'assignedAgent',
    'price',
    'commission',
    'closeDate',
  ],
  tasks: [
    'id',
    'externalId',
    'externalSource',
    'externalIds',
    'title',
    'description',
    'person',
    'assignedTo',
    'dueDate',
    'dueTime',
    'priority',
    'status',
    'completedAt',
  ],
  activities: [
    'id',
    'externalId',
    'externalSource',
    'externalIds',
    'person',
    'type',
    'channel',
    'direction',
    'subject',
    'content',
    'starred',
    'createdAt',
  ],
}

/** At least one of these has to be in the file. */
export const required: Record<ExchangeKind, RegExp> = {
  people: /^(firstName|lastName|fullName|(email|phone)s?(\.\w+)?)$/,
  deals: /^title$/,
  tasks: /^title$/,
  activities: /^person$/,
}

/** Where text is kept that has no field of its own, each under its heading. Deals have none. */
export const notes: Record<ExchangeKind, string | undefined> = {
  people: 'background',
  deals: undefined,
  tasks: 'description',
  activities: 'content',
}

/** What a heading that nobody knows is probably about, by a word in it. */
const guesses: [RegExp, string][] = [
  [/mail/i, 'email'],
  [/mobil|cell|handy/i, 'phone.mobile'],
  [/phone|tel/i, 'phone'],
  [/first|given|vorname/i, 'firstName'],
  [/last|family|surname|nachname/i, 'lastName'],
  [/tag|label|categor/i, 'tags'],
  [/owner|agent|assign/i, 'assignedAgent'],
  [/owner|agent|assign/i, 'assignedTo'],
  [/stage|status/i, 'stage'],
  [/source/i, 'source'],
  [/title|subject|name/i, 'title'],
  [/amount|value|price|budget/i, 'price'],
  [/contact|person|client|customer/i, 'person'],
  [/due/i, 'dueDate'],
  [/close/i, 'closeDate'],
]

/** The field that an unknown heading could be mapped to; none where there is nothing like it. */
export const suggested = (kind: ExchangeKind, heading: string): string | undefined =>
  guesses.find(([word, field]) => word.test(heading) && fields[kind].includes(field))?.[1] ??
  notes[kind]
