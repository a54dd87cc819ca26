import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withSavepoint } from '../src/crud/records.ts'
import { ApiError, conflict } from '../src/errors.ts'
import { runAsSystem } from '../src/resources/companies/operations.ts'
import { createStage } from '../src/resources/stages/operations.ts'
import { createWorld, type World } from './support/world.ts'

describe('Savepoints', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  test('a failed savepoint rolls back only its own writes and events', async () => {
    const eventCount = await runAsSystem(world.deps, world.company, async (ctx) => {
      await withSavepoint(ctx, () => createStage(ctx, { name: 'Before' }))
      const savepointResult = await withSavepoint(ctx, async () => {
        await createStage(ctx, { name: 'Undone' })
        throw conflict('no')
      })
      expect(savepointResult).toBeInstanceOf(ApiError)
      await withSavepoint(ctx, () => createStage(ctx, { name: 'After' }))
      return ctx.events.filter(({ type }) => type === 'stage.created').length
    })
    expect(eventCount).toBe(2)
    const stageNames = (await world.as('owner').rest('GET', '/v1/stages')).body.data.map(
      ({ name }: { name: string }) => name,
    )
    expect(stageNames).toEqual(expect.arrayContaining(['Before', 'After']))
    expect(stageNames).not.toContain('Undone')
  })

  test('an internal error within a savepoint fails the whole request', async () => {
    const brokenRequest = runAsSystem(world.deps, world.company, (ctx) =>
      withSavepoint(ctx, () => {
        throw new Error('broken')
      }),
    )
    await expect(brokenRequest).rejects.toThrow('broken')
  })
})
