import type { Records } from './access-records.ts'
import { operations } from './access-table.ts'
import { doors } from './calls.ts'
import { rehearse } from './dump.ts'
import type { Kind } from './sight-model.ts'
import type { World } from './world.ts'

/**
 * Does to one record what every operation on one does, through both doors, as the Owner; each is
 * undone. `done` is told of each.
 */
export async function eachOperation(
  world: World,
  made: Records,
  done: (name: string) => unknown,
): Promise<void> {
  const one = (kinds: Kind[]) =>
    made.records.find(
      ({ kind, company, trashed }) => kinds.includes(kind) && company === 'acme' && !trashed,
    )
  for (const door of doors.filter(({ name }) => !name.includes(' ')))
    for (const way of operations[door.field] ?? []) {
      const record = way.on && one(way.on)
      if (!record) continue
      world.statements()
      await rehearse(world, () =>
        door.call(world.as('owner'), way.with?.(record, made.homes.acme) ?? { id: record.id }),
      )
      await done(door.name)
    }
}
