import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asAdmin, urlOf } from './postgres.ts'

const script = join(import.meta.dirname, '../../deploy/roles.sql')

/** What psql makes of the script, with passwords that nobody asks for here. */
const scriptFor = (database: string) =>
  readFileSync(script, 'utf8')
    .replace(/^\\.*$/gm, '')
    .replaceAll(/:'\w+'/g, "'secret'")
    .replaceAll(':"DBNAME"', `"${database}"`)

/**
 * Makes an empty database as an operator is told to, with the roles of `deploy/roles.sql`. @returns
 * its address for each of them
 */
export async function setUp(
  server: string,
  database: string,
  admin = 'admin',
): Promise<{ owner: string; program: string }> {
  await asAdmin(urlOf(server, 'postgres', admin), (client) =>
    client.query(`CREATE DATABASE ${database}`),
  )
  await asAdmin(urlOf(server, database, admin), (client) => client.query(scriptFor(database)))
  return {
    owner: urlOf(server, database, 'dealgraph_owner'),
    program: urlOf(server, database, 'dealgraph'),
  }
}
