import type { Headings, Vendor } from './vendor.ts'

/**
 * Google Contacts: the CSV of today, and that of before 2024. Several values in one cell stand
 * between ` ::: `.
 */
const today: Headings = {
  'First Name': 'firstName',
  'Middle Name': 'middleName',
  'Last Name': 'lastName',
  'Phonetic First Name': '',
  'Phonetic Middle Name': '',
  'Phonetic Last Name': '',
  'Name Prefix': '',
  'Name Suffix': '',
  'File As': '',
  Notes: 'background',
  Photo: '',
  Labels: 'tags',
  'E-mail # - Label': 'emailType',
  'E-mail # - Value': 'email',
  'Phone # - Label': 'phoneType',
  'Phone # - Value': 'phone',
}

const before: Headings = {
  Name: 'fullName',
  'Given Name': 'firstName',
  'Additional Name': 'middleName',
  'Family Name': 'lastName',
  'Yomi Name': '',
  'Given Name Yomi': '',
  'Additional Name Yomi': '',
  'Family Name Yomi': '',
  Initials: '',
  'Short Name': '',
  'Group Membership': 'tags',
  'E-mail # - Type': 'emailType',
  'Phone # - Type': 'phoneType',
}

export const google: Vendor = {
  name: 'Google Contacts',
  kinds: { people: { ...today, ...before } },
}
