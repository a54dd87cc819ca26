import type { Headings, Vendor } from './vendor.ts'

/**
 * Google Contacts: the CSV of today, and that of before 2024. Several values in one cell stand
 * between ` ::: `.
 */
const today: Headings = {
  'First Name': 'firstName',
  'Middle Name': 'middleName',
  'Last Name': 'lastName',
  'Phonetic First Name': 'background',
  'Phonetic Middle Name': 'background',
  'Phonetic Last Name': 'background',
  'Name Prefix': 'background',
  'Name Suffix': 'background',
  Nickname: 'background',
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
  'Yomi Name': 'background',
  'Given Name Yomi': 'background',
  'Additional Name Yomi': 'background',
  'Family Name Yomi': 'background',
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
