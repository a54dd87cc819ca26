import { limits, notNull } from '../../graphql/schema/builder.ts'

/** The input field of every record that has custom fields. */
export const customFieldsInput = {
  type: 'JSON',
  description:
    'Values of custom fields, as an object: each by its key, written as its type says (`CustomFieldType`). Keys that are left out stay as they are, `null` clears. A key that is no custom field of this kind of record is an INVALID_REFERENCE.',
  extensions: { ...limits({ type: 'object' }), ...notNull },
} as const
