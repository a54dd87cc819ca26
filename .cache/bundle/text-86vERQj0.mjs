import { t as closestMatch } from "./leven-e-RRaspM.mjs";
// src/lib/text.ts
/** Formats counts, nouns and suggestions for messages, and checks and folds text. */
/** Formats a count, such as `1,204`. */
const formatCount = (count) => count.toLocaleString("en-US");
/** Formats a count with its noun: `1 delivery`, `1,204 deliveries`. */
const formatCountOf = (count, singular, plural = `${singular}s`) => `${formatCount(count)} ${count === 1 ? singular : plural}`;
const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const uncapitalize = (text) => text.charAt(0).toLowerCase() + text.slice(1);
/** Matches a visible character. U+2800, U+1D159, U+13441, U+13442 and U+FFFC are blank symbols. */
const visibleCharacter = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\p{M}\p{NChar}\u2800\ufffc\u{1d159}\u{13441}\u{13442}]/u;
const isVisible = (text) => visibleCharacter.test(text);
const letterFoldings = {
	ß: "ss",
	ø: "o",
	ł: "l",
	đ: "d",
	ð: "d",
	þ: "th",
	æ: "ae",
	œ: "oe",
	ı: "i"
};
/** Removes case and accents, to compare and sort names. The SQL function `folded` does the same. */
const fold = (text) => text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "").replace(/[ßøłđðþæœı]/g, (letter) => letterFoldings[letter] ?? letter).replace(/\s+/g, " ").trim();
/** Returns whether a date exists in the Gregorian calendar; `month` is 1 for January. */
function isCalendarDate(year, month, day) {
	const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
	return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth;
}
/** Converts the name of a type or kind to a noun: `ApiKey` to `API key`. */
const toNoun = (name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase().replace(/^api\b/, "API");
/** Adds a capitalized indefinite article before a noun. */
const withArticle = (noun) => `${/^([aeio]|u(?!s))/i.test(noun) ? "An" : "A"} ${noun}`;
/** Returns the plural of a noun, such as `API keys`, `activities` or `people`. */
const toPlural = (noun) => noun === "person" ? "people" : `${noun.replace(/([^e])y$/, "$1ie").replace(/s$/, "se")}s`;
const maxNameLength = 60;
const maxListedNames = 10;
/** Returns a message suffix that suggests the most similar name, or lists all names if few. */
function suggestNames(unknownName, names) {
	const maxDistance = Math.max(2, Math.floor(unknownName.length / 3));
	const nearestName = unknownName.length > maxNameLength ? void 0 : closestMatch(unknownName, names, { maxDistance });
	if (nearestName) return `; did you mean ${nearestName}?`;
	return names.length <= maxListedNames ? `; its fields are ${names.join(", ")}` : "";
}
export { isCalendarDate as a, suggestNames as c, uncapitalize as d, withArticle as f, formatCountOf as i, toNoun as l, fold as n, isVisible as o, formatCount as r, letterFoldings as s, capitalize as t, toPlural as u };
