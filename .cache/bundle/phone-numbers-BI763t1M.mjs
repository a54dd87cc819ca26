import { A as limitedPerRow, D as jsonValueAt, E as jsonElements, F as startsWith, J as getViewScopeForms, M as orderedJoin, N as selectColumns, P as sqlFold, R as createLoader, S as contains, T as isIn, V as linkBatch, X as requireCoversRole, _ as getUserList, a as findUnknownReferences, at as declareEvents, b as selectPathIds, c as newRecord, g as accessScopeOf, h as accessParams, j as listRows, l as omitUndefined, nt as changesBetween, o as insertRecord, p as updateRecord, r as checkVersion, u as requireSomeField, ut as timestamp, v as limitScope, x as selectPathValues } from "./records-CzuHo0A9.mjs";
import { a as forbidden, i as createDetail, l as invalid, n as badRequest, p as notFound, r as conflict } from "./errors-Cd1UCkd2.mjs";
import { i as mapMaybePromise, o as yieldToEventLoop } from "./async-CcmZtahM.mjs";
import { h as sql, i as queryFamily, n as encodeListParam, r as query, t as byDialect } from "./query-BmUqRt20.mjs";
import { t as createCache } from "./cache-zRcf0w4_.mjs";
import { n as fold, o as isVisible, r as formatCount } from "./text-86vERQj0.mjs";
import { c as requireScope, m as createMinId, s as listRolesWithLevel } from "./scopes-BgGiyNkn.mjs";
import { createRequire } from "node:module";
// src/lib/time-zones.ts
/** Converts between UTC and local times. A local time is the epoch milliseconds at which a clock
* that runs in UTC shows the same date and time. */
const formatCache = createCache("time_zone_formats", { maxEntries: 500 });
function toLocalTime(timeMs, timeZone) {
	if (timeZone === "UTC") return timeMs;
	const format = formatCache.getOrCreate(timeZone, () => new Intl.DateTimeFormat("sv-SE", {
		timeZone,
		dateStyle: "short",
		timeStyle: "medium"
	}));
	return Date.parse(`${format.format(timeMs).padStart(19, "0").replace(" ", "T")}Z`);
}
function toUtc(localMs, timeZone) {
	const estimateMs = localMs - (toLocalTime(localMs, timeZone) - localMs);
	return estimateMs - (toLocalTime(estimateMs, timeZone) - localMs);
}
const dayMs$1 = 864e5;
/**
* Returns the first moment of a local day, in UTC. If clocks change at midnight, it is the first of
* two midnights, or the moment of the change if the day has no midnight.
*/
function findDayStart(localMs, timeZone) {
	const [earlyMs, lateMs] = [-864e5, dayMs$1].map((shift) => {
		const timeMs = localMs + shift;
		return localMs - (toLocalTime(timeMs, timeZone) - timeMs);
	});
	const isMidnight = (timeMs) => toLocalTime(timeMs, timeZone) === localMs;
	return isMidnight(earlyMs) || !isMidnight(lateMs) ? earlyMs : lateMs;
}
// src/filtering/periods.ts
const hourMs = 36e5;
const dayMs = 24 * hourMs;
/** Returns the bounds of the period, or of the time before or after the period. */
function computePeriodBounds(ctx, comparator, period) {
	const [start, end] = period.unit === "hour" ? computeHourBounds(ctx, period) : computeDayBounds(ctx, period);
	if (comparator === "before") return [negate(start)];
	return comparator === "after" ? [negate(end)] : [start, end];
}
const oppositeOperators = {
	atLeast: "lessThan",
	atMost: "greaterThan",
	greaterThan: "atMost",
	lessThan: "atLeast"
};
const negate = ([operator, timeMs]) => [oppositeOperators[operator], timeMs];
const computeHourBounds = (ctx, { last = 0, next = 0 }) => [["atLeast", ctx.now() - last * hourMs], ["atMost", ctx.now() + next * hourMs]];
function computeDayBounds(ctx, period) {
	const { timeZone, startMs, endMs } = toLocalDays(ctx, period);
	return [["atLeast", findDayStart(startMs, timeZone)], ["lessThan", findDayStart(endMs, timeZone)]];
}
/** Returns the first and last date of a period, such as 2026-05-17. */
function toDateRange(ctx, period) {
	const { startMs, endMs } = toLocalDays(ctx, period);
	const formatDate = (localMs) => new Date(localMs).toISOString().slice(0, 10);
	return {
		first: formatDate(startMs),
		last: formatDate(endMs - dayMs)
	};
}
/** These bounds limit years to four digits in every time zone. */
const minDayMs = Date.parse("1000-01-01T00:00:00Z");
const maxDayMs = Date.parse("9999-12-30T00:00:00Z");
const maxYears = 9999;
/** Returns a period's first day and the day after its last day, as midnight UTC of each date. */
function toLocalDays(ctx, { unit, last = 1, next = 1, ...period }) {
	const timeZone = period.timeZone ?? ctx.viewer.company.timeZone;
	const localMs = toLocalTime(ctx.now(), timeZone);
	return {
		timeZone,
		startMs: Math.max(computeUnitStart(unit, localMs, 1 - last), minDayMs),
		endMs: Math.min(computeUnitStart(unit, localMs, next), maxDayMs)
	};
}
/** Returns the first day of the unit that is `shift` units after the current unit. */
function computeUnitStart(unit, localMs, shift) {
	const date = new Date(localMs);
	const [year, month, day] = [
		date.getUTCFullYear(),
		date.getUTCMonth(),
		date.getUTCDate()
	];
	switch (unit) {
		case "day": return Date.UTC(year, month, day + shift);
		case "week": {
			const daysSinceMonday = (date.getUTCDay() + 6) % 7;
			return Date.UTC(year, month, day - daysSinceMonday + 7 * shift);
		}
		case "month": return Date.UTC(year, month + shift);
		case "year": return Date.UTC(year, 12 * Math.max(-9999, Math.min(shift, maxYears)));
	}
}
// src/filtering/comparators.ts
const rangeComparators = [
	"gt",
	"gte",
	"lt",
	"lte"
];
const periodComparators = [
	"during",
	"before",
	"after"
];
/** The comparators of each field type; nullable fields also have `isNull`. */
const comparatorsByType = {
	ID: ["eq", "in"],
	String: [
		"eq",
		"in",
		"contains",
		"startsWith"
	],
	Phone: ["eq"],
	/** Types whose filters accept only one value. */
	ExactId: ["eq"],
	ExactString: ["eq"],
	StringList: [
		"has",
		"any",
		"all",
		"none",
		"isEmpty"
	],
	Boolean: ["eq"],
	Enum: ["eq", "in"],
	Float: [
		"eq",
		"in",
		...rangeComparators
	],
	DateTime: [...rangeComparators, ...periodComparators],
	Date: [
		"eq",
		"in",
		...rangeComparators,
		...periodComparators
	]
};
const operatorByComparator = {
	eq: "equals",
	in: "in",
	gt: "greaterThan",
	gte: "atLeast",
	lt: "lessThan",
	lte: "atMost",
	contains: "contains",
	startsWith: "startsWith",
	has: "equals",
	any: "in"
};
/** Converts a comparator with a value or list; converts `all` to one condition per value. */
function toRawConditions(comparator, value) {
	const operator = operatorByComparator[comparator];
	if (operator) return [{
		operator,
		value
	}];
	if (comparator === "all") return value.map((item) => ({
		operator: "equals",
		value: item
	}));
	if (comparator === "none") return [{
		operator: "in",
		value,
		isNegated: true
	}];
	return [{
		operator: "isNull",
		value: null,
		isNegated: !value
	}];
}
const listComparators = (comparators) => Object.entries(comparators).filter(([, value]) => value !== void 0);
/** Converts a field's comparators to conditions. @throws VALIDATION_ERROR for an invalid period */
function toConditions(ctx, spec, name, comparators) {
	const field = spec.fields[name];
	return listComparators(comparators).flatMap(([comparator, value]) => field.type === "DateTime" && comparator !== "isNull" ? toTimeConditions(ctx, spec, field, comparator, value) : toRawConditions(comparator, value).map((rawCondition) => toStoredForm(ctx, field, rawCondition))).map((condition) => ({
		field: name,
		...condition
	}));
}
function toStoredForm(ctx, field, condition) {
	const { operator, value } = condition;
	if (operator === "isNull") return condition;
	if (field.type === "Boolean") return {
		operator: value ? "isTrue" : "isFalse",
		value: null
	};
	const normalize = (item) => normalizeValue(ctx, field, operator, item);
	return Array.isArray(value) ? {
		...condition,
		value: encodeListParam(value.map(normalize))
	} : {
		...condition,
		value: normalize(value)
	};
}
/** Normalizes a text value to Unicode normal form C, the form of stored text. */
function normalizeValue({ viewer }, field, operator, value) {
	if (typeof value !== "string" || field.type === "ID") return value;
	const normalizedText = value.normalize("NFC");
	if ((operator === "contains" || operator === "startsWith") && !field.text) return fold(normalizedText);
	return field.normalize ? field.normalize(normalizedText, viewer.company.region) : normalizedText;
}
const toTimeConditions = (ctx, { prefix }, { isTimeOfId }, comparator, value) => toTimeBounds(ctx, comparator, value).map((bound) => {
	const [operator, timeMs] = isTimeOfId ? toHalfOpenBound(bound) : bound;
	return {
		operator,
		value: isTimeOfId ? createMinId(prefix, timeMs) : new Date(timeMs).toISOString()
	};
});
const toTimeBounds = (ctx, comparator, value) => typeof value === "string" ? [[operatorByComparator[comparator], Date.parse(value)]] : computePeriodBounds(ctx, comparator, value);
/** Converts a bound to an inclusive start or an exclusive end. */
function toHalfOpenBound([operator, timeMs]) {
	if (operator === "greaterThan") return ["atLeast", timeMs + 1];
	return operator === "atMost" ? ["lessThan", timeMs + 1] : [operator, timeMs];
}
/** Converts time comparators to a range with an inclusive `from` and an exclusive `before`. */
function toTimeRange(ctx, comparators) {
	const timesByOperator = {
		atLeast: [],
		lessThan: []
	};
	for (const [comparator, value] of listComparators(comparators)) for (const [operator, timeMs] of toTimeBounds(ctx, comparator, value).map(toHalfOpenBound)) timesByOperator[operator].push(new Date(timeMs).toISOString());
	const [from, before] = [timesByOperator.atLeast.sort().at(-1), timesByOperator.lessThan.sort()[0]];
	return {
		...from && { from },
		...before && { before }
	};
}
// src/filtering/parse-filter.ts
const maxDepth = 8;
/** Maximum depth of relations; each level multiplies the reads per record. */
const maxHops = 2;
const maxConditions = 60;
/** Maximum number of condition groups, including empty groups. */
const maxGroups = 200;
const matchesAll = (filter) => "and" in filter && filter.and.every(matchesAll);
/**
* @param baseConditions the operation's own conditions, added to the client's filter
* @throws FORBIDDEN if a relation's scope is missing, VALIDATION_ERROR if the filter is too large
*/
async function parseFilter(ctx, spec, where, baseConditions = []) {
	const parser = new FilterParser(ctx);
	const terms = baseConditions.map((condition) => parser.compare(condition));
	if (where) terms.push(await parser.parseGroup({
		spec,
		depth: 2,
		hops: 0
	}, where));
	return {
		expression: combineTerms(terms),
		params: parser.params
	};
}
const combineTerms = (terms) => terms.length === 1 && terms[0] ? terms[0] : { and: terms };
/** Creates a filter that consists of the operation's own conditions. */
function createFilter(conditions) {
	const params = {};
	const terms = conditions.map(({ field, operator, value }, index) => {
		const param = `w${index + 1}`;
		params[param] = value;
		return {
			field,
			operator,
			param
		};
	});
	return {
		expression: combineTerms(terms),
		params
	};
}
var FilterParser = class {
	params = {};
	#ctx;
	#conditionCount = 0;
	#groupCount = 1;
	constructor(ctx) {
		this.#ctx = ctx;
	}
	async parseGroup(at, where) {
		if (at.depth > maxDepth) throw tooLarge(`nests deeper than ${maxDepth} levels`);
		if (at.hops > maxHops) throw tooLarge(`must not follow more than ${maxHops} relations`);
		if (++this.#groupCount > maxGroups) throw tooLarge(`must have at most ${maxGroups} groups of conditions`);
		const terms = [];
		for (const [name, value] of Object.entries(where)) if (value !== void 0) terms.push(...await this.#parseEntry(at, name, value));
		return combineTerms(terms);
	}
	/** Returns a comparison. Numbered parameters let similar filters share an SQL statement. */
	compare({ field, operator, value }) {
		this.#countCondition();
		const param = `w${this.#conditionCount}`;
		this.params[param] = value;
		return {
			field,
			operator,
			param
		};
	}
	#countCondition() {
		if (++this.#conditionCount > maxConditions) throw tooLarge(`must have at most ${maxConditions} conditions`);
	}
	async #parseEntry(at, name, value) {
		const { spec } = at;
		const nestedLocation = {
			...at,
			depth: at.depth + 1
		};
		if (name === "and") return this.#parseGroups(nestedLocation, value);
		if (name === "or") return [{ or: await this.#parseGroups(nestedLocation, value) }];
		if (name === "not") return [{ not: await this.parseGroup(nestedLocation, value) }];
		if (!spec.fields[name]) return this.#parseRelation(nestedLocation, name, value);
		return (await spec.expansions?.[name]?.(this.#ctx, value) ?? toConditions(this.#ctx, spec, name, value)).map(({ isNegated, ...condition }) => {
			const comparison = this.compare(condition);
			return isNegated ? { not: comparison } : comparison;
		});
	}
	/** Parses groups in sequence, so that parameters are numbered in order. */
	async #parseGroups(at, groups) {
		const expressions = [];
		for (const group of groups) expressions.push(await this.parseGroup(at, group));
		return expressions;
	}
	async #parseRelation(at, relation, value) {
		const definition = at.spec.relations[relation];
		if (!definition) throw new Error(`\`${at.spec.table}\` has no field or relation \`${relation}\``);
		const { target, via } = definition;
		if (target.policy.scope) requireScope(this.#ctx.viewer, target.policy.scope);
		const expressions = [];
		const groups = "ownColumn" in via ? { some: value } : value;
		for (const [quantifier, group] of Object.entries(groups)) {
			if (group === void 0) continue;
			this.#countCondition();
			const where = await this.parseGroup({
				...at,
				spec: target,
				hops: at.hops + 1
			}, group);
			expressions.push({
				relation,
				negated: quantifier === "none",
				where
			});
		}
		return expressions;
	}
};
const tooLarge = (message) => invalid([{
	field: "where",
	code: "TOO_LONG",
	message
}]);
// src/filtering/predicates.ts
/**
* Translates a filter to SQL: to a predicate on a row, to candidate sets found by an index, and to
* conditions that restrict an index scan.
*/
const predicateByOperator = {
	equals: (operand, value) => sql`${operand} = ${value}`,
	isTrue: (operand) => sql`${operand} = 1`,
	isFalse: (operand) => sql`${operand} = 0`,
	isNull: (operand) => sql`${operand} is null`,
	in: (operand, value, type) => isIn(operand, value, type),
	atLeast: (operand, value) => sql`${operand} >= ${value}`,
	atMost: (operand, value) => sql`${operand} <= ${value}`,
	greaterThan: (operand, value) => sql`${operand} > ${value}`,
	lessThan: (operand, value) => sql`${operand} < ${value}`,
	contains,
	startsWith
};
/** Compares an operand with a value; for `in`, the value is an encoded list (`encodeListParam`). */
const compare = (operand, operator, value, type = "text") => predicateByOperator[operator](operand, value, type);
const joinWithAnd = (predicates) => predicates.length ? sql`(${sql.join(predicates, sql` and `)})` : sql`1 = 1`;
const joinWithOr = (predicates) => predicates.length ? sql`(${sql.join(predicates, sql` or `)})` : sql`1 = 0`;
const findField = ({ table, fields }, { field }) => {
	const filterField = fields[field];
	if (!filterField) throw new Error(`\`${table}\` has no field \`${field}\``);
	return filterField;
};
const findRelation = ({ table, relations }, name) => {
	const relation = relations[name];
	if (!relation) throw new Error(`\`${table}\` has no relation \`${name}\``);
	return relation;
};
/** Returns whether an index can find the matches; a text search reads row by row. */
const isIndexable = ({ operator }) => operator !== "contains" && operator !== "startsWith";
const getIndexedColumn = (spec, comparison) => {
	const { indexed, column } = findField(spec, comparison);
	return indexed && isIndexable(comparison) ? column : void 0;
};
const getParamValue = (p, { param }) => p[param];
/** Returns a predicate on a row of the spec's table. Hidden related records do not match. */
function toPredicate(spec, filter, p, scope) {
	const translate = (expression) => toPredicate(spec, expression, p, scope);
	if ("and" in filter) return joinWithAnd(filter.and.map(translate));
	if ("or" in filter) return joinWithOr(filter.or.map(translate));
	if ("not" in filter) return sql`(${translate(filter.not)}) is not true`;
	if ("relation" in filter) {
		const relation = findRelation(spec, filter.relation);
		const rows = fromVisibleRelated(spec, relation, p, scope, sql.ref(`${spec.table}.id`));
		const relatedExists = sql`exists (select 1 ${rows} and ${toPredicate(relation.target, filter.where, p, scope)})`;
		return filter.negated ? sql`not ${relatedExists}` : relatedExists;
	}
	const field = findField(spec, filter);
	const value = getParamValue(p, filter);
	if (field.predicate) return field.predicate(p, scope, value, filter.operator);
	return compare(toOperand(spec, field, filter.operator), filter.operator, value, toSqlType(field));
}
const toSqlType = ({ type }) => type === "Float" ? "number" : "text";
/** Returns the operand of a comparison; text searches ignore case and accents. */
function toOperand({ table }, field, operator) {
	if (field.text) return field.text;
	const column = sql.ref(`${table}.${field.column}`);
	return operator === "contains" || operator === "startsWith" ? sqlFold(column) : column;
}
/** Returns `from … where …` for the visible records related to the record `id`. */
function fromVisibleRelated({ table }, { target, via }, p, scope, id) {
	const [relatedTable, relatedId] = [sql.table(target.table), sql.ref(`${target.table}.id`)];
	const isInCompany = (name) => sql`${sql.ref(`${name}.companyId`)} = ${p.companyId}`;
	const isVisible = sql`${isInCompany(target.table)} and ${target.policy.canView(p, scope)}`;
	if ("ownColumn" in via) return sql`from ${relatedTable} where ${relatedId} = ${sql.ref(`${table}.${via.ownColumn}`)} and ${isVisible}`;
	if (!("linkTable" in via)) return sql`from ${relatedTable} where ${sql.ref(`${target.table}.${via.targetColumn}`)} = ${id} and ${isVisible}`;
	return sql`from ${sql.table(via.linkTable)} as "link" cross join ${relatedTable} where ${isInCompany("link")}
    and ${sql.ref(`link.${via.recordColumn}`)} = ${id} and ${relatedId} = ${sql.ref(`link.${via.targetColumn}`)} and ${isVisible}`;
}
/** Selects the ids of records related to at least one of the target records `ids`. */
function findRelated({ table }, { target, via }, p, ids) {
	const selectIds = (fromTable, idColumn, column) => sql`select ${sql.ref(idColumn)} as "id" from ${sql.table(fromTable)} where "companyId" = ${p.companyId} and ${sql.ref(column)} in (${ids}) and ${sql.ref(idColumn)} is not null`;
	if ("ownColumn" in via) return selectIds(table, "id", via.ownColumn);
	return "linkTable" in via ? selectIds(via.linkTable, via.recordColumn, via.targetColumn) : selectIds(target.table, via.targetColumn, "id");
}
const createSet = (ids) => ({
	ids,
	sizeQuery: ids
});
const unionAll = (sets, key) => sql.join(sets.map((set) => set[key]), sql` union all `);
/** Returns the candidate sets of a filter; each set contains all matching records. */
function findCandidateSets(spec, filter, p, scope) {
	const findSets = (expression) => findCandidateSets(spec, expression, p, scope);
	const selectOwnRows = (condition) => createSet(sql`select ${sql.ref(`${spec.table}.id`)} as "id" from ${sql.table(spec.table)} where ${sql.ref(`${spec.table}.companyId`)} = ${p.companyId}
      and ${toPredicate(spec, condition, p, scope)}`);
	if ("not" in filter) return [];
	if ("and" in filter) return [...Map.groupBy(listConjuncts(filter), (conjunct) => "field" in conjunct && !findField(spec, conjunct).matchingIds ? getIndexedColumn(spec, conjunct) : void 0)].flatMap(([column, conjuncts]) => column ? [selectOwnRows({ and: conjuncts })] : conjuncts.flatMap(findSets));
	if ("or" in filter) {
		const sets = filter.or.map((expression) => findSets(expression)[0]).filter((set) => set !== void 0);
		if (sets.length === 0 || sets.length < filter.or.length) return [];
		return [{
			ids: unionAll(sets, "ids"),
			sizeQuery: unionAll(sets, "sizeQuery")
		}];
	}
	if ("relation" in filter) {
		if (filter.negated) return [];
		const relation = findRelation(spec, filter.relation);
		return findCandidateSets(relation.target, filter.where, p, scope).map(({ ids, sizeQuery }) => {
			const relatedIds = findRelated(spec, relation, p, ids);
			return "ownColumn" in relation.via ? createSet(relatedIds) : {
				ids: relatedIds,
				sizeQuery
			};
		});
	}
	const { matchingIds } = findField(spec, filter);
	if (matchingIds && filter.operator !== "isNull" && isIndexable(filter)) return [createSet(matchingIds(p, scope, getParamValue(p, filter), filter.operator))];
	return getIndexedColumn(spec, filter) ? [selectOwnRows(filter)] : [];
}
const listConjuncts = (filter) => "and" in filter ? filter.and.flatMap(listConjuncts) : [filter];
const listComparisons = (filter) => listConjuncts(filter).filter((conjunct) => "field" in conjunct);
/** Returns the comparisons that restrict an indexed column to a range, which excludes nulls. */
const findRangeComparisons = (spec, filter, column) => listComparisons(filter).filter((comparison) => [
	"atLeast",
	"atMost",
	"greaterThan",
	"lessThan"
].includes(comparison.operator) && getIndexedColumn(spec, comparison) === column);
/**
* Returns the comparisons that restrict an index scan: ranges of the order's own column; for the
* order by id, an equality on a column whose index also contains the id; and conditions of partial
* indexes.
*/
function findIndexConditions(spec, filter, { column, hasLowerEnd, hasUpperEnd }) {
	const comparisons = listComparisons(filter);
	const equalityComparison = comparisons.find((comparison) => comparison.operator === "equals" && getIndexedColumn(spec, comparison) && !findField(spec, comparison).predicate);
	return [
		...findRangeComparisons(spec, filter, column).filter(({ operator }) => operator === "atLeast" || operator === "greaterThan" ? !hasLowerEnd : !hasUpperEnd),
		...column === "id" && equalityComparison ? [equalityComparison] : [],
		...comparisons.filter((comparison) => findField(spec, comparison).partialIndex)
	];
}
// src/filtering/scan-index.ts
/** Returns the ranges from `start` to `end`. Rows with null are last, or first if backward. */
function createScanRanges({ nullable }, isDescending, isBackward, start, end) {
	const nullFlags = !nullable ? [false] : isBackward ? [true, false] : [false, true];
	const findIndex = (keyset) => nullable ? nullFlags.indexOf(keyset.value === null) : 0;
	const firstIndex = start ? findIndex(start) : 0;
	const lastIndex = end ? findIndex(end) : nullFlags.length - 1;
	return nullFlags.flatMap((onlyNulls, index) => index < firstIndex || index > lastIndex ? [] : [{
		onlyNulls,
		isDescending: isDescending !== isBackward,
		start: index === firstIndex ? start : void 0,
		end: index === lastIndex ? end : void 0
	}]);
}
function toScanShape({ spec, keys, filter }, range) {
	const [{ order }] = keys;
	const { onlyNulls, isDescending } = range;
	const [hasStart, hasEnd] = [!!range.start, !!range.end];
	return {
		column: order.column,
		nullable: order.nullable ?? false,
		onlyNulls,
		isDescending,
		hasStart,
		hasEnd,
		conditions: findIndexConditions(spec, filter.expression, {
			column: order.column,
			hasLowerEnd: isDescending ? hasEnd : hasStart,
			hasUpperEnd: isDescending ? hasStart : hasEnd
		})
	};
}
const toSearchParams = ({ filter, params }, { start, end }) => ({
	...params,
	...filter.params,
	startValue: start?.value,
	startId: start?.id,
	endValue: end?.value,
	endId: end?.id
});
const minChunkRows = 64;
const maxChunkRows = 2048;
/**
* Reads matching rows in an order, until `limit` rows are found or `maxRecords` records scanned.
* @returns the rows and the ranges that are not yet scanned
*/
async function scanIndex(ctx, search, ranges, limit, maxRecords) {
	const { expression: where } = search.filter;
	const rows = [];
	const nextRanges = [...ranges];
	const chunkSize = new ChunkSize(Math.min(Math.max(minChunkRows, limit), maxChunkRows), where);
	for (let scannedCount = 0; nextRanges[0] && rows.length < limit && scannedCount < maxRecords;) {
		const [range] = nextRanges;
		scannedCount += chunkSize.rowCount;
		const nextRange = await scanChunk(ctx, search, range, chunkSize, async (scan, params) => {
			const query = search.queries.matches({
				where,
				scope: search.scope,
				scan
			});
			rows.push(...await ctx.db.all(query, {
				...params,
				limit: limit - rows.length
			}));
		});
		if (nextRange) nextRanges[0] = nextRange;
		else nextRanges.shift();
	}
	return {
		rows,
		nextRanges
	};
}
/** Counts all matching rows; returns undefined if more than `maxRecords` must be scanned. */
async function countByScan(ctx, search, maxRecords) {
	const { expression: where } = search.filter;
	const chunkSize = new ChunkSize(maxChunkRows, where);
	let total = 0;
	let scannedCount = 0;
	for (let range = {
		onlyNulls: false,
		isDescending: true
	}; range;) {
		if (scannedCount >= maxRecords) return void 0;
		scannedCount += chunkSize.rowCount;
		range = await scanChunk(ctx, search, range, chunkSize, async (scan, params) => {
			const query = search.queries.countMatches({
				where,
				scope: search.scope,
				scan
			});
			total += (await ctx.db.first(query, params))?.total ?? 0;
		});
	}
	return total;
}
/** Reads one chunk of a range. @returns the remaining range; undefined at the end */
async function scanChunk(ctx, search, range, chunkSize, read) {
	const { queries, scope, spec } = search;
	const scan = toScanShape(search, range);
	const lastRow = await chunkSize.runCounted(ctx, spec.table, async (rowCount) => {
		const params = {
			...toSearchParams(search, range),
			chunkRows: rowCount,
			offset: rowCount - 1
		};
		await read(scan, params);
		return ctx.db.first(queries.chunkEnd({
			scan,
			scope
		}), params);
	});
	return lastRow && {
		...range,
		start: lastRow
	};
}
const maxChunkMs = 25;
/** The chunk size for filters on relations of relations, which may be slow for each record. */
const nestedChunkRows = 4;
/** The number of records that one millisecond of scanning counts as. */
const recordsPerMs = 100;
/**
* Adapts the number of records that a statement reads: after a statement that took longer than
* 25 ms, divides the number by four; otherwise, multiplies it by four, up to a maximum.
*/
var ChunkSize = class {
	rowCount;
	#maxRows;
	#now;
	constructor(rowCount, where = { and: [] }, maxRows = maxChunkRows, now = () => performance.now()) {
		this.rowCount = computeRelationDepth(where) > 1 ? nestedChunkRows : rowCount;
		this.#maxRows = maxRows;
		this.#now = now;
	}
	async run(work, onDone) {
		const count = this.rowCount;
		const startedAt = this.#now();
		const value = await work(count);
		const ms = this.#now() - startedAt;
		onDone?.(count, ms);
		this.rowCount = ms > maxChunkMs ? Math.max(1, Math.floor(count / 4)) : Math.min(count * 4, this.#maxRows);
		await yieldToEventLoop();
		return value;
	}
	/** Like `run`, but also counts the scanned records. @throws BAD_REQUEST above the limit */
	runCounted(ctx, table, work) {
		return this.run(work, (size, ms) => countScanned(ctx, table, Math.max(size, ms * recordsPerMs)));
	}
};
function computeRelationDepth(filter) {
	if ("relation" in filter) return 1 + computeRelationDepth(filter.where);
	if ("not" in filter) return computeRelationDepth(filter.not);
	const subfilters = "and" in filter ? filter.and : "or" in filter ? filter.or : [];
	return Math.max(0, ...subfilters.map(computeRelationDepth));
}
/** Counts the records that a request's lists scan. @throws BAD_REQUEST above the limit */
function countScanned(ctx, table, recordCount) {
	const maxRecords = ctx.settings.MAX_RECORDS_LOOKED_AT;
	ctx.scannedRecords ??= /* @__PURE__ */ new Map();
	ctx.scannedRecords.set(table, (ctx.scannedRecords.get(table) ?? 0) + recordCount);
	const total = ctx.scannedRecords.values().reduce((sum, count) => sum + count, 0);
	if (total <= maxRecords) return;
	const [[largestTable, largestCount] = [table, total]] = [...ctx.scannedRecords].toSorted(([, a], [, b]) => b - a);
	throw badRequest(`The request has to scan more than ${formatCount(maxRecords)} records, ${Math.round(100 * largestCount / total)} % of them \`${largestTable}\`: narrow the filters of \`${largestTable}\`, or request fewer lists and counts`);
}
// src/filtering/filter-spec.ts
/**
* A filter spec declares the filters and orders of a record kind. The GraphQL input types, the SQL
* predicates and the query plan of each list are derived from the spec.
*/
/** Adds a relation to a spec; called in a module that imports both record kinds. */
function addRelation(spec, name, relation) {
	spec.relations[name] = relation;
}
/** Creates a filter field for a column without an index; `?` in `type` means nullable. */
function unindexed(type, column, description) {
	return {
		description,
		type: type.replace("?", ""),
		...type.endsWith("?") && { nullable: true },
		column
	};
}
/** Creates a filter field for an indexed column. */
const indexed = (...args) => ({
	...unindexed(...args),
	indexed: true
});
/** Creates a Boolean filter field. @param negation a more efficient form of `not condition` */
const booleanFilter = (description, condition, negation = (p) => sql`not ${condition(p)}`) => ({
	description,
	type: "Boolean",
	predicate: (p, _scope, _value, operator) => operator === "isTrue" ? condition(p) : negation(p)
});
/** Creates a Boolean field: whether a column is not null, in forms that partial indexes support. */
const hasValueFilter = (column, description) => booleanFilter(description, () => sql`${sql.ref(column)} is not null`, () => sql`${sql.ref(column)} is null`);
const ascending = (column, description, options) => ({
	description,
	column,
	descending: false,
	...options
});
const descending = (column, description, options) => ({
	...ascending(column, description, options),
	descending: true
});
const id = indexed("ID", "id", "The id.");
const createdAt = {
	...indexed("DateTime", "id", "The creation time."),
	isTimeOfId: true
};
const orderByCreation = descending("id", "The creation time.");
const orderByPosition = ascending("position", "The position.");
/** Creates an unindexed text field whose comparison ignores case and accents. */
const foldedText = (description, text) => ({
	description: `${description}, ignoring case and accents.`,
	type: "String",
	text: sqlFold(text),
	normalize: fold
});
/** Creates a filter field for an indexed column that contains lower-case text. */
const indexedKey = (table, column, description) => ({
	...indexed("String", column, description),
	text: sql.ref(`${table}.${column}`),
	normalize: (text) => text.normalize("NFC").trim().toLowerCase()
});
/** Creates the filter field and the order by name for a short list. */
function nameFilters(column, noun) {
	const name = sql.ref(column);
	return {
		name: foldedText(`The ${noun}'s name`, name),
		byName: ascending("nameKey", `The ${noun}'s name.`, { unindexed: true }),
		computedColumns: { nameKey: sqlFold(name) }
	};
}
// src/filtering/sort-keys.ts
/** The sort keys of a list: the fields in the request's `orderBy`, or the default order. */
const getCreationSortKeys = (isDescending) => [{
	name: "createdAt",
	order: orderByCreation,
	isDescending
}];
/** Returns the sort keys. Keys after `createdAt` are omitted, since creation times have no ties. */
function resolveSortKeys({ orders, defaultOrder = "createdAt" }, orderBy) {
	const keys = (orderBy?.length ? orderBy : [{}]).map(({ field, direction }) => {
		const name = field ?? defaultOrder;
		const order = orders[name];
		return {
			name,
			order,
			isDescending: direction ? direction === "desc" : order.descending
		};
	});
	const uniqueKeyIndex = keys.findIndex(({ order }) => order.column === "id");
	return uniqueKeyIndex < 0 ? keys : keys.slice(0, uniqueKeyIndex + 1);
}
/** Returns a key that identifies an order; null for the list's default order. */
function toOrderKey({ defaultOrder = "createdAt" }, keys) {
	const [{ name, order, isDescending }] = keys;
	return keys.length === 1 && name === defaultOrder && isDescending === order.descending ? null : keys.flatMap((key) => [key.name, key.isDescending]);
}
/** Returns a row's position in an order: the id, or a JSON array of the sort values and the id. */
function toPosition(keys, row) {
	const columns = keys.map(({ order }) => order.column);
	if (columns[0] === "id") return row.id;
	const values = columns.map((column) => row[column] ?? null);
	return JSON.stringify([...values, row.id]);
}
/** Returns the sort values of a position, followed by the id. */
const parsePosition = (position) => position.startsWith("[") ? JSON.parse(position) : [position, position];
/** Converts a position to parameters of `ListQueries.sorted`. */
function toCursorBound(side, position) {
	if (position === void 0) return void 0;
	const values = parsePosition(position);
	return {
		areNull: values.map((value) => value === null),
		params: Object.fromEntries(values.map((value, index) => [`${side}${index}`, value]))
	};
}
// src/filtering/find-page.ts
const maxFirstScan = 512;
const maxSetSize = 5e3;
const maxPageScan = 1e5;
const maxCountScan = 5e5;
/** Maximum records scanned for an export chunk, so that each read is short with any filter. */
const maxExportScan = 4096;
const setChunkRows = 512;
/** Finds the rows of a page, plus one row if another page follows. @throws BAD_REQUEST */
async function findPage(ctx, search, request) {
	const { spec, keys } = search;
	const [{ order }, secondKey] = keys;
	const limit = request.limit + 1;
	const firstScan = order.unindexed || secondKey ? void 0 : await scanIndex(ctx, search, toScanRanges(search, request), limit, maxFirstScan);
	if (firstScan && (firstScan.nextRanges.length === 0 || firstScan.rows.length >= limit)) return firstScan.rows;
	const setIndex = await findSmallestSetIndex(ctx, search);
	if (setIndex !== void 0) return sortCandidateSet(ctx, search, setIndex, {
		...request,
		limit
	});
	if (secondKey) throw scanLimitError(spec, maxSetSize, "sort this list by several fields", "sort by one field");
	if (!firstScan) throw scanLimitError(spec, maxSetSize, "sort this list", "use another order");
	const missingCount = limit - firstScan.rows.length;
	const secondScan = await scanIndex(ctx, search, firstScan.nextRanges, missingCount, maxPageScan);
	if (secondScan.rows.length < missingCount && secondScan.nextRanges.length > 0) throw scanLimitError(spec, maxPageScan, "fill this page", "omit the filter");
	return [...firstScan.rows, ...secondScan.rows];
}
/** Sorts all matches in a candidate set, and returns the first `limit` rows of the page. */
async function sortCandidateSet(ctx, search, setIndex, { after, before, isBackward, limit }) {
	const { scope, keys } = search;
	const [start, end] = [toCursorBound("after", after), toCursorBound("before", before)];
	const sortShape = {
		scope,
		keys,
		isBackward,
		after: start?.areNull,
		before: end?.areNull
	};
	const ids = encodeListParam(await listMatches(ctx, search, setIndex));
	const params = {
		...search.params,
		...start?.params,
		...end?.params,
		ids,
		limit
	};
	return ctx.db.all(search.queries.sorted(sortShape), params);
}
/** Counts the matching records. @throws BAD_REQUEST if the count requires too long a scan */
async function countMatches(ctx, search) {
	const setIndex = matchesAll(search.filter.expression) ? void 0 : await findSmallestSetIndex(ctx, search);
	if (setIndex !== void 0) return (await listMatches(ctx, search, setIndex)).length;
	const total = await countByScan(ctx, {
		...search,
		keys: getCreationSortKeys(true)
	}, maxCountScan);
	if (total === void 0) throw scanLimitError(search.spec, maxCountScan, "count the matches", "omit `totalCount` (`total` in REST)");
	return total;
}
/** Finds the next matches in creation order. A chunk may be empty even if more chunks follow. */
async function findExportChunk(ctx, search, afterId, limit) {
	const idSearch = {
		...search,
		keys: getCreationSortKeys(false)
	};
	const request = {
		limit,
		isBackward: false,
		after: afterId
	};
	const setIndex = await findSmallestSetIndex(ctx, idSearch);
	const { rows, nextRanges } = setIndex === void 0 ? await scanIndex(ctx, idSearch, toScanRanges(idSearch, request), limit, maxExportScan) : {
		rows: await sortCandidateSet(ctx, idSearch, setIndex, request),
		nextRanges: []
	};
	const nextAfterId = rows.length >= limit ? rows.at(-1)?.id : nextRanges[0]?.start?.id;
	return {
		rows,
		...nextAfterId !== void 0 && { nextAfterId }
	};
}
function toScanRanges(search, request) {
	const { spec, keys, filter } = search;
	const [{ order, isDescending }] = keys;
	const [after, before] = [toKeyset(request.after), toKeyset(request.before)];
	const [start, end] = request.isBackward ? [before, after] : [after, before];
	const ranges = createScanRanges(order, isDescending, request.isBackward, start, end);
	return findRangeComparisons(spec, filter.expression, order.column).length > 0 ? ranges.filter(({ onlyNulls }) => !onlyNulls) : ranges;
}
function toKeyset(position) {
	if (position === void 0) return void 0;
	const [value, id] = parsePosition(position);
	return {
		value,
		id
	};
}
/** Returns the index of the smallest candidate set; undefined if all sets are too large. */
async function findSmallestSetIndex(ctx, search) {
	const { spec, queries, filter, scope, params } = search;
	const setSizes = await ctx.db.first(queries.setSizes({
		where: filter.expression,
		scope
	}), {
		...params,
		...filter.params,
		limit: 5001
	});
	countScanned(ctx, spec.table, maxSetSize);
	const [smallestEntry] = Object.entries(setSizes ?? {}).sort(([, a], [, b]) => a - b);
	return smallestEntry && smallestEntry[1] <= maxSetSize ? Number(smallestEntry[0]) : void 0;
}
/** Returns the ids of the matches in a candidate set, which is filtered in chunks. */
async function listMatches(ctx, search, setIndex) {
	const { queries, scope, filter, spec } = search;
	const where = filter.expression;
	const params = {
		...search.params,
		...filter.params
	};
	const candidates = await ctx.db.all(queries.setIds({
		where,
		scope,
		set: setIndex
	}), params);
	const query = queries.matchingIds({
		where,
		scope
	});
	const chunkSize = new ChunkSize(setChunkRows, where, setChunkRows);
	const matchingIds = [];
	for (let start = 0; start < candidates.length;) await chunkSize.runCounted(ctx, spec.table, async (rowCount) => {
		const ids = encodeListParam(candidates.slice(start, start + rowCount).map(({ id }) => id));
		for (const { id } of await ctx.db.all(query, {
			...params,
			ids
		})) matchingIds.push(id);
		start += rowCount;
	});
	return matchingIds;
}
function scanLimitError({ table, fields }, maxRecords, purpose, alternative) {
	const indexedFields = Object.entries(fields).flatMap(([name, field]) => !field.internal && (field.indexed || field.matchingIds) ? [name] : []);
	return badRequest(`The request has to scan more than ${formatCount(maxRecords)} records of \`${table}\` to ${purpose}: narrow the filter by one of ${indexedFields.join(", ")}, or ${alternative}`);
}
// src/filtering/page.ts
/**
* Pages of lists and their SQL. Each of the caller's access paths is read along an index, only to
* the end of the page, so the cost of a page does not depend on the size of the company.
*/
const toPageShape = (request) => ({
	hasAfter: request.after !== void 0,
	hasBefore: request.before !== void 0,
	isBackward: request.isBackward,
	...request.columns && { columns: request.columns }
});
/** Returns the parameters of a page; the limit has an extra row to detect a following page. */
const toPageParams = (request) => ({
	after: request.after,
	before: request.before,
	limit: request.limit + 1
});
function toPage(foundRows, request) {
	const hasMore = foundRows.length > request.limit;
	const rows = hasMore ? foundRows.slice(0, request.limit) : foundRows;
	return request.isBackward ? {
		rows: rows.toReversed(),
		hasNext: request.before !== void 0,
		hasPrevious: hasMore
	} : {
		rows,
		hasNext: hasMore,
		hasPrevious: request.after !== void 0
	};
}
/** Returns conditions that restrict a list, newest first, to ids between the cursors. */
function boundIds(p, { hasAfter, hasBefore }, id) {
	const afterBound = hasAfter ? sql` and ${sql.ref(id)} < ${p.after}` : sql``;
	const beforeBound = hasBefore ? sql` and ${sql.ref(id)} > ${p.before}` : sql``;
	return sql`${afterBound}${beforeBound}`;
}
/** Returns `order by … limit …`: newest first, or oldest first for a backward page. */
const orderNewestFirst = (p, { isBackward }, id) => sql`order by ${sql.ref(id)} ${sql.raw(isBackward ? "asc" : "desc")} limit ${p.limit}`;
const formatTimePosition = (time, id) => `${time} ${id}`;
/** Restricts, sorts and limits a list by a time; for the cursors, see `formatTimePosition`. */
function paginateByTime(p, shape, time, id) {
	const keyset = sql`(${sql.ref(time)}, ${sql.ref(id)})`;
	const parsePosition = (param) => sql`(substr(${param}, 1, 24), substr(${param}, 26))`;
	const afterBound = shape.hasAfter ? sql` and ${keyset} < ${parsePosition(p.after)}` : sql``;
	const beforeBound = shape.hasBefore ? sql` and ${keyset} > ${parsePosition(p.before)}` : sql``;
	const direction = sql.raw(shape.isBackward ? "asc" : "desc");
	return sql`${afterBound}${beforeBound} order by ${sql.ref(time)} ${direction}, ${sql.ref(id)} ${direction} limit ${p.limit}`;
}
/** Maximum number of users per access path whose records SQLite merges in order. */
const maxMergedUsers = 12;
function newestPage(spec, p, shape) {
	const id = `${spec.table}.id`;
	const paths = spec.policy.accessPaths(p, shape.scope);
	const condition = sql`${createWhereClause(spec, p, shape)}${boundIds(p, shape, id)}`;
	const whereCondition = paths.length === 0 ? condition : sql`${isInCompany(spec, p)} and ${sql.ref(id)} in (${selectIdsByPaths(spec, p, shape, paths, condition)})`;
	return sql`select ${selectColumns(spec.table, shape.columns)} from ${sql.table(spec.table)} where ${whereCondition} ${orderNewestFirst(p, shape, id)}`;
}
function countTotal(spec, p, shape) {
	const condition = createWhereClause(spec, p, shape);
	const [table, id] = [sql.table(spec.table), sql.ref(`${spec.table}.id`)];
	const limitClause = shape.isLimited ? sql` limit ${p.limit}` : sql``;
	const paths = spec.policy.accessPaths(p, shape.scope).map((path) => "ids" in path ? sql`select ${id} as "id" from (${path.ids}) as "path" cross join ${table} where ${id} = "path"."id" and ${condition}` : sql`select ${id} as "id" from ${selectPathValues(path)} cross join ${table} where ${sql.ref(`${spec.table}.${path.column}`)} = "user"."value" and ${condition}`);
	const visibleRows = paths.length ? sql`select "id" from (${sql.join(paths, sql` union `)}) as "visible"` : sql`select 1 from ${table} where ${condition}`;
	return sql`select count(*) as "total" from (${visibleRows}${limitClause}) as "limited"`;
}
const isInCompany = ({ table }, p) => sql`${sql.ref(`${table}.companyId`)} = ${p.companyId}`;
const createWhereClause = (spec, p, { where, scope }) => "and" in where && where.and.length === 0 ? isInCompany(spec, p) : sql`${isInCompany(spec, p)} and ${toPredicate(spec, where, p, scope)}`;
/** Selects the union of each access path's newest ids; paths given as subqueries are read fully. */
function selectIdsByPaths({ table }, p, shape, paths, where) {
	const id = sql.ref(`${table}.id`);
	const pageClause = orderNewestFirst(p, shape, `${table}.id`);
	const selectRows = (column, user) => sql`from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${user} and ${where}`;
	const selectByUsers = (column, users) => {
		const children = sql`${selectRows(column, sql`"user"."value"`)} ${pageClause}`;
		return sql`select "found"."id" ${limitedPerRow({
			from: users,
			children,
			table,
			id: "id",
			as: "found",
			columns: [],
			company: p.companyId
		})}`;
	};
	const selectByPath = (path) => "ids" in path ? sql`select "id" from (select ${id} as "id" from (${path.ids}) as "path" cross join ${sql.table(table)} where ${id} = "path"."id" and ${where} ${pageClause}) as "named"` : selectByUsers(path.column, selectPathValues(path));
	/** Returns the sorted parts of a union, which SQLite merges up to the end of the page. */
	const listMergedParts = (path) => {
		if (!("users" in path)) return [selectByPath(path)];
		const { column, users } = path;
		const unionParts = Array.from({ length: maxMergedUsers }, (_, index) => sql`select ${id} as "id" ${selectRows(column, jsonValueAt(users, index, "text"))}`);
		const otherUsers = sql`(select "value" from json_each(${users}) where "key" >= ${sql.lit(maxMergedUsers)}) as "user"`;
		return [...unionParts, sql`select "id" from (${selectByUsers(column, otherUsers)}) as "others"`];
	};
	return byDialect({
		sqlite: () => sql`select "id" from (${sql.join(paths.flatMap(listMergedParts), sql` union `)} ${orderNewestFirst(p, shape, "id")}) as "merged"`,
		postgres: () => sql.join(paths.map(selectByPath), sql` union `)
	});
}
// src/filtering/list-queries.ts
/** The SQL statements of a list, derived from the list's filter spec. */
function createListQueries(spec) {
	const listSql = new ListSql(spec);
	const { table } = listSql;
	const createFamily = (build) => queryFamily((_, p, shape) => build(p, shape));
	return {
		/** Selects a page, newest first, by access paths. */
		newestPage: createFamily((p, shape) => newestPage(spec, p, shape)),
		/** Counts the records by access paths; counts up to `limit` if `isLimited` is set. */
		total: createFamily((p, shape) => countTotal(spec, p, shape)),
		/** Selects the last row of a scan chunk; selects no row if the scan ends within the chunk. */
		chunkEnd: createFamily((p, { scan, scope }) => sql`select ${listSql.column(scan.column)} as "value", ${listSql.id} as "id" ${listSql.fromScan(p, scan, scope)} limit 1 offset ${p.offset}`),
		/** Selects up to `limit` matching rows of a scan, in scan order. */
		matches: createFamily((p, shape) => sql`${listSql.withScanned(p, shape)} select ${table}.*${listSql.selectComputed(shape.scan.column)} ${listSql.fromMatches(p, shape)} ${listSql.orderBy(shape.scan)} limit ${p.limit}`),
		countMatches: createFamily((p, shape) => sql`${listSql.withScanned(p, shape)} select count(*) as "total" ${listSql.fromMatches(p, shape)}`),
		/** Selects the matching records among `ids`. */
		matchingIds: createFamily((p, shape) => sql`${listSql.withListed(p)} select ${listSql.id} as "id" ${listSql.fromMatches(p, shape)}`),
		/** Selects up to `limit` visible records among `ids`, sorted by the sort keys. */
		sorted: createFamily((p, shape) => sql`${listSql.sorted(p, shape)}`),
		/** Counts each candidate set, up to `limit`, in the columns `0`, `1` … */
		setSizes: createFamily((p, shape) => {
			const countQueries = listSql.getSets(p, shape).map(({ sizeQuery }, index) => sql`(select count(*) from (select 1 from (${sizeQuery}) as "set" limit ${p.limit}) as "limited") as ${sql.ref(String(index))}`);
			return sql`select ${sql.join(countQueries)}`;
		}),
		setIds: createFamily((p, shape) => sql`select distinct "id" from (${listSql.getSets(p, shape)[shape.set]?.ids}) as "set"`)
	};
}
var ListSql = class {
	table;
	id;
	#spec;
	constructor(spec) {
		this.#spec = spec;
		this.table = sql.table(spec.table);
		this.id = this.column("id");
	}
	column(name) {
		const { computedColumns, table } = this.#spec;
		return computedColumns?.[name] ?? sql.ref(`${table}.${name}`);
	}
	selectComputed(column) {
		const expression = this.#spec.computedColumns?.[column];
		return expression ? sql`, ${expression} as ${sql.ref(column)}` : sql``;
	}
	orderBy({ column, onlyNulls, isDescending }) {
		const direction = sql.raw(isDescending ? "desc" : "asc");
		return onlyNulls || column === "id" ? sql`order by ${this.id} ${direction}` : sql`order by ${this.column(column)} ${direction}, ${this.id} ${direction}`;
	}
	/** Returns `from … where … order by …` for a scan. */
	fromScan(p, scan, scope) {
		const conditions = scan.conditions.map((condition) => sql` and ${toPredicate(this.#spec, condition, p, scope)}`);
		return sql`from ${this.table} where ${this.#isInCompany(p)}${sql.join(conditions, sql``)}${this.#keysetBounds(p, scan)} ${this.orderBy(scan)}`;
	}
	withScanned(p, { scan, scope }) {
		return this.#withCandidates(sql`select ${this.id} as "id" ${this.fromScan(p, scan, scope)} limit ${p.chunkRows}`);
	}
	withListed(p) {
		return this.#withCandidates(sql`select "listed"."value" as "id" from ${listRows(p.ids, "listed")}`);
	}
	/** Materializes the candidates, so that the planner looks up each candidate by id. */
	#withCandidates(ids) {
		return sql`with "candidate" as materialized (${ids})`;
	}
	fromMatches(p, { where, scope }) {
		return this.#fromCandidates(p, scope, [toPredicate(this.#spec, where, p, scope)]);
	}
	/** Returns `from … where …`; `is true` prevents the planner from using other indexes. */
	#fromCandidates(p, scope, conditions) {
		return sql`from "candidate" ${orderedJoin} ${this.table} on ${this.#isInCompany(p)} and ${this.id} = "candidate"."id"
      where (${sql.join([...conditions, this.#spec.policy.canView(p, scope)], sql` and `)}) is true`;
	}
	/** Sorts candidates, nulls last; ties are sorted by id in the direction of the last key. */
	sorted(p, { scope, keys, isBackward, after, before }) {
		const lastKey = keys.at(-1);
		const keysWithId = [...keys, {
			order: { column: "id" },
			isDescending: lastKey.isDescending
		}];
		const toDirection = (isDescending) => sql.raw(isDescending === isBackward ? "asc" : "desc");
		const orderBy = keys.map(({ order: { column, nullable }, isDescending }) => {
			const nullsLast = nullable ? sql`${this.column(column)} is null ${toDirection(false)}, ` : sql``;
			return sql`${nullsLast}${this.column(column)} ${toDirection(isDescending)}`;
		});
		const bounds = [...after ? [this.#compareKeys(p, keysWithId, after, "after")] : [], ...before ? [this.#compareKeys(p, keysWithId, before, "before")] : []];
		const computedColumns = keys.map(({ order }) => this.selectComputed(order.column));
		return sql`${this.withListed(p)} select ${this.table}.*${sql.join(computedColumns, sql``)} ${this.#fromCandidates(p, scope, bounds)}
      order by ${sql.join(orderBy)}, ${this.id} ${toDirection(lastKey.isDescending)} limit ${p.limit}`;
	}
	/** Returns a predicate for whether a row is after or before a cursor with these null values. */
	#compareKeys(p, keys, areNull, side, index = 0) {
		const [key, ...otherKeys] = keys;
		if (!key) return sql`1 = 0`;
		const isAfter = side === "after";
		const column = this.column(key.order.column);
		const cursorValue = p[`${side}${index}`];
		const operator = sql.raw(key.isDescending === isAfter ? "<" : ">");
		const nullsAfter = isAfter && key.order.nullable ? sql` or ${column} is null` : sql``;
		const [isBeyond, isEqual] = areNull[index] ? [isAfter ? sql`1 = 0` : sql`${column} is not null`, sql`${column} is null`] : [sql`${column} ${operator} ${cursorValue}${nullsAfter}`, sql`${column} = ${cursorValue}`];
		return sql`(${isBeyond} or ${isEqual} and ${this.#compareKeys(p, otherKeys, areNull, side, index + 1)})`;
	}
	/** Returns the candidate sets of the filter and of the access paths, then the whole table. */
	getSets(p, { where, scope }) {
		const pathQueries = this.#spec.policy.accessPaths(p, scope).map((path) => sql`select "id" from (${selectPathIds(path, this.#spec.table, p.companyId)}) as "path"`);
		const fallbackIdQueries = [...pathQueries.length ? [sql`${sql.join(pathQueries, sql` union all `)}`] : [], sql`select ${this.id} as "id" from ${this.table} where ${this.#isInCompany(p)}`];
		return [...findCandidateSets(this.#spec, where, p, scope), ...fallbackIdQueries.map((ids) => ({
			ids,
			sizeQuery: ids
		}))];
	}
	#isInCompany(p) {
		return sql`${this.column("companyId")} = ${p.companyId}`;
	}
	#keysetBounds(p, scan) {
		const { column, nullable, onlyNulls, isDescending, hasStart, hasEnd } = scan;
		const createBound = (isLower, value, id) => {
			const operator = sql.raw(isLower ? ">" : "<");
			return onlyNulls || column === "id" ? sql` and ${this.id} ${operator} ${id}` : sql` and (${this.column(column)}, ${this.id}) ${operator} (${value}, ${id})`;
		};
		const nullCondition = nullable ? sql` and ${this.column(column)} is ${sql.raw(onlyNulls ? "null" : "not null")}` : sql``;
		const startBound = hasStart ? createBound(!isDescending, p.startValue, p.startId) : sql``;
		const endBound = hasEnd ? createBound(isDescending, p.endValue, p.endId) : sql``;
		return sql`${nullCondition}${startBound}${endBound}`;
	}
};
// src/filtering/filtered-list.ts
/** Lists that clients can filter, sort, page through and count, derived from a filter spec. */
const filteredList = (definition) => new FilteredList(definition);
/** The longest list to count on the main thread; a worker thread counts longer lists. */
const maxMainThreadCount = 5e3;
var FilteredList = class {
	#definition;
	#queries;
	constructor(definition) {
		this.#definition = definition;
		this.#queries = createListQueries(definition.spec);
	}
	/** @throws FORBIDDEN, VALIDATION_ERROR; BAD_REQUEST if the page requires too long a scan */
	page(ctx, options, request) {
		const { spec, pageLimit, toRecord } = this.#definition;
		const adaptedRequest = {
			...request,
			limit: pageLimit ?? request.limit,
			columns: toRecord ? void 0 : request.columns
		};
		const [{ order, isDescending }] = resolveSortKeys(spec, options.orderBy);
		const isNewestFirst = order.column === "id" && isDescending;
		const page = mapMaybePromise(this.#authorize(ctx, options), () => isNewestFirst && this.#isUnfiltered(options) ? this.#findNewestPage(ctx, options, adaptedRequest) : this.#searchPage(ctx, options, adaptedRequest));
		return mapMaybePromise(page, ({ rows, ...rest }) => ({
			...rest,
			rows: this.#toRecords(rows)
		}));
	}
	/** @throws FORBIDDEN, VALIDATION_ERROR; BAD_REQUEST if the count requires too long a scan */
	async count(ctx, options) {
		this.#requireScope(ctx);
		if (!this.#isUnfiltered(options)) return countMatches(ctx, await this.#createSearch(ctx, options));
		const { shape, params } = this.#selectUnfiltered(ctx, options);
		const query = this.#queries.total({
			...shape,
			isLimited: true
		});
		const countRow = await ctx.db.first(query, {
			...params,
			limit: maxMainThreadCount
		});
		if (countRow && countRow.total < maxMainThreadCount) return countRow.total;
		return countInWorker(ctx, this.#queries.total(shape), params);
	}
	/** Reads the next chunk of the list in creation order. @throws FORBIDDEN, VALIDATION_ERROR */
	async exportChunk(ctx, options, afterId, limit) {
		await this.#authorize(ctx, options);
		const { rows, ...rest } = await findExportChunk(ctx, await this.#createSearch(ctx, options), afterId, limit);
		return {
			...rest,
			rows: this.#toRecords(rows)
		};
	}
	/** Returns a callback that computes a record's position in the list, for use in cursors. */
	position(options) {
		const keys = resolveSortKeys(this.#definition.spec, options.orderBy);
		return (record) => toPosition(keys, record);
	}
	/** Returns a key of the filter and the order; a cursor is valid for one key only. */
	key({ where, orderBy, ...otherOptions }) {
		const { spec } = this.#definition;
		return [
			this.#isUnfiltered({ where }) ? null : this.#listConditions(where),
			toOrderKey(spec, resolveSortKeys(spec, orderBy)),
			otherOptions
		];
	}
	#requireScope(ctx) {
		const { scope } = this.#definition.spec.policy;
		if (scope) requireScope(ctx.viewer, scope);
	}
	#toRecords(rows) {
		const { toRecord } = this.#definition;
		return linkBatch(toRecord ? rows.map((row) => toRecord(row)) : rows);
	}
	#authorize(ctx, options) {
		this.#requireScope(ctx);
		return this.#definition.check?.(ctx, options);
	}
	#isUnfiltered({ where }) {
		return this.#listConditions(where).length === 0;
	}
	/** Lists the client's conditions, except fields without comparators, which match every record. */
	#listConditions(where) {
		const { fields } = this.#definition.spec;
		return Object.entries(where ?? {}).filter(([name, value]) => value !== void 0 && !(fields[name] && Object.values(value).every((item) => item === void 0)));
	}
	#selectUnfiltered(ctx, options) {
		const { expression: where, params } = createFilter(this.#definition.conditions?.(options) ?? []);
		return {
			shape: {
				where,
				scope: accessScopeOf(ctx.viewer)
			},
			params: {
				...accessParams(ctx.viewer),
				...params,
				now: timestamp(ctx)
			}
		};
	}
	#findNewestPage(ctx, options, request) {
		const { shape, params } = this.#selectUnfiltered(ctx, options);
		const query = this.#queries.newestPage({
			...shape,
			...toPageShape(request)
		});
		return mapMaybePromise(ctx.db.all(query, {
			...params,
			...toPageParams(request)
		}), (rows) => toPage(rows, request));
	}
	async #searchPage(ctx, options, request) {
		return toPage(await findPage(ctx, await this.#createSearch(ctx, options), request), request);
	}
	async #createSearch(ctx, options) {
		const { spec, conditions } = this.#definition;
		return {
			spec,
			queries: this.#queries,
			filter: await parseFilter(ctx, spec, options.where, conditions?.(options)),
			scope: accessScopeOf(ctx.viewer),
			params: {
				...accessParams(ctx.viewer),
				now: timestamp(ctx)
			},
			keys: resolveSortKeys(spec, options.orderBy)
		};
	}
};
/** Runs a potentially slow count in a worker thread, so that other requests are not blocked. */
async function countInWorker(ctx, query, params) {
	ctx.hasWaited = true;
	return (await ctx.db.readFirstInWorker(query, params))?.total ?? 0;
}
// src/filtering/linked-rows.ts
/** Creates filter fields that compare rows of another table that reference the record. */
/** Returns parts of a filter field of `records` that matches if any linked row matches. */
function linkedRows(records, { table, recordColumn, column, matches, isVisible }) {
	const recordId = sql.ref(`link.${recordColumn}`);
	const selectRecordIds = (p, condition) => sql`select ${recordId} as "id" from ${sql.table(table)} as "link" where "link"."companyId" = ${p.companyId} and ${condition}`;
	const isMatch = (p, operator, value) => matches?.(p, operator, value) ?? compare(sql.ref(`link.${column}`), operator, value);
	return {
		predicate: (p, scope, value, operator) => {
			const isOfRecord = sql`${recordId} = ${sql.ref(`${records}.id`)}`;
			const condition = isVisible ? sql`${isOfRecord} and ${isVisible(p, scope)}` : isOfRecord;
			return operator === "isNull" ? sql`not exists (${selectRecordIds(p, condition)})` : sql`exists (${selectRecordIds(p, sql`${condition} and ${isMatch(p, operator, value)}`)})`;
		},
		matchingIds: (p, _, value, operator) => selectRecordIds(p, isMatch(p, operator, value))
	};
}
// src/access/rules.ts
/**
* The rules of policies. A rule compares a column of a record, or of rows linked to it, with users,
* teams or viewable records. It provides index lookups, a predicate and, for deletion events, a
* query for the users whom it grants access.
*/
const alwaysFalse = sql`1 = 0`;
function anyOf(conditions) {
	const possibleConditions = conditions.filter((condition) => condition !== alwaysFalse);
	const [firstCondition = alwaysFalse] = possibleConditions;
	return possibleConditions.length > 1 ? sql`(${sql.join(possibleConditions, sql` or `)})` : firstCondition;
}
const emptyAudience = {
	owners: [],
	users: []
};
const selectUsers = (values) => sql`select "value" as "userId" from (${values}) as "values" where "value" is not null`;
const caller = {
	coversAll: () => false,
	matches: (p, _, column) => sql`${sql.ref(column)} = ${p.viewerId}`,
	getAudience: (_, values) => ({
		owners: [],
		users: [selectUsers(values)]
	})
};
/** Matches the users whose records are covered by one of the caller's data scopes. */
const usersWithin = (name) => ({
	coversAll: (scope) => !scope.restrictedScopes.includes(name),
	matches: (p, _, column) => isIn(column, getUserList(p, name)),
	selectRows: (p) => listRows(getUserList(p, name), "target"),
	getUserList: (p) => getUserList(p, name),
	getAudience: (_, values) => ({
		owners: [selectUsers(values)],
		users: []
	})
});
const callersTeams = {
	coversAll: () => false,
	matches: (p, _, column) => isIn(column, p.teamIds),
	selectRows: (p) => listRows(p.teamIds, "target"),
	getAudience: (companyId, values) => ({
		owners: [],
		users: [sql`select "userId" from "teamMembers" where "companyId" = ${companyId} and "teamId" in (${values})`]
	})
};
/** Matches the viewable records of a kind. `limit` narrows one data scope to another. */
function viewableRecords(policy, limit) {
	const limitAccess = (p, scope) => limit ? limitScope(p, scope, ...limit) : [p, scope];
	return {
		coversAll: (scope) => !limit && policy.canViewAll(scope),
		matches: (p, scope, column) => policy.canViewReferenced(...limitAccess(p, scope), column),
		selectRows: (p, scope) => sql`(${policy.selectViewableIds(...limitAccess(p, scope))}) as "target"`,
		rowsColumn: "id",
		getAudience: (companyId, values) => policy.getAudience(companyId, values)
	};
}
const getTargetValue = ({ rowsColumn = "value" }) => sql.ref(`target.${rowsColumn}`);
/** Selects the ids of the records in a table that match a condition. */
const selectIds = (table, p, where) => sql`select "id" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${where}`;
/** Grants access to records whose `column` (never null if `isRequired`) matches the target. */
function byColumn(column, target, { isRequired = false, hasFewTargets = false } = {}) {
	return {
		coversAll: (scope) => target.coversAll(scope) && (isRequired || !!target.getUserList),
		accessPaths: (p, scope, table) => {
			if (target.getUserList) return [{
				column,
				users: target.getUserList(p)
			}];
			if (!target.selectRows || target.coversAll(scope)) return [{ ids: selectIds(table, p, target.matches(p, scope, column)) }];
			const rows = target.selectRows(p, scope);
			if (hasFewTargets) return [{
				column,
				values: sql`select ${getTargetValue(target)} as "value" from ${rows}`
			}];
			return [{ ids: sql`select ${sql.ref(`${table}.id`)} as "id" from ${rows} cross join ${sql.table(table)} where ${sql.ref(`${table}.companyId`)} = ${p.companyId} and ${sql.ref(`${table}.${column}`)} = ${getTargetValue(target)}` }];
		},
		predicate: (p, scope, alias) => target.matches(p, scope, `${alias}.${column}`),
		getAudience: (companyId, table, ids) => target.getAudience(companyId, sql`select ${sql.ref(column)} as "value" from ${sql.table(table)} where "companyId" = ${companyId} and "id" in (${ids})`)
	};
}
/** Grants access to records with a linked row that matches the target. */
function byLink(link, target) {
	const { table: linkTable, recordColumn, valueColumn, joinColumn = "id" } = link;
	const fromLinks = (p, condition) => sql`${sql.table(linkTable)} as "link" where "link"."companyId" = ${p.companyId} and ${condition}`;
	const key = sql.ref(`link.${recordColumn}`);
	/** Selects the `joinColumn` values of the linked records, using an index on the target column. */
	const selectKeys = (p, scope, alias) => target.selectRows ? sql`select distinct ${key} as ${sql.ref(alias)} from ${target.selectRows(p, scope)} cross join ${fromLinks(p, sql`${sql.ref(`link.${valueColumn}`)} = ${getTargetValue(target)}`)}` : sql`select ${key} as ${sql.ref(alias)} from ${fromLinks(p, target.matches(p, scope, `link.${valueColumn}`))}`;
	return {
		coversAll: () => false,
		accessPaths: (p, scope) => joinColumn === "id" ? [{ ids: selectKeys(p, scope, "id") }] : [{
			column: joinColumn,
			values: selectKeys(p, scope, "value")
		}],
		predicate: (p, scope, alias) => {
			const ownValue = sql.ref(`${alias}.${joinColumn}`);
			if (!target.selectRows) return sql`${ownValue} in (${selectKeys(p, scope, "id")})`;
			return sql`exists (select 1 from ${fromLinks(p, sql`${key} = ${ownValue}`)} and ${target.matches(p, scope, `link.${valueColumn}`)})`;
		},
		getAudience: (companyId, table, ids) => {
			const ownValues = joinColumn === "id" ? ids : sql`select ${sql.ref(joinColumn)} from ${sql.table(table)} where "companyId" = ${companyId} and "id" in (${ids})`;
			return target.getAudience(companyId, sql`select ${sql.ref(valueColumn)} as "value" from ${sql.table(linkTable)} where "companyId" = ${companyId} and ${sql.ref(recordColumn)} in (${ownValues})`);
		}
	};
}
/** Grants all users, or only administrators, access to records whose flag is set. */
const byFlag = (column, { administratorsOnly = false } = {}) => {
	const grantsAccess = (scope) => !administratorsOnly || !scope.restrictedScopes.includes("role");
	return {
		coversAll: () => false,
		accessPaths: (p, scope, table) => grantsAccess(scope) ? [{ ids: selectIds(table, p, sql`${sql.ref(column)} = 1`) }] : [],
		predicate: (_, scope, alias) => grantsAccess(scope) ? sql`${sql.ref(`${alias}.${column}`)} = 1` : alwaysFalse,
		getAudience: (companyId, table, ids) => administratorsOnly ? emptyAudience : {
			owners: [],
			users: [sql`select '*' as "userId" from ${sql.table(table)} where "companyId" = ${companyId} and "id" in (${ids}) and ${sql.ref(column)} = 1`]
		}
	};
};
const administrators = {
	coversAll: (scope) => !scope.restrictedScopes.includes("role"),
	accessPaths: () => [],
	predicate: () => alwaysFalse,
	getAudience: () => emptyAudience
};
function selectAudience(companyId, { owners, users }) {
	const noOwners = sql`select cast(null as text) as "userId" where 1 = 0`;
	const leaders = sql`select "leader"."userId" from "owners" ${orderedJoin} "teamMembers" as "member"
      on "member"."companyId" = ${companyId} and "member"."userId" = "owners"."userId" and "member"."isMember" = 1
      ${orderedJoin} "teamMembers" as "leader" on "leader"."companyId" = "member"."companyId" and "leader"."teamId" = "member"."teamId" and "leader"."isLeader" = 1
      ${orderedJoin} "users" on "users"."companyId" = "leader"."companyId" and "users"."id" = "leader"."userId"
        and "users"."role" in (${sql.join(listRolesWithLevel("team").map((role) => sql.lit(role)))})`;
	return sql`with "owners" as (${owners.length > 0 ? sql.join(owners, sql` union `) : noOwners})
    select "userId" from "owners" union ${leaders}${sql.join(users.map((selectUserIds) => sql` union ${selectUserIds}`), sql``)}`;
}
// src/access/policy.ts
/**
* Defines, by rules, who can view and edit records of a kind. Each kind declares one policy, from
* which every check is derived: the access paths of lists, the predicates for single and referenced
* records, and the users who could view a deleted record.
*/
/**
* Returns a predicate: whether a narrowed key covers every scope of the credential in a row. A
* credential with null `scopes` has all rights of its user, so no narrowed key covers it.
*/
function coversScopes(p, narrowedScopes, alias) {
	const [userId, scopes] = [sql.ref(`${alias}.userId`), sql.ref(`${alias}.scopes`)];
	const scope = sql.ref("held.value");
	const matchesSomeScope = (condition) => sql`exists (select 1 from ${jsonElements(scopes, "held")} where ${condition})`;
	const includesOneOf = (forms) => matchesSomeScope(sql`${scope} in (${sql.join(forms.map((form) => sql.lit(form)))})`);
	const isCovered = sql`case when ${userId} = ${p.viewerId} then ${isIn(scope, p.ownCredentialScopes)} else ${isIn(scope, p.otherCredentialScopes)} end`;
	const limitConditions = getViewScopeForms(narrowedScopes).map(({ forms, limits }) => sql` and (${includesOneOf(forms)} or not ${includesOneOf(limits)})`);
	return sql`(${scopes} is not null and not ${matchesSomeScope(sql`not ${isCovered}`)}${sql.join(limitConditions, sql``)})`;
}
const alwaysTrue = sql`1 = 1`;
function definePolicy(definition) {
	const { table, view, edit, isCredential } = definition;
	const rules = view === "everybody" ? [] : view;
	const rulesCoverAll = (scope) => view === "everybody" || rules.some((rule) => rule.coversAll(scope));
	const matchAny = (list, p, scope, alias) => list.some((rule) => rule.coversAll(scope)) ? alwaysTrue : anyOf(list.map((rule) => rule.predicate(p, scope, alias)));
	const policy = {
		...definition,
		canViewAll: (scope) => rulesCoverAll(scope) && !(isCredential && scope.narrowedScopes),
		accessPaths: (p, scope) => {
			if (policy.canViewAll(scope)) return [];
			if (isCredential && scope.narrowedScopes) return [{ ids: selectIds(table, p, policy.canView(p, scope)) }];
			return rules.flatMap((rule) => rule.accessPaths(p, scope, table));
		},
		canView: (p, scope, alias = table) => {
			const isVisible = view === "everybody" ? alwaysTrue : matchAny(rules, p, scope, alias);
			if (!isCredential || !scope.narrowedScopes) return isVisible;
			const isCovered = isCredential === "allRights" ? alwaysFalse : coversScopes(p, scope.narrowedScopes, alias);
			const isCallersOwn = sql`${sql.ref(`${alias}.id`)} = ${p.credentialId}`;
			return sql`(${isVisible} and ${anyOf([isCallersOwn, isCovered])})`;
		},
		canEdit: (p, scope, alias = table) => edit ? matchAny(edit, p, scope, alias) : policy.canView(p, scope, alias),
		canEditAll: (scope) => policy.canViewAll(scope) && (edit?.some((rule) => rule.coversAll(scope)) ?? true),
		editableIds: queryFamily((_, p, scope) => sql`select "id" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn("id", p.ids)} and ${policy.canView(p, scope)} and ${policy.canEdit(p, scope)}`),
		canViewReferenced: (p, scope, column) => canViewReferenced(policy, p, scope, column),
		selectViewableIds: (p, scope) => policy.canViewAll(scope) ? selectIds(table, p, alwaysTrue) : sql.join(policy.accessPaths(p, scope).map((path) => selectPathIds(path, table, p.companyId)), sql` union `),
		getAudience: (companyId, ids) => mergeAudiences(rules.map((rule) => rule.getAudience(companyId, table, ids))),
		viewers: query((_, { companyId, id }) => selectAudience(companyId, policy.getAudience(companyId, sql`${id}`)))
	};
	return policy;
}
function canViewReferenced(policy, p, scope, column) {
	if (policy.canViewAll(scope)) return sql`${sql.ref(column)} is not null`;
	const { table } = policy;
	const alias = `referenced_${table}`;
	return sql`exists (select 1 from ${sql.table(table)} as ${sql.ref(alias)} where ${sql.ref(`${alias}.companyId`)} = ${p.companyId} and ${sql.ref(`${alias}.id`)} = ${sql.ref(column)} and ${policy.canView(p, scope, alias)})`;
}
const mergeAudiences = (audiences) => ({
	owners: audiences.flatMap(({ owners }) => owners),
	users: audiences.flatMap(({ users }) => users)
});
// src/resources/users/table.ts
const userPolicy = definePolicy({
	table: "users",
	scope: "users.view",
	view: "everybody"
});
declareEvents("user", [
	"created",
	"updated",
	"suspended",
	"reactivated"
]);
// src/resources/users/filter-spec.ts
const userFilterSpec = {
	table: "users",
	prefix: "user",
	policy: userPolicy,
	fields: {
		id,
		role: indexed("Enum", "role", "The user's role."),
		roleName: indexed("Enum", "role", "The role's name in REST."),
		suspended: hasValueFilter("users.suspendedAt", "Whether the user is suspended."),
		teamId: {
			description: "The id of one of the user's teams.",
			type: "ID",
			...linkedRows("users", {
				table: "teamMembers",
				recordColumn: "userId",
				matches: (_, operator, value) => sql`${compare(sql.ref("link.teamId"), operator, value)} and ("link"."isLeader" = 1 or "link"."isMember" = 1)`
			})
		},
		email: indexedKey("users", "emailKey", "The email address, ignoring case."),
		name: foldedText("The full name", sql`"users"."firstName" || ' ' || "users"."lastName"`),
		createdAt,
		updatedAt: indexed("DateTime", "updatedAt", "The update time.")
	},
	relations: {},
	orders: {
		createdAt: descending("id", "The creation time."),
		updatedAt: descending("updatedAt", "The update time."),
		email: ascending("emailKey", "The email address, ignoring case."),
		firstName: ascending("firstNameKey", "The first name.", { unindexed: true }),
		lastName: ascending("lastNameKey", "The last name.", { unindexed: true })
	},
	computedColumns: {
		firstNameKey: sqlFold(sql`"users"."firstName"`),
		lastNameKey: sqlFold(sql`"users"."lastName"`)
	}
};
// src/resources/users/operations.ts
/** Reads, creates, updates and suspends users, who are visible to every user of the company. */
const usersByIds = query((_, p) => sql`select * from "users" where "companyId" = ${p.companyId} and ${isIn("id", p.ids)}`);
const userByEmail = query((_, p) => sql`select * from "users" where "companyId" = ${p.companyId} and "emailKey" = ${p.emailKey}`);
/** Selects up to two active Owners, to determine whether a user is the last active Owner. */
const activeOwners = query((_, p) => sql`
    select "id" from "users" where "companyId" = ${p.companyId} and "role" = 'Owner' and "suspendedAt" is null limit 2`);
const findUsers = (ctx, ids) => ctx.db.all(usersByIds, {
	companyId: ctx.viewer.companyId,
	ids: encodeListParam(ids)
});
const loadUser = createLoader((ctx, ids) => ctx.db.readCachedByIds(usersByIds, ctx.viewer.companyId, ids));
/** Returns the email of the user to whom the column refers. */
const getUserEmail = async (ctx, row, column) => (await loadUser.of(ctx, row, column))?.email ?? null;
const findUnknownUsers = (ctx, references) => findUnknownReferences(references, "user", (ids) => findUsers(ctx, ids));
const formatFullName = ({ firstName, lastName }) => `${firstName} ${lastName}`.trim();
/** Returns a user without checking the scope. @throws NOT_FOUND */
async function requireUser(ctx, id) {
	const [user] = await findUsers(ctx, [id]);
	if (!user) throw notFound("User");
	return user;
}
const toEmailKey = (email) => email.toLowerCase();
const findUserByEmail = (ctx, email) => ctx.db.first(userByEmail, {
	companyId: ctx.viewer.companyId,
	emailKey: toEmailKey(email)
});
/** Returns the user of the caller's credential. */
const getCurrentUser = (ctx) => requireUser(ctx, ctx.viewer.userId);
/** Returns a user. @throws NOT_FOUND, FORBIDDEN */
async function getUser(ctx, id) {
	requireScope(ctx.viewer, "users.view");
	return requireUser(ctx, id);
}
const users = filteredList({ spec: userFilterSpec });
const usersInOnePage = filteredList({
	spec: userFilterSpec,
	pageLimit: 1e6
});
const auditedFields = [
	"firstName",
	"lastName",
	"email",
	"role",
	"avatarUrl",
	"suspendedAt"
];
/**
* Creates a user. @throws VALIDATION_ERROR, FORBIDDEN if only an Owner may assign the role or if a
* narrowed key lacks permissions of the role, CONFLICT for an email in use
*/
async function createUser(ctx, input) {
	requireScope(ctx.viewer, "users.manage");
	const details = findNewUserErrors(input);
	if (details.length > 0) throw invalid(details);
	const role = input.role ?? input.roleName;
	if (role === "Owner") requireOwner(ctx, "Only an Owner may assign the role Owner");
	requireCoversRole(ctx.viewer, role);
	await requireUnusedEmail(ctx, input.email);
	const row = {
		...newRecord(ctx, "user"),
		...toName(input),
		email: input.email,
		emailKey: toEmailKey(input.email),
		role,
		avatarUrl: input.avatarUrl ?? null,
		suspendedAt: null
	};
	return insertRecord(ctx, "users", row, "user.created", auditedFields);
}
/**
* Updates a user. Suspending a user disables their API keys immediately. @throws NOT_FOUND,
* VALIDATION_ERROR, FORBIDDEN if only an Owner may update the user or if a narrowed key lacks
* permissions of the role, CONFLICT for an email in use or the last Owner
*/
async function updateUser(ctx, id, input) {
	requireScope(ctx.viewer, "users.manage");
	const user = checkVersion(ctx, await requireUser(ctx, id));
	if (user.role === "Owner") requireOwner(ctx, "Only an Owner may update an Owner");
	const patch = toPatch(ctx, user, requireSomeField(input));
	const newUser = {
		...user,
		...patch
	};
	const nameErrors = patch.firstName !== void 0 || patch.lastName !== void 0 ? findInvisibleNames(newUser) : [];
	const details = [
		...findConflictingRoles(input),
		...findMissingName(newUser),
		...nameErrors
	];
	if (details.length > 0) throw invalid(details);
	if (newUser.role === "Owner") requireOwner(ctx, "Only an Owner may assign the role Owner");
	if (!changesOnlyProfile(user, newUser)) for (const role of [user.role, newUser.role]) requireCoversRole(ctx.viewer, role);
	if (newUser.emailKey !== user.emailKey) await requireUnusedEmail(ctx, newUser.email);
	if (isActiveOwner(user) && !isActiveOwner(newUser)) await requireOtherOwner(ctx, id);
	return updateRecord(ctx, "users", user, patch, getUpdateEvent(user, newUser));
}
function toPatch(ctx, user, { role, roleName, suspended, firstName, lastName, ...columns }) {
	const suspendedAt = suspended ? user.suspendedAt ?? timestamp(ctx) : null;
	return omitUndefined({
		...columns,
		firstName: firstName === null ? "" : firstName,
		lastName: lastName === null ? "" : lastName,
		emailKey: columns.email === void 0 ? void 0 : toEmailKey(columns.email),
		role: role ?? roleName,
		suspendedAt: suspended === void 0 ? void 0 : suspendedAt
	});
}
const profileColumns = [
	"firstName",
	"lastName",
	"avatarUrl"
];
/** Returns whether an update affects neither the identity nor the permissions of a user. */
const changesOnlyProfile = (oldUser, newUser) => changesBetween(oldUser, newUser, Object.keys(newUser)).every(({ field }) => profileColumns.includes(field));
function getUpdateEvent(oldUser, newUser) {
	if (oldUser.suspendedAt === newUser.suspendedAt) return "user.updated";
	return newUser.suspendedAt ? "user.suspended" : "user.reactivated";
}
const isActiveOwner = ({ role, suspendedAt }) => role === "Owner" && suspendedAt === null;
/** Returns the errors in a new user's input that require no database lookup. */
function findNewUserErrors(input) {
	const name = toName(input);
	return [
		...input.role ?? input.roleName ? [] : [createDetail("role", "REQUIRED_FIELD", "is required")],
		...findConflictingRoles(input),
		...findMissingName(name),
		...findInvisibleNames(name)
	];
}
const toName = ({ firstName, lastName }) => ({
	firstName: firstName ?? "",
	lastName: lastName ?? ""
});
function findConflictingRoles({ role, roleName }) {
	return role && roleName ? [{
		field: "roleName",
		code: "INVALID_VALUE",
		message: "cannot be combined with `role`: set only one of them"
	}] : [];
}
function findMissingName(name) {
	return formatFullName(name) ? [] : [{
		field: "firstName",
		code: "REQUIRED_FIELD",
		message: "is required if `lastName` is empty"
	}];
}
/** Returns errors if a name that is not empty has no visible characters. */
const findInvisibleNames = (name) => isVisible(formatFullName(name)) ? [] : ["firstName", "lastName"].filter((field) => name[field] !== "").map((field) => createDetail(field, "INVALID_FORMAT", "must contain at least one visible character"));
/** Requires the role Owner. @throws FORBIDDEN */
function requireOwner(ctx, message) {
	if (ctx.viewer.role !== "Owner") throw forbidden(message);
}
/** Requires an email that no user of the company has. @throws CONFLICT */
async function requireUnusedEmail(ctx, email) {
	if (!await findUserByEmail(ctx, email)) return;
	const message = "belongs to another user of the company";
	const details = [createDetail("email", "INVALID_VALUE", message)];
	throw conflict(`The email ${message}`, { details });
}
/** Requires another active Owner. @throws CONFLICT */
async function requireOtherOwner(ctx, id) {
	if ((await ctx.db.all(activeOwners, { companyId: ctx.viewer.companyId })).some((owner) => owner.id !== id)) return;
	throw conflict("A company needs an active Owner: assign the role to another user first");
}
// src/lib/phone-numbers.ts
const require = createRequire("file:///work/wt/int/src/lib/phone-numbers.ts");
/** Loads the phone numbering plans on first use, to save memory until a number is parsed. */
const loadPhoneNumbers = () => require("libphonenumber-js");
export { orderByCreation as $, filteredList as A, findPage as B, byLink as C, viewableRecords as D, usersWithin as E, paginateByTime as F, createdAt as G, addRelation as H, toPage as I, hasValueFilter as J, descending as K, toPageParams as L, boundIds as M, formatTimePosition as N, linkedRows as O, orderNewestFirst as P, nameFilters as Q, toPageShape as R, byFlag as S, callersTeams as T, ascending as U, getCreationSortKeys as V, booleanFilter as W, indexed as X, id as Y, indexedKey as Z, usersInOnePage as _, findNewUserErrors as a, toPredicate as at, administrators as b, formatFullName as c, comparatorsByType as ct, getUserEmail as d, toTimeRange as dt, orderByPosition as et, loadUser as f, toDateRange as ft, users as g, updateUser as h, findInvisibleNames as i, fromVisibleRelated as it, createListQueries as j, countInWorker as k, getCurrentUser as l, listComparators as lt, toEmailKey as m, activeOwners as n, ChunkSize as nt, findUnknownUsers as o, createFilter as ot, requireUser as p, toUtc as pt, foldedText as q, createUser as r, compare as rt, findUserByEmail as s, parseFilter as st, loadPhoneNumbers as t, unindexed as tt, getUser as u, toRawConditions as ut, userFilterSpec as v, caller as w, byColumn as x, definePolicy as y, countMatches as z };
