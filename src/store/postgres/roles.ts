import type { Client } from 'pg'

interface Role {
  name: string
  above: number
  owner: number
}

/** What the program's role can do that it should not: the policies of the tables do not bind it then. */
export async function adviceOn(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT rolname AS name, rolsuper OR rolbypassrls AS above, EXISTS (SELECT 1 FROM pg_class WHERE oid = to_regclass('"people"') AND pg_has_role(relowner, 'USAGE')) AS owner
     FROM pg_roles WHERE rolname = current_user`,
  )
  const [role] = rows as Role[]
  if (role?.above)
    return [
      `The database role ${role.name} is above row-level security: the second wall between companies does not stand. Serve as a role of its own (README, PostgreSQL).`,
    ]
  if (role?.owner)
    return [
      `The database role ${role.name} owns the tables: it is bound by row-level security, but could lift it. Serve as a role of its own (README, PostgreSQL).`,
    ]
  return []
}
