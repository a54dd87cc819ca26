import type { ActivityRow } from '../../src/resources/activities/table.ts'
import { formatFullName } from '../../src/resources/users/operations.ts'
import { activityPhrases, activityWeights, channels } from './activity-phrases.ts'
import { makeRecordColumns, type Office, pickTimeAfter } from './office.ts'
import type { SeededPerson } from './person.ts'
import { fillIn } from './phrases.ts'

/** Makes an activity with this person, logged by their agent or by another agent. */
export function makeActivity(office: Office, { row: person }: SeededPerson): ActivityRow {
  const { random } = office
  const author =
    (random.chance(0.9) && office.userById.get(person.assignedAgentId ?? '')) ||
    random.pick(office.agents)
  const type = random.pickWeighted(activityWeights)
  const phrase = random.pick<string>(activityPhrases[type])
  const direction = phrase.startsWith('<') ? 'inbound' : phrase.startsWith('>') ? 'outbound' : null
  return {
    ...makeRecordColumns(office, 'activity', pickTimeAfter(office, person)),
    personId: person.id,
    type,
    channel: random.pick<string>(channels[type]),
    direction,
    content: fillIn(random, direction ? phrase.slice(1) : phrase, {
      first: person.firstName,
      agent: author.firstName,
    }),
    starred: Number(random.chance(0.06)),
    agentName: formatFullName(author),
    createdBy: author.id,
  }
}
