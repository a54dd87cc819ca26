import type { Headings, Vendor } from './vendor.ts'

/**
 * Pipedrive: the headings of its exports, with `Person - ` before them or, in an export of one
 * list, without.
 */
const both = (prefix: string, headings: Headings, plain: Headings = headings): Headings => ({
  ...plain,
  ...Object.fromEntries(
    Object.entries(headings).map(([heading, field]) => [`${prefix} - ${heading}`, field]),
  ),
})

const people: Headings = {
  ID: 'externalId',
  Name: 'fullName',
  'First name': 'firstName',
  'Last name': 'lastName',
  Email: 'email',
  'Email - Work': 'email.work',
  'Email - Home': 'email.home',
  'Email - Other': 'email.other',
  'Email (Work)': 'email.work',
  'Email (Home)': 'email.home',
  'Email (Other)': 'email.other',
  Phone: 'phone',
  'Phone - Work': 'phone.work',
  'Phone - Home': 'phone.home',
  'Phone - Mobile': 'phone.mobile',
  'Phone - Other': 'phone.other',
  'Phone (Work)': 'phone.work',
  'Phone (Home)': 'phone.home',
  'Phone (Mobile)': 'phone.mobile',
  'Phone (Other)': 'phone.other',
  Owner: 'assignedAgent',
  Label: 'tags',
  Labels: 'tags',
  Notes: 'background',
  'Person created': '',
  'Update time': '',
  'Next activity date': '',
  'Last activity date': '',
  'Visible to': '',
  'Open deals': '',
  'Closed deals': '',
  'Won deals': '',
  'Lost deals': '',
  'Total activities': '',
  'Done activities': '',
  'Activities to do': '',
  'Email messages count': '',
  'Profile picture': '',
  'Marketing status': '',
}

const deals: Headings = {
  ID: 'externalId',
  Title: 'title',
  Value: 'price',
  Pipeline: 'pipeline',
  Stage: 'stage',
  'Stage (pipeline)': 'stage',
  Status: 'status',
  Owner: 'assignedAgent',
  'Contact person': 'people',
  'Contact person ID': 'people',
  'Expected close date': 'closeDate',
  'Currency of Value': '',
  Currency: '',
  Probability: '',
  'Deal created': '',
  'Update time': '',
  'Last stage change': '',
  'Next activity date': '',
  'Last activity date': '',
  'Won time': '',
  'Lost time': '',
  'Deal closed on': '',
  'Visible to': '',
  'Total activities': '',
  'Done activities': '',
  'Activities to do': '',
  'Email messages count': '',
  'Weighted value': '',
}

const tasks: Headings = {
  ID: 'externalId',
  Subject: 'title',
  Note: 'description',
  'Public description': 'description',
  'Due date': 'dueDate',
  'Due time': 'dueTime',
  Done: 'status',
  Status: 'status',
  'Marked as done time': 'completedAt',
  Priority: 'priority',
  'Assigned to user': 'assignedTo',
  'Contact person': 'person',
  'Contact person ID': 'person',
  Type: '',
  Duration: '',
  'Add time': '',
  'Update time': '',
  Deal: '',
  Organization: '',
}

const activities: Headings = {
  ...tasks,
  Subject: 'subject',
  Note: 'content',
  'Public description': 'content',
  Type: 'channel',
  'Due date': 'createdAt',
  Done: '',
}

export const pipedrive: Vendor = {
  name: 'Pipedrive',
  kinds: {
    people: both('Person', people),
    deals: {
      ...both('Deal', deals),
      'Person - ID': 'people',
      'Person - Email': 'people',
      'Person - Email - Work': 'people',
      'Person - Name': '',
    },
    tasks: both('Activity', tasks),
    activities: both('Activity', activities),
  },
}
