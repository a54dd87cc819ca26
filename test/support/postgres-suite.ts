import { openStore } from '../../src/store/open.ts'
import { asAdmin, role, template, urlOf } from './database.ts'
import { startCluster } from './postgres.ts'

/** Before the suite runs on PostgreSQL: a server, a role that is bound by row-level security, and a database to copy. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  if (!cluster) throw new Error('There is no PostgreSQL to be found here')
  await asAdmin(cluster.url, async (client) => {
    await client.query(`CREATE ROLE ${role} LOGIN`)
    await client.query(`CREATE DATABASE ${template} OWNER ${role}`)
  })
  await (await openStore({ url: urlOf(cluster.url, template) })).close()
  process.env['TEST_POSTGRES'] = cluster.url
  return () => cluster.stop()
}
