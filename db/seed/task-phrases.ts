/** Task titles, some of which have a description. */
export const taskPhrases: readonly (readonly [title: string, description?: string])[] = [
  [
    'Call {first} back about {street}',
    'Asked whether the roof is original. Have the inspection report at hand.',
  ],
  [
    'Send comparables for {area} to {first}',
    'Sold within the last 90 days, {beds} bedrooms or more, no flips.',
  ],
  ['Schedule second showing at {number} {street}'],
  [
    'Prepare listing agreement for {first} {last}',
    'Commission as agreed on the phone. Attach the agency disclosure.',
  ],
  ['Book photographer for {number} {street}', 'Morning light is on the porch until 11.'],
  ['Follow up on pre-approval with {first}'],
  ['Order title search for {number} {street}'],
  ['Send birthday card to {first} {last}'],
  [
    'Remind {first}: inspection on {day}',
    'Bring the key for the crawl space; the inspector needs 3 hours.',
  ],
  [
    'Draft offer for {number} {street}',
    'Up to {price}, escalation clause, 30 days to close. Check earnest money with the lender.',
  ],
  ['Collect signed disclosures from {first}'],
  ['Drop off moving boxes at {number} {street}'],
  ['Check in with {first} after the open house'],
  ['Confirm appraisal appointment, {number} {street}'],
  [
    'Update price on {street} listing',
    'Owner agreed to {price}. Change it on the portal and in the window.',
  ],
  ['Introduce {first} to a lender'],
  ['Pick up lockbox from {number} {street}'],
  ['Ask {first} for a review', 'Closed happily. Link to the form is in the newsletter template.'],
  ['Walk through {number} {street} before closing', 'Washer and dryer stay. Photograph the meter.'],
  ['Answer {first}’s question about HOA fees'],
  ['Mail market report to {first} {last}'],
  ['Renew the search alert for {area}', 'Widen to {beds} bedrooms and {price}.'],
  ['Plan staging for {number} {street}'],
  ['Invite {first} to the client barbecue'],
]
