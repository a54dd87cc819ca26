import type { Client } from 'pg'

export interface Role {
  name: string
  /** Whether the role bypasses row-level security. */
  above: number
  /** Whether the role owns the tables and could disable row-level security. */
  owner: number
}

/** Reads the role of the connection. */
export async function roleOf(client: Client): Promise<Role | undefined> {
  const { rows } = await client.query(
    `SELECT rolname AS name, rolsuper OR rolbypassrls AS above, EXISTS (SELECT 1 FROM pg_class WHERE oid = to_regclass('"people"') AND pg_has_role(relowner, 'USAGE')) AS owner
     FROM pg_roles WHERE rolname = current_user`,
  )
  return (rows as Role[])[0]
}

/**
 * What the program's role can do that it should not: the policies of the tables do not bind it
 * then.
 */
export async function adviceOn(client: Client): Promise<string[]> {
  const role = await roleOf(client)
  if (role?.above)
    return [
      `The database role ${role.name} is above row-level security: the second wall between companies does not stand. Serve as a role of its own (docs/operations.md#postgresql).`,
    ]
  if (role?.owner)
    return [
      `The database role ${role.name} owns the tables: it is bound by row-level security, but could lift it. Serve as a role of its own (docs/operations.md#postgresql).`,
    ]
  return []
}
