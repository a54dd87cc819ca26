import type { CountryCode } from 'libphonenumber-js'

/** Street names. */
export const streets =
  `Maple Street;Alder Lane;Cedar Hollow Road;Birchwood Court;Harborview Drive;Sycamore Avenue;Lakeside Terrace;Juniper Way;Orchard Hill;Beacon Avenue;Madrona Drive;
Willow Bend;Foxglove Circle;Pioneer Square;Chestnut Row;Ridgecrest Boulevard;Salmon Bay Road;Larkspur Lane;Mill Pond Road;Windermere Place;Copper Canyon Trail;Fremont Avenue N;
Queen Anne Drive;Old Ferry Road;Meadowlark Court;Summit View;Stone Bridge Road;Rainier Vista;Hawthorne Street;Elliott Bay Walk`
    .split(';')
    .map((street) => street.trim())

export const areas = [
  'Ballard',
  'Fremont',
  'Capitol Hill',
  'West Seattle',
  'Green Lake',
  'Bellevue',
  'Kirkland',
  'Magnolia',
  'Wallingford',
  'Columbia City',
  'Issaquah',
  'Tacoma',
]

export const sourceWeights = {
  Website: 26,
  Referral: 20,
  'Open house': 12,
  Portal: 14,
  'Sign call': 6,
  Facebook: 6,
  Instagram: 5,
  'Walk-in': 4,
  'Expired listing': 3,
  'Past client': 4,
}

export const timeframes = ['0-3 months', '3-6 months', '6-12 months', '12+ months', 'No plans']

export const tagNames = [
  'VIP',
  'First-time buyer',
  'Investor',
  'Relocation',
  'Cash buyer',
  'Pre-approved',
  'Open house',
  'Newsletter',
  'Luxury',
  'Downsizing',
  'Waterfront',
  'Condo',
  'New construction',
  'Spanish speaking',
  'Español',
  'Pets',
  'School district',
  'Do not call',
]

export const backgrounds = [
  'Moving from {area} for a job at the hospital; needs to be settled before the school year starts.',
  'Second home. Wants water within walking distance and no more than {beds} bedrooms to clean.',
  'Owns two rentals in {area}, looking for a third. Numbers person: send the spreadsheet, skip the brochure.',
  'Grew up on {street}. Would pay over the asking price for anything on that block.',
  'Lost out on three offers last spring. Patient, pre-approved up to {price}, ready to move quickly.',
  'Parents are moving in: ground-floor bedroom and a bathroom without steps are a must.',
  'Met at the {area} farmers market. Two dogs, wants a fenced yard.\nPrefers texts after 6 pm.',
  'Selling the family house on {street} after 31 years. Go gently.',
  'Works remotely, so: a quiet room with a door, and fibre. {area} or farther out.',
  'Divorce settlement pending; nothing can be signed before the court date.',
  'Wants “the view or nothing”. Budget is {price}, flexible for the right place.',
  'Referred by a client from {street}. Sister is looking too.',
]

/** Background texts by country, in the country's language. */
export const localBackgrounds: Partial<Record<CountryCode, readonly string[]>> = {
  ES: [
    'Prefiere hablar en español. Busca piso con ascensor cerca de {area}.',
    'Quiere vender la casa de la familia en {street}; decide con su hermana.',
  ],
  MX: [
    'Hablamos español. Prefiere llamadas por la tarde, después de las 5.',
    'Primera casa. Ya tiene la preaprobación hasta {price}.',
  ],
  DE: [
    'Sucht eine Wohnung mit Balkon für die Tochter, die ab Herbst an der Universität ist.',
    'Zieht für zwei Jahre nach {area}, möchte möbliert mieten oder klein kaufen.',
  ],
  FR: ['Cherche un pied-à-terre à {area}, budget {price}, sans travaux.'],
  BR: ['Mudança em março; precisa de escola perto de {area}.'],
  PL: ['Szuka domu z ogrodem w okolicy {area}, najlepiej {beds} sypialnie.'],
  VN: ['Muốn mua nhà gần trường học ở {area}; gọi buổi tối.'],
  TR: ['Yatırım için daire arıyor, tercihen {area}. Bütçe {price}.'],
}
