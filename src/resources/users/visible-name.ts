import type { Detail } from '../../errors.ts'
import { isVisible } from '../../lib/visible-text.ts'
import { fullNameOf } from './operations.ts'

/**
 * Faults of a name without visible characters. One part may be invisible if the other is visible,
 * and a name may be empty.
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
