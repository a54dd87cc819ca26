import type { TestProject } from 'vitest/node'
import { openStore } from '../../src/store/open.ts'
import { asAdmin, role, startCluster, template, urlOf } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that the suite runs on; none where it runs on SQLite. */
    postgres?: string
  }
}

/** Before the suite runs on PostgreSQL: a server, a role that is bound by row-level security, and a database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  if (!cluster) throw new Error('There is no PostgreSQL to be found here')
  await asAdmin(cluster.url, async (client) => {
    await client.query(`CREATE ROLE ${role} LOGIN`)
    await client.query(`CREATE DATABASE ${template} OWNER ${role}`)
  })
  await (await openStore({ url: urlOf(cluster.url, template) })).close()
  project.provide('postgres', cluster.url)
  return () => cluster.stop()
}
