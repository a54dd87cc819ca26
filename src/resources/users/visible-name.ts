import type { Detail } from '../../errors.ts'
import { isVisible } from '../../visible-text.ts'
import { fullNameOf } from './operations.ts'

/**
 * What is wrong with a name of which nothing can be seen. A part of it may be invisible, as a
 * joiner between two others is, and none of it may be there.
 */
export const invisibleName = (name: { firstName: string; lastName: string }): Detail[] =>
  isVisible(fullNameOf(name))
    ? []
    : (['firstName', 'lastName'] as const)
        .filter((field) => name[field] !== '')
        .map((field) => ({
          field,
          code: 'INVALID_FORMAT',
          message: 'the name must have at least one visible character',
        }))
