/** Requires the scopes of an operation's root fields before any data is read. */
import type { RequiredScope, Viewer } from '../../access/scopes.ts'
import { missingScope } from '../../errors.ts'
import { requireViewer } from '../../http/request-context.ts'
import type { PreparedOperation } from '../operation.ts'
import { locateAtField } from '../selected-field.ts'
import type { GraphqlPlugin } from './context.ts'

export const useScopes = (): GraphqlPlugin => ({
  onContextBuilding: ({ context }) => checkScopes(context.operation, requireViewer(context.http)),
})

/** @throws FORBIDDEN if a root field requires a scope that the caller lacks */
export function checkScopes({ scopedRoots }: PreparedOperation, { rights }: Viewer): void {
  for (const { selected, scopes } of scopedRoots)
    if (!scopes.some((scope) => rights.has(scope as RequiredScope)))
      throw locateAtField(missingScope(scopes.join(' or ')), selected)
}
