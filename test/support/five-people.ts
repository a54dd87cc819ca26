import { vi } from 'vitest'
import { createWorld, type World } from './world.ts'

/** A test world with five people, for tests of front-end clients. */
export interface FivePeople {
  world: World
  /** The URL of the GraphQL endpoint. */
  url: string
  /** The Owner's API key. */
  key: string
  /** The ids of the people Five, Four, Three, Two (tagged `vip`) and One. */
  ids: [string, string, string, string, string]
  /** Returns the cursor of the latest event. */
  readLatestCursor(): Promise<string>
  /** Changes a person's first name as another user. */
  renamePerson(id: string, firstName: string): Promise<void>
}

export async function createFivePeople(): Promise<FivePeople> {
  const world = await createWorld()
  const owner = world.as('owner')
  const ids: string[] = []
  for (const firstName of ['One', 'Two', 'Three', 'Four', 'Five']) {
    const { body } = await owner.rest('POST', '/v1/people', {
      firstName,
      tags: [firstName === 'Two' ? 'vip' : 'other'],
    })
    ids.unshift(body.data.id)
  }
  return {
    world,
    url: `${world.url}/graphql`,
    key: owner.secret as string,
    ids: ids as FivePeople['ids'],
    readLatestCursor: async () =>
      (await owner.gql('{ events(first: 100) { pageInfo { endCursor } } }')).body.data.events
        .pageInfo.endCursor,
    renamePerson: async (id, firstName) => {
      const { status } = await world.as('admin').rest('PUT', `/v1/people/${id}`, { firstName })
      if (status !== 200) throw new Error(`The person could not be renamed: ${status}`)
    },
  }
}

/** Waits until an expectation is met, because clients display changes with a delay. */
export const waitForExpectation = (expected: () => void): Promise<void> =>
  vi.waitFor(expected, { timeout: 20_000, interval: 10 })
