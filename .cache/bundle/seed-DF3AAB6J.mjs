import { lt as createContext, tt as writeEvents } from "./records-CzuHo0A9.mjs";
import { n as fold } from "./text-86vERQj0.mjs";
import { c as issueKey } from "./operations-Y8sPb6in.mjs";
import { n as createCompany, r as createSystemViewer, t as allCompanies } from "./operations-kayhB3Bx.mjs";
import { c as formatFullName, m as toEmailKey } from "./phone-numbers-BI763t1M.mjs";
import { A as replaceCustomValues, Ct as listPipelineStages, S as listDeletionVariants, T as toSearchWords, ft as listStages, h as generateKeyBetween, j as createCustomField, m as toPhoneRows, nt as toTagKey, p as toEmailRows, wt as listPipelines } from "./lists-Vny2PN0j.mjs";
import { r as query } from "./query-BmUqRt20.mjs";
import { r as storeDemoKeys } from "./demo-keys-DUKzbcZH.mjs";
// db/seed/places.ts
/** Street names. */
const streets = `Maple Street;Alder Lane;Cedar Hollow Road;Birchwood Court;Harborview Drive;Sycamore Avenue;Lakeside Terrace;Juniper Way;Orchard Hill;Beacon Avenue;Madrona Drive;
Willow Bend;Foxglove Circle;Pioneer Square;Chestnut Row;Ridgecrest Boulevard;Salmon Bay Road;Larkspur Lane;Mill Pond Road;Windermere Place;Copper Canyon Trail;Fremont Avenue N;
Queen Anne Drive;Old Ferry Road;Meadowlark Court;Summit View;Stone Bridge Road;Rainier Vista;Hawthorne Street;Elliott Bay Walk`.split(";").map((street) => street.trim());
const areas = [
	"Ballard",
	"Fremont",
	"Capitol Hill",
	"West Seattle",
	"Green Lake",
	"Bellevue",
	"Kirkland",
	"Magnolia",
	"Wallingford",
	"Columbia City",
	"Issaquah",
	"Tacoma"
];
const sourceWeights = {
	Website: 26,
	Referral: 20,
	"Open house": 12,
	Portal: 14,
	"Sign call": 6,
	Facebook: 6,
	Instagram: 5,
	"Walk-in": 4,
	"Expired listing": 3,
	"Past client": 4
};
const timeframes = [
	"0-3 months",
	"3-6 months",
	"6-12 months",
	"12+ months",
	"No plans"
];
const tagNames = [
	"VIP",
	"First-time buyer",
	"Investor",
	"Relocation",
	"Cash buyer",
	"Pre-approved",
	"Open house",
	"Newsletter",
	"Luxury",
	"Downsizing",
	"Waterfront",
	"Condo",
	"New construction",
	"Spanish speaking",
	"Español",
	"Pets",
	"School district",
	"Do not call"
];
const backgrounds = [
	"Moving from {area} for a job at the hospital; needs to be settled before the school year starts.",
	"Second home. Wants water within walking distance and no more than {beds} bedrooms to clean.",
	"Owns two rentals in {area}, looking for a third. Numbers person: send the spreadsheet, skip the brochure.",
	"Grew up on {street}. Would pay over the asking price for anything on that block.",
	"Lost out on three offers last spring. Patient, pre-approved up to {price}, ready to move quickly.",
	"Parents are moving in: ground-floor bedroom and a bathroom without steps are a must.",
	"Met at the {area} farmers market. Two dogs, wants a fenced yard.\nPrefers texts after 6 pm.",
	"Selling the family house on {street} after 31 years. Go gently.",
	"Works remotely, so: a quiet room with a door, and fibre. {area} or farther out.",
	"Divorce settlement pending; nothing can be signed before the court date.",
	"Wants “the view or nothing”. Budget is {price}, flexible for the right place.",
	"Referred by a client from {street}. Sister is looking too."
];
/** Background texts by country, in the country's language. */
const localBackgrounds = {
	ES: ["Prefiere hablar en español. Busca piso con ascensor cerca de {area}.", "Quiere vender la casa de la familia en {street}; decide con su hermana."],
	MX: ["Hablamos español. Prefiere llamadas por la tarde, después de las 5.", "Primera casa. Ya tiene la preaprobación hasta {price}."],
	DE: ["Sucht eine Wohnung mit Balkon für die Tochter, die ab Herbst an der Universität ist.", "Zieht für zwei Jahre nach {area}, möchte möbliert mieten oder klein kaufen."],
	FR: ["Cherche un pied-à-terre à {area}, budget {price}, sans travaux."],
	BR: ["Mudança em março; precisa de escola perto de {area}."],
	PL: ["Szuka domu z ogrodem w okolicy {area}, najlepiej {beds} sypialnie."],
	VN: ["Muốn mua nhà gần trường học ở {area}; gọi buổi tối."],
	TR: ["Yatırım için daire arıyor, tercihen {area}. Bütçe {price}."]
};
// db/seed/seed-context.ts
const dayMs = 864e5;
const toIso = (timeMs) => new Date(timeMs).toISOString();
/**
* Returns the columns of a record that was created at `timeMs`. The id also contains this time,
* because lists are sorted by id.
*/
function makeRecordColumns({ deps, company }, prefix, timeMs) {
	return {
		companyId: company.id,
		id: deps.newId(prefix, timeMs),
		version: 1,
		createdBy: null,
		createdAt: toIso(timeMs),
		updatedAt: toIso(timeMs)
	};
}
const pickBetween = (random, minMs, maxMs) => Math.floor(minMs + random.next() * Math.max(0, maxMs - minMs));
/**
* Returns a time near `timeMs` during office hours (Pacific time), between `earliestMs` and the
* present.
*/
function toOfficeHours({ random, endMs }, timeMs, earliestMs) {
	const isSunday = new Date(timeMs).getUTCDay() === 0;
	const midnightMs = Math.floor(timeMs / dayMs) * dayMs - (isSunday ? dayMs : 0);
	let openMs = Math.floor(midnightMs + (16 + 8.5 * random.next()) * 36e5);
	if (openMs > endMs) openMs -= dayMs;
	return openMs < earliestMs || openMs > endMs ? Math.min(endMs, Math.max(earliestMs, timeMs)) : openMs;
}
/** Picks a time within `activitySpanMs` after a person's creation. */
function pickTimeAfter(seedContext, person) {
	const createdMs = Date.parse(person.createdAt);
	return toOfficeHours(seedContext, pickBetween(seedContext.random, createdMs, Math.min(seedContext.endMs, createdMs + seedContext.activitySpanMs)), createdMs);
}
// db/seed/company.ts
const listingStages = [
	["Preparing", "open"],
	["On the market", "open"],
	["Under offer", "open"],
	["Sold", "won"],
	["Withdrawn", "lost"]
];
/** Creates a company without people: its users, teams, stages, pipelines and tags. */
async function createSeedContext(deps, db, random, { name, isDemo }, staff, startMs) {
	const companyCreatedMs = startMs - 30 * dayMs;
	const pastDeps = {
		...deps,
		now: () => companyCreatedMs
	};
	const [ownerMember, ...otherStaff] = staff;
	const { company, owner } = await createCompany(pastDeps, db, {
		name,
		isDemo,
		region: deps.settings.DEFAULT_REGION,
		timeZone: "America/Los_Angeles",
		owner: {
			email: ownerMember.email,
			firstName: ownerMember.firstName,
			lastName: ownerMember.lastName
		}
	});
	const context = {
		deps,
		company
	};
	await addListingsPipeline(db, context, companyCreatedMs);
	const users = await addUsers(db, context, otherStaff, companyCreatedMs);
	const ctx = createContext(pastDeps, {
		viewer: createSystemViewer(company),
		requestId: "seed",
		db
	});
	const stages = await listStages(ctx);
	const pipelineStages = await listPipelineStages(ctx);
	const boards = (await listPipelines(ctx)).map((pipeline) => ({
		id: pipeline.id,
		name: pipeline.name,
		stages: pipelineStages.filter((stage) => stage.pipelineId === pipeline.id),
		lastRankByStage: /* @__PURE__ */ new Map()
	}));
	return {
		...context,
		random,
		owner,
		userById: new Map(users.map((user) => [user.id, user])),
		admin: users.find((user) => user.role === "Admin"),
		leaders: users.filter((user) => user.role === "Team Leader"),
		agents: users.filter((user) => user.role === "Agent"),
		teamIdByUser: await addTeams(db, context, otherStaff, users, companyCreatedMs),
		stages: stages.filter((stage) => !stage.isTrash),
		trash: stages.find((stage) => stage.isTrash),
		boards,
		tags: await addTags(db, context, companyCreatedMs),
		startMs,
		endMs: deps.now(),
		activitySpanMs: deps.now() - startMs,
		indexedWords: /* @__PURE__ */ new Set(),
		usedNames: /* @__PURE__ */ new Set(),
		usedNumberCounts: /* @__PURE__ */ new Map()
	};
}
async function addListingsPipeline(db, context, timeMs) {
	const pipeline = {
		...makeRecordColumns(context, "pipeline", timeMs),
		name: "Listings",
		position: 1
	};
	await db.insert("pipelines", pipeline);
	for (const [position, [name, type]] of listingStages.entries()) await db.insert("pipelineStages", {
		...makeRecordColumns(context, "pipelinestage", timeMs),
		pipelineId: pipeline.id,
		name,
		type,
		position
	});
}
async function addUsers(db, context, staff, timeMs) {
	const users = staff.map(({ firstName, lastName, email, role }, index) => ({
		...makeRecordColumns(context, "user", timeMs + index + 1),
		firstName,
		lastName,
		email,
		emailKey: toEmailKey(email),
		role,
		avatarUrl: null,
		suspendedAt: null
	}));
	for (const user of users) await db.insert("users", user);
	return users;
}
async function addTeams(db, context, staff, users, timeMs) {
	const { companyId } = makeRecordColumns(context, "team", timeMs);
	const teamIds = /* @__PURE__ */ new Map();
	const teamIdByUser = /* @__PURE__ */ new Map();
	for (const [index, { team: name, role }] of staff.entries()) {
		const userId = users[index]?.id;
		if (!name || !userId) continue;
		let teamId = teamIds.get(name);
		if (!teamId) {
			const team = {
				...makeRecordColumns(context, "team", timeMs + index),
				name
			};
			await db.insert("teams", team);
			teamId = team.id;
			teamIds.set(name, teamId);
		}
		const isLeader = role === "Team Leader";
		await db.insert("teamMembers", {
			companyId,
			teamId,
			userId,
			isLeader: Number(isLeader),
			isMember: Number(!isLeader)
		});
		teamIdByUser.set(userId, teamId);
	}
	return teamIdByUser;
}
async function addTags(db, context, timeMs) {
	const tags = tagNames.map((name, index) => ({
		...makeRecordColumns(context, "tag", timeMs + index),
		name,
		nameKey: toTagKey(name)
	}));
	for (const tag of tags) await db.insert("tags", tag);
	return tags;
}
// db/seed/custom-fields.ts
const preferenceOptions = [
	"Garden",
	"Garage",
	"Sea view",
	"Schools nearby",
	"Quiet street"
];
const financingOptions = [
	"Cash",
	"Conventional",
	"FHA",
	"VA"
];
const fieldDefinitions = [
	{
		record: "person",
		name: "Birthday",
		type: "date"
	},
	{
		record: "person",
		name: "Wishes",
		type: "multipleChoice",
		description: "Features that the buyer wants in a home.",
		options: preferenceOptions.map((label) => ({ label }))
	},
	{
		record: "person",
		name: "Pre-approved",
		type: "boolean",
		description: "Whether a lender has pre-approved the buyer."
	},
	{
		record: "deal",
		name: "Financing",
		type: "singleChoice",
		options: financingOptions.map((label) => ({ label }))
	},
	{
		record: "deal",
		name: "Square feet",
		type: "number"
	}
];
const dealIdsQuery = query((k, p) => k.selectFrom("deals").select("id").where("companyId", "=", p.companyId).orderBy("id"));
/** Adds custom fields to a company, and their values to most of its people and deals. */
async function addCustomFields(seedContext, db, people) {
	const { random, company, endMs } = seedContext;
	const pastDeps = {
		...seedContext.deps,
		now: () => seedContext.startMs - 30 * dayMs
	};
	const ctx = createContext(pastDeps, {
		viewer: createSystemViewer(company),
		requestId: "seed",
		db
	});
	for (const definition of fieldDefinitions) await createCustomField(ctx, definition);
	for (const { id } of people) if (random.chance(.7)) await replaceCustomValues(ctx, "person", id, {
		birthday: random.chance(.5) ? toIso(pickBetween(random, endMs - 29200 * dayMs, endMs - 8030 * dayMs)).slice(0, 10) : null,
		wishes: random.sample(preferenceOptions, random.int(0, 3)),
		preApproved: random.chance(.4) ? random.chance(.6) : null
	});
	for (const { id } of await db.all(dealIdsQuery, { companyId: company.id })) if (random.chance(.8)) await replaceCustomValues(ctx, "deal", id, {
		financing: random.pick(financingOptions),
		squareFeet: random.int(45, 420) * 10
	});
}
// db/seed/activity-phrases.ts
/**
* Activity phrases by type. A leading `<` marks an inbound activity, a leading `>` an outbound
* activity.
*/
const activityPhrases = {
	call: [
		">Called {first}: still looking in {area}, wants {beds} bedrooms. Will send two new listings tonight.",
		">Left a voicemail about {number} {street}.",
		">Long talk about financing. The bank says {price}, {first} would be happier below that.",
		"<{first} called in from the sign on {street}. Showing agreed for {day} at {time}.",
		">No answer, third try this week.",
		">Talked through the inspection report. Furnace is 19 years old; we ask for a credit.",
		">Quick check-in. Nothing new, call again next month.",
		"<{first} wants to lower the price to {price} if there is no offer by {day}.",
		">Wrong number on file: got a bakery. Asked the spouse for the new one.",
		">Offer accepted! {first} was in tears, happy ones.",
		">Explained the escalation clause twice; now it is clear. Signing {day}."
	],
	email: [
		">Subject: Three homes in {area}\n\nHi {first},\n\nattached are three that came on the market today. The one on {street} has the yard you asked for.\n\nBest,\n{agent}",
		"<Subject: Re: {number} {street}\n\nThank you, the disclosures look fine. One question: who pays for the sewer scope?\n\n{first}",
		">Subject: Your showing on {day}\n\nHi {first}, see you at {time} in front of {number} {street}. Parking is easiest around the corner.\n\n{agent}",
		">Subject: Market update for {area}\n\nThe median is now {price}. Homes with {beds} bedrooms sell in 11 days on average.",
		">Subject: Offer letter\n\nDear {first},\nplease find the counter-offer at {price}. It is open until {day}, {time}.\nKind regards,\n{agent}",
		"<Subject: Documents for the lender\n\nPay slips and last year’s return attached. Anything else?\n\nThanks, {first}",
		">Subject: Congratulations!\n\nThe keys to {number} {street} are yours from {day}. It was a pleasure.\n\n{agent}",
		"<Subject: Question about HOA fees\n\nHello, do the fees on {street} include water? And are two cats allowed?\n\n{first}"
	],
	note: [
		"Prefers mornings. Never call on {day}.",
		"Budget is {price} on paper; would stretch for a view.",
		"Spouse decides about kitchens, {first} about everything else.",
		"Drove past {number} {street} together: too close to the road.",
		"Pre-approval letter on file, valid for 60 days.",
		"Knows the family at {number} {street}: possible listing in spring.",
		"Allergic to cats. Check before showings!",
		"Lease ends in {beds} months, so there is no hurry before that.",
		"Wants: garden, {beds} bedrooms, south side. Does not want: stairs, HOA, neighbours with drums.",
		"Bought us coffee ☕. Keep in touch even though they chose to stay."
	],
	meeting: [
		"Showing at {number} {street}. Loved the kitchen, worried about the basement.",
		"Listing presentation at the kitchen table. Competing with two other offices; decision by {day}.",
		"Open house in {area}: {first} came with the parents, stayed 40 minutes.",
		"Coffee at the office with {agent}. Went through the buyer’s guide page by page.",
		"Final walk-through at {number} {street}. One broken blind, otherwise as agreed.",
		"Signed the listing agreement at {price}. Photos next week.",
		"Met at the notary: closing done."
	],
	sms: [
		">Running 10 min late, see you at {street}",
		"<Is {number} {street} still available?",
		"<Yes, {time} works. Thanks!",
		">New in {area}: {beds} bd, {price}. Interested?",
		"<Got the keys 🎉 thank you {agent}!",
		"<Can we move the showing to {day}?",
		">Offer is in. Fingers crossed.",
		"<Gracias, nos vemos el {day}",
		">Sorry, phone was dead. Call you at {time}"
	],
	activity: [
		"<Viewed {number} {street} on the website 6 times this week.",
		"<Downloaded the seller’s guide.",
		"<Opened the newsletter and clicked on {street}.",
		"<Registered for the open house in {area}.",
		"<Saved a search: {beds} bedrooms in {area} up to {price}."
	]
};
/** Possible values of `channel` for each activity type. */
const channelsByType = {
	call: ["call", "phone"],
	email: ["email"],
	note: ["note"],
	meeting: ["meeting", "appointment"],
	sms: ["sms", "text"],
	activity: [
		"website",
		"newsletter",
		"portal"
	]
};
/** The relative frequency of each activity type. */
const activityWeights = {
	call: 28,
	email: 27,
	note: 18,
	meeting: 9,
	sms: 14,
	activity: 4
};
// db/seed/phrases.ts
const weekdays = [
	"Monday",
	"Tuesday",
	"Wednesday",
	"Thursday",
	"Friday",
	"Saturday"
];
const formatMoney = (amount) => `$${amount.toLocaleString("en-US")}`;
const slotValueMakers = {
	street: (random) => random.pick(streets),
	number: (random) => String(random.int(2, 4800)),
	area: (random) => random.pick(areas),
	beds: (random) => String(random.int(2, 5)),
	price: (random) => formatMoney(random.int(60, 340) * 5e3),
	day: (random) => random.pick(weekdays),
	time: (random) => `${random.int(9, 18)}:${random.pick([
		"00",
		"15",
		"30",
		"45"
	])}`
};
/** Replaces the slots of a phrase, such as `{first}`, with `values` or random values. */
const fillPhrase = (random, phrase, values) => phrase.replace(/\{(\w+)\}/g, (_, slot) => values[slot] ?? slotValueMakers[slot]?.(random) ?? "");
// db/seed/activity.ts
/** Makes an activity with a person, logged by the person's agent or by another agent. */
function makeActivity(seedContext, { row: person }) {
	const { random } = seedContext;
	const author = random.chance(.9) && seedContext.userById.get(person.assignedAgentId ?? "") || random.pick(seedContext.agents);
	const type = random.pickWeighted(activityWeights);
	const phrase = random.pick(activityPhrases[type]);
	const direction = phrase.startsWith("<") ? "inbound" : phrase.startsWith(">") ? "outbound" : null;
	return {
		...makeRecordColumns(seedContext, "activity", pickTimeAfter(seedContext, person)),
		personId: person.id,
		type,
		channel: random.pick(channelsByType[type]),
		direction,
		content: fillPhrase(random, direction ? phrase.slice(1) : phrase, {
			first: person.firstName,
			agent: author.firstName
		}),
		starred: Number(random.chance(.06)),
		agentName: formatFullName(author),
		createdBy: author.id
	};
}
// db/seed/appointment-phrases.ts
const appointmentTemplates = [
	{
		title: "Showing {number} {street}",
		place: "{number} {street}, {area}",
		durationsInMinutes: [
			30,
			45,
			60
		],
		outcomes: [
			"Loved the kitchen, wants a second look",
			"Too close to the road",
			"Will make an offer",
			"Liked it, not at {price}",
			"Brought the parents; they decide by {day}"
		]
	},
	{
		title: "First meeting with {first} {last}",
		place: "Northwind Realty, front office",
		durationsInMinutes: [45, 60],
		outcomes: [
			"Signed the buyer agreement",
			"Wants {beds} bedrooms in {area}",
			"Needs a lender first",
			"Is talking to another agency too"
		]
	},
	{
		title: "Listing presentation, {number} {street}",
		place: "{number} {street}, {area}",
		durationsInMinutes: [60, 90],
		outcomes: [
			"Listing signed at {price}",
			"Wants to think about the commission",
			"Will list in spring",
			"Asked for two more comparables"
		]
	},
	{
		title: "Inspection {number} {street}",
		place: "{number} {street}",
		durationsInMinutes: [120, 180],
		outcomes: [
			"Clean, but for the water heater",
			"Roof needs work; ask for a credit",
			"Crawl space is damp, specialist ordered"
		]
	},
	{
		title: "Call about the offer on {street}",
		place: "Phone",
		durationsInMinutes: [15, 30],
		outcomes: [
			"Counter at {price}",
			"Accepted",
			"Declined, looking on"
		]
	},
	{
		title: "Signing with {first}",
		place: "Title company, {area}",
		durationsInMinutes: [60],
		outcomes: [
			"Signed and funded",
			"Signed; funds arrive {day}",
			"One page missing, again on {day}"
		]
	},
	{
		title: "Walk-through {number} {street}",
		place: "{number} {street}",
		durationsInMinutes: [30, 45],
		outcomes: ["All as agreed", "Dryer is gone; seller brings it back"]
	},
	{
		title: "Coffee with {first}",
		place: "Café on {street}",
		durationsInMinutes: [45, 60],
		outcomes: ["Knows a neighbour who sells", "Thinking of moving in two years"]
	}
];
const preparationNotes = [
	"Bring the disclosures.",
	"Key is in the lockbox, code from the listing agent.",
	"Park in the street, the drive belongs to the neighbour.",
	"Two children and a dog come along."
];
const cancellationReasons = [
	"{first} is ill",
	"House is under contract",
	"Moved to another day",
	"No answer to the reminder",
	"Seller withdrew"
];
// db/seed/appointment.ts
const hourMs$1 = 36e5;
const minuteMs = 6e4;
/** Makes an appointment with a person, in the past or in the future. */
function makeAppointment(seedContext, { row: person }, otherPerson) {
	const { random, endMs } = seedContext;
	const isRecent = random.chance(.3);
	const createdMs = isRecent ? pickBetween(random, Math.max(Date.parse(person.createdAt), endMs - 14 * dayMs), endMs) : pickTimeAfter(seedContext, person);
	const record = makeRecordColumns(seedContext, "appointment", createdMs);
	const startMs = pickOfficeSlot(seedContext, isRecent ? endMs + random.int(0, 21) * dayMs : createdMs + random.int(1, 18) * dayMs, createdMs);
	const { title, place, durationsInMinutes, outcomes } = random.pick(appointmentTemplates);
	const appointmentEndMs = startMs + random.pick(durationsInMinutes) * minuteMs;
	const slotValues = {
		first: person.firstName,
		last: person.lastName,
		street: fillPhrase(random, "{street}", {}),
		number: fillPhrase(random, "{number}", {})
	};
	const fill = (phrase) => fillPhrase(random, phrase, slotValues).trim();
	const host = person.assignedAgentId ?? seedContext.owner.id;
	const row = {
		...record,
		title: fill(title),
		description: random.chance(.3) ? random.pick(preparationNotes) : null,
		startsAt: toIso(startMs),
		endsAt: toIso(appointmentEndMs),
		timeZone: "America/Los_Angeles",
		place: fill(place),
		status: "scheduled",
		outcome: null,
		completedAt: null,
		cancelledAt: null,
		cancellationReason: null,
		createdBy: random.chance(.1) ? random.pick(seedContext.leaders).id : host
	};
	if (random.chance(.1)) cancel(row, toIso(pickBetween(random, createdMs, Math.min(startMs, endMs))), fill(random.pick(cancellationReasons)));
	else if (appointmentEndMs < endMs && random.chance(.9)) complete(row, toIso(pickBetween(random, appointmentEndMs, Math.min(endMs, appointmentEndMs + dayMs))), random.chance(.85) ? fill(random.pick(outcomes)) : null);
	const hasSecondPerson = random.chance(.12) && otherPerson.row.id !== person.id && otherPerson.row.createdAt <= record.createdAt;
	const helperIds = random.chance(.2) ? [random.pick(seedContext.agents).id] : [];
	return {
		row,
		peopleIds: [person.id, ...hasSecondPerson ? [otherPerson.row.id] : []],
		userIds: [.../* @__PURE__ */ new Set([host, ...helperIds])]
	};
}
/**
* Returns the start of a quarter hour from Monday to Saturday, between 9:00 and 17:00 Pacific time,
* after `minMs`.
*/
function pickOfficeSlot({ random }, timeMs, minMs) {
	const midnightMs = Math.floor(timeMs / dayMs) * dayMs;
	const slotMs = midnightMs + (new Date(midnightMs).getUTCDay() === 0 ? dayMs : 0) + 16 * hourMs$1 + random.int(0, 31) * 15 * minuteMs;
	return slotMs > minMs ? slotMs : slotMs + dayMs;
}
function cancel(row, cancelledAt, reason) {
	Object.assign(row, {
		version: 2,
		updatedAt: cancelledAt,
		status: "cancelled",
		cancelledAt,
		cancellationReason: reason
	});
}
function complete(row, completedAt, outcome) {
	Object.assign(row, {
		version: 2,
		updatedAt: completedAt,
		status: "completed",
		completedAt,
		outcome
	});
}
// db/seed/names-east.ts
/** Names from Asia and Africa, in Latin or native script. */
const easternNames = [
	{
		weight: 65,
		country: "VN",
		first: `Thị_Hương Văn_Minh Thu_Hà Đức_Anh Ngọc_Ánh Quốc_Bảo Mỹ_Linh Hoàng_Nam Bích_Ngọc Tuấn_Kiệt Phương_Thảo Xuân_Trường Thanh_Tâm Đình_Phúc Kim_Oanh Hữu_Nghĩa`,
		last: `Nguyễn Trần Lê Phạm Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý`
	},
	{
		weight: 55,
		country: "IN",
		first: `Priya Arjun Ananya Rohan Kavita Sanjay Deepa Vikram Lakshmi Aditya Meera Rajesh Sunita Karthik Nandini Harpreet Gurpreet Ishaan Padmavati Venkatesh`,
		last: `Sharma Patel Iyer Reddy Nair Gupta Singh Chatterjee Mukherjee Banerjee Deshpande Kulkarni Subramanian Ramanathan Kaur Bhattacharya Joshi Menon Agarwal`
	},
	{
		weight: 45,
		country: "AE",
		first: `Ahmed Fatima Omar Layla Yusuf Mariam Khalid Noor Hassan Zaynab Tariq Samira Ibrahim Rania Abdulrahman Hala Bilal Amina Mustafa Salma`,
		last: `Al-Farsi Haddad El-Sayed Al-Mansouri Khoury Bin_Rashid Nasser Abdallah Al-Zahrani Hakimi Saleh Qureshi Darwish Mahmoud Al-Khatib Rahman Ben_Youssef`
	},
	{
		weight: 35,
		country: "CN",
		first: `伟/wei 芳/fang 秀英/xiuying 敏/min 静/jing 丽/li 强/qiang 磊/lei 洋/yang 艳/yan 杰/jie 思远/siyuan 雨桐/yutong 子涵/zihan Mei-Ling Xiao`,
		last: `王/wang 李/li 张/zhang 刘/liu 陈/chen 杨/yang 赵/zhao 黄/huang 周/zhou 吴/wu 徐/xu 孙/sun 欧阳/ouyang 司马/sima`
	},
	{
		weight: 20,
		country: "JP",
		first: `Haruto Yūki Aoi さくら/sakura Kenji Mariko Tarō Emi Daisuke 美咲/misaki Shōta Naoko`,
		last: `Satō Suzuki 高橋/takahashi Tanaka Itō 渡辺/watanabe Yamamoto Ōnishi Kobayashi 斎藤/saito Fujimoto`
	},
	{
		weight: 20,
		country: "KR",
		first: `Ji-woo Min-jun Seo-yeon Ha-eun Do-yun 지민/jimin Hye-jin Sung-ho 수아/sua Young-hee`,
		last: `Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim 한/han`
	},
	{
		weight: 30,
		country: "NG",
		first: `Chinwe Adébáyọ̀ Ngozi Olúwaṣeun Amara Kelechi Títílayọ̀ Chukwuemeka Folákẹ́ Ifeoma Tunde Zainab Obinna Yetunde`,
		last: `Okafor Adéyẹmí Nwosu Balogun Eze Ọlátúnjí Okonkwo Abiodun Chukwu Danjuma Ìdòwú Mensah Onyekachi`
	}
];
// db/seed/names-europe.ts
/** Names from continental Europe. */
const europeanNames = [
	{
		weight: 70,
		country: "DE",
		first: `Jürgen Käthe Günther Sören Björn Annette Lieselotte Maximilian Leonie Jörg Bärbel Uwe Anke Thorsten Svenja Matthias Ulrike Götz Änne Felix Marlene Heike Till Rüdiger`,
		last: `Müller Schröder Weiß Groß Krüger Böhm Jäger Köhler Schäfer Großmann Vogelsang von_Arnim Schönfeld Lehmann Zimmermann Brandt Hübner Voß
      Fröhlich Wächter Kühn Steinmetz Weißgerber Meyer-Landrut Ostermann Süß`
	},
	{
		weight: 55,
		country: "FR",
		first: `Chloé Anaïs Zoé Élodie François Jérôme Loïc Benoît Thérèse Aurélien Hélène Gaëlle Rémi Noël Solène Cédric Maëlys Guillaume Inès Théo Agnès Clémence`,
		last: `Lefèvre Dubois Béranger D'Aubigné Lemaître Château Garçon Delacroix Fontaine Rousseau Sauvé Mercier Blanchard Guérin Besançon Le_Goff
      Kerouédan Moreau Desrosiers Beaumont Français Hervé`
	},
	{
		weight: 55,
		country: "PL",
		first: `Łukasz Małgorzata Paweł Zofia Grażyna Michał Agnieszka Krzysztof Wojciech Żaneta Stanisława Bartłomiej Kinga Sławomir Jagoda Mateusz Wiesława Zbigniew Rafał Bożena`,
		last: `Wiśniewski Wójcik Kamiński Dąbrowska Zieliński Szymańska Woźniak Kozłowski Jabłońska Mazur Krawczyk Piotrowska Grabowski Nowakowska
      Pawłowski Michalska Święcicki Żurawska Łuczak Błaszczyk Źródłowski`
	},
	{
		weight: 35,
		country: "IT",
		first: `Giulia Chiara Niccolò Alessandro Beniamino Francesca Ilaria Lorenzo Noè Rosalia Salvatore Ornella Raffaele Vittoria Giosuè Concetta`,
		last: `Rossi Esposito Bianchi Ricci D'Angelo De_Luca Caruso Lo_Presti Bellini Fabbri Cattaneo Nicolò Santoro Zanetti Pellegrini Montanari`
	},
	{
		weight: 25,
		country: "SE",
		first: `Åsa Björn Märta Göran Linnéa Håkan Sölve Maj-Britt Östen Ingrid Anders Kerstin Sigrun Bjarne Øyvind Søren Þóra Ragnhild Kåre Guðrún`,
		last: `Åkerström Lindström Sjöberg Öberg Hägglund Björklund Nyström Ekström Strømberg Hansen Ødegård Jørgensen Kjærsgaard Sigurðardóttir Þórðarson Wallin`
	},
	{
		weight: 25,
		country: "UA",
		first: `Олена/olena Тарас/taras Оксана/oksana Богдан/bohdan Соломія/solomiia Юрій/yurii Наталія/nataliia Остап/ostap Ірина/iryna Василь/vasyl`,
		last: `Шевченко/shevchenko Коваленко/kovalenko Бондаренко/bondarenko Ткачук/tkachuk Мельник/melnyk Гончарук/honcharuk Лисенко/lysenko Савчук/savchuk Їжакевич/yizhakevych`
	},
	{
		weight: 15,
		country: "RU",
		first: `Дмитрий/dmitry Анна/anna Сергей/sergey Екатерина/ekaterina Алексей/alexey Светлана/svetlana Фёдор/fyodor Людмила/lyudmila`,
		last: `Лебедева/lebedeva Соколов/sokolov Орлова/orlova Королёв/korolyov Зайцева/zaitseva Воробьёв/vorobyov Журавлёв/zhuravlyov Тихонова/tikhonova`
	},
	{
		weight: 40,
		country: "TR",
		first: `Ayşe Mehmet Çağla Işıl Gökhan Şule Ömer Ünal Tuğçe Barış Gülşen Kıvanç İbrahim Müge Oğuz Özlem Serkan Doğan Elif Nazlı`,
		last: `Yılmaz Kaya Şahin Çelik Öztürk Aydın Arslan Doğan Kılıç Çetin Koç Erdoğdu Güneş Işık Türkoğlu Bozkurt Özdemir Yıldırım Ünsal`
	}
];
// db/seed/names-west.ts
/** Names from the Americas, Great Britain, Ireland and Spain. */
const westernNames = [
	{
		weight: 300,
		country: "US",
		first: `Emma Olivia Ava Charlotte Amelia Harper Evelyn Abigail Emily Elizabeth Grace Hannah Natalie Audrey Claire Lucy Ruth Helen Diane Joyce
      James William Benjamin Lucas Henry Theodore Jack Samuel David Joseph Carter Wyatt Matthew Luke Gabriel Isaac Nathan Caleb Ryan Aaron
      Marcus Jamal Keisha Latoya Darnell Imani Malik Ebony Tyrone Aisha Brittany Cody Heather Travis Megan Dustin Paige Brody Whitney Garrett`,
		last: `Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Thomas Moore Jackson Martin Lee Thompson White Harris Clark Lewis
      Robinson Walker Young Allen King Wright Scott Hill Green Adams Baker Nelson Carter Mitchell Roberts Turner Phillips Campbell Parker Evans
      Edwards Collins Stewart Morris Rogers Reed Cook Morgan Bell Murphy Bailey Cooper Richardson Cox Howard Ward Peterson Gray Watson Brooks
      Washington Jefferson Freeman Booker Banks Whitaker Lindqvist Halvorsen McAllister O'Donnell Fitzgerald Sinclair-Hughes Ashworth Blackwell Holloway`
	},
	{
		weight: 60,
		country: "GB",
		first: `Alfie Poppy Imogen Freya Rhys Cerys Angus Isla Hamish Eilidh Nigel Philippa Gareth Siân Dylan Bronwen Callum Fiona Rupert Beatrice Hugo Florence`,
		last: `Hughes Pritchard Llewellyn MacDonald Ferguson Drummond Fairbairn Ashcroft Pemberton Thistlewood Greenhalgh Hargreaves Entwistle Cavendish
      Whittaker Barraclough Okonkwo-Reid Featherstone Sutherland Buchanan Lockhart Penrose Trelawney`
	},
	{
		weight: 25,
		country: "IE",
		first: `Aoife Niamh Saoirse Ciarán Seán Oisín Caoimhe Róisín Pádraig Siobhán Éabha Fionn Donnacha Gráinne Eoin Máire`,
		last: `O'Brien O'Sullivan Byrne Walsh Ní_Dhomhnaill Ó_Ceallaigh Gallagher Kavanagh Doyle Nolan Brennan FitzPatrick McCarthy Hennessy Mulcahy`
	},
	{
		weight: 30,
		country: "CA",
		first: `Mélanie Étienne Maxime Geneviève Félix Noémie Liam Madison Logan Kaitlyn Tyler Brooke Benoît Joëlle Mathieu Océane`,
		last: `Tremblay Gagnon Bouchard Côté Lavoie Bélanger Pelletier Fortier MacKenzie Fraser Redcloud Beauchamp L'Écuyer Lévesque Thériault Cardinal`
	},
	{
		weight: 90,
		country: "ES",
		first: `Sofía Lucía Martina María José_Luis Álvaro Íñigo Begoña Nuria Iván Rubén Inés Ángel Concepción Joaquín Raúl Belén Núria Jordi Montserrat Xavier Aitor Ainhoa Peña`,
		last: `García_López Martínez Rodríguez_Vega Sánchez Fernández Núñez Muñoz_Ibáñez Peña Ortiz Castaño Gutiérrez Ibáñez Jiménez Domínguez Vázquez
      Etxeberria Zabaleta Puigdomènech Ferrer Serrano Bermúdez Cordero Quiñones Sepúlveda Marín Yáñez`
	},
	{
		weight: 80,
		country: "MX",
		first: `Guadalupe Ximena Valentina Alejandro Diego Emiliano Camila Renata Itzel Citlali Cuauhtémoc Mateo Santiago Lupita Fernanda Héctor Óscar Yolanda Rocío Andrés`,
		last: `Hernández González Ramírez Flores Torres Rivera Gómez Cruz Morales Reyes Mendoza Ávila Cárdenas Zúñiga Tlapanco Xicoténcatl De_la_Cruz
      Del_Río Villaseñor Escobedo Bañuelos Camacho Ochoa Treviño Garza`
	},
	{
		weight: 30,
		country: "BR",
		first: `João Antônio Conceição Luíza Thaís Vinícius Gonçalo Beatriz Rafael Letícia Caio Marcelo Tainá Iracema Ubiratã Bárbara`,
		last: `da_Silva dos_Santos Oliveira Souza Conceição Araújo Gonçalves Magalhães Nóbrega Simões Assunção Teixeira Guimarães Sá Brandão Falcão`
	}
];
// db/seed/cultures.ts
function parseNames(list) {
	return list.trim().split(/\s+/).map((entry) => {
		const [text = "", latin = text] = entry.split("/").map((part) => part.replaceAll("_", " "));
		return {
			text: text.normalize("NFC"),
			latin
		};
	});
}
const toCulture = ({ weight, country, first, last }) => ({
	weight,
	country,
	first: parseNames(first),
	last: parseNames(last)
});
const cultures = [
	...westernNames,
	...europeanNames,
	...easternNames
].map(toCulture);
// db/seed/phones.ts
const createRanges = (digitCount, ...prefixes) => prefixes.map((prefix) => ({
	prefix,
	digitCount
}));
const areaCodes = `206 425 253 360 509 503 415 510 408 650 213 310 323 619 714 818 916 602 480 702 801 303 720 505 512 214 713 817 210 832 918 405 816 314 612 651
  414 608 312 773 847 317 513 614 216 313 248 615 901 404 770 305 407 813 904 561 704 919 803 804 703 202 301 410 443 215 412 610 856 201 973 732 212 718
  917 646 516 914 518 585 716 203 860 401 617 781 508 603 207 802`.split(/\s+/);
/**
* The North American numbers 555-0100 to 555-0199 are reserved for fiction; almost no other 555
* number is in use.
*/
const americanRanges = createRanges(2, ...areaCodes.map((area) => `+1${area}55501`));
const wideAmericanRanges = createRanges(4, ...areaCodes.map((area) => `+1${area}555`));
const rangesByCountry = {
	US: americanRanges,
	CA: createRanges(2, "+141655501", "+160455501", "+151455501", "+141855501", "+190255501"),
	GB: createRanges(3, "+442079460", "+441134960", "+441174960", "+441214960", "+441314960", "+441414960", "+441614960"),
	IE: createRanges(4, "+35320910", "+35320911", "+35320912"),
	DE: createRanges(3, "+493023125", "+496990009", "+494066969", "+498999998", "+492214710"),
	FR: createRanges(4, "+3363998", "+3319900", "+3326191", "+3335301", "+3346571", "+3353649"),
	SE: createRanges(2, "+467017406", "+468465004"),
	ES: createRanges(4, "+3460000", "+3491000"),
	MX: createRanges(4, "+52555500", "+52555501"),
	BR: createRanges(4, "+551199000", "+552198000"),
	PL: createRanges(4, "+4850000", "+4822000"),
	IT: createRanges(4, "+39065550", "+39320000"),
	UA: createRanges(4, "+38050000", "+38067000"),
	RU: createRanges(4, "+7900000", "+7495000"),
	TR: createRanges(4, "+90530000", "+90532000"),
	VN: createRanges(4, "+8490000", "+8491200"),
	IN: createRanges(4, "+91900000", "+91114000"),
	AE: createRanges(4, "+97150000", "+97150123"),
	CN: createRanges(4, "+861380000", "+861390000"),
	JP: createRanges(4, "+81900000", "+8135000"),
	KR: createRanges(4, "+82100000", "+82102000"),
	NG: createRanges(4, "+234803000", "+234805000")
};
/**
* Returns a country's phone number for an index, in E.164 format. After the country's ranges are
* exhausted, it returns American numbers.
*/
function createPhoneNumber(country, index) {
	const countryRanges = rangesByCountry[country] ?? americanRanges;
	const range = countryRanges[index % countryRanges.length];
	const lineIndex = Math.floor(index / countryRanges.length);
	if (lineIndex < 10 ** range.digitCount) return createNumberInRange(range, lineIndex);
	return createNumberInRange(wideAmericanRanges[index % wideAmericanRanges.length], Math.floor(index / wideAmericanRanges.length));
}
/** The factor 37 and a power of ten are coprime, so no number repeats before all are used. */
const createNumberInRange = ({ prefix, digitCount }, lineIndex) => `${prefix}${String((lineIndex * 37 + 41) % 10 ** digitCount).padStart(digitCount, "0")}`;
// db/seed/identity.ts
const weightedCultures = cultures.flatMap((culture) => Array(culture.weight).fill(culture));
const emptyName = {
	text: "",
	latin: ""
};
/**
* The first people have distinct names, up to this number (unless 50 attempts fail). Further names
* can repeat.
*/
const maxDistinctNames = 2e3;
function makeIdentity(seedContext) {
	for (let attempt = 0;; attempt++) {
		const identity = pickIdentity(seedContext.random);
		const name = `${identity.first.text} ${identity.last.text}`;
		if (seedContext.usedNames.size < maxDistinctNames && seedContext.usedNames.has(name) && attempt < 50) continue;
		if (seedContext.usedNames.size < maxDistinctNames) seedContext.usedNames.add(name);
		return identity;
	}
}
function pickIdentity(random) {
	const culture = random.pick(weightedCultures);
	const familyCulture = random.chance(.08) ? random.pick(weightedCultures) : culture;
	const [lastName, secondLastName] = [random.pick(familyCulture.last), random.pick(familyCulture.last)];
	const doubleName = {
		text: `${lastName.text}-${secondLastName.text}`,
		latin: `${lastName.latin} ${secondLastName.latin}`
	};
	const isDoubleName = lastName !== secondLastName && !lastName.text.includes("-") && !secondLastName.text.includes("-") && random.chance(.03);
	return {
		first: random.pick(culture.first),
		last: random.chance(.02) ? emptyName : isDoubleName ? doubleName : lastName,
		country: culture.country
	};
}
/** Domains that are reserved for examples (RFC 2606). */
const domains = [
	"example.com",
	"example.org",
	"example.net",
	"mail.example",
	"post.example",
	"inbox.example"
];
const toAddressPart = (name) => fold(name.latin).replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
/**
* Returns the local part of an email address, `first.last`, followed by a number if names can
* repeat.
*/
function toMailbox({ first, last }, personNumber) {
	const name = [toAddressPart(first), toAddressPart(last)].filter(Boolean).join(".");
	return personNumber < maxDistinctNames ? name : `${name}.${personNumber.toString(36)}`;
}
function makeEmails(random, identity, personNumber) {
	if (random.chance(.06)) return [];
	const name = toMailbox(identity, personNumber);
	const emails = [{
		value: `${name}@${random.pick(domains)}`,
		type: random.chance(.75) ? "home" : "work",
		isPrimary: true
	}];
	if (random.chance(.2)) emails.push({
		value: `${name}@${toAddressPart(identity.last) || "office"}-${random.pick([
			"design",
			"law",
			"bau",
			"foods",
			"clinic",
			"studio"
		])}.example`,
		type: "work"
	});
	return emails;
}
/**
* Makes up to two phone numbers, most of which are American. Numbers are distinct until the
* country's ranges are exhausted.
*/
function makePhones(seedContext, country) {
	const { random } = seedContext;
	const createNextNumber = (numberCountry) => {
		const index = seedContext.usedNumberCounts.get(numberCountry) ?? 0;
		seedContext.usedNumberCounts.set(numberCountry, index + 1);
		return createPhoneNumber(numberCountry, index);
	};
	if (random.chance(.08)) return [];
	const phones = [{
		value: createNextNumber(random.chance(.5) ? "US" : country),
		type: random.chance(.8) ? "mobile" : "home",
		isPrimary: true
	}];
	if (random.chance(.2)) phones.push({
		value: createNextNumber("US"),
		type: random.pick([
			"work",
			"home",
			"fax",
			"other"
		]),
		isBad: random.chance(.15)
	});
	return phones;
}
// db/seed/person.ts
const stageWeights = {
	Lead: 46,
	Prospect: 30,
	Client: 14,
	"Past client": 10
};
const tagCountWeights = {
	"0": 40,
	"1": 35,
	"2": 17,
	"3": 8
};
function makePerson(seedContext, personNumber, createdMs) {
	const { random, company } = seedContext;
	const identity = makeIdentity(seedContext);
	const agent = random.chance(.04) ? void 0 : random.pick(random.chance(.12) ? seedContext.leaders : seedContext.agents);
	const row = makePersonRow(seedContext, identity, agent, createdMs);
	const stays = [];
	enterStage(seedContext, {
		row,
		stays
	}, "Lead", createdMs);
	enterStage(seedContext, {
		row,
		stays
	}, random.pickWeighted(stageWeights), pickTimeAfter(seedContext, row));
	const emails = makeEmails(random, identity, personNumber);
	const colleague = random.pick(seedContext.agents);
	return {
		row,
		emails: toEmailRows(emails),
		phones: toPhoneRows(makePhones(seedContext, identity.country), company.region),
		tagIds: random.sample(seedContext.tags, Number(random.pickWeighted(tagCountWeights))).map((tag) => tag.id),
		collaboratorIds: colleague !== agent && random.chance(.12) ? [colleague.id] : [],
		stays
	};
}
function makePersonRow(seedContext, { first, last, country }, agent, createdMs) {
	const { random, owner } = seedContext;
	return {
		...makeRecordColumns(seedContext, "person", createdMs),
		firstName: first.text,
		lastName: last.text,
		nameKey: fold(`${first.text} ${last.text}`),
		assignedAgentId: agent?.id ?? null,
		stageId: "",
		previousStageId: null,
		trashedAt: null,
		source: random.pickWeighted(sourceWeights),
		price: random.chance(.7) ? random.int(50, 320) * 5e3 : null,
		timeframe: random.chance(.8) ? random.pick(timeframes) : null,
		background: random.chance(.5) ? fillPhrase(random, random.pick(random.chance(.5) && localBackgrounds[country] || backgrounds), {}) : null,
		relationship: random.chance(.3) ? 1 : random.chance(.5) ? 0 : null,
		createdBy: (random.chance(.7) && agent ? agent : owner).id,
		lastActivityAt: null
	};
}
/** Moves a person to the stage `name`, unless the person is already in it. */
function enterStage({ stages }, person, name, timeMs) {
	const stage = stages.find((candidate) => candidate.name === name);
	if (stage && stage.id !== person.row.stageId) addStay(person, stage, timeMs);
}
function addStay({ row, stays }, stage, timeMs) {
	row.stageId = stage.id;
	const lastStay = stays.at(-1);
	const enteredMs = Math.max(timeMs, lastStay?.enteredMs ?? 0);
	stays.push({
		stage,
		enteredMs
	});
	if (!lastStay) return;
	row.version++;
	row.updatedAt = toIso(Math.max(enteredMs, Date.parse(row.updatedAt)));
}
/** Moves a person to Trash, and keeps the previous stage so that the person can be restored. */
function moveToTrash({ trash }, person, timeMs) {
	person.row.previousStageId = person.row.stageId;
	addStay(person, trash, timeMs);
	person.row.trashedAt = person.row.updatedAt;
}
// db/seed/deal.ts
const titlesByPipeline = {
	Sales: [
		"{number} {street}: {name}",
		"{beds}-bedroom in {area} for {name}",
		"Condo in {area}, {name}",
		"{name}: first home",
		"Relocation {name}, {area}"
	],
	Listings: [
		"Listing {number} {street}",
		"Sale of {number} {street}, {name}",
		"Estate of the {name} family, {street}",
		"Duplex on {street}"
	]
};
/** Makes a deal with a person, and sometimes a second person, at the end of a stage. */
function makeDeal(seedContext, person, otherPerson) {
	const { random } = seedContext;
	const board = random.pick(random.chance(.6) ? seedContext.boards : seedContext.boards.slice(0, 1));
	const hasSecondPerson = otherPerson !== person && random.chance(.15);
	const record = makeRecordColumns(seedContext, "deal", pickTimeAfter(seedContext, (hasSecondPerson && otherPerson.row.createdAt > person.row.createdAt ? otherPerson : person).row));
	const createdMs = Date.parse(record.createdAt);
	const stage = pickStage(seedContext, board, createdMs);
	const enteredMs = stage.position === 0 ? createdMs : toOfficeHours(seedContext, pickBetween(random, createdMs, Math.min(seedContext.endMs, createdMs + Math.min(seedContext.activitySpanMs, 90 * dayMs))), createdMs);
	const price = (person.row.price ?? random.int(60, 300) * 5e3) + random.int(-8, 8) * 2500;
	const agentId = person.row.assignedAgentId;
	const row = {
		...record,
		updatedAt: toIso(enteredMs),
		title: fillPhrase(random, random.pick(titlesByPipeline[board.name] ?? ["{name}"]), { name: person.row.lastName || person.row.firstName }),
		pipelineId: board.id,
		stageId: stage.id,
		rank: createNextRank(board, stage.id),
		assignedAgentId: agentId,
		price: random.chance(.95) ? price : null,
		commission: random.chance(.85) ? Math.round(price * random.pick([
			.02,
			.025,
			.03
		])) : null,
		closeDate: stage.type !== "open" ? toIso(enteredMs) : random.chance(.8) ? toIso(Math.floor(seedContext.endMs / dayMs + random.int(3, 90)) * dayMs) : null,
		stageEnteredAt: toIso(enteredMs),
		createdBy: agentId ?? seedContext.owner.id
	};
	if (stage.type === "won") enterStage(seedContext, person, random.chance(.6) ? "Client" : "Past client", enteredMs);
	const teamId = seedContext.teamIdByUser.get(agentId ?? "");
	const stageStays = makeStageStays(board, stage, createdMs, enteredMs);
	row.version = stageStays.length;
	return {
		row,
		stays: stageStays,
		peopleIds: [person.row.id, ...hasSecondPerson ? [otherPerson.row.id] : []],
		teamIds: teamId && random.chance(.6) ? [teamId] : []
	};
}
/** Picks a won or lost stage for many old deals, and an open stage for most new deals. */
function pickStage({ random, endMs }, { stages }, createdMs) {
	const type = !random.chance(Math.min(.6, (endMs - createdMs) / 1728e7)) ? "open" : random.chance(.6) ? "won" : "lost";
	return random.pick(stages.filter((stage) => stage.type === type));
}
/**
* Lists the stages through which a deal has passed: the open stages before its current stage,
* entered at equal intervals, and the current stage.
*/
function makeStageStays({ stages }, stage, createdMs, enteredMs) {
	const passedStages = [...stages.filter((candidate) => candidate.type === "open" && candidate.position < stage.position), stage];
	return passedStages.map((passedStage, index) => ({
		stage: passedStage,
		enteredMs: passedStages.length === 1 ? enteredMs : Math.round(createdMs + (enteredMs - createdMs) * index / (passedStages.length - 1))
	}));
}
function createNextRank(board, stageId) {
	const rank = generateKeyBetween(board.lastRankByStage.get(stageId) ?? null, null);
	board.lastRankByStage.set(stageId, rank);
	return rank;
}
// db/seed/history.ts
/**
* Converts the stages through which a deal has passed to stage change rows. The deal's creator is
* recorded as the user who made each change.
*/
function toDealHistory({ deps, boards }, { companyId, id: dealId, createdBy }, stays) {
	const findPipelineName = (pipelineId) => boards.find((board) => board.id === pipelineId)?.name ?? "";
	return stays.map(({ stage, enteredMs }, index) => {
		const previousStage = stays[index - 1]?.stage;
		return {
			companyId,
			dealId,
			id: deps.newId("dealstage", enteredMs),
			...toStayColumns(stays, index),
			byUserId: createdBy,
			fromPipelineId: previousStage?.pipelineId ?? null,
			fromPipelineName: previousStage ? findPipelineName(previousStage.pipelineId) : null,
			fromStageId: previousStage?.id ?? null,
			fromStageName: previousStage?.name ?? null,
			toPipelineId: stage.pipelineId,
			toPipelineName: findPipelineName(stage.pipelineId),
			toStageId: stage.id,
			toStageName: stage.name
		};
	});
}
function toPersonHistory({ deps }, { companyId, id: personId, createdBy }, stays) {
	return stays.map(({ stage, enteredMs }, index) => {
		const previousStage = stays[index - 1]?.stage;
		return {
			companyId,
			personId,
			id: deps.newId("personstage", enteredMs),
			...toStayColumns(stays, index),
			byUserId: createdBy,
			fromStageId: previousStage?.id ?? null,
			fromStageName: previousStage?.name ?? null,
			toStageId: stage.id,
			toStageName: stage.name
		};
	});
}
function toStayColumns(stays, index) {
	const [stay, nextStay] = [stays[index], stays[index + 1]];
	return {
		kind: index === 0 ? "created" : "moved",
		enteredAt: toIso(stay?.enteredMs ?? 0),
		leftAt: nextStay ? toIso(nextStay.enteredMs) : null
	};
}
// db/seed/task-phrases.ts
/** Task titles, some of which have a description. */
const taskPhrases = [
	["Call {first} back about {street}", "Asked whether the roof is original. Have the inspection report at hand."],
	["Send comparables for {area} to {first}", "Sold within the last 90 days, {beds} bedrooms or more, no flips."],
	["Schedule second showing at {number} {street}"],
	["Prepare listing agreement for {first} {last}", "Commission as agreed on the phone. Attach the agency disclosure."],
	["Book photographer for {number} {street}", "Morning light is on the porch until 11."],
	["Follow up on pre-approval with {first}"],
	["Order title search for {number} {street}"],
	["Send birthday card to {first} {last}"],
	["Remind {first}: inspection on {day}", "Bring the key for the crawl space; the inspector needs 3 hours."],
	["Draft offer for {number} {street}", "Up to {price}, escalation clause, 30 days to close. Check earnest money with the lender."],
	["Collect signed disclosures from {first}"],
	["Drop off moving boxes at {number} {street}"],
	["Check in with {first} after the open house"],
	["Confirm appraisal appointment, {number} {street}"],
	["Update price on {street} listing", "Owner agreed to {price}. Change it on the portal and in the window."],
	["Introduce {first} to a lender"],
	["Pick up lockbox from {number} {street}"],
	["Ask {first} for a review", "Closed happily. Link to the form is in the newsletter template."],
	["Walk through {number} {street} before closing", "Washer and dryer stay. Photograph the meter."],
	["Answer {first}’s question about HOA fees"],
	["Mail market report to {first} {last}"],
	["Renew the search alert for {area}", "Widen to {beds} bedrooms and {price}."],
	["Plan staging for {number} {street}"],
	["Invite {first} to the client barbecue"]
];
// db/seed/task.ts
const priorityWeights = {
	low: 15,
	medium: 55,
	high: 22,
	urgent: 8
};
const hourMs = 36e5;
/** Makes a task about a person, which is completed, due or overdue. */
function makeTask(seedContext, { row: person }) {
	const { random, endMs } = seedContext;
	const record = makeRecordColumns(seedContext, "task", pickTimeAfter(seedContext, person));
	const createdMs = Date.parse(record.createdAt);
	const dueMs = random.chance(.9) ? Math.ceil((createdMs + random.int(1, 28) * dayMs) / hourMs) * hourMs : void 0;
	const latestMs = Math.min(endMs, (dueMs ?? createdMs + 12096e5) + 2 * dayMs);
	const completedAt = random.chance(dueMs === void 0 || dueMs < endMs ? .87 : .2) ? toIso(pickBetween(random, createdMs, latestMs)) : null;
	const [title, description] = random.pick(taskPhrases);
	const slotValues = {
		first: person.firstName,
		last: person.lastName,
		street: fillPhrase(random, "{street}", {}),
		number: fillPhrase(random, "{number}", {})
	};
	const assignedTo = person.assignedAgentId ?? seedContext.owner.id;
	return {
		...record,
		...completedAt && {
			version: 2,
			updatedAt: completedAt
		},
		title: fillPhrase(random, title, slotValues).trim(),
		description: description ? fillPhrase(random, description, slotValues) : null,
		dueDate: dueMs === void 0 ? null : toIso(dueMs),
		priority: random.pickWeighted(priorityWeights),
		completedAt,
		personId: person.id,
		assignedTo,
		createdBy: random.chance(.15) ? random.pick(seedContext.leaders).id : assignedTo
	};
}
// db/seed/fill.ts
/**
* Writes the people numbered from `firstIndex` up to, but not including, `endIndex`, and the same
* share of the other records.
* @param adjustPeople called after deals and before other records are made for the people
*/
async function writeRecords(seedContext, db, counts, firstIndex, endIndex, adjustPeople = () => {}) {
	const { random } = seedContext;
	const intervalMs = (seedContext.endMs - seedContext.startMs) / counts.people;
	const pickArrivalTime = (index) => toOfficeHours(seedContext, pickBetween(random, seedContext.startMs + index * intervalMs, seedContext.startMs + (index + 1) * intervalMs), seedContext.startMs);
	const people = Array.from({ length: endIndex - firstIndex }, (_, index) => pickArrivalTime(firstIndex + index)).sort((a, b) => a - b).map((time, index) => makePerson(seedContext, firstIndex + index, time));
	const countShare = (kind) => Math.floor(counts[kind] * endIndex / counts.people) - Math.floor(counts[kind] * firstIndex / counts.people);
	const makeForRandomPeople = (kind, make) => Array.from({ length: countShare(kind) }, () => make(random.pick(people)));
	const deals = makeForRandomPeople("deals", (person) => makeDeal(seedContext, person, random.pick(people)));
	adjustPeople(people);
	const tasks = makeForRandomPeople("tasks", (person) => makeTask(seedContext, person));
	const activities = makeForRandomPeople("activities", (person) => makeActivity(seedContext, person));
	setLastActivityTimes(people, activities);
	for (const person of people) await writePerson(seedContext, db, person);
	for (const deal of deals) await writeDeal(seedContext, db, deal);
	for (const task of tasks) await db.insert("tasks", task);
	for (const activity of activities) await db.insert("activities", activity);
	for (const appointment of makeForRandomPeople("appointments", (person) => makeAppointment(seedContext, person, random.pick(people)))) await writeAppointment(db, appointment);
}
function setLastActivityTimes(people, activities) {
	const rows = new Map(people.map(({ row }) => [row.id, row]));
	for (const { personId, createdAt } of activities) {
		const row = rows.get(personId);
		if (row && createdAt > (row.lastActivityAt ?? "")) row.lastActivityAt = createdAt;
	}
}
async function writePerson(seedContext, db, { row, emails, phones, tagIds, collaboratorIds, stays }) {
	const key = {
		companyId: row.companyId,
		personId: row.id
	};
	await db.insert("people", row);
	for (const change of toPersonHistory(seedContext, row, stays)) await db.insert("personStageChanges", change);
	for (const email of emails) await db.insert("personEmails", {
		...key,
		...email
	});
	for (const phone of phones) await db.insert("personPhones", {
		...key,
		...phone
	});
	for (const [position, tagId] of tagIds.entries()) await db.insert("personTags", {
		...key,
		position,
		tagId
	});
	for (const userId of collaboratorIds) await db.insert("collaborators", {
		...key,
		userId
	});
	for (const word of toSearchWords(row.nameKey)) {
		await db.insert("personWords", {
			...key,
			word
		});
		if (!seedContext.indexedWords.has(word)) await writeWord(seedContext, db, word);
	}
}
/**
* Writes a word to the search index. Unlike `people/names.ts`, the caller finds existing words in
* `indexedWords` instead of querying them.
*/
async function writeWord({ indexedWords, company }, db, word) {
	indexedWords.add(word);
	await db.insert("nameWords", {
		companyId: company.id,
		word
	});
	for (const variant of listDeletionVariants(word)) await db.insert("nameVariants", {
		companyId: company.id,
		variant,
		word
	});
}
async function writeDeal(seedContext, db, { row, peopleIds, teamIds, stays }) {
	const key = {
		companyId: row.companyId,
		dealId: row.id
	};
	await db.insert("deals", row);
	for (const change of toDealHistory(seedContext, row, stays)) await db.insert("dealStageChanges", change);
	for (const [position, personId] of peopleIds.entries()) await db.insert("dealPeople", {
		...key,
		personId,
		position
	});
	for (const [position, teamId] of teamIds.entries()) await db.insert("dealTeams", {
		...key,
		teamId,
		position
	});
}
async function writeAppointment(db, { row, peopleIds, userIds }) {
	const key = {
		companyId: row.companyId,
		appointmentId: row.id
	};
	await db.insert("appointments", row);
	for (const [position, personId] of peopleIds.entries()) await db.insert("appointmentPeople", {
		...key,
		personId,
		position
	});
	for (const [position, userId] of userIds.entries()) await db.insert("appointmentUsers", {
		...key,
		userId,
		position
	});
}
// db/seed/random.ts
function createRandom(seed) {
	let state = seed >>> 0;
	const next = () => {
		state = state + 1831565813 >>> 0;
		let mixedState = Math.imul(state ^ state >>> 15, state | 1);
		mixedState ^= mixedState + Math.imul(mixedState ^ mixedState >>> 7, mixedState | 61);
		return ((mixedState ^ mixedState >>> 14) >>> 0) / 2 ** 32;
	};
	const int = (min, max) => min + Math.floor(next() * (max - min + 1));
	return {
		next,
		int,
		chance: (probability) => next() < probability,
		pick: (list) => list[int(0, list.length - 1)],
		pickWeighted: (weights) => {
			const entries = Object.entries(weights);
			let remainingWeight = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
			for (const [name, weight] of entries) {
				remainingWeight -= weight;
				if (remainingWeight < 0) return name;
			}
			return entries[0]?.[0];
		},
		sample: (list, count) => {
			const chosenIndexes = /* @__PURE__ */ new Set();
			for (let attempt = 0; attempt < count * 3 && chosenIndexes.size < count; attempt++) chosenIndexes.add(int(0, list.length - 1));
			return list.filter((_, index) => chosenIndexes.has(index));
		}
	};
}
// db/seed/staff.ts
const createMemberFactory = (domain) => (role, firstName, lastName, login, team) => ({
	firstName,
	lastName,
	email: `${login}@${domain}`,
	role,
	team
});
const createMember = createMemberFactory("northwind.example");
/** The demo company's users, beginning with the Owner. */
const northwindStaff = [
	createMember("Owner", "Ingrid", "Halvorsen", "ingrid"),
	createMember("Admin", "Tomás", "Herrera", "tomas"),
	createMember("Team Leader", "Priya", "Raman", "priya", "Eastside"),
	createMember("Team Leader", "Daniel", "Okafor", "daniel", "City & Waterfront"),
	createMember("Agent", "Linh", "Trần", "linh", "Eastside"),
	createMember("Agent", "Jack", "Whitfield", "jack", "Eastside"),
	createMember("Agent", "Aylin", "Demir", "aylin", "Eastside"),
	createMember("Agent", "Sofía", "Martín", "sofia", "Eastside"),
	createMember("Agent", "Mateusz", "Kowalski", "mateusz", "City & Waterfront"),
	createMember("Agent", "Chloé", "Bernard", "chloe", "City & Waterfront"),
	createMember("Agent", "Omar", "Haddad", "omar", "City & Waterfront")
];
const peoplePerAgent = 500;
const minAgents = 10;
const teamSize = 8;
/**
* Creates users in proportion to `personCount`: an Owner, an Admin, and teams of agents, each with
* a leader.
*/
function createStaff(random, personCount, domain) {
	const usedNames = /* @__PURE__ */ new Set();
	const agentCount = Math.max(minAgents, Math.ceil(personCount / peoplePerAgent));
	const makeStaffMember = (role, userNumber, teamIndex) => {
		const { first, last } = makeIdentity({
			random,
			usedNames
		});
		const login = `${toMailbox({
			first,
			last
		}, 0)}.${userNumber}`;
		return {
			firstName: first.text,
			lastName: last.text,
			email: `${login}@${domain}`,
			role,
			...teamIndex !== void 0 && { team: `Team ${teamIndex + 1}` }
		};
	};
	const teamCount = Math.ceil(agentCount / teamSize);
	return [
		{
			...makeStaffMember("Owner", 0),
			email: `owner@${domain}`
		},
		makeStaffMember("Admin", 1),
		...Array.from({ length: teamCount }, (_, index) => makeStaffMember("Team Leader", index + 2, index)),
		...Array.from({ length: agentCount }, (_, agentIndex) => makeStaffMember("Agent", teamCount + agentIndex + 2, Math.floor(agentIndex / teamSize)))
	];
}
// db/seed.ts
const yearMs = 365 * dayMs;
const demoName = "Northwind Realty";
const demoCounts = {
	people: 300,
	deals: 80,
	tasks: 200,
	activities: 800,
	appointments: 60
};
const trashedCount = 8;
/**
* Loads the demo company. Only its times, which end now, its ids and its keys differ between runs.
* @param shouldLoad called with the existing companies in the same transaction, because another
* process may have just loaded the demo company
* @returns undefined if `shouldLoad` returns false
*/
async function loadDemo(deps, shouldLoad = () => true) {
	return deps.store.allCompanies.write(async (db) => {
		if (!shouldLoad(await db.all(allCompanies, {}))) return void 0;
		const seedContext = await createSeedContext(deps, db, createRandom(1911), {
			name: demoName,
			isDemo: true
		}, northwindStaff, deps.now() - yearMs);
		const seededPeople = [];
		await writeRecords(seedContext, db, demoCounts, 0, demoCounts.people, (people) => {
			trashOldPeople(seedContext, people);
			seededPeople.push(...people.map(({ row }) => row));
		});
		await addCustomFields(seedContext, db, seededPeople);
		const keyUsers = [
			seedContext.owner,
			seedContext.admin,
			seedContext.leaders[0],
			seedContext.agents[0]
		].filter((user) => user !== void 0);
		const issuedKeys = [];
		for (const user of keyUsers) issuedKeys.push({
			user,
			...await issueUserKey(seedContext, db, user, "Demo")
		});
		const keys = issuedKeys.map(({ user, secret }) => ({
			role: user.role,
			name: formatFullName(user),
			email: user.email,
			secret
		}));
		storeDemoKeys(deps.settings, keys);
		const { id = "", secret = "" } = issuedKeys[0] ?? {};
		return {
			companyId: seedContext.company.id,
			ownerId: seedContext.owner.id,
			id,
			secret,
			...demoCounts
		};
	});
}
function trashOldPeople(seedContext, people) {
	const oldPeople = people.filter(({ row }) => Date.parse(row.updatedAt) < seedContext.endMs - 25 * dayMs);
	for (const person of seedContext.random.sample(oldPeople, trashedCount)) moveToTrash(seedContext, person, pickBetween(seedContext.random, seedContext.endMs - 20 * dayMs, seedContext.endMs - 36e5));
}
async function issueUserKey({ deps, company }, db, user, name) {
	const ctx = createContext(deps, {
		viewer: createSystemViewer(company),
		requestId: "seed",
		db
	});
	const { apiKey, secret } = await issueKey(ctx, {
		userId: user.id,
		name
	});
	await writeEvents(ctx);
	return {
		id: apiKey.id,
		secret
	};
}
/**
* The number of people per transaction, and the pause after it, in which a running server can
* write.
*/
const batchSize = 1e3;
const pauseMs = 50;
/**
* Creates a company of any size for load tests. The numbers of deals, tasks, activities and
* appointments are proportional to the number of people.
*/
async function seedCompany(deps, name, personCount, onProgress) {
	const counts = {
		people: personCount,
		deals: Math.floor(personCount * .6),
		tasks: personCount * 2,
		activities: personCount * 5,
		appointments: Math.floor(personCount * .5)
	};
	const random = createRandom(personCount);
	const domain = `${fold(name).match(/[a-z0-9]+/g)?.join("-") ?? "company"}.example`;
	const { seedContext, key } = await deps.store.allCompanies.write(async (db) => {
		const seedContext = await createSeedContext(deps, db, random, { name }, createStaff(random, personCount, domain), deps.now() - yearMs);
		return {
			seedContext,
			key: await issueUserKey(seedContext, db, seedContext.owner, "Seed")
		};
	});
	seedContext.activitySpanMs = personCount > 5e3 ? 5 * dayMs : seedContext.activitySpanMs;
	for (let firstIndex = 0; firstIndex < personCount; firstIndex += batchSize) {
		const endIndex = Math.min(personCount, firstIndex + batchSize);
		await deps.store.forCompany(seedContext.company.id).write((db) => writeRecords(seedContext, db, counts, firstIndex, endIndex));
		onProgress(endIndex, personCount);
		await new Promise((resolve) => setTimeout(resolve, pauseMs));
	}
	return {
		companyId: seedContext.company.id,
		ownerId: seedContext.owner.id,
		...key,
		...counts
	};
}
export { demoName, loadDemo, seedCompany };
