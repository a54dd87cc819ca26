/**
 * Excludes blank symbols besides Unicode's invisible characters: U+2800 (braille), U+1D159 (music),
 * U+13441 and U+13442 (hieroglyphs), U+FFFC (a missing object), and code points without a character.
 */
const visible =
  /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\p{M}\p{NChar}\u2800\ufffc\u{1d159}\u{13441}\u{13442}]/u

/** Whether a text has a visible character: a letter, digit, symbol or emoji. */
export const isVisible = (text: string): boolean => visible.test(text)
