import { type RawBuilder, sql } from 'kysely'
import { isIn, jsonElements } from '../store/sql.ts'
import type { AccessParams, AccessScope } from './access-scope.ts'
import { viewScopeFormsOf } from './narrowing.ts'

/**
 * The rule of `narrowing.ts` as an SQL condition: whether the caller's key holds every scope of the
 * credential in a row of `table`. `scopes` is null for a credential with all rights of its user.
 */
export function holdsCredential(
  p: AccessParams,
  { narrowed }: AccessScope,
  table: 'apiKeys' | 'webhookEndpoints',
): RawBuilder<boolean> {
  if (!narrowed) return sql<boolean>`1 = 1`
  const [userId, scopes] = [sql.ref(`${table}.userId`), sql.ref(`${table}.scopes`)]
  const scope = sql.ref('held.value')
  const some = (condition: RawBuilder<unknown>) =>
    sql`exists (select 1 from ${jsonElements(scopes, 'held')} where ${condition})`
  const among = (forms: readonly string[]) =>
    some(sql`${scope} in (${sql.join(forms.map((form) => sql.lit(form)))})`)
  const beyond = sql`not case when ${userId} = ${p.viewerId} then ${isIn(scope, p.heldForOwn)} else ${isIn(scope, p.heldForOthers)} end`
  const limited = viewScopeFormsOf(narrowed).map(
    ({ forms, limits }) => sql` and (${among(forms)} or not ${among(limits)})`,
  )
  return sql<boolean>`(${scopes} is not null and not ${some(beyond)}${sql.join(limited, sql``)})`
}
