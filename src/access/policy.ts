/**
 * Defines who can view and edit the records of a kind. Each kind declares one policy, from which
 * every check is derived: the access paths of lists, the predicates for single and referenced
 * records, and the users who could view a deleted record.
 */
import { type RawBuilder, sql } from 'kysely'
import { query, queryFamily } from '../store/query.ts'
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
import type { AudienceQuery, RecordAccess } from './targets.ts'

interface PolicyDefinition<T extends TableName> {
  table: T
  /** The scope that is required to view records; null if none is required. */
  scope: RequiredScope | null
  /** The rules that make a record visible; `everybody` makes all records visible to all users. */
  view: readonly Rule[] | 'everybody'
  /** The rules for editing and deleting a visible record; by default, the rules in `view`. */
  edit?: readonly Rule[]
  /**
   * Set for credentials: a narrowed key can view only itself and credentials whose permissions it
   * has. With `true`, the column `scopes` lists them; with `allRights`, they are the user's.
   */
  isCredential?: true | 'allRights'
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

export class Policy<T extends TableName = TableName> implements RecordAccess {
  readonly table: T
  readonly scope: RequiredScope | null
  readonly view: readonly Rule[] | 'everybody'
  readonly edit: readonly Rule[] | undefined
  readonly isCredential: true | 'allRights' | undefined
  readonly #viewRules: readonly Rule[]

  /** Selects the records among `ids` (see `encodeListParam`) that the caller can view and edit. */
  readonly editableIds = queryFamily<AccessScope, AccessParams & { ids: string }, { id: string }>(
    (_, p, scope) =>
      sql`select "id" from ${sql.table(this.table)} where "companyId" = ${p.companyId} and ${isIn('id', p.ids)} and ${this.canView(p, scope)} and ${this.canEdit(p, scope)}`,
  )
  /** Selects the users who can view a record, except users who can view all records. */
  readonly viewers = query((_, { companyId, id }: { companyId: string; id: string }) =>
    selectAudience(companyId, this.getAudience(companyId, sql`${id}`)),
  )

  constructor({ table, scope, view, edit, isCredential }: PolicyDefinition<T>) {
    this.table = table
    this.scope = scope
    this.view = view
    this.#viewRules = view === 'everybody' ? [] : view
    this.edit = edit
    this.isCredential = isCredential
  }

  canViewAll(scope: AccessScope): boolean {
    if (this.isCredential && scope.narrowedScopes) return false
    return this.view === 'everybody' || coversAll(this.view, scope)
  }

  /** Returns whether the caller can edit every record. */
  canEditAll(scope: AccessScope): boolean {
    return this.canViewAll(scope) && (!this.edit || coversAll(this.edit, scope))
  }

  /** Returns index lookups that find the visible records; an empty list if all are visible. */
  accessPaths(p: AccessParams, scope: AccessScope): AccessPath[] {
    if (this.canViewAll(scope)) return []
    if (this.isCredential && scope.narrowedScopes)
      return [{ ids: selectIds(this.table, p, this.canView(p, scope)) }]
    return this.#viewRules.flatMap((rule) => rule.accessPaths(p, scope, this.table))
  }

  /** Returns a predicate that is true if the caller can view the record with alias `alias`. */
  canView(p: AccessParams, scope: AccessScope, alias: string = this.table): RawBuilder<boolean> {
    const isVisible = this.view === 'everybody' ? alwaysTrue : matchAny(this.view, p, scope, alias)
    if (!this.isCredential || !scope.narrowedScopes) return isVisible
    const isCovered =
      this.isCredential === 'allRights' ? alwaysFalse : coversScopes(p, scope.narrowedScopes, alias)
    const isCallersOwn = sql<boolean>`${sql.ref(`${alias}.id`)} = ${p.credentialId}`
    return sql<boolean>`(${isVisible} and ${anyOf([isCallersOwn, isCovered])})`
  }

  /** Returns a predicate that is true if the caller can edit a record that they can view. */
  canEdit(p: AccessParams, scope: AccessScope, alias: string = this.table): RawBuilder<boolean> {
    return this.edit ? matchAny(this.edit, p, scope, alias) : this.canView(p, scope, alias)
  }

  canViewReferenced(p: AccessParams, scope: AccessScope, column: string): RawBuilder<boolean> {
    if (this.canViewAll(scope)) return sql`${sql.ref(column)} is not null`
    const alias = `referenced_${this.table}`
    return sql`exists (select 1 from ${sql.table(this.table)} as ${sql.ref(alias)} where ${isInCompany(alias, p.companyId)} and ${sql.ref(`${alias}.id`)} = ${sql.ref(column)} and ${this.canView(p, scope, alias)})`
  }

  selectViewableIds(p: AccessParams, scope: AccessScope): RawBuilder<unknown> {
    if (this.canViewAll(scope)) return selectIds(this.table, p, alwaysTrue)
    const paths = this.accessPaths(p, scope)
    return sql.join(
      paths.map((path) => selectPathIds(path, this.table, p.companyId)),
      sql` union `,
    )
  }

  getAudience(companyId: string, ids: RawBuilder<unknown>): AudienceQuery[] {
    return this.#viewRules.flatMap((rule) => rule.getAudience(companyId, this.table, ids))
  }
}

const coversAll = (rules: readonly Rule[], scope: AccessScope) =>
  rules.some((rule) => rule.coversAll(scope))

const matchAny = (rules: readonly Rule[], p: AccessParams, scope: AccessScope, alias: string) =>
  coversAll(rules, scope) ? alwaysTrue : anyOf(rules.map((rule) => rule.predicate(p, scope, alias)))
