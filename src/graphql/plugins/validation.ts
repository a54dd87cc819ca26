/** Validates each cached document once, and words the errors. */
import {
  type DocumentNode,
  GraphQLError,
  specifiedRules,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql'
import { requireViewer } from '../../http/request-context.ts'
import { createDerivedCache } from '../../lib/cache.ts'
import type { GraphqlPlugin, PipelineContext } from './context.ts'
import { checkInputs } from './inputs.ts'
import { checkScopes } from './scopes.ts'

export const useValidation = (): GraphqlPlugin => {
  const errorCache = createDerivedCache<DocumentNode, GraphQLError[]>('validation')
  return {
    onValidate({ params: { schema, documentAST, rules }, context, validateFn, setResult }) {
      const errors = errorCache.getOrCreate(documentAST, () =>
        withoutAbort(validateFn(schema, documentAST, rules)),
      )
      if (errors.length > 0) checkInvalidLiterals(context, context.params.variables ?? {})
      setResult(errors)
    },
  }
}

const structuralRules = specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule)

/**
 * Reports a literal of the wrong type like any other invalid value, with its field and code.
 * @throws FORBIDDEN, VALIDATION_ERROR if literals are the only errors of the document
 */
function checkInvalidLiterals(
  { http, operation }: PipelineContext,
  variables: Record<string, unknown>,
): void {
  const { schema, document } = operation
  if (validate(schema, document, structuralRules, { maxErrors: 0 }).length > 0) return
  checkScopes(operation, requireViewer(http))
  checkInputs(operation, variables)
}

/** Replaces the error with which graphql-js aborts validation by an actionable one. */
function withoutAbort(errors: readonly GraphQLError[]): GraphQLError[] {
  if (!errors.at(-1)?.message.endsWith('Validation aborted.')) return [...errors]
  const listed = errors.slice(0, -1)
  return listed.length > 0
    ? [...listed.slice(0, -1), new GraphQLError('There are more errors; correct these first')]
    : [
        new GraphQLError(
          'The fields of the document take too long to compare; select fewer of one name',
        ),
      ]
}
