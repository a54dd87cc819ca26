/**
 * Activity phrases by type. A leading `<` marks an inbound activity, a leading `>` an outbound
 * activity.
 */
export const activityPhrases = {
  call: [
    '>Called {first}: still looking in {area}, wants {beds} bedrooms. Will send two new listings tonight.',
    '>Left a voicemail about {number} {street}.',
    '>Long talk about financing. The bank says {price}, {first} would be happier below that.',
    '<{first} called in from the sign on {street}. Showing agreed for {day} at {time}.',
    '>No answer, third try this week.',
    '>Talked through the inspection report. Furnace is 19 years old; we ask for a credit.',
    '>Quick check-in. Nothing new, call again next month.',
    '<{first} wants to lower the price to {price} if there is no offer by {day}.',
    '>Wrong number on file: got a bakery. Asked the spouse for the new one.',
    '>Offer accepted! {first} was in tears, happy ones.',
    '>Explained the escalation clause twice; now it is clear. Signing {day}.',
  ],
  email: [
    '>Subject: Three homes in {area}\n\nHi {first},\n\nattached are three that came on the market today. The one on {street} has the yard you asked for.\n\nBest,\n{agent}',
    '<Subject: Re: {number} {street}\n\nThank you, the disclosures look fine. One question: who pays for the sewer scope?\n\n{first}',
    '>Subject: Your showing on {day}\n\nHi {first}, see you at {time} in front of {number} {street}. Parking is easiest around the corner.\n\n{agent}',
    '>Subject: Market update for {area}\n\nThe median is now {price}. Homes with {beds} bedrooms sell in 11 days on average.',
    '>Subject: Offer letter\n\nDear {first},\nplease find the counter-offer at {price}. It is open until {day}, {time}.\nKind regards,\n{agent}',
    '<Subject: Documents for the lender\n\nPay slips and last year’s return attached. Anything else?\n\nThanks, {first}',
    '>Subject: Congratulations!\n\nThe keys to {number} {street} are yours from {day}. It was a pleasure.\n\n{agent}',
    '<Subject: Question about HOA fees\n\nHello, do the fees on {street} include water? And are two cats allowed?\n\n{first}',
  ],
  note: [
    'Prefers mornings. Never call on {day}.',
    'Budget is {price} on paper; would stretch for a view.',
    'Spouse decides about kitchens, {first} about everything else.',
    'Drove past {number} {street} together: too close to the road.',
    'Pre-approval letter on file, valid for 60 days.',
    'Knows the family at {number} {street}: possible listing in spring.',
    'Allergic to cats. Check before showings!',
    'Lease ends in {beds} months, so there is no hurry before that.',
    'Wants: garden, {beds} bedrooms, south side. Does not want: stairs, HOA, neighbours with drums.',
    'Bought us coffee ☕. Keep in touch even though they chose to stay.',
  ],
  meeting: [
    'Showing at {number} {street}. Loved the kitchen, worried about the basement.',
    'Listing presentation at the kitchen table. Competing with two other offices; decision by {day}.',
    'Open house in {area}: {first} came with the parents, stayed 40 minutes.',
    'Coffee at the office with {agent}. Went through the buyer’s guide page by page.',
    'Final walk-through at {number} {street}. One broken blind, otherwise as agreed.',
    'Signed the listing agreement at {price}. Photos next week.',
    'Met at the notary: closing done.',
  ],
  sms: [
    '>Running 10 min late, see you at {street}',
    '<Is {number} {street} still available?',
    '<Yes, {time} works. Thanks!',
    '>New in {area}: {beds} bd, {price}. Interested?',
    '<Got the keys 🎉 thank you {agent}!',
    '<Can we move the showing to {day}?',
    '>Offer is in. Fingers crossed.',
    '<Gracias, nos vemos el {day}',
    '>Sorry, phone was dead. Call you at {time}',
  ],
  activity: [
    '<Viewed {number} {street} on the website 6 times this week.',
    '<Downloaded the seller’s guide.',
    '<Opened the newsletter and clicked on {street}.',
    '<Registered for the open house in {area}.',
    '<Saved a search: {beds} bedrooms in {area} up to {price}.',
  ],
} as const

/** Possible values of `channel` for each activity type. */
export const channelsByType = {
  call: ['call', 'phone'],
  email: ['email'],
  note: ['note'],
  meeting: ['meeting', 'appointment'],
  sms: ['sms', 'text'],
  activity: ['website', 'newsletter', 'portal'],
} as const

/** The relative frequency of each activity type. */
export const activityWeights = { call: 28, email: 27, note: 18, meeting: 9, sms: 14, activity: 4 }
