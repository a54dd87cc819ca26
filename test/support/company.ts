import { pino } from 'pino'
import { createDeps } from '../../src/create-deps.ts'
import { issueKey } from '../../src/resources/api-keys/operations.ts'
import { createCompany, runAsSystem } from '../../src/resources/companies/operations.ts'
import { readSettings } from '../../src/settings.ts'
import { openStore } from '../../src/store/open.ts'
import { copySqliteTemplate } from './database.ts'

/** Creates a company in a database. @returns an API key of its Owner */
export async function createCompanyWithKey(env: Record<string, string>): Promise<string> {
  const url = env['DATABASE_URL'] as string
  copySqliteTemplate(url)
  const store = await openStore({ url })
  try {
    const deps = await createDeps(store, readSettings(env), { log: pino({ level: 'silent' }) })
    const owner = { email: 'o@acme.test', firstName: 'O', lastName: 'O' }
    const creation = await deps.store.allCompanies.write((db) =>
      createCompany(deps, db, { name: 'Acme', region: 'US', owner }),
    )
    return (
      await runAsSystem(deps, creation.company, (ctx) =>
        issueKey(ctx, { userId: creation.owner.id, name: 'test', scopes: null, expiresAt: null }),
      )
    ).secret
  } finally {
    await store.close()
  }
}
