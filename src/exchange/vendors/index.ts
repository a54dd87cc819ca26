import { google } from './google.ts'
import { hubspot } from './hubspot.ts'
import { outlook } from './outlook.ts'
import { own } from './own.ts'
import { pipedrive } from './pipedrive.ts'
import { plain } from './plain.ts'
import { salesforce } from './salesforce.ts'
import { vcard } from './vcard.ts'
import type { Vendor } from './vendor.ts'

/**
 * The programs whose exports are known. Of two that know as many headings of a file, the first is
 * taken.
 */
export const vendors = {
  plain,
  dealgraph: own,
  google,
  hubspot,
  pipedrive,
  salesforce,
  outlook,
  vcard,
} as const satisfies Record<string, Vendor>

export type VendorId = keyof typeof vendors
export const vendorIds = Object.keys(vendors) as VendorId[]
