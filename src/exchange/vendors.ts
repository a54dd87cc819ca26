/**
 * The programs whose exports are recognized by their headings. Each field lists its headings,
 * separated by commas; `#` stands for a number (`E-mail # - Value`), and `ignored` headings are
 * known but not imported. Headings that are not listed are reported with a suggestion.
 */
import { hubspot, pipedrive, salesforce } from './crm-headings.ts'
import type { ExchangeKind } from './kinds.ts'

type HeadingsByField = Readonly<Record<string, string>>

interface Vendor {
  name: string
  /** A prefix that the headings can have, such as `Person - Name`. */
  prefixes?: Readonly<Record<ExchangeKind, string>>
  people?: HeadingsByField
  deals?: HeadingsByField
  tasks?: HeadingsByField
  activities?: HeadingsByField
}

/** Headings of any table; also of fields that have a column in exports, by their names. */
const plain: Vendor = {
  name: 'a plain table',
  people: {
    fullName: 'Name, Full name, Contact',
    firstName: 'Given name',
    lastName: 'Surname, Family name',
    email: 'Email, E-mail, Email address, Email #, E-mail #',
    'email.work': 'Work email',
    'email.home': 'Home email',
    phone: 'Phone, Telephone, Phone number, Phone #',
    'phone.mobile': 'Mobile, Mobile phone, Cell, Cell phone',
    'phone.work': 'Work phone',
    'phone.home': 'Home phone',
    'phone.fax': 'Fax',
    tags: 'Tag, Labels',
    source: 'Lead source',
    price: 'Budget',
    background: 'Notes, Note',
    assignedAgent: 'Assigned to, Agent, Owner',
  },
  deals: {
    title: 'Deal, Deal name',
    status: 'Status',
    price: 'Amount, Value',
    closeDate: 'Expected close date',
    assignedAgent: 'Owner, Assigned to',
    people: 'Contact, Person, Email',
  },
  tasks: {
    title: 'Task, Subject',
    description: 'Notes',
    dueDate: 'Due',
    status: 'Status, Done, Completed',
    person: 'Contact, Email',
    assignedTo: 'Owner',
  },
  activities: {
    person: 'Contact, Email, Phone',
    channel: 'Type',
    subject: 'Subject',
    content: 'Note, Notes',
    createdAt: 'Date',
  },
}

/** Both formats of Google Contacts: the current one, and that of before 2024. */
const google: Vendor = {
  name: 'Google Contacts',
  people: {
    fullName: 'Name',
    firstName: 'First Name, Given Name',
    middleName: 'Middle Name, Additional Name',
    lastName: 'Last Name, Family Name',
    background:
      'Phonetic First Name, Phonetic Middle Name, Phonetic Last Name, Name Prefix, Name Suffix, Nickname, Notes, Yomi Name, Given Name Yomi, Additional Name Yomi, Family Name Yomi',
    tags: 'Labels, Group Membership',
    email: 'E-mail # - Value',
    emailType: 'E-mail # - Label, E-mail # - Type',
    phone: 'Phone # - Value',
    phoneType: 'Phone # - Label, Phone # - Type',
    ignored: 'File As, Photo, Initials, Short Name',
  },
}

/** The CSV of Outlook for Windows and of Outlook on the web. */
const outlook: Vendor = {
  name: 'Outlook',
  people: {
    firstName: 'First Name',
    middleName: 'Middle Name',
    lastName: 'Last Name',
    email: 'E-mail Address',
    'email.other': 'E-mail # Address',
    'phone.work': 'Business Phone, Business Phone #, Company Main Phone',
    'phone.home': 'Home Phone, Home Phone #',
    'phone.mobile': 'Mobile Phone',
    'phone.other':
      'Car Phone, Other Phone, Primary Phone, Radio Phone, TTY/TDD Phone, Callback, Pager',
    'phone.fax': 'Business Fax, Home Fax, Other Fax',
    tags: 'Categories',
    source: 'Referred By',
    background: "Title, Suffix, Assistant's Phone, Assistant's Name, Notes",
    ignored:
      'E-mail Type, E-mail Display Name, E-mail # Type, E-mail # Display Name, Telex, ISDN, Gender, Initials, Sensitivity, Priority, Private, Language, Mileage, Billing Information, Directory Server, Internet Free Busy, Location',
  },
}

/** The headings of `reading/vcard-cells.ts`, and the columns of our own cards. */
const vcard: Vendor = {
  name: 'vCard',
  people: {
    firstName: 'First name',
    middleName: 'Middle name',
    lastName: 'Last name',
    fullName: 'Full name',
    email: 'Email #',
    emailType: 'Email # type',
    phone: 'Phone #',
    phoneType: 'Phone # type',
    tags: 'Categories',
    background:
      'Note, Name prefix, Name suffix, Display name, Nickname, Organization, Job title, Role, Birthday, Website, Address #, Kind, Other details',
    externalId: 'UID',
  },
}

/** If several recognize equally many headings of a file, the first one is used. */
export const vendors = {
  plain,
  dealgraph: { name: 'Dealgraph' },
  google,
  hubspot,
  pipedrive,
  salesforce,
  outlook,
  vcard,
} as const satisfies Record<string, Vendor>

export type VendorId = keyof typeof vendors
export const vendorIds = Object.keys(vendors) as VendorId[]

/** Pairs of headings and fields; the field of a heading that is ignored is empty. */
export function headingsOf(id: VendorId, kind: ExchangeKind): [heading: string, field: string][] {
  const vendor: Vendor = vendors[id]
  const prefix = vendor.prefixes?.[kind]
  return Object.entries(vendor[kind] ?? {}).flatMap(([field, headings]) =>
    headings
      .split(', ')
      .flatMap((heading) => (prefix ? [heading, `${prefix} - ${heading}`] : [heading]))
      .map((heading): [string, string] => [heading, field === 'ignored' ? '' : field]),
  )
}
