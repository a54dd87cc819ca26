/** A typical appointment, with possible durations in minutes and possible outcomes. */
interface AppointmentTemplate {
  title: string
  place: string
  durationsInMinutes: readonly number[]
  outcomes: readonly string[]
}

export const appointmentTemplates: readonly AppointmentTemplate[] = [
  {
    title: 'Showing {number} {street}',
    place: '{number} {street}, {area}',
    durationsInMinutes: [30, 45, 60],
    outcomes: [
      'Loved the kitchen, wants a second look',
      'Too close to the road',
      'Will make an offer',
      'Liked it, not at {price}',
      'Brought the parents; they decide by {day}',
    ],
  },
  {
    title: 'First meeting with {first} {last}',
    place: 'Northwind Realty, front office',
    durationsInMinutes: [45, 60],
    outcomes: [
      'Signed the buyer agreement',
      'Wants {beds} bedrooms in {area}',
      'Needs a lender first',
      'Is talking to another agency too',
    ],
  },
  {
    title: 'Listing presentation, {number} {street}',
    place: '{number} {street}, {area}',
    durationsInMinutes: [60, 90],
    outcomes: [
      'Listing signed at {price}',
      'Wants to think about the commission',
      'Will list in spring',
      'Asked for two more comparables',
    ],
  },
  {
    title: 'Inspection {number} {street}',
    place: '{number} {street}',
    durationsInMinutes: [120, 180],
    outcomes: [
      'Clean, but for the water heater',
      'Roof needs work; ask for a credit',
      'Crawl space is damp, specialist ordered',
    ],
  },
  {
    title: 'Call about the offer on {street}',
    place: 'Phone',
    durationsInMinutes: [15, 30],
    outcomes: ['Counter at {price}', 'Accepted', 'Declined, looking on'],
  },
  {
    title: 'Signing with {first}',
    place: 'Title company, {area}',
    durationsInMinutes: [60],
    outcomes: [
      'Signed and funded',
      'Signed; funds arrive {day}',
      'One page missing, again on {day}',
    ],
  },
  {
    title: 'Walk-through {number} {street}',
    place: '{number} {street}',
    durationsInMinutes: [30, 45],
    outcomes: ['All as agreed', 'Dryer is gone; seller brings it back'],
  },
  {
    title: 'Coffee with {first}',
    place: 'Café on {street}',
    durationsInMinutes: [45, 60],
    outcomes: ['Knows a neighbour who sells', 'Thinking of moving in two years'],
  },
]

export const preparationNotes = [
  'Bring the disclosures.',
  'Key is in the lockbox, code from the listing agent.',
  'Park in the street, the drive belongs to the neighbour.',
  'Two children and a dog come along.',
]

export const cancellationReasons = [
  '{first} is ill',
  'House is under contract',
  'Moved to another day',
  'No answer to the reminder',
  'Seller withdrew',
]
