/**
 * Defines who can view and edit the records of a kind. Each kind declares one policy, from
 * which every check is derived: the access paths of lists, the predicates for single and referenced
 * records, and the users who could view a deleted record.
 */
import { type RawBuilder, sql } from 'kysely'
import { type Query, query, queryFamily } from '../store/query.ts'
import type { TableName } from '../store/schema.ts'
import { alwaysFalse, alwaysTrue, anyOf, isIn, isInCompany, jsonElements } from '../store/sql.ts'
import {
  type AccessParams,
  type AccessPath,
  type AccessScope,
  selectPathIds,
} from './access-scope.ts'
import { getViewScopeForms } from './narrowing.ts'
import { type Rule, selectAudience, selectIds } from './rules.ts'
import type { RequiredScope, ViewScope } from './scopes.ts'
import type { RecordAccess } from './targets.ts'

interface PolicyDefinition<T extends TableName> {
  table: T
  /** The scope that is required to view records; null if any API key can view them. */
  scope: RequiredScope | null
  /** The rules that make a record visible; `everybody` makes all records visible to all users. */
  view: readonly Rule[] | 'everybody'
  /** The rules for editing and deleting a visible record; by default, the rules in `view`. */
  edit?: readonly Rule[]
  /**
   * Set for credentials: a narrowed key can view itself and credentials whose permissions it has.
   * The column `scopes` lists its scopes; with `allRights`, it has all permissions of its user.
   */
  isCredential?: true | 'allRights'
}

export interface Policy<T extends TableName = TableName> extends PolicyDefinition<T>, RecordAccess {
  /** Returns index lookups that find the visible records; an empty list if all are visible. */
  accessPaths(p: AccessParams, scope: AccessScope): AccessPath[]
  /** Returns a predicate that is true if the caller can view the record with alias `alias`. */
  canView(p: AccessParams, scope: AccessScope, alias?: string): RawBuilder<boolean>
  /** Returns a predicate that is true if the caller can edit a record that they can view. */
  canEdit(p: AccessParams, scope: AccessScope, alias?: string): RawBuilder<boolean>
  /** Returns whether the caller can edit every record. */
  canEditAll(scope: AccessScope): boolean
  /** Selects the records among `ids` (see `encodeListParam`) that the caller can view and edit. */
  editableIds(scope: AccessScope): Query<AccessParams & { ids: string }, { id: string }>
  /** Selects the users who can view a record, except users who can view all records. */
  viewers: Query<{ companyId: string; id: string }, { userId: string }>
}

/**
 * Returns a predicate that is true if a narrowed key covers every scope of a row's credential. A
 * credential with null `scopes` has all permissions of its user, so no narrowed key covers it.
 */
function coversScopes(p: AccessParams, narrowedScopes: readonly ViewScope[], alias: string) {
  const [userId, scopes] = [sql.ref(`${alias}.userId`), sql.ref(`${alias}.scopes`)]
  const scope = sql.ref('held.value')
  const matchesSomeScope = (condition: RawBuilder<unknown>) =>
    sql`exists (select 1 from ${jsonElements(scopes, 'held')} where ${condition})`
  const includesOneOf = (forms: readonly string[]) =>
    matchesSomeScope(sql`${scope} in (${sql.join(forms.map((form) => sql.lit(form)))})`)
  const isCovered = sql`case when ${userId} = ${p.viewerId} then ${isIn(scope, p.ownCredentialScopes)} else ${isIn(scope, p.otherCredentialScopes)} end`
  const limitConditions = getViewScopeForms(narrowedScopes).map(
    ({ forms, limits }) => sql` and (${includesOneOf(forms)} or not ${includesOneOf(limits)})`,
  )
  return sql<boolean>`(${scopes} is not null and not ${matchesSomeScope(sql`not ${isCovered}`)}${sql.join(limitConditions, sql``)})`
}

export function definePolicy<T extends TableName>(definition: PolicyDefinition<T>): Policy<T> {
  const { table, view, edit, isCredential } = definition
  const rules = view === 'everybody' ? [] : view
  const rulesCoverAll = (scope: AccessScope) =>
    view === 'everybody' || rules.some((rule) => rule.coversAll(scope))
  const matchAny = (list: readonly Rule[], p: AccessParams, scope: AccessScope, alias: string) =>
    list.some((rule) => rule.coversAll(scope))
      ? alwaysTrue
      : anyOf(list.map((rule) => rule.predicate(p, scope, alias)))

  const policy: Policy<T> = {
    ...definition,
    canViewAll: (scope) => rulesCoverAll(scope) && !(isCredential && scope.narrowedScopes),
    accessPaths: (p, scope) => {
      if (policy.canViewAll(scope)) return []
      if (isCredential && scope.narrowedScopes)
        return [{ ids: selectIds(table, p, policy.canView(p, scope)) }]
      return rules.flatMap((rule) => rule.accessPaths(p, scope, table))
    },
    canView: (p, scope, alias = table) => {
      const isVisible = view === 'everybody' ? alwaysTrue : matchAny(rules, p, scope, alias)
      if (!isCredential || !scope.narrowedScopes) return isVisible
      const isCovered =
        isCredential === 'allRights' ? alwaysFalse : coversScopes(p, scope.narrowedScopes, alias)
      const isCallersOwn = sql<boolean>`${sql.ref(`${alias}.id`)} = ${p.credentialId}`
      return sql<boolean>`(${isVisible} and ${anyOf([isCallersOwn, isCovered])})`
    },
    canEdit: (p, scope, alias = table) =>
      edit ? matchAny(edit, p, scope, alias) : policy.canView(p, scope, alias),
    canEditAll: (scope) =>
      policy.canViewAll(scope) && (edit?.some((rule) => rule.coversAll(scope)) ?? true),
    editableIds: queryFamily(
      (_, p, scope) =>
        sql`select "id" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn('id', p.ids)} and ${policy.canView(p, scope)} and ${policy.canEdit(p, scope)}`,
    ),
    canViewReferenced: (p, scope, column) => canViewReferenced(policy, p, scope, column),
    selectViewableIds: (p, scope) =>
      policy.canViewAll(scope)
        ? selectIds(table, p, alwaysTrue)
        : sql.join(
            policy.accessPaths(p, scope).map((path) => selectPathIds(path, table, p.companyId)),
            sql` union `,
          ),
    getAudience: (companyId, ids) =>
      rules.flatMap((rule) => rule.getAudience(companyId, table, ids)),
    viewers: query((_, { companyId, id }) =>
      selectAudience(companyId, policy.getAudience(companyId, sql`${id}`)),
    ),
  }
  return policy
}

function canViewReferenced(
  policy: Policy,
  p: AccessParams,
  scope: AccessScope,
  column: string,
): RawBuilder<boolean> {
  if (policy.canViewAll(scope)) return sql`${sql.ref(column)} is not null`
  const { table } = policy
  const alias = `referenced_${table}`
  return sql`exists (select 1 from ${sql.table(table)} as ${sql.ref(alias)} where ${isInCompany(alias, p.companyId)} and ${sql.ref(`${alias}.id`)} = ${sql.ref(column)} and ${policy.canView(p, scope, alias)})`
}
