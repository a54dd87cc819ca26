import type { ActivityRow } from '../../src/resources/activities/table.ts'
import { formatFullName } from '../../src/resources/users/operations.ts'
import { activityPhrases, activityWeights, channelsByType } from './activity-phrases.ts'
import type { SeededPerson } from './person.ts'
import { fillPhrase } from './phrases.ts'
import { makeRecordColumns, pickTimeAfter, type SeedContext } from './seed-context.ts'

/** Makes an activity with a person, logged by the person's assignee or by an agent. */
export function makeActivity(seedContext: SeedContext, { row: person }: SeededPerson): ActivityRow {
  const { random } = seedContext
  const author =
    (random.chance(0.9) && seedContext.userById.get(person.assignedAgentId ?? '')) ||
    random.pick(seedContext.agents)
  const type = random.pickWeighted(activityWeights)
  const phrase = random.pick<string>(activityPhrases[type])
  const direction = phrase.startsWith('<') ? 'inbound' : phrase.startsWith('>') ? 'outbound' : null
  return {
    ...makeRecordColumns(seedContext, 'activity', pickTimeAfter(seedContext, person)),
    personId: person.id,
    type,
    channel: random.pick<string>(channelsByType[type]),
    direction,
    content: fillPhrase(random, direction ? phrase.slice(1) : phrase, {
      first: person.firstName,
      agent: author.firstName,
    }),
    starred: Number(random.chance(0.06)),
    agentName: formatFullName(author),
    createdBy: author.id,
  }
}
