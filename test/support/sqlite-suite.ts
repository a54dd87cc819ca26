import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openStore } from '../../src/store/open.ts'
import { createDatabaseFolder } from './database-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** An empty SQLite file with all migrations, which tests copy. */
    sqliteTemplate?: string
  }
}

/** Runs the migrations once for all tests of the SQLite project. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = createDatabaseFolder('dealgraph-template-')
  const file = join(folder, 'template.db')
  await (await openStore({ url: `sqlite:${file}` })).close()
  project.provide('sqliteTemplate', file)
  return () => rmSync(folder, { recursive: true, force: true })
}
