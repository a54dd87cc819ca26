import type { ActivityRow } from '../../src/resources/activities/table.ts'
import { formatFullName } from '../../src/resources/users/operations.ts'
import { activityPhrases, activityWeights, channels } from './activity-phrases.ts'
import { makeRecordColumns, type Office, pickTimeAfter } from './office.ts'
import type { SeededPerson } from './person.ts'
import { fillIn } from './phrases.ts'

/** Makes an activity with this person, logged by their agent or by another agent. */
export function makeActivity(office: Office, { row: person }: SeededPerson): ActivityRow {
  const { dice } = office
  const author =
    (dice.chance(0.9) && office.userById.get(person.assignedAgentId ?? '')) ||
    dice.pick(office.agents)
  const type = dice.pickWeighted(activityWeights)
  const phrase = dice.pick<string>(activityPhrases[type])
  const direction = phrase.startsWith('<') ? 'inbound' : phrase.startsWith('>') ? 'outbound' : null
  return {
    ...makeRecordColumns(office, 'activity', pickTimeAfter(office, person)),
    personId: person.id,
    type,
    channel: dice.pick<string>(channels[type]),
    direction,
    content: fillIn(dice, direction ? phrase.slice(1) : phrase, {
      first: person.firstName,
      agent: author.firstName,
    }),
    starred: Number(dice.chance(0.06)),
    agentName: formatFullName(author),
    createdBy: author.id,
  }
}
