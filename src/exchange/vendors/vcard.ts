import { own } from './own.ts'
import type { Vendor } from './vendor.ts'

/** The cells of a vCard, under the headings that `reading/vcard-cells.ts` gives them. */
export const vcard: Vendor = {
  name: 'vCard',
  kinds: {
    people: {
      // What our own cards have besides.
      ...own.kinds.people,
      'First name': 'firstName',
      'Middle name': 'middleName',
      'Last name': 'lastName',
      'Full name': 'fullName',
      'Email #': 'email',
      'Email # type': 'emailType',
      'Phone #': 'phone',
      'Phone # type': 'phoneType',
      Categories: 'tags',
      Note: 'background',
      'Name prefix': 'background',
      'Name suffix': 'background',
      'Display name': 'background',
      Nickname: 'background',
      Organization: 'background',
      'Job title': 'background',
      Role: 'background',
      Birthday: 'background',
      Website: 'background',
      'Address #': 'background',
      Kind: 'background',
      'Other details': 'background',
      UID: 'externalId',
      error: '',
    },
  },
}
