import { $ as recordEvent, A as limitedPerRow, B as indexById, C as daysBefore, D as jsonValueAt, G as coversRole, H as loadAll, I as sumDecimals, L as withoutIndex, M as orderedJoin, N as selectColumns, O as jsonValuesAt, P as sqlFold, R as createLoader, S as contains, T as isIn, U as readOnce, V as linkBatch, X as requireCoversRole, a as findUnknownReferences, at as declareEvents, b as selectPathIds, c as newRecord, ct as listEventPatterns, d as requireVisible, dt as toTimestamp, et as restoreSequenceSkip, f as updateCredential, g as accessScopeOf, h as accessParams, i as deleteRecord, it as parseChanges, j as listRows, k as lateralLookup, l as omitUndefined, lt as createContext, m as withSavepoint, n as checkReferences, nt as changesBetween, o as insertRecord, p as updateRecord, r as checkVersion, rt as isDifferent, s as listReferences, st as listEventKinds, t as applyChanges, tt as writeEvents, u as requireSomeField, ut as timestamp, w as indexedBy, y as scopedQuery, z as createLoaderWithArguments } from "./records-CzuHo0A9.mjs";
import { a as forbidden, b as unauthorized, d as missingScope, i as createDetail, l as invalid, n as badRequest, p as notFound, r as conflict, t as ApiError, x as unavailable, y as truncateText } from "./errors-Cd1UCkd2.mjs";
import { i as mapMaybePromise, o as yieldToEventLoop, r as inChunks } from "./async-CcmZtahM.mjs";
import { h as sql, i as queryFamily, n as encodeListParam, r as query } from "./query-BmUqRt20.mjs";
import { n as createDerivedCache } from "./cache-zRcf0w4_.mjs";
import { c as suggestNames, d as uncapitalize, f as withArticle, l as toNoun, n as fold, r as formatCount, t as capitalize, u as toPlural } from "./text-86vERQj0.mjs";
import { c as requireScope, i as getDataScope, l as rightsOf, m as createMinId, r as getCredentialIds, v as idWithPrefix } from "./scopes-BgGiyNkn.mjs";
import { a as registerCountField, i as idsQuery, o as registerNodeType, r as getNodeType } from "./node-types-BuwqcZrZ.mjs";
import { a as listActions, i as isPermitted, n as createRecordReads, o as recordActions, r as declareActions, t as createListLoader } from "./record-reads-QqoL_qsF.mjs";
import { $ as orderByCreation, A as filteredList, B as findPage, C as byLink, D as viewableRecords, E as usersWithin, F as paginateByTime, G as createdAt, H as addRelation, I as toPage, J as hasValueFilter, K as descending, L as toPageParams, M as boundIds, N as formatTimePosition, O as linkedRows, P as orderNewestFirst, Q as nameFilters, R as toPageShape, S as byFlag, T as callersTeams, U as ascending, V as getCreationSortKeys, W as booleanFilter, X as indexed, Y as id, Z as indexedKey, _ as usersInOnePage, a as findNewUserErrors, at as toPredicate, c as formatFullName, ct as comparatorsByType, d as getUserEmail, dt as toTimeRange, f as loadUser, ft as toDateRange, g as users, h as updateUser, i as findInvisibleNames, it as fromVisibleRelated, j as createListQueries, k as countInWorker, l as getCurrentUser, lt as listComparators$1, n as activeOwners, nt as ChunkSize, o as findUnknownUsers, ot as createFilter, p as requireUser, q as foldedText, r as createUser, rt as compare, st as parseFilter, tt as unindexed, u as getUser, ut as toRawConditions, v as userFilterSpec, w as caller, x as byColumn, y as definePolicy, z as countMatches } from "./phone-numbers-BI763t1M.mjs";
import { a as getApiKey, d as parseScopes, f as revokeApiKey, g as apiKeyFilterSpec, i as createApiKey, l as loadApiKey, m as rotateApiKey, n as canRevokeKey, o as getInheritedScopes, r as canRotateKey, s as getManageableKey, t as apiKeys, u as loadLastUse } from "./operations-Y8sPb6in.mjs";
import { a as forEachCompany, s as runAsSystem } from "./operations-kayhB3Bx.mjs";
import { $ as loadTag, A as replaceCustomValues, At as updatePipeline, B as customFieldFilterSpec, C as readNameWords, Ct as listPipelineStages, D as findInvalidCustomValues, Dt as loadStagesOfPipeline, E as createUnknownFieldDetail, Et as loadPipelineStage, F as listFields, G as peopleRecordsQuery, H as declarePersonReferences, I as loadField, J as unlinkRecords, K as reassignRecordsStatement, M as deleteCustomField, Mt as pipelineStagePolicy, N as fields, O as loadCustomValues, Ot as pipelines, P as getField, Q as getTag, R as updateCustomField, S as listDeletionVariants, St as getPipeline, T as toSearchWords, Tt as loadPipeline, U as getPersonReferences, V as clearPersonReferences, W as incrementVersionsStatement, X as deleteTag, Y as createTag, Z as findOrCreateTags, _ as areNamesCompatible, _t as recordDealStage, a as loadTagNames, at as canChangeStage, b as indexName, bt as createPipeline, c as readListsOfPeople, ct as deleteStage, d as replaceLists$2, dt as getTrashStage, et as mergeTags, f as toEmailKey, ft as listStages, g as generateNKeysBetween, gt as stageFilterSpec, h as generateKeyBetween, ht as updateStage, i as loadPhones, it as tagFilterSpec, j as createCustomField, jt as pipelineFilterSpec, k as parseValue, kt as setDealMover, l as readListsOfPerson, lt as getFirstStage, m as toPhoneRows, mt as stages, n as loadCollaborators, nt as toTagKey, o as loadTags, ot as canDeleteStage, p as toEmailRows, pt as loadStage, q as rowsQuery, r as loadEmails, rt as updateTag, s as normalizePhone, st as createStage, t as keepFirstOfEach, tt as tags, u as readTagsOfPerson, ut as getStage, v as areNamesEqual, vt as recordPersonStage, w as removeUnusedNameWords, wt as listPipelines, x as isOneTypoApart, xt as deletePipeline, y as hasName, yt as canDeletePipeline, z as valueTables } from "./lists-Vny2PN0j.mjs";
import { A as isScalarType, E as isObjectType, M as isUnionType, S as isListType, U as naturalCompare, _ as isEnumType, a as GraphQLInterfaceType, b as isInterfaceType, c as GraphQLObjectType, f as getNamedType, g as isCompositeType, i as GraphQLInputObjectType, k as isRequiredInputField, l as GraphQLScalarType, n as GraphQLEnumType, o as GraphQLList, p as getNullableType, rt as inspect, s as GraphQLNonNull, tt as invariant, u as GraphQLUnionType, v as isInputObjectType, w as isNonNullType } from "./definition-U6Cy4S-S.mjs";
import { B as isSpecifiedScalarType, E as isIntrospectionType, F as GraphQLBoolean, I as GraphQLFloat, L as GraphQLID, N as isSpecifiedDirective, O as GraphQLDirective, R as GraphQLInt, T as introspectionTypes, V as specifiedScalarTypes, x as GraphQLSchema, z as GraphQLString } from "./getOperationAST-BUlcyd1p.mjs";
import { D as LIST, N as NULL, P as OBJECT, Q as GraphQLError, Y as VARIABLE, g as FLOAT, u as ENUM, w as INT } from "./kinds_-cEhelto3.mjs";
import { g as defaultTypeResolver, h as defaultFieldResolver, l as executeWithGraphqlJs, n as deprecated, t as checkDeprecation, u as getRequiredScopes } from "./deprecation-CRihKE_M.mjs";
import { r as getPublicUrl } from "./settings-gJPCLox9.mjs";
import "./table-WiwHQJ6s.mjs";
import { n as findTextProblem, t as InputError } from "./scalar-parsers-kvoJekRi.mjs";
import { t as scalars } from "./scalars-DTgFPxhV.mjs";
import { i as toApiError, n as formatError, r as formatErrors } from "./format-errors-BLsjkXiR.mjs";
import { B as requireViewer, _ as identityFilterSpec, a as getSession, c as sessions, f as deleteIdentity, g as loadIdentity, h as identities, l as sessionFilterSpec, o as loadSession, p as getIdentity, s as revokeSession, t as canRevokeSession, u as canDeleteIdentity, y as findViewer } from "./operations-DGinkLbp.mjs";
import { t as declareExport } from "./exports-CFPdh7fE.mjs";
import { a as findUrlSyntaxProblem, c as checkPatterns, d as toVisibleEvents, l as readEvents, r as newWebhookSecret, s as resolveUrlProblem, t as encryptSecret, u as readNewestSequence } from "./secrets-COIPvlJe.mjs";
import { createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout } from "node:timers/promises";
// node_modules/graphql/utilities/mapSchemaConfig.mjs
const SchemaElementKind = {
	SCHEMA: "SCHEMA",
	SCALAR: "SCALAR",
	OBJECT: "OBJECT",
	FIELD: "FIELD",
	ARGUMENT: "ARGUMENT",
	INTERFACE: "INTERFACE",
	UNION: "UNION",
	ENUM: "ENUM",
	ENUM_VALUE: "ENUM_VALUE",
	INPUT_OBJECT: "INPUT_OBJECT",
	INPUT_FIELD: "INPUT_FIELD",
	DIRECTIVE: "DIRECTIVE"
};
function mapSchemaConfig(schemaConfig, configMapperMapFn) {
	const configMapperMap = configMapperMapFn({
		getNamedType,
		setNamedType,
		getNamedTypes
	});
	const mappedTypeMap = /* @__PURE__ */ new Map();
	for (const type of schemaConfig.types) {
		const typeName = type.name;
		const mappedNamedType = mapNamedType(type);
		if (mappedNamedType) mappedTypeMap.set(typeName, mappedNamedType);
	}
	const mappedDirectives = [];
	for (const directive of schemaConfig.directives) {
		if (isSpecifiedDirective(directive)) {
			mappedDirectives.push(directive);
			continue;
		}
		const mappedDirectiveConfig = mapDirective(directive.toConfig());
		if (mappedDirectiveConfig) mappedDirectives.push(new GraphQLDirective(mappedDirectiveConfig));
	}
	const mappedSchemaConfig = {
		...schemaConfig,
		query: schemaConfig.query && getNamedType(schemaConfig.query.name),
		mutation: schemaConfig.mutation && getNamedType(schemaConfig.mutation.name),
		subscription: schemaConfig.subscription && getNamedType(schemaConfig.subscription.name),
		types: Array.from(mappedTypeMap.values()),
		directives: mappedDirectives
	};
	const schemaMapper = configMapperMap[SchemaElementKind.SCHEMA];
	return schemaMapper == null ? mappedSchemaConfig : schemaMapper(mappedSchemaConfig);
	function getType(type) {
		if (isListType(type)) return new GraphQLList(getType(type.ofType));
		if (isNonNullType(type)) return new GraphQLNonNull(getType(type.ofType));
		return getNamedType(type.name);
	}
	function getNamedType(typeName) {
		const type = stdTypeMap.get(typeName) ?? mappedTypeMap.get(typeName);
		if (!(type !== void 0)) invariant(false, `Unknown type: "${typeName}".`);
		return type;
	}
	function setNamedType(type) {
		mappedTypeMap.set(type.name, type);
	}
	function getNamedTypes() {
		return Array.from(mappedTypeMap.values());
	}
	function mapNamedType(type) {
		if (isIntrospectionType(type) || isSpecifiedScalarType(type)) return type;
		if (isScalarType(type)) return mapScalarType(type);
		if (isObjectType(type)) return mapObjectType(type);
		if (isInterfaceType(type)) return mapInterfaceType(type);
		if (isUnionType(type)) return mapUnionType(type);
		if (isEnumType(type)) return mapEnumType(type);
		if (isInputObjectType(type)) return mapInputObjectType(type);
		invariant(false, "Unexpected type: " + inspect(type));
	}
	function mapScalarType(type) {
		let mappedConfig = type.toConfig();
		const mapper = configMapperMap[SchemaElementKind.SCALAR];
		mappedConfig = mapper == null ? mappedConfig : mapper(mappedConfig);
		return new GraphQLScalarType(mappedConfig);
	}
	function mapObjectType(type) {
		const config = type.toConfig();
		let mappedConfig = {
			...config,
			interfaces: () => config.interfaces.map((iface) => getNamedType(iface.name)),
			fields: () => mapFields(config.fields, type.name)
		};
		const mapper = configMapperMap[SchemaElementKind.OBJECT];
		mappedConfig = mapper == null ? mappedConfig : mapper(mappedConfig);
		return new GraphQLObjectType(mappedConfig);
	}
	function mapFields(fieldMap, parentTypeName) {
		const newFieldMap = Object.create(null);
		for (const [fieldName, field] of Object.entries(fieldMap)) {
			let mappedField = {
				...field,
				type: getType(field.type),
				args: mapArgs(field.args, fieldName, parentTypeName)
			};
			const mapper = configMapperMap[SchemaElementKind.FIELD];
			if (mapper) mappedField = mapper(mappedField, parentTypeName);
			newFieldMap[fieldName] = mappedField;
		}
		return newFieldMap;
	}
	function mapArgs(argumentMap, fieldOrDirectiveName, parentTypeName) {
		const newArgumentMap = Object.create(null);
		for (const [argName, arg] of Object.entries(argumentMap)) {
			let mappedArg = {
				...arg,
				type: getType(arg.type)
			};
			const mapper = configMapperMap[SchemaElementKind.ARGUMENT];
			if (mapper) mappedArg = mapper(mappedArg, fieldOrDirectiveName, parentTypeName);
			newArgumentMap[argName] = mappedArg;
		}
		return newArgumentMap;
	}
	function mapInterfaceType(type) {
		const config = type.toConfig();
		let mappedConfig = {
			...config,
			interfaces: () => config.interfaces.map((iface) => getNamedType(iface.name)),
			fields: () => mapFields(config.fields, type.name)
		};
		const mapper = configMapperMap[SchemaElementKind.INTERFACE];
		mappedConfig = mapper == null ? mappedConfig : mapper(mappedConfig);
		return new GraphQLInterfaceType(mappedConfig);
	}
	function mapUnionType(type) {
		const config = type.toConfig();
		let mappedConfig = {
			...config,
			types: () => config.types.map((memberType) => getNamedType(memberType.name))
		};
		const mapper = configMapperMap[SchemaElementKind.UNION];
		mappedConfig = mapper == null ? mappedConfig : mapper(mappedConfig);
		return new GraphQLUnionType(mappedConfig);
	}
	function mapEnumType(type) {
		const config = type.toConfig();
		let mappedConfig = {
			...config,
			values: () => {
				const newEnumValues = Object.create(null);
				for (const [valueName, value] of Object.entries(config.values)) newEnumValues[valueName] = mapEnumValue(value, valueName, type.name);
				return newEnumValues;
			}
		};
		const mapper = configMapperMap[SchemaElementKind.ENUM];
		mappedConfig = mapper == null ? mappedConfig : mapper(mappedConfig);
		return new GraphQLEnumType(mappedConfig);
	}
	function mapEnumValue(valueConfig, valueName, enumName) {
		const mappedConfig = { ...valueConfig };
		const mapper = configMapperMap[SchemaElementKind.ENUM_VALUE];
		return mapper == null ? mappedConfig : mapper(mappedConfig, valueName, enumName);
	}
	function mapInputObjectType(type) {
		const config = type.toConfig();
		let mappedConfig = {
			...config,
			fields: () => {
				const newInputFieldMap = Object.create(null);
				for (const [fieldName, field] of Object.entries(config.fields)) newInputFieldMap[fieldName] = mapInputField(field, fieldName, type.name);
				return newInputFieldMap;
			}
		};
		const mapper = configMapperMap[SchemaElementKind.INPUT_OBJECT];
		mappedConfig = mapper == null ? mappedConfig : mapper(mappedConfig);
		return new GraphQLInputObjectType(mappedConfig);
	}
	function mapInputField(inputFieldConfig, inputFieldName, inputObjectTypeName) {
		const mappedConfig = {
			...inputFieldConfig,
			type: getType(inputFieldConfig.type)
		};
		const mapper = configMapperMap[SchemaElementKind.INPUT_FIELD];
		return mapper == null ? mappedConfig : mapper(mappedConfig, inputFieldName, inputObjectTypeName);
	}
	function mapDirective(config) {
		const mappedConfig = {
			...config,
			args: mapArgs(config.args, config.name, void 0)
		};
		const mapper = configMapperMap[SchemaElementKind.DIRECTIVE];
		return mapper == null ? mappedConfig : mapper(mappedConfig);
	}
}
const stdTypeMap = new Map([...specifiedScalarTypes, ...introspectionTypes].map((type) => [type.name, type]));
// node_modules/graphql/utilities/lexicographicSortSchema.mjs
function lexicographicSortSchema(schema) {
	return new GraphQLSchema(mapSchemaConfig(schema.toConfig(), () => ({
		[SchemaElementKind.OBJECT]: (config) => ({
			...config,
			interfaces: () => sortByName(config.interfaces()),
			fields: () => sortObjMap(config.fields())
		}),
		[SchemaElementKind.FIELD]: (config) => ({
			...config,
			args: sortObjMap(config.args)
		}),
		[SchemaElementKind.INTERFACE]: (config) => ({
			...config,
			interfaces: () => sortByName(config.interfaces()),
			fields: () => sortObjMap(config.fields())
		}),
		[SchemaElementKind.UNION]: (config) => ({
			...config,
			types: () => sortByName(config.types())
		}),
		[SchemaElementKind.ENUM]: (config) => ({
			...config,
			values: () => sortObjMap(config.values())
		}),
		[SchemaElementKind.INPUT_OBJECT]: (config) => ({
			...config,
			fields: () => sortObjMap(config.fields())
		}),
		[SchemaElementKind.DIRECTIVE]: (config) => ({
			...config,
			locations: sortBy(config.locations, (x) => x),
			args: sortObjMap(config.args)
		}),
		[SchemaElementKind.SCHEMA]: (config) => ({
			...config,
			types: sortByName(config.types),
			directives: sortByName(config.directives)
		})
	})));
}
function sortObjMap(map) {
	const sortedMap = Object.create(null);
	for (const key of Object.keys(map).sort(naturalCompare)) sortedMap[key] = map[key];
	return sortedMap;
}
function sortByName(array) {
	return sortBy(array, (obj) => obj.name);
}
function sortBy(array, mapToKey) {
	return array.slice().sort((obj1, obj2) => {
		const key1 = mapToKey(obj1);
		const key2 = mapToKey(obj2);
		return naturalCompare(key1, key2);
	});
}
// src/graphql/values.ts
/** Reads argument values from documents and variables, and formats argument paths. */
/** An unquoted name in a document: an enum value, or a string whose quotes are missing. */
var EnumLiteral = class {
	name;
	constructor(name) {
		this.name = name;
	}
};
/** Returns the value of a literal or variable; undefined for a variable without a value. */
function readLiteral(node, variables) {
	switch (node.kind) {
		case VARIABLE: return Object.hasOwn(variables, node.name.value) ? variables[node.name.value] : void 0;
		case INT:
		case FLOAT: return Number(node.value);
		case ENUM: return new EnumLiteral(node.value);
		case NULL: return null;
		case LIST: return node.values.map((value) => readLiteral(value, variables) ?? null);
		case OBJECT: return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, readLiteral(value, variables)]));
		default: return node.value;
	}
}
const readArgument = (argument, variables) => argument && readLiteral(argument.value, variables);
/** Returns the values of the operation's variables, with defaults applied. */
function applyDefaults({ definition }, variables) {
	const values = Object.create(null);
	for (const { variable, defaultValue } of definition.variableDefinitions ?? []) {
		const name = variable.name.value;
		const value = Object.hasOwn(variables, name) ? variables[name] : void 0;
		values[name] = value === void 0 && defaultValue ? readLiteral(defaultValue, {}) : value;
	}
	return values;
}
/** Returns the variable names in a value, once for each use. */
function collectVariableNames(node) {
	if (node.kind === "Variable") return [node.name.value];
	if (node.kind === "ListValue") return node.values.flatMap(collectVariableNames);
	if (node.kind === "ObjectValue") return node.fields.flatMap(({ value }) => collectVariableNames(value));
	return [];
}
const usesVariables = (node) => collectVariableNames(node).length > 0;
/** Formats an argument path for error details, such as `input.tags[3]`. */
const formatArgumentPath = (path) => {
	const steps = path.map((step) => typeof step === "number" ? `[${step}]` : `.${step}`);
	return truncateText(steps.join("").replace(/^\./, ""), 200);
};
/** Formats a path without the argument `input`, such as `tags[3]` or `emails[0].value`. */
const formatInputPath = (path) => formatArgumentPath(path[0] === "input" && typeof path[1] === "string" ? path.slice(1) : path);
// node_modules/@pothos/core/esm/errors.js
var PothosError = class extends GraphQLError {
	constructor(message, options) {
		super(message, options);
		this.name = "PothosError";
	}
};
var PothosSchemaError = class extends PothosError {
	constructor(message, options) {
		super(message, options);
		this.name = "PothosSchemaError";
	}
};
// node_modules/@pothos/core/esm/types/type-params.js
const outputShapeKey = Symbol.for("Pothos.outputShapeKey");
const parentShapeKey = Symbol.for("Pothos.parentShapeKey");
const inputShapeKey = Symbol.for("Pothos.inputShapeKey");
const inputFieldShapeKey = Symbol.for("Pothos.inputFieldShapeKey");
const outputFieldShapeKey = Symbol.for("Pothos.outputFieldShapeKey");
const typeBrandKey = Symbol.for("Pothos.typeBrandKey");
// node_modules/@pothos/core/esm/refs/base.js
function _define_property$22(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
var BaseTypeRef = class {
	toString() {
		return `${this.kind}Ref<${this.name}>`;
	}
	associate(ref) {
		if (this.association && typeof this.associate !== "string") throw new PothosSchemaError(`${this} is already associated with ${this.association}`);
		this.association = ref;
	}
	onConfig(cb) {
		this.configCallbacks.add(cb);
		if (this.currentConfig) cb(this.currentConfig);
	}
	updateConfig(config) {
		if (typeof config === "function") {
			this.onceOnConfig((oldConfig) => {
				this.updateConfig(config(oldConfig));
			});
			return;
		}
		this.currentConfig = config;
		for (const cb of this.configCallbacks) {
			if (this.currentConfig !== config) break;
			cb(config);
		}
	}
	prepareForBuild() {
		this.preparedForBuild = true;
	}
	onceOnConfig(cb) {
		const callback = (config) => {
			this.configCallbacks.delete(callback);
			cb(config);
		};
		this.onConfig(callback);
	}
	constructor(kind, name, config) {
		_define_property$22(this, "kind", void 0);
		_define_property$22(this, "name", void 0);
		_define_property$22(this, "association", null);
		_define_property$22(this, "configCallbacks", /* @__PURE__ */ new Set());
		_define_property$22(this, "preparedForBuild", false);
		_define_property$22(this, "currentConfig", void 0);
		this.kind = kind;
		this.name = name;
		this.currentConfig = config !== null && config !== void 0 ? config : null;
	}
};
// node_modules/@pothos/core/esm/refs/input-list.js
function _define_property$21(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
let _inputShapeKey$3 = inputShapeKey;
var InputListRef = class extends BaseTypeRef {
	constructor(listType, required) {
		super("InputList", `InputList<${String(listType)}>`), _define_property$21(this, "kind", "InputList"), _define_property$21(this, _inputShapeKey$3, void 0), _define_property$21(this, "$inferInput", void 0), _define_property$21(this, "listType", void 0), _define_property$21(this, "required", void 0);
		this.listType = listType;
		this.required = required;
	}
};
// node_modules/@pothos/core/esm/refs/list.js
function _define_property$20(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
let _outputShapeKey$5 = outputShapeKey;
let _parentShapeKey$4 = parentShapeKey;
var ListRef = class extends BaseTypeRef {
	constructor(listType, nullable) {
		super("List", `List<${String(listType)}>`), _define_property$20(this, "kind", "List"), _define_property$20(this, "$inferType", void 0), _define_property$20(this, _outputShapeKey$5, void 0), _define_property$20(this, _parentShapeKey$4, void 0), _define_property$20(this, "listType", void 0), _define_property$20(this, "nullable", void 0);
		this.listType = listType;
		this.nullable = nullable;
	}
};
// node_modules/@pothos/core/esm/utils/context-cache.js
const contextCacheSymbol = Symbol.for("Pothos.contextCache");
function createContextCache(create) {
	const cache = /* @__PURE__ */ new WeakMap();
	const getOrCreate = (context, ...args) => {
		const cacheKey = context[contextCacheSymbol] || context;
		if (cache.has(cacheKey)) return cache.get(cacheKey);
		const entry = create(context, ...args);
		cache.set(cacheKey, entry);
		return entry;
	};
	getOrCreate.delete = (context) => {
		const cacheKey = context[contextCacheSymbol] || context;
		cache.delete(cacheKey);
	};
	return getOrCreate;
}
// node_modules/@pothos/core/esm/utils/enums.js
function normalizeEnumValues(values) {
	const result = {};
	if (Array.isArray(values)) for (const key of values) result[String(key)] = { pothosOptions: {} };
	else for (const [key, value] of Object.entries(values)) if (value && typeof value === "object") result[key] = {
		...value,
		pothosOptions: value
	};
	else if (typeof value === "string") result[value] = { pothosOptions: {} };
	return result;
}
function valuesFromEnum(Enum, values) {
	const result = {};
	const isReverseMapping = (key) => {
		const value = Enum[key];
		if (typeof value !== "string") return false;
		const mapped = Enum[value];
		const numericKey = Number(key);
		return typeof mapped === "number" && (mapped === numericKey || Number.isNaN(mapped) && Number.isNaN(numericKey));
	};
	for (const key of Object.keys(Enum).filter((key) => !isReverseMapping(key))) result[key] = {
		value: Enum[key],
		pothosOptions: {},
		...values === null || values === void 0 ? void 0 : values[key]
	};
	return result;
}
// node_modules/@pothos/core/esm/utils/params.js
function typeFromParam(param, configStore, nullableOption) {
	const itemNullable = typeof nullableOption === "object" ? nullableOption.items : false;
	const nullable = typeof nullableOption === "object" ? nullableOption.list : !!nullableOption;
	if (Array.isArray(param)) return {
		kind: "List",
		type: typeFromParam(param[0], configStore, itemNullable),
		nullable
	};
	if (param instanceof ListRef) return {
		kind: "List",
		type: typeFromParam(param.listType, configStore, param.nullable),
		nullable
	};
	const ref = configStore.getOutputTypeRef(param);
	const kind = ref instanceof BaseTypeRef ? ref.kind : configStore.getTypeConfig(ref).graphqlKind;
	const name = ref instanceof BaseTypeRef ? ref.name : configStore.getTypeConfig(ref).name;
	if (kind !== "InputObject" && kind !== "List" && kind !== "InputList") return {
		kind,
		ref,
		nullable
	};
	throw new PothosSchemaError(`Expected input param ${name} to be an output type but got ${kind}`);
}
function inputTypeFromParam(param, configStore, requiredOption) {
	const itemRequired = typeof requiredOption === "object" ? requiredOption.items : true;
	const required = typeof requiredOption === "object" ? requiredOption.list : !!requiredOption;
	if (Array.isArray(param)) return {
		kind: "List",
		type: inputTypeFromParam(param[0], configStore, itemRequired),
		required
	};
	if (param instanceof InputListRef) return {
		kind: "List",
		type: inputTypeFromParam(param.listType, configStore, param.required),
		required
	};
	const ref = configStore.getInputTypeRef(param);
	const kind = ref instanceof BaseTypeRef ? ref.kind : configStore.getTypeConfig(ref).graphqlKind;
	const name = ref instanceof BaseTypeRef ? ref.name : configStore.getTypeConfig(ref).name;
	if (kind === "InputObject" || kind === "Enum" || kind === "Scalar") return {
		kind,
		ref,
		required
	};
	throw new PothosSchemaError(`Expected input param ${name} to be an InputObject, Enum, or Scalar but got ${kind}`);
}
// node_modules/@pothos/core/esm/utils/index.js
function assertNever(value) {
	throw new TypeError(`Unexpected value: ${value}`);
}
function isThenable(value) {
	return !!(value && (typeof value === "object" || typeof value === "function") && typeof value.then === "function");
}
function verifyRef(ref) {
	if (ref === void 0) throw new PothosSchemaError(`Received undefined as a type ref.

This is often caused by a circular import
If this ref is imported from a file that re-exports it (like index.ts)
you may be able to resolve this by importing it directly from the file that defines it.
`);
}
function verifyInterfaces(interfaces) {
	if (!interfaces || typeof interfaces === "function") return;
	if (!Array.isArray(interfaces)) throw new PothosSchemaError("interfaces must be an array or function");
	for (const iface of interfaces) if (iface === void 0) throw new PothosSchemaError(`Received undefined in list of interfaces.

This is often caused by a circular import
If this ref is imported from a file that re-exports it (like index.ts)
you may be able to resolve this by importing it directly from the file that defines it.

Alternatively you can define interfaces with a function that will be lazily evaluated,
which may resolver issues with circular dependencies:

Example:
builder.objectType('MyObject', {
  interface: () => [Interface1, Interface2],
  ...
});
`);
}
function getTypeBrand(val) {
	if (typeof val === "object" && val !== null && typeBrandKey in val) return val[typeBrandKey];
	return null;
}
/**
* Helper for allowing plugins to fulfill the return of the `next` resolver, without paying the cost of the
* Promise if not required.
*/ function completeValue(valOrPromise, onSuccess, onError) {
	if (isThenable(valOrPromise)) return Promise.resolve(valOrPromise).then(onSuccess, onError);
	const result = onSuccess(valOrPromise);
	if (isThenable(result)) return Promise.resolve(result);
	return result;
}
function reduceMaybeAsync(items, initialValue, fn) {
	function next(value, i) {
		if (i === items.length) return value;
		return completeValue(fn(value, items[i], i), (result) => {
			return result === null ? null : next(result, i + 1);
		});
	}
	return next(initialValue, 0);
}
// node_modules/@pothos/core/esm/plugins/plugin.js
function _define_property$19(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
const runCache = /* @__PURE__ */ new WeakMap();
var BasePlugin = class {
	/**
	* Called for each type defined with the SchemaBuilder
	* @param  {PothosTypeConfig} typeConfig - Config object describing the added type
	* @return {PothosTypeConfig} Original or updated `typeConfig`
	*/ onTypeConfig(typeConfig) {
		return typeConfig;
	}
	/**
	* Called for each field on an Object or Interface type
	* @param  {PothosOutputFieldConfig} fieldConfig - Config object describing the added field
	* @return {PothosOutputFieldConfig} Original or updated `fieldConfig`
	*/ onOutputFieldConfig(fieldConfig) {
		return fieldConfig;
	}
	/**
	* Called for each argument or field on an Input object defined in your schema
	* @param  {PothosInputFieldConfig} fieldConfig - Config object describing the added field
	* @return {PothosInputFieldConfig} Original or updated `fieldConfig`
	*/ onInputFieldConfig(fieldConfig) {
		return fieldConfig;
	}
	/**
	* Called for each Enum value defined in your schema
	* @param  {PothosEnumValueConfig} valueConfig - Config object describing the enum value
	* @return {PothosEnumValueConfig} Original or updated `valueConfig`
	*/ onEnumValueConfig(valueConfig) {
		return valueConfig;
	}
	/**
	* Called before builder.toSchema() schema is called
	*/ beforeBuild() {}
	/**
	* Called after all fields and types have been built during `builder.toSchema()`
	* @param  {GraphQLSchema} schema - the generated schema
	* @return {PothosEnumValueConfig} Original or updated `schema`
	*/ afterBuild(schema) {
		return schema;
	}
	/**
	* Called with the resolver for each field in the schema
	* @param  {GraphQLFieldResolver} resolve - the resolve function
	* @param  {PothosOutputFieldConfig} fieldConfig - the config object for the field associated with this resolve function
	* @return {GraphQLFieldResolver} - Either the original, or a new resolver function to use for this field
	*/ wrapResolve(resolver, _fieldConfig) {
		return resolver;
	}
	/**
	* Called with the subscribe for each field on the Subscription type
	* @param  {GraphQLFieldResolver} subscribe - the subscribe function
	* @param  {PothosOutputFieldConfig} fieldConfig - the config object for the field associated with this subscribe function
	* @return {GraphQLFieldResolver} - Either the original, or a new subscribe function to use for this field
	*/ wrapSubscribe(subscribe, _fieldConfig) {
		return subscribe;
	}
	/**
	* Called with resolve or subscribe functions, but wraps outside of argMappers so arg mapping errors can be handled
	* @param  {GraphQLFieldResolver} resolve - the resolve function
	* @param  {PothosOutputFieldConfig} fieldConfig - the config object for the field associated with this resolve function
	* @return {GraphQLFieldResolver} - Either the original, or a new resolver function to use for this field
	*/ wrapArgMappers(resolver, _fieldConfig) {
		return resolver;
	}
	/**
	* Called with the resolveType for each Interface or Union type
	* @param  {GraphQLTypeResolver} resolveType - the resolveType function
	* @param  {PothosInterfaceTypeConfig | PothosUnionTypeConfig} typeConfig - the config object for the Interface or Union type
	* @return {GraphQLTypeResolver} - Either the original, or a new resolveType function to use for this field
	*/ wrapResolveType(resolveType, _typeConfig) {
		return resolveType;
	}
	/**
	* Called with the isTypeOf for each Object type
	* @param  {GraphQLTypeResolver} resolveType - the resolveType function
	* @param  {PothosObjectTypeConfig} typeConfig - the config object for the Interface or Union type
	* @return {GraphQLTypeResolver} - Either the original, or a new resolveType function to use for this field
	*/ wrapIsTypeOf(isTypeOf, _typeConfig) {
		return isTypeOf;
	}
	runUnique(key, cb) {
		if (!runCache.has(this.builder)) runCache.set(this.builder, /* @__PURE__ */ new Map());
		if (!runCache.get(this.builder).has(key)) {
			const result = cb();
			runCache.get(this.builder).set(key, result);
			return result;
		}
		return runCache.get(this.builder).get(key);
	}
	/**
	* Creates a data object unique to the current request for use by this plugin
	* @param  {Types['Context']} context - the context object for the current request
	* @return {object} - The data object for the current request
	*/ createRequestData(_context) {
		throw new PothosError("createRequestData not implemented");
	}
	/**
	* Returns a data object for the current request.  requires `createRequestData` to be implemented
	* @param  {Types['Context']} context - the context object for the current request
	* @return {object} - The data object for the current request
	*/ requestData(context) {
		return this.requestDataMap(context);
	}
	constructor(buildCache, name) {
		_define_property$19(this, "name", void 0);
		_define_property$19(this, "builder", void 0);
		_define_property$19(this, "buildCache", void 0);
		_define_property$19(this, "options", void 0);
		_define_property$19(this, "requestDataMap", createContextCache((ctx) => this.createRequestData(ctx)));
		this.name = name;
		this.builder = buildCache.builder;
		this.buildCache = buildCache;
		this.options = buildCache.options;
	}
};
// node_modules/@pothos/core/esm/plugins/merge-plugins.js
function _define_property$18(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
var MergedPlugins = class extends BasePlugin {
	onTypeConfig(typeConfig) {
		return this.plugins.reduceRight((config, plugin) => config === null ? config : plugin.onTypeConfig(config), typeConfig);
	}
	onInputFieldConfig(fieldConfig) {
		return this.plugins.reduceRight((config, plugin) => config === null ? config : plugin.onInputFieldConfig(config), fieldConfig);
	}
	onOutputFieldConfig(fieldConfig) {
		return this.plugins.reduceRight((config, plugin) => config === null ? config : plugin.onOutputFieldConfig(config), fieldConfig);
	}
	onEnumValueConfig(valueConfig) {
		return this.plugins.reduceRight((config, plugin) => config === null ? config : plugin.onEnumValueConfig(config), valueConfig);
	}
	beforeBuild() {
		for (const plugin of this.plugins) plugin.beforeBuild();
	}
	afterBuild(schema) {
		return this.plugins.reduceRight((nextSchema, plugin) => plugin.afterBuild(nextSchema), schema);
	}
	wrapResolve(resolve, fieldConfig) {
		const wrapped = this.plugins.reduceRight((nextResolve, plugin) => plugin.wrapResolve(nextResolve, fieldConfig), resolve);
		if (!fieldConfig.argMappers.length) return this.wrapArgMappers(wrapped, fieldConfig);
		const argMappers = fieldConfig.argMappers;
		return this.wrapArgMappers((parent, args, context, info) => {
			return completeValue(reduceMaybeAsync(argMappers, args, (acc, argMapper) => {
				return argMapper(acc, context, info);
			}), (mappedArgs) => wrapped(parent, mappedArgs, context, info));
		}, fieldConfig);
	}
	wrapSubscribe(subscribe, fieldConfig) {
		const wrapped = this.plugins.reduceRight((nextSubscribe, plugin) => plugin.wrapSubscribe(nextSubscribe, fieldConfig), subscribe);
		if (!wrapped || !fieldConfig.argMappers.length) return this.wrapArgMappers(wrapped, fieldConfig);
		const argMappers = fieldConfig.argMappers;
		return this.wrapArgMappers((parent, args, context, info) => {
			return completeValue(reduceMaybeAsync(argMappers, args, (acc, argMapper) => {
				return argMapper(acc, context, info);
			}), (mappedArgs) => wrapped(parent, mappedArgs, context, info));
		}, fieldConfig);
	}
	wrapArgMappers(resolver, fieldConfig) {
		return this.plugins.reduceRight((nextResolveType, plugin) => plugin.wrapArgMappers(nextResolveType, fieldConfig), resolver);
	}
	wrapResolveType(resolveType, typeConfig) {
		return this.plugins.reduceRight((nextResolveType, plugin) => plugin.wrapResolveType(nextResolveType, typeConfig), resolveType);
	}
	wrapIsTypeOf(isTypeOf, typeConfig) {
		return this.plugins.reduceRight((nextResolveType, plugin) => plugin.wrapIsTypeOf(nextResolveType, typeConfig), isTypeOf);
	}
	constructor(buildCache, plugins) {
		super(buildCache, "PothosMergedPlugin"), _define_property$18(this, "plugins", void 0);
		this.plugins = plugins;
	}
};
// node_modules/@pothos/core/esm/refs/scalar.js
function _define_property$17(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
let _outputShapeKey$4 = outputShapeKey;
let _parentShapeKey$3 = parentShapeKey;
let _inputShapeKey$2 = inputShapeKey;
var ScalarRef = class extends BaseTypeRef {
	constructor(name, config) {
		super("Scalar", name, config), _define_property$17(this, "kind", "Scalar"), _define_property$17(this, "$inferType", void 0), _define_property$17(this, "$inferInput", void 0), _define_property$17(this, _outputShapeKey$4, void 0), _define_property$17(this, _parentShapeKey$3, void 0), _define_property$17(this, _inputShapeKey$2, void 0);
	}
};
// node_modules/@pothos/core/esm/refs/builtin-scalar.js
function _define_property$16(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
var BuiltinScalarRef = class extends ScalarRef {
	constructor(type) {
		super(type.name), _define_property$16(this, "type", void 0);
		this.type = type;
	}
};
// node_modules/@pothos/core/esm/build-cache.js
function _define_property$15(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
var BuildCache = class {
	getTypeConfig(ref, kind) {
		const baseConfig = this.configStore.getTypeConfig(ref, kind);
		if (!this.typeConfigs.has(baseConfig.name)) this.typeConfigs.set(baseConfig.name, this.plugin.onTypeConfig(baseConfig));
		return this.typeConfigs.get(baseConfig.name);
	}
	getInputTypeFieldConfigs(ref) {
		const typeConfig = this.getTypeConfig(ref, "InputObject");
		const builtType = this.types.get(typeConfig.name);
		if (!builtType) throw new PothosSchemaError(`Input type ${typeConfig.name} has not been built yet`);
		const fields = builtType.getFields();
		const fieldConfigs = {};
		for (const fieldName of Object.keys(fields)) {
			var _fields_fieldName_extensions;
			fieldConfigs[fieldName] = (_fields_fieldName_extensions = fields[fieldName].extensions) === null || _fields_fieldName_extensions === void 0 ? void 0 : _fields_fieldName_extensions.pothosConfig;
		}
		return fieldConfigs;
	}
	getImplementers(iface) {
		if (this.implementers.has(iface.name)) return this.implementers.get(iface.name);
		const implementers = [...this.configStore.typeConfigs.values()].filter((config) => config.kind === "Object" && config.interfaces.find((i) => this.configStore.getTypeConfig(i).name === iface.name));
		this.implementers.set(iface.name, implementers);
		return implementers;
	}
	buildAll() {
		this.configStore.prepareForBuild();
		for (const config of this.configStore.typeConfigs.values()) if (config.kind === "Enum" || config.kind === "Scalar") this.buildTypeFromConfig(config);
		for (const config of this.configStore.typeConfigs.values()) if (config.kind === "InputObject") this.buildTypeFromConfig(config);
		for (const type of this.types.values()) if (type instanceof GraphQLInputObjectType) type.getFields();
		for (const config of this.configStore.typeConfigs.values()) if (config.kind === "Interface") this.buildTypeFromConfig(config);
		for (const config of this.configStore.typeConfigs.values()) if (config.kind === "Object") this.buildTypeFromConfig(config);
		for (const config of this.configStore.typeConfigs.values()) if (config.kind === "Union") this.buildTypeFromConfig(config);
		for (const config of this.configStore.typeConfigs.values()) if (config.kind === "Query" || config.kind === "Mutation" || config.kind === "Subscription") this.buildTypeFromConfig(config);
		for (const type of this.types.values()) if (type instanceof GraphQLObjectType || type instanceof GraphQLInterfaceType) type.getFields();
		else if (type instanceof GraphQLUnionType) type.getTypes();
	}
	buildTypeFromConfig(baseConfig) {
		const config = this.getTypeConfig(baseConfig.name);
		const { name } = config;
		this.typeConfigs.set(name, config);
		switch (config.kind) {
			case "Enum":
				this.addType(name, this.buildEnum(config));
				break;
			case "InputObject":
				this.addType(name, this.buildInputObject(config));
				break;
			case "Interface":
				this.addType(name, this.buildInterface(config));
				break;
			case "Scalar":
				this.addType(name, this.buildScalar(config));
				break;
			case "Union":
				this.addType(name, this.buildUnion(config));
				break;
			case "Object":
			case "Query":
			case "Mutation":
			case "Subscription":
				this.addType(name, this.buildObject(config));
				break;
			default: assertNever(config);
		}
	}
	addType(ref, type) {
		if (this.types.has(ref)) throw new PothosSchemaError(`reference or name has already been used to create another type (${type.name})`);
		this.types.set(ref, type);
	}
	buildOutputTypeParam(type) {
		if (type.kind === "List") {
			if (type.nullable) return new GraphQLList(this.buildOutputTypeParam(type.type));
			return new GraphQLNonNull(new GraphQLList(this.buildOutputTypeParam(type.type)));
		}
		if (type.nullable) return this.getOutputType(type.ref);
		return new GraphQLNonNull(this.getOutputType(type.ref));
	}
	buildInputTypeParam(type) {
		if (type.kind === "List") {
			if (type.required) return new GraphQLNonNull(new GraphQLList(this.buildInputTypeParam(type.type)));
			return new GraphQLList(this.buildInputTypeParam(type.type));
		}
		if (type.required) return new GraphQLNonNull(this.getInputType(type.ref));
		return this.getInputType(type.ref);
	}
	buildFields(fields, parentType) {
		const built = {};
		for (const [fieldName, originalConfig] of fields) {
			var _config_resolve, _config_resolve1;
			let configsByOwner = this.outputFieldConfigs.get(originalConfig);
			if (!configsByOwner) {
				configsByOwner = /* @__PURE__ */ new Map();
				this.outputFieldConfigs.set(originalConfig, configsByOwner);
			}
			if (!configsByOwner.has(parentType)) {
				const config = originalConfig.parentType === parentType ? originalConfig : {
					...originalConfig,
					parentType,
					declaringType: originalConfig.parentType,
					args: Object.fromEntries(Object.entries(originalConfig.args).map(([name, arg]) => [name, {
						...arg,
						parentType
					}]))
				};
				configsByOwner.set(parentType, this.plugin.onOutputFieldConfig(config));
			}
			const updatedConfig = configsByOwner.get(parentType);
			if (!updatedConfig) continue;
			const config = { ...updatedConfig };
			const argMap = /* @__PURE__ */ new Map();
			for (const argName of Object.keys(config.args)) argMap.set(argName, config.args[argName]);
			const args = this.buildInputFields(argMap);
			const argConfigs = {};
			for (const argName of Object.keys(config.args)) {
				const argConfig = this.inputFieldConfigs.get(config.args[argName]);
				if (argConfig) argConfigs[argName] = argConfig;
			}
			config.args = argConfigs;
			const resolve = this.plugin.wrapResolve((_config_resolve = config.resolve) !== null && _config_resolve !== void 0 ? _config_resolve : defaultFieldResolver, config);
			const subscribe = this.plugin.wrapSubscribe(config.subscribe, config);
			built[fieldName] = {
				...config,
				type: this.buildOutputTypeParam(config.type),
				args,
				extensions: {
					...config.extensions,
					pothosResolveWrapped: resolve !== ((_config_resolve1 = config.resolve) !== null && _config_resolve1 !== void 0 ? _config_resolve1 : defaultFieldResolver),
					pothosSubscribeWrapped: subscribe !== config.subscribe,
					pothosOptions: config.pothosOptions,
					pothosConfig: config,
					pothosArgMappers: config.argMappers
				},
				resolve: resolve === defaultFieldResolver ? void 0 : resolve,
				subscribe
			};
		}
		return built;
	}
	buildInputFields(fields) {
		const built = {};
		for (const [fieldName, originalConfig] of fields) {
			if (!this.inputFieldConfigs.has(originalConfig)) this.inputFieldConfigs.set(originalConfig, this.plugin.onInputFieldConfig(originalConfig));
			const config = this.inputFieldConfigs.get(originalConfig);
			if (config) built[fieldName] = {
				...config,
				type: this.buildInputTypeParam(config.type),
				extensions: {
					...config.extensions,
					pothosOptions: config.pothosOptions,
					pothosConfig: config
				}
			};
		}
		return built;
	}
	getInterfaceFields(type, parentType) {
		const interfaceFields = type.getInterfaces().reduce((all, iface) => Object.assign(all, this.getInterfaceFields(iface, parentType)), {});
		const configs = this.configStore.getFields(type.name, "Interface");
		const fields = this.buildFields(configs, parentType);
		return {
			...interfaceFields,
			...fields
		};
	}
	getObjectFields(type) {
		const interfaceFields = type.getInterfaces().reduce((all, iface) => Object.assign(all, this.getInterfaceFields(iface, type.name)), {});
		const objectFields = this.buildFields(this.configStore.getFields(type.name, "Object"), type.name);
		return {
			...interfaceFields,
			...objectFields
		};
	}
	getRootFields(type) {
		return this.buildFields(this.configStore.getFields(type.name, "Object"), type.name);
	}
	getFields(type) {
		if (type instanceof GraphQLObjectType) {
			const config = this.configStore.getTypeConfig(type.name);
			if (config.kind === "Query" || config.kind === "Mutation" || config.kind === "Subscription") return this.getRootFields(type);
			return this.getObjectFields(type);
		}
		if (type instanceof GraphQLInterfaceType) return this.getInterfaceFields(type, type.name);
		throw new PothosSchemaError(`Type ${type.name} does not have fields to resolve`);
	}
	getInputFields(type) {
		return this.buildInputFields(this.configStore.getFields(type.name, "InputObject"));
	}
	getType(ref) {
		if (ref instanceof BuiltinScalarRef) return ref.type;
		const typeConfig = this.configStore.getTypeConfig(ref);
		const type = this.types.get(typeConfig.name);
		if (!type) {
			this.buildTypeFromConfig(typeConfig);
			return this.types.get(typeConfig.name);
		}
		return type;
	}
	getOutputType(ref) {
		const type = this.getType(ref);
		if (type instanceof GraphQLInputObjectType) throw new PothosSchemaError(`Expected ${String(ref)} to be an output type but it was defined as an InputObject`);
		return type;
	}
	getInputType(ref) {
		const type = this.getType(ref);
		if (!type) throw new PothosSchemaError(`Missing implementation of for type ${String(ref)}`);
		if (type instanceof GraphQLObjectType) throw new PothosSchemaError(`Expected ${type.name} to be an input type but it was defined as a GraphQLObjectType`);
		if (type instanceof GraphQLInterfaceType) throw new PothosSchemaError(`Expected ${type.name} to be an input type but it was defined as a GraphQLInterfaceType`);
		if (type instanceof GraphQLUnionType) throw new PothosSchemaError(`Expected ${String(ref)} to be an input type but it was defined as an GraphQLUnionType`);
		return type;
	}
	getTypeOfKind(ref, kind) {
		const type = this.getType(ref);
		switch (kind) {
			case "Object":
			case "Query":
			case "Mutation":
			case "Subscription":
				if (type instanceof GraphQLObjectType) return type;
				break;
			case "Interface":
				if (type instanceof GraphQLInterfaceType) return type;
				break;
			case "Union":
				if (type instanceof GraphQLUnionType) return type;
				break;
			case "Enum":
				if (type instanceof GraphQLEnumType) return type;
				break;
			case "Scalar":
				if (type instanceof GraphQLScalarType) return type;
				break;
			case "InputObject": if (type instanceof GraphQLScalarType) return type;
		}
		throw new PothosSchemaError(`Expected ${String(ref)} to be of type ${kind}`);
	}
	buildObject(config) {
		var _config_isTypeOf;
		const type = new GraphQLObjectType({
			...config,
			extensions: {
				...config.extensions,
				pothosOptions: config.pothosOptions,
				pothosConfig: config
			},
			fields: () => this.getFields(type),
			isTypeOf: config.kind === "Object" ? this.plugin.wrapIsTypeOf((_config_isTypeOf = config.isTypeOf) !== null && _config_isTypeOf !== void 0 ? _config_isTypeOf : void 0, config) : void 0,
			interfaces: config.kind === "Object" ? () => config.interfaces.map((iface) => this.getTypeOfKind(iface, "Interface")) : void 0
		});
		return type;
	}
	normalizeResolvedType(result) {
		if (typeof result === "string" || !result) return result;
		if (result instanceof GraphQLObjectType) return result.name;
		try {
			return this.configStore.getTypeConfig(result).name;
		} catch {}
		return result;
	}
	buildInterface(config) {
		const resolveType = (parent, context, info) => {
			var _config_resolveType;
			const typeBrand = getTypeBrand(parent);
			if (typeBrand) {
				if (typeof typeBrand === "string") return typeBrand;
				return this.getTypeConfig(typeBrand).name;
			}
			const resultOrPromise = ((_config_resolveType = config.resolveType) !== null && _config_resolveType !== void 0 ? _config_resolveType : defaultTypeResolver)(parent, context, info, type);
			return isThenable(resultOrPromise) ? resultOrPromise.then((result) => this.normalizeResolvedType(result)) : this.normalizeResolvedType(resultOrPromise);
		};
		const type = new GraphQLInterfaceType({
			...config,
			extensions: {
				...config.extensions,
				pothosOptions: config.pothosOptions,
				pothosConfig: config
			},
			interfaces: () => config.interfaces.map((iface) => this.getTypeOfKind(iface, "Interface")),
			fields: () => this.getFields(type),
			resolveType: this.plugin.wrapResolveType(resolveType, config)
		});
		return type;
	}
	buildUnion(config) {
		const resolveType = (parent, context, info, type) => {
			if (typeof parent === "object" && parent !== null && typeBrandKey in parent) {
				const typeBrand = parent[typeBrandKey];
				if (typeof typeBrand === "string") return typeBrand;
				return this.getTypeConfig(typeBrand).name;
			}
			if (!config.resolveType) return defaultTypeResolver(parent, context, info, type);
			const resultOrPromise = config.resolveType(parent, context, info, type);
			return isThenable(resultOrPromise) ? resultOrPromise.then((result) => this.normalizeResolvedType(result)) : this.normalizeResolvedType(resultOrPromise);
		};
		return new GraphQLUnionType({
			...config,
			extensions: {
				...config.extensions,
				pothosOptions: config.pothosOptions,
				pothosConfig: config
			},
			types: () => config.types.map((member) => this.getTypeOfKind(member, "Object")),
			resolveType: this.plugin.wrapResolveType(resolveType, config)
		});
	}
	buildInputObject(config) {
		const type = new GraphQLInputObjectType({
			...config,
			extensions: {
				...config.extensions,
				pothosOptions: config.pothosOptions,
				pothosConfig: config
			},
			fields: () => this.getInputFields(type)
		});
		return type;
	}
	buildScalar(config) {
		if (config.name === "ID") return GraphQLID;
		if (config.name === "Int") return GraphQLInt;
		if (config.name === "Float") return GraphQLFloat;
		if (config.name === "Boolean") return GraphQLBoolean;
		if (config.name === "String") return GraphQLString;
		return new GraphQLScalarType({
			...config,
			extensions: {
				...config.extensions,
				pothosOptions: config.pothosOptions,
				pothosConfig: config
			}
		});
	}
	buildEnum(config) {
		const values = {};
		const configValues = typeof config.values === "function" ? config.values() : config.values;
		for (const key of Object.keys(configValues)) {
			const original = configValues[key];
			if (!this.enumValueConfigs.has(original)) this.enumValueConfigs.set(original, this.plugin.onEnumValueConfig(original));
			if (this.enumValueConfigs.get(original)) values[key] = this.enumValueConfigs.get(original);
		}
		return new GraphQLEnumType({
			...config,
			values,
			extensions: {
				...config.extensions,
				pothosOptions: config.pothosOptions,
				pothosConfig: config
			}
		});
	}
	constructor(builder, options) {
		var _builder_options_plugins;
		_define_property$15(this, "types", /* @__PURE__ */ new Map());
		_define_property$15(this, "builder", void 0);
		_define_property$15(this, "plugin", void 0);
		_define_property$15(this, "options", void 0);
		_define_property$15(this, "configStore", void 0);
		_define_property$15(this, "pluginList", void 0);
		_define_property$15(this, "implementers", /* @__PURE__ */ new Map());
		_define_property$15(this, "typeConfigs", /* @__PURE__ */ new Map());
		_define_property$15(this, "enumValueConfigs", /* @__PURE__ */ new Map());
		_define_property$15(this, "outputFieldConfigs", /* @__PURE__ */ new Map());
		_define_property$15(this, "inputFieldConfigs", /* @__PURE__ */ new Map());
		this.builder = builder;
		this.configStore = builder.configStore;
		this.options = options;
		const plugins = {};
		this.pluginList = ((_builder_options_plugins = builder.options.plugins) !== null && _builder_options_plugins !== void 0 ? _builder_options_plugins : []).map((pluginName) => {
			const Plugin = this.builder.constructor.plugins[pluginName];
			if (!Plugin) throw new PothosError(`No plugin named ${pluginName} was registered`);
			plugins[pluginName] = new Plugin(this, pluginName);
			return plugins[pluginName];
		});
		this.plugin = new MergedPlugins(this, this.pluginList);
	}
};
// node_modules/@pothos/core/esm/refs/input-object.js
function _define_property$14(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
let _inputShapeKey$1 = inputShapeKey;
var InputObjectRef = class extends BaseTypeRef {
	addFields(fields) {
		this.fields.add(fields);
		for (const cb of this.fieldCbs) for (const [name, ref] of Object.entries(fields())) if (ref) cb(name, ref);
	}
	onField(cb) {
		this.fieldCbs.add(cb);
		for (const fieldMap of this.fields) for (const [name, ref] of Object.entries(fieldMap())) if (ref) cb(name, ref);
	}
	constructor(name) {
		super("InputObject", name), _define_property$14(this, "kind", "InputObject"), _define_property$14(this, "$inferInput", void 0), _define_property$14(this, _inputShapeKey$1, void 0), _define_property$14(this, "fields", /* @__PURE__ */ new Set()), _define_property$14(this, "fieldCbs", /* @__PURE__ */ new Set());
	}
};
var ImplementableInputObjectRef = class extends InputObjectRef {
	implement(options) {
		this.builder.inputType(this, options);
		return this;
	}
	constructor(builder, name) {
		super(name), _define_property$14(this, "builder", void 0);
		this.builder = builder;
	}
};
// node_modules/@pothos/core/esm/refs/base-with-fields.js
function _define_property$13(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
var TypeRefWithFields = class extends BaseTypeRef {
	addFields(fields) {
		for (const cb of this.fieldCbs) for (const [name, ref] of Object.entries(fields())) if (ref) cb(name, ref);
		this.fields.add(fields);
	}
	addInterfaces(interfaces) {
		if (Array.isArray(interfaces) && interfaces.length === 0) return;
		if (this.preparedForBuild) this.updateConfig((cfg) => ({
			...cfg,
			interfaces: [...cfg.interfaces, ...typeof interfaces === "function" ? interfaces() : interfaces]
		}));
		else this.interfaces.push(() => Array.isArray(interfaces) ? interfaces : interfaces());
	}
	onField(cb) {
		this.fieldCbs.add(cb);
		for (const fieldMap of this.fields) for (const [name, ref] of Object.entries(fieldMap())) if (ref) cb(name, ref);
	}
	prepareForBuild() {
		if (this.preparedForBuild) return;
		super.prepareForBuild();
		if (this.interfaces.length > 0) this.updateConfig((cfg) => {
			var _cfg_interfaces;
			return {
				...cfg,
				interfaces: [...(_cfg_interfaces = cfg.interfaces) !== null && _cfg_interfaces !== void 0 ? _cfg_interfaces : [], ...this.interfaces.flatMap((interfaces) => interfaces())]
			};
		});
	}
	constructor(...args) {
		super(...args), _define_property$13(this, "fields", /* @__PURE__ */ new Set()), _define_property$13(this, "fieldCbs", /* @__PURE__ */ new Set()), _define_property$13(this, "interfaces", []);
	}
};
// node_modules/@pothos/core/esm/refs/interface.js
function _define_property$12(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
let _outputShapeKey$3 = outputShapeKey;
let _parentShapeKey$2 = parentShapeKey;
var InterfaceRef = class extends TypeRefWithFields {
	constructor(name, config) {
		super("Interface", name, config), _define_property$12(this, "kind", "Interface"), _define_property$12(this, "$inferType", void 0), _define_property$12(this, _outputShapeKey$3, void 0), _define_property$12(this, _parentShapeKey$2, void 0);
	}
};
var ImplementableInterfaceRef = class extends InterfaceRef {
	implement(options) {
		return this.builder.interfaceType(this, options);
	}
	constructor(builder, name) {
		super(name), _define_property$12(this, "builder", void 0);
		this.builder = builder;
	}
};
// node_modules/@pothos/core/esm/refs/object.js
function _define_property$11(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
let _outputShapeKey$2 = outputShapeKey;
let _parentShapeKey$1 = parentShapeKey;
var ObjectRef = class extends TypeRefWithFields {
	constructor(name, config) {
		super("Object", name, config), _define_property$11(this, "kind", "Object"), _define_property$11(this, "$inferType", void 0), _define_property$11(this, _outputShapeKey$2, void 0), _define_property$11(this, _parentShapeKey$1, void 0);
	}
};
var ImplementableObjectRef = class extends ObjectRef {
	implement(options) {
		return this.builder.objectType(this, options);
	}
	constructor(builder, name) {
		super(name), _define_property$11(this, "builder", void 0);
		this.builder = builder;
	}
};
// node_modules/@pothos/core/esm/refs/mutation.js
function _define_property$10(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
var MutationRef = class extends ObjectRef {
	constructor(...args) {
		super(...args), _define_property$10(this, "kind", "Object");
	}
};
// node_modules/@pothos/core/esm/refs/query.js
var QueryRef = class extends ObjectRef {};
// node_modules/@pothos/core/esm/refs/subscription.js
var SubscriptionRef = class extends ObjectRef {};
// node_modules/@pothos/core/esm/config-store.js
function _define_property$9(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
var ConfigStore = class {
	addFields(param, fields) {
		this.onTypeConfig(param, (_config, ref) => {
			if (!(ref instanceof InterfaceRef || ref instanceof ObjectRef || ref instanceof QueryRef || ref instanceof MutationRef || ref instanceof SubscriptionRef)) throw new PothosSchemaError(`Can not add fields to ${ref} because it is not an object`);
			ref.addFields(fields);
		});
	}
	addFieldDefaults(param, fields) {
		this.onTypeConfig(param, (config) => {
			if (config.graphqlKind !== "Object" && config.graphqlKind !== "Interface") throw new PothosSchemaError(`Can not add field defaults to ${config.name}`);
			this.pendingFieldDefaults.push(() => {
				const defaults = /* @__PURE__ */ new Map();
				for (const [name, field] of Object.entries(fields())) if (field) defaults.set(name, field.getConfig(name, this.getTypeConfig(config.name)));
				return [config.name, defaults];
			});
		});
	}
	addInputFields(param, fields) {
		this.onTypeConfig(param, (_config, ref) => {
			if (!(ref instanceof InputObjectRef)) throw new PothosSchemaError(`Can not add fields to ${ref} because it is not an input object`);
			ref.addFields(fields);
		});
	}
	associateParamWithRef(param, ref) {
		var _this_pendingTypeConfigResolutions_get;
		const resolved = this.resolveParamAssociations(ref);
		this.paramAssociations.set(param, resolved);
		const pendingResolutions = (_this_pendingTypeConfigResolutions_get = this.pendingTypeConfigResolutions.get(param)) !== null && _this_pendingTypeConfigResolutions_get !== void 0 ? _this_pendingTypeConfigResolutions_get : [];
		if (pendingResolutions.length > 0) {
			if (typeof resolved === "string" && this.typeConfigs.has(resolved)) for (const cb of pendingResolutions) {
				const config = this.typeConfigs.get(resolved);
				cb(config, this.implementors.get(config.name));
			}
			else for (const cb of pendingResolutions) this.onTypeConfig(resolved, cb);
		}
		this.pendingTypeConfigResolutions.delete(param);
	}
	onTypeConfig(param, onConfig) {
		const resolved = this.resolveParamAssociations(param);
		if (typeof resolved === "string" && this.typeConfigs.has(resolved)) {
			const config = this.typeConfigs.get(resolved);
			onConfig(config, this.implementors.get(config.name));
		} else {
			if (!this.pendingTypeConfigResolutions.has(resolved)) this.pendingTypeConfigResolutions.set(resolved, []);
			this.pendingTypeConfigResolutions.get(resolved).push(onConfig);
		}
	}
	onTypeConfigOfKind(param, kind, onConfig) {
		this.onTypeConfig(param, (config) => {
			if (config.kind !== kind) throw new PothosSchemaError(`Expected ${this.describeRef(param)} to be of kind ${kind} but it is of kind ${config.kind}`);
			onConfig(config);
		});
	}
	addTypeRef(ref) {
		if (this.refs.has(ref)) return;
		if (!this.pending) ref.prepareForBuild();
		this.refs.add(ref);
		ref.onConfig((config) => {
			const implementor = this.implementors.get(config.name);
			if (implementor && implementor !== ref) throw new PothosSchemaError(`Duplicate typename: Another type with name ${config.name} already exists.`);
			if (!implementor) {
				this.implementors.set(config.name, ref);
				this.associateParamWithRef(ref, config.name);
				if (ref instanceof ObjectRef || ref instanceof InterfaceRef || ref instanceof InputObjectRef) {
					if (!this.fields.has(config.name)) this.fields.set(config.name, /* @__PURE__ */ new Map());
					this.onPrepare(() => {
						ref.onField((fieldName, field) => {
							var _this_typeConfigs_get;
							const fields = this.fields.get(config.name);
							if (fields.has(fieldName)) throw new PothosSchemaError(`Duplicate field ${fieldName} on ${config.name}`);
							fields.set(fieldName, field.getConfig(fieldName, (_this_typeConfigs_get = this.typeConfigs.get(config.name)) !== null && _this_typeConfigs_get !== void 0 ? _this_typeConfigs_get : config));
						});
					});
				}
			}
			this.typeConfigs.set(config.name, config);
			if (this.pendingTypeConfigResolutions.has(config.name)) {
				const cbs = this.pendingTypeConfigResolutions.get(config.name);
				for (const cb of cbs) cb(config, ref);
			}
			this.pendingTypeConfigResolutions.delete(config.name);
		});
	}
	subscribeToFields(_ref) {}
	hasImplementation(typeName) {
		return this.typeConfigs.has(typeName);
	}
	hasConfig(ref) {
		const resolved = this.resolveParamAssociations(ref);
		if (typeof resolved !== "string" || !this.typeConfigs.has(resolved)) return false;
		return true;
	}
	getTypeConfig(ref, kind) {
		const resolved = this.resolveParamAssociations(ref);
		if (typeof resolved !== "string" || !this.typeConfigs.has(resolved)) throw new PothosSchemaError(`${this.describeRef(ref)} has not been implemented`);
		const config = this.typeConfigs.get(resolved);
		if (kind && config.graphqlKind !== kind) throw new PothosSchemaError(`Expected ref to resolve to a ${kind} type, but got ${config.kind}`);
		return config;
	}
	getInputTypeRef(param) {
		const resolved = this.resolveParamAssociations(param);
		if (param instanceof BaseTypeRef) {
			if (param.kind !== "InputObject" && param.kind !== "Enum" && param.kind !== "Scalar") throw new PothosSchemaError(`Expected ${this.describeRef(param)} to be an input type but got ${param.kind}`);
			return param;
		}
		if (typeof resolved === "string" && this.typeConfigs.has(resolved)) {
			const ref = this.implementors.get(resolved);
			if (ref instanceof BaseTypeRef) {
				if (ref.kind !== "InputObject" && ref.kind !== "Enum" && ref.kind !== "Scalar") throw new PothosSchemaError(`Expected ${this.describeRef(ref)} to be an input type but got ${ref.kind}`);
				return ref;
			}
		}
		throw new PothosSchemaError(`${this.describeRef(param)} has not been implemented`);
	}
	getOutputTypeRef(param) {
		const resolved = this.resolveParamAssociations(param);
		if (param instanceof BaseTypeRef) {
			if (param.kind === "InputObject" || param.kind === "InputList") throw new PothosSchemaError(`Expected ${param.name} to be an output type but got ${param.kind}`);
			return param;
		}
		if (typeof resolved === "string" && this.typeConfigs.has(resolved)) {
			const ref = this.implementors.get(resolved);
			if (ref instanceof BaseTypeRef) {
				if (ref.kind === "InputObject" || ref.kind === "InputList") throw new PothosSchemaError(`Expected ${ref.name} to be an output type but got ${ref.kind}`);
				return ref;
			}
		}
		throw new PothosSchemaError(`${this.describeRef(param)} has not been implemented`);
	}
	getFields(name, kind) {
		const typeConfig = this.getTypeConfig(name);
		if (!this.fields.has(name)) this.fields.set(name, /* @__PURE__ */ new Map());
		const fields = this.fields.get(name);
		if (kind && typeConfig.graphqlKind !== kind) throw new PothosSchemaError(`Expected ${name} to be a ${kind} type, but found ${typeConfig.graphqlKind}`);
		const defaults = this.fieldDefaults.get(name);
		if (!(defaults === null || defaults === void 0 ? void 0 : defaults.size)) return fields;
		const inherited = /* @__PURE__ */ new Set();
		const seen = /* @__PURE__ */ new Set([name]);
		const configs = [typeConfig];
		for (const config of configs) {
			if (config.kind !== "Object" && config.kind !== "Interface") continue;
			for (const iface of config.interfaces) {
				var _ref, _ref1;
				var _this_fields_get, _this_fieldDefaults_get;
				const ifaceConfig = this.getTypeConfig(iface);
				if (seen.has(ifaceConfig.name)) continue;
				seen.add(ifaceConfig.name);
				configs.push(ifaceConfig);
				for (const fieldName of (_ref = (_this_fields_get = this.fields.get(ifaceConfig.name)) === null || _this_fields_get === void 0 ? void 0 : _this_fields_get.keys()) !== null && _ref !== void 0 ? _ref : []) inherited.add(fieldName);
				for (const fieldName of (_ref1 = (_this_fieldDefaults_get = this.fieldDefaults.get(ifaceConfig.name)) === null || _this_fieldDefaults_get === void 0 ? void 0 : _this_fieldDefaults_get.keys()) !== null && _ref1 !== void 0 ? _ref1 : []) inherited.add(fieldName);
			}
		}
		return new Map([...[...defaults].filter(([fieldName]) => !inherited.has(fieldName)), ...fields]);
	}
	prepareForBuild() {
		this.pending = false;
		for (const ref of this.refs) ref.prepareForBuild();
		const { pendingActions } = this;
		this.pendingActions = [];
		for (const fn of pendingActions) fn();
		const builtDefaults = [];
		for (const buildDefaults of this.pendingFieldDefaults) builtDefaults.push(buildDefaults());
		for (const [name, fields] of builtDefaults) {
			var _this_fieldDefaults_get;
			this.fieldDefaults.set(name, new Map([...(_this_fieldDefaults_get = this.fieldDefaults.get(name)) !== null && _this_fieldDefaults_get !== void 0 ? _this_fieldDefaults_get : [], ...fields]));
		}
		this.pendingFieldDefaults = [];
		if (this.pendingTypeConfigResolutions.size > 0) throw new PothosSchemaError(`Missing implementations for some references (${[...this.pendingTypeConfigResolutions.keys()].map((ref) => this.describeRef(ref)).join(", ")}).`);
	}
	onPrepare(cb) {
		if (this.pending) this.pendingActions.push(cb);
		else cb();
	}
	resolveParamAssociations(param) {
		let current = this.paramAssociations.get(param);
		while (current && this.paramAssociations.has(current)) current = this.paramAssociations.get(current);
		return current !== null && current !== void 0 ? current : param;
	}
	describeRef(ref) {
		if (typeof ref === "string") return ref;
		if (ref && ref.toString !== {}.toString) return String(ref);
		if (typeof ref === "function" && ref.name !== (() => {}).name) return `function ${ref.name}`;
		return "<unnamed ref or enum>";
	}
	constructor(builder) {
		_define_property$9(this, "typeConfigs", /* @__PURE__ */ new Map());
		_define_property$9(this, "fields", /* @__PURE__ */ new Map());
		_define_property$9(this, "fieldDefaults", /* @__PURE__ */ new Map());
		_define_property$9(this, "pendingFieldDefaults", []);
		_define_property$9(this, "refs", /* @__PURE__ */ new Set());
		_define_property$9(this, "implementors", /* @__PURE__ */ new Map());
		_define_property$9(this, "pendingActions", []);
		_define_property$9(this, "paramAssociations", /* @__PURE__ */ new Map());
		_define_property$9(this, "pendingTypeConfigResolutions", /* @__PURE__ */ new Map());
		_define_property$9(this, "pending", true);
		_define_property$9(this, "builder", void 0);
		this.builder = builder;
	}
};
// node_modules/@pothos/core/esm/refs/arg.js
function _define_property$8(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
let _inputFieldShapeKey$1 = inputFieldShapeKey;
var ArgumentRef = class {
	onConfig(cb) {
		this.pendingActions.push(cb);
	}
	updateConfig(cb) {
		this.pendingActions.push(cb);
	}
	getConfig(name, field, typeConfig) {
		const config = this.pendingActions.reduce((config, cb) => {
			var _cb;
			return (_cb = cb(config)) !== null && _cb !== void 0 ? _cb : config;
		}, this.initConfig(name, field, typeConfig));
		for (const cb of this.onUseCallbacks) {
			this.onUseCallbacks.delete(cb);
			cb(config);
		}
		return config;
	}
	onFirstUse(cb) {
		this.onUseCallbacks.add(cb);
	}
	constructor(initConfig) {
		_define_property$8(this, "kind", "Arg");
		_define_property$8(this, "fieldName", void 0);
		_define_property$8(this, "$inferInput", void 0);
		_define_property$8(this, _inputFieldShapeKey$1, void 0);
		_define_property$8(this, "pendingActions", []);
		_define_property$8(this, "initConfig", void 0);
		_define_property$8(this, "onUseCallbacks", /* @__PURE__ */ new Set());
		this.initConfig = initConfig;
	}
};
// node_modules/@pothos/core/esm/refs/input-field.js
function _define_property$7(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
let _inputFieldShapeKey = inputFieldShapeKey;
var InputFieldRef = class {
	updateConfig(cb) {
		this.pendingActions.push(cb);
	}
	getConfig(name, typeConfig) {
		const config = this.pendingActions.reduce((config, cb) => {
			var _cb;
			return (_cb = cb(config)) !== null && _cb !== void 0 ? _cb : config;
		}, this.initConfig(name, typeConfig));
		for (const cb of this.onUseCallbacks) {
			this.onUseCallbacks.delete(cb);
			cb(config);
		}
		return config;
	}
	onFirstUse(cb) {
		this.onUseCallbacks.add(cb);
	}
	constructor(initConfig) {
		_define_property$7(this, "kind", "InputObject");
		_define_property$7(this, "fieldName", void 0);
		_define_property$7(this, "$inferInput", void 0);
		_define_property$7(this, _inputFieldShapeKey, void 0);
		_define_property$7(this, "pendingActions", []);
		_define_property$7(this, "initConfig", void 0);
		_define_property$7(this, "onUseCallbacks", /* @__PURE__ */ new Set());
		this.initConfig = initConfig;
	}
};
// node_modules/@pothos/core/esm/fieldUtils/input.js
function _define_property$6(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
var InputFieldBuilder = class {
	argBuilder() {
		const builder = this.field.bind(this);
		const protoKeys = Object.keys(Object.getPrototypeOf(this)).filter((key) => typeof this[key] === "function" && Function.prototype[key] === void 0);
		for (const key of [...Object.keys(this), ...protoKeys]) builder[key] = typeof this[key] === "function" ? this[key].bind(this) : this[key];
		return builder;
	}
	/**
	* Create in input field or argument for the current type
	* @param {PothosSchemaTypes.InputFieldOptions} [options={}] - Options for this field
	*/ field(options) {
		return this.kind === "Arg" ? new ArgumentRef((name, field, typeConfig) => {
			var _opts_required, _opts_extensions;
			const opts = options;
			return {
				name,
				parentField: field,
				kind: this.kind,
				graphqlKind: this.kind,
				parentType: typeConfig.name,
				type: inputTypeFromParam(opts.type, this.builder.configStore, (_opts_required = opts.required) !== null && _opts_required !== void 0 ? _opts_required : this.builder.defaultInputFieldRequiredness),
				pothosOptions: opts,
				description: opts.description,
				deprecationReason: opts.deprecationReason,
				defaultValue: opts.defaultValue,
				extensions: (_opts_extensions = opts.extensions) !== null && _opts_extensions !== void 0 ? _opts_extensions : {},
				astNode: opts.astNode
			};
		}) : new InputFieldRef((name, typeConfig) => {
			var _opts_required, _opts_extensions;
			const opts = options;
			return {
				name,
				parentField: void 0,
				kind: this.kind,
				graphqlKind: this.kind,
				parentType: typeConfig.name,
				type: inputTypeFromParam(opts.type, this.builder.configStore, (_opts_required = opts.required) !== null && _opts_required !== void 0 ? _opts_required : this.builder.defaultInputFieldRequiredness),
				pothosOptions: opts,
				description: opts.description,
				deprecationReason: opts.deprecationReason,
				defaultValue: opts.defaultValue,
				extensions: (_opts_extensions = opts.extensions) !== null && _opts_extensions !== void 0 ? _opts_extensions : {},
				astNode: opts.astNode
			};
		});
	}
	helper(type) {
		return (...args) => {
			const [options = {}] = args;
			return this.field({
				...options,
				type
			});
		};
	}
	constructor(builder, kind) {
		_define_property$6(this, "kind", void 0);
		_define_property$6(this, "builder", void 0);
		/**
		* Create a Boolean input field
		* @param {PothosSchemaTypes.InputFieldOptions} [options={}] - Options for this field
		*/ _define_property$6(this, "boolean", this.helper("Boolean"));
		/**
		* Create a Float input field
		* @param {PothosSchemaTypes.InputFieldOptions} [options={}] - Options for this field
		*/ _define_property$6(this, "float", this.helper("Float"));
		/**
		* Create a ID input field
		* @param {PothosSchemaTypes.InputFieldOptions} [options={}] - Options for this field
		*/ _define_property$6(this, "id", this.helper("ID"));
		/**
		* Create a Int input field
		* @param {PothosSchemaTypes.InputFieldOptions} [options={}] - Options for this field
		*/ _define_property$6(this, "int", this.helper("Int"));
		/**
		* Create a String input field
		* @param {PothosSchemaTypes.InputFieldOptions} [options={}] - Options for this field
		*/ _define_property$6(this, "string", this.helper("String"));
		/**
		* Create a Boolean list input field
		* @param {PothosSchemaTypes.InputFieldOptions} [options={}] - Options for this field
		*/ _define_property$6(this, "booleanList", this.helper(["Boolean"]));
		/**
		* Create a Float list input field
		* @param {PothosSchemaTypes.InputFieldOptions} [options={}] - Options for this field
		*/ _define_property$6(this, "floatList", this.helper(["Float"]));
		/**
		* Create a ID list input field
		* @param {PothosSchemaTypes.InputFieldOptions} [options={}] - Options for this field
		*/ _define_property$6(this, "idList", this.helper(["ID"]));
		/**
		* Create a Int list input field
		* @param {PothosSchemaTypes.InputFieldOptions} [options={}] - Options for this field
		*/ _define_property$6(this, "intList", this.helper(["Int"]));
		/**
		* Create a String list input field
		* @param {PothosSchemaTypes.InputFieldOptions} [options={}] - Options for this field
		*/ _define_property$6(this, "stringList", this.helper(["String"]));
		_define_property$6(this, "listRef", (type, options) => {
			var _ref;
			return new InputListRef(type, (_ref = options === null || options === void 0 ? void 0 : options.required) !== null && _ref !== void 0 ? _ref : true);
		});
		this.builder = builder;
		this.kind = kind;
	}
};
// node_modules/@pothos/core/esm/refs/field.js
function _define_property$5(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
let _outputFieldShapeKey = outputFieldShapeKey;
var FieldRef = class {
	updateConfig(cb) {
		this.pendingActions.push(cb);
	}
	getConfig(name, typeConfig) {
		const config = this.pendingActions.reduce((cfg, cb) => {
			var _cb;
			return (_cb = cb(cfg)) !== null && _cb !== void 0 ? _cb : cfg;
		}, this.initConfig(name, typeConfig));
		for (const cb of this.onUseCallbacks) {
			this.onUseCallbacks.delete(cb);
			cb(config);
		}
		return config;
	}
	onFirstUse(cb) {
		this.onUseCallbacks.add(cb);
	}
	constructor(kind, initConfig) {
		_define_property$5(this, "kind", void 0);
		_define_property$5(this, "fieldName", void 0);
		_define_property$5(this, "$inferType", void 0);
		_define_property$5(this, _outputFieldShapeKey, void 0);
		_define_property$5(this, "pendingActions", []);
		_define_property$5(this, "initConfig", void 0);
		_define_property$5(this, "onUseCallbacks", /* @__PURE__ */ new Set());
		this.kind = kind;
		this.initConfig = initConfig;
	}
};
// node_modules/@pothos/core/esm/fieldUtils/base.js
function _define_property$4(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
var BaseFieldUtil = class {
	createField(options) {
		return new FieldRef(this.kind, (name, typeConfig) => {
			var _options_nullable;
			var _options_extensions;
			const args = {};
			if (options.args) for (const [argName, arg] of Object.entries(options.args)) args[argName] = arg.getConfig(argName, name, typeConfig);
			let { resolve } = options;
			if (((_options_extensions = options.extensions) === null || _options_extensions === void 0 ? void 0 : _options_extensions.pothosExposedField) === name) resolve = defaultFieldResolver;
			const { subscribe } = options;
			return {
				kind: this.kind,
				graphqlKind: typeConfig.graphqlKind,
				parentType: typeConfig.name,
				name,
				args,
				argMappers: [],
				type: typeFromParam(options.type, this.builder.configStore, (_options_nullable = options.nullable) !== null && _options_nullable !== void 0 ? _options_nullable : this.builder.defaultFieldNullability),
				pothosOptions: options,
				extensions: {
					pothosOriginalResolve: resolve,
					pothosOriginalSubscribe: subscribe,
					...options.extensions
				},
				description: options.description,
				deprecationReason: options.deprecationReason,
				resolve,
				subscribe,
				astNode: options.astNode
			};
		});
	}
	exposeField(name, { extensions, ...options }) {
		return this.createField({
			...options,
			extensions: {
				pothosExposedField: name,
				...extensions
			},
			resolve: (parent) => parent[name]
		});
	}
	constructor(builder, kind, graphqlKind) {
		_define_property$4(this, "kind", void 0);
		_define_property$4(this, "graphqlKind", void 0);
		_define_property$4(this, "builder", void 0);
		this.builder = builder;
		this.kind = kind;
		this.graphqlKind = graphqlKind;
	}
};
// node_modules/@pothos/core/esm/fieldUtils/root.js
function _define_property$3(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
var RootFieldBuilder = class extends BaseFieldUtil {
	/**
	* Create a Boolean field
	* @param {PothosSchemaTypes.FieldOptions} options - Options for this field
	*/ boolean(...args) {
		const [options = {}] = args;
		return this.createField({
			...options,
			type: "Boolean"
		});
	}
	/**
	* Create a Float field
	* @param {PothosSchemaTypes.FieldOptions} options - Options for this field
	*/ float(...args) {
		const [options = {}] = args;
		return this.createField({
			...options,
			type: "Float"
		});
	}
	/**
	* Create a ID field
	* @param {PothosSchemaTypes.FieldOptions} options - Options for this field
	*/ id(...args) {
		const [options = {}] = args;
		return this.createField({
			...options,
			type: "ID"
		});
	}
	/**
	* Create a Int field
	* @param {PothosSchemaTypes.FieldOptions} options - Options for this field
	*/ int(...args) {
		const [options = {}] = args;
		return this.createField({
			...options,
			type: "Int"
		});
	}
	/**
	* Create a String field
	* @param {PothosSchemaTypes.FieldOptions} options - Options for this field
	*/ string(...args) {
		const [options = {}] = args;
		return this.createField({
			...options,
			type: "String"
		});
	}
	/**
	* Create a Boolean list field
	* @param {PothosSchemaTypes.FieldOptions} options - Options for this field
	*/ booleanList(...args) {
		const [options = {}] = args;
		return this.createField({
			...options,
			type: ["Boolean"]
		});
	}
	/**
	* Create a Float list field
	* @param {PothosSchemaTypes.FieldOptions} options - Options for this field
	*/ floatList(...args) {
		const [options = {}] = args;
		return this.createField({
			...options,
			type: ["Float"]
		});
	}
	/**
	* Create a ID list field
	* @param {PothosSchemaTypes.FieldOptions} options - Options for this field
	*/ idList(...args) {
		const [options = {}] = args;
		return this.createField({
			...options,
			type: ["ID"]
		});
	}
	/**
	* Create a Int list field
	* @param {PothosSchemaTypes.FieldOptions} options - Options for this field
	*/ intList(...args) {
		const [options = {}] = args;
		return this.createField({
			...options,
			type: ["Int"]
		});
	}
	/**
	* Create a String list field
	* @param {PothosSchemaTypes.FieldOptions} options - Options for this field
	*/ stringList(...args) {
		const [options = {}] = args;
		return this.createField({
			...options,
			type: ["String"]
		});
	}
	/**
	* create a new field for the current type
	* @param {PothosSchemaTypes.FieldOptions} options - options for this field
	*/ field(options) {
		return this.createField(options);
	}
	listRef(type, options) {
		var _ref;
		return new ListRef(type, (_ref = options === null || options === void 0 ? void 0 : options.nullable) !== null && _ref !== void 0 ? _ref : false);
	}
	constructor(...args) {
		super(...args), _define_property$3(this, "arg", new InputFieldBuilder(this.builder, "Arg").argBuilder());
	}
};
// node_modules/@pothos/core/esm/fieldUtils/builder.js
var FieldBuilder = class extends RootFieldBuilder {
	/**
	* Create a Boolean field from a boolean property on the parent object
	* @param {string} name - the name of the property on the source object (does not need to match the field name).
	* @param {object} [options={}] - Options for this field
	*/ exposeBoolean(name, ...args) {
		const [options = {}] = args;
		return this.exposeField(name, {
			...options,
			type: "Boolean"
		});
	}
	/**
	* Create a Float field from a numeric property on the parent object
	* @param {string} name - the name of the property on the source object (does not need to match the field name).
	* @param {object} [options={}] - Options for this field
	*/ exposeFloat(name, ...args) {
		const [options = {}] = args;
		return this.exposeField(name, {
			...options,
			type: "Float"
		});
	}
	/**
	* Create an ID field from a property on the parent object
	* @param {string} name - the name of the property on the source object (does not need to match the field name).
	* @param {object} [options={}] - Options for this field
	*/ exposeID(name, ...args) {
		const [options = {}] = args;
		return this.exposeField(name, {
			...options,
			type: "ID"
		});
	}
	/**
	* Create an Int field from a numeric property on the parent object
	* @param {string} name - the name of the property on the source object (does not need to match the field name).
	* @param {object} [options={}] - Options for this field
	*/ exposeInt(name, ...args) {
		const [options = {}] = args;
		return this.exposeField(name, {
			...options,
			type: "Int"
		});
	}
	/**
	* Create a String field from a string property on the parent object
	* @param {string} name - the name of the property on the source object (does not need to match the field name).
	* @param {object} [options={}] - Options for this field
	*/ exposeString(name, ...args) {
		const [options = {}] = args;
		return this.exposeField(name, {
			...options,
			type: "String"
		});
	}
	/**
	* Create a Boolean list field from a boolean[] property on the parent object
	* @param {string} name - the name of the property on the source object (does not need to match the field name).
	* @param {object} [options={}] - Options for this field
	*/ exposeBooleanList(name, ...args) {
		const [options = {}] = args;
		return this.exposeField(name, {
			...options,
			type: ["Boolean"]
		});
	}
	/**
	* Create a Float list field from a number[] property on the parent object
	* @param {string} name - the name of the property on the source object (does not need to match the field name).
	* @param {object} [options={}] - Options for this field
	*/ exposeFloatList(name, ...args) {
		const [options = {}] = args;
		return this.exposeField(name, {
			...options,
			type: ["Float"]
		});
	}
	/**
	* Create an ID list field from an id[] property on the parent object
	* @param {string} name - the name of the property on the source object (does not need to match the field name).
	* @param {object} [options={}] - Options for this field
	*/ exposeIDList(name, ...args) {
		const [options = {}] = args;
		return this.exposeField(name, {
			...options,
			type: ["ID"]
		});
	}
	/**
	* Create a Int list field from a number[] property on the parent object
	* @param {string} name - the name of the property on the source object (does not need to match the field name).
	* @param {object} [options={}] - Options for this field
	*/ exposeIntList(name, ...args) {
		const [options = {}] = args;
		return this.exposeField(name, {
			...options,
			type: ["Int"]
		});
	}
	/**
	* Create a String list field from a string[] property on the parent object
	* @param {string} name - the name of the property on the source object (does not need to match the field name).
	* @param {object} [options={}] - Options for this field
	*/ exposeStringList(name, ...args) {
		const [options = {}] = args;
		return this.exposeField(name, {
			...options,
			type: ["String"]
		});
	}
	/**
	* Create a field that resolves to a property of the corresponding type on the parent object
	* @param {string} name - the name of the property on the source object (does not need to match the field name).
	* @param {object} [options={}] - Options for this field
	*/ expose(name, ...args) {
		const [options = {}] = args;
		return this.exposeField(name, options);
	}
};
// node_modules/@pothos/core/esm/fieldUtils/interface.js
var InterfaceFieldBuilder = class extends FieldBuilder {
	constructor(builder) {
		super(builder, "Interface", "Interface");
	}
};
// node_modules/@pothos/core/esm/fieldUtils/mutation.js
var MutationFieldBuilder = class extends RootFieldBuilder {
	constructor(builder) {
		super(builder, "Mutation", "Object");
	}
};
// node_modules/@pothos/core/esm/fieldUtils/object.js
var ObjectFieldBuilder = class extends FieldBuilder {
	constructor(builder) {
		super(builder, "Object", "Object");
	}
};
// node_modules/@pothos/core/esm/fieldUtils/query.js
var QueryFieldBuilder = class extends RootFieldBuilder {
	constructor(builder) {
		super(builder, "Query", "Object");
	}
};
// node_modules/@pothos/core/esm/fieldUtils/subscription.js
var SubscriptionFieldBuilder = class extends RootFieldBuilder {
	constructor(builder) {
		super(builder, "Subscription", "Object");
	}
};
// node_modules/@pothos/core/esm/refs/enum.js
function _define_property$2(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
let _outputShapeKey$1 = outputShapeKey;
let _inputShapeKey = inputShapeKey;
var EnumRef = class extends BaseTypeRef {
	constructor(name, config) {
		super("Enum", name, config), _define_property$2(this, "kind", "Enum"), _define_property$2(this, "$inferType", void 0), _define_property$2(this, "$inferInput", void 0), _define_property$2(this, _outputShapeKey$1, void 0), _define_property$2(this, _inputShapeKey, void 0);
	}
};
// node_modules/@pothos/core/esm/refs/union.js
function _define_property$1(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
let _outputShapeKey = outputShapeKey;
let _parentShapeKey = parentShapeKey;
var UnionRef = class extends BaseTypeRef {
	addTypes(types) {
		if (Array.isArray(types) && types.length === 0) return;
		if (this.preparedForBuild) this.updateConfig((cfg) => ({
			...cfg,
			types: [...cfg.types, ...typeof types === "function" ? types() : types]
		}));
		else this.types.push(() => Array.isArray(types) ? types : types());
	}
	prepareForBuild() {
		if (this.preparedForBuild) return;
		super.prepareForBuild();
		if (this.types.length > 0) this.updateConfig((cfg) => ({
			...cfg,
			types: [...cfg.types, ...this.types.flatMap((types) => types())]
		}));
	}
	constructor(name, config) {
		super("Union", name, config), _define_property$1(this, "kind", "Union"), _define_property$1(this, "$inferType", void 0), _define_property$1(this, _outputShapeKey, void 0), _define_property$1(this, _parentShapeKey, void 0), _define_property$1(this, "types", []);
	}
};
// node_modules/@pothos/core/esm/builder.js
function _define_property(obj, key, value) {
	if (key in obj) Object.defineProperty(obj, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
	else obj[key] = value;
	return obj;
}
var SchemaBuilder$1 = class SchemaBuilder$1 {
	static registerPlugin(name, plugin, normalizeOptions) {
		if (!SchemaBuilder$1.allowPluginReRegistration && SchemaBuilder$1.plugins[name]) throw new PothosError(`Received multiple implementations for plugin ${name}`);
		SchemaBuilder$1.plugins[name] = plugin;
		if (normalizeOptions) SchemaBuilder$1.optionNormalizers.set(name, normalizeOptions);
	}
	objectType(param, options, fields) {
		var _options_name;
		verifyRef(param);
		verifyInterfaces(options.interfaces);
		const name = typeof param === "string" ? param : (_options_name = options.name) !== null && _options_name !== void 0 ? _options_name : param.name;
		const ref = param instanceof BaseTypeRef ? param : new ObjectRef(name);
		ref.updateConfig({
			kind: "Object",
			graphqlKind: "Object",
			name,
			interfaces: [],
			description: options.description,
			extensions: options.extensions,
			astNode: options.astNode,
			isTypeOf: options.isTypeOf,
			pothosOptions: options
		});
		if (options.interfaces) ref.addInterfaces(options.interfaces);
		if (ref !== param && typeof param !== "string") this.configStore.associateParamWithRef(param, ref);
		if (fields) ref.addFields(() => fields(new ObjectFieldBuilder(this)));
		if (options.fields) ref.addFields(() => {
			const t = new ObjectFieldBuilder(this);
			return options.fields(t);
		});
		this.configStore.addTypeRef(ref);
		return ref;
	}
	objectFields(param, fields) {
		verifyRef(param);
		this.configStore.addFields(param, () => fields(new ObjectFieldBuilder(this)));
	}
	objectField(param, fieldName, field) {
		verifyRef(param);
		this.configStore.addFields(param, () => ({ [fieldName]: field(new ObjectFieldBuilder(this)) }));
	}
	queryType(...args) {
		var _options_name;
		const [options = {}, fields] = args;
		this.queryRef.updateConfig({
			kind: "Query",
			graphqlKind: "Object",
			name: (_options_name = options.name) !== null && _options_name !== void 0 ? _options_name : "Query",
			description: options.description,
			pothosOptions: options,
			extensions: options.extensions,
			astNode: options.astNode
		});
		if (options.name) this.queryRef.name = options.name;
		this.configStore.addTypeRef(this.queryRef);
		if (fields) this.queryRef.addFields(() => fields(new QueryFieldBuilder(this)));
		if (options.fields) this.queryRef.addFields(() => options.fields(new QueryFieldBuilder(this)));
		return this.queryRef;
	}
	queryFields(fields) {
		this.configStore.addFields(this.queryRef, () => fields(new QueryFieldBuilder(this)));
	}
	queryField(name, field) {
		this.configStore.addFields(this.queryRef, () => ({ [name]: field(new QueryFieldBuilder(this)) }));
	}
	mutationType(...args) {
		var _options_name;
		const [options = {}, fields] = args;
		this.mutationRef.updateConfig({
			kind: "Mutation",
			graphqlKind: "Object",
			name: (_options_name = options.name) !== null && _options_name !== void 0 ? _options_name : "Mutation",
			description: options.description,
			pothosOptions: options,
			extensions: options.extensions,
			astNode: options.astNode
		});
		this.configStore.addTypeRef(this.mutationRef);
		if (options.name) this.mutationRef.name = options.name;
		if (fields) this.configStore.addFields(this.mutationRef, () => fields(new MutationFieldBuilder(this)));
		if (options.fields) this.configStore.addFields(this.mutationRef, () => options.fields(new MutationFieldBuilder(this)));
		return this.mutationRef;
	}
	mutationFields(fields) {
		this.configStore.addFields(this.mutationRef, () => fields(new MutationFieldBuilder(this)));
	}
	mutationField(name, field) {
		this.configStore.addFields(this.mutationRef, () => ({ [name]: field(new MutationFieldBuilder(this)) }));
	}
	subscriptionType(...args) {
		var _options_name;
		const [options = {}, fields] = args;
		this.subscriptionRef.updateConfig({
			kind: "Subscription",
			graphqlKind: "Object",
			name: (_options_name = options.name) !== null && _options_name !== void 0 ? _options_name : "Subscription",
			description: options.description,
			pothosOptions: options,
			extensions: options.extensions,
			astNode: options.astNode
		});
		this.configStore.addTypeRef(this.subscriptionRef);
		if (options.name) this.subscriptionRef.name = options.name;
		if (fields) this.configStore.addFields(this.subscriptionRef, () => fields(new SubscriptionFieldBuilder(this)));
		if (options.fields) this.configStore.addFields(this.subscriptionRef, () => options.fields(new SubscriptionFieldBuilder(this)));
		return this.subscriptionRef;
	}
	subscriptionFields(fields) {
		this.configStore.addFields(this.subscriptionRef, () => fields(new SubscriptionFieldBuilder(this)));
	}
	subscriptionField(name, field) {
		this.configStore.addFields(this.subscriptionRef, () => ({ [name]: field(new SubscriptionFieldBuilder(this)) }));
	}
	args(fields) {
		return fields(new InputFieldBuilder(this, "Arg"));
	}
	interfaceType(param, options, fields) {
		var _options_name;
		verifyRef(param);
		verifyInterfaces(options.interfaces);
		const name = typeof param === "string" ? param : (_options_name = options.name) !== null && _options_name !== void 0 ? _options_name : param.name;
		const ref = param instanceof BaseTypeRef ? param : new InterfaceRef(name);
		ref.updateConfig({
			kind: "Interface",
			graphqlKind: "Interface",
			name,
			interfaces: [],
			description: options.description,
			pothosOptions: options,
			extensions: options.extensions,
			resolveType: options.resolveType,
			astNode: options.astNode
		});
		this.configStore.addTypeRef(ref);
		if (options.interfaces) ref.addInterfaces(options.interfaces);
		if (ref !== param && typeof param !== "string") this.configStore.associateParamWithRef(param, ref);
		if (fields) this.configStore.addFields(ref, () => fields(new InterfaceFieldBuilder(this)));
		if (options.fields) this.configStore.addFields(ref, () => options.fields(new InterfaceFieldBuilder(this)));
		return ref;
	}
	interfaceFields(ref, fields) {
		verifyRef(ref);
		this.configStore.addFields(ref, () => fields(new InterfaceFieldBuilder(this)));
	}
	interfaceField(ref, fieldName, field) {
		verifyRef(ref);
		this.configStore.addFields(ref, () => ({ [fieldName]: field(new InterfaceFieldBuilder(this)) }));
	}
	unionType(name, options) {
		const ref = new UnionRef(name, {
			kind: "Union",
			graphqlKind: "Union",
			name,
			types: [],
			description: options.description,
			resolveType: options.resolveType,
			pothosOptions: options,
			extensions: options.extensions,
			astNode: options.astNode
		});
		if (Array.isArray(options.types)) for (const type of options.types) verifyRef(type);
		this.configStore.addTypeRef(ref);
		ref.addTypes(options.types);
		return ref;
	}
	enumType(param, options) {
		verifyRef(param);
		const name = typeof param === "string" ? param : options.name;
		const ref = new EnumRef(name, {
			kind: "Enum",
			graphqlKind: "Enum",
			name,
			values: typeof param === "object" ? valuesFromEnum(param, options === null || options === void 0 ? void 0 : options.values) : normalizeEnumValues(options.values),
			description: options.description,
			pothosOptions: options,
			extensions: options.extensions,
			astNode: options.astNode
		});
		this.configStore.addTypeRef(ref);
		if (typeof param !== "string") this.configStore.associateParamWithRef(param, ref);
		return ref;
	}
	scalarType(name, options) {
		const ref = new ScalarRef(name, {
			kind: "Scalar",
			graphqlKind: "Scalar",
			name,
			description: options.description,
			specifiedByURL: options.specifiedByURL,
			parseLiteral: options.parseLiteral,
			parseValue: options.parseValue,
			serialize: options.serialize,
			...options.coerceOutputValue ? { coerceOutputValue: options.coerceOutputValue } : {},
			...options.coerceInputValue ? { coerceInputValue: options.coerceInputValue } : {},
			...options.coerceInputLiteral ? { coerceInputLiteral: options.coerceInputLiteral } : {},
			...options.valueToLiteral ? { valueToLiteral: options.valueToLiteral } : {},
			pothosOptions: options,
			extensions: options.extensions,
			astNode: options.astNode
		});
		this.configStore.addTypeRef(ref);
		return ref;
	}
	addScalarType(name, scalar, ...args) {
		const [options = {}] = args;
		const config = scalar.toConfig();
		return this.scalarType(name, {
			...config,
			...options,
			extensions: {
				...config.extensions,
				...options.extensions
			}
		});
	}
	inputType(param, options) {
		verifyRef(param);
		const name = typeof param === "string" ? param : param.name;
		const ref = typeof param === "string" ? new InputObjectRef(name) : param;
		ref.updateConfig({
			kind: "InputObject",
			graphqlKind: "InputObject",
			name,
			isOneOf: options.isOneOf,
			description: options.description,
			pothosOptions: options,
			extensions: options.extensions,
			astNode: options.astNode
		});
		this.configStore.addTypeRef(ref);
		if (param !== ref && typeof param !== "string") this.configStore.associateParamWithRef(param, ref);
		this.configStore.addInputFields(ref, () => options.fields(new InputFieldBuilder(this, "InputObject")));
		return ref;
	}
	inputRef(name) {
		return new ImplementableInputObjectRef(this, name);
	}
	objectRef(name) {
		return new ImplementableObjectRef(this, name);
	}
	interfaceRef(name) {
		return new ImplementableInterfaceRef(this, name);
	}
	toSchema(...args) {
		const [options = {}] = args;
		const { directives, extensions } = options;
		const scalars = [
			GraphQLID,
			GraphQLInt,
			GraphQLFloat,
			GraphQLString,
			GraphQLBoolean
		];
		for (const scalar of scalars) if (!this.configStore.hasImplementation(scalar.name)) this.addScalarType(scalar.name, scalar);
		const buildCache = new BuildCache(this, options);
		buildCache.plugin.beforeBuild();
		buildCache.buildAll();
		const builtTypes = [...buildCache.types.values()];
		const queryName = this.configStore.hasConfig(this.queryRef) ? this.configStore.getTypeConfig(this.queryRef).name : "Query";
		const mutationName = this.configStore.hasConfig(this.mutationRef) ? this.configStore.getTypeConfig(this.mutationRef).name : "Mutation";
		const subscriptionName = this.configStore.hasConfig(this.subscriptionRef) ? this.configStore.getTypeConfig(this.subscriptionRef).name : "Subscription";
		const schema = new GraphQLSchema({
			query: buildCache.types.get(queryName),
			mutation: buildCache.types.get(mutationName),
			subscription: buildCache.types.get(subscriptionName),
			extensions: extensions !== null && extensions !== void 0 ? extensions : {},
			directives,
			types: builtTypes,
			astNode: options.astNode
		});
		const processedSchema = buildCache.plugin.afterBuild(schema);
		return options.sortSchema === false ? processedSchema : lexicographicSortSchema(processedSchema);
	}
	constructor(options) {
		var _options_defaultFieldNullability, _options_defaultInputFieldRequiredness;
		_define_property(this, "$inferSchemaTypes", void 0);
		_define_property(this, "queryRef", new QueryRef("Query"));
		_define_property(this, "mutationRef", new MutationRef("Mutation"));
		_define_property(this, "subscriptionRef", new SubscriptionRef("Subscription"));
		_define_property(this, "configStore", void 0);
		_define_property(this, "options", void 0);
		_define_property(this, "defaultFieldNullability", void 0);
		_define_property(this, "defaultInputFieldRequiredness", void 0);
		this.options = [...SchemaBuilder$1.optionNormalizers.values()].reduce((opts, normalize) => {
			if (options.defaults && typeof normalize[options.defaults] === "function") return Object.assign(opts, normalize[options.defaults](opts));
			return opts;
		}, options);
		this.configStore = new ConfigStore(this);
		this.defaultFieldNullability = (_options_defaultFieldNullability = options.defaultFieldNullability) !== null && _options_defaultFieldNullability !== void 0 ? _options_defaultFieldNullability : options.defaults !== "v3";
		this.defaultInputFieldRequiredness = (_options_defaultInputFieldRequiredness = options.defaultInputFieldRequiredness) !== null && _options_defaultInputFieldRequiredness !== void 0 ? _options_defaultInputFieldRequiredness : false;
	}
};
_define_property(SchemaBuilder$1, "plugins", {});
_define_property(SchemaBuilder$1, "optionNormalizers", /* @__PURE__ */ new Map());
_define_property(SchemaBuilder$1, "allowPluginReRegistration", false);
// src/graphql/schema/builder.ts
/** The schema builder, and helpers that declare the scopes, limits and constraints of fields. */
/** The Pothos schema builder, in which fields are non-null by default. */
const builder = new SchemaBuilder$1({ defaultFieldNullability: false });
for (const scalar of scalars) builder.addScalarType(scalar.name, scalar);
builder.queryType({ description: "The root type of all queries." });
builder.mutationType({ description: "The root type of all mutations. A request's mutations run in one transaction." });
builder.subscriptionType({ description: "The root type of all subscriptions." });
/** Returns the options of a nullable field. */
const optional = (description) => ({
	nullable: true,
	description
});
const optionalTime = (description) => ({
	type: "DateTime",
	...optional(description)
});
/** Declares a field's scopes; any one is sufficient. Without scopes, any key can use the field. */
const needs = (...scopes) => ({ scopes });
/** Declares limits on a built-in type. A custom scalar would change the clients' variable types. */
const limits = (jsonSchema) => ({ jsonSchema });
/** Declares that an optional input field cannot be set to `null`. */
const notNull = { notNull: true };
/** The options of an input field that moves a record within its list. */
const positionInput = {
	type: "Position",
	description: "The zero-based position.",
	extensions: notNull
};
/** Declares the REST name of an input field whose GraphQL name differs. */
const restName = (name) => ({ restName: name });
/** Adds an enum type. @param values the description of each value */
const defineEnum = (name, description, values) => {
	const entries = Object.entries(values);
	return builder.enumType(name, {
		description,
		values: Object.fromEntries(entries.map(([value, description]) => [value, { description }]))
	});
};
/** Declares `expectedVersion` (REST: `If-Match`) for a mutation that calls `checkVersion`. */
const versionArgs = (t) => ({ expectedVersion: t.arg.int({
	description: "The expected version.",
	extensions: limits({
		type: "integer",
		minimum: 1
	})
}) });
/** The format of record ids (REST contract, clause 8: "Contact path id"). */
const idSchema = limits({
	type: "string",
	pattern: "^[a-zA-Z0-9_-]{8,64}$"
});
/** Declares a required argument for a record id. */
const idArg = (t, description) => t.arg.id({
	required: true,
	description,
	extensions: idSchema
});
const constraints = (schema) => ({ constraints: schema });
const atLeastOneField = { atLeastOneField: true };
const propertySchemas = (properties) => ({
	properties,
	additionalProperties: true
});
const matchField = (field, schema) => ({
	required: [field],
	...propertySchemas({ [field]: schema })
});
const isPresent = (field) => matchField(field, { not: { type: "null" } });
const hasText = (field) => matchField(field, {
	type: "string",
	pattern: "\\S"
});
const hasItems = (field) => matchField(field, {
	type: "array",
	minItems: 1
});
const hasValue = (field, value) => matchField(field, { const: value });
/** Allows at most one of the fields; `null` is treated as absent. */
const atMostOne = (fields) => ({ allOf: fields.flatMap((one, index) => fields.slice(index + 1).map((other) => ({ not: { allOf: [isPresent(one), isPresent(other)] } }))) });
// src/graphql/schema/columns.ts
/** Determines the columns that a selection reads, so that lists fetch only the selected columns. */
/** Declares the columns that a field reads; by default, its own or all columns. */
const readsColumns = (...columns) => ({ reads: columns });
function relationField(loader, column, convert = (value) => value) {
	return {
		extensions: readsColumns(column),
		resolve: (row, _, ctx) => mapMaybePromise(loader.of(ctx, row, column), (value) => convert(value, ctx))
	};
}
/** Returns the options of a nullable field for the record that a column references. */
const relationToOne = (type, loader, column, description) => ({
	type,
	nullable: true,
	description,
	...relationField(loader, column)
});
/** Returns the options of a non-null field for the record that a required column references. */
const requiredRelation = (type, loader, column, description) => ({
	type,
	description,
	...relationField(loader, column, (record) => record)
});
const relationToMany = (type, loader, description) => ({
	type: [type],
	description,
	...relationField(loader, "id", (rows) => rows ?? [])
});
const columnCache = createDerivedCache("selected_columns");
/** Returns the columns that a connection's selection reads; undefined for whole rows. */
function getSelectedColumns(info) {
	const [node, secondNode] = info.fieldNodes;
	if (!node || secondNode) return void 0;
	return columnCache.getOrCreate(node, () => {
		const columns = collectColumns(node.selectionSet, getNamedType(info.returnType), info);
		return columns && [...columns].sort();
	});
}
/** Returns the columns that a selection set reads if no `@skip` or `@include` excludes a field. */
function collectColumns(selectionSet, type, info) {
	if (!isObjectType(type)) return void 0;
	const allColumns = /* @__PURE__ */ new Set();
	for (const selection of selectionSet?.selections ?? []) {
		const columns = collectSelectionColumns(selection, type, info);
		if (!columns) return void 0;
		for (const column of columns) allColumns.add(column);
	}
	return allColumns;
}
function collectSelectionColumns(selection, type, info) {
	if (selection.kind !== "Field") return collectColumns((selection.kind === "FragmentSpread" ? info.fragments[selection.name.value] : selection)?.selectionSet, type, info);
	const field = type.getFields()[selection.name.value];
	if (!field) return [];
	const { pageOf, reads, pothosExposedField } = field.extensions;
	if (pageOf) return collectColumns(selection.selectionSet, getNamedType(field.type), info);
	const columns = reads ?? pothosExposedField;
	return columns === void 0 ? void 0 : [columns].flat();
}
/** Limits of a cursor, which contains the values by which the list is sorted. */
const cursorLimits = limits({
	type: "string",
	maxLength: 12e3
});
const pageLimits = limits({
	type: "integer",
	minimum: 1,
	maximum: 100
});
const pageArgs = (t) => ({
	first: t.arg.int({
		defaultValue: 10,
		description: "Maximum results, 1–100.",
		extensions: pageLimits
	}),
	after: t.arg.string({
		description: "The cursor to start after.",
		extensions: cursorLimits
	}),
	last: t.arg.int({
		description: "Maximum results from the end.",
		extensions: pageLimits
	}),
	before: t.arg.string({
		description: "The cursor to end before.",
		extensions: cursorLimits
	})
});
function signPosition(ctx, list, position) {
	const { companyId, userId } = ctx.viewer;
	return createHmac("sha256", ctx.cursorKey).update(JSON.stringify([
		companyId,
		userId,
		list,
		position
	])).digest().subarray(0, 12);
}
const encodeCursor = (ctx, list, position) => Buffer.concat([signPosition(ctx, list, position), Buffer.from(position)]).toString("base64url");
/** @throws VALIDATION_ERROR for a cursor of another list, filter, order or caller */
function decodeCursor(ctx, list, cursor, field) {
	const bytes = /^[\w-]{17,}$/.test(cursor) ? Buffer.from(cursor, "base64url") : Buffer.alloc(0);
	const position = bytes.subarray(12).toString();
	if (bytes.length > 12 && bytes.toString("base64url") === cursor && timingSafeEqual(bytes.subarray(0, 12), signPosition(ctx, list, position))) return position;
	throw invalid([{
		field,
		code: "INVALID_FORMAT",
		message: "is not a cursor of this list: use a cursor returned for the same list, filter and order"
	}]);
}
function resolveConnection(ctx, args, { list, page, total, columns, position = (row) => row.id }) {
	return mapMaybePromise(page(toPageRequest(ctx, list, args, columns)), (page) => ({
		...page,
		cursor: (row) => encodeCursor(ctx, list, position(row)),
		total
	}));
}
const emptyPage$1 = {
	rows: [],
	hasNext: false,
	hasPrevious: false
};
const resolveChildConnection = (ctx, info, list, parent, args, { pages, counts }) => resolveConnection(ctx, args, {
	columns: getSelectedColumns(info),
	list: [list, parent.id],
	page: (request) => mapMaybePromise(pages.of(ctx, request, parent, "id"), (page) => page ?? emptyPage$1),
	total: () => mapMaybePromise(counts.of(ctx, parent, "id"), (total) => total ?? 0)
});
function toPageRequest(ctx, list, { first, after, last, before }, columns) {
	const limit = last ?? first ?? 10;
	const isBackward = last != null;
	if (after == null && before == null) return getFirstPageRequest(columns, limit, isBackward);
	return {
		limit,
		isBackward,
		columns,
		after: after == null ? void 0 : decodeCursor(ctx, list, after, "after"),
		before: before == null ? void 0 : decodeCursor(ctx, list, before, "before")
	};
}
const wholeRowKey = [];
const firstPageCache = createDerivedCache("first_page_requests");
/** Returns the same object for equal requests, so that loaders recognize equal arguments. */
function getFirstPageRequest(columns, limit, isBackward) {
	const requestsByLimit = firstPageCache.getOrCreate(columns ?? wholeRowKey, () => /* @__PURE__ */ new Map());
	const key = isBackward ? -limit : limit;
	const request = requestsByLimit.get(key) ?? {
		limit,
		isBackward,
		columns
	};
	requestsByLimit.set(key, request);
	return request;
}
const PageInfo = builder.objectRef("PageInfo").implement({
	description: "Information about a page of results, as in Relay.",
	fields: (t) => ({
		hasNextPage: t.exposeBoolean("hasNext", { description: "Whether a next page exists." }),
		hasPreviousPage: t.exposeBoolean("hasPrevious", { description: "Whether a previous page exists." }),
		startCursor: t.string({
			...optional("The cursor of the first record."),
			resolve: (page) => page.rows[0] ? page.cursor(page.rows[0]) : null
		}),
		endCursor: t.string({
			...optional("The cursor of the last record."),
			resolve: ({ rows, cursor, endCursor: end }) => end ?? (rows.length ? cursor(rows[rows.length - 1]) : null)
		})
	})
});
const createEdgeType = (name, node) => builder.objectRef(`${name}Edge`).implement({
	description: `${withArticle(toNoun(name))} edge.`,
	fields: (t) => ({
		node: t.field({
			type: node,
			description: `The ${toNoun(name)}.`,
			extensions: { pageOf: name },
			resolve: ({ row }) => row
		}),
		cursor: t.string({
			description: "The edge's cursor.",
			extensions: readsColumns("id"),
			resolve: ({ row, page }) => page.cursor(row)
		})
	})
});
function createConnectionType(name, node) {
	const Edge = createEdgeType(name, node);
	const records = toPlural(toNoun(name));
	return builder.objectRef(`${name}Connection`).implement({
		description: `A page of ${records}.`,
		fields: (t) => ({
			nodes: t.field({
				type: [node],
				description: `The ${records}.`,
				extensions: { pageOf: name },
				resolve: ({ rows }) => rows
			}),
			edges: t.field({
				type: [Edge],
				description: `The ${toNoun(name)} edges.`,
				extensions: { pageOf: name },
				resolve: (page) => page.rows.map((row) => ({
					row,
					page
				}))
			}),
			pageInfo: t.field({
				type: PageInfo,
				description: "Page information.",
				extensions: readsColumns("id"),
				resolve: (page) => page
			}),
			totalCount: t.int({
				...optional(`The total number of ${records}.`),
				extensions: readsColumns("id"),
				resolve: (page) => page.total()
			})
		})
	});
}
// src/graphql/check-values.ts
/**
* Checks input values against their types and limits, for GraphQL and REST. graphql-js checks the
* values again, but stops at the first invalid value and does not name its field.
*/
/** Returns the problems of a value. A single value is not accepted as a list of one. */
function findValueProblems(value, type, path = []) {
	const problems = [];
	new ValueChecker((problem) => void problems.push(problem), true).check(value, type, path);
	return problems;
}
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const textTypes = /* @__PURE__ */ new Set([
	"ID",
	"String",
	"EventPattern",
	"EventType"
]);
/** Matches ASCII text without spaces, such as an id: each UTF-16 unit is one character. */
const visibleAscii = /^[!-~]*$/;
/** Maximum list elements to check; the length limits of lists are far lower. */
const maxElements = 1e3;
var ValueChecker = class {
	#add;
	#strictLists;
	/** @param strictLists whether to reject a single value, which GraphQL accepts as a list of one */
	constructor(add, strictLists) {
		this.#add = add;
		this.#strictLists = strictLists;
	}
	#report(path, code, message) {
		this.#add({
			path,
			code,
			message
		});
	}
	check(value, type, path, constraints = {}) {
		const isRequired = isNonNullType(type);
		if (value === void 0 || value === null) {
			const { notNull } = constraints;
			if (!isRequired && (value === void 0 || !notNull)) return;
			const message = isRequired ? "is required" : "cannot be null: omit it or set a value";
			this.#report(path, "REQUIRED_FIELD", typeof notNull === "string" ? notNull : message);
		} else if (isRequired) this.check(value, type.ofType, path, constraints);
		else if (isListType(type)) this.#checkList(value, type, path, constraints);
		else if (isInputObjectType(type)) this.#checkObject(value, type, path, constraints);
		else if (isEnumType(type)) this.#checkEnum(value, type, path);
		else this.#checkScalar(value, type, path, constraints);
	}
	#checkList(value, type, path, constraints) {
		if (!Array.isArray(value)) {
			if (this.#strictLists) return this.#report(path, "INVALID_FORMAT", "must be a list");
			return this.check([value], type, path, constraints);
		}
		this.#checkLimits(value, path, constraints);
		const { notNull } = constraints;
		const elementConstraints = typeof notNull === "string" ? { notNull } : {};
		for (const [index, element] of value.slice(0, maxElements).entries()) this.check(element, type.ofType, [...path, index], elementConstraints);
	}
	#checkObject(value, type, path, { comparators }) {
		if (typeof value !== "object" || Array.isArray(value) || value instanceof EnumLiteral) return this.#report(path, "INVALID_FORMAT", "must be an object");
		const inputObject = value;
		const fields = type.getFields();
		for (const field of Object.values(fields)) {
			const { name, extensions } = field;
			const fieldValue = Object.hasOwn(inputObject, name) ? inputObject[name] : void 0;
			if (fieldValue === void 0 && !isRequiredInputField(field)) continue;
			const comparatorLimits = comparators?.[name];
			const constraints = comparatorLimits ? {
				...extensions,
				...comparatorLimits
			} : extensions;
			this.check(fieldValue, field.type, [...path, name], constraints);
		}
		const fieldNames = Object.keys(fields);
		if (type.isOneOf && !this.#strictLists) this.#checkOneOf(inputObject, fieldNames, path);
		for (const name of Object.keys(inputObject)) {
			if (Object.hasOwn(fields, name)) continue;
			const message = `is not a field of ${type.name}${suggestNames(name, fieldNames)}`;
			this.#report([...path, name], "INVALID_VALUE", message);
		}
	}
	#checkOneOf(object, names, path) {
		const [firstName, ...otherNames] = names.filter((name) => object[name] !== void 0);
		const message = `set exactly one of \`${names.join("`, `")}\``;
		if (!firstName) this.#report(path, "REQUIRED_FIELD", `is empty: ${message}`);
		else if (object[firstName] === null) this.#report([...path, firstName], "REQUIRED_FIELD", `cannot be null: ${message}`);
		const combinedMessage = `cannot be combined with \`${firstName}\`: ${message}`;
		for (const name of otherNames) this.#report([...path, name], "INVALID_VALUE", combinedMessage);
	}
	#checkEnum(value, type, path) {
		const name = value instanceof EnumLiteral ? value.name : value;
		if (typeof name === "string" && type.getValue(name)) return;
		const enumNames = type.getValues().map((enumValue) => enumValue.name);
		this.#report(path, "INVALID_VALUE", `must be one of ${enumNames.join(", ")}`);
	}
	#checkScalar(value, type, path, constraints) {
		if (value instanceof EnumLiteral) {
			const word = truncateText(value.name, 50);
			return this.#report(path, "INVALID_FORMAT", `must be a value, not the unquoted word ${word}`);
		}
		const problem = findScalarProblem(value, type.name, constraints);
		if (problem) return this.#report(path, ...problem);
		try {
			type.coerceInputValue(value);
		} catch (error) {
			if (!(error instanceof InputError)) return this.#report(path, "INVALID_FORMAT", `must be a ${type.name}`);
			if (error.problems.length === 0) return this.#report(path, error.code, error.message);
			for (const { path: inner, code, message } of error.problems.slice(0, 100)) this.#report([...path, ...inner], code, message);
			return;
		}
		this.#checkLimits(value, path, constraints);
	}
	#checkLimits(value, path, { jsonSchema: limits }) {
		const problem = limits && findLimitProblem(value, limits);
		if (problem) this.#report(path, ...problem);
	}
};
function findLimitProblem(value, limits) {
	const { minItems = 0, maxItems = maxElements, minLength = 0, maxLength = Infinity } = limits;
	const { minimum = -Infinity, maximum = Infinity, pattern } = limits;
	if (Array.isArray(value)) {
		const noun = minItems === 1 ? "element" : "elements";
		if (value.length < minItems) return ["TOO_SHORT", `must have at least ${minItems} ${noun}`];
		if (value.length > maxItems) return ["TOO_LONG", `must have at most ${maxItems} elements`];
	} else if (typeof value === "number") {
		if (value < minimum || value > maximum) return ["OUT_OF_RANGE", `must be from ${minimum} to ${maximum}`];
	} else if (typeof value === "string") {
		const { length } = visibleAscii.test(value) ? value : [...value.normalize("NFC").trim()];
		if (length < minLength) return ["TOO_SHORT", `must have at least ${minLength} characters`];
		if (length > maxLength) return ["TOO_LONG", `must have at most ${maxLength} characters`];
		if (pattern && !new RegExp(pattern, "u").test(value)) return ["INVALID_FORMAT", `must match ${pattern}`];
	}
}
/** Returns the problem of a built-in scalar value before graphql-js coerces the value. */
function findScalarProblem(value, typeName, { anyText, jsonSchema }) {
	if (textTypes.has(typeName)) {
		if (typeof value !== "string") return ["INVALID_FORMAT", "must be a string"];
		if (anyText) return void 0;
		const isVisibleAscii = visibleAscii.test(value);
		if (!isVisibleAscii && (!value.isWellFormed() || controlCharacters.test(value))) return ["INVALID_FORMAT", "must not contain control characters or lone surrogates"];
		const maxLength = jsonSchema?.maxLength ?? 1e3;
		if (value.length > Math.max(maxLength, 1e3)) return ["TOO_LONG", `must have at most ${maxLength} characters`];
		const problem = isVisibleAscii ? void 0 : findTextProblem(value);
		if (problem) return ["INVALID_FORMAT", problem];
	}
	if (typeName === "Int" || typeName === "Float") {
		if (typeof value !== "number") return ["INVALID_FORMAT", `must be a ${typeName === "Int" ? "whole number" : "number"}`];
		if (!Number.isFinite(value)) return ["OUT_OF_RANGE", "must be a finite number"];
		if (typeName === "Int" && !Number.isInteger(value)) return ["INVALID_FORMAT", "must be a whole number"];
	}
	if (typeName === "Boolean" && typeof value !== "boolean") return ["INVALID_FORMAT", "must be true or false"];
}
// src/graphql/subscription-stream.ts
/** Streams one subscription: first the past events after a cursor, then new events. */
const createSubscribeResolver = (open) => (_, args, ctx) => open(args, ctx);
/** Maximum results and characters per chunk. */
const maxResults = 100;
const maxCharacters = 65536;
/** Delay before a stream retries an unavailable database. */
const retryDelayMs = 500;
const endErrors = {
	gone: void 0,
	slow: unavailable("The stream ended because the client read too slowly: resume the stream after the last event that you received"),
	stopping: unavailable("The server is stopping: resume the stream in a moment, after the last event that you received")
};
var SubscriptionStream = class {
	#subscription;
	/** The row number up to which all visible rows have been sent. */
	#position;
	#isHeartbeatDue = false;
	/** Resolves at the next commit or heartbeat, or when the connection ends. */
	#notified = Promise.withResolvers();
	constructor(subscription) {
		this.#subscription = subscription;
		this.#position = subscription.source.start;
	}
	/** Sends results until the stream must end. @returns the text with which the stream ends */
	async run(writer) {
		const { http, encoding } = this.#subscription;
		const { store, settings, log } = http.deps;
		const unsubscribe = store.commits.subscribe(this.#notify);
		const heartbeat = setInterval(() => {
			if (writer.endReason) return;
			this.#isHeartbeatDue = true;
			writer.dropIfStalled();
			store.commits.checkForCommits();
			this.#notify();
		}, settings.SSE_HEARTBEAT_SECONDS * 1e3);
		writer.onEnd(this.#notify);
		try {
			await writer.write(encoding.opening(this.#cursor));
			let hasMore = true;
			while (!writer.endReason) hasMore = await this.#sendChunk(writer, hasMore);
			if (writer.endReason === "slow") log.warn({
				requestId: http.requestId,
				...getCredentialIds(requireViewer(http))
			}, "subscription closed because the client read too slowly");
			return this.#failure(endErrors[writer.endReason]);
		} catch (error) {
			return this.#failure(toApiError(error, http.deps, http.requestId));
		} finally {
			clearInterval(heartbeat);
			unsubscribe();
		}
	}
	#notify = () => this.#notified.resolve();
	get #cursor() {
		const { http, source } = this.#subscription;
		return source.cursor({
			...http.deps,
			viewer: requireViewer(http)
		}, this.#position);
	}
	#failure(error) {
		const { http, encoding } = this.#subscription;
		return error ? encoding.failure({ errors: [formatError(error, http.requestId)] }) : "";
	}
	/** Sends the next chunk, or waits for new rows. @returns whether more rows are available */
	async #sendChunk(out, hasMore) {
		const { http, source, encoding } = this.#subscription;
		const company = http.deps.store.forCompany(requireViewer(http).companyId);
		try {
			if (!this.#isHeartbeatDue && !hasMore && await company.readLatest(source.newest) <= this.#position) {
				await this.#notified.promise;
				this.#notified = Promise.withResolvers();
				return false;
			}
			const isHeartbeat = this.#isHeartbeatDue;
			this.#isHeartbeatDue = false;
			const chunk = await this.#readChunk();
			const text = (isHeartbeat ? encoding.heartbeat(this.#cursor) : "") + chunk.text;
			this.#position = chunk.end;
			if (text) await out.write(text);
			return chunk.hasMore;
		} catch (error) {
			if (!(error instanceof ApiError && error.code === "UNAVAILABLE")) throw error;
			await out.write(encoding.heartbeat(this.#cursor));
			await setTimeout(retryDelayMs);
			return true;
		}
	}
	/**
	* Reads the next results with the caller's current rights.
	* @throws UNAUTHORIZED, FORBIDDEN if the credential has lost the required rights
	*/
	async #readChunk() {
		const { http, authorize, source, encoding } = this.#subscription;
		const { deps, requestId } = http;
		return deps.store.forCompany(requireViewer(http).companyId).read(async (db) => {
			const viewer = await findViewer(http, db);
			if (!viewer) throw unauthorized();
			authorize(viewer);
			const createRowContext = () => createContext(deps, {
				viewer,
				requestId,
				db
			});
			const ctx = createRowContext();
			const { rows, hasNext, endSequence: end } = await source.read(ctx, this.#position, maxResults);
			let encodedResults = "";
			for (const [index, row] of rows.entries()) {
				const rowNumber = source.numberOf(row);
				const result = await this.#execute(row, createRowContext());
				encodedResults += encoding.next(result, source.cursor(ctx, rowNumber));
				if (encodedResults.length > maxCharacters && index < rows.length - 1) return {
					text: encodedResults,
					end: rowNumber,
					hasMore: true
				};
				if (index % 10 === 9) await yieldToEventLoop();
			}
			return {
				text: encodedResults,
				end,
				hasMore: hasNext
			};
		});
	}
	async #execute(rootValue, ctx) {
		const { http, operation, variables, extensions } = this.#subscription;
		const { data, errors } = await executeWithGraphqlJs(operation, ctx, variables, rootValue);
		return {
			data,
			...errors && { errors: formatErrors(errors, http.deps, http.requestId).errorList },
			...extensions && { extensions }
		};
	}
};
// src/crud/external-lookups.ts
var PendingLookup = class extends Error {
	key;
	lookup;
	constructor(key, lookup) {
		super(`pending lookup: ${key}`);
		this.key = key;
		this.lookup = lookup;
	}
};
/** Returns a lookup's result if this request has it; otherwise suspends the mutation. */
function lookupOrSuspend(ctx, key, lookup) {
	if (ctx.lookupResults?.has(key)) return ctx.lookupResults.get(key);
	throw new PendingLookup(key, lookup);
}
/** Runs the lookups that suspended operations need. @returns whether any lookup was pending */
async function runPendingLookups(results, errors) {
	const lookups = new Map(errors.filter((error) => error instanceof PendingLookup).map(({ key, lookup }) => [key, lookup]));
	await Promise.all([...lookups].map(async ([key, lookup]) => results.set(key, await lookup())));
	return lookups.size > 0;
}
// src/graphql/schema/enums.ts
const ErrorCodeEnum = defineEnum("ErrorCode", "An error code, as in `extensions.code`.", {
	BAD_REQUEST: "The request is malformed or exceeds a limit.",
	VALIDATION_ERROR: "The input has invalid values.",
	UNAUTHORIZED: "The credential is missing or invalid.",
	FORBIDDEN: "The caller lacks a scope or permission.",
	NOT_FOUND: "The record or path does not exist.",
	RATE_LIMIT_EXCEEDED: "The caller has no rate limit units left.",
	INTERNAL_ERROR: "The server failed unexpectedly.",
	METHOD_NOT_ALLOWED: "The path does not support the method.",
	NOT_ACCEPTABLE: "The server cannot return an accepted media type.",
	CONFLICT: "The record's state does not allow the change.",
	PRECONDITION_FAILED: "The record does not have the expected version.",
	PAYLOAD_TOO_LARGE: "The request body is too large.",
	UNSUPPORTED_MEDIA_TYPE: "The request body is not JSON in UTF-8.",
	IDEMPOTENCY_KEY_REUSED: "The idempotency key was used for a different request.",
	UNAVAILABLE: "The database is unreachable or not writable.",
	PERSISTED_QUERY_NOT_SUPPORTED: "Persisted queries are not supported: send the query."
});
const DetailCodeEnum = defineEnum("ErrorDetailCode", "The reason why a value is invalid, as in `extensions.details`.", {
	REQUIRED_FIELD: "The value is missing.",
	INVALID_FORMAT: "The value has the wrong type or format.",
	TOO_SHORT: "The text or list is too short.",
	TOO_LONG: "The text or list is too long.",
	OUT_OF_RANGE: "The number is too small or too large.",
	INVALID_VALUE: "The value is not one of the allowed values.",
	INVALID_REFERENCE: "The id does not identify a record that the caller can use."
});
/** The kinds of records that have events. Each kind is declared together with its table. */
const RecordKind = builder.enumType("RecordKind", {
	description: "A kind of record whose changes are events.",
	values: {}
});
/** Adds the values of `RecordKind`. Must be called after all kinds have declared their events. */
function declareRecordKinds() {
	const values = Object.fromEntries(listEventKinds().map((kind) => [kind, {
		description: `${withArticle(toNoun(kind))}.`,
		pothosOptions: {}
	}]));
	RecordKind.updateConfig((config) => ({
		...config,
		values
	}));
}
// src/graphql/schema/build-schema.ts
/**
* Builds the schema from all types that were added to the builder. Resolvers are wrapped in the
* checks that their fields declare: scopes (also of nested fields), the expected version, and
* limits on unpaged lists.
*/
function buildSchema() {
	declareRecordKinds();
	const schema = builder.toSchema();
	for (const type of Object.values(schema.getTypeMap())) {
		if (!isObjectType(type)) continue;
		for (const field of Object.values(type.getFields())) {
			const wrap = (wrapper) => {
				field.resolve = wrapper(field.resolve ?? defaultFieldResolver, field);
			};
			if (field.args.some(({ name }) => name === "expectedVersion")) wrap(requireVersionCheck);
			if (getRequiredScopes(field).length > 0) wrap(requireScopes);
			if (isCompositeType(getNamedType(field.type))) wrap(collectRecordIds);
			if (!isListType(getNullableType(field.type)) || !isObjectType(getNamedType(field.type))) continue;
			if (type.name.startsWith("__")) wrap(limitIntrospection);
			else wrap((resolve) => limitRecords(resolve, `${type.name}.${field.name}`));
		}
	}
	return schema;
}
/** Throws if a mutation did not check `expectedVersion`, which must never be ignored silently. */
const requireVersionCheck = (resolve, { name }) => async (source, args, ctx, info) => {
	const { id = "", expectedVersion } = args;
	if (expectedVersion == null) return resolve(source, args, ctx, info);
	ctx.expectedVersion = {
		id,
		version: expectedVersion
	};
	const result = await resolve(source, args, ctx, info);
	if (ctx.expectedVersion) throw new Error(`${name} did not check the expected version`);
	return result;
};
function requireScopes(resolve, field) {
	const scopes = getRequiredScopes(field);
	const scopeNames = scopes.join(" or ");
	return (source, args, ctx, info) => {
		if (!scopes.some((scope) => ctx.viewer.rights.has(scope))) throw missingScope(scopeNames);
		ctx.recordsInResponse?.scopes.add(scopeNames);
		return resolve(source, args, ctx, info);
	};
}
/** Maximum records in unpaged lists, as a multiple of `GRAPHQL_MAX_NODES`. */
const maxRecordsPerNode = 10;
/** Limits unpaged lists. The size of nested lists is known only at run time. */
function limitRecords(resolve, coordinate) {
	const countRecords = (ctx, list) => {
		const maxRecords = maxRecordsPerNode * ctx.settings.GRAPHQL_MAX_NODES;
		ctx.listedCount = (ctx.listedCount ?? 0) + (Array.isArray(list) ? list.length : 0);
		if (ctx.listedCount > maxRecords) throw badRequest(`The operation's lists contain more than ${formatCount(maxRecords)} records including \`${coordinate}\`: lower \`first\` on this list or its parent lists`);
		return list;
	};
	return (source, args, ctx, info) => mapMaybePromise(resolve(source, args, ctx, info), (list) => countRecords(ctx, list));
}
/** Maximum schema elements that introspection may list: twice the number in the schema. */
const maxSchemaElements = 5e3;
/** Limits introspection. Lists after the first error are empty, as many errors are slow too. */
const limitIntrospection = (resolve) => (source, args, ctx, info) => {
	const countBefore = ctx.introspectedCount ?? 0;
	if (countBefore > maxSchemaElements) return [];
	const list = resolve(source, args, ctx, info);
	ctx.introspectedCount = countBefore + (Array.isArray(list) ? list.length : 0);
	if (ctx.introspectedCount > maxSchemaElements) throw badRequest(`The introspection query lists more than ${maxSchemaElements} schema elements: select each element once`);
	return list;
};
/** Collects the record ids of a response that may be replayed later (`plugins/replay.ts`). */
const collectRecordIds = (resolve) => (source, args, ctx, info) => {
	const value = resolve(source, args, ctx, info);
	const ids = ctx.recordsInResponse?.ids;
	return ids ? mapMaybePromise(value, (value) => addIds(ids, value)) : value;
};
function addIds(ids, value) {
	for (const item of Array.isArray(value) ? value : [value]) if (!addId(ids, item) && item && typeof item === "object") for (const property of Object.values(item)) addId(ids, property);
	return value;
}
function addId(ids, value) {
	const id = value?.id;
	if (typeof id !== "string") return false;
	ids.add(id);
	return true;
}
// src/rest/route.ts
/**
* A REST route maps a method and a path to a GraphQL operation and a response envelope. The
* document's variables are the route's inputs (in the path, then in the query or body), its aliases
* are the REST field names, its selection set is the shape of the response, and its name is the
* `operationId`. The result is the value of the root field, or of the only field that the root
* field selects if that field has a selection set: a payload's record, or a record's list. The
* selection `id: person { id }` returns an id.
*/
const reply = {
	record: { kind: "record" },
	list: { kind: "list" },
	created: (location) => ({
		kind: "created",
		location
	}),
	createdOrFound: (location) => ({
		kind: "created",
		location,
		mayExist: true
	}),
	message: (message) => ({
		kind: "message",
		message,
		withData: false
	}),
	messageWithData: (message, constants) => ({
		kind: "message",
		message,
		withData: true,
		...constants && { constants }
	})
};
/** Creates a template tag for routes: ``get('/v1/tags', reply.list, 'List tags')`query …` ``. */
const createRouteTag = (method) => (path, reply, summary, options = {}) => (document, ...parts) => {
	if (options.deprecated) checkDeprecation(options.deprecated);
	return {
		method,
		path,
		reply,
		summary,
		document: String.raw(document, ...parts),
		...options
	};
};
const get$3 = createRouteTag("get");
const post = createRouteTag("post");
const put = createRouteTag("put");
const del = createRouteTag("delete");
/** Adds a PATCH route, which requires no fields, for each PUT route. Both keep omitted fields. */
const withPatchRoutes = (routes) => routes.flatMap((route) => {
	if (route.method !== "put") return [route];
	const patchMutation = route.document.replace(/mutation Update(?=[A-Z])/, "mutation Patch");
	const document = patchMutation.replace(/(\$(?!id\b)\w+: \w+)!/g, "$1");
	const summary = `${route.summary} (same as PUT${document === patchMutation ? "" : ", but no field is required"})`;
	const { contract: _, ...extension } = route;
	return [route, {
		...extension,
		method: "patch",
		summary,
		document
	}];
});
// src/graphql/schema/comparators.ts
/** Rejects `null` in a filter, which a client might expect to match records without a value. */
const notNullInFilters = { notNull: "cannot be null: omit the field, or set `isNull: true` to match records without a value" };
/** Returns the options of an input field of a filter. */
const filterOptions = (description, extensions = {}) => ({
	description,
	extensions: {
		...extensions,
		...notNullInFilters
	}
});
const PeriodUnit = defineEnum("PeriodUnit", "A unit of time.", {
	hour: "A period of 60 minutes, counted from now.",
	day: "A calendar day.",
	week: "A calendar week, from Monday.",
	month: "A calendar month.",
	year: "A calendar year."
});
const countLimits = limits({
	type: "integer",
	minimum: 0,
	maximum: 876e3
});
const PeriodInput = builder.inputType("PeriodInput", {
	description: "A period that includes now: the current unit, or the `last` or `next` units.",
	fields: (t) => ({
		unit: t.field({
			type: PeriodUnit,
			required: true,
			description: "The unit of time."
		}),
		last: t.int(filterOptions("The number of units, the current one last.", countLimits)),
		next: t.int(filterOptions("The number of units, the current one first.", countLimits)),
		timeZone: t.field({
			type: "TimeZone",
			...filterOptions("The time zone; by default the company's time zone.")
		})
	})
});
const descriptions$1 = {
	eq: "Equal to this value.",
	in: "One of these values.",
	gt: "Greater than this value.",
	gte: "At least this value.",
	lt: "Less than this value.",
	lte: "At most this value.",
	during: "Within this period.",
	before: "Before this period.",
	after: "After this period.",
	contains: "Contains this text, ignoring case and accents.",
	startsWith: "Starts with this text.",
	has: "Includes this value.",
	any: "Includes at least one of these values.",
	all: "Includes all of these values.",
	none: "Includes none of these values.",
	isEmpty: "Whether the list is empty.",
	isNull: "Whether the value is null."
};
const listLimits = limits({
	type: "array",
	maxItems: 100
});
const listComparators = [
	"in",
	"any",
	"all",
	"none"
];
const booleanComparators = ["isNull", "isEmpty"];
const periodComparators = [
	"during",
	"before",
	"after"
];
/** Returns the description and the limits of a comparator. */
const getComparatorOptions = (comparator) => filterOptions(descriptions$1[comparator], listComparators.includes(comparator) ? listLimits : void 0);
/** The scalar types of comparator types that are not themselves scalars. */
const scalarNames = {
	Phone: "String",
	StringList: "String",
	ExactId: "ID",
	ExactString: "String"
};
/** Returns the values that comparators compare, such as `nullable numbers`. */
const describeValues = (name) => toPlural(toNoun(name.replace(/Comparators$|Date(?=Time)/g, "").replace("Float", "Number").replace("Phone", "PhoneNumber")));
const inputsByName = /* @__PURE__ */ new Map();
/** Returns the comparators input of a type. Creating it at first use avoids unused input types. */
function comparatorsInput(type, isNullable, valueType) {
	const valueName = typeof valueType === "object" ? valueType.name : valueType ?? (type === "ID" ? "Id" : type);
	const name = `${isNullable ? "Nullable" : ""}${valueName}Comparators`;
	const comparators = [...comparatorsByType[type], ...isNullable ? ["isNull"] : []];
	const scalarName = scalarNames[type] ?? type;
	const input = inputsByName.get(name) ?? createInput(name, comparators, valueType ?? scalarName);
	inputsByName.set(name, input);
	return input;
}
function createInput(name, comparators, valueType) {
	const chooseType = (comparator) => {
		if (booleanComparators.includes(comparator)) return "Boolean";
		if (periodComparators.includes(comparator)) return PeriodInput;
		return listComparators.includes(comparator) ? [valueType] : valueType;
	};
	return builder.inputType(name, {
		description: `Comparators for ${describeValues(name)}.`,
		fields: (t) => Object.fromEntries(comparators.map((comparator) => {
			const type = chooseType(comparator);
			return [comparator, t.field({
				type,
				...getComparatorOptions(comparator)
			})];
		}))
	});
}
// src/graphql/schema/filter-inputs.ts
const SortDirection = builder.enumType("SortDirection", {
	description: "The direction in which a list is sorted.",
	values: {
		asc: { description: "Ascending: from small to large, early to late, A to Z." },
		desc: { description: "Descending: from large to small, late to early, Z to A." }
	}
});
/** The filter inputs of each kind of record, which the relation filters of other kinds use. */
const inputsByKind = /* @__PURE__ */ new Map();
function whereInput(name, kind, customTypes = {}) {
	const noun = toNoun(name);
	const where = builder.inputRef(`${name}Where`);
	inputsByKind.set(kind, {
		where,
		relation: createLazyRelationInput(name, noun, where)
	});
	where.implement({
		description: `A filter for ${toPlural(noun)}.`,
		fields: (t) => ({
			...createValueFields(t, noun, kind, customTypes),
			...createRelationFields(t, kind),
			...createLogicFields(t, where)
		})
	});
	return where;
}
/** Creates the input of a to-many relation at its first use, to avoid unused input types. */
function createLazyRelationInput(name, noun, where) {
	let relation;
	return () => {
		relation ??= builder.inputRef(`${name}RelationWhere`).implement({
			description: `A filter on related ${toPlural(noun)}.`,
			fields: (t) => ({
				some: t.field({
					type: where,
					...filterOptions(`At least one ${noun} must match.`)
				}),
				none: t.field({
					type: where,
					...filterOptions(`No ${noun} may match.`)
				})
			})
		});
		return relation;
	};
}
function createLogicFields(t, where) {
	const listLimits = limits({
		type: "array",
		maxItems: 20
	});
	return {
		and: t.field({
			type: [where],
			...filterOptions("All filters must match.", listLimits)
		}),
		or: t.field({
			type: [where],
			...filterOptions("One or more must match.", listLimits)
		}),
		not: t.field({
			type: where,
			...filterOptions("The filter must not match.")
		})
	};
}
const withDeprecation = (kind, name, extensions = {}) => kind.deprecated?.[name] ? deprecated(kind.deprecated[name], extensions) : { extensions };
function createRelationFields(t, kind) {
	const fields = Object.entries(kind.relations).map(([name, { description, via, target }]) => {
		const inputs = inputsByKind.get(target);
		const type = "ownColumn" in via ? inputs?.where : inputs?.relation();
		if (!type) throw new Error(`The table ${target.table} has no filter input`);
		const options = withDeprecation(kind, name, notNullInFilters);
		return [name, t.field({
			type,
			description,
			...options
		})];
	});
	return Object.fromEntries(fields);
}
function createValueFields(t, noun, kind, customTypes) {
	const fields = Object.entries(kind.fields).filter(([, { internal }]) => !internal);
	return Object.fromEntries(fields.map(([name, field]) => {
		const isIndexed = field.indexed || field.matchingIds;
		const extensions = {
			...field.checkIdFormat && { comparators: { eq: idSchema } },
			...field.list && limits({
				type: "array",
				maxItems: 100
			}),
			...notNullInFilters
		};
		const options = {
			description: `${name === "id" ? `The ${noun}'s id.` : field.description}${isIndexed ? " Indexed." : ""}`,
			...withDeprecation(kind, name, extensions)
		};
		const input = chooseType(field, customTypes[name]);
		return [name, t.field({
			type: field.list ? [input] : input,
			...options
		})];
	}));
}
const chooseType = ({ type, nullable }, customType) => type === "Custom" ? customType : comparatorsInput(type, !!nullable, customType);
function orderInput(name, kind) {
	const records = toPlural(toNoun(name));
	const OrderField = builder.enumType(`${name}OrderField`, {
		description: `A sort key for ${records}.`,
		values: Object.fromEntries(Object.entries(kind.orders).map(([field, order]) => [field, {
			description: `${order.description}${order.unindexed ? " Not indexed." : ""}`,
			...withDeprecation(kind, field)
		}]))
	});
	return builder.inputType(`${name}OrderInput`, {
		description: `A sort order for ${records}.`,
		fields: (t) => ({
			field: t.field({
				type: OrderField,
				description: "The sort field."
			}),
			direction: t.field({
				type: SortDirection,
				description: "The sort direction."
			})
		})
	});
}
/** The options of an argument or input field that sorts a list. */
const orderByOptions = {
	description: "The sort order.",
	extensions: limits({
		type: "array",
		maxItems: 3
	})
};
const listArgs = (t, where, order) => ({
	...pageArgs(t),
	where: t.arg({
		type: where,
		description: "Filters the results."
	}),
	orderBy: t.arg({
		type: [order],
		...orderByOptions
	})
});
const resolveList = (ctx, info, page, name, options, list) => resolveConnection(ctx, page, {
	columns: getSelectedColumns(info),
	list: [name, list.key(options)],
	page: (request) => list.page(ctx, options, request),
	total: () => list.count(ctx, options),
	position: list.position(options)
});
// src/graphql/schema/node.ts
/** The interfaces that records implement, and the queries that return records of any kind. */
const Node = builder.interfaceRef("Node").implement({
	description: "A record with a globally unique id, as in Relay.",
	fields: (t) => ({ id: t.exposeID("id", { description: "The global id." }) }),
	resolveType: (value) => getNodeType(value.id)?.type
});
/** The options of the field that lists the actions which the caller may perform on a record. */
const viewerCanField = {
	type: [defineEnum("RecordAction", "An action that a mutation takes on a record.", recordActions)],
	description: "The allowed actions.",
	resolve: (record, _, ctx) => listActions(ctx, record)
};
const RecordInterface = builder.interfaceRef("Record").implement({
	description: "A record with the fields common to all records.",
	interfaces: [Node],
	fields: (t) => ({
		version: t.exposeInt("version", { description: "The record's version." }),
		createdById: t.exposeID("createdBy", {
			nullable: true,
			description: "The creator's id."
		}),
		createdAt: t.expose("createdAt", {
			type: "DateTime",
			description: "The creation time."
		}),
		updatedAt: t.expose("updatedAt", {
			type: "DateTime",
			description: "The update time."
		}),
		viewerCan: t.field(viewerCanField)
	})
});
/** The interfaces that every record type implements. */
const recordInterfaces = [Node, RecordInterface];
async function loadNode(ctx, id) {
	const nodeType = getNodeType(id);
	if (!nodeType) return null;
	const { scope } = nodeType.policy;
	if (scope) requireScope(ctx.viewer, scope);
	return await nodeType.load(ctx, id) ?? null;
}
/** The options of a field that returns the current state of a changed record. */
const changedRecordField = {
	type: Node,
	...optional("The record's current state."),
	resolve: async ({ recordId }, _, ctx) => {
		const nodeType = getNodeType(recordId);
		const scope = nodeType?.policy.scope;
		if (!nodeType || scope && !ctx.viewer.rights.has(scope)) return null;
		return await nodeType.load(ctx, recordId) ?? null;
	}
};
builder.queryField("node", (t) => t.field({
	type: Node,
	...optional("Returns a record of any kind by id; null if not visible."),
	extensions: needs(),
	args: { id: idArg(t, "The record's id.") },
	resolve: (_, { id }, ctx) => loadNode(ctx, id)
}));
builder.queryField("nodes", (t) => t.field({
	type: [Node],
	nullable: {
		list: false,
		items: true
	},
	description: "Returns records of any kind by id; null for each that is not visible.",
	extensions: needs(),
	args: { ids: t.arg.idList({
		required: true,
		description: "The ids of up to 100 records.",
		extensions: limits({
			type: "array",
			maxItems: 100
		})
	}) },
	resolve: (_, { ids }, ctx) => Promise.all(ids.map((id) => loadNode(ctx, id).catch((error) => error)))
}));
// src/graphql/schema/payloads.ts
/** Returns a payload with one record, in a field that is named after the record's type. */
const recordPayload = (type) => (t) => ({ [uncapitalize(type.name)]: t.field({
	type,
	description: `The ${toNoun(type.name)}.`,
	resolve: (record) => record
}) });
/** Returns the payload of a mutation that permanently deletes a record. */
const deletionPayload = (noun) => (t) => ({ deletedId: t.exposeID("id", { description: `The deleted ${noun}'s id.` }) });
function createInputType(mutation, { input, inputType }, description, extensions = {}) {
	if (typeof input !== "function") return input;
	return builder.inputType(`${capitalize(mutation)}Input`, {
		description,
		...inputType,
		extensions: {
			...extensions,
			...inputType?.extensions
		},
		fields: input
	});
}
function addMutation(name, { description, payload, scopes = [], extensions, args, resolve }) {
	const type = builder.objectRef(`${capitalize(name)}Payload`).implement({
		description: `The \`${name}\` result.`,
		fields: payload
	});
	builder.mutationField(name, (t) => t.field({
		type,
		description,
		extensions: {
			...needs(...scopes),
			...extensions
		},
		args: args(t),
		resolve: (_, args, ctx) => resolve(ctx, args)
	}));
}
// src/graphql/schema/record-fields.ts
/** Registers a kind of record for `node`, and adds its connection type and its queries. */
function registerRecord(type, { filterSpec, filterTypes, filterName, one, many, ...node }) {
	const { name } = type;
	const { prefix, policy } = filterSpec;
	registerNodeType(prefix, {
		...node,
		type: name,
		policy
	});
	const connection = createConnectionType(name, type);
	const where = whereInput(filterName ?? name, filterSpec, filterTypes);
	const order = orderInput(filterName ?? name, filterSpec);
	const extensions = policy.scope ? needs(policy.scope) : needs();
	builder.queryField(uncapitalize(name), (t) => t.field({
		type,
		...optional(one.description),
		extensions,
		args: { id: idArg(t, `The ${toNoun(name)}'s id.`) },
		resolve: (_, { id }, ctx) => one.get(ctx, id)
	}));
	if (many) builder.queryField(many.name, (t) => t.field({
		type: connection,
		description: many.description,
		extensions,
		args: listArgs(t, where, order),
		resolve: (_, { where, orderBy, ...page }, ctx, info) => resolveList(ctx, info, page, many.name, {
			where,
			orderBy
		}, many.list)
	}));
	return {
		connection,
		where,
		order,
		/** Adds a list of this kind's records to the type of their parent record. */
		addListTo: (parent, name, children, description = `The ${toNoun(parent.name)}'s ${name}, newest first.`) => addChildList(parent, name, {
			connection,
			scope: policy.scope,
			description,
			children
		})
	};
}
/** Adds mutations of one kind of record; all but `create` accept an id and an expected version. */
function recordMutations(kind) {
	const aRecord = uncapitalize(withArticle(kind.noun));
	const idOfKind = `The ${kind.noun}'s id.`;
	const defaults = {
		payload: recordPayload(kind.type),
		...kind.scope && { scopes: [kind.scope] }
	};
	const addAction = (name, { idDescription = idOfKind, args, actions, resolve, ...mutation }) => {
		const scopes = mutation.scopes ?? defaults.scopes ?? [];
		addMutation(name, {
			...defaults,
			...mutation,
			extensions: declareActions(kind.type.name, scopes, actions),
			args: (t) => ({
				id: idArg(t, idDescription),
				...versionArgs(t),
				...args?.(t)
			}),
			resolve: (ctx, { id, ...actionArgs }) => resolve(ctx, id, actionArgs)
		});
	};
	return {
		create: (name, { resolve, ...mutation }) => {
			const type = createInputType(name, mutation, `A new ${kind.noun}.`);
			const description = `The new ${kind.noun}.`;
			addMutation(name, {
				...defaults,
				...mutation,
				args: (t) => ({ input: t.arg({
					type,
					required: true,
					description
				}) }),
				resolve: (ctx, args) => resolve(ctx, args["input"])
			});
		},
		update: (name, { resolve, ...mutation }) => {
			const type = createInputType(name, mutation, `Changes to ${aRecord}.`, atLeastOneField);
			const { inputDescription: description = "The fields to update." } = mutation;
			addAction(name, {
				actions: [{ action: "update" }],
				description: `Updates ${aRecord}.`,
				...mutation,
				args: (t) => ({ input: t.arg({
					type,
					required: true,
					description
				}) }),
				resolve: (ctx, id, args) => resolve(ctx, id, args.input)
			});
		},
		/** Adds a mutation without an input object. */
		action: addAction,
		delete: (name, deletion) => addAction(name, {
			actions: [{ action: "delete" }],
			description: `Permanently deletes ${aRecord}.`,
			...deletion,
			payload: deletionPayload(kind.noun)
		})
	};
}
/** Adds a list of children to a parent type, such as `Person.tasks`. */
function addChildList(parent, name, { connection, scope, description, children }) {
	builder.objectField(parent, name, (t) => t.field({
		type: connection,
		nullable: true,
		description,
		extensions: {
			...scope && needs(scope),
			...readsColumns("id")
		},
		args: pageArgs(t),
		resolve: (row, args, ctx, info) => resolveChildConnection(ctx, info, `${parent.name}.${name}`, row, args, children)
	}));
}
// src/resources/users/graphql.ts
const RoleEnum = builder.enumType("Role", {
	description: "The role of a user.",
	values: {
		OWNER: {
			value: "Owner",
			description: "Can view and do everything."
		},
		ADMIN: {
			value: "Admin",
			description: "Can do everything, except create or update an Owner."
		},
		TEAM_LEADER: {
			value: "Team Leader",
			description: "Can view records assigned to them or to members of teams that they lead."
		},
		AGENT: {
			value: "Agent",
			description: "Can view records assigned to them and people on whom they collaborate."
		}
	}
});
const roleNameDescription = "The role's name in REST.";
const CompanyType = builder.objectRef("Company").implement({
	description: "A company with its own users and records.",
	fields: (t) => ({
		id: t.exposeID("id", { description: "The company's id." }),
		name: t.exposeString("name", { description: "The company's name." }),
		region: t.exposeString("region", { description: "The default country of phone numbers, such as US." }),
		currency: t.exposeString("currency", { description: "The currency's ISO 4217 code." }),
		timeZone: t.expose("timeZone", {
			type: "TimeZone",
			description: "The company's time zone."
		})
	})
});
const User = builder.objectRef("User").implement({
	description: "A user of the CRM.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		firstName: t.exposeString("firstName", { description: "The first name; may be empty." }),
		lastName: t.exposeString("lastName", { description: "The last name; may be empty." }),
		fullName: t.string({
			description: "The first and last name.",
			extensions: readsColumns("firstName", "lastName"),
			resolve: formatFullName
		}),
		email: t.exposeString("email", { description: "The email address, unique per company." }),
		role: t.expose("role", {
			type: RoleEnum,
			description: "The user's role."
		}),
		roleName: t.expose("role", {
			type: "RoleName",
			description: roleNameDescription
		}),
		avatarUrl: t.exposeString("avatarUrl", optional("The user's picture URL.")),
		suspended: t.boolean({
			description: "Whether the user is suspended.",
			extensions: readsColumns("suspendedAt"),
			resolve: (user) => user.suspendedAt !== null
		}),
		company: t.field({
			type: CompanyType,
			description: "The user's company.",
			extensions: readsColumns(),
			resolve: (_user, _args, ctx) => ctx.viewer.company
		}),
		scopes: t.field({
			type: ["Scope"],
			description: "The scopes of the user's role; for the caller, those of the credential.",
			extensions: readsColumns("id", "role"),
			resolve: ({ id, role }, _args, { viewer }) => [...(id === viewer.userId ? viewer.rights : rightsOf(role, null)).scopes]
		})
	})
});
/** Returns the GraphQL field options for the user to whom a column refers. */
const userField = (column, description) => relationToOne(User, loadUser, column, description);
/** Returns the options for a user column that is never null, because users are never deleted. */
const requiredUserField = (column, description) => ({
	type: User,
	description,
	...relationField(loadUser, column, (user) => user)
});
builder.interfaceField(RecordInterface, "createdBy", (t) => t.field(userField("createdBy", "The creator.")));
const { connection: connection$1, where: where$1, order: order$1 } = registerRecord(User, {
	filterSpec: userFilterSpec,
	filterTypes: {
		role: RoleEnum,
		roleName: "RoleName"
	},
	load: loadUser,
	one: {
		description: "Returns a user by id.",
		get: getUser
	}
});
builder.queryFields((t) => ({
	me: t.field({
		type: User,
		description: "Returns the authenticated user.",
		extensions: needs(),
		resolve: (_, _args, ctx) => getCurrentUser(ctx)
	}),
	users: t.field({
		type: connection$1,
		description: "Returns users, newest first, including suspended users.",
		extensions: needs("users.view"),
		args: {
			...listArgs(t, where$1, order$1),
			first: t.arg.int({
				description: "Maximum results, 1–100; by default 10.",
				extensions: pageLimits
			}),
			all: t.arg.boolean({
				defaultValue: false,
				description: "Whether to return all users on one page."
			})
		},
		resolve: (_, { all, where, orderBy, ...page }, ctx, info) => {
			const isPaged = Object.values(page).some((value) => value != null);
			return resolveList(ctx, info, page, "users", {
				where,
				orderBy
			}, all && !isPaged ? usersInOnePage : users);
		}
	})
}));
// src/resources/users/rest.ts
const selection$16 = "id firstName lastName email role: roleName avatarUrl teams { id name }";
const fullSelection$3 = `${selection$16} suspended version createdAt updatedAt`;
const userRoutes = [
	get$3("/v1/me", reply.record, "Get the authenticated user", { contract: true })`
    query GetMe { me { ${selection$16} } }`,
	get$3("/v1/users", reply.list, "List users, newest first; without `limit` and `cursor`, all users", { contract: true })`
    query ListUsers($limit: Int, $cursor: String, $role: RoleName, $suspended: Boolean, $teamId: ID, $email: String, $name: String,
      $where: [UserWhere!], $orderBy: UserOrderField, $direction: SortDirection) {
      users(first: $limit, after: $cursor, all: true, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { roleName: { eq: $role }, suspended: { eq: $suspended }, teamId: { eq: $teamId }, email: { eq: $email }, name: { contains: $name }, and: $where }) {
        nodes { ${selection$16} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/users/{id}", reply.record, "Get a user")`
    query GetUser($id: ID!) { user(id: $id) { ${fullSelection$3} } }`,
	post("/v1/users", reply.created("/v1/users/{id}"), "Create a user")`
    mutation CreateUser($firstName: PersonName, $lastName: PersonName, $email: Email!, $role: RoleName, $avatarUrl: WebUrl) {
      createUser(input: { firstName: $firstName, lastName: $lastName, email: $email, roleName: $role, avatarUrl: $avatarUrl }) { user { ${fullSelection$3} } }
    }`,
	put("/v1/users/{id}", reply.record, "Update, suspend or reactivate a user")`
    mutation UpdateUser($id: ID!, $firstName: PersonName, $lastName: PersonName, $email: Email, $role: RoleName, $avatarUrl: WebUrl, $suspended: Boolean) {
      updateUser(id: $id, input: { firstName: $firstName, lastName: $lastName, email: $email, roleName: $role, avatarUrl: $avatarUrl, suspended: $suspended }) { user { ${fullSelection$3} } }
    }`,
	post("/v1/users/invite", reply.created("/v1/users/{id}"), "Create a user with a first API key, whose secret is returned only once")`
    mutation InviteUser(
      $firstName: PersonName, $lastName: PersonName, $email: Email!, $role: RoleName, $avatarUrl: WebUrl, $teamIds: [ID!], $keyExpiresAt: DateTime
    ) {
      inviteUser(input: {
        firstName: $firstName, lastName: $lastName, email: $email, roleName: $role, avatarUrl: $avatarUrl, teamIds: $teamIds, keyExpiresAt: $keyExpiresAt
      }) { id: user { id } secret user { ${fullSelection$3} } apiKey { id name scopes expiresAt } }
    }`,
	post("/v1/users/invite-to-sign-in", reply.created("/v1/users/{id}"), "Create a user who signs in at the OpenID provider")`
    mutation InviteUserToSignIn($firstName: PersonName, $lastName: PersonName, $email: Email!, $role: RoleName, $avatarUrl: WebUrl, $teamIds: [ID!]) {
      inviteUserToSignIn(input: {
        firstName: $firstName, lastName: $lastName, email: $email, roleName: $role, avatarUrl: $avatarUrl, teamIds: $teamIds
      }) { id: user { id } signInUrl user { ${fullSelection$3} } }
    }`,
	post("/v1/users/{id}/suspend", reply.record, "Suspend a user and their credentials")`
    mutation SuspendUser($id: ID!) {
      suspendUser(id: $id) { user { ${fullSelection$3} } stillAssigned { people deals openTasks upcomingAppointments collaborations } }
    }`,
	post("/v1/users/{id}/reactivate", reply.record, "Reactivate a suspended user")`
    mutation ReactivateUser($id: ID!) { reactivateUser(id: $id) { user { ${fullSelection$3} } } }`,
	post("/v1/users/{id}/reassign", reply.record, "Reassign contacts, deals and open tasks to another user, up to 500 per call")`
    mutation ReassignRecords($id: ID!, $toUserId: ID!) {
      reassignRecords(id: $id, toUserId: $toUserId) {
        id: user { id } moved { people deals openTasks } stillAssigned { people deals openTasks upcomingAppointments collaborations }
      }
    }`
];
// src/resources/teams/table.ts
const teamPolicy = definePolicy({
	table: "teams",
	view: "everybody"
});
declareEvents("team", [
	"created",
	"updated",
	"deleted"
]);
// src/resources/teams/filter-spec.ts
const { name, byName, computedColumns } = nameFilters("teams.name", "team");
const createMemberFilter = (description, condition) => ({
	description,
	type: "ID",
	...linkedRows("teams", {
		table: "teamMembers",
		recordColumn: "teamId",
		matches: (_, operator, value) => sql`${compare(sql.ref("link.userId"), operator, value)} and ${condition}`
	})
});
const teamFilterSpec = {
	table: "teams",
	prefix: "team",
	policy: teamPolicy,
	fields: {
		id,
		name,
		userId: createMemberFilter("The id of a leader or member.", sql`("link"."isLeader" = 1 or "link"."isMember" = 1)`),
		leaderId: createMemberFilter("The id of a leader.", sql`"link"."isLeader" = 1`),
		createdAt
	},
	relations: {},
	orders: {
		createdAt: orderByCreation,
		name: byName
	},
	computedColumns
};
// src/resources/teams/operations.ts
/** Manages teams, their leaders and their members. */
/** Selects the leaders and members of teams. */
const usersOfTeams = query((_, p) => sql`
    select "users".*, "link"."teamId", "link"."isLeader", "link"."isMember" from "teamMembers" as "link"
    inner join "users" on "users"."companyId" = "link"."companyId" and "users"."id" = "link"."userId"
    where "link"."companyId" = ${p.companyId} and ${isIn("link.teamId", p.ids)} order by "link"."teamId", "users"."id"`);
/** Selects the teams of which users are leaders or members. */
const teamsOfUsers = query((_, p) => sql`
    select "teams".*, "link"."userId" from "teamMembers" as "link"
    inner join "teams" on "teams"."companyId" = "link"."companyId" and "teams"."id" = "link"."teamId"
    where "link"."companyId" = ${p.companyId} and ${isIn("link.userId", p.ids)}
    and ("link"."isLeader" = 1 or "link"."isMember" = 1) order by "link"."userId", "teams"."id"`);
const teamReads = createRecordReads(teamPolicy, "Team", { scope: "teams.manage" });
const { get: getTeam, load: loadTeam } = teamReads;
const findUnknownTeams = (ctx, references) => findUnknownReferences(references, "team", (ids) => loadAll(ctx, ids, loadTeam));
const teams = filteredList({ spec: teamFilterSpec });
const loadUsersOfTeam = createListLoader(usersOfTeams, "teamId");
const loadTeamsOfUser = createListLoader(teamsOfUsers, "userId");
/** Creates a team. @throws VALIDATION_ERROR, FORBIDDEN as in `requireTeamLeaderRights` */
async function createTeam(ctx, input) {
	requireScope(ctx.viewer, "teams.manage");
	await checkUsers(ctx, input);
	const row = {
		...newRecord(ctx, "team"),
		name: input.name
	};
	return insertRecord(ctx, "teams", row, "team.created", ["name"], () => replaceUsers(ctx, row.id, input));
}
/**
* Updates a team. Lists in the input replace the current lists. @throws NOT_FOUND,
* VALIDATION_ERROR, FORBIDDEN as in `requireTeamLeaderRights`
*/
async function updateTeam(ctx, id, input) {
	const team = await teamReads.getForUpdate(ctx, id);
	const { leaderIds, memberIds, ...patch } = requireSomeField(input);
	await checkUsers(ctx, {
		leaderIds,
		memberIds
	});
	const userChanges = await replaceUsers(ctx, id, {
		leaderIds,
		memberIds
	});
	return updateRecord(ctx, "teams", team, patch, "team.updated", userChanges);
}
/** Adds a member to a team. @throws the same errors as `updateTeam` */
async function addMember(ctx, id, userId) {
	const { memberIds } = await readCurrentUsers(ctx, id);
	return updateTeam(ctx, id, { memberIds: [...memberIds, userId] });
}
const canDeleteTeam = async (ctx, team) => isPermitted(() => requireTeamLeaderRights(ctx)) || !(await loadUsersOfTeam.of(ctx, team, "id"))?.length;
const teamsOfDeals = {
	table: "dealTeams",
	column: "dealId",
	recordTable: "deals",
	event: "deal.updated",
	field: "teamIds"
};
/** Deletes a team and removes the team from deals. @throws NOT_FOUND, FORBIDDEN */
async function deleteTeam(ctx, id) {
	const team = await teamReads.getForUpdate(ctx, id);
	const users = await readCurrentUsers(ctx, id);
	if (users.leaderIds.length + users.memberIds.length > 0) requireTeamLeaderRights(ctx);
	await unlinkRecords(ctx, teamsOfDeals, "teamId", id);
	const noUsers = {
		leaderIds: [],
		memberIds: []
	};
	const changes = changesBetween({
		...team,
		...users
	}, noUsers, ["name", ...Object.keys(noUsers)]);
	return deleteRecord(ctx, teamPolicy, team, {
		type: "team.deleted",
		changes
	});
}
const checkUsers = (ctx, { leaderIds, memberIds }) => checkReferences(findUnknownUsers(ctx, [...listReferences("leaderIds", leaderIds), ...listReferences("memberIds", memberIds)]));
/**
* Requires the permissions of a Team Leader, because membership extends what a user can view.
* @throws FORBIDDEN for a narrowed key without all permissions of a Team Leader
*/
const requireTeamLeaderRights = ({ viewer }) => requireCoversRole(viewer, "Team Leader");
/** Reads users without the loader, which may return values from before the last write. */
async function readCurrentUsers(ctx, teamId) {
	const users = await ctx.db.all(usersOfTeams, {
		companyId: ctx.viewer.companyId,
		ids: encodeListParam([teamId])
	});
	return {
		leaderIds: users.filter((user) => user.isLeader).map((user) => user.id),
		memberIds: users.filter((user) => user.isMember).map((user) => user.id)
	};
}
/** Replaces the leaders and members that the input contains. @returns the changes */
async function replaceUsers(ctx, teamId, { leaderIds, memberIds }) {
	const currentIds = await readCurrentUsers(ctx, teamId);
	const toNewIds = (ids, current) => ids === void 0 ? current : [...new Set(ids ?? [])].sort();
	const newIds = {
		leaderIds: toNewIds(leaderIds, currentIds.leaderIds),
		memberIds: toNewIds(memberIds, currentIds.memberIds)
	};
	const changes = changesBetween(currentIds, newIds, ["leaderIds", "memberIds"]);
	if (changes.length === 0) return [];
	requireTeamLeaderRights(ctx);
	const key = {
		companyId: ctx.viewer.companyId,
		teamId
	};
	await ctx.db.delete("teamMembers", key);
	for (const userId of /* @__PURE__ */ new Set([...newIds.leaderIds, ...newIds.memberIds])) await ctx.db.insert("teamMembers", {
		...key,
		userId,
		isLeader: Number(newIds.leaderIds.includes(userId)),
		isMember: Number(newIds.memberIds.includes(userId))
	});
	return changes;
}
// src/resources/teams/graphql.ts
const listUsers = async (flag, ctx, { id }) => (await loadUsersOfTeam(ctx, id) ?? []).filter((user) => user[flag] === 1);
const usersField = (flag, description) => ({
	type: [User],
	...optional(description),
	extensions: needs("users.view"),
	resolve: (team, _, ctx) => listUsers(flag, ctx, team)
});
const userIdsField = (flag, description) => ({
	description,
	resolve: async (team, _, ctx) => (await listUsers(flag, ctx, team)).map((user) => user.id)
});
const Team = builder.objectRef("Team").implement({
	description: "A team of users. Its leaders can view records assigned to its members.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		name: t.exposeString("name", { description: "The team's name." }),
		leaders: t.field(usersField("isLeader", "The team's leaders, oldest first.")),
		leaderIds: t.idList(userIdsField("isLeader", "The ids of the team's leaders.")),
		members: t.field(usersField("isMember", "The team's members, oldest first.")),
		memberIds: t.idList(userIdsField("isMember", "The ids of the team's members."))
	})
});
registerRecord(Team, {
	filterSpec: teamFilterSpec,
	load: loadTeam,
	one: {
		description: "Returns a team by id.",
		get: getTeam
	},
	many: {
		name: "teams",
		description: "Returns teams, newest first.",
		list: teams
	}
});
builder.objectField(User, "teams", (t) => t.field(relationToMany(Team, loadTeamsOfUser, "The user's teams, oldest first.")));
const extensions = limits({
	type: "array",
	maxItems: 500
});
const userFields = (t) => ({
	leaderIds: t.idList({
		description: "The ids of all leaders, up to 500.",
		extensions
	}),
	memberIds: t.idList({
		description: "The ids of all members, up to 500.",
		extensions
	})
});
const mutations$13 = recordMutations({
	type: Team,
	noun: "team",
	scope: "teams.manage"
});
mutations$13.create("createTeam", {
	description: "Creates a team.",
	input: (t) => ({
		name: t.field({
			type: "Label",
			required: true,
			description: "The team's name."
		}),
		...userFields(t)
	}),
	resolve: createTeam
});
mutations$13.update("updateTeam", {
	input: (t) => ({
		name: t.field({
			type: "Label",
			description: "The team's name.",
			extensions: notNull
		}),
		...userFields(t)
	}),
	resolve: updateTeam
});
mutations$13.delete("deleteTeam", {
	actions: [{
		action: "delete",
		isPossible: canDeleteTeam
	}],
	description: "Permanently deletes a team, but not its users.",
	resolve: deleteTeam
});
// src/resources/teams/rest.ts
const selection$15 = "id name leaderIds memberIds version createdAt updatedAt";
const teamRoutes = [
	get$3("/v1/teams", reply.list, "List teams, newest first")`
    query ListTeams($limit: Int, $cursor: String, $name: String, $userId: ID, $leaderId: ID,
      $where: [TeamWhere!], $orderBy: TeamOrderField, $direction: SortDirection) {
      teams(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { name: { contains: $name }, userId: { eq: $userId }, leaderId: { eq: $leaderId }, and: $where }) {
        nodes { ${selection$15} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/teams/{id}", reply.record, "Get a team")`
    query GetTeam($id: ID!) { team(id: $id) { ${selection$15} } }`,
	post("/v1/teams", reply.created("/v1/teams/{id}"), "Create a team")`
    mutation CreateTeam($name: Label!, $leaderIds: [ID!], $memberIds: [ID!]) {
      createTeam(input: { name: $name, leaderIds: $leaderIds, memberIds: $memberIds }) { team { ${selection$15} } }
    }`,
	put("/v1/teams/{id}", reply.record, "Update a team; lists of leaders and members are replaced as a whole")`
    mutation UpdateTeam($id: ID!, $name: Label, $leaderIds: [ID!], $memberIds: [ID!]) {
      updateTeam(id: $id, input: { name: $name, leaderIds: $leaderIds, memberIds: $memberIds }) { team { ${selection$15} } }
    }`,
	del("/v1/teams/{id}", reply.message("Team deleted"), "Delete a team")`
    mutation DeleteTeam($id: ID!) { deleteTeam(id: $id) { deletedId } }`
];
// src/resources/api-keys/graphql.ts
const ApiKey = builder.objectRef("ApiKey").implement({
	description: "A user's API key.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		name: t.exposeString("name", { description: "The API key's name." }),
		prefix: t.exposeString("prefix", { description: "The secret's first characters." }),
		lastFour: t.exposeString("lastFour", { description: "The secret's last four characters." }),
		scopes: t.field({
			type: ["Scope"],
			...optional("The scopes; null if the key has all of its user's scopes."),
			resolve: parseScopes
		}),
		userId: t.exposeID("userId", { description: "The id of the key's user." }),
		user: t.field(requiredUserField("userId", "The key's user.")),
		expiresAt: t.expose("expiresAt", optionalTime("The expiry time.")),
		revokedAt: t.expose("revokedAt", optionalTime("The revocation time.")),
		previousExpiresAt: t.expose("previousExpiresAt", optionalTime("The previous secret's expiration time.")),
		lastUsedAt: t.field({
			type: "DateTime",
			...optional("The time of last use."),
			...relationField(loadLastUse, "id", (time) => time ?? null)
		})
	})
});
/** Returns the GraphQL field options for the API key that made a change; null if not visible. */
const apiKeyField = (column, description) => relationToOne(ApiKey, loadApiKey, column, `${description}; null if not visible.`);
registerRecord(ApiKey, {
	filterSpec: apiKeyFilterSpec,
	load: loadApiKey,
	findCredential: getManageableKey,
	one: {
		description: "Returns an API key by id.",
		get: getApiKey
	},
	many: {
		name: "apiKeys",
		description: "Returns the caller's API keys, or all keys for Owner and Admin.",
		list: apiKeys
	}
});
const issuedKeyPayload = (t) => ({
	apiKey: t.expose("apiKey", {
		type: ApiKey,
		description: "The API key."
	}),
	secret: t.exposeString("secret", { description: "The secret (`dg_…`), returned only once." })
});
const defaultGraceHours = 24;
const RotateApiKeyInput = builder.inputType("RotateApiKeyInput", {
	description: "Input for rotating an API key.",
	fields: (t) => ({ graceHours: t.int({
		defaultValue: defaultGraceHours,
		description: "The number of hours for which the previous secret remains valid, 0 to 168.",
		extensions: limits({
			type: "integer",
			minimum: 0,
			maximum: 168
		})
	}) })
});
const mutations$12 = recordMutations({
	type: ApiKey,
	noun: "API key"
});
mutations$12.create("createApiKey", {
	payload: issuedKeyPayload,
	description: "Creates an API key.",
	input: (t) => ({
		name: t.field({
			type: "Label",
			required: true,
			description: "The API key's name."
		}),
		scopes: t.field({
			type: ["Scope"],
			description: "The scopes, 1 to 100, limited to those of the key's user and of the caller's credential; by default all of them. `people.view`, `people.edit` and `deals.view` require a suffix: `.own`, `.team` or `.all`.",
			extensions: limits({
				type: "array",
				minItems: 1,
				maxItems: 100
			})
		}),
		expiresAt: t.field({
			type: "DateTime",
			description: "The expiration time; by default none."
		}),
		userId: t.id({ description: "The id of the key's user; by default the caller. Only Owner and Admin can create keys for other users." })
	}),
	resolve: createApiKey
});
mutations$12.action("rotateApiKey", {
	actions: [{
		action: "rotate",
		isPossible: canRotateKey
	}],
	payload: issuedKeyPayload,
	description: "Issues a new secret for an API key; the previous secret stays valid for the grace period. Errors: CONFLICT (the key is revoked or expired).",
	args: (t) => ({ input: t.arg({
		type: RotateApiKeyInput,
		description: "The grace period."
	}) }),
	resolve: (ctx, id, { input }) => rotateApiKey(ctx, id, input?.graceHours ?? defaultGraceHours)
});
mutations$12.action("revokeApiKey", {
	actions: [{
		action: "revoke",
		isPossible: canRevokeKey
	}],
	description: "Revokes an API key and all its secrets immediately.",
	resolve: revokeApiKey
});
// src/resources/api-keys/rest.ts
const selection$14 = "id name prefix lastFour scopes userId createdBy: createdById expiresAt revokedAt previousExpiresAt lastUsedAt version createdAt updatedAt";
const apiKeyRoutes = [
	get$3("/v1/api-keys", reply.list, "List the API keys that the caller can view, newest first")`
    query ListApiKeys($limit: Int, $cursor: String, $name: String, $userId: ID, $revoked: Boolean, $expired: Boolean,
      $where: [ApiKeyWhere!], $orderBy: ApiKeyOrderField, $direction: SortDirection) {
      apiKeys(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { name: { contains: $name }, userId: { eq: $userId }, revoked: { eq: $revoked }, expired: { eq: $expired }, and: $where }) {
        nodes { ${selection$14} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/api-keys/{id}", reply.record, "Get an API key, without its secret")`
    query GetApiKey($id: ID!) { apiKey(id: $id) { ${selection$14} } }`,
	post("/v1/api-keys", reply.created("/v1/api-keys/{id}"), "Create an API key and return its secret once")`
    mutation CreateApiKey($name: Label!, $scopes: [Scope!], $expiresAt: DateTime, $userId: ID) {
      createApiKey(input: { name: $name, scopes: $scopes, expiresAt: $expiresAt, userId: $userId }) { id: apiKey { id } secret apiKey { ${selection$14} } }
    }`,
	post("/v1/api-keys/{id}/rotate", reply.record, "Rotate an API key's secret; the previous secret remains valid for a grace period")`
    mutation RotateApiKey($id: ID!, $graceHours: Int) {
      rotateApiKey(id: $id, input: { graceHours: $graceHours }) { id: apiKey { id } secret apiKey { ${selection$14} } }
    }`,
	del("/v1/api-keys/{id}", reply.message("API key revoked"), "Revoke an API key immediately")`
    mutation RevokeApiKey($id: ID!) { revokeApiKey(id: $id) { apiKey { id } } }`
];
// src/resources/identities/graphql.ts
const Identity = builder.objectRef("Identity").implement({
	description: "A subject of an OpenID provider, bound to a user.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		issuer: t.exposeString("issuer", { description: "The issuer (claim `iss`)." }),
		subject: t.exposeString("subject", { description: "The subject (claim `sub`)." }),
		email: t.exposeString("email", { description: "The email address that matched the user." }),
		userId: t.exposeID("userId", { description: "The user's id." }),
		user: t.field(requiredUserField("userId", "The identity's user."))
	})
});
/** Returns the GraphQL field options for an identity. */
const identityField = (column, description) => relationToOne(Identity, loadIdentity, column, description);
registerRecord(Identity, {
	filterSpec: identityFilterSpec,
	load: loadIdentity,
	one: {
		description: "Returns an identity by id.",
		get: getIdentity
	},
	many: {
		name: "identities",
		description: "Returns the caller's identities, or all identities for Owner and Admin.",
		list: identities
	}
});
recordMutations({
	type: Identity,
	noun: "identity"
}).delete("deleteIdentity", {
	actions: [{
		action: "delete",
		isPossible: canDeleteIdentity
	}],
	description: "Deletes an identity and its sessions.",
	resolve: deleteIdentity
});
// src/resources/identities/rest.ts
const selection$13 = "id issuer subject email userId version createdAt updatedAt";
const identityRoutes = [
	get$3("/v1/identities", reply.list, "List the identities that the caller can view, newest first")`
    query ListIdentities($limit: Int, $cursor: String, $userId: ID, $issuer: String, $subject: String, $email: String,
      $where: [IdentityWhere!], $orderBy: IdentityOrderField, $direction: SortDirection) {
      identities(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { userId: { eq: $userId }, issuer: { eq: $issuer }, subject: { eq: $subject }, email: { eq: $email }, and: $where }) {
        nodes { ${selection$13} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/identities/{id}", reply.record, "Get an identity")`
    query GetIdentity($id: ID!) { identity(id: $id) { ${selection$13} } }`,
	del("/v1/identities/{id}", reply.message("Identity deleted"), "Delete an identity and its sessions, so that another subject can be bound to the user")`
    mutation DeleteIdentity($id: ID!) { deleteIdentity(id: $id) { deletedId } }`
];
// src/resources/sessions/graphql.ts
const Session = builder.objectRef("Session").implement({
	description: "A user's sign-in session in a browser.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		userId: t.exposeID("userId", { description: "The user's id." }),
		user: t.field(requiredUserField("userId", "The session's user.")),
		identityId: t.exposeID("identityId", { description: "The identity's id." }),
		identity: t.field(identityField("identityId", "The identity that signed in.")),
		userAgent: t.exposeString("userAgent", optional("The browser's `User-Agent` header.")),
		lastUsedAt: t.expose("lastUsedAt", {
			type: "DateTime",
			description: "The time of last use."
		}),
		expiresAt: t.expose("expiresAt", {
			type: "DateTime",
			description: "The expiry time."
		}),
		revokedAt: t.expose("revokedAt", optionalTime("The revocation time."))
	})
});
registerRecord(Session, {
	filterSpec: sessionFilterSpec,
	load: loadSession,
	one: {
		description: "Returns a session by id.",
		get: getSession
	},
	many: {
		name: "sessions",
		description: "Returns the caller's sessions, or all sessions for Owner and Admin.",
		list: sessions
	}
});
recordMutations({
	type: Session,
	noun: "session"
}).action("revokeSession", {
	actions: [{
		action: "revoke",
		isPossible: canRevokeSession
	}],
	description: "Revokes a session, which signs out the browser.",
	resolve: revokeSession
});
const getAuthentication = ({ authentication, credentialId }) => authentication && {
	method: authentication.method,
	expiresAt: authentication.expiresAt,
	sessionId: authentication.session?.id ?? null,
	apiKeyId: idWithPrefix(credentialId, "key"),
	identityId: idWithPrefix(credentialId, "identity")
};
const AuthenticationMethod = defineEnum("AuthenticationMethod", "A method of authentication.", {
	API_KEY: "An API key.",
	ACCESS_TOKEN: "An access token.",
	SESSION: "A browser session."
});
const AuthenticationType = builder.objectRef("Authentication").implement({
	description: "The authentication of the caller.",
	fields: (t) => ({
		method: t.expose("method", {
			type: AuthenticationMethod,
			description: "The authentication method."
		}),
		expiresAt: t.expose("expiresAt", optionalTime("The expiry time.")),
		apiKeyId: t.exposeID("apiKeyId", optional("The API key's id.")),
		apiKey: t.field(apiKeyField("apiKeyId", "The API key used")),
		identityId: t.exposeID("identityId", optional("The identity's id.")),
		identity: t.field(identityField("identityId", "The identity used.")),
		sessionId: t.exposeID("sessionId", optional("The session's id.")),
		session: t.field(relationToOne(Session, loadSession, "sessionId", "The session."))
	})
});
builder.objectField(User, "authentication", (t) => t.field({
	type: AuthenticationType,
	...optional("The caller's authentication; null for other users."),
	extensions: readsColumns("id"),
	resolve: ({ id }, _args, { viewer }) => id === viewer.userId ? getAuthentication(viewer) : null
}));
// src/resources/sessions/rest.ts
const selection$12 = "id userId identityId userAgent lastUsedAt expiresAt revokedAt version createdAt updatedAt";
const sessionRoutes = [
	get$3("/v1/sessions", reply.list, "List the sessions that the caller can view, newest first")`
    query ListSessions($limit: Int, $cursor: String, $userId: ID, $revoked: Boolean, $expired: Boolean,
      $where: [SessionWhere!], $orderBy: SessionOrderField, $direction: SortDirection) {
      sessions(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { userId: { eq: $userId }, revoked: { eq: $revoked }, expired: { eq: $expired }, and: $where }) {
        nodes { ${selection$12} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/sessions/{id}", reply.record, "Get a session")`
    query GetSession($id: ID!) { session(id: $id) { ${selection$12} } }`,
	del("/v1/sessions/{id}", reply.message("Session revoked"), "Revoke a session immediately")`
    mutation RevokeSession($id: ID!) { revokeSession(id: $id) { session { id } } }`
];
// src/resources/tags/graphql.ts
const Tag = builder.objectRef("Tag").implement({
	description: "A tag for people.",
	interfaces: recordInterfaces,
	fields: (t) => ({ name: t.exposeString("name", { description: "The tag's name." }) })
});
registerRecord(Tag, {
	filterSpec: tagFilterSpec,
	load: loadTag,
	one: {
		description: "Returns a tag by id.",
		get: getTag
	},
	many: {
		name: "tags",
		description: "Returns tags, newest first.",
		list: tags
	}
});
const TagReplacementInput = builder.inputType("TagReplacementInput", {
	description: "A replacement for a deleted tag.",
	isOneOf: true,
	fields: (t) => ({
		moveTo: t.id({
			description: "The replacement tag's id.",
			extensions: idSchema
		}),
		detach: t.boolean({ description: "Whether to remove the tag from all people." })
	})
});
const nameField = {
	type: "TagName",
	description: "The tag's name, unique ignoring case."
};
const mutations$11 = recordMutations({
	type: Tag,
	noun: "tag",
	scope: "tags.manage"
});
mutations$11.create("createTag", {
	description: "Creates a tag. Errors: CONFLICT (the name is in use).",
	input: (t) => ({ name: t.field({
		...nameField,
		required: true
	}) }),
	resolve: createTag
});
mutations$11.update("updateTag", {
	description: "Renames a tag. Errors: CONFLICT (the name is in use).",
	input: (t) => ({ name: t.field({
		...nameField,
		extensions: notNull
	}) }),
	resolve: updateTag
});
mutations$11.action("mergeTags", {
	actions: [{ action: "merge" }],
	description: "Replaces other tags with this tag on all people and deletes the other tags.",
	idDescription: "The id of the tag that remains.",
	args: (t) => ({ otherIds: t.arg.idList({
		required: true,
		description: "The ids of 1 to 20 tags to replace.",
		extensions: limits({
			type: "array",
			minItems: 1,
			maxItems: 20
		})
	}) }),
	resolve: (ctx, id, { otherIds }) => mergeTags(ctx, id, otherIds)
});
mutations$11.delete("deleteTag", {
	description: "Permanently deletes a tag. No events are recorded for its people. Errors: CONFLICT (the tag is in use and `replacement` is omitted).",
	args: (t) => ({ replacement: t.arg({
		type: TagReplacementInput,
		description: "The replacement; required if the tag is in use."
	}) }),
	resolve: deleteTag
});
// src/resources/tags/rest.ts
const selection$11 = "id name version createdAt updatedAt";
const tagRoutes = [
	get$3("/v1/tags", reply.list, "List tags, newest first")`
    query ListTags($limit: Int, $cursor: String, $name: String, $where: [TagWhere!], $orderBy: TagOrderField, $direction: SortDirection) {
      tags(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }], where: { name: { eq: $name }, and: $where }) { nodes { ${selection$11} } pageInfo { hasNextPage endCursor } }
    }`,
	get$3("/v1/tags/{id}", reply.record, "Get a tag")`
    query GetTag($id: ID!) { tag(id: $id) { ${selection$11} } }`,
	put("/v1/tags/{id}", reply.record, "Rename a tag")`
    mutation UpdateTag($id: ID!, $name: TagName) { updateTag(id: $id, input: { name: $name }) { tag { ${selection$11} } } }`,
	post("/v1/tags", reply.created("/v1/tags/{id}"), "Create a tag")`
    mutation CreateTag($name: TagName!) { createTag(input: { name: $name }) { tag { ${selection$11} } } }`,
	post("/v1/tags/{id}/merge", reply.record, "Merge other tags into a tag and delete the other tags")`
    mutation MergeTags($id: ID!, $otherIds: [ID!]!) { mergeTags(id: $id, otherIds: $otherIds) { tag { ${selection$11} } } }`,
	del("/v1/tags/{id}", reply.message("Tag deleted"), "Delete a tag; a tag in use requires `moveTo` or `detach=true`")`
    mutation DeleteTag($id: ID!, $moveTo: ID, $detach: Boolean) { deleteTag(id: $id, replacement: { moveTo: $moveTo, detach: $detach }) { deletedId } }`
];
// src/resources/stages/graphql.ts
const Stage = builder.objectRef("Stage").implement({
	description: "A lifecycle stage of people.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		name: t.exposeString("name", { description: "The stage's name." }),
		position: t.exposeInt("position", { description: "The zero-based position." }),
		isTrash: t.exposeBoolean("isTrash", { description: "Whether this is Trash, the stage of deleted people, which cannot be changed." })
	})
});
registerRecord(Stage, {
	filterSpec: stageFilterSpec,
	load: loadStage,
	one: {
		description: "Returns a lifecycle stage by id.",
		get: getStage
	},
	many: {
		name: "stages",
		description: "Returns the lifecycle stages, ordered by position; Trash is last.",
		list: stages
	}
});
const mutations$10 = recordMutations({
	type: Stage,
	noun: "lifecycle stage",
	scope: "stages.manage"
});
mutations$10.create("createStage", {
	description: "Creates a lifecycle stage before Trash.",
	input: (t) => ({ name: t.field({
		type: "Label",
		required: true,
		description: "The stage's name."
	}) }),
	resolve: createStage
});
mutations$10.update("updateStage", {
	actions: [{
		action: "update",
		isPossible: canChangeStage
	}],
	description: "Updates a lifecycle stage. Errors: CONFLICT (the stage is Trash).",
	input: (t) => ({
		name: t.field({
			type: "Label",
			description: "The stage's name.",
			extensions: notNull
		}),
		position: t.field(positionInput)
	}),
	resolve: updateStage
});
mutations$10.delete("deleteStage", {
	actions: [{
		action: "delete",
		isPossible: canDeleteStage
	}],
	description: "Deletes a lifecycle stage. Errors: CONFLICT (the stage is Trash or the last one, has people and `moveTo` is omitted, or has more than 10,000 people).",
	args: (t) => ({ moveTo: t.arg.id({
		description: "The id of the stage to which the people move; required if the stage has people.",
		extensions: idSchema
	}) }),
	resolve: (ctx, id, { moveTo }) => deleteStage(ctx, id, moveTo)
});
// src/resources/stages/rest.ts
const selection$10 = "id name position isTrash version createdAt updatedAt";
const stageRoutes = [
	get$3("/v1/stages", reply.list, "List the lifecycle stages of contacts by position")`
    query ListStages($limit: Int, $cursor: String, $name: String,
      $where: [StageWhere!], $orderBy: StageOrderField, $direction: SortDirection) {
      stages(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { name: { contains: $name }, and: $where }) {
        nodes { ${selection$10} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/stages/{id}", reply.record, "Get a lifecycle stage")`
    query GetStage($id: ID!) { stage(id: $id) { ${selection$10} } }`,
	post("/v1/stages", reply.created("/v1/stages/{id}"), "Create a lifecycle stage")`
    mutation CreateStage($name: Label!) { createStage(input: { name: $name }) { stage { ${selection$10} } } }`,
	put("/v1/stages/{id}", reply.record, "Update a lifecycle stage")`
    mutation UpdateStage($id: ID!, $name: Label, $position: Position) { updateStage(id: $id, input: { name: $name, position: $position }) { stage { ${selection$10} } } }`,
	del("/v1/stages/{id}", reply.message("Stage deleted"), "Delete a lifecycle stage; its contacts move to the stage in `moveTo`")`
    mutation DeleteStage($id: ID!, $moveTo: ID) { deleteStage(id: $id, moveTo: $moveTo) { deletedId } }`
];
// src/resources/custom-fields/graphql.ts
const CustomFieldRecord = defineEnum("CustomFieldRecord", "A kind of record with custom fields.", {
	person: "A person.",
	deal: "A deal."
});
const CustomFieldType = defineEnum("CustomFieldType", "The type of a custom field.", {
	text: "A string of up to 5,000 characters; an empty string clears the field.",
	number: "A number (double) from -1e15 to 1e15.",
	date: "A date such as 2026-05-17. A time in the input is ignored.",
	boolean: "A Boolean value.",
	singleChoice: "The `value` of an option.",
	multipleChoice: "A list of option values, in the order of the options."
});
const CustomFieldOption = builder.objectRef("CustomFieldOption").implement({
	description: "An option of a choice field.",
	fields: (t) => ({
		value: t.exposeString("value", { description: "The option's value, which never changes." }),
		label: t.exposeString("label", { description: "The text shown to users." })
	})
});
const CustomField = builder.objectRef("CustomField").implement({
	description: "A custom field that the company defines.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		record: t.expose("recordKind", {
			type: CustomFieldRecord,
			description: "The kind of record that has the field."
		}),
		key: t.exposeString("key", { description: "The key in `customFields`, unique per kind of record." }),
		name: t.exposeString("name", { description: "The name shown to users." }),
		description: t.exposeString("description", optional("The field's purpose.")),
		type: t.expose("type", {
			type: CustomFieldType,
			description: "The field's type, which is immutable."
		}),
		options: t.expose("options", {
			type: [CustomFieldOption],
			description: "The options of a choice field, in order."
		}),
		position: t.exposeInt("position", { description: "The zero-based position." })
	})
});
const { connection, where, order } = registerRecord(CustomField, {
	filterSpec: customFieldFilterSpec,
	filterName: "CustomFieldDefinition",
	filterTypes: {
		record: CustomFieldRecord,
		type: CustomFieldType
	},
	load: loadField,
	one: {
		description: "Returns a custom field by id.",
		get: getField
	}
});
builder.queryField("customFields", (t) => t.field({
	type: connection,
	description: "Returns the custom fields: those of people first, ordered by position.",
	extensions: needs(),
	args: {
		record: t.arg({
			type: CustomFieldRecord,
			description: "Returns only the fields of this kind of record."
		}),
		...listArgs(t, where, order)
	},
	resolve: (_, { record, where, orderBy, ...page }, ctx, info) => resolveList(ctx, info, page, "customFields", {
		where,
		orderBy,
		record
	}, fields)
}));
const OptionInput = builder.inputType("CustomFieldOptionInput", {
	description: "An option of a choice field.",
	fields: (t) => ({
		value: t.field({
			type: "Label",
			description: "The option's value; by default the label."
		}),
		label: t.field({
			type: "Label",
			required: true,
			description: "The text shown to users, unique in the field."
		})
	})
});
const optionLimits = limits({
	type: "array",
	minItems: 1,
	maxItems: 100
});
const choiceTypes = ["singleChoice", "multipleChoice"];
const newFieldConstraints = constraints({ anyOf: [{ allOf: [propertySchemas({ type: { enum: choiceTypes } }), hasItems("options")] }, propertySchemas({
	type: { not: { enum: choiceTypes } },
	options: { maxItems: 0 }
})] });
const mutations$9 = recordMutations({
	type: CustomField,
	noun: "custom field",
	scope: "customfields.manage"
});
mutations$9.create("createCustomField", {
	description: "Creates a custom field. Errors: CONFLICT (the key is in use, or 100 fields exist).",
	input: (t) => ({
		record: t.field({
			type: CustomFieldRecord,
			required: true,
			description: "The kind of record that has the field; immutable."
		}),
		name: t.field({
			type: "Label",
			required: true,
			description: "The name shown to users."
		}),
		key: t.field({
			type: "FieldKey",
			description: "The key in `customFields`, unique per kind of record and immutable; by default derived from `name`."
		}),
		type: t.field({
			type: CustomFieldType,
			required: true,
			description: "The field's type, which is immutable."
		}),
		description: t.field({
			type: "LongText",
			description: "The field's purpose."
		}),
		options: t.field({
			type: [OptionInput],
			description: "The options of a choice field, 1 to 100.",
			extensions: optionLimits
		})
	}),
	inputType: { extensions: newFieldConstraints },
	resolve: createCustomField
});
mutations$9.update("updateCustomField", {
	description: "Updates a custom field. Errors: CONFLICT (removed options have values and `replaceRemovedWith` is omitted, or more than 10,000 values would change).",
	input: (t) => ({
		name: t.field({
			type: "Label",
			description: "The name shown to users.",
			extensions: notNull
		}),
		description: t.field({
			type: "LongText",
			description: "The field's purpose."
		}),
		position: t.field(positionInput),
		options: t.field({
			type: [OptionInput],
			description: "All options in order, 1 to 100. Removed options with values require `replaceRemovedWith`.",
			extensions: {
				...optionLimits,
				...notNull
			}
		}),
		replaceRemovedWith: t.field({
			type: "Label",
			description: "The value of the option that replaces removed options on all records; `null` clears the values."
		})
	}),
	resolve: updateCustomField
});
mutations$9.delete("deleteCustomField", {
	description: "Permanently deletes a custom field and its values. Errors: CONFLICT (records have values, and `force` is false).",
	args: (t) => ({ force: t.arg.boolean({
		defaultValue: false,
		description: "Whether to delete a field that has values."
	}) }),
	resolve: (ctx, id, { force }) => deleteCustomField(ctx, id, force ?? false)
});
// src/resources/custom-fields/graphql-values.ts
/** Creates the GraphQL type for the values of one custom field type. */
const buildType = (name, noun, fields) => builder.objectRef(name).implement({
	description: `The value of a ${noun}.`,
	fields: (t) => ({
		field: t.field({
			type: CustomField,
			description: "The custom field.",
			resolve: ({ field }) => field
		}),
		...fields(t)
	})
});
const typeByFieldType = {
	text: buildType("CustomFieldTextValue", "text field", (t) => ({ text: t.exposeString("value", optional("The text value.")) })),
	number: buildType("CustomFieldNumberValue", "number field", (t) => ({ number: t.exposeFloat("value", optional("The number value.")) })),
	date: buildType("CustomFieldDateValue", "date field", (t) => ({ date: t.expose("value", {
		type: "Date",
		...optional("The date value.")
	}) })),
	boolean: buildType("CustomFieldBooleanValue", "boolean field", (t) => ({ boolean: t.exposeBoolean("value", optional("The Boolean value.")) })),
	singleChoice: buildType("CustomFieldSingleChoiceValue", "single-choice field", (t) => ({ choice: t.field({
		type: CustomFieldOption,
		...optional("The chosen option."),
		resolve: ({ field: { options }, value }) => options.find((option) => option.value === value)
	}) })),
	multipleChoice: buildType("CustomFieldMultipleChoiceValue", "multiple-choice field", (t) => ({ choices: t.field({
		type: [CustomFieldOption],
		description: "The chosen options.",
		resolve: ({ field: { options }, value }) => options.filter((option) => value.includes(option.value))
	}) }))
};
const CustomFieldValue = builder.unionType("CustomFieldValue", {
	description: "The value of a record's custom field.",
	types: Object.values(typeByFieldType),
	resolveType: (value) => typeByFieldType[value.field.type].name
});
/** Adds the GraphQL fields `customFields` and `customFieldValues` to a record type. */
function addCustomFields(type, kind) {
	const createResolver = (convert) => ({
		extensions: readsColumns("id"),
		resolve: (record, _, ctx) => mapMaybePromise(loadCustomValues(ctx, kind, record), convert)
	});
	builder.objectFields(type, (t) => ({
		customFields: t.field({
			type: "JSON",
			description: "The values of all custom fields by key.",
			...createResolver((values) => Object.fromEntries(values.map(([field, value]) => [field.key, value])))
		}),
		customFieldValues: t.field({
			type: [CustomFieldValue],
			description: "The values of all custom fields.",
			...createResolver((values) => values.map(([field, value]) => ({
				field,
				value
			})))
		})
	}));
}
const customFieldsInput = {
	type: "JSON",
	description: "The custom fields by key.",
	extensions: {
		...limits({ type: "object" }),
		...notNull
	}
};
const addComparators = (t, type, description) => t.field({
	type: comparatorsInput(type, type !== "StringList"),
	description,
	extensions: notNullInFilters
});
const CustomFieldWhere = builder.inputType("CustomFieldWhere", {
	description: "A filter on a custom field, with the comparators of its type.",
	fields: (t) => ({
		key: t.field({
			type: "FieldKey",
			required: true,
			description: "The custom field's key."
		}),
		text: addComparators(t, "String", "The text value, ignoring case. `eq` and `in` accept up to 100 characters."),
		number: addComparators(t, "Float", "The number value."),
		date: addComparators(t, "Date", "The date value."),
		boolean: addComparators(t, "Boolean", "The Boolean value."),
		choices: addComparators(t, "StringList", "The values of the chosen options.")
	})
});
// src/resources/external-ids/table.ts
const externalIdKinds = [
	"person",
	"deal",
	"task",
	"activity",
	"appointment"
];
declarePersonReferences({
	onMerge: "transfer",
	onDelete: "cascade",
	table: "personExternalIds",
	column: "personId",
	orderBy: ["source", "externalId"]
});
/** Returns the external id table of a kind of record, and its column with the record id. */
const getExternalIdTable = (kind) => ({
	table: `${kind}ExternalIds`,
	owner: `${kind}Id`
});
// src/resources/external-ids/operations.ts
/** Manages external ids: ids of records in other programs, unique per source and kind of record. */
const externalIdsOfRecords = queryFamily((_, p, kind) => {
	const { table, owner } = getExternalIdTable(kind);
	return sql`select ${sql.ref(owner)} as "recordId", "source", "externalId" from ${sql.table(table)}
    where "companyId" = ${p.companyId} and ${isIn(owner, p.ids)} order by ${sql.ref(owner)}, "source", "externalId"`;
});
const recordWithExternalId = queryFamily((_, p, kind) => {
	const { table, owner } = getExternalIdTable(kind);
	return sql`select ${sql.ref(owner)} as "recordId" from ${sql.table(table)} where "companyId" = ${p.companyId} and "source" = ${p.source} and "externalId" = ${p.externalId}`;
});
const defaultSource = "default";
const normalizeSource = (text) => text?.toLowerCase() ?? defaultSource;
const isSameId = (one, other) => one.source === other.source && one.externalId === other.externalId;
const subtractIds = (ids, others) => ids.filter((id) => !others.some((other) => isSameId(id, other)));
const uniteIds = (ids, others) => [...ids, ...subtractIds(others, ids)];
const createIdLoader = (kind) => createListLoader(externalIdsOfRecords(kind), "recordId");
const loadExternalIds = Object.fromEntries(externalIdKinds.map((kind) => [kind, createIdLoader(kind)]));
async function listExternalIds(ctx, kind, id) {
	return (await ctx.db.all(externalIdsOfRecords(kind), {
		companyId: ctx.viewer.companyId,
		ids: encodeListParam([id])
	})).map(({ source, externalId }) => ({
		source,
		externalId
	}));
}
/** Returns the id of the record with an external id, even if the caller cannot view the record. */
async function findByExternalId(ctx, kind, id) {
	const params = {
		companyId: ctx.viewer.companyId,
		...id
	};
	return (await ctx.db.first(recordWithExternalId(kind), params))?.recordId;
}
const toExternalId = ({ externalId, externalSource }) => externalId == null ? void 0 : {
	source: normalizeSource(externalSource),
	externalId
};
/** Returns a detail for `checkReferences` if an input has a source without an id. */
const findMissingExternalId = ({ externalId, externalSource }) => externalSource !== void 0 && externalId === void 0 ? [createDetail("externalId", "REQUIRED_FIELD", "is required if `externalSource` is set")] : [];
/**
* Replaces a record's external ids from an input, and returns the changes. @throws CONFLICT if
* another record has one of the ids
*/
async function replaceExternalIds(ctx, kind, id, input) {
	if (input.externalId === void 0 && input.externalIds === void 0) return [];
	const currentIds = await listExternalIds(ctx, kind, id);
	const nextIds = applyInput(currentIds, input);
	const addedIds = subtractIds(nextIds, currentIds);
	const removedIds = subtractIds(currentIds, nextIds);
	if (addedIds.length + removedIds.length === 0) return [];
	const { table, owner } = getExternalIdTable(kind);
	const { companyId } = ctx.viewer;
	for (const addedId of addedIds) await checkIsUnused(ctx, kind, addedId);
	for (const removedId of removedIds) await ctx.db.delete(table, {
		companyId,
		...removedId
	});
	for (const addedId of addedIds) await ctx.db.insert(table, {
		companyId,
		[owner]: id,
		...addedId
	});
	const externalIds = [...subtractIds(currentIds, removedIds), ...addedIds];
	return changesBetween({ externalIds: currentIds }, { externalIds }, ["externalIds"]);
}
function applyInput(currentIds, input) {
	if (input.externalIds) return uniteIds([], input.externalIds);
	const source = normalizeSource(input.externalSource);
	const externalId = toExternalId(input);
	return [...currentIds.filter((id) => id.source !== source), ...externalId ? [externalId] : []];
}
async function checkIsUnused(ctx, kind, id) {
	const recordId = await findByExternalId(ctx, kind, id);
	if (recordId !== void 0) throw await createConflictError(ctx, kind, recordId);
}
/** Creates the error for a used external id, which names the other record if it is visible. */
async function createConflictError(ctx, kind, recordId) {
	const noun = kind === "person" ? "contact" : kind;
	const nodeType = getNodeType(recordId);
	const scope = nodeType?.policy.scope;
	const record = scope === void 0 || ctx.viewer.rights.has(scope) ? await nodeType?.load(ctx, recordId) : void 0;
	const trashNote = record && "trashedAt" in record && record.trashedAt ? ", which is in Trash" : "";
	const message = record ? `belongs to the ${noun} ${recordId}${trashNote}` : `belongs to ${uncapitalize(withArticle(noun))} that you cannot view`;
	const details = [createDetail("externalId", "INVALID_VALUE", message)];
	return conflict(`Another ${noun} has this external id`, { details });
}
const normalizeId = (externalId) => externalId.normalize("NFC");
/**
* Converts a filter on external ids to conditions on the internal field, whose values are JSON
* lists of the source and the ids. Without an id, a filter matches all ids of the source.
*/
async function parseComparators(_, { eq, in: anyOf, source: name }) {
	const source = normalizeSource(name);
	const createCondition = (operator, ...ids) => ({
		field: "externalIdOfSource",
		operator,
		value: JSON.stringify([source, ...ids])
	});
	const conditions = [...eq === void 0 ? [] : [createCondition("equals", normalizeId(eq))], ...anyOf === void 0 ? [] : [createCondition("in", anyOf.map(normalizeId))]];
	return name !== void 0 && conditions.length === 0 ? [createCondition("isTrue")] : conditions;
}
const externalIdParsers = { externalId: parseComparators };
/** Returns the filter field for external ids, and the internal field of its conditions. */
function externalIdConditions(kind, recordTable) {
	const { table, owner } = getExternalIdTable(kind);
	const refColumn = (name) => sql.ref(`external.${name}`);
	const fromExternalIds = (p) => sql`from ${sql.table(table)} as "external" where "external"."companyId" = ${p.companyId}`;
	const isOfRecord = sql`${refColumn(owner)} = ${sql.ref(`${recordTable}.id`)}`;
	const matchIds = (value, operator, source) => {
		const hasSource = sql`${source} = ${jsonValueAt(value, 0, "text")}`;
		if (operator === "isTrue") return hasSource;
		return operator === "in" ? sql`${hasSource} and ${refColumn("externalId")} in ${jsonValuesAt(value, 1, "text")}` : sql`${hasSource} and ${refColumn("externalId")} = ${jsonValueAt(value, 1, "text")}`;
	};
	return {
		externalId: {
			description: "An external id.",
			type: "Custom",
			indexed: true
		},
		externalIdOfSource: {
			description: "",
			type: "String",
			internal: true,
			predicate(p, _, value, operator) {
				const source = operator === "isTrue" ? withoutIndex("external.source") : refColumn("source");
				return sql`exists (select 1 ${fromExternalIds(p)} and ${isOfRecord} and ${matchIds(value, operator, source)})`;
			},
			matchingIds: (p, _, value, operator) => sql`select ${refColumn(owner)} as "id" ${fromExternalIds(p)} and ${matchIds(value, operator, refColumn("source"))}`
		}
	};
}
// src/resources/external-ids/graphql.ts
const RecordExternalId = builder.objectRef("RecordExternalId").implement({
	description: "A record's id in another program.",
	fields: (t) => ({
		source: t.exposeString("source", { description: "The other program's name, in lower case." }),
		externalId: t.exposeString("externalId", { description: "The id in the other program." })
	})
});
/** Adds the GraphQL field `externalIds` to a record type. */
const addExternalIds = (type, kind) => builder.objectField(type, "externalIds", (t) => t.field(relationToMany(RecordExternalId, loadExternalIds[kind], "The external ids.")));
/** Returns the GraphQL input fields for an external id. */
const externalIdFields = (t) => ({
	externalId: t.field({
		type: "ExternalId",
		description: "The external id."
	}),
	externalSource: t.field({
		type: "ExternalSource",
		description: "The external id's source.",
		extensions: notNull
	})
});
/** The GraphQL input types for filters on external ids. */
const externalIdWhere = { externalId: builder.inputType("ExternalIdComparators", {
	description: "Comparators for external ids.",
	fields: (t) => ({
		eq: t.field({
			type: "ExternalId",
			...getComparatorOptions("eq")
		}),
		in: t.field({
			type: ["ExternalId"],
			...getComparatorOptions("in")
		}),
		source: t.field({
			type: "ExternalSource",
			description: "The source; without an id, any id of the source matches.",
			extensions: notNull
		})
	})
}) };
// src/resources/custom-fields/value-conditions.ts
/** Filters records by the values of their custom fields. */
/** The `CustomFieldWhere` field that filters each type of custom field. */
const comparatorFields = {
	text: "text",
	number: "number",
	date: "date",
	boolean: "boolean",
	singleChoice: "choices",
	multipleChoice: "choices"
};
var ConditionError = class extends Error {
	code;
	constructor(code, message) {
		super(message);
		this.code = code;
	}
};
/** Converts a value to the text key or number that filters compare; undefined if it is empty. */
function toComparableValue(field, value) {
	const type = field.type === "multipleChoice" ? "singleChoice" : field.type;
	const parseResult = parseValue({
		...field,
		type
	}, value);
	if ("problem" in parseResult) throw new ConditionError(parseResult.problem.code, parseResult.problem.message);
	const [storedValue] = parseResult.stored;
	if (storedValue?.textKey && [...storedValue.textKey].length > 100) throw new ConditionError("TOO_LONG", `must have at most 100 characters`);
	return storedValue?.textKey ?? storedValue?.number ?? void 0;
}
/**
* Creates a condition on an internal field of `customFieldConditions`. Its value is a JSON list:
* the custom field id, then the values to compare with or both ends of a range.
*/
const createCondition = ({ id, type }, operator, ...values) => ({
	field: type === "number" || type === "boolean" ? "customNumber" : "customText",
	operator,
	value: JSON.stringify([id, ...values])
});
/** Compiles two inclusive bounds into one condition, so that one index scan covers the range. */
function compileBounds(field, { gt, gte, lt, lte }) {
	const [lowest, highest] = field.type === "number" ? [-1e300, 1e300] : ["", "~"];
	return [
		...gte !== void 0 || lte !== void 0 ? [createCondition(field, "between", gte ?? lowest, lte ?? highest)] : [],
		...gt === void 0 ? [] : [createCondition(field, "greaterThan", gt)],
		...lt === void 0 ? [] : [createCondition(field, "lessThan", lt)]
	];
}
function compilePeriod(ctx, field, comparator, period) {
	if (period.unit === "hour") throw new ConditionError("INVALID_VALUE", "must not use the unit `hour`: dates have no time");
	const { first, last } = toDateRange(ctx, period);
	if (comparator === "before") return createCondition(field, "lessThan", first);
	if (comparator === "after") return createCondition(field, "greaterThan", last);
	return createCondition(field, "between", first, last);
}
function compileEquality(field, { operator, value, isNegated }) {
	if (operator === "isNull") return createCondition(field, isNegated ? "isTrue" : "isNull");
	const negation = isNegated && { isNegated };
	if (Array.isArray(value)) {
		const operands = value.flatMap((item) => toComparableValue(field, item) ?? []);
		return {
			...createCondition(field, "in", operands),
			...negation
		};
	}
	const operand = toComparableValue(field, value);
	return operand === void 0 ? createCondition(field, "isNull") : createCondition(field, "equals", operand);
}
/** Compiles a comparator other than `gt`, `gte`, `lt` and `lte`. @throws ConditionError */
function compileComparator(ctx, field, comparator, value) {
	switch (comparator) {
		case "gt":
		case "gte":
		case "lt":
		case "lte": return [];
		case "during":
		case "before":
		case "after": return [compilePeriod(ctx, field, comparator, value)];
		case "contains": return [createCondition(field, "contains", fold(value))];
		case "startsWith": {
			const prefix = value.toLowerCase();
			return [createCondition(field, "between", prefix, `${prefix}\u{10ffff}`)];
		}
		default: return toRawConditions(comparator, value).map((rawCondition) => compileEquality(field, rawCondition));
	}
}
/**
* Compiles the custom field conditions of a filter. @throws VALIDATION_ERROR with each unknown key
* and each value that does not match its field's type
*/
async function parseConditions(ctx, kind, conditions) {
	const fields = new Map((await listFields(ctx, kind)).map((field) => [field.key, field]));
	const details = [];
	const compiledConditions = conditions.flatMap(({ key, ...inputs }, index) => {
		const path = `where.customFields[${index}]`;
		const field = fields.get(key);
		if (!field) {
			details.push(createUnknownFieldDetail(`${path}.key`, kind));
			return [];
		}
		return Object.entries(inputs).flatMap(([type, comparators]) => {
			if (comparators === void 0) return [];
			const fieldPath = `${path}.${type}`;
			if (type === comparatorFields[field.type]) return compileInput(ctx, field, comparators, fieldPath, details);
			const message = `does not match \`${key}\`, a ${field.type} field: use \`${comparatorFields[field.type]}\``;
			details.push(createDetail(fieldPath, "INVALID_VALUE", message));
			return [];
		});
	});
	if (details.length > 0) throw invalid(details.slice(0, 100));
	return compiledConditions;
}
function compileInput(ctx, field, comparators, path, details) {
	return [...listComparators$1(comparators).flatMap(([comparator, value]) => {
		try {
			return compileComparator(ctx, field, comparator, value);
		} catch (error) {
			if (!(error instanceof ConditionError)) throw error;
			details.push(createDetail(`${path}.${comparator}`, error.code, error.message));
			return [];
		}
	}), ...compileBounds(field, comparators)];
}
function toComparisonSql(column, type, value, operator) {
	const operand = jsonValueAt(value, 1, type);
	switch (operator) {
		case "isNull":
		case "isTrue": return sql``;
		case "in": return sql` and ${column} in ${jsonValuesAt(value, 1, type)}`;
		case "between": return sql` and ${column} between ${operand} and ${jsonValueAt(value, 2, type)}`;
		case "contains": return sql` and ${contains(sqlFold(sql.ref("custom.text")), operand)}`;
		default: return sql` and ${compare(column, operator, operand)}`;
	}
}
/** Returns the filter fields for custom field conditions on one kind of record. */
function customFieldConditions(kind, recordTable) {
	const { table, owner } = valueTables[kind];
	const createFilter = (columnName, type) => {
		const fromValues = (p, column, value, operator) => sql`from ${sql.table(table)} as "custom" where "custom"."companyId" = ${p.companyId}
      and "custom"."fieldId" = ${jsonValueAt(value, 0, "text")}${toComparisonSql(column, type, value, operator)}`;
		return {
			predicate(p, _, value, operator) {
				const fromClause = fromValues(p, withoutIndex(`custom.${columnName}`), value, operator);
				const isOfRecord = sql`${sql.ref(`custom.${owner}`)} = ${sql.ref(`${recordTable}.id`)}`;
				const existsCondition = sql`exists (select 1 ${fromClause} and ${isOfRecord})`;
				return operator === "isNull" ? sql`not ${existsCondition}` : existsCondition;
			},
			matchingIds: (p, _, value, operator) => sql`select ${sql.ref(`custom.${owner}`)} as "id" ${fromValues(p, sql.ref(`custom.${columnName}`), value, operator)}`
		};
	};
	const internalField = {
		description: "",
		type: "String",
		internal: true
	};
	return {
		customFields: {
			description: "The custom fields.",
			type: "Custom",
			list: true
		},
		customText: {
			...internalField,
			...createFilter("textKey", "text")
		},
		customNumber: {
			...internalField,
			...createFilter("number", "number")
		}
	};
}
// src/resources/people/policy.ts
const collaboratorLink = {
	table: "collaborators",
	recordColumn: "personId",
	valueColumn: "userId"
};
/** A person is visible to callers whose data scope covers the assignee, and to collaborators. */
const personPolicy = definePolicy({
	table: "people",
	scope: "people.view",
	view: [byColumn("assignedAgentId", usersWithin("people.view")), byLink(collaboratorLink, caller)],
	edit: [byColumn("assignedAgentId", usersWithin("people.edit")), byLink(collaboratorLink, caller)]
});
// src/resources/people/filter-spec.ts
const linkedToPerson = (link) => linkedRows("people", {
	...link,
	recordColumn: "personId"
});
/**
* Matches stored phone numbers equal to `number`, with or without an extension. A `number` with an
* extension matches only itself. One range scan of the index on `value` finds both.
*/
const matchesPhone = (number, value = sql.ref("value")) => sql`${value} >= ${number} and ${value} < ${number} || ' y' and (${value} = ${number} or ${value} >= ${number} || ' x')`;
const personFilterSpec = {
	table: "people",
	prefix: "person",
	policy: personPolicy,
	fields: {
		id,
		assigneeId: indexed("ID?", "assignedAgentId", "The assignee's id."),
		collaboratorId: {
			description: "A collaborator's id.",
			type: "ID",
			nullable: true,
			...linkedToPerson({
				table: "collaborators",
				column: "userId"
			})
		},
		stageId: indexed("ID", "stageId", "The lifecycle stage's id."),
		source: indexed("String?", "source", "The source."),
		tags: {
			description: "The tag names.",
			type: "StringList",
			normalize: (name) => name.normalize("NFC").trim().toLowerCase(),
			...linkedToPerson({
				table: "personTags",
				matches: (p, operator, value) => sql`"link"."tagId" in (select "id" from "tags" where "companyId" = ${p.companyId} and ${compare(sql`"nameKey"`, operator, value)})`
			})
		},
		email: {
			description: "An email address, ignoring case.",
			type: "String",
			nullable: true,
			text: sql.ref("link.valueKey"),
			normalize: toEmailKey,
			...linkedToPerson({
				table: "personEmails",
				column: "valueKey"
			})
		},
		phone: {
			description: "The phone number, in any format.",
			type: "Phone",
			nullable: true,
			normalize: (phone, region) => normalizePhone(phone, region).value,
			...linkedToPerson({
				table: "personPhones",
				matches: (_p, _operator, value) => matchesPhone(value, sql.ref("link.value"))
			})
		},
		name: {
			...indexed("String", "nameKey", "The full name. `searchPeople` is faster than `contains`."),
			text: sql.ref("people.nameKey"),
			normalize: fold
		},
		price: indexed("Float?", "price", "The price."),
		relationship: unindexed("Boolean?", "relationship", "Whether the person is known personally."),
		createdAt,
		updatedAt: indexed("DateTime", "updatedAt", "The update time."),
		lastActivityAt: indexed("DateTime?", "lastActivityAt", "The last activity time."),
		...customFieldConditions("person", "people"),
		...externalIdConditions("person", "people"),
		trashedAt: {
			description: "",
			type: "DateTime",
			internal: true,
			partialIndex: true,
			column: "trashedAt"
		}
	},
	expansions: {
		customFields: (ctx, conditions) => parseConditions(ctx, "person", conditions),
		...externalIdParsers
	},
	relations: {},
	orders: {
		createdAt: descending("id", "The creation time."),
		updatedAt: descending("updatedAt", "The update time."),
		name: ascending("nameKey", "The full name, ignoring case and accents."),
		price: descending("price", "The price.", { nullable: true }),
		lastActivityAt: descending("lastActivityAt", "The last activity time.", { nullable: true })
	}
};
// src/resources/people/graphql-inputs.ts
/** Defines the GraphQL types for emails and phones, and the inputs for saving people. */
const EmailType = defineEnum("EmailType", "The type of an email address.", {
	home: "A private address.",
	work: "A business address.",
	other: "Another or unknown type."
});
const PhoneType = defineEnum("PhoneType", "The type of a phone number.", {
	mobile: "A mobile phone.",
	home: "A private landline.",
	work: "A business phone.",
	fax: "A fax machine.",
	other: "Another or unknown type."
});
const PhoneStatus = defineEnum("PhoneStatus", "The validity of a phone number.", {
	Valid: "A valid phone number.",
	Invalid: "An invalid phone number.",
	Unknown: "A value that is not a phone number, stored before version 0.9.4."
});
const Email = builder.objectRef("PersonEmail").implement({
	description: "An email address of a person.",
	fields: (t) => ({
		value: t.exposeString("value", { description: "The email address." }),
		type: t.expose("type", {
			type: EmailType,
			description: "The address's type."
		}),
		isPrimary: t.exposeBoolean("isPrimary", { description: "Whether this address is primary." })
	})
});
const Phone = builder.objectRef("PersonPhone").implement({
	description: "A phone number of a person.",
	fields: (t) => ({
		value: t.exposeString("value", { description: "The number in E.164 format, or as entered if it cannot be parsed." }),
		type: t.expose("type", {
			type: PhoneType,
			description: "The number's type."
		}),
		status: t.expose("status", {
			type: PhoneStatus,
			description: "The number's validity."
		}),
		isPrimary: t.exposeBoolean("isPrimary", { description: "Whether this number is primary." }),
		isBad: t.exposeBoolean("isBad", { description: "Whether the number is marked as wrong." })
	})
});
const primaryDescription = (item) => `Whether this ${item} is primary. If none is, the first ${item} is primary.`;
const EmailInput = builder.inputType("PersonEmailInput", {
	description: "An email address of a person.",
	fields: (t) => ({
		value: t.field({
			type: "Email",
			required: true,
			description: "The email address."
		}),
		type: t.field({
			type: EmailType,
			defaultValue: "home",
			description: "The address's type."
		}),
		isPrimary: t.boolean({
			defaultValue: false,
			description: primaryDescription("address")
		})
	})
});
const PhoneInput = builder.inputType("PersonPhoneInput", {
	description: "A phone number of a person.",
	fields: (t) => ({
		value: t.field({
			type: "Phone",
			required: true,
			description: "The number; without a country code, a number in the company's country."
		}),
		type: t.field({
			type: PhoneType,
			defaultValue: "mobile",
			description: "The number's type."
		}),
		isPrimary: t.boolean({
			defaultValue: false,
			description: primaryDescription("number")
		}),
		isBad: t.boolean({
			defaultValue: false,
			description: "Whether the number is marked as wrong."
		})
	})
});
const contactLimits = limits({
	type: "array",
	maxItems: 20
});
const idListLimits$2 = limits({
	type: "array",
	maxItems: 100
});
const personFields = (t) => ({
	firstName: t.field({
		type: "PersonName",
		description: "The first name."
	}),
	lastName: t.field({
		type: "PersonName",
		description: "The last name."
	}),
	emails: t.field({
		type: [EmailInput],
		description: "All email addresses, up to 20.",
		extensions: contactLimits
	}),
	phones: t.field({
		type: [PhoneInput],
		description: "All phone numbers, up to 20.",
		extensions: contactLimits
	}),
	assigneeId: t.id({
		description: "The assignee's id; by default the caller's.",
		extensions: restName("assignedAgentId")
	}),
	collaboratorIds: t.idList({
		description: "The ids of all collaborators, up to 100.",
		extensions: idListLimits$2
	}),
	stageId: t.id({
		description: "The id of a lifecycle stage except Trash; by default the first.",
		extensions: notNull
	}),
	source: t.field({
		type: "ShortText",
		description: "The source, such as a referral."
	}),
	tags: t.field({
		type: ["TagName"],
		description: "The names of all tags, up to 100.",
		extensions: idListLimits$2
	}),
	price: t.field({
		type: "Money",
		description: "The budget or property value."
	}),
	timeframe: t.field({
		type: "ShortText",
		description: "The planned purchase or sale time."
	}),
	background: t.field({
		type: "LongText",
		description: "Background information."
	}),
	relationship: t.boolean({ description: "Whether the person is known personally." }),
	customFields: t.field(customFieldsInput),
	...externalIdFields(t)
});
const OnDuplicate = defineEnum("OnDuplicate", "The action for a duplicate: a person with the same external id, email or phone.", {
	create: "Creates another person.",
	return: "Returns the existing person unchanged.",
	update: "Updates the existing person; a match only by phone also requires matching names.",
	error: "Fails with CONFLICT."
});
const CreatePersonInput = builder.inputType("CreatePersonInput", {
	extensions: constraints({ anyOf: [
		hasText("firstName"),
		hasText("lastName"),
		hasItems("emails"),
		hasItems("phones")
	] }),
	description: "Input for creating a person, with a name, email or phone.",
	fields: (t) => ({
		...personFields(t),
		onDuplicate: t.field({
			type: OnDuplicate,
			defaultValue: "create",
			description: "The action to take if a duplicate exists.",
			extensions: notNull
		})
	})
});
const UpdatePersonInput = builder.inputType("UpdatePersonInput", {
	extensions: atLeastOneField,
	description: "Changes to a person.",
	fields: personFields
});
// src/crud/bulk.ts
/** The number of rows to process before yielding to the event loop for other requests. */
const rowsPerTurn = 10;
const toPlainError = ({ code, message, details = [] }) => ({
	code,
	message,
	details
});
async function forEachRow(ctx, inputs, processRow) {
	const rows = [];
	for (const [index, input] of inputs.entries()) {
		const details = ctx.rowErrors?.get(index);
		const outcome = details ? invalid(details) : await withSavepoint(ctx, () => processRow(input));
		ctx.expectedVersion = void 0;
		rows.push({
			index,
			...outcome instanceof ApiError ? {
				record: null,
				error: toPlainError(outcome)
			} : {
				record: outcome,
				error: null
			}
		});
		if (index % rowsPerTurn === 9) await yieldToEventLoop();
	}
	linkBatch(rows.flatMap(({ record }) => record ?? []));
	return rows;
}
/** Calls `update` for each row, which fails if the record does not have the expected version. */
const updateEachRow = (ctx, inputs, update) => forEachRow(ctx, inputs, ({ id, expectedVersion, ...input }) => {
	if (expectedVersion != null) ctx.expectedVersion = {
		id,
		version: expectedVersion
	};
	return update(id, input);
});
// src/filtering/child-list.ts
/** Reads the child lists of many parents, such as people's tasks, in one statement. */
function childQueries(source) {
	const { table, from, idColumn: id, timeColumn: time } = source;
	const parentRows = (p) => listRows(p.parents, "parent");
	const parent = sql`"parent"."value"`;
	const timeColumn = time?.slice(time.lastIndexOf(".") + 1);
	return {
		table,
		page: queryFamily((_, p, shape) => {
			const pageClause = time ? paginateByTime(p, shape, time, id) : sql`${boundIds(p, shape, id)} ${orderNewestFirst(p, shape, id)}`;
			const extraColumns = [timeColumn, source.parentColumn].filter((column) => column !== void 0);
			const children = limitedPerRow({
				from: parentRows(p),
				children: sql`${from(p, parent, shape.scope, shape)}${pageClause}`,
				table,
				id,
				as: "child",
				columns: shape.columns && [...shape.columns, ...extraColumns],
				company: p.companyId
			});
			const parentCondition = source.parentColumn ? sql` and ${sql.ref(`child.${source.parentColumn}`)} = ${parent}` : sql``;
			const direction = sql.raw(shape.isBackward ? "asc" : "desc");
			const timeOrder = timeColumn ? sql`${sql.ref(`child.${timeColumn}`)} ${direction}, ` : sql``;
			return sql`select "parent"."value" as "parentId", ${selectColumns("child", shape.columns)}
        ${children}${parentCondition} order by ${timeOrder}"child"."id" ${direction}`;
		}),
		count: queryFamily((_, p, scope) => sql`select "parent"."value" as "parentId", (select count(*) ${from(p, parent, scope)}) as "total" from ${parentRows(p)}`)
	};
}
/** Creates the list of a relation. `orderBy` sorts by a time and omits records without one. */
function relatedList(spec, name, orderBy) {
	const relation = spec.relations[name];
	if (!relation) throw new Error(`\`${spec.table}\` has no relation \`${name}\``);
	const { target, via } = relation;
	const timeOrder = orderBy && target.orders[orderBy];
	const timeCondition = timeOrder && sql` and ${sql.ref(`${target.table}.${timeOrder.column}`)} is not null`;
	const usesLinkTable = "linkTable" in via;
	return createChildLists(childQueries({
		table: target.table,
		from: (p, parent, scope) => sql`${fromVisibleRelated(spec, relation, p, scope, parent)}${timeCondition ?? sql``}`,
		idColumn: usesLinkTable && !timeOrder ? `link.${via.targetColumn}` : `${target.table}.id`,
		...timeOrder && { timeColumn: `${target.table}.${timeOrder.column}` },
		...!usesLinkTable && "targetColumn" in via && { parentColumn: via.targetColumn }
	}));
}
/** Creates functions that read the pages and the child counts of many parents in one statement. */
const createChildReads = (queries) => ({
	pages: (ctx, parents, request) => {
		checkNodeCount(ctx, queries.table, parents.length, request.limit);
		const query = queries.page({
			...toPageShape(request),
			scope: accessScopeOf(ctx.viewer)
		});
		const params = {
			...accessParams(ctx.viewer),
			...toPageParams(request),
			parents: encodeListParam(parents)
		};
		return mapMaybePromise(ctx.db.all(query, params), (rows) => {
			const rowsByParent = Map.groupBy(rows, ({ parentId }) => parentId);
			return new Map(parents.map((parent) => [parent, toPage(rowsByParent.get(parent) ?? [], request)]));
		});
	},
	counts: (ctx, parents) => mapMaybePromise(ctx.db.all(queries.count(accessScopeOf(ctx.viewer)), {
		...accessParams(ctx.viewer),
		parents: encodeListParam(parents)
	}), (rows) => new Map(rows.map(({ parentId, total }) => [parentId, total])))
});
/** Creates loaders for each parent's page of children and child count. */
const createChildLists = (queries) => loadChildren(createChildReads(queries));
const loadChildren = ({ pages, counts }) => ({
	pages: createLoaderWithArguments((request) => (ctx, parents) => pages(ctx, parents, request), ({ limit, isBackward, after, before, columns }) => `${limit} ${isBackward} ${after} ${before} ${columns}`),
	counts: createLoader(counts)
});
/** Limits the records of a nested list to `GRAPHQL_MAX_NODES`. @throws BAD_REQUEST */
function checkNodeCount(ctx, table, parentCount, limit) {
	const { GRAPHQL_MAX_NODES: maxNodes } = ctx.settings;
	const nodeCount = parentCount * limit;
	if (nodeCount > maxNodes) throw badRequest(`The operation requests ${formatCount(nodeCount)} records of \`${table}\` here, ${formatCount(limit)} for each of ${formatCount(parentCount)} parents; the limit is ${formatCount(maxNodes)}: lower \`first\` of this list or of the lists above it`);
}
// src/filtering/list-by-parent.ts
/**
* Lists of the records that reference a parent, such as the people in a stage. One statement finds
* the pages of all parents among each parent's newest candidates. If a page or count needs more
* candidates, `find-page.ts` scans them, up to a limit.
*/
/** Maximum number of candidates per parent that one statement reads. */
const maxCandidates = 500;
const wholeListShape = {
	hasAfter: false,
	hasBefore: false,
	isBackward: false
};
/** @param conditions conditions, without values, that every record must match */
function listByParent(spec, via, conditions = []) {
	const list = new ListByParent(spec, via, conditions);
	return loadChildren({
		pages: (ctx, parents, request) => list.readPages(ctx, parents, request),
		counts: (ctx, parents) => list.readCounts(ctx, parents)
	});
}
var ListByParent = class {
	#spec;
	#via;
	#conditions;
	/** The filter spec, extended with the field `parentId`. */
	#searchSpec;
	#searchQueries;
	#reads;
	/** Selects the parents with more than `maxCandidates` candidates. */
	#longListsQuery = queryFamily((_, p, page) => {
		const candidates = this.#select(p, sql`"parent"."value"`, page, 501);
		return sql`select "parent"."value" as "parentId" from ${listRows(p.parents, "parent")}
      where (select count(*) from (${candidates}) as "candidate") > ${sql.lit(maxCandidates)}`;
	});
	constructor(spec, via, conditions) {
		this.#spec = spec;
		this.#via = via;
		this.#conditions = conditions;
		const parentId = "linkTable" in via ? {
			description: "",
			type: "ID",
			...linkedRows(spec.table, {
				table: via.linkTable,
				recordColumn: via.targetColumn,
				column: via.recordColumn
			})
		} : indexed("ID", via.targetColumn, "");
		this.#searchSpec = {
			...spec,
			fields: {
				...spec.fields,
				parentId
			}
		};
		this.#searchQueries = createListQueries(this.#searchSpec);
		this.#reads = createChildReads(childQueries({
			table: spec.table,
			from: (p, parent, scope, page) => this.#selectVisible(p, parent, scope, page),
			idColumn: `${spec.table}.id`
		}));
	}
	#includesAll(scope) {
		return this.#conditions.length === 0 && this.#spec.policy.canViewAll(scope);
	}
	/** Selects a parent's newest candidates within the cursors of a page. */
	#select(p, parent, page, limit) {
		const via = this.#via;
		const [table, id, column] = "linkTable" in via ? [
			via.linkTable,
			via.targetColumn,
			via.recordColumn
		] : [
			this.#spec.table,
			"id",
			via.targetColumn
		];
		return sql`select ${sql.ref(id)} as "id" from ${sql.table(table)} where "companyId" = ${p.companyId}
      and ${sql.ref(column)} = ${parent}${boundIds(p, page, id)} ${orderNewestFirst({ limit }, page, id)}`;
	}
	#selectVisible(p, parent, scope, page) {
		const { table, policy } = this.#spec;
		const limit = page && this.#includesAll(scope) ? p.limit : maxCandidates;
		const candidates = this.#select(p, parent, page ?? wholeListShape, limit);
		const terms = this.#conditions.map(({ field, operator }) => ({
			field,
			operator,
			param: ""
		}));
		return sql`from (${candidates}) as "candidate" ${orderedJoin} ${sql.table(table)} on ${sql.ref(`${table}.companyId`)} = ${p.companyId}
      and ${sql.ref(`${table}.id`)} = "candidate"."id" where ${policy.canView(p, scope)} and ${toPredicate(this.#spec, { and: terms }, p, scope)}`;
	}
	async readPages(ctx, parents, request) {
		const pages = new Map(await this.#reads.pages(ctx, parents, request));
		if (this.#includesAll(accessScopeOf(ctx.viewer))) return pages;
		const isPageFull = (parent) => pages.get(parent)?.[request.isBackward ? "hasPrevious" : "hasNext"];
		const incompleteParents = parents.filter((parent) => !isPageFull(parent));
		for (const parent of await this.#findLongLists(ctx, incompleteParents, request)) {
			const rows = await findPage(ctx, this.#createSearch(ctx, parent), request);
			pages.set(parent, toPage(rows, request));
		}
		return pages;
	}
	async readCounts(ctx, parents) {
		const counts = new Map(await this.#reads.counts(ctx, parents));
		for (const parent of await this.#findLongLists(ctx, parents)) counts.set(parent, await countMatches(ctx, this.#createSearch(ctx, parent)));
		return counts;
	}
	async #findLongLists(ctx, parents, request) {
		if (parents.length === 0) return [];
		const { columns: _, ...shape } = request ? toPageShape(request) : wholeListShape;
		const params = {
			companyId: ctx.viewer.companyId,
			parents: encodeListParam(parents)
		};
		const page = request ? toPageParams(request) : {};
		return (await ctx.db.all(this.#longListsQuery(shape), {
			...params,
			...page
		})).map(({ parentId }) => parentId);
	}
	/** Creates a search of one parent's list for `find-page.ts`. */
	#createSearch(ctx, parent) {
		const parentCondition = {
			field: "parentId",
			operator: "equals",
			value: parent
		};
		return {
			spec: this.#searchSpec,
			queries: this.#searchQueries,
			filter: createFilter([...this.#conditions, parentCondition]),
			scope: accessScopeOf(ctx.viewer),
			params: {
				...accessParams(ctx.viewer),
				now: timestamp(ctx)
			},
			keys: getCreationSortKeys(true)
		};
	}
};
// src/resources/people/input.ts
/** Returns the columns of a person that the input changes. */
function toPatch(input) {
	const { firstName, lastName, assigneeId, relationship } = input;
	const { background, price, source, stageId, timeframe } = input;
	return omitUndefined({
		background,
		price,
		source,
		stageId,
		timeframe,
		assignedAgentId: assigneeId,
		firstName: firstName === null ? "" : firstName,
		lastName: lastName === null ? "" : lastName,
		relationship: relationship == null ? relationship : Number(relationship)
	});
}
/** Requires names with visible characters. @throws VALIDATION_ERROR */
function requireVisibleName(name) {
	const details = findInvisibleNames(name);
	if (details.length > 0) throw invalid(details);
}
/** Requires a name, an email or a phone. @throws VALIDATION_ERROR if the person has none of them */
function requireIdentity(name, { emails, phones }) {
	if (formatFullName(name) || emails?.length || phones?.length) return;
	throw invalid(createDetail("firstName", "REQUIRED_FIELD", "a contact needs a name, an email or a phone"));
}
const checkPersonReferences = (ctx, { assigneeId, collaboratorIds, stageId, customFields, ...otherFields }) => checkReferences(findMissingExternalId(otherFields), findUnknownUsers(ctx, [["assigneeId", assigneeId], ...listReferences("collaboratorIds", collaboratorIds)]), findUnknownStage(ctx, stageId), findInvalidCustomValues(ctx, "person", customFields));
async function findUnknownStage(ctx, stageId) {
	if (stageId === void 0) return [];
	const stage = (await listStages(ctx)).find((candidate) => candidate.id === stageId);
	if (!stage) return [createDetail("stageId", "INVALID_REFERENCE", "matches no stage you can view")];
	return stage.isTrash ? [createDetail("stageId", "INVALID_VALUE", "is Trash: delete the contact to move it to Trash")] : [];
}
// src/resources/people/operations.ts
/** Reads, creates and updates people. */
const personReads = createRecordReads(personPolicy, "Contact");
const loadPerson = personReads.load;
/** Returns a visible person. @throws NOT_FOUND, FORBIDDEN */
function getPerson(ctx, id) {
	requireScope(ctx.viewer, "people.view");
	return requireVisiblePerson(ctx, id);
}
/** Returns a visible person without checking the scope. @throws NOT_FOUND, FORBIDDEN */
function requireVisiblePerson(ctx, id) {
	return mapMaybePromise(personReads.find(ctx, id), (person) => requireVisible("Contact", person));
}
/** Returns an editable person at the expected version. @throws NOT_FOUND, FORBIDDEN */
async function requireEditablePerson(ctx, id) {
	const person = requireVisible("Contact", await personReads.find(ctx, id));
	if (!person.editable) throw forbidden();
	return checkVersion(ctx, person);
}
const selectViewableIds = (p, scope, condition) => sql`select "id" from "people"
    where "companyId" = ${p.companyId} and ${personPolicy.canView(p, scope)} and ${condition}`;
const selectViewablePerson = scopedQuery((p, scope) => selectViewableIds(p, scope, sql`"id" = ${p.id}`));
const selectViewablePeople = scopedQuery((p, scope) => selectViewableIds(p, scope, isIn("id", p.ids)));
function findViewablePeople(ctx, ids) {
	const [id, secondId] = ids;
	return id !== void 0 && secondId === void 0 ? selectViewablePerson(ctx, { id }) : selectViewablePeople(ctx, { ids: encodeListParam(ids) });
}
/** Loads only the id of a person, for the `personId` fields of other records. */
const loadPersonId = createLoader((ctx, ids) => {
	if (personPolicy.canViewAll(accessScopeOf(ctx.viewer))) return new Map(ids.map((id) => [id, { id }]));
	return mapMaybePromise(findViewablePeople(ctx, ids), indexById);
});
/** Returns a detail per unknown person. @param visiblePeople visible people, queried by default */
const findUnknownPeople = (ctx, references, visiblePeople) => findUnknownReferences(references, "contact", (ids) => visiblePeople ?? findViewablePeople(ctx, ids));
const notInTrashCondition = {
	field: "trashedAt",
	operator: "isNull",
	value: null
};
const people = filteredList({
	spec: personFilterSpec,
	conditions: ({ includeTrash }) => includeTrash ? [] : [notInTrashCondition]
});
const peopleOfStage = listByParent(personFilterSpec, { targetColumn: "stageId" });
const peopleOfAssignee = listByParent(personFilterSpec, { targetColumn: "assignedAgentId" }, [notInTrashCondition]);
const peopleOfTag = listByParent(personFilterSpec, {
	linkTable: "personTags",
	recordColumn: "tagId",
	targetColumn: "personId"
}, [notInTrashCondition]);
const auditedColumns = [
	"firstName",
	"lastName",
	"assignedAgentId",
	"stageId",
	"source",
	"price",
	"timeframe",
	"background",
	"relationship"
];
/**
* Inserts a person without looking for duplicates. The caller is the default assignee.
* @throws VALIDATION_ERROR, CONFLICT if another person has the external id
*/
async function insertPerson(ctx, input) {
	requireScope(ctx.viewer, "people.edit");
	const name = {
		firstName: input.firstName ?? "",
		lastName: input.lastName ?? ""
	};
	requireVisibleName(name);
	requireIdentity(name, input);
	await checkPersonReferences(ctx, input);
	const row = {
		...newRecord(ctx, "person"),
		...name,
		nameKey: fold(formatFullName(name)),
		assignedAgentId: input.assigneeId === void 0 ? ctx.viewer.userId : input.assigneeId,
		stageId: input.stageId ?? (await getFirstStage(ctx)).id,
		previousStageId: null,
		trashedAt: null,
		source: input.source ?? null,
		price: input.price ?? null,
		timeframe: input.timeframe ?? null,
		background: input.background ?? null,
		relationship: input.relationship == null ? null : Number(input.relationship),
		lastActivityAt: null
	};
	return insertRecord(ctx, "people", row, "person.created", auditedColumns, async () => {
		await recordPersonStage(ctx, row);
		await indexName(ctx.db, row.companyId, row.id, row.nameKey);
		return replaceDependents(ctx, row.id, {
			emails: [],
			phones: [],
			collaboratorIds: [],
			tags: []
		}, input);
	});
}
/** Replaces the lists, custom values and external ids that the input contains. */
const replaceDependents = async (ctx, id, currentLists, input) => [
	...await replaceLists$2(ctx, id, currentLists, input),
	...await replaceCustomValues(ctx, "person", id, input.customFields),
	...await replaceExternalIds(ctx, "person", id, input)
];
/**
* Updates a person. Lists in the input replace the person's lists. @throws NOT_FOUND, FORBIDDEN,
* VALIDATION_ERROR, CONFLICT if a person in Trash gets a new stage or if another person has the
* external id
*/
async function updatePerson(ctx, id, input) {
	requireScope(ctx.viewer, "people.edit");
	const person = await requireEditablePerson(ctx, id);
	const fields = requireSomeField(input);
	await checkPersonReferences(ctx, fields);
	if (fields.stageId && person.trashedAt && fields.stageId !== person.stageId) throw conflict("The contact is in Trash: restore it before setting its stage");
	const patch = toPatch(fields);
	const renamedPerson = {
		...person,
		...patch
	};
	if (patch.firstName !== void 0 || patch.lastName !== void 0) {
		requireVisibleName(renamedPerson);
		patch.nameKey = fold(formatFullName(renamedPerson));
	}
	const previousLists = await readListsOfPerson(ctx, id);
	requireIdentity(renamedPerson, {
		...previousLists,
		...fields
	});
	const changes = await replaceDependents(ctx, id, previousLists, fields);
	const row = await updateRecord(ctx, "people", person, patch, "person.updated", changes);
	if (row.stageId !== person.stageId) await recordPersonStage(ctx, row, person.stageId);
	if (row.nameKey !== person.nameKey) await indexName(ctx.db, row.companyId, id, row.nameKey);
	return row;
}
/** Stores the time of a person's last activity without incrementing the person's version. */
const updateLastActivityAt = query((_, p) => sql`update "people" set "lastActivityAt" = (select "createdAt" from "activities" where "companyId" = ${p.companyId} and "personId" = ${p.personId} order by "id" desc limit 1)
      where "companyId" = ${p.companyId} and "id" = ${p.personId}`);
/** Updates the time of a person's last activity after their activities have changed. */
const refreshLastActivity = (ctx, personId) => ctx.db.run(updateLastActivityAt, {
	companyId: ctx.viewer.companyId,
	personId
});
function updatePeople(ctx, inputs) {
	requireScope(ctx.viewer, "people.edit");
	return updateEachRow(ctx, inputs, (id, input) => updatePerson(ctx, id, input));
}
// src/resources/people/search-queries.ts
/**
* Queries for search by name. A search scans the company's distinct name words in alphabetical
* order, and the people with each word, one chunk of candidates per statement. No statement sorts,
* so every page costs the same. If the caller can view few people, the search scans these people.
*/
/** The grades of a name match, best first. */
const grades = [
	"exact",
	"whole",
	"start",
	"part",
	"typo"
];
const nameKeyColumn = sql.ref("people.nameKey");
/** Adds spaces at both ends, so that whole words match. */
const withSpaces = (text) => sql`' ' || ${text} || ' '`;
const joinWithAnd = (conditions) => sql`(${sql.join(conditions, sql` and `)})`;
const nameConditions = {
	exact: (p) => isIn(nameKeyColumn, p["names"]),
	whole: (p, i) => contains(withSpaces(nameKeyColumn), withSpaces(p[`token${i}`])),
	start: (p, i) => contains(sql`' ' || ${nameKeyColumn}`, sql`' ' || ${p[`token${i}`]}`),
	part: (p, i) => contains(nameKeyColumn, p[`token${i}`]),
	typo: (p, i) => sql`(${contains(nameKeyColumn, p[`token${i}`])} or exists (select 1 from ${listRows(p[`typos${i}`], "typo")} where ${contains(withSpaces(nameKeyColumn), withSpaces(sql.ref("typo.value")))}))`
};
const wordConditions = {
	whole: (p, i, word) => sql`${word} = ${p[`token${i}`]}`,
	start: (p, i, word) => sql`${word} >= ${p[`token${i}`]} and ${word} < ${p[`end${i}`]}`,
	part: (p, i, word) => contains(word, p[`token${i}`]),
	typo: (p, i, word) => sql`(${contains(word, p[`token${i}`])} or ${isIn(word, p[`typos${i}`])})`
};
const isVisible = (p, { scope, includeTrash }) => sql`${personPolicy.canView(p, scope)}${includeTrash ? sql`` : sql` and "people"."trashedAt" is null`}`;
const matchesGrade = (p, tokenCount, grade) => grade === "exact" ? nameConditions.exact(p, 0) : joinWithAnd(Array.from({ length: tokenCount }, (_, i) => nameConditions[grade](p, i)));
/** Selects people with exactly this full name, newest first, using the index on full names. */
const selectPeopleWithName = (p, { after }) => sql`select cast('' as text) as "word", "has"."id" as "personId" ${lateralLookup({
	from: listRows(p["names"], "name"),
	table: "people",
	as: "has",
	on: sql`"has"."companyId" = ${p.companyId} and "has"."nameKey" = "name"."value"
      ${after ? sql`and "has"."id" < ${p["afterId"]}` : sql``}`,
	limit: sql`order by "has"."id" desc limit ${p["chunk"]}`
})} order by "has"."id" desc`;
/** Selects words with the people whose names contain them, in search order after the cursor. */
function selectCandidates(p, shape) {
	const { grade, driverIndex, after, scansAllVisible } = shape;
	if (grade === "exact") return selectPeopleWithName(p, shape);
	const afterCursor = after ? sql` and "has"."word" >= ${p["afterWord"]} and ("has"."word" > ${p["afterWord"]} or "has"."personId" < ${p["afterId"]})` : sql``;
	const from = scansAllVisible ? sql`from (${personPolicy.selectViewableIds(p, shape.scope)}) as "mine" ${orderedJoin} "personWords" as "has" on "has"."companyId" = ${p.companyId} and "has"."personId" = "mine"."id"` : lateralLookup({
		from: sql`"nameWords" as "walked"`,
		table: "personWords",
		as: "has",
		on: sql`"has"."companyId" = "walked"."companyId" and "has"."word" = "walked"."word"`,
		limit: sql`${afterCursor} order by "has"."personId" desc limit ${p["chunk"]}`
	});
	const wordCondition = scansAllVisible ? sql`true` : sql`"walked"."companyId" = ${p.companyId}${after ? sql` and "walked"."word" >= ${p["afterWord"]}` : sql``}`;
	return sql`select "has"."word", "has"."personId" ${from} where ${wordCondition} and ${wordConditions[grade](p, driverIndex, sql.ref(scansAllVisible ? "has.word" : "walked.word"))}${afterCursor}
    order by ${sql.ref(scansAllVisible ? "has.word" : "walked.word")}, "has"."personId" desc`;
}
/** Keeps a person's first matching word, so that the search finds each person only once. */
const isFirstMatchingWord = (p, grade, driverIndex) => sql`not exists (select 1 from "personWords" as "earlier" where "earlier"."companyId" = ${p.companyId} and "earlier"."personId" = "has"."personId"
    and "earlier"."word" < "has"."word" and ${wordConditions[grade](p, driverIndex, sql.ref("earlier.word"))})`;
const peopleByName = queryFamily((_, p, shape) => {
	const { grade, driverIndex, tokenCount } = shape;
	const betterGrade = grades[grades.indexOf(grade) - 1];
	return sql`select "people".*, "has"."word"
    from (${selectCandidates(p, shape)} limit ${p["chunk"]}) as "has"
    ${orderedJoin} "people" on "people"."companyId" = ${p.companyId} and "people"."id" = "has"."personId"
    where ${matchesGrade(p, tokenCount, grade)}${betterGrade ? sql` and not ${matchesGrade(p, tokenCount, betterGrade)}` : sql``} and ${isVisible(p, shape)}
      ${grade === "exact" ? sql`` : sql`and ${isFirstMatchingWord(p, grade, driverIndex)}`}
    order by "has"."word", "has"."personId" desc limit ${p["limit"]}`;
});
/** Selects the last candidate of a chunk, or no row after the last chunk. */
const chunkEnd = queryFamily((_, p, shape) => sql`${selectCandidates(p, shape)}
      limit 1 offset ${p["chunk"]} - 1`);
/** Counts the people whom the caller can view, up to `maxPeople`. */
const countVisiblePeople = scopedQuery((p, scope) => sql`select count(*) as "total" from (select 1 from (${personPolicy.selectViewableIds(p, scope)}) as "seen" limit ${p.maxPeople}) as "some"`);
const nameMatchCount = queryFamily((_, p, shape) => sql`select count(*) as "total" from "people" where "people"."companyId" = ${p.companyId} and ${matchesGrade(p, shape.tokenCount, "typo")} and ${isVisible(p, shape)}`);
/** Selects indexed words that share a variant with a search word, as candidates for one typo. */
const typoCandidates = query((_, p) => sql`select distinct "word" from "nameVariants"
      where "companyId" = ${p.companyId} and ${isIn("variant", p.variants)}`);
const termConditions = {
	id: (p) => sql`"people"."id" = ${p.term}`,
	email: (p) => sql`"people"."id" in (select "personId" from "personEmails" where "companyId" = ${p.companyId} and "valueKey" = ${p.term})`,
	phone: (p) => sql`"people"."id" in (select "personId" from "personPhones" where "companyId" = ${p.companyId} and ${matchesPhone(p.term)})`
};
const fromMatches = (p, shape) => sql`from "people" where "people"."companyId" = ${p.companyId} and ${termConditions[shape.by](p)} and ${isVisible(p, shape)}`;
/** Returns the sort key: newest first, and a phone number before one with an extension. */
const getSortKey = (p, by) => by === "phone" ? sql`(select max(case when "value" = ${p.term} then "personId" else ' ' || "personId" end) from "personPhones" where "companyId" = ${p.companyId} and "personId" = "people"."id" and ${matchesPhone(p.term)})` : sql`"people"."id"`;
const exactMatches = queryFamily((_, p, shape) => {
	const sortKey = getSortKey(p, shape.by);
	return sql`
    select "people".*, ${sortKey} as "position" ${fromMatches(p, shape)}
    ${shape.after ? sql`and ${sortKey} < ${p.after}` : sql``} order by ${sortKey} desc limit ${p.limit}`;
});
const exactMatchCount = queryFamily((_, p, shape) => sql`select count(*) as "total" ${fromMatches(p, shape)}`);
// src/resources/people/search.ts
/** The maximum number of words of a search by name. Further words are ignored. */
const maxSearchWords = 8;
/** The maximum number of words of a name that is matched exactly in any word order. */
const maxOrderedWords = 6;
/** The number of candidates that the first statement of a grade reads. */
const minChunkSize = 64;
/** The number of visible people below which a search scans people instead of words. */
const maxScannedPeople = 5e3;
/** Converts the first non-null input to a normalized search term. */
function parseTerm(ctx, { id, email, phone, name }) {
	if (id != null) return {
		by: "id",
		term: id.trim()
	};
	if (email != null) return {
		by: "email",
		term: toEmailKey(email)
	};
	if (phone != null) return {
		by: "phone",
		term: normalizePhone(phone.trim(), ctx.viewer.company.region).value
	};
	return {
		by: "name",
		term: fold(name ?? "")
	};
}
async function searchPeople(ctx, term, includeTrash, request) {
	requireScope(ctx.viewer, "people.view");
	const rows = term.by === "name" ? await findByName(ctx, term.term, includeTrash, request) : await findExact(ctx, term.by, term.term, includeTrash, request);
	return {
		rows: rows.slice(0, request.limit),
		hasNext: rows.length > request.limit,
		hasPrevious: request.after !== void 0
	};
}
async function countSearchResults(ctx, { by, term }, includeTrash) {
	const shape = {
		scope: accessScopeOf(ctx.viewer),
		includeTrash
	};
	if (term === "") return 0;
	if (by === "name") {
		const { tokenCount, nameParams } = await toNameParams(ctx, term);
		return countInWorker(ctx, nameMatchCount({
			...shape,
			tokenCount
		}), nameParams);
	}
	const params = {
		...accessParams(ctx.viewer),
		term,
		limit: 1
	};
	return (await ctx.db.first(exactMatchCount({
		...shape,
		by
	}), params))?.total ?? 0;
}
function findExact(ctx, by, term, includeTrash, { after, limit }) {
	const shape = {
		scope: accessScopeOf(ctx.viewer),
		includeTrash,
		by,
		after: after !== void 0
	};
	const params = {
		...accessParams(ctx.viewer),
		term,
		after,
		limit: limit + 1
	};
	return ctx.db.all(exactMatches(shape), params);
}
/** Finds people by grade of match: exact names, whole words, prefixes, substrings, then typos. */
async function findByName(ctx, name, includeTrash, { after, limit }) {
	if (name === "") return [];
	const cursor = after === void 0 ? void 0 : JSON.parse(after);
	const { tokenCount, nameParams, typoDriverIndex } = await toNameParams(ctx, name);
	const foundPeople = [];
	const scansAllVisible = await shouldScanPeople(ctx);
	const nameShape = {
		scope: accessScopeOf(ctx.viewer),
		includeTrash,
		tokenCount,
		scansAllVisible
	};
	for (const grade of cursor ? grades.slice(grades.indexOf(cursor[0])) : grades) {
		const driverIndex = grade === "typo" ? typoDriverIndex : 0;
		if (driverIndex === void 0 || foundPeople.length > limit) break;
		let chunkStart = cursor?.[0] === grade ? {
			word: cursor[1],
			personId: cursor[2]
		} : void 0;
		const chunk = new ChunkSize(minChunkSize);
		do
			chunkStart = await chunk.run(async (rows) => {
				const params = {
					...nameParams,
					chunk: scansAllVisible ? Number.MAX_SAFE_INTEGER : rows,
					limit: limit + 1 - foundPeople.length,
					afterWord: chunkStart?.word,
					afterId: chunkStart?.personId
				};
				const shape = {
					...nameShape,
					driverIndex,
					grade,
					after: chunkStart !== void 0
				};
				for (const { word, ...row } of await ctx.db.all(peopleByName(shape), params)) foundPeople.push({
					...row,
					position: JSON.stringify([
						grade,
						word,
						row.id
					])
				});
				return scansAllVisible || foundPeople.length > limit ? void 0 : ctx.db.first(chunkEnd(shape), params);
			});
		while (chunkStart);
	}
	return foundPeople;
}
/** Returns whether to scan the people whom the caller can view, which is cheaper for few people. */
async function shouldScanPeople(ctx) {
	if (personPolicy.canViewAll(accessScopeOf(ctx.viewer))) return false;
	const [count] = await countVisiblePeople(ctx, { maxPeople: maxScannedPeople });
	return (count?.total ?? 0) < maxScannedPeople;
}
/** Returns the name in every order of its words. */
function permuteWords(words) {
	if (words.length > maxOrderedWords) return [words.join(" ")];
	const orders = words.reduce((before, word) => before.flatMap((order) => order.concat("").map((_, place) => order.toSpliced(place, 0, word))), [[]]);
	return [...new Set(orders.map((order) => order.join(" ")))];
}
/** Returns the search words, longest first, each with the indexed words that are one typo away. */
async function toNameParams(ctx, name) {
	const words = toSearchWords(name).slice(0, maxSearchWords).sort((a, b) => b.length - a.length);
	const nameParams = {
		...accessParams(ctx.viewer),
		names: encodeListParam(permuteWords(name.split(" ")))
	};
	let typoDriverIndex;
	for (const [i, word] of words.entries()) {
		const typoWords = ([...word].length < 4 ? [] : await ctx.db.all(typoCandidates, {
			companyId: ctx.viewer.companyId,
			variants: encodeListParam(listDeletionVariants(word))
		})).map((row) => row.word).filter((other) => other !== word && isOneTypoApart(word, other));
		if (typoWords.length > 0) typoDriverIndex ??= i;
		Object.assign(nameParams, {
			[`token${i}`]: word,
			[`end${i}`]: `${word}\u{10ffff}`,
			[`typos${i}`]: encodeListParam(typoWords)
		});
	}
	return {
		tokenCount: words.length,
		nameParams,
		typoDriverIndex
	};
}
// src/resources/people/export.ts
/** Declares the people export, including columns that are not stored in the `people` table. */
const sortPrimaryFirst = (rows) => (rows ?? []).toSorted((a, b) => b.isPrimary - a.isPrimary);
const getValue = ({ value }) => value;
const getType = ({ type }) => type;
declareExport("people", {
	type: "Person",
	list: people,
	async readColumns(ctx, row) {
		const emails = sortPrimaryFirst(await loadEmails.of(ctx, row, "id"));
		const phones = sortPrimaryFirst(await loadPhones.of(ctx, row, "id"));
		return {
			emails: emails.map(getValue),
			emailTypes: emails.map(getType),
			phones: phones.map(getValue),
			phoneTypes: phones.map(getType),
			badPhones: phones.filter(({ isBad }) => isBad === 1).map(getValue),
			tags: (await loadTags.of(ctx, row, "id") ?? []).map(({ name }) => name),
			stage: (await loadStage.of(ctx, row, "stageId"))?.name ?? null,
			assignedAgent: await getUserEmail(ctx, row, "assignedAgentId"),
			collaborators: (await loadCollaborators.of(ctx, row, "id") ?? []).map(({ email }) => email)
		};
	}
});
// src/resources/people/graphql.ts
const Person = builder.objectRef("Person").implement({
	description: "A person, called a contact in REST.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		firstName: t.exposeString("firstName", { description: "The first name; may be empty." }),
		lastName: t.exposeString("lastName", { description: "The last name; may be empty." }),
		fullName: t.string({
			description: "The first and last name.",
			extensions: readsColumns("firstName", "lastName"),
			resolve: formatFullName
		}),
		emails: t.field(relationToMany(Email, loadEmails, "The email addresses, in order.")),
		phones: t.field(relationToMany(Phone, loadPhones, "The phone numbers, in order.")),
		tags: t.field(relationToMany(Tag, loadTags, "The person's tags.")),
		tagList: t.string({
			description: "The tag names, separated by commas.",
			...relationField(loadTagNames, "id", (tags = []) => tags.map((tag) => tag.name).join(", "))
		}),
		assignee: t.field(userField("assignedAgentId", "The assignee.")),
		assigneeId: t.exposeID("assignedAgentId", optional("The assignee's id.")),
		assigneeName: t.string({
			...optional("The assignee's full name."),
			...relationField(loadUser, "assignedAgentId", (user) => user && formatFullName(user))
		}),
		assigneeEmail: t.string({
			...optional("The assignee's email address."),
			...relationField(loadUser, "assignedAgentId", (user) => user?.email)
		}),
		collaborators: t.field(relationToMany(User, loadCollaborators, "The collaborators, who can also view the person.")),
		stage: t.field(requiredRelation(Stage, loadStage, "stageId", "The lifecycle stage.")),
		stageId: t.exposeID("stageId", { description: "The lifecycle stage's id." }),
		stageName: t.string({
			description: "The lifecycle stage's name.",
			...relationField(loadStage, "stageId", (stage) => stage?.name)
		}),
		source: t.exposeString("source", optional("The source, such as a referral.")),
		price: t.exposeFloat("price", optional("The budget or property value.")),
		timeframe: t.exposeString("timeframe", optional("The planned purchase or sale time.")),
		background: t.exposeString("background", optional("Background information about the person.")),
		relationship: t.exposeBoolean("relationship", optional("Whether the person is known personally; null if not stated.")),
		lastActivityAt: t.expose("lastActivityAt", optionalTime("The last activity time.")),
		trashedAt: t.expose("trashedAt", optionalTime("The time of the move to Trash, if any."))
	})
});
registerCountField("tag.people", personPolicy);
addExternalIds(Person, "person");
addCustomFields(Person, "person");
const { connection: PersonConnection, addListTo: addPeopleTo, where: PersonWhere, order: PersonOrder } = registerRecord(Person, {
	filterSpec: personFilterSpec,
	filterTypes: {
		customFields: CustomFieldWhere,
		...externalIdWhere
	},
	load: loadPerson,
	one: {
		description: "Returns a person by id.",
		get: getPerson
	}
});
const includeTrashArg = {
	defaultValue: false,
	description: "Whether to include people in Trash."
};
addPeopleTo(Stage, "people", peopleOfStage);
addPeopleTo(Tag, "people", peopleOfTag, "The people with the tag, newest first, without those in Trash.");
addPeopleTo(User, "people", peopleOfAssignee, "The people assigned to the user, newest first, without those in Trash.");
builder.queryField("people", (t) => t.field({
	type: PersonConnection,
	description: "Returns people, newest first; by default without those in Trash.",
	extensions: needs("people.view"),
	args: {
		...listArgs(t, PersonWhere, PersonOrder),
		includeTrash: t.arg.boolean(includeTrashArg)
	},
	resolve: (_, { where, orderBy, includeTrash, ...page }, ctx, info) => {
		return resolveList(ctx, info, page, "people", {
			where,
			orderBy,
			includeTrash: includeTrash ?? false
		}, people);
	}
}));
/** Options for arguments that accept any text: a malformed search term matches no person. */
const anyTextOptions = { anyText: true };
const defaultSearchSize = 50;
const PersonSearchInput = builder.inputType("PersonSearchInput", {
	description: "A value by which to search for people.",
	isOneOf: true,
	fields: (t) => ({
		id: t.id({
			description: "The person's complete id.",
			extensions: anyTextOptions
		}),
		email: t.string({
			description: "The complete email address.",
			extensions: anyTextOptions
		}),
		phone: t.string({
			description: "The phone number in any format; without an extension, any extension matches.",
			extensions: anyTextOptions
		}),
		name: t.string({
			description: "Parts of the name in any order, at least 2 characters.",
			extensions: limits({
				type: "string",
				minLength: 2,
				maxLength: 200
			})
		})
	})
});
builder.queryField("searchPeople", (t) => t.field({
	type: PersonConnection,
	description: "Returns people by id, email, phone or name, best matches first.",
	extensions: needs("people.view"),
	args: {
		by: t.arg({
			type: PersonSearchInput,
			required: true,
			description: "The search term."
		}),
		first: t.arg.int({
			defaultValue: defaultSearchSize,
			description: "Maximum results, 1–100.",
			extensions: pageLimits
		}),
		after: t.arg.string({ description: "The cursor to start after." }),
		includeTrash: t.arg.boolean(includeTrashArg)
	},
	resolve: (_, { by, first, after, includeTrash }, ctx) => {
		const searchTerm = parseTerm(ctx, by);
		const withTrash = includeTrash ?? false;
		return resolveConnection(ctx, {
			first: first ?? defaultSearchSize,
			after: after ?? null
		}, {
			list: [
				"search",
				searchTerm,
				withTrash
			],
			page: (request) => searchPeople(ctx, searchTerm, withTrash, request),
			total: () => countSearchResults(ctx, searchTerm, withTrash),
			position: (row) => row.position
		});
	}
}));
// src/graphql/schema/bulk.ts
const Detail = builder.objectRef("BulkErrorDetail").implement({
	description: "An invalid value in a row.",
	fields: (t) => ({
		field: t.exposeString("field", { description: "The field in the row, such as `tags[3]`." }),
		message: t.exposeString("message", { description: "A description of the problem." }),
		code: t.expose("code", {
			type: DetailCodeEnum,
			description: "The reason code."
		})
	})
});
const RowError = builder.objectRef("BulkError").implement({
	description: "The error of a failed row.",
	fields: (t) => ({
		code: t.expose("code", {
			type: ErrorCodeEnum,
			description: "The error code."
		}),
		message: t.exposeString("message", { description: "The error message." }),
		details: t.expose("details", {
			type: [Detail],
			description: "The invalid values."
		})
	})
});
const createRowType = (type) => builder.objectRef(`Bulk${type.name}Result`).implement({
	description: "The result of one row of a bulk operation.",
	fields: (t) => ({
		index: t.exposeInt("index", { description: "The row's zero-based index in the input." }),
		[uncapitalize(type.name)]: t.field({
			type,
			...optional(`The ${toNoun(type.name)}; null if the row failed.`),
			resolve: ({ record }) => record
		}),
		error: t.expose("error", {
			type: RowError,
			...optional("The row's error; null on success.")
		})
	})
});
/** Returns the payload fields of a bulk mutation: `succeeded failed results { index … error }`. */
function bulkPayload(type) {
	const Row = createRowType(type);
	return (t) => ({
		succeeded: t.int({
			description: "The number of successful rows.",
			resolve: (rows) => rows.filter(({ error }) => !error).length
		}),
		failed: t.int({
			description: "The number of failed rows.",
			resolve: (rows) => rows.filter(({ error }) => error).length
		}),
		results: t.field({
			type: [Row],
			description: "The result of each row.",
			resolve: (rows) => rows
		})
	});
}
const bulkRows = limits({
	type: "array",
	minItems: 1,
	maxItems: 100
});
const expectedVersionField = (t, record) => t.int({
	description: `The ${record}'s expected version.`,
	extensions: limits({
		type: "integer",
		minimum: 1
	})
});
/** Adds a mutation whose argument `input` is a list of rows. */
function bulkMutation(name, { scope, input, inputDescription, resolve, ...mutation }) {
	addMutation(name, {
		...mutation,
		scopes: [scope],
		extensions: { rows: ["input"] },
		args: (t) => ({ input: t.arg({
			type: [input],
			required: true,
			description: inputDescription,
			extensions: bulkRows
		}) }),
		resolve: (ctx, args) => resolve(ctx, args.input)
	});
}
// src/resources/people/match.ts
/**
* Matches a name, emails and phones to an existing person. An external id, looked up before, takes
* precedence over an email. A phone matches only if the names agree, or if either person has
* neither name nor email; otherwise people with the phone are possible duplicates.
*/
/**
* Selects the best match for each email and phone: the visible person outside Trash with the most
* matches, then the oldest. The first row is the best match overall.
*/
const contactMatches = scopedQuery((p, scope) => sql`
    with "hits" as (
      select 'emails' as "list", "valueKey" as "value", "personId" from "personEmails" where "companyId" = ${p.companyId} and ${isIn("valueKey", p.emails)}
      union all select 'phones', "value", "personId" from "personPhones" where "companyId" = ${p.companyId} and ${isIn("value", p.phones)}
    ), "visible" as (
      select "hits".*, count(*) over (partition by "hits"."personId") as "score" from "hits" cross join "people"
      where "people"."companyId" = ${p.companyId} and "people"."id" = "hits"."personId" and "people"."trashedAt" is null and ${personPolicy.canView(p, scope)}
    ), "ranked" as (
      select *, row_number() over (partition by "list", "value" order by "score" desc, "personId") as "place" from "visible"
    )
    select "list", "value", "personId" from "ranked" where "place" = 1 order by "score" desc, "personId", "list", "value"`);
const holderColumns = (p) => sql`"people"."id", "people"."firstName", "people"."lastName", case when exists (select 1 from "personEmails" where "companyId" = ${p.companyId} and "personId" = "people"."id") then 1 else 0 end as "hasEmail"`;
/** Creates a query for the people outside Trash with an email or phone, oldest first. */
const createHoldersQuery = (table, column) => scopedQuery((p, scope) => sql`select ${holderColumns(p)} from ${sql.table(table)} as "held" ${orderedJoin} "people" on "people"."companyId" = ${p.companyId} and "people"."id" = "held"."personId"
      where "held"."companyId" = ${p.companyId} and ${sql.ref(`held.${column}`)} = ${p.value} and "people"."trashedAt" is null and ${personPolicy.canView(p, scope)}
      order by "held"."personId" limit ${p.limit}`);
const holderQueries = {
	email: createHoldersQuery("personEmails", "valueKey"),
	phone: createHoldersQuery("personPhones", "value")
};
/** Selects the oldest person outside Trash with a phone and a folded full name in `nameKeys`. */
const namesakeWithPhone = scopedQuery((p, scope) => sql`select ${holderColumns(p)} from "people"
    where "people"."companyId" = ${p.companyId} and ${isIn("people.nameKey", p.nameKeys)} and "people"."trashedAt" is null and ${personPolicy.canView(p, scope)}
      and exists (select 1 from "personPhones" where "companyId" = ${p.companyId} and "personId" = "people"."id" and "value" = ${p.value})
    order by "people"."id" limit 1`);
const isAnonymous = (subject) => !hasName(subject) && !subject.hasEmail;
/** Compares the identities of two people who share an email or phone. */
function compareIdentity(subject, holder) {
	if (isAnonymous(subject) || isAnonymous(holder)) return isAnonymous(subject) && isAnonymous(holder) ? "equal" : "agrees";
	if (!hasName(subject) || !hasName(holder)) return "differs";
	if (areNamesEqual(subject, holder)) return "equal";
	return areNamesCompatible(subject, holder) ? "agrees" : "differs";
}
/** Returns the first holder with an equal name, or else the only holder with a compatible name. */
function findBestHolder(subject, holders) {
	const holdersByFit = Map.groupBy(holders, (holder) => compareIdentity(subject, holder));
	const agreeingHolders = holdersByFit.get("agrees") ?? [];
	const isOnePerson = agreeingHolders.every(({ id }) => id === agreeingHolders[0]?.id);
	return holdersByFit.get("equal")?.[0] ?? (isOnePerson ? agreeingHolders[0] : void 0);
}
const keepDistinctHolders = (holders, exceptId) => keepFirstOfEach(holders, ({ id }) => id).filter(({ id }) => id !== exceptId);
/** Matches a person. @param holders people with one of the emails or phones, oldest first */
function matchPerson(subject, holders) {
	const emailHolders = holders.filter(({ by }) => by === "email");
	const phoneHolders = holders.filter(({ by }) => by === "phone");
	const namedHolder = findBestHolder(subject, emailHolders);
	const person = namedHolder ?? emailHolders[0];
	if (!person) {
		const identifiedHolder = findBestHolder(subject, phoneHolders);
		const otherHolders = identifiedHolder ? phoneHolders.filter((holder) => compareIdentity(subject, holder) === "equal") : phoneHolders;
		return {
			...identifiedHolder && { person: identifiedHolder },
			possibleDuplicates: keepDistinctHolders(otherHolders, identifiedHolder?.id)
		};
	}
	const ownValues = new Set(holders.filter(({ id }) => id === person.id).map(({ value }) => value));
	const otherHolders = holders.filter(({ by, value }) => !ownValues.has(value) || by === "email" && !namedHolder);
	return {
		person,
		possibleDuplicates: keepDistinctHolders(otherHolders, person.id)
	};
}
/** The maximum number of people read per phone, oldest first: a switchboard may have thousands. */
const maxHolders = 50;
/**
* Finds the visible person who matches a name, emails and phones.
* @param keys emails and phones in their stored form
*/
async function findMatch(ctx, subject, keys, otherPeople) {
	const holders = [];
	const addHolders = (by, value, candidates) => {
		const storedCandidates = candidates.map((candidate) => ({
			...candidate,
			id: otherPeople?.toDryRunId(candidate.id) ?? candidate.id
		}));
		const ids = new Set(storedCandidates.map(({ id }) => id));
		const newCandidates = (otherPeople?.holders(by, value, subject) ?? []).filter(({ id }) => !ids.has(id));
		for (const candidate of [...storedCandidates, ...newCandidates]) holders.push({
			...candidate,
			by,
			value
		});
	};
	for (const email of new Set(keys.emails)) addHolders("email", email, await findHolders(ctx, "email", email));
	const hasEmailHolder = holders.length > 0;
	for (const phone of new Set(keys.phones)) {
		const phoneHolders = await findHolders(ctx, "phone", phone);
		if (phoneHolders.length < maxHolders) addHolders("phone", phone, phoneHolders);
		else if (!hasEmailHolder) addHolders("phone", phone, [...await findNamesakes(ctx, subject, phone), ...phoneHolders]);
	}
	return matchPerson(subject, holders);
}
const toCandidates = (rows) => rows.map((row) => ({
	...row,
	hasEmail: row.hasEmail === 1
}));
const findHolders = async (ctx, by, value) => toCandidates(await holderQueries[by](ctx, {
	value,
	limit: maxHolders
}));
async function findNamesakes(ctx, { firstName, lastName }, value) {
	const nameKeys = [{
		firstName,
		lastName
	}, {
		firstName: lastName,
		lastName: firstName
	}].map((name) => fold(formatFullName(name)));
	return toCandidates(await namesakeWithPhone(ctx, {
		value,
		nameKeys: encodeListParam(nameKeys)
	}));
}
// src/resources/people/duplicates.ts
/** Creates people, and handles duplicates according to `onDuplicate`. */
/**
* Creates a person, or handles an existing duplicate according to `onDuplicate`.
* @throws VALIDATION_ERROR, CONFLICT if `onDuplicate` is `error`, FORBIDDEN if it is `update` and
* the caller cannot edit the duplicate
*/
async function createPerson(ctx, { onDuplicate = "create", ...input }) {
	requireScope(ctx.viewer, "people.edit");
	if (onDuplicate === "create") return insertPerson(ctx, input);
	requireScope(ctx.viewer, "people.view");
	const idByExternalId = await findVisibleByExternalId(ctx, input);
	const matches = await findByContact(ctx, toContactKeys(ctx, input));
	const duplicate = idByExternalId ?? matches[0]?.personId;
	if (duplicate === void 0) return insertPerson(ctx, input);
	if (onDuplicate === "error") throw conflict(`A contact with this external id, email or phone exists: ${duplicate}`, { details: describeDuplicates(ctx, input, matches, idByExternalId) });
	const isUpdate = onDuplicate === "update";
	if (isUpdate && !idByExternalId && !await isSamePerson(ctx, input, duplicate, matches)) return insertPerson(ctx, input);
	ctx.returnsExisting = true;
	return isUpdate ? updatePerson(ctx, duplicate, await toAdditiveUpdate(ctx, duplicate, input)) : requireVisiblePerson(ctx, duplicate);
}
function createPeople(ctx, inputs) {
	requireScope(ctx.viewer, "people.edit");
	return forEachRow(ctx, inputs, (input) => createPerson(ctx, input));
}
/** Returns the id of the visible person outside Trash with the external id in the input. */
async function findVisibleByExternalId(ctx, input) {
	const externalId = toExternalId(input);
	const id = externalId && await findByExternalId(ctx, "person", externalId);
	const person = id === void 0 ? void 0 : await loadPerson(ctx, id);
	return person?.trashedAt === null ? person.id : void 0;
}
/**
* Returns whether an email matches or the names agree; a phone alone does not identify a person.
*/
async function isSamePerson(ctx, { firstName, lastName, emails }, id, matches) {
	if (matches.some(({ list, personId }) => list === "emails" && personId === id)) return true;
	const subject = {
		firstName: firstName ?? "",
		lastName: lastName ?? "",
		hasEmail: (emails ?? []).length > 0
	};
	const person = await requireVisiblePerson(ctx, id);
	const hasEmail = (await readListsOfPerson(ctx, id)).emails.length > 0;
	return compareIdentity(subject, {
		...person,
		hasEmail
	}) !== "differs";
}
/** Returns the emails and phones of an input in their stored form. */
const toContactKeys = ({ viewer }, { emails, phones }) => ({
	emails: (emails ?? []).map((email) => toEmailKey(email.value)),
	phones: (phones ?? []).map((phone) => normalizePhone(phone.value, viewer.company.region).value)
});
/** Finds the visible person with each email and phone, and returns the best match first. */
async function findByContact(ctx, { emails, phones }) {
	if (emails.length + phones.length === 0) return [];
	return contactMatches(ctx, {
		emails: encodeListParam(emails),
		phones: encodeListParam(phones)
	});
}
function describeDuplicates(ctx, input, matches, idByExternalId) {
	const keys = toContactKeys(ctx, input);
	const toDetail = (field, personId) => createDetail(field, "INVALID_VALUE", `belongs to the contact ${personId}`);
	const contactDetails = ["emails", "phones"].flatMap((list) => keys[list].flatMap((value, index) => {
		const match = matches.find((candidate) => candidate.list === list && candidate.value === value);
		return match ? [toDetail(`${list}[${index}].value`, match.personId)] : [];
	}));
	return [...idByExternalId ? [toDetail("externalId", idByExternalId)] : [], ...contactDetails];
}
/** Converts an input to an update that adds to lists; existing items stay first and primary. */
async function toAdditiveUpdate(ctx, id, input) {
	const lists = await readListsOfPerson(ctx, id);
	const extendedLists = [
		"emails",
		"phones",
		"tags",
		"collaboratorIds"
	].map((field) => [field, input[field] ? [...lists[field], ...input[field]] : void 0]);
	const externalIds = await findAddedExternalIds(ctx, id, input);
	return {
		...input,
		...Object.fromEntries(extendedLists),
		...externalIds
	};
}
async function findAddedExternalIds(ctx, id, input) {
	const externalId = toExternalId(input);
	const addedIds = [...input.externalIds ?? [], ...externalId ? [externalId] : []];
	if (addedIds.length === 0) return {};
	return {
		externalId: void 0,
		externalSource: void 0,
		externalIds: uniteIds(await listExternalIds(ctx, "person", id), addedIds)
	};
}
// src/resources/people/tags-and-collaborators.ts
/** Adds and removes tags and collaborators of people. */
const toTagChanges = (before, after) => [{
	field: "tags",
	from: before.map(({ name }) => name),
	to: after.map(({ name }) => name)
}];
/**
* Adds tags to a person: creates unknown tags and ignores tags that the person already has.
* @returns the number of added tags, and the person
*/
async function addPersonTags(ctx, id, names) {
	requireScope(ctx.viewer, "people.edit");
	const person = await requireEditablePerson(ctx, id);
	const currentTags = await readTagsOfPerson(ctx, id);
	const addedTags = (await findOrCreateTags(ctx, names)).filter((tag) => !currentTags.some(({ id }) => id === tag.id));
	if (addedTags.length === 0) return {
		count: 0,
		person
	};
	const key = {
		companyId: person.companyId,
		personId: id
	};
	const nextPosition = Math.max(-1, ...currentTags.map((tag) => tag.position)) + 1;
	for (const [index, tag] of addedTags.entries()) await ctx.db.insert("personTags", {
		...key,
		position: nextPosition + index,
		tagId: tag.id
	});
	const changes = toTagChanges(currentTags, [...currentTags, ...addedTags]);
	const row = await updateRecord(ctx, "people", person, {}, "person.tagged", changes);
	return {
		count: addedTags.length,
		person: row
	};
}
/** Removes tags from a person, ignoring tags that the person does not have. */
async function removePersonTags(ctx, id, names) {
	requireScope(ctx.viewer, "people.edit");
	const person = await requireEditablePerson(ctx, id);
	const currentTags = await readTagsOfPerson(ctx, id);
	const removedKeys = new Set(names.map(toTagKey));
	const removedTags = currentTags.filter((tag) => removedKeys.has(tag.nameKey));
	if (removedTags.length === 0) return person;
	for (const tag of removedTags) await ctx.db.delete("personTags", {
		companyId: person.companyId,
		personId: id,
		tagId: tag.id
	});
	const remainingTags = currentTags.filter((tag) => !removedKeys.has(tag.nameKey));
	const changes = toTagChanges(currentTags, remainingTags);
	return updateRecord(ctx, "people", person, {}, "person.updated", changes);
}
/** Adds and removes tags of people. @throws VALIDATION_ERROR if the input contains no tags */
async function tagPeople(ctx, { ids, add, remove }) {
	const [addedNames, removedNames] = [add ?? [], remove ?? []];
	if (addedNames.length + removedNames.length === 0) throw invalid(createDetail("add", "REQUIRED_FIELD", "must not be empty if `remove` is empty"));
	requireScope(ctx.viewer, "people.edit");
	return forEachRow(ctx, ids, async (id) => {
		const { person } = await addPersonTags(ctx, id, addedNames);
		return removedNames.length > 0 ? removePersonTags(ctx, id, removedNames) : person;
	});
}
/** Adds collaborators, ignoring current ones. @throws VALIDATION_ERROR for unknown users */
const addPersonCollaborators = (ctx, id, userIds) => updateCollaborators(ctx, id, userIds, (currentIds) => [.../* @__PURE__ */ new Set([...currentIds, ...userIds])]);
/** Removes collaborators, ignoring other users. @throws VALIDATION_ERROR for unknown users */
const removePersonCollaborators = (ctx, id, userIds) => updateCollaborators(ctx, id, userIds, (currentIds) => currentIds.filter((userId) => !userIds.includes(userId)));
async function updateCollaborators(ctx, id, userIds, computeNextIds) {
	requireScope(ctx.viewer, "people.edit");
	const person = await requireEditablePerson(ctx, id);
	await checkReferences(findUnknownUsers(ctx, listReferences("userIds", userIds)));
	const currentLists = await readListsOfPerson(ctx, id);
	const collaboratorIds = computeNextIds(currentLists.collaboratorIds);
	if (collaboratorIds.length === currentLists.collaboratorIds.length) return person;
	const changes = await replaceLists$2(ctx, id, currentLists, { collaboratorIds });
	return updateRecord(ctx, "people", person, {}, "person.updated", changes);
}
// src/resources/people/trash.ts
/** Moves people to Trash, or deletes them permanently (contract, clause 3: "Contact"). */
/** Moves a person to Trash, or deletes the person permanently. @throws NOT_FOUND, FORBIDDEN */
async function deletePerson(ctx, id, isPermanent) {
	requireScope(ctx.viewer, isPermanent ? "people.delete" : "people.edit");
	const person = await requireEditablePerson(ctx, id);
	if (!isPermanent) return {
		id,
		isPermanent: false,
		person: await trashPerson(ctx, person)
	};
	await removePerson(ctx, person);
	return {
		id,
		isPermanent: true,
		person: null
	};
}
/** Restores a person from Trash to their previous stage. @throws NOT_FOUND, FORBIDDEN */
async function restorePerson(ctx, id) {
	requireScope(ctx.viewer, "people.edit");
	const person = await requireEditablePerson(ctx, id);
	if (!person.trashedAt) return person;
	const { id: stageId } = (person.previousStageId ? await loadStage(ctx, person.previousStageId) : void 0) ?? await getFirstStage(ctx);
	return changeStage(ctx, person, {
		stageId,
		previousStageId: null,
		trashedAt: null
	}, "person.restored");
}
async function trashPerson(ctx, person) {
	if (person.trashedAt) return person;
	const { id: stageId } = await getTrashStage(ctx);
	return changeStage(ctx, person, {
		stageId,
		previousStageId: person.stageId,
		trashedAt: timestamp(ctx)
	}, "person.trashed");
}
async function changeStage(ctx, person, patch, type) {
	const { row } = await applyChanges(ctx, "people", person, patch);
	await recordPersonStage(ctx, row, person.stageId);
	recordEvent(ctx, {
		type,
		record: row,
		changes: changesBetween(person, row, ["stageId"])
	});
	return row;
}
/**
* Deletes a person with their activities, tags, emails and phones. Tasks, deals and appointments
* are kept, but no longer refer to the person.
*/
async function removePerson(ctx, person) {
	const { companyId, id } = person;
	const words = await readNameWords(ctx.db, companyId, id);
	await clearPersonReferences(ctx, id);
	await deleteRecord(ctx, personPolicy, person, { type: "person.deleted" });
	await removeUnusedNameWords(ctx.db, companyId, words);
}
/** Selects the people who were moved to Trash at `before` or earlier, oldest first. */
const trashedBefore = query((_, p) => sql`select * from "people" where "companyId" = ${p.companyId} and "trashedAt" <= ${p.before}
      order by "trashedAt" limit ${p.limit}`);
/** The number of people deleted per transaction, so that other writers wait only briefly. */
const peoplePerTransaction = 50;
const dayMs$1 = 864e5;
/** Deletes people in Trash for longer than `TRASH_DAYS`. @returns the number of deleted people */
async function emptyTrash(deps) {
	const before = (/* @__PURE__ */ new Date(deps.now() - deps.settings.TRASH_DAYS * dayMs$1)).toISOString();
	let deletedCount = 0;
	await forEachCompany(deps, async (company) => {
		deletedCount += await inChunks((limit) => runAsSystem(deps, company, async (ctx) => {
			const people = await ctx.db.all(trashedBefore, {
				companyId: company.id,
				before,
				limit
			});
			for (const person of people) await removePerson(ctx, person);
			return people.length;
		}), peoplePerTransaction);
	});
	return deletedCount;
}
// src/resources/people/graphql-mutations.ts
const mutations$8 = recordMutations({
	type: Person,
	noun: "person",
	scope: "people.edit"
});
mutations$8.create("createPerson", {
	description: "Creates a person, or handles a duplicate as set by `onDuplicate`. A duplicate is a visible person outside Trash with the same external id, email or phone. Errors: CONFLICT (`onDuplicate: error`, or the external id of another person).",
	input: CreatePersonInput,
	resolve: createPerson
});
mutations$8.update("updatePerson", {
	description: "Updates a person. Errors: CONFLICT (a stage for a person in Trash, or the external id of another person).",
	input: UpdatePersonInput,
	resolve: updatePerson
});
mutations$8.action("restorePerson", {
	actions: [{
		action: "restore",
		isPossible: (_, { trashedAt }) => !!trashedAt
	}],
	description: "Restores a person from Trash to their previous stage.",
	resolve: restorePerson
});
mutations$8.action("deletePerson", {
	actions: [{
		action: "delete",
		scopes: ["people.edit"],
		isPossible: (_, { trashedAt }) => !trashedAt
	}, {
		action: "deletePermanently",
		scopes: ["people.delete"]
	}],
	scopes: ["people.edit", "people.delete"],
	description: "Moves a person to Trash. With `permanent`, deletes the person and their activities, which requires `people.delete`.",
	args: (t) => ({ permanent: t.arg.boolean({
		defaultValue: false,
		description: "Whether to delete the person permanently."
	}) }),
	resolve: (ctx, id, { permanent }) => deletePerson(ctx, id, permanent ?? false),
	payload: (t) => ({
		deletedId: t.exposeID("id", { description: "The deleted person's id." }),
		isPermanent: t.exposeBoolean("isPermanent", { description: "Whether the person was deleted permanently." }),
		person: t.expose("person", {
			type: Person,
			...optional("The person, if moved to Trash.")
		})
	})
});
const tagsArg = (t) => ({ tags: t.arg({
	type: ["TagName"],
	required: true,
	description: "The names of 1 to 20 tags.",
	extensions: limits({
		type: "array",
		minItems: 1,
		maxItems: 20
	})
}) });
mutations$8.action("addPersonTags", {
	actions: [{ action: "update" }],
	description: "Adds tags to a person, creating missing tags.",
	args: tagsArg,
	resolve: (ctx, id, { tags }) => addPersonTags(ctx, id, tags),
	payload: (t) => ({
		count: t.exposeInt("count", { description: "The number of added tags." }),
		person: t.expose("person", {
			type: Person,
			description: "The updated person."
		})
	})
});
mutations$8.action("removePersonTags", {
	actions: [{ action: "update" }],
	description: "Removes tags from a person.",
	args: tagsArg,
	resolve: (ctx, id, { tags }) => removePersonTags(ctx, id, tags)
});
const userIdsArg = (t) => ({ userIds: t.arg.idList({
	required: true,
	description: "The ids of 1 to 100 users.",
	extensions: limits({
		type: "array",
		minItems: 1,
		maxItems: 100
	})
}) });
mutations$8.action("addPersonCollaborators", {
	actions: [{ action: "update" }],
	description: "Adds collaborators, who can view the person and, with `people.edit`, edit the person.",
	args: userIdsArg,
	resolve: (ctx, id, { userIds }) => addPersonCollaborators(ctx, id, userIds)
});
mutations$8.action("removePersonCollaborators", {
	actions: [{ action: "update" }],
	description: "Removes collaborators from a person.",
	args: userIdsArg,
	resolve: (ctx, id, { userIds }) => removePersonCollaborators(ctx, id, userIds)
});
const UpdatePeopleInput = builder.inputType("UpdatePeopleInput", {
	extensions: atLeastOneField,
	description: "Changes to a person in a bulk update.",
	fields: (t) => ({
		id: t.id({
			required: true,
			description: "The person's id.",
			extensions: idSchema
		}),
		expectedVersion: expectedVersionField(t, "person"),
		...personFields(t)
	})
});
const bulkTagsLimits = limits({
	type: "array",
	maxItems: 20
});
const TagPeopleInput = builder.inputType("TagPeopleInput", {
	extensions: constraints({ anyOf: [hasItems("add"), hasItems("remove")] }),
	description: "Input for tagging people.",
	fields: (t) => ({
		ids: t.idList({
			required: true,
			description: "The ids of 1 to 100 people.",
			extensions: bulkRows
		}),
		add: t.field({
			type: ["TagName"],
			description: "The names of up to 20 tags to add.",
			extensions: bulkTagsLimits
		}),
		remove: t.field({
			type: ["TagName"],
			description: "The names of up to 20 tags to remove.",
			extensions: bulkTagsLimits
		})
	})
});
const bulkOptions$1 = {
	payload: bulkPayload(Person),
	scope: "people.edit"
};
bulkMutation("createPeople", {
	...bulkOptions$1,
	input: CreatePersonInput,
	description: "Creates up to 100 people, each like `createPerson`.",
	inputDescription: "The people to create, 1 to 100.",
	resolve: createPeople
});
bulkMutation("updatePeople", {
	...bulkOptions$1,
	input: UpdatePeopleInput,
	description: "Updates up to 100 people, each like `updatePerson`.",
	inputDescription: "The updates, 1 to 100.",
	resolve: updatePeople
});
addMutation("tagPeople", {
	payload: bulkOptions$1.payload,
	scopes: [bulkOptions$1.scope],
	extensions: { rows: ["input", "ids"] },
	description: "Adds and removes tags of up to 100 people.",
	args: (t) => ({ input: t.arg({
		type: TagPeopleInput,
		required: true,
		description: "The people, and the tags to add or remove."
	}) }),
	resolve: (ctx, { input }) => tagPeople(ctx, input)
});
// src/resources/people/merge-values.ts
const parseSnapshot = (merge) => JSON.parse(merge.snapshot);
const isEmptyValue = (value) => value === null || Array.isArray(value) && value.length === 0;
/**
* Returns the merged value of each custom field and the id of the person who has it, or null.
* @param ids the people, with the survivor first
*/
async function mergeCustomValues(ctx, ids) {
	const people = await Promise.all(ids.map(async (id) => ({
		id,
		values: await loadCustomValues(ctx, "person", { id })
	})));
	return (people[0]?.values ?? []).map(([{ id: fieldId, key }, survivorValue], index) => {
		const person = people.find(({ values }) => !isEmptyValue(values[index]?.[1] ?? null));
		return {
			fieldId,
			key,
			value: person?.values[index]?.[1] ?? survivorValue,
			personId: person?.id ?? null
		};
	});
}
/** Copies values of the merged people to the empty custom fields of the survivor. */
async function fillCustomValues(ctx, survivorId, values, others) {
	for (const { fieldId, personId } of values) {
		const parts = others.find(({ person }) => person.id === personId)?.parts;
		for (const row of parts?.["personCustomValues"] ?? []) if (row["fieldId"] === fieldId) await ctx.db.insert("personCustomValues", {
			...row,
			personId: survivorId
		});
	}
	return values.map(({ key, value }) => ({
		field: `customFields.${key}`,
		from: null,
		to: value
	}));
}
/** Deletes the values that the merge filled, except values changed since. */
async function revertCustomValues(ctx, survivorId, filled) {
	const { companyId } = ctx.viewer;
	const changes = [];
	const survivor = { id: survivorId };
	for (const [{ id: fieldId, key }, value] of await loadCustomValues(ctx, "person", survivor)) {
		const filledValue = filled.find((candidate) => candidate.fieldId === fieldId);
		if (!filledValue || JSON.stringify(filledValue.value) !== JSON.stringify(value)) continue;
		await ctx.db.delete("personCustomValues", {
			companyId,
			personId: survivorId,
			fieldId
		});
		changes.push({
			field: `customFields.${key}`,
			from: value,
			to: null
		});
	}
	return changes;
}
/** Moves the external ids of the merged people to the survivor. */
const moveExternalIds = (ctx, survivorId, others) => forEachExternalId(ctx, survivorId, others, (row) => ctx.db.insert("personExternalIds", {
	...row,
	personId: survivorId
}));
/** Returns external ids to the restored people, except ids that another person has now. */
const restoreExternalIds = (ctx, survivorId, others) => forEachExternalId(ctx, survivorId, others, async (row) => {
	const ownerId = await findByExternalId(ctx, "person", row);
	if (ownerId !== void 0 && ownerId !== survivorId) return;
	const { companyId, source, externalId } = row;
	await ctx.db.delete("personExternalIds", {
		companyId,
		source,
		externalId
	});
	await ctx.db.insert("personExternalIds", row);
});
/** Calls `work` for each external id of the merged people. @returns the survivor's changes */
async function forEachExternalId(ctx, survivorId, others, work) {
	const rows = others.flatMap(({ parts }) => parts["personExternalIds"] ?? []);
	if (rows.length === 0) return [];
	const idsBefore = await listExternalIds(ctx, "person", survivorId);
	for (const row of rows) await work(row);
	const idsAfter = await listExternalIds(ctx, "person", survivorId);
	return changesBetween({ externalIds: idsBefore }, { externalIds: idsAfter }, ["externalIds"]);
}
// src/resources/people/references.ts
/** Moves all references between people in a merge, and back when the merge is undone. */
/** The maximum number of records or links that a merge moves per table. */
const maxMovedRows = 1e4;
const rowsPerChunk = 500;
/** Processes items in chunks, so that other requests can read in between. */
async function forEachChunk(items, work) {
	for (let start = 0; start < items.length; start += rowsPerChunk) {
		await work(items.slice(start, start + rowsPerChunk));
		if (items.length > rowsPerChunk) await yieldToEventLoop();
	}
}
const createTooManyRowsError = (table) => conflict(`More than ${maxMovedRows} records in ${table} would move: merge fewer contacts at once`);
/**
* Moves all references from the merged people to the survivor. @throws CONFLICT for more than
* 10,000 references in one table
*/
async function moveReferences(ctx, survivorId, otherIds) {
	const movedReferences = {
		moved: [],
		links: []
	};
	for (const reference of getPersonReferences("move")) movedReferences.moved.push(...await moveRecords(ctx, reference, survivorId, otherIds));
	for (const link of getPersonReferences("relink")) movedReferences.links.push(await moveLinks(ctx, link, survivorId, otherIds));
	await refreshLastActivity(ctx, survivorId);
	return movedReferences;
}
/** Moves unchanged references back to the merged people, who must already be restored. */
async function restoreReferences(ctx, survivorId, { others, moved, links }) {
	for (const reference of getPersonReferences("move")) for (const { personId, ids } of moved.filter(({ table }) => table === reference.table)) await reassignRecords$1(ctx, reference, ids, survivorId, personId);
	for (const link of getPersonReferences("relink")) for (const snapshot of links.filter(({ table }) => table === link.table)) await restoreLinks(ctx, link, survivorId, snapshot);
	for (const personId of [survivorId, ...others.map(({ person }) => person.id)]) await refreshLastActivity(ctx, personId);
}
async function moveRecords(ctx, reference, survivorId, otherIds) {
	const { table } = reference;
	const records = await ctx.db.all(peopleRecordsQuery(table), {
		companyId: ctx.viewer.companyId,
		ids: encodeListParam(otherIds),
		limit: 10001
	});
	if (records.length > maxMovedRows) throw createTooManyRowsError(table);
	const movedRecords = [...Map.groupBy(records, (row) => row.personId)].map(([personId, rows]) => ({
		table,
		personId,
		ids: rows.map((row) => row.id)
	}));
	for (const { personId, ids } of movedRecords) await reassignRecords$1(ctx, reference, ids, personId, survivorId);
	return movedRecords;
}
/** Reassigns the records that still refer to `from`. */
const reassignRecords$1 = (ctx, { table, event }, ids, from, to) => forEachChunk(ids, async (chunk) => {
	const rows = await ctx.db.all(reassignRecordsStatement(table), {
		companyId: ctx.viewer.companyId,
		ids: encodeListParam(chunk),
		from,
		to,
		now: timestamp(ctx)
	});
	for (const record of rows.sort(byId)) recordEvent(ctx, {
		type: event,
		record,
		changes: [{
			field: "personId",
			from,
			to
		}]
	});
});
/** Moves links. A record linked to several people keeps the survivor's link, or else the first. */
async function moveLinks(ctx, link, survivorId, otherIds) {
	const { companyId } = ctx.viewer;
	const { table, column } = link;
	const rows = await ctx.db.all(rowsQuery({
		table,
		column: "personId",
		orderBy: [column]
	}), {
		companyId,
		ids: encodeListParam(otherIds)
	});
	if (rows.length > maxMovedRows) throw createTooManyRowsError(link.recordTable);
	const linksBefore = await readLinks(ctx, link, [...new Set(rows.map((row) => String(row[column])))]);
	const linked = [];
	for (const personId of otherIds) await ctx.db.delete(table, {
		companyId,
		personId
	});
	await forEachChunk([...linksBefore], async (chunk) => {
		for (const [id, links] of chunk) {
			const removedLink = links.find((row) => otherIds.includes(String(row["personId"])));
			if (links.some((row) => row["personId"] === survivorId)) linked.push(id);
			else await ctx.db.insert(table, {
				...removedLink,
				personId: survivorId
			});
		}
	});
	await recordLinkChanges(ctx, link, linksBefore);
	return {
		table,
		rows,
		linked
	};
}
/** Restores removed links, except those of records to which the survivor is no longer linked. */
async function restoreLinks(ctx, link, survivorId, { rows, linked }) {
	const { companyId } = ctx.viewer;
	const { table, column } = link;
	const linkedBefore = new Set(linked);
	const isSurvivorLink = (row) => row["personId"] === survivorId;
	const removedLinks = Map.groupBy(rows, (row) => String(row[column]));
	const links = await readLinks(ctx, link, [...removedLinks.keys()]);
	const linksBefore = new Map([...links].filter(([, linksOfRecord]) => linksOfRecord.some(isSurvivorLink)));
	await forEachChunk([...linksBefore], async (chunk) => {
		for (const [id, linksOfRecord] of chunk) {
			const wasLinked = linkedBefore.has(id);
			if (!wasLinked) await ctx.db.delete(table, {
				companyId,
				[column]: id,
				personId: survivorId
			});
			const occupiedPositions = linksOfRecord.filter((row) => wasLinked || !isSurvivorLink(row)).map(getPosition);
			for (const row of (removedLinks.get(id) ?? []).sort(byPosition)) {
				const position = occupiedPositions.includes(getPosition(row)) ? Math.max(...occupiedPositions) + 1 : getPosition(row);
				occupiedPositions.push(position);
				await ctx.db.insert(table, {
					...row,
					position
				});
			}
		}
	});
	await recordLinkChanges(ctx, link, linksBefore);
}
/** Reads all links of the records, ordered by position. */
async function readLinks(ctx, { table, column }, recordIds) {
	const links = /* @__PURE__ */ new Map();
	await forEachChunk(recordIds, async (chunk) => {
		const chunkLinks = await ctx.db.all(rowsQuery({
			table,
			column,
			orderBy: ["position"]
		}), {
			companyId: ctx.viewer.companyId,
			ids: encodeListParam(chunk)
		});
		for (const [id, group] of Map.groupBy(chunkLinks, (row) => String(row[column]))) links.set(id, group);
	});
	return links;
}
/** Records an event for each record in `linksBefore` with the change of its linked people. */
async function recordLinkChanges(ctx, link, linksBefore) {
	const { field, event: type, recordTable } = link;
	const ids = [...linksBefore.keys()];
	const linksAfter = await readLinks(ctx, link, ids);
	await forEachChunk(ids, async (chunk) => {
		const records = await ctx.db.all(incrementVersionsStatement(recordTable), {
			companyId: ctx.viewer.companyId,
			ids: encodeListParam(chunk),
			now: timestamp(ctx)
		});
		for (const record of records.sort(byId)) {
			const toPersonIds = (links) => ({ [field]: (links.get(record.id) ?? []).map((row) => row["personId"]) });
			const changes = changesBetween(toPersonIds(linksBefore), toPersonIds(linksAfter), [field]);
			recordEvent(ctx, {
				type,
				record,
				changes
			});
		}
	});
}
const byId = (a, b) => a.id < b.id ? -1 : 1;
const getPosition = (row) => Number(row["position"]);
const byPosition = (a, b) => getPosition(a) - getPosition(b);
// src/resources/people/merge.ts
/** Merges people and previews merges. */
/** The fields that a merge fills if empty; not the stage, because every survivor has a stage. */
const mergedFields = [
	"firstName",
	"lastName",
	"assignedAgentId",
	"source",
	"price",
	"timeframe",
	"background",
	"relationship"
];
/** @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT for a survivor in Trash */
async function planMerge(ctx, id, otherIds) {
	requireScope(ctx.viewer, "people.edit");
	const survivor = await requireEditablePerson(ctx, id);
	const others = await findOthersToMerge(ctx, id, otherIds);
	if (survivor.trashedAt) throw conflict("The contact is in Trash: restore it before merging others into it");
	const ids = [id, ...otherIds];
	const lists = [...(await readListsOfPeople(ctx, ids)).values()];
	return {
		survivor,
		others,
		values: mergedFields.map((field) => {
			const person = [survivor, ...others].find((candidate) => candidate[field] !== null && candidate[field] !== "");
			return {
				field,
				value: person?.[field] ?? null,
				personId: person?.id ?? null
			};
		}),
		customValues: await mergeCustomValues(ctx, ids),
		/** The survivor's lists before the merge. */
		listsBefore: lists[0],
		mergedLists: uniteLists(lists)
	};
}
/** Returns the people to merge, in request order. @throws VALIDATION_ERROR, FORBIDDEN */
async function findOthersToMerge(ctx, id, otherIds) {
	const repeatedDetails = otherIds.flatMap((otherId, index) => {
		if (otherId !== id && otherIds.indexOf(otherId) === index) return [];
		const message = otherId === id ? "is the contact into which the others are merged" : "is listed twice";
		return createDetail(`otherIds[${index}]`, "INVALID_VALUE", message);
	});
	if (repeatedDetails.length > 0) throw invalid(repeatedDetails);
	const people = await loadAll(ctx, otherIds, loadPerson);
	const unusableDetails = otherIds.flatMap((otherId, index) => {
		const field = `otherIds[${index}]`;
		const person = people.find((candidate) => candidate.id === otherId);
		if (!person) return createDetail(field, "INVALID_REFERENCE", "matches no contact that you can view");
		return person.trashedAt ? createDetail(field, "INVALID_VALUE", "is in Trash: restore it first") : [];
	});
	if (unusableDetails.length > 0) throw invalid(unusableDetails);
	const params = {
		...accessParams(ctx.viewer),
		ids: encodeListParam(otherIds)
	};
	if ((await ctx.db.all(personPolicy.editableIds(accessScopeOf(ctx.viewer)), params)).length < otherIds.length) throw forbidden();
	return people;
}
const uniteLists = (lists) => ({
	emails: keepFirstOfEach(lists.flatMap(({ emails }) => emails), ({ value }) => toEmailKey(value)),
	phones: keepFirstOfEach(lists.flatMap(({ phones }) => phones), ({ value }) => value),
	collaboratorIds: [...new Set(lists.flatMap(({ collaboratorIds }) => collaboratorIds))],
	tags: [...new Set(lists.flatMap(({ tags }) => tags))]
});
/** Previews a merge. @throws the same errors as `mergePeople` */
async function mergePeoplePreview(ctx, id, otherIds) {
	const { values, customValues, mergedLists } = await planMerge(ctx, id, otherIds);
	return {
		...mergedLists,
		emails: toEmailRows(mergedLists.emails),
		phones: toPhoneRows(mergedLists.phones, ctx.viewer.company.region),
		otherIds,
		values: [...values.map(({ field, value, personId }) => ({
			field,
			value: field === "relationship" && value !== null ? value === 1 : value,
			personId
		})), ...customValues.map(({ key, value, personId }) => ({
			field: `customFields.${key}`,
			value,
			personId
		}))]
	};
}
/**
* Merges other people into a person, and stores a snapshot with which `unmergePeople` can undo it.
* @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT
*/
async function mergePeople(ctx, id, otherIds) {
	const plan = await planMerge(ctx, id, otherIds);
	const others = await readDependentRows(ctx, plan.others);
	const moved = await moveReferences(ctx, id, otherIds);
	for (const person of plan.others) await removePerson(ctx, person);
	const filledValues = plan.customValues.filter(({ personId }) => personId && personId !== id);
	const { row, filled, changes } = await updateSurvivor(ctx, plan, [
		{
			field: "mergedIds",
			from: [],
			to: [...otherIds]
		},
		...await fillCustomValues(ctx, id, filledValues, others),
		...await moveExternalIds(ctx, id, others)
	]);
	const snapshot = {
		others,
		filled,
		customFilled: filledValues.map(({ fieldId, value }) => ({
			fieldId,
			value
		})),
		added: await findAddedListItems(ctx, plan),
		...moved
	};
	await ctx.db.insert("personMerges", {
		companyId: row.companyId,
		id: ctx.newId("merge"),
		survivorId: id,
		createdBy: ctx.viewer.userId || null,
		createdAt: timestamp(ctx),
		undoneAt: null,
		snapshot: JSON.stringify(snapshot)
	});
	recordEvent(ctx, {
		type: "person.merged",
		record: row,
		changes
	});
	return await loadPerson(ctx, id) ?? row;
}
/** Reads the people's dependent rows, grouped by table. */
async function readDependentRows(ctx, people) {
	const others = people.map((person) => ({
		person,
		parts: {}
	}));
	const params = {
		companyId: ctx.viewer.companyId,
		ids: encodeListParam(people.map((person) => person.id))
	};
	for (const { table, column, orderBy } of getPersonReferences("keep", "transfer")) {
		const rows = await ctx.db.all(rowsQuery({
			table,
			column,
			orderBy
		}), params);
		const rowsByPerson = Map.groupBy(rows, (row) => row[column]);
		for (const { person, parts } of others) parts[table] = rowsByPerson.get(person.id) ?? [];
	}
	return others;
}
/** Fills the survivor's empty fields and sets the merged lists. */
async function updateSurvivor(ctx, { survivor, values, listsBefore, mergedLists }, otherChanges) {
	const patch = Object.fromEntries(values.filter(({ personId }) => personId !== null).map(({ field, value }) => [field, value]));
	patch.nameKey = fold(formatFullName({
		...survivor,
		...patch
	}));
	const { row, changes } = await applyChanges(ctx, "people", survivor, patch, [...otherChanges, ...await replaceLists$2(ctx, survivor.id, listsBefore, mergedLists)]);
	if (row.nameKey !== survivor.nameKey) await indexName(ctx.db, row.companyId, row.id, row.nameKey);
	return {
		row,
		filled: changesBetween(survivor, row, Object.keys(patch)),
		changes
	};
}
/** Returns the items that were not in the survivor's lists before the merge. */
async function findAddedListItems(ctx, { survivor, listsBefore, mergedLists }) {
	const tags = await readTagsOfPerson(ctx, survivor.id);
	const findAdded = (items, itemsBefore) => items.filter((item) => !itemsBefore.includes(item));
	return {
		emails: findAdded(mergedLists.emails, listsBefore.emails),
		phones: findAdded(mergedLists.phones, listsBefore.phones),
		collaboratorIds: findAdded(mergedLists.collaboratorIds, listsBefore.collaboratorIds),
		tagIds: tags.filter(({ name }) => !listsBefore.tags.includes(name)).map(({ id }) => id)
	};
}
// src/resources/people/unmerge.ts
/** Lists the merges that can be undone, and undoes merges. */
const mergeById = query((_, p) => sql`select * from "personMerges" where "companyId" = ${p.companyId} and "id" = ${p.id}`);
/** Selects a person's newest merge after the merge `id`, ignoring merges that have been undone. */
const laterMerge = query((_, p) => sql`select "id" from "personMerges"
      where "companyId" = ${p.companyId} and "survivorId" = ${p.survivorId}
      and "id" > ${p.id} and "undoneAt" is null order by "id" desc limit 1`);
/** Selects the merge of a person into another person, unless the merge has been undone. */
const mergeOfPerson = query((_, p) => sql`select "survivorId" from "personMerges"
      where "companyId" = ${p.companyId}
      and "undoneAt" is null and ${contains(sql.ref("snapshot"), p.personId)} limit 1`);
/** Lists the merges into a person that can be undone, newest first. */
const mergesOfPerson = createChildLists(childQueries({
	table: "personMerges",
	from: (p, parent) => sql`from "personMerges" where "personMerges"."companyId" = ${p.companyId} and "personMerges"."survivorId" = ${parent} and "personMerges"."undoneAt" is null`,
	idColumn: "personMerges.id",
	parentColumn: "survivorId"
}));
/** Returns a page of the merges into a person. @throws NOT_FOUND, FORBIDDEN */
async function listMerges(ctx, personId, page) {
	requireScope(ctx.viewer, "people.view");
	await requireVisiblePerson(ctx, personId);
	return await mergesOfPerson.pages(ctx, page, personId) ?? toPage([], page);
}
const countMerges = async (ctx, personId) => await mergesOfPerson.counts(ctx, personId) ?? 0;
const listMergedPeople = (merge) => parseSnapshot(merge).others.map(({ person }) => ({
	id: person.id,
	fullName: formatFullName(person)
}));
/**
* Restores the merged people and their references, and removes the values that the merge added to
* the survivor, except values changed since. @throws NOT_FOUND, FORBIDDEN, CONFLICT if the merge
* has been undone, if a later merge exists, or if the survivor would have no name, email or phone
*/
async function unmergePeople(ctx, mergeId) {
	requireScope(ctx.viewer, "people.edit");
	const { companyId } = ctx.viewer;
	const merge = await ctx.db.first(mergeById, {
		companyId,
		id: mergeId
	});
	if (!merge) throw notFound("Merge");
	const survivor = await requireEditablePerson(ctx, merge.survivorId);
	await requireLatestMerge(ctx, merge);
	const snapshot = parseSnapshot(merge);
	const restoredPeople = [];
	for (const other of snapshot.others) restoredPeople.push(await recreatePerson(ctx, other));
	await restoreReferences(ctx, survivor.id, snapshot);
	const person = await revertSurvivor(ctx, survivor, snapshot);
	const undonePatch = {
		undoneAt: timestamp(ctx),
		snapshot: "{}"
	};
	await ctx.db.update("personMerges", {
		companyId,
		id: mergeId
	}, undonePatch);
	for (const record of restoredPeople) recordEvent(ctx, {
		type: "person.restored",
		record,
		changes: []
	});
	const people = await Promise.all(restoredPeople.map((row) => loadPerson(ctx, row.id)));
	return {
		person: await loadPerson(ctx, person.id) ?? person,
		people: people.filter((row) => row !== void 0)
	};
}
async function requireLatestMerge(ctx, { companyId, id, survivorId, undoneAt }) {
	if (undoneAt) throw conflict("The merge has already been undone");
	const blockingMerge = await ctx.db.first(laterMerge, {
		companyId,
		survivorId,
		id
	});
	if (blockingMerge) throw conflict(`A later merge into this contact exists: undo ${blockingMerge.id} first`);
}
/** Inserts a merged person again, in the first stage if the person's stage has been deleted. */
async function recreatePerson(ctx, { person, parts }) {
	const stage = (await listStages(ctx)).find(({ id }) => id === person.stageId) ?? await getFirstStage(ctx);
	const row = {
		...person,
		stageId: stage.id,
		version: person.version + 1,
		updatedAt: timestamp(ctx)
	};
	await ctx.db.insert("people", row);
	await indexName(ctx.db, row.companyId, row.id, row.nameKey);
	for (const { table, requires } of getPersonReferences("keep")) for (const part of await withExistingReferences(ctx, parts[table] ?? [], requires ?? {})) await ctx.db.insert(table, part);
	if (row.stageId !== person.stageId) await recordPersonStage(ctx, row, person.stageId);
	return row;
}
/** Returns the rows whose referenced records all exist. */
async function withExistingReferences(ctx, rows, requires) {
	let remainingRows = rows;
	for (const [column, table] of Object.entries(requires)) {
		const ids = encodeListParam(remainingRows.map((row) => String(row[column])));
		const foundRows = await ctx.db.all(idsQuery(table), {
			companyId: ctx.viewer.companyId,
			ids
		});
		const existingRowIds = new Set(foundRows.map(({ id }) => id));
		remainingRows = remainingRows.filter((row) => existingRowIds.has(String(row[column])));
	}
	return remainingRows;
}
/** Removes the values that the merge added to the survivor, except values changed since. */
async function revertSurvivor(ctx, survivor, { others, filled, customFilled, added }) {
	const { companyId, id } = survivor;
	const patch = Object.fromEntries(filled.filter(({ field, to }) => field !== "nameKey" && survivor[field] === to).map(({ field, from }) => [field, from]));
	const fullName = formatFullName({
		...survivor,
		...patch
	});
	patch.nameKey = fold(fullName);
	const listChanges = await removeAddedItems(ctx, id, added);
	if (!fullName && await lacksEmailAndPhone(ctx, id)) throw conflict("The contact would have no name, email or phone after the merge is undone: add one first");
	const { row, changes } = await applyChanges(ctx, "people", survivor, patch, [
		{
			field: "mergedIds",
			from: others.map(({ person }) => person.id),
			to: []
		},
		...listChanges,
		...await revertCustomValues(ctx, id, customFilled),
		...await restoreExternalIds(ctx, id, others)
	]);
	if (row.nameKey !== survivor.nameKey) await indexName(ctx.db, companyId, id, row.nameKey);
	recordEvent(ctx, {
		type: "person.unmerged",
		record: row,
		changes
	});
	return row;
}
async function lacksEmailAndPhone(ctx, id) {
	const { emails, phones } = await readListsOfPerson(ctx, id);
	return emails.length + phones.length === 0;
}
async function removeAddedItems(ctx, id, added) {
	const currentLists = await readListsOfPerson(ctx, id);
	const tags = await readTagsOfPerson(ctx, id);
	const removeItems = (items, removed, toKey) => {
		const removedKeys = removed.map(toKey);
		return items.filter((item) => !removedKeys.includes(toKey(item)));
	};
	return replaceLists$2(ctx, id, currentLists, {
		emails: removeItems(currentLists.emails, added.emails, ({ type, value }) => `${type} ${toEmailKey(value)}`),
		phones: removeItems(currentLists.phones, added.phones, ({ type, isBad, value }) => `${type} ${isBad} ${value}`),
		collaboratorIds: removeItems(currentLists.collaboratorIds, added.collaboratorIds, (id) => id),
		tags: tags.filter((tag) => !added.tagIds.includes(tag.id)).map((tag) => tag.name)
	});
}
// src/resources/people/graphql-merge.ts
/** Returns the GraphQL field options for the person to whom a column refers. */
const personField = (column, description) => {
	const { extensions, ...options } = relationToOne(Person, loadPerson, column, description);
	return {
		...options,
		extensions: {
			...needs("people.view"),
			...extensions
		}
	};
};
const MergedPerson = builder.objectRef("MergedPerson").implement({
	description: "A person who was merged into another person.",
	fields: (t) => ({
		id: t.exposeID("id", { description: "The id before the merge." }),
		fullName: t.exposeString("fullName", { description: "The full name before the merge." })
	})
});
const PersonMergeConnection = createConnectionType("PersonMerge", builder.objectRef("PersonMerge").implement({
	description: "An undoable merge of people.",
	fields: (t) => ({
		id: t.exposeID("id", { description: "The merge's id, for `unmergePeople`." }),
		survivorId: t.exposeID("survivorId", { description: "The survivor's id." }),
		survivor: t.field(personField("survivorId", "The person into whom other people were merged.")),
		people: t.field({
			type: [MergedPerson],
			description: "The merged people.",
			resolve: listMergedPeople
		}),
		createdAt: t.expose("createdAt", {
			type: "DateTime",
			description: "The time of the merge."
		}),
		createdById: t.exposeID("createdBy", optional("The id of the user who merged the people.")),
		createdBy: t.field(userField("createdBy", "The user who merged the people."))
	})
}));
const undoableMerges = "undoable merges into a person, newest first.";
builder.objectField(Person, "merges", (t) => t.field({
	type: PersonMergeConnection,
	description: `The ${undoableMerges}`,
	args: pageArgs(t),
	resolve: (person, args, ctx, info) => resolveChildConnection(ctx, info, "Person.merges", person, args, mergesOfPerson)
}));
const MergeValue = builder.objectRef("PersonMergeValue").implement({
	description: "The value of a field after a merge.",
	fields: (t) => ({
		field: t.exposeString("field", { description: "The field's name; for a custom field, `customFields.` and its key." }),
		value: t.expose("value", {
			type: "JSON",
			...optional("The field's value.")
		}),
		personId: t.exposeID("personId", optional("The id of the person who provides the value.")),
		person: t.field(personField("personId", "The person who provides the value."))
	})
});
const MergeMoves = builder.objectRef("PersonMergeMoves").implement({ description: "The numbers of records that move to the survivor." });
/** Adds the number of records of one kind to the merge preview. */
const addMergeCount = (name, scope, count) => builder.objectField(MergeMoves, name, (t) => t.int({
	...optional(`The number of ${name}.`),
	resolve: (ids, _, ctx) => ctx.viewer.rights.has(scope) ? count(ctx, ids) : null
}));
/** Creates a function that sums the record counts of several people. */
const sumCounts$1 = ({ counts }) => async (ctx, personIds) => {
	return (await Promise.all(personIds.map((id) => counts(ctx, id)))).reduce((sum, number) => sum + (number ?? 0), 0);
};
const PersonMergePreview = builder.objectRef("PersonMergePreview").implement({
	description: "A preview of a merge of people.",
	fields: (t) => ({
		values: t.expose("values", {
			type: [MergeValue],
			description: "The resulting field values."
		}),
		emails: t.expose("emails", {
			type: [Email],
			description: "The resulting email addresses."
		}),
		phones: t.expose("phones", {
			type: [Phone],
			description: "The resulting phone numbers."
		}),
		tags: t.exposeStringList("tags", { description: "The resulting tag names." }),
		collaborators: t.field({
			type: [User],
			description: "The resulting collaborators.",
			resolve: ({ collaboratorIds }, _, ctx) => loadAll(ctx, collaboratorIds, loadUser)
		}),
		moves: t.expose("otherIds", {
			type: MergeMoves,
			description: "The numbers of records that move to the survivor."
		})
	})
});
const otherIdsArg = (t) => ({ otherIds: t.arg.idList({
	required: true,
	description: "The ids of 1 to 10 people to merge.",
	extensions: limits({
		type: "array",
		minItems: 1,
		maxItems: 10
	})
}) });
builder.queryFields((t) => ({
	personMerges: t.field({
		type: PersonMergeConnection,
		description: `Returns the ${undoableMerges}`,
		extensions: needs("people.view"),
		args: {
			...pageArgs(t),
			id: idArg(t, "The person's id.")
		},
		resolve: (_, { id, ...page }, ctx) => resolveConnection(ctx, page, {
			list: ["personMerges", id],
			page: (request) => listMerges(ctx, id, request),
			total: () => countMerges(ctx, id)
		})
	}),
	mergePeoplePreview: t.field({
		type: PersonMergePreview,
		nullable: true,
		extensions: needs("people.edit"),
		description: "Returns a preview of `mergePeople`.",
		args: {
			id: idArg(t, "The survivor's id."),
			...otherIdsArg(t)
		},
		resolve: (_, { id, otherIds }, ctx) => mergePeoplePreview(ctx, id, otherIds)
	})
}));
recordMutations({
	type: Person,
	noun: "person",
	scope: "people.edit"
}).action("mergePeople", {
	actions: [{
		action: "merge",
		isPossible: (_, { trashedAt }) => !trashedAt
	}],
	description: "Merges people into a survivor, whose values take precedence; empty fields are filled from the others, and lists are combined. Related records move to the survivor. The others are deleted until `unmergePeople`. Errors: CONFLICT (the survivor is in Trash, or more than 10,000 records of one kind would move).",
	idDescription: "The survivor's id.",
	args: otherIdsArg,
	resolve: (ctx, id, { otherIds }) => mergePeople(ctx, id, otherIds)
});
addMutation("unmergePeople", {
	scopes: ["people.edit"],
	description: "Undoes a merge: restores the merged people with their records, and removes what the merge added to the survivor. Errors: CONFLICT (the merge is already undone, a later merge exists, or the survivor would have no name, email or phone).",
	args: (t) => ({ mergeId: idArg(t, "The merge's id, from `Person.merges`.") }),
	resolve: (ctx, { mergeId }) => unmergePeople(ctx, mergeId),
	payload: (t) => ({
		person: t.expose("person", {
			type: Person,
			description: "The merge's survivor."
		}),
		people: t.expose("people", {
			type: [Person],
			extensions: { atMost: {
				parents: 10,
				named: ""
			} },
			description: "The restored people."
		})
	})
});
// src/resources/people/rest.ts
const listSelection = `
  id firstName lastName fullName createdAt
  emails { value type isPrimary }
  phones { value type status isPrimary isBad }
  assignedAgentId: assigneeId assignedAgentName: assigneeName stageId stageName source tags: tagList price`;
const fullSelection$2 = `${listSelection} updatedAt assignedAgentEmail: assigneeEmail timeframe background relationship customFields externalIds { source externalId }`;
const variableDefinitions$3 = `$firstName: PersonName, $lastName: PersonName, $emails: [PersonEmailInput!], $phones: [PersonPhoneInput!], $assignedAgentId: ID,
  $collaboratorIds: [ID!], $stageId: ID, $source: ShortText, $tags: [TagName!], $price: Money, $timeframe: ShortText, $background: LongText, $relationship: Boolean,
  $customFields: JSON, $externalId: ExternalId, $externalSource: ExternalSource`;
const inputFields$2 = `firstName: $firstName, lastName: $lastName, emails: $emails, phones: $phones, assigneeId: $assignedAgentId,
  collaboratorIds: $collaboratorIds, stageId: $stageId, source: $source, tags: $tags, price: $price, timeframe: $timeframe,
  background: $background, relationship: $relationship, customFields: $customFields, externalId: $externalId, externalSource: $externalSource`;
const bulkSelection$1 = `succeeded failed results { index person { ${fullSelection$2} } error { code message details { field message code } } }`;
const peopleRoutes = [
	get$3("/v1/people", reply.list, "List contacts, newest first", { contract: true })`
    query ListPeople($limit: Int, $cursor: String, $includeTrash: Boolean, $assignedAgentId: ID, $stageId: ID, $source: String, $tag: String, $externalId: ExternalId, $externalSource: ExternalSource,
      $where: [PersonWhere!], $orderBy: PersonOrderField, $direction: SortDirection) {
      people(first: $limit, after: $cursor, includeTrash: $includeTrash, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { assigneeId: { eq: $assignedAgentId }, stageId: { eq: $stageId }, source: { eq: $source }, tags: { has: $tag }, externalId: { eq: $externalId, source: $externalSource }, and: $where }) {
        nodes { ${listSelection} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/people/search", reply.list, "Search contacts by id, email, phone or name, best matches first", {
		contract: true,
		aliases: {
			id: ["contactId", "personId"],
			name: ["fullName", "q"]
		}
	})`
    query SearchPeople($id: ID, $email: String, $phone: String, $name: String, $limit: Int, $cursor: String, $includeTrash: Boolean) {
      searchPeople(by: { id: $id, email: $email, phone: $phone, name: $name }, first: $limit, after: $cursor, includeTrash: $includeTrash) {
        nodes { ${fullSelection$2} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/people/{id}", reply.record, "Get a contact", { contract: true })`
    query GetPerson($id: ID!) { person(id: $id) { ${fullSelection$2} } }`,
	del("/v1/people/{id}", reply.messageWithData("Contact deleted", { deleted: true }), "Move a contact to Trash, or permanently delete the contact", { contract: true })`
    mutation DeletePerson($id: ID!, $permanent: Boolean) { deletePerson(id: $id, permanent: $permanent) { permanent: isPermanent } }`,
	get$3("/v1/people/{id}/tags", reply.record, "List the tags of a contact", { contract: true })`
    query GetPersonTags($id: ID!) { person(id: $id) { tags: tagList } }`,
	post("/v1/people/{id}/tags", reply.record, "Add tags to a contact", { contract: true })`
    mutation AddPersonTags($id: ID!, $tags: [TagName!]!) { addPersonTags(id: $id, tags: $tags) { count person { ${fullSelection$2} } } }`,
	post("/v1/people", reply.createdOrFound("/v1/people/{id}"), "Create a contact, or return or update a duplicate")`
    mutation CreatePerson(${variableDefinitions$3}, $onDuplicate: OnDuplicate) { createPerson(input: { ${inputFields$2}, onDuplicate: $onDuplicate }) { person { ${fullSelection$2} } } }`,
	put("/v1/people/{id}", reply.record, "Update a contact")`
    mutation UpdatePerson($id: ID!, ${variableDefinitions$3}) { updatePerson(id: $id, input: { ${inputFields$2} }) { person { ${fullSelection$2} } } }`,
	post("/v1/people/{id}/restore", reply.message("Contact restored"), "Restore a contact from Trash")`
    mutation RestorePerson($id: ID!) { restorePerson(id: $id) { person { id } } }`,
	get$3("/v1/people/{id}/collaborators", reply.record, "List the collaborators of a contact")`
    query GetPersonCollaborators($id: ID!) { person(id: $id) { id collaborators { id fullName } } }`,
	post("/v1/people/{id}/collaborators", reply.record, "Add collaborators to a contact")`
    mutation AddPersonCollaborators($id: ID!, $userIds: [ID!]!) {
      addPersonCollaborators(id: $id, userIds: $userIds) { person { id collaborators { id fullName } } }
    }`,
	post("/v1/people/{id}/merge", reply.record, "Merge other contacts into a contact")`
    mutation MergePeople($id: ID!, $otherIds: [ID!]!) { mergePeople(id: $id, otherIds: $otherIds) { person { ${fullSelection$2} } } }`,
	post("/v1/people/bulk", reply.record, "Create up to 100 contacts")`
    mutation CreatePeople($people: [CreatePersonInput!]!) { createPeople(input: $people) { ${bulkSelection$1} } }`,
	put("/v1/people/bulk", reply.record, "Update up to 100 contacts")`
    mutation UpdatePeople($people: [UpdatePeopleInput!]!) { updatePeople(input: $people) { ${bulkSelection$1} } }`,
	post("/v1/people/bulk/tags", reply.record, "Tag up to 100 contacts")`
    mutation TagPeople($ids: [ID!]!, $add: [TagName!], $remove: [TagName!]) { tagPeople(input: { ids: $ids, add: $add, remove: $remove }) { ${bulkSelection$1} } }`,
	get$3("/v1/people/{id}/merge-preview", reply.record, "Preview a merge of contacts")`
    query PreviewMergePeople($id: ID!, $otherIds: [ID!]!) {
      mergePeoplePreview(id: $id, otherIds: $otherIds) {
        values { field value personId } emails { value type isPrimary } phones { value type status isPrimary isBad } tags
        collaborators { id fullName } moves { activities tasks deals appointments }
      }
    }`,
	get$3("/v1/people/{id}/merges", reply.list, "List the undoable merges into a contact, newest first")`
    query ListPersonMerges($id: ID!, $limit: Int, $cursor: String) {
      personMerges(id: $id, first: $limit, after: $cursor) {
        nodes { id survivorId people { id fullName } createdAt mergedBy: createdBy { id fullName } } pageInfo { hasNextPage endCursor }
      }
    }`,
	post("/v1/people/merges/{mergeId}/undo", reply.record, "Undo a merge of contacts")`
    mutation UnmergePeople($mergeId: ID!) { unmergePeople(mergeId: $mergeId) { person { ${fullSelection$2} } people { ${fullSelection$2} } } }`,
	del("/v1/people/{id}/collaborators/{userId}", reply.record, "Remove a collaborator from a contact")`
    mutation RemovePersonCollaborator($id: ID!, $userId: ID!) {
      removePersonCollaborators(id: $id, userIds: [$userId]) { person { id collaborators { id fullName } } }
    }`
];
// src/resources/activities/table.ts
declareEvents("activity", [
	"created",
	"updated",
	"deleted"
], ["starred"]);
declarePersonReferences({
	onMerge: "move",
	onDelete: "cascade",
	table: "activities",
	event: "activity.updated"
});
// src/resources/activities/policy.ts
/**
* An activity is visible to callers who can view its person. The author, the author's Team Leaders,
* Owner and Admin can edit it.
*/
const activityPolicy = definePolicy({
	table: "activities",
	scope: "activities.view",
	view: [byColumn("personId", viewableRecords(personPolicy), { isRequired: true })],
	edit: [byColumn("createdBy", usersWithin("role"))]
});
// src/resources/activities/filter-spec.ts
const activityFilterSpec = {
	table: "activities",
	prefix: "activity",
	policy: activityPolicy,
	fields: {
		id,
		personId: {
			...indexed("ID", "personId", "The person's id. `eq` can fail with NOT_FOUND or FORBIDDEN."),
			checkIdFormat: true
		},
		type: indexed("Enum", "type", "The activity type."),
		createdById: indexed("ID?", "createdBy", "The creator's id."),
		channel: unindexed("String", "channel", "The channel."),
		direction: unindexed("Enum?", "direction", "The direction of contact."),
		starred: unindexed("Boolean", "starred", "Whether the activity is starred."),
		createdAt,
		...externalIdConditions("activity", "activities")
	},
	expansions: externalIdParsers,
	relations: { person: {
		description: "The person involved.",
		target: personFilterSpec,
		via: { ownColumn: "personId" }
	} },
	orders: { createdAt: descending("id", "The time at which the activity was logged.") }
};
addRelation(personFilterSpec, "activities", {
	description: "The person's activities.",
	target: activityFilterSpec,
	via: { targetColumn: "personId" }
});
// src/resources/activities/operations.ts
const auditedFields$5 = [
	"personId",
	"type",
	"channel",
	"direction",
	"content",
	"starred"
];
const { get: get$2, getForUpdate: getForUpdate$2, load: load$2 } = createRecordReads(activityPolicy, "Activity", {
	scope: "activities.create",
	forbiddenMessage: "Only the author, the author's Team Leaders, Owner and Admin can change an activity"
});
/** Lists visible activities. @throws NOT_FOUND, FORBIDDEN for the person in `where.personId` */
const activities = filteredList({
	spec: activityFilterSpec,
	check: async (ctx, { where }) => {
		const personId = (where?.["personId"])?.eq;
		if (typeof personId === "string") await requireVisiblePerson(ctx, personId);
	}
});
declareExport("activities", {
	type: "Activity",
	list: activities,
	readColumns: async (ctx, row) => ({
		person: row.personId,
		author: await getUserEmail(ctx, row, "createdBy")
	})
});
const activitiesOfPerson = relatedList(personFilterSpec, "activities");
const activityTypeByChannel = /* @__PURE__ */ new Map([
	["call", "call"],
	["phone", "call"],
	["email", "email"],
	["note", "note"],
	["meeting", "meeting"],
	["appointment", "meeting"],
	["sms", "sms"],
	["text", "sms"]
]);
/** Logs an activity; by default, the channel determines its type. @throws VALIDATION_ERROR */
async function createActivity(ctx, input) {
	requireScope(ctx.viewer, "activities.create");
	await checkReferences(findMissingExternalId(input), findUnknownPeople(ctx, [["personId", input.personId]]));
	const row = {
		...newRecord(ctx, "activity"),
		personId: input.personId,
		type: input.type ?? activityTypeByChannel.get(input.channel.toLowerCase()) ?? "activity",
		channel: input.channel,
		direction: input.direction ?? null,
		content: input.content ?? null,
		starred: Number(input.starred ?? false),
		agentName: ctx.viewer.fullName
	};
	return insertRecord(ctx, "activities", row, "activity.created", auditedFields$5, async () => {
		await refreshLastActivity(ctx, row.personId);
		return replaceExternalIds(ctx, "activity", row.id, input);
	});
}
/** Updates an activity. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR */
async function updateActivity(ctx, id, input) {
	const activity = await getForUpdate$2(ctx, id);
	const { starred, externalId, externalSource, externalIds, ...columns } = requireSomeField(input);
	await checkReferences(findMissingExternalId(input));
	const patch = {
		...columns,
		...starred !== void 0 && { starred: Number(starred) }
	};
	const externalIdChanges = await replaceExternalIds(ctx, "activity", id, input);
	return updateRecord(ctx, "activities", activity, patch, "activity.updated", externalIdChanges);
}
/** Deletes an activity permanently. @throws NOT_FOUND, FORBIDDEN */
async function deleteActivity(ctx, id) {
	const activity = await getForUpdate$2(ctx, id);
	const changes = changesBetween(activity, {}, ["personId", "type"]);
	await deleteRecord(ctx, activityPolicy, activity, {
		type: "activity.deleted",
		changes
	});
	await refreshLastActivity(ctx, activity.personId);
	return { id };
}
// src/resources/activities/graphql.ts
const ActivityType = defineEnum("ActivityType", "The type of an activity.", {
	call: "A phone call.",
	email: "An email.",
	note: "A note.",
	meeting: "A meeting.",
	sms: "A text message.",
	activity: "Any other activity."
});
const ActivityDirection = defineEnum("ActivityDirection", "The direction of an activity.", {
	inbound: "The person contacted the company.",
	outbound: "The company contacted the person."
});
const Activity = builder.objectRef("Activity").implement({
	description: "A logged interaction with a person.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		personId: t.exposeID("personId", { description: "The person's id." }),
		person: t.field(personField("personId", "The person involved.")),
		type: t.expose("type", {
			type: ActivityType,
			description: "The activity type."
		}),
		channel: t.exposeString("channel", { description: "The channel, as entered." }),
		direction: t.expose("direction", {
			type: ActivityDirection,
			...optional("The direction of contact; null if not applicable.")
		}),
		content: t.exposeString("content", optional("The notes.")),
		createdByName: t.exposeString("agentName", { description: "The creator's full name at creation." }),
		starred: t.exposeBoolean("starred", { description: "Whether the activity is starred." })
	})
});
addExternalIds(Activity, "activity");
addMergeCount("activities", "activities.view", sumCounts$1(activitiesOfPerson));
const { addListTo: addActivitiesTo } = registerRecord(Activity, {
	filterSpec: activityFilterSpec,
	filterTypes: {
		type: ActivityType,
		direction: ActivityDirection,
		...externalIdWhere
	},
	load: load$2,
	one: {
		description: "Returns an activity by id.",
		get: get$2
	},
	many: {
		name: "activities",
		description: "Returns activities, newest first.",
		list: activities
	}
});
addActivitiesTo(Person, "activities", activitiesOfPerson);
const contentOptions = {
	type: "LongText",
	description: "The notes, up to 5,000 characters."
};
const directionOptions = {
	type: ActivityDirection,
	description: "The direction of contact."
};
const starredOptions = { description: "Whether the activity is starred." };
const mutations$7 = recordMutations({
	type: Activity,
	noun: "activity",
	scope: "activities.create"
});
mutations$7.create("createActivity", {
	description: "Logs an activity for a person.",
	input: (t) => ({
		personId: t.id({
			required: true,
			description: "The person's id."
		}),
		channel: t.field({
			type: "Channel",
			required: true,
			description: "The channel, which determines the default of `type`."
		}),
		type: t.field({
			type: ActivityType,
			description: "The activity type; by default derived from the channel."
		}),
		direction: t.field(directionOptions),
		content: t.field(contentOptions),
		starred: t.boolean({
			...starredOptions,
			defaultValue: false
		}),
		...externalIdFields(t)
	}),
	inputType: { description: "Input for logging an activity." },
	resolve: createActivity
});
mutations$7.update("updateActivity", {
	input: (t) => ({
		content: t.field(contentOptions),
		type: t.field({
			type: ActivityType,
			description: "The activity type.",
			extensions: notNull
		}),
		direction: t.field(directionOptions),
		starred: t.boolean({
			...starredOptions,
			extensions: notNull
		}),
		...externalIdFields(t)
	}),
	resolve: updateActivity
});
mutations$7.delete("deleteActivity", { resolve: deleteActivity });
// src/resources/activities/rest.ts
const selection$9 = "id personId type createdAt channel direction content agentName: createdByName starred";
const fullSelection$1 = `${selection$9} externalIds { source externalId }`;
const activityRoutes = [
	post("/v1/activities", reply.created("/v1/activities/{id}"), "Log an activity for a contact", { contract: true })`
    mutation CreateActivity($personId: ID!, $channel: Channel!, $content: LongText, $type: ActivityType, $direction: ActivityDirection, $starred: Boolean,
      $externalId: ExternalId, $externalSource: ExternalSource) {
      createActivity(input: { personId: $personId, channel: $channel, content: $content, type: $type, direction: $direction, starred: $starred,
        externalId: $externalId, externalSource: $externalSource }) { activity { ${selection$9} } }
    }`,
	get$3("/v1/activities", reply.list, "List a contact's activities, newest first", {
		contract: true,
		aliases: { personId: ["contactId"] }
	})`
    query ListActivities($personId: ID!, $type: ActivityType, $limit: Int, $cursor: String,
      $where: [ActivityWhere!], $orderBy: ActivityOrderField, $direction: SortDirection) {
      activities(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }], where: { personId: { eq: $personId }, type: { eq: $type }, and: $where }) {
        nodes { ${selection$9} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/activities/search", reply.list, "List activities across contacts, newest first")`
    query SearchActivities($type: ActivityType, $authorId: ID, $from: DateTime, $before: DateTime, $externalId: ExternalId, $externalSource: ExternalSource, $limit: Int, $cursor: String,
      $where: [ActivityWhere!], $orderBy: ActivityOrderField, $direction: SortDirection) {
      activities(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { type: { eq: $type }, createdById: { eq: $authorId }, createdAt: { gte: $from, lt: $before },
          externalId: { eq: $externalId, source: $externalSource }, and: $where }) {
        nodes { ${fullSelection$1} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/activities/{id}", reply.record, "Get an activity")`
    query GetActivity($id: ID!) { activity(id: $id) { ${fullSelection$1} } }`,
	put("/v1/activities/{id}", reply.message("Activity updated"), "Update an activity", { contract: true })`
    mutation UpdateActivity($id: ID!, $content: LongText, $type: ActivityType, $direction: ActivityDirection, $starred: Boolean,
      $externalId: ExternalId, $externalSource: ExternalSource) {
      updateActivity(id: $id, input: { content: $content, type: $type, direction: $direction, starred: $starred,
        externalId: $externalId, externalSource: $externalSource }) { activity { id } }
    }`,
	del("/v1/activities/{id}", reply.message("Activity deleted"), "Delete an activity", { contract: true })`
    mutation DeleteActivity($id: ID!) { deleteActivity(id: $id) { deletedId } }`
];
// src/resources/pipelines/graphql.ts
const PipelineStageType = defineEnum("PipelineStageType", "The type of a stage, which is the status of its deals.", {
	open: "Deals in the stage are open.",
	won: "Deals in the stage are won.",
	lost: "Deals in the stage are lost."
});
const PipelineStage = builder.objectRef("PipelineStage").implement({
	description: "A stage of a pipeline and a column of its board.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		name: t.exposeString("name", { description: "The stage's name." }),
		type: t.expose("type", {
			type: PipelineStageType,
			description: "The stage's type."
		}),
		position: t.exposeInt("position", { description: "The zero-based position." }),
		pipelineId: t.exposeID("pipelineId", { description: "The pipeline's id." })
	})
});
const Pipeline = builder.objectRef("Pipeline").implement({
	description: "A sequence of stages for deals.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		name: t.exposeString("name", { description: "The pipeline's name." }),
		position: t.exposeInt("position", { description: "The zero-based position." }),
		stages: t.field(relationToMany(PipelineStage, loadStagesOfPipeline, "The stages, in order."))
	})
});
builder.objectField(PipelineStage, "pipeline", (t) => t.field(requiredRelation(Pipeline, loadPipeline, "pipelineId", "The pipeline.")));
registerNodeType("pipelinestage", {
	type: "PipelineStage",
	policy: pipelineStagePolicy,
	load: loadPipelineStage
});
registerRecord(Pipeline, {
	filterSpec: pipelineFilterSpec,
	load: loadPipeline,
	one: {
		description: "Returns a pipeline by id.",
		get: getPipeline
	},
	many: {
		name: "pipelines",
		description: "Returns the pipelines, ordered by position.",
		list: pipelines
	}
});
const stageListLimits = limits({
	type: "array",
	minItems: 1,
	maxItems: 50,
	contains: hasValue("type", "open")
});
const nameOptions = {
	type: "Label",
	description: "The pipeline's name."
};
const stageFields = (t) => ({
	name: t.field({
		type: "Label",
		required: true,
		description: "The stage's name."
	}),
	type: t.field({
		type: PipelineStageType,
		required: true,
		description: "The stage's type."
	})
});
const CreateStageInput = builder.inputType("CreatePipelineStageInput", {
	description: "A stage of a new pipeline.",
	fields: stageFields
});
const UpdateStageInput = builder.inputType("UpdatePipelineStageInput", {
	description: "An existing or new stage of a pipeline.",
	fields: (t) => ({
		id: t.id({ description: "An existing stage's id; omit `id` for a new stage." }),
		...stageFields(t)
	})
});
const mutations$6 = recordMutations({
	type: Pipeline,
	noun: "pipeline",
	scope: "pipelines.manage"
});
mutations$6.create("createPipeline", {
	description: "Creates a pipeline with its stages.",
	input: (t) => ({
		name: t.field({
			...nameOptions,
			required: true
		}),
		stages: t.field({
			type: [CreateStageInput],
			required: true,
			description: "The stages: 1 to 50, at least one of type `open`.",
			extensions: stageListLimits
		})
	}),
	resolve: createPipeline
});
mutations$6.update("updatePipeline", {
	description: "Updates a pipeline. Errors: CONFLICT (a deleted stage has deals and `moveDealsTo` is omitted, or more than 2,000 deals would move).",
	input: (t) => ({
		name: t.field({
			...nameOptions,
			extensions: notNull
		}),
		position: t.field(positionInput),
		stages: t.field({
			type: [UpdateStageInput],
			description: "All stages in order: 1 to 50, at least one of type `open`. Missing stages are deleted.",
			extensions: {
				...stageListLimits,
				...notNull
			}
		}),
		moveDealsTo: t.id({ description: "The id of the stage that receives the deals of deleted stages." })
	}),
	resolve: updatePipeline
});
mutations$6.delete("deletePipeline", {
	actions: [{
		action: "delete",
		isPossible: canDeletePipeline
	}],
	description: "Deletes a pipeline with its stages. Errors: CONFLICT (the pipeline is the last one, has deals and `moveTo` is omitted, or has more than 2,000 deals).",
	args: (t) => ({ moveTo: t.arg.id({
		description: "The id of another pipeline's stage, to which the deals move; required if the pipeline has deals.",
		extensions: idSchema
	}) }),
	resolve: (ctx, id, { moveTo }) => deletePipeline(ctx, id, moveTo)
});
// src/resources/pipelines/rest.ts
const selection$8 = "id name position stages { id name type position } version createdAt updatedAt";
const pipelineRoutes = [
	get$3("/v1/pipelines", reply.list, "List pipelines by position")`
    query ListPipelines($limit: Int, $cursor: String, $name: String, $stageId: ID,
      $where: [PipelineWhere!], $orderBy: PipelineOrderField, $direction: SortDirection) {
      pipelines(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { name: { contains: $name }, stageId: { eq: $stageId }, and: $where }) {
        nodes { ${selection$8} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/pipelines/{id}", reply.record, "Get a pipeline")`
    query GetPipeline($id: ID!) { pipeline(id: $id) { ${selection$8} } }`,
	post("/v1/pipelines", reply.created("/v1/pipelines/{id}"), "Create a pipeline with its stages")`
    mutation CreatePipeline($name: Label!, $stages: [CreatePipelineStageInput!]!) {
      createPipeline(input: { name: $name, stages: $stages }) { pipeline { ${selection$8} } }
    }`,
	put("/v1/pipelines/{id}", reply.record, "Update a pipeline")`
    mutation UpdatePipeline($id: ID!, $name: Label, $position: Position, $stages: [UpdatePipelineStageInput!], $moveDealsTo: ID) {
      updatePipeline(id: $id, input: { name: $name, position: $position, stages: $stages, moveDealsTo: $moveDealsTo }) { pipeline { ${selection$8} } }
    }`,
	del("/v1/pipelines/{id}", reply.message("Pipeline deleted"), "Delete a pipeline; its deals move to the stage in `moveTo`")`
    mutation DeletePipeline($id: ID!, $moveTo: ID) { deletePipeline(id: $id, moveTo: $moveTo) { deletedId } }`
];
// src/resources/deals/table.ts
declareEvents("deal", [
	"created",
	"updated",
	"moved",
	"deleted"
]);
declarePersonReferences({
	onMerge: "relink",
	onDelete: "unlink",
	table: "dealPeople",
	column: "dealId",
	recordTable: "deals",
	event: "deal.updated",
	field: "peopleIds"
});
// src/resources/deals/policy.ts
/**
* A deal is visible to callers whose data scope covers its assignee, to members of its teams, and
* to callers who can view one of its people. The scope `deals.view` also limits the last rule;
* otherwise, a key with `deals.view.own` could view every deal with a person.
*/
const dealPolicy = definePolicy({
	table: "deals",
	scope: "deals.view",
	view: [
		byColumn("assignedAgentId", usersWithin("deals.view")),
		byLink({
			table: "dealPeople",
			recordColumn: "dealId",
			valueColumn: "personId"
		}, viewableRecords(personPolicy, ["people.view", "deals.view"])),
		byLink({
			table: "dealTeams",
			recordColumn: "dealId",
			valueColumn: "teamId"
		}, callersTeams)
	]
});
// src/resources/deals/filter-spec.ts
const hasStatus = (p, value, operator) => sql`"deals"."stageId" in (select "id" from "pipelineStages" where "companyId" = ${p.companyId} and ${compare(sql`"type"`, operator, value)})`;
const dealFilterSpec = {
	table: "deals",
	prefix: "deal",
	policy: dealPolicy,
	fields: {
		id,
		title: foldedText("The deal's title", sql`"deals"."title"`),
		assigneeId: indexed("ID?", "assignedAgentId", "The assignee's id."),
		stageId: indexed("ID", "stageId", "The stage's id."),
		pipelineId: indexed("ID", "pipelineId", "The pipeline's id."),
		personId: {
			description: "The id of one of the deal's people.",
			type: "ID",
			nullable: true,
			...linkedRows("deals", {
				table: "dealPeople",
				recordColumn: "dealId",
				column: "personId",
				isVisible: (p, scope) => personPolicy.canViewReferenced(p, scope, "link.personId")
			})
		},
		teamId: {
			description: "The id of one of the deal's teams.",
			type: "ID",
			nullable: true,
			...linkedRows("deals", {
				table: "dealTeams",
				recordColumn: "dealId",
				column: "teamId"
			})
		},
		status: {
			description: "The deal's status.",
			type: "Enum",
			predicate: (p, _s, value, operator) => hasStatus(p, value, operator),
			matchingIds: (p, _s, value, operator) => sql`select "id" from "deals" where "companyId" = ${p.companyId} and ${hasStatus(p, value, operator)}`
		},
		price: indexed("Float?", "price", "The price."),
		commission: unindexed("Float?", "commission", "The commission amount."),
		closeDate: indexed("DateTime?", "closeDate", "The closing time."),
		stageEnteredAt: indexed("DateTime", "stageEnteredAt", "The stage entry time."),
		createdAt,
		updatedAt: indexed("DateTime", "updatedAt", "The update time."),
		...customFieldConditions("deal", "deals"),
		...externalIdConditions("deal", "deals")
	},
	expansions: {
		customFields: (ctx, conditions) => parseConditions(ctx, "deal", conditions),
		...externalIdParsers
	},
	relations: {},
	orders: {
		createdAt: descending("id", "The creation time."),
		updatedAt: descending("updatedAt", "The update time."),
		price: descending("price", "The price.", { nullable: true }),
		closeDate: descending("closeDate", "The closing time.", { nullable: true }),
		stageEnteredAt: descending("stageEnteredAt", "The stage entry time.")
	}
};
addRelation(personFilterSpec, "deals", {
	description: "The person's deals.",
	target: dealFilterSpec,
	via: {
		linkTable: "dealPeople",
		recordColumn: "personId",
		targetColumn: "dealId"
	}
});
addRelation(dealFilterSpec, "people", {
	description: "The deal's people.",
	target: personFilterSpec,
	via: {
		linkTable: "dealPeople",
		recordColumn: "dealId",
		targetColumn: "personId"
	}
});
// src/crud/link-list.ts
/** Ordered lists of linked records, such as a deal's people, stored in a link table. */
const toIds = (links = []) => links.map(({ targetId }) => targetId);
var LinkList = class {
	/** Loads the ids of the linked records that the caller can view, in list order. */
	load;
	#linkTable;
	#allLinksQuery = query((_, p) => this.#select(p));
	#loadVisible = scopedQuery((p, scope) => {
		const { table, targetColumn, canView } = this.#linkTable;
		return this.#select(p, canView && sql` and ${canView(p, scope, `${table}.${targetColumn}`)}`);
	});
	constructor(linkTable) {
		this.#linkTable = linkTable;
		this.load = createLoader((ctx, ids) => mapMaybePromise(this.#loadVisible(ctx, { ids: encodeListParam(ids) }), (links) => {
			const linksByRecordId = Map.groupBy(links, ({ recordId }) => recordId);
			return new Map([...linksByRecordId].map(([id, group]) => [id, toIds(group)]));
		}));
	}
	/** Returns a callback that counts the visible records linked to any of the target ids. */
	createRecordCounter(policy) {
		const { table, recordColumn, targetColumn } = this.#linkTable;
		const countRecords = scopedQuery((p, scope) => sql`select count(*) as "total" from ${sql.table(policy.table)}
          where "companyId" = ${p.companyId} and ${policy.canView(p, scope)}
            and "id" in (select ${sql.ref(recordColumn)} from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn(targetColumn, p.ids)})`);
		return async (ctx, ids) => (await countRecords(ctx, { ids: encodeListParam(ids) }))[0]?.total ?? 0;
	}
	/** Replaces the list unless `newIds` is undefined; moves entries hidden from the caller last. */
	async replace(ctx, recordId, newIds) {
		if (newIds === void 0) return [];
		const { field, canView } = this.#linkTable;
		const { companyId } = ctx.viewer;
		const ids = encodeListParam([recordId]);
		const idsBefore = toIds(await ctx.db.all(this.#allLinksQuery, {
			companyId,
			ids
		}));
		const visibleIds = canView && idsBefore.length > 0 ? toIds(await this.#loadVisible(ctx, { ids })) : idsBefore;
		const hiddenIds = idsBefore.filter((id) => !visibleIds.includes(id));
		const idsAfter = [.../* @__PURE__ */ new Set([...newIds ?? [], ...hiddenIds])];
		if (idsAfter.length === idsBefore.length && visibleIds.every((id, i) => idsAfter[i] === id)) return [];
		const changes = changesBetween({ [field]: idsBefore }, { [field]: idsAfter }, [field]);
		if (changes.length > 0) await this.#writeLinks(ctx, recordId, idsAfter);
		return changes;
	}
	async #writeLinks(ctx, recordId, ids) {
		const { table, recordColumn, targetColumn } = this.#linkTable;
		const recordKey = {
			companyId: ctx.viewer.companyId,
			[recordColumn]: recordId
		};
		await ctx.db.delete(table, recordKey);
		for (const [position, id] of ids.entries()) await ctx.db.insert(table, {
			...recordKey,
			[targetColumn]: id,
			position
		});
	}
	#select(p, condition = sql``) {
		const { table, recordColumn, targetColumn } = this.#linkTable;
		return sql`select ${sql.ref(recordColumn)} as "recordId", ${sql.ref(targetColumn)} as "targetId" from ${sql.table(table)}
      where "companyId" = ${p.companyId} and ${isIn(recordColumn, p.ids)}${condition} order by ${sql.ref(recordColumn)}, "position"`;
	}
};
// src/resources/deals/queries.ts
/** Returns a `from` clause that selects the deals of a stage except deal `id`. */
const fromStage = (p) => sql`from "deals" where "companyId" = ${p.companyId} and "stageId" = ${p.stageId} and "id" != ${p.id}`;
const ranksFrom = query((_, p) => sql`select "rank" ${fromStage(p)} order by "rank" limit ${p.limit} offset ${p.offset}`);
const lastRank = query((_, p) => sql`select "rank" ${fromStage(p)} order by "rank" desc limit 1`);
/** Selects the nearest rank below or above a rank. */
const neighborRank = queryFamily((_, p, side) => side === "below" ? sql`select "rank" ${fromStage(p)} and "rank" < ${p.rank} order by "rank" desc limit 1` : sql`select "rank" ${fromStage(p)} and "rank" > ${p.rank} order by "rank" limit 1`);
/**
* Returns the rank prefix by which `dealRankCounts` groups deals: the rank's integer part without
* its last digit. The first letter encodes the integer part's length: Z and a have one digit, Y and
* b two, X and c three, W and d four. Prefixes sort like ranks; a change requires a migration.
*/
const getPrefix = (rank) => sql`substr(${rank}, 1, case substr(${rank}, 1, 1) when 'c' then 3 when 'X' then 3 when 'd' then 4 when 'W' then 4 else 2 end)`;
/** Sums the stored counts of the prefixes from `floor` (included) to `prefix` (excluded). */
const sumCounts = (companyId, stageId, floor, prefix) => sql`cast((select coalesce(sum("deals"), 0) from "dealRankCounts" as "part"
  where "part"."companyId" = ${companyId} and "part"."stageId" = ${stageId} and "part"."prefix" >= ${floor} and "part"."prefix" < ${prefix}) as bigint)`;
/** Counts the deals that have a rank with the same prefix below `rank`. */
const countInPrefix = (companyId, stageId, prefix, rank) => sql`(select count(*) from "deals" as "other"
  where "other"."companyId" = ${companyId} and "other"."stageId" = ${stageId} and "other"."rank" >= ${prefix} and "other"."rank" < ${rank})`;
/**
* Counts the deals below a rank except the deal `id`. The query subtracts that deal afterwards,
* because a condition on the id would read every row.
*/
const dealCountBelow = query((_, p) => {
	const [stageId, rank] = [sql`${p.stageId}`, sql`${p.rank}`];
	const prefix = getPrefix(sql`cast(${p.rank} as text)`);
	return sql`
    select ${sumCounts(p.companyId, stageId, sql`''`, prefix)} + ${countInPrefix(p.companyId, stageId, prefix, rank)}
    - (select count(*) from "deals" where "companyId" = ${p.companyId} and "id" = ${p.id} and "stageId" = ${p.stageId} and "rank" < ${p.rank}) as "total"`;
});
/** Selects the zero-based positions of many deals. Sums the counts between two deals only once. */
const positionsOfDeals = query((_, p) => {
	const [stageId, floor, prefix, rank] = [
		"stageId",
		"floor",
		"prefix",
		"rank"
	].map((name) => sql.ref(`wanted.${name}`));
	return sql`
    with "picked" as materialized (
      select "id", "stageId", "rank", ${getPrefix(sql`"rank"`)} as "prefix" from "deals" where "companyId" = ${p.companyId} and ${isIn("id", p.ids)}
    ), "wanted" as (
      select "id", "stageId", "rank", "prefix", lag("prefix", 1, '') over (partition by "stageId" order by "rank") as "floor" from "picked"
    ), "steps" as (
      select "id", "stageId", "rank", ${sumCounts(p.companyId, stageId, floor, prefix)} as "step", ${countInPrefix(p.companyId, stageId, prefix, rank)} as "within" from "wanted"
    )
    select "id", cast(sum("step") over (partition by "stageId" order by "rank") as bigint) + "within" as "order" from "steps"`;
});
const firstDealsOfStage = query((_, p) => sql`select * from "deals" where "companyId" = ${p.companyId} and "stageId" = ${p.stageId}
      order by "rank" limit ${p.limit}`);
/** Selects the deals above a rank, or the deals at or below the rank, nearest first. */
const neighbors$1 = queryFamily((_, p, side) => sql`select "id", "rank" ${fromStage(p)}
      and ${side === "below" ? sql`"rank" <= ${p.rank} order by "rank" desc` : sql`"rank" > ${p.rank} order by "rank"`} limit ${p.limit}`);
/** Assigns temporary ranks to deals, because ranks must always be unique in a stage. */
const assignTemporaryRanks = query((_, p) => sql`update "deals" set "rank" = '~' || "id"
      where "companyId" = ${p.companyId} and "stageId" = ${p.stageId} and ${isIn("id", p.ids)}`);
// src/resources/deals/placement.ts
/**
* Orders the deals of a stage. Each deal has a rank, a fractional index that is compared byte by
* byte, so that moving a deal writes one row even in a long stage.
*/
/** The maximum rank length. Repeated moves into one gap reach it; the deals are then renumbered. */
const maxRankLength = 60;
/** The number of deals renumbered on each side of a gap; it grows if new ranks are too long. */
const renumberedDealsPerSide = 500;
const toStageParams = ({ viewer }, stageId, id) => {
	return {
		companyId: viewer.companyId,
		stageId,
		id
	};
};
/** Finds the gap for a position, ignoring the deal that moves into it. */
async function findGap(ctx, stageId, dealId, { order, before, after }) {
	const stage = toStageParams(ctx, stageId, dealId);
	const findNeighborRank = async (side, rank) => (await ctx.db.first(neighborRank(side), {
		...stage,
		rank
	}))?.rank ?? null;
	if (before) return [await findNeighborRank("below", before.rank), before.rank];
	if (after) return [after.rank, await findNeighborRank("above", after.rank)];
	if (order === 0) return [null, (await ctx.db.first(ranksFrom, {
		...stage,
		offset: 0,
		limit: 1
	}))?.rank ?? null];
	if (order != null) {
		const [lower, upper] = await ctx.db.all(ranksFrom, {
			...stage,
			offset: order - 1,
			limit: 2
		});
		if (lower) return [lower.rank, upper?.rank ?? null];
	}
	return [(await ctx.db.first(lastRank, stage))?.rank ?? null, null];
}
const isInGap = (deal, stageId, [lower, upper]) => deal.stageId === stageId && (lower === null || lower < deal.rank) && (upper === null || deal.rank < upper);
async function createRankInGap(ctx, stageId, dealId, [lower, upper]) {
	const rank = generateKeyBetween(lower, upper);
	return rank.length <= maxRankLength ? rank : renumberAround(ctx, stageId, dealId, lower);
}
/** Creates a rank for a deal at the end of a stage. */
const createRankAtEnd = async (ctx, stageId, dealId) => createRankInGap(ctx, stageId, dealId, await findGap(ctx, stageId, dealId, {}));
/**
* Assigns short ranks to the deals around a gap and returns a free rank above `lower`. The order of
* the deals does not change, so their versions do not change either.
*/
async function renumberAround(ctx, stageId, dealId, lower, perSide = renumberedDealsPerSide) {
	const stage = {
		...toStageParams(ctx, stageId, dealId),
		rank: lower ?? "",
		limit: perSide + 1
	};
	const lowerDeals = (await ctx.db.all(neighbors$1("below"), stage)).toReversed();
	const higherDeals = await ctx.db.all(neighbors$1("above"), stage);
	const floor = lowerDeals.length > perSide ? lowerDeals.shift()?.rank ?? null : null;
	const ceiling = higherDeals.length > perSide ? higherDeals.pop()?.rank ?? null : null;
	const deals = [
		...lowerDeals,
		{ id: dealId },
		...higherDeals
	];
	const ranks = generateNKeysBetween(floor, ceiling, deals.length);
	if (ranks.some((rank) => rank.length > maxRankLength / 2) && (floor !== null || ceiling !== null)) return renumberAround(ctx, stageId, dealId, lower, perSide * 10);
	const { companyId } = stage;
	const ids = encodeListParam(deals.map(({ id }) => id));
	await ctx.db.run(assignTemporaryRanks, {
		companyId,
		stageId,
		ids
	});
	for (const [index, { id }] of deals.entries()) await ctx.db.update("deals", {
		companyId,
		id,
		stageId
	}, { rank: ranks[index] });
	return ranks[lowerDeals.length];
}
/** Finds the zero-based position of a rank among the other deals of a stage. */
const findPositionOfRank = async (ctx, stageId, dealId, rank) => (await ctx.db.first(dealCountBelow, {
	...toStageParams(ctx, stageId, dealId),
	rank
}))?.total ?? 0;
/** Moves a deal to a position in a stage and applies a patch, as one change with one event. */
async function placeDeal(ctx, deal, stage, position, patch = {}, otherChanges = []) {
	const from = await findPositionOfRank(ctx, deal.stageId, deal.id, deal.rank);
	const gap = await findGap(ctx, stage.id, deal.id, position);
	const rank = isInGap(deal, stage.id, gap) ? deal.rank : await createRankInGap(ctx, stage.id, deal.id, gap);
	const order = {
		field: "order",
		from,
		to: await findPositionOfRank(ctx, stage.id, deal.id, rank)
	};
	return writeMove(ctx, deal, stage, {
		...patch,
		rank
	}, order, otherChanges);
}
async function writeMove(ctx, deal, stage, patch, order, otherChanges = []) {
	const { id: stageId, pipelineId } = stage;
	const stageEntry = deal.stageId === stageId ? {} : { stageEnteredAt: timestamp(ctx) };
	const columns = {
		...patch,
		stageId,
		pipelineId,
		...stageEntry
	};
	const { row, changes } = await applyChanges(ctx, "deals", deal, columns, [...otherChanges, order]);
	if (row.stageId !== deal.stageId) await recordDealStage(ctx, row, deal.stageId);
	const moveChanges = [
		{
			field: "stageId",
			from: deal.stageId,
			to: row.stageId
		},
		{
			field: "pipelineId",
			from: deal.pipelineId,
			to: row.pipelineId
		},
		order
	];
	const fieldChanges = changes.filter(({ field }) => ![
		"stageId",
		"pipelineId",
		"order",
		"rank",
		"stageEnteredAt"
	].includes(field));
	recordEvent(ctx, {
		type: "deal.moved",
		record: row,
		changes: [...moveChanges, ...fieldChanges]
	});
	return row;
}
/** The number of deals moved per chunk. Writing the events of each chunk limits memory use. */
const dealsPerChunk = 500;
/** The maximum number of deals moved per request: larger transactions would block other writers. */
const maxMovedDeals = 2e3;
/** Moves all deals of the stages, in order, to the end of another stage. @throws CONFLICT */
async function moveAllDeals(ctx, stages, to) {
	let movedCount = 0;
	for (const { id } of stages) movedCount += await moveDealsOfStage(ctx, id, to, maxMovedDeals - movedCount);
}
setDealMover(moveAllDeals);
async function moveDealsOfStage(ctx, stageId, to, maxDeals) {
	const { companyId } = ctx.viewer;
	let endRank = (await ctx.db.first(lastRank, {
		companyId,
		stageId: to.id,
		id: ""
	}))?.rank ?? null;
	const firstPosition = endRank === null ? 0 : await findPositionOfRank(ctx, to.id, "", endRank) + 1;
	let movedCount = 0;
	await inChunks(async (limit) => {
		const deals = await ctx.db.all(firstDealsOfStage, {
			companyId,
			stageId,
			limit
		});
		const ranks = generateNKeysBetween(endRank, null, deals.length);
		for (const [index, deal] of deals.entries()) {
			const order = {
				field: "order",
				from: movedCount,
				to: firstPosition + movedCount
			};
			await writeMove(ctx, deal, to, { rank: ranks[index] }, order);
			movedCount++;
		}
		endRank = ranks.at(-1) ?? endRank;
		if (movedCount > maxDeals) throw conflict(`More than ${formatCount(maxMovedDeals)} deals would move, which is the limit per request: first move some with \`moveDeal\``);
		await writeEvents(ctx);
		return deals.length;
	}, dealsPerChunk);
	return movedCount;
}
// src/resources/deals/operations.ts
const auditedFields$4 = [
	"title",
	"pipelineId",
	"stageId",
	"assignedAgentId",
	"price",
	"commission",
	"closeDate"
];
const { find: findDeal, get: getDeal, getForUpdate: getDealForUpdate, load: loadDeal } = createRecordReads(dealPolicy, "Deal", { scope: "deals.manage" });
const peopleLinks = new LinkList({
	table: "dealPeople",
	recordColumn: "dealId",
	targetColumn: "personId",
	field: "peopleIds",
	canView: personPolicy.canViewReferenced
});
const teamLinks = new LinkList({
	table: "dealTeams",
	recordColumn: "dealId",
	targetColumn: "teamId",
	field: "teamIds"
});
const loadPeopleIds = peopleLinks.load;
const loadTeamIds = teamLinks.load;
const deals = filteredList({ spec: dealFilterSpec });
const dealsOfPerson = relatedList(personFilterSpec, "deals");
/** Counts the visible deals that are linked to at least one of the people. */
const countDealsOfPeople = peopleLinks.createRecordCounter(dealPolicy);
/** Loads the zero-based position of a deal in its stage. */
const loadPosition = createLoader(async (ctx, ids) => {
	const { companyId } = ctx.viewer;
	const rows = await ctx.db.all(positionsOfDeals, {
		companyId,
		ids: encodeListParam(ids)
	});
	return new Map(rows.map(({ id, order }) => [id, order]));
});
/** Checks all references and returns the deal's stage. @throws VALIDATION_ERROR with all details */
async function checkDealReferences(ctx, input, { deal, visiblePeople }) {
	const stages = await listPipelineStages(ctx);
	const stageId = input.stageId ?? (deal?.pipelineId === input.pipelineId ? deal.stageId : void 0);
	const stage = stages.find((candidate) => candidate.pipelineId === input.pipelineId && (stageId === void 0 || candidate.id === stageId));
	await checkReferences(findMissingExternalId(input), findStageErrors(ctx, input, stages), findUnknownPeople(ctx, listReferences("peopleIds", input.peopleIds), visiblePeople), findUnknownTeams(ctx, listReferences("teamIds", input.teamIds)), findUnknownUsers(ctx, [["assigneeId", input.assigneeId]]), findInvalidCustomValues(ctx, "deal", input.customFields));
	return stage;
}
async function findStageErrors(ctx, { pipelineId, stageId }, stages) {
	const pipeline = (await listPipelines(ctx)).find((candidate) => candidate.id === pipelineId);
	const stage = stages.find((candidate) => candidate.id === stageId);
	const code = "INVALID_REFERENCE";
	const details = pipeline ? [] : [createDetail("pipelineId", code, "matches no pipeline")];
	if (stageId !== void 0 && (!stage || pipeline && stage.pipelineId !== pipelineId)) details.push(createDetail("stageId", code, "matches no stage of the pipeline"));
	return details;
}
/**
* Creates a deal at the end of its stage. The caller is the default assignee.
* @throws VALIDATION_ERROR
*/
async function createDeal(ctx, input, visiblePeople) {
	requireScope(ctx.viewer, "deals.manage");
	const stage = await checkDealReferences(ctx, input, { visiblePeople });
	const columns = newRecord(ctx, "deal");
	const row = {
		...columns,
		title: input.title,
		pipelineId: stage.pipelineId,
		stageId: stage.id,
		rank: await createRankAtEnd(ctx, stage.id, columns.id),
		assignedAgentId: input.assigneeId === void 0 ? ctx.viewer.userId : input.assigneeId,
		price: input.price ?? null,
		commission: input.commission ?? null,
		closeDate: input.closeDate ?? null,
		stageEnteredAt: columns.createdAt
	};
	return insertRecord(ctx, "deals", row, "deal.created", auditedFields$4, async () => {
		await recordDealStage(ctx, row);
		return replaceLists$1(ctx, row.id, input);
	});
}
/**
* Updates a deal. A new stage moves the deal to the end of that stage; a new pipeline without a
* stage moves the deal to its first stage. A patch that changes nothing records no event.
* @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR
*/
async function updateDeal(ctx, id, patch, visiblePeople) {
	const deal = await getDealForUpdate(ctx, id);
	const input = {
		title: deal.title,
		pipelineId: deal.pipelineId,
		...requireSomeField(patch)
	};
	const stage = await checkDealReferences(ctx, input, {
		deal,
		visiblePeople
	});
	const { title, assigneeId: assignedAgentId, price, commission, closeDate } = input;
	const columns = omitUndefined({
		title,
		assignedAgentId,
		price,
		commission,
		closeDate
	});
	const listChanges = await replaceLists$1(ctx, id, input);
	if (stage.id !== deal.stageId) return placeDeal(ctx, deal, stage, {}, columns, listChanges);
	return updateRecord(ctx, "deals", deal, columns, "deal.updated", listChanges);
}
/** Replaces the people, teams, custom values and external ids of a deal. */
const replaceLists$1 = async (ctx, id, input) => [
	...await peopleLinks.replace(ctx, id, input.peopleIds),
	...await teamLinks.replace(ctx, id, input.teamIds),
	...await replaceCustomValues(ctx, "deal", id, input.customFields),
	...await replaceExternalIds(ctx, "deal", id, input)
];
/** Deletes a deal permanently. @throws NOT_FOUND, FORBIDDEN */
async function deleteDeal(ctx, id) {
	const deal = await getDealForUpdate(ctx, id);
	const changes = changesBetween(deal, {}, auditedFields$4);
	return deleteRecord(ctx, dealPolicy, deal, {
		type: "deal.deleted",
		changes
	});
}
/** Creates deals with `createDeal`, in input order. */
async function createDeals(ctx, inputs) {
	requireScope(ctx.viewer, "deals.manage");
	const visiblePeople = await findVisiblePeople(ctx, inputs);
	return forEachRow(ctx, inputs, (input) => createDeal(ctx, input, visiblePeople));
}
/** Updates deals with `updateDeal`, in input order. */
async function updateDeals(ctx, inputs) {
	requireScope(ctx.viewer, "deals.manage");
	const visiblePeople = await findVisiblePeople(ctx, inputs);
	return updateEachRow(ctx, inputs, (id, input) => updateDeal(ctx, id, input, visiblePeople));
}
/** Looks up the people of all inputs with one query, since no input changes their visibility. */
const findVisiblePeople = (ctx, inputs) => findViewablePeople(ctx, [...new Set(inputs.flatMap(({ peopleIds }) => peopleIds ?? []))]);
// src/resources/deals/export.ts
/** Declares the deal export, including columns that are not stored in the `deals` table. */
declareExport("deals", {
	type: "Deal",
	list: deals,
	async readColumns(ctx, row) {
		const teams = await loadAll(ctx, await loadTeamIds.of(ctx, row, "id"), loadTeam);
		return {
			pipeline: (await loadPipeline.of(ctx, row, "pipelineId"))?.name ?? null,
			stage: (await loadPipelineStage.of(ctx, row, "stageId"))?.name ?? null,
			people: await loadPeopleIds.of(ctx, row, "id") ?? [],
			teams: teams.map(({ name }) => name),
			assignedAgent: await getUserEmail(ctx, row, "assignedAgentId")
		};
	}
});
// src/resources/deals/graphql.ts
const DealStatus = defineEnum("DealStatus", "The status of a deal, determined by its stage.", {
	open: "The deal is open.",
	won: "The deal is won.",
	lost: "The deal is lost."
});
const Deal = builder.objectRef("Deal").implement({
	description: "A deal in a pipeline.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		title: t.exposeString("title", { description: "The deal's title." }),
		pipelineId: t.exposeID("pipelineId", { description: "The pipeline's id." }),
		pipeline: t.field(requiredRelation(Pipeline, loadPipeline, "pipelineId", "The pipeline.")),
		pipelineName: t.string({
			description: "The pipeline's name.",
			...relationField(loadPipeline, "pipelineId", (pipeline) => pipeline?.name)
		}),
		stageId: t.exposeID("stageId", { description: "The stage's id." }),
		stage: t.field(requiredRelation(PipelineStage, loadPipelineStage, "stageId", "The stage.")),
		stageName: t.string({
			description: "The stage's name.",
			...relationField(loadPipelineStage, "stageId", (stage) => stage?.name)
		}),
		stageEnteredAt: t.expose("stageEnteredAt", {
			type: "DateTime",
			description: "The stage entry time."
		}),
		status: t.field({
			type: DealStatus,
			description: "The deal's status.",
			...relationField(loadPipelineStage, "stageId", (stage) => stage?.type ?? "open")
		}),
		position: t.int({
			description: "The zero-based position among all deals in the stage.",
			...relationField(loadPosition, "id", (order) => order ?? 0)
		}),
		peopleIds: t.idList({
			description: "The ids of the deal's people.",
			...relationField(loadPeopleIds, "id", (people) => people ?? [])
		}),
		people: t.field({
			type: [Person],
			...optional("The deal's people whom the caller can view."),
			extensions: {
				...needs("people.view"),
				...readsColumns("id")
			},
			resolve: relationField(loadPeopleIds, "id", (ids, ctx) => loadAll(ctx, ids, loadPerson)).resolve
		}),
		teamIds: t.idList({
			description: "The ids of the deal's teams.",
			...relationField(loadTeamIds, "id", (teams) => teams ?? [])
		}),
		teams: t.field({
			type: [Team],
			description: "The teams whose members can view the deal.",
			...relationField(loadTeamIds, "id", (ids, ctx) => loadAll(ctx, ids, loadTeam))
		}),
		assigneeId: t.exposeID("assignedAgentId", optional("The assignee's id.")),
		assignee: t.field(userField("assignedAgentId", "The assignee.")),
		price: t.exposeFloat("price", optional("The price, named `pricing` in REST requests.")),
		commission: t.exposeFloat("commission", optional("The commission amount.")),
		closeDate: t.expose("closeDate", optionalTime("The closing time."))
	})
});
addExternalIds(Deal, "deal");
addCustomFields(Deal, "deal");
addMergeCount("deals", "deals.view", countDealsOfPeople);
const { connection: DealConnection, addListTo: addDealsTo } = registerRecord(Deal, {
	filterSpec: dealFilterSpec,
	filterTypes: {
		status: DealStatus,
		customFields: CustomFieldWhere,
		...externalIdWhere
	},
	load: loadDeal,
	one: {
		description: "Returns a deal by id.",
		get: getDeal
	},
	many: {
		name: "deals",
		description: "Returns deals, newest first.",
		list: deals
	}
});
addDealsTo(Person, "deals", dealsOfPerson);
addDealsTo(Pipeline, "deals", listByParent(dealFilterSpec, { targetColumn: "pipelineId" }));
addDealsTo(PipelineStage, "deals", listByParent(dealFilterSpec, { targetColumn: "stageId" }));
addDealsTo(Team, "deals", listByParent(dealFilterSpec, {
	linkTable: "dealTeams",
	recordColumn: "teamId",
	targetColumn: "dealId"
}));
addDealsTo(User, "deals", listByParent(dealFilterSpec, { targetColumn: "assignedAgentId" }));
// src/resources/deals/board-queries.ts
function selectLinkedDeals(p, { scope, agents, unassigned }) {
	const paths = dealPolicy.accessPaths(p, scope).filter((path) => !("users" in path && path.column === "assignedAgentId")).map((path) => sql`select "id" from (${selectPathIds(path, "deals", p.companyId)}) as "path"`);
	const assigneeConditions = [...agents ? [isIn("assignedAgentId", p.agents)] : [], ...unassigned ? [sql`"assignedAgentId" is null`] : []];
	return sql`select "deals"."id", "stageId", "rank", "price" from (${sql.join(paths, sql` union `)}) as "way" cross join "deals"
    where "companyId" = ${p.companyId} and "deals"."id" = "way"."id" and ${isIn("stageId", p.stages)} and ("assignedAgentId" is null or not ${isIn("assignedAgentId", p["usersIn:deals.view"])})${assigneeConditions.length > 0 ? sql` and (${sql.join(assigneeConditions, sql` or `)})` : sql``}`;
}
/** Returns the rank condition and the order for one page of a column. */
function createPageClauses(p, { hasAfter, hasBefore, isBackward }) {
	return {
		rank: sql`${hasAfter ? sql` and "rank" > ${p.after}` : sql``}${hasBefore ? sql` and "rank" < ${p.before}` : sql``}`,
		order: isBackward ? sql`"rank" desc` : sql`"rank"`
	};
}
const matchAssignee = (assignees, agent) => {
	if (assignees === "all") return sql``;
	return assignees === "agent" ? sql` and "assignedAgentId" = ${agent}` : sql` and "assignedAgentId" is null`;
};
/** Selects the ids of each column's first direct cards, for all users or for each assignee. */
function selectFirstCards(p, shape, assignees) {
	const { rank, order } = createPageClauses(p, shape);
	const stages = listRows(p.stages, "stage");
	const from = assignees === "agent" ? sql`${stages} cross join ${listRows(p.directAgents, "agent")}` : stages;
	const children = sql`from "deals" where "companyId" = ${p.companyId} and "stageId" = "stage"."value"${matchAssignee(assignees, sql.ref("agent.value"))}${rank}
    order by ${order} limit ${p.limit}`;
	return sql`select "card"."id" ${limitedPerRow({
		from,
		children,
		table: "deals",
		id: "id",
		as: "card",
		columns: [],
		company: p.companyId
	})}`;
}
/** Selects the first cards of many columns in one statement: at least `limit` cards per column. */
const cardsOfColumns = queryFamily((_, p, shape) => {
	const { rank, order } = createPageClauses(p, shape);
	const linked = shape.linked && sql`select "id" from (select "id", row_number() over (partition by "stageId" order by ${order}) as "place"
    from (${selectLinkedDeals(p, shape.linked)}) as "linked" where 1 = 1${rank}) as "placed" where "place" <= ${p.limit}`;
	const ids = [...shape.direct.map((assignees) => selectFirstCards(p, shape, assignees)), ...linked ? [linked] : []];
	return sql`select * from "deals" where "companyId" = ${p.companyId} and "id" in (${sql.join(ids, sql` union all `)}) order by ${order}`;
});
/** Counts the linked deals of each stage and sums their prices. */
const totalsOfLinked = queryFamily((_, p, linked) => sql`select "stageId", count(*) as "count", ${sumDecimals("price")} as "sum", null as "last" from (${selectLinkedDeals(p, linked)}) as "linked" group by "stageId"`);
/** Counts the next direct deals of several ranges and sums their prices with a covering index. */
const totalsOfRanges = queryFamily((_, p, shape) => {
	const branches = shape.map((assignees, i) => sql`select ${p[`stage${i}`]} as "stageId", count(*) as "count", ${sumDecimals("price")} as "sum", max("rank") as "last" from (
      select "rank", "price" from "deals"${assignees === "all" ? indexedBy("dealsBy_stageId_rank_price") : sql``} where "companyId" = ${p["companyId"]} and "stageId" = ${p[`stage${i}`]}${matchAssignee(assignees, p[`agent${i}`])} and "rank" > ${p[`after${i}`]}
      order by "rank" limit ${p["limit"]}) as "next"`);
	return sql`${sql.join(branches, sql` union all `)}`;
});
// src/resources/deals/board.ts
/** Loads a pipeline as a board of deals, and moves its deals (contract, clause 3: "Deal"). */
/** Returns the board of a pipeline. @throws NOT_FOUND */
async function getBoard(ctx, pipelineId, filter) {
	requireScope(ctx.viewer, "deals.view");
	return {
		pipeline: await getPipeline(ctx, pipelineId),
		stages: await loadStagesOfPipeline(ctx, pipelineId) ?? [],
		filter
	};
}
/** Returns the shape and parameters of a board query, and the assignees of the direct deals. */
function toBoardQuery({ viewer }, { agentIds, unassigned }, stages) {
	const dataScope = getDataScope(viewer, "deals.view");
	const assigneeFlags = {
		...agentIds && { agents: true },
		...unassigned && { unassigned: true }
	};
	const isUnfiltered = dataScope.all && !agentIds && !unassigned;
	const users = dataScope.all ? agentIds ?? [] : unassigned && !agentIds ? [] : dataScope.userIds.filter((id) => agentIds?.includes(id) ?? true);
	const shape = {
		direct: isUnfiltered ? ["all"] : [...users.length > 0 ? ["agent"] : [], ...dataScope.all && unassigned ? ["unassigned"] : []],
		...!dataScope.all && { linked: {
			scope: accessScopeOf(viewer),
			...assigneeFlags
		} }
	};
	const lists = {
		stages: encodeListParam(stages),
		directAgents: encodeListParam(users),
		agents: encodeListParam(agentIds ?? [])
	};
	return {
		shape,
		users,
		params: {
			...accessParams(viewer),
			...lists
		}
	};
}
/** Loads a page of cards for each column, with one statement for all columns. */
const loadColumnCards = createLoaderWithArguments(({ filter, page }) => async (ctx, stages) => {
	const { shape, params } = toBoardQuery(ctx, filter, stages);
	const rows = shape.direct.length === 0 && !shape.linked ? [] : await ctx.db.all(cardsOfColumns({
		...shape,
		...toPageShape(page)
	}), {
		...params,
		...toPageParams(page)
	});
	const rowsByStage = Map.groupBy(rows, (row) => row.stageId);
	return new Map(stages.map((stage) => [stage, toPage(rowsByStage.get(stage) ?? [], page)]));
});
/** Loads the number of deals in each column, and the sum of their prices, rounded to cents. */
const loadColumnTotal = createLoaderWithArguments((filter) => async (ctx, stages) => {
	const { shape, params, users } = toBoardQuery(ctx, filter, stages);
	const totals = await sumInChunks(ctx, stages.flatMap((stage) => shape.direct.flatMap((assignees) => (assignees === "agent" ? users : [""]).map((agent) => {
		return {
			stage,
			assignees,
			agent,
			after: ""
		};
	}))));
	if (shape.linked) totals.push(...await ctx.db.all(totalsOfLinked(shape.linked), params));
	const totalsByStage = Map.groupBy(totals, (total) => total.stageId);
	return new Map(stages.map((stage) => [stage, addTotals(totalsByStage.get(stage) ?? [])]));
});
/** Adds totals and rounds the sum to cents: `toFixed` is exact where multiplying by 100 is not. */
const addTotals = (totals) => ({
	count: totals.reduce((all, { count }) => all + count, 0),
	sum: Number(totals.reduce((all, { sum }) => all + (sum ?? 0), 0).toFixed(2)) || 0
});
const getColumnTotal = async (ctx, { stage, filter }) => await loadColumnTotal(ctx, filter, stage.id) ?? addTotals([]);
const getBoardTotal = async (ctx, { stages, filter }) => addTotals(await Promise.all(stages.map((stage) => getColumnTotal(ctx, {
	stage,
	filter
}))));
/** The maximum numbers of deals counted, and of ranges covered, by one statement. */
const maxDealsPerQuery = 25e3;
const maxRangesPerQuery = 50;
/** Counts deals and sums prices in chunks, so that other requests can run in between. */
async function sumInChunks(ctx, ranges) {
	const totals = [];
	const pendingRanges = [...ranges];
	while (pendingRanges.length > 0) {
		const batch = pendingRanges.splice(0, maxRangesPerQuery);
		const limit = Math.floor(maxDealsPerQuery / batch.length);
		const batchParams = batch.map(({ stage, agent, after }, i) => ({
			[`stage${i}`]: stage,
			[`agent${i}`]: agent,
			[`after${i}`]: after
		}));
		const batchTotals = await ctx.db.all(totalsOfRanges(batch.map(({ assignees }) => assignees)), Object.assign({
			companyId: ctx.viewer.companyId,
			limit
		}, ...batchParams));
		totals.push(...batchTotals);
		pendingRanges.push(...batch.flatMap((range, i) => batchTotals[i]?.count === limit ? [{
			...range,
			after: batchTotals[i].last ?? ""
		}] : []));
		if (pendingRanges.length > 0) await yieldToEventLoop();
	}
	return totals;
}
/**
* Moves a deal to a position in a stage of any pipeline. A move to the current position also
* increments the version and records an event.
* @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR
*/
async function moveDeal(ctx, id, input) {
	requireScope(ctx.viewer, "deals.manage");
	const deal = await getDealForUpdate(ctx, id);
	const stage = (await listPipelineStages(ctx)).find((candidate) => candidate.id === input.stageId);
	const details = stage ? [] : [createDetail("stageId", "INVALID_REFERENCE", "matches no stage of a pipeline")];
	const before = await findNeighbor(ctx, deal, input, "before", details);
	const after = await findNeighbor(ctx, deal, input, "after", details);
	if (!stage || details.length > 0) throw invalid(details);
	return placeDeal(ctx, deal, stage, {
		order: input.place?.position,
		before,
		after
	});
}
/** Returns the deal at `place[field]`, or adds an error detail if the stage has no such deal. */
async function findNeighbor(ctx, deal, { stageId, place }, field, details) {
	const id = place?.[field];
	if (id == null) return void 0;
	const neighbor = id === deal.id ? void 0 : await findDeal(ctx, id);
	if (neighbor?.visible && neighbor.stageId === stageId) return neighbor;
	details.push(createDetail(`place.${field}`, "INVALID_REFERENCE", "matches no other deal that you can view in the stage"));
}
// src/resources/deals/graphql-board.ts
const emptyPage = {
	rows: [],
	hasNext: false,
	hasPrevious: false
};
const BoardColumnType = builder.objectRef("BoardColumn").implement({
	description: "A column of a board: a stage with its deals.",
	fields: (t) => ({
		stage: t.expose("stage", {
			type: PipelineStage,
			description: "The column's stage."
		}),
		stageId: t.id({
			description: "The stage's id.",
			resolve: ({ stage }) => stage.id
		}),
		stageName: t.string({
			description: "The stage's name.",
			resolve: ({ stage }) => stage.name
		}),
		stageType: t.field({
			type: PipelineStageType,
			description: "The stage's type.",
			resolve: ({ stage }) => stage.type
		}),
		count: t.int({
			description: "The number of deals in the column.",
			resolve: async (column, _, ctx) => (await getColumnTotal(ctx, column)).count
		}),
		sum: t.float({
			description: "The sum of the deal prices.",
			resolve: async (column, _, ctx) => (await getColumnTotal(ctx, column)).sum
		}),
		deals: t.field({
			type: DealConnection,
			...optional("The deals, ordered by position."),
			args: pageArgs(t),
			resolve: ({ stage, filter }, args, ctx) => resolveConnection(ctx, args, {
				list: [
					"BoardColumn.deals",
					stage.id,
					filter
				],
				page: async (request) => await loadColumnCards(ctx, {
					filter,
					page: request
				}, stage.id) ?? emptyPage,
				total: async () => (await getColumnTotal(ctx, {
					stage,
					filter
				})).count,
				position: (deal) => deal.rank
			})
		})
	})
});
const BoardType = builder.objectRef("Board").implement({
	description: "A pipeline with its stages as columns.",
	fields: (t) => ({
		pipeline: t.expose("pipeline", {
			type: Pipeline,
			description: "The board's pipeline."
		}),
		pipelineId: t.id({
			description: "The pipeline's id.",
			resolve: ({ pipeline }) => pipeline.id
		}),
		pipelineName: t.string({
			description: "The pipeline's name.",
			resolve: ({ pipeline }) => pipeline.name
		}),
		count: t.int({
			description: "The number of deals in all columns.",
			resolve: async (board, _, ctx) => (await getBoardTotal(ctx, board)).count
		}),
		sum: t.float({
			description: "The sum of the deal prices.",
			resolve: async (board, _, ctx) => (await getBoardTotal(ctx, board)).sum
		}),
		columns: t.field({
			type: [BoardColumnType],
			description: "The columns, ordered by position.",
			extensions: { atMost: {
				parents: 50,
				named: "stageIds"
			} },
			args: { stageIds: t.arg.idList({
				description: "Returns only the columns of these stages, up to 50.",
				extensions: limits({
					type: "array",
					maxItems: 50
				})
			}) },
			resolve: ({ stages, filter }, { stageIds }) => stages.filter(({ id }) => !stageIds || stageIds.includes(id)).map((stage) => ({
				stage,
				filter
			}))
		})
	})
});
builder.queryField("board", (t) => t.field({
	type: BoardType,
	...optional("Returns a pipeline as a board."),
	extensions: needs("deals.view"),
	args: {
		pipelineId: idArg(t, "The pipeline's id."),
		assigneeIds: t.arg.idList({
			description: "Returns deals assigned to one of up to 10 users.",
			extensions: limits({
				type: "array",
				maxItems: 10
			})
		}),
		unassigned: t.arg.boolean({
			defaultValue: false,
			description: "Returns unassigned deals, in addition to those of `assigneeIds`."
		})
	},
	resolve: (_, { pipelineId, assigneeIds, unassigned }, ctx) => getBoard(ctx, pipelineId, {
		agentIds: assigneeIds ? [...new Set(assigneeIds)].sort() : void 0,
		unassigned: unassigned || void 0
	})
}));
// src/resources/deals/graphql-mutations.ts
const idListLimits$1 = limits({
	type: "array",
	maxItems: 100
});
const dealFields = (t, required, descriptions) => ({
	title: t.field({
		type: "DealTitle",
		required,
		description: "The deal's title.",
		extensions: notNull
	}),
	pipelineId: t.id({
		required,
		description: descriptions.pipelineId,
		extensions: notNull
	}),
	stageId: t.id({
		description: descriptions.stageId,
		extensions: notNull
	}),
	peopleIds: t.idList({
		description: descriptions.peopleIds,
		extensions: idListLimits$1
	}),
	teamIds: t.idList({
		description: descriptions.teamIds,
		extensions: idListLimits$1
	}),
	assigneeId: t.id({
		description: descriptions.assigneeId,
		extensions: restName("assignedAgentId")
	}),
	price: t.field({
		type: "Money",
		description: "The price."
	}),
	commission: t.field({
		type: "Money",
		description: "The commission amount."
	}),
	closeDate: t.field({
		type: "DateTime",
		description: "The closing time."
	}),
	customFields: t.field(customFieldsInput),
	...externalIdFields(t)
});
const CreateDealInput = builder.inputType("CreateDealInput", {
	description: "A new deal.",
	fields: (t) => dealFields(t, true, {
		pipelineId: "The pipeline's id.",
		stageId: "The stage's id; by default the pipeline's first stage.",
		assigneeId: "The assignee's id; by default the caller's.",
		peopleIds: "The ids of up to 100 people.",
		teamIds: "The ids of up to 100 teams."
	})
});
const dealUpdateFields = (t) => dealFields(t, false, {
	pipelineId: "The pipeline's id.",
	stageId: "The stage's id; by default the current stage, or a new pipeline's first stage.",
	assigneeId: "The assignee's id.",
	peopleIds: "The ids of all people, up to 100. Hidden people are kept.",
	teamIds: "The ids of all teams, up to 100."
});
const UpdateDealInput = builder.inputType("UpdateDealInput", {
	extensions: atLeastOneField,
	description: "Changes to a deal.",
	fields: dealUpdateFields
});
const DealPlaceInput = builder.inputType("DealPlaceInput", {
	description: "A position among the other deals of a stage.",
	isOneOf: true,
	fields: (t) => ({
		position: t.field({
			type: "Position",
			description: "The zero-based position among the other deals; a position past the end means last."
		}),
		before: t.id({ description: "The id of the deal before which to place the moved deal." }),
		after: t.id({ description: "The id of the deal after which to place the moved deal." })
	})
});
const MoveDealInput = builder.inputType("MoveDealInput", {
	description: "Input for moving a deal.",
	fields: (t) => ({
		stageId: t.id({
			required: true,
			description: "The id of a stage in any pipeline."
		}),
		place: t.field({
			type: DealPlaceInput,
			description: "The position; by default the last."
		})
	})
});
const mutations$5 = recordMutations({
	type: Deal,
	noun: "deal",
	scope: "deals.manage"
});
mutations$5.create("createDeal", {
	description: "Creates a deal at the end of its stage.",
	input: CreateDealInput,
	resolve: (ctx, input) => createDeal(ctx, input)
});
mutations$5.update("updateDeal", {
	input: UpdateDealInput,
	resolve: (ctx, id, input) => updateDeal(ctx, id, input)
});
mutations$5.update("moveDeal", {
	actions: [{ action: "move" }],
	description: "Moves a deal to a position in a stage of any pipeline.",
	input: MoveDealInput,
	inputDescription: "The target stage and position.",
	resolve: moveDeal
});
mutations$5.delete("deleteDeal", { resolve: deleteDeal });
const UpdateDealsInput = builder.inputType("UpdateDealsInput", {
	extensions: atLeastOneField,
	description: "Changes to a deal in a bulk update.",
	fields: (t) => ({
		id: t.id({
			required: true,
			description: "The deal's id.",
			extensions: idSchema
		}),
		expectedVersion: expectedVersionField(t, "deal"),
		...dealUpdateFields(t)
	})
});
const bulkOptions = {
	payload: bulkPayload(Deal),
	scope: "deals.manage"
};
bulkMutation("createDeals", {
	...bulkOptions,
	input: CreateDealInput,
	description: "Creates up to 100 deals, each like `createDeal`.",
	inputDescription: "The deals to create, 1 to 100.",
	resolve: (ctx, inputs) => createDeals(ctx, inputs)
});
bulkMutation("updateDeals", {
	...bulkOptions,
	input: UpdateDealsInput,
	description: "Updates up to 100 deals, each like `updateDeal`.",
	inputDescription: "The updates, 1 to 100.",
	resolve: updateDeals
});
// src/resources/deals/rest.ts
const selection$7 = `id title pipelineId pipelineName stageId stageName order: position peopleIds teamIds assignedAgentId: assigneeId price commission closeDate
  status stageEnteredAt version createdAt updatedAt customFields externalIds { source externalId }`;
const variableDefinitions$2 = `$title: DealTitle!, $pipelineId: ID!, $stageId: ID, $peopleIds: [ID!], $teamIds: [ID!], $pricing: Money, $commission: Money,
  $closeDate: DateTime, $assignedAgentId: ID, $customFields: JSON, $externalId: ExternalId, $externalSource: ExternalSource`;
const dealInput = `{ title: $title, pipelineId: $pipelineId, stageId: $stageId, peopleIds: $peopleIds, teamIds: $teamIds, price: $pricing,
  commission: $commission, closeDate: $closeDate, assigneeId: $assignedAgentId, customFields: $customFields, externalId: $externalId,
  externalSource: $externalSource }`;
const bulkSelection = `succeeded failed results { index deal { ${selection$7} } error { code message details { field message code } } }`;
const dealRoutes = [
	put("/v1/deals/{id}", reply.message("Deal updated"), "Update a deal", {
		contract: true,
		aliases: { pricing: ["price"] }
	})`
    mutation UpdateDeal($id: ID!, ${variableDefinitions$2}) { updateDeal(id: $id, input: ${dealInput}) { deal { id } } }`,
	del("/v1/deals/{id}", reply.message("Deal deleted"), "Delete a deal", { contract: true })`
    mutation DeleteDeal($id: ID!) { deleteDeal(id: $id) { deletedId } }`,
	post("/v1/deals/{id}/move", reply.message("Deal moved"), "Move a deal to a position in a stage", { contract: true })`
    mutation MoveDeal($id: ID!, $stageId: ID!, $order: Position, $before: ID, $after: ID) {
      moveDeal(id: $id, input: { stageId: $stageId, place: { position: $order, before: $before, after: $after } }) { deal { id } }
    }`,
	get$3("/v1/deals", reply.list, "List deals, newest first")`
    query ListDeals($limit: Int, $cursor: String, $title: String, $assignedAgentId: ID, $stageId: ID, $pipelineId: ID, $personId: ID, $status: DealStatus, $externalId: ExternalId, $externalSource: ExternalSource,
      $where: [DealWhere!], $orderBy: DealOrderField, $direction: SortDirection) {
      deals(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { title: { contains: $title }, assigneeId: { eq: $assignedAgentId }, stageId: { eq: $stageId }, pipelineId: { eq: $pipelineId }, personId: { eq: $personId }, status: { eq: $status },
          externalId: { eq: $externalId, source: $externalSource }, and: $where }) {
        nodes { ${selection$7} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/deals/{id}", reply.record, "Get a deal")`
    query GetDeal($id: ID!) { deal(id: $id) { ${selection$7} } }`,
	get$3("/v1/pipelines/{id}/board", reply.record, "Get a pipeline as a board, with counts, sums and deals per column")`
    query GetBoard($id: ID!, $limit: Int, $cursor: String, $stageIds: [ID!], $assignedAgentIds: [ID!], $unassigned: Boolean) {
      board(pipelineId: $id, assigneeIds: $assignedAgentIds, unassigned: $unassigned) {
        pipelineId pipelineName count sum
        columns(stageIds: $stageIds) {
          stageId stageName stageType count sum deals(first: $limit, after: $cursor) { nodes { ${selection$7} } pageInfo { hasNextPage endCursor } }
        }
      }
    }`,
	post("/v1/deals", reply.created("/v1/deals/{id}"), "Create a deal", { aliases: { pricing: ["price"] } })`
    mutation CreateDeal(${variableDefinitions$2}) { createDeal(input: ${dealInput}) { deal { ${selection$7} } } }`,
	post("/v1/deals/bulk", reply.record, "Create up to 100 deals", { aliases: { "deals.price": ["pricing"] } })`
    mutation CreateDeals($deals: [CreateDealInput!]!) { createDeals(input: $deals) { ${bulkSelection} } }`,
	put("/v1/deals/bulk", reply.record, "Update up to 100 deals", { aliases: { "deals.price": ["pricing"] } })`
    mutation UpdateDeals($deals: [UpdateDealsInput!]!) { updateDeals(input: $deals) { ${bulkSelection} } }`
];
// src/resources/custom-fields/rest.ts
const selection$6 = "id record key name description type options { value label } position version createdAt updatedAt";
const customFieldRoutes = [
	get$3("/v1/custom-fields", reply.list, "List custom fields, by position")`
    query ListCustomFields($limit: Int, $cursor: String, $record: CustomFieldRecord, $type: CustomFieldType, $key: String, $name: String,
      $where: [CustomFieldDefinitionWhere!], $orderBy: CustomFieldDefinitionOrderField, $direction: SortDirection) {
      customFields(first: $limit, after: $cursor, record: $record, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { type: { eq: $type }, key: { eq: $key }, name: { contains: $name }, and: $where }) {
        nodes { ${selection$6} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/custom-fields/{id}", reply.record, "Get a custom field")`
    query GetCustomField($id: ID!) { customField(id: $id) { ${selection$6} } }`,
	post("/v1/custom-fields", reply.created("/v1/custom-fields/{id}"), "Create a custom field")`
    mutation CreateCustomField($record: CustomFieldRecord!, $name: Label!, $key: FieldKey, $type: CustomFieldType!, $description: LongText, $options: [CustomFieldOptionInput!]) {
      createCustomField(input: { record: $record, name: $name, key: $key, type: $type, description: $description, options: $options }) { customField { ${selection$6} } }
    }`,
	put("/v1/custom-fields/{id}", reply.record, "Update a custom field")`
    mutation UpdateCustomField(${"$id: ID!, $name: Label, $description: LongText, $position: Position, $options: [CustomFieldOptionInput!], $replaceRemovedWith: Label"}) { updateCustomField(id: $id, input: ${"{ name: $name, description: $description, position: $position, options: $options, replaceRemovedWith: $replaceRemovedWith }"}) { customField { ${selection$6} } } }`,
	del("/v1/custom-fields/{id}", reply.message("Custom field deleted"), "Delete a custom field and its values")`
    mutation DeleteCustomField($id: ID!, $force: Boolean) { deleteCustomField(id: $id, force: $force) { deletedId } }`
];
// src/resources/tasks/table.ts
declareEvents("task", [
	"created",
	"updated",
	"completed",
	"reopened",
	"deleted"
]);
declarePersonReferences({
	onMerge: "move",
	onDelete: "clear",
	table: "tasks",
	event: "task.updated"
});
// src/resources/tasks/policy.ts
/** A task is visible with its person, and to callers whose role covers its assignee or creator. */
const taskPolicy = definePolicy({
	table: "tasks",
	scope: "tasks.manage",
	view: [
		byColumn("assignedTo", usersWithin("role")),
		byColumn("createdBy", usersWithin("role")),
		byColumn("personId", viewableRecords(personPolicy))
	]
});
// src/resources/tasks/filter-spec.ts
/** Matches tasks by a visible person: a match by a hidden person would reveal the link. */
const matchesPerson = (p, scope, value, operator) => {
	const isVisible = personPolicy.canViewReferenced(p, scope, "tasks.personId");
	return operator === "isNull" ? sql`("tasks"."personId" is null or not ${isVisible})` : sql`(${compare(sql`"tasks"."personId"`, operator, value)} and ${isVisible})`;
};
const selectByPerson = (p, _, value, operator) => sql`select "id" from "tasks" where "companyId" = ${p.companyId} and ${compare(sql`"personId"`, operator, value)}`;
const isOverdue = (p) => sql`("tasks"."completedAt" is null and "tasks"."dueDate" is not null and "tasks"."dueDate" < ${p.now})`;
const taskFilterSpec = {
	table: "tasks",
	prefix: "task",
	policy: taskPolicy,
	fields: {
		id,
		title: foldedText("The task's title", sql`"tasks"."title"`),
		assigneeId: indexed("ID?", "assignedTo", "The assignee's id."),
		createdById: indexed("ID?", "createdBy", "The creator's id."),
		personId: {
			description: "The person's id.",
			type: "ID",
			nullable: true,
			predicate: matchesPerson,
			matchingIds: selectByPerson
		},
		priority: unindexed("Enum", "priority", "The priority."),
		done: {
			...hasValueFilter("tasks.completedAt", "Whether the task is completed."),
			partialIndex: true
		},
		overdue: booleanFilter("Whether an open task is past its due date.", isOverdue),
		dueDate: indexed("DateTime?", "dueDate", "The due date."),
		completedAt: indexed("DateTime?", "completedAt", "The completion time."),
		createdAt,
		updatedAt: indexed("DateTime", "updatedAt", "The update time."),
		...externalIdConditions("task", "tasks")
	},
	expansions: externalIdParsers,
	relations: { person: {
		description: "The person that the task is about.",
		target: personFilterSpec,
		via: { ownColumn: "personId" }
	} },
	orders: {
		createdAt: orderByCreation,
		updatedAt: descending("updatedAt", "The update time."),
		dueDate: ascending("dueDate", "The due date.", { nullable: true }),
		completedAt: descending("completedAt", "The completion time.", { nullable: true })
	}
};
addRelation(personFilterSpec, "tasks", {
	description: "The tasks about the person.",
	target: taskFilterSpec,
	via: { targetColumn: "personId" }
});
// src/resources/tasks/operations.ts
const defaultPriority = "medium";
const auditedFields$3 = [
	"title",
	"description",
	"dueDate",
	"priority",
	"personId",
	"assignedTo",
	"completedAt"
];
const { get: get$1, getForUpdate: getForUpdate$1, load: load$1 } = createRecordReads(taskPolicy, "Task");
const tasks = filteredList({ spec: taskFilterSpec });
declareExport("tasks", {
	type: "Task",
	list: tasks,
	readColumns: async (ctx, row) => ({
		person: row.personId,
		assignedTo: await getUserEmail(ctx, row, "assignedTo")
	})
});
const tasksOfAssignee = listByParent(taskFilterSpec, { targetColumn: "assignedTo" });
const tasksOfPerson = relatedList(personFilterSpec, "tasks");
const completedTasksOfPerson = relatedList(personFilterSpec, "tasks", "completedAt");
/** Selects the completion events of tasks, oldest first. */
const completionsOfTasks = query((_, p) => sql`
    select "recordId", "actorId" from "events" where "companyId" = ${p.companyId} and ${isIn("recordId", p.ids)}
    and "type" = 'task.completed' order by "sequence"`);
/** Loads the id of the user who last completed a task. */
const loadCompleter = createLoader(async (ctx, ids) => {
	const rows = await ctx.db.all(completionsOfTasks, {
		companyId: ctx.viewer.companyId,
		ids: encodeListParam(ids)
	});
	return new Map(rows.map((row) => [row.recordId, row.actorId]));
});
const checkTaskReferences = (ctx, input) => checkReferences(findMissingExternalId(input), findUnknownPeople(ctx, [["personId", input.personId]]), findUnknownUsers(ctx, [["assigneeId", input.assigneeId]]));
/** Creates a task. The caller is the default assignee. @throws VALIDATION_ERROR */
async function createTask(ctx, input) {
	requireScope(ctx.viewer, "tasks.manage");
	await checkTaskReferences(ctx, input);
	const row = {
		...newRecord(ctx, "task"),
		title: input.title,
		description: input.description ?? null,
		dueDate: input.dueDate ?? null,
		priority: input.priority ?? defaultPriority,
		completedAt: null,
		personId: input.personId ?? null,
		assignedTo: input.assigneeId === void 0 ? ctx.viewer.userId : input.assigneeId
	};
	return insertRecord(ctx, "tasks", row, "task.created", auditedFields$3, () => replaceExternalIds(ctx, "task", row.id, input));
}
/** Updates a task. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR */
async function updateTask(ctx, id, input) {
	const task = await getForUpdate$1(ctx, id);
	const patch = requireSomeField(input);
	await checkTaskReferences(ctx, patch);
	const { assigneeId, priority, externalId, externalSource, externalIds, ...otherColumns } = patch;
	const columns = otherColumns;
	if (assigneeId !== void 0) columns.assignedTo = assigneeId;
	if (priority !== void 0) columns.priority = priority ?? defaultPriority;
	const externalIdChanges = await replaceExternalIds(ctx, "task", id, patch);
	return updateRecord(ctx, "tasks", task, columns, "task.updated", externalIdChanges);
}
/** Completes a task; a completed task stays unchanged. */
async function completeTask(ctx, id) {
	const task = await getForUpdate$1(ctx, id);
	if (task.completedAt) return task;
	return updateRecord(ctx, "tasks", task, { completedAt: timestamp(ctx) }, "task.completed");
}
async function reopenTask(ctx, id) {
	const task = await getForUpdate$1(ctx, id);
	return updateRecord(ctx, "tasks", task, { completedAt: null }, "task.reopened");
}
/** Deletes a task permanently. @throws NOT_FOUND, FORBIDDEN */
async function deleteTask(ctx, id) {
	const task = await getForUpdate$1(ctx, id);
	const changes = changesBetween(task, {}, auditedFields$3);
	return deleteRecord(ctx, taskPolicy, task, {
		type: "task.deleted",
		changes
	});
}
// src/resources/tasks/graphql.ts
const TaskPriority = defineEnum("TaskPriority", "The priority of a task.", {
	low: "Low priority.",
	medium: "Medium priority.",
	high: "High priority.",
	urgent: "The highest priority."
});
const Task = builder.objectRef("Task").implement({
	description: "A task, optionally about a person.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		title: t.exposeString("title", { description: "The task's title." }),
		description: t.exposeString("description", optional("The task's details.")),
		dueDate: t.expose("dueDate", optionalTime("The time at which the task is due.")),
		priority: t.expose("priority", {
			type: TaskPriority,
			description: "The priority."
		}),
		completedAt: t.expose("completedAt", optionalTime("The completion time.")),
		personId: t.id({
			...optional("The person's id; null if not visible."),
			...relationField(loadPersonId, "personId", (person) => person?.id)
		}),
		person: t.field(personField("personId", "The related person; null if not visible.")),
		assigneeId: t.exposeID("assignedTo", optional("The assignee's id.")),
		assignee: t.field(userField("assignedTo", "The assignee."))
	})
});
addExternalIds(Task, "task");
addMergeCount("tasks", "tasks.manage", sumCounts$1(tasksOfPerson));
const { addListTo: addTasksTo } = registerRecord(Task, {
	filterSpec: taskFilterSpec,
	filterTypes: {
		priority: TaskPriority,
		...externalIdWhere
	},
	load: load$1,
	one: {
		description: "Returns a task by id.",
		get: get$1
	},
	many: {
		name: "tasks",
		description: "Returns tasks, newest first.",
		list: tasks
	}
});
addTasksTo(Person, "tasks", tasksOfPerson);
addTasksTo(User, "tasks", tasksOfAssignee);
const taskFields = (t) => ({
	description: t.field({
		type: "LongText",
		description: "The details, up to 5,000 characters."
	}),
	dueDate: t.field({
		type: "DateTime",
		description: "The time at which the task is due."
	}),
	personId: t.id({ description: "The id of the person that the task is about." })
});
const mutations$4 = recordMutations({
	type: Task,
	noun: "task",
	scope: "tasks.manage"
});
mutations$4.create("createTask", {
	description: "Creates a task.",
	input: (t) => ({
		title: t.field({
			type: "TaskTitle",
			required: true,
			description: "The task's title."
		}),
		...taskFields(t),
		priority: t.field({
			type: TaskPriority,
			defaultValue: "medium",
			description: "The priority."
		}),
		assigneeId: t.id({ description: "The assignee's id; by default the caller's." }),
		...externalIdFields(t)
	}),
	resolve: createTask
});
mutations$4.update("updateTask", {
	input: (t) => ({
		title: t.field({
			type: "TaskTitle",
			description: "The task's title.",
			extensions: notNull
		}),
		...taskFields(t),
		priority: t.field({
			type: TaskPriority,
			description: "The priority; `null` resets the priority to `medium`."
		}),
		assigneeId: t.id({ description: "The assignee's id." }),
		...externalIdFields(t)
	}),
	resolve: updateTask
});
mutations$4.action("completeTask", {
	actions: [{
		action: "complete",
		isPossible: (_, { completedAt }) => !completedAt
	}],
	description: "Completes a task.",
	resolve: completeTask
});
mutations$4.action("reopenTask", {
	actions: [{
		action: "reopen",
		isPossible: (_, { completedAt }) => !!completedAt
	}],
	description: "Reopens a completed task.",
	resolve: reopenTask
});
mutations$4.delete("deleteTask", { resolve: deleteTask });
// src/resources/tasks/rest.ts
const selection$5 = "id title description dueDate priority completedAt personId assignedTo: assigneeId createdAt";
const fullSelection = `${selection$5} externalIds { source externalId }`;
const taskRoutes = [
	post("/v1/tasks", reply.created("/v1/tasks/{id}"), "Create a task", { contract: true })`
    mutation CreateTask($title: TaskTitle!, $description: LongText, $dueDate: DateTime, $priority: TaskPriority, $personId: ID, $assignedTo: ID,
      $externalId: ExternalId, $externalSource: ExternalSource) {
      createTask(input: { title: $title, description: $description, dueDate: $dueDate, priority: $priority, personId: $personId, assigneeId: $assignedTo,
        externalId: $externalId, externalSource: $externalSource }) { task { ${selection$5} } }
    }`,
	put("/v1/tasks/{id}", reply.message("Task updated"), "Update a task", { contract: true })`
    mutation UpdateTask($id: ID!, $title: TaskTitle, $description: LongText, $dueDate: DateTime, $priority: TaskPriority, $personId: ID, $assignedTo: ID,
      $externalId: ExternalId, $externalSource: ExternalSource) {
      updateTask(id: $id, input: { title: $title, description: $description, dueDate: $dueDate, priority: $priority, personId: $personId, assigneeId: $assignedTo,
        externalId: $externalId, externalSource: $externalSource }) { task { id } }
    }`,
	del("/v1/tasks/{id}", reply.message("Task deleted"), "Delete a task", { contract: true })`
    mutation DeleteTask($id: ID!) { deleteTask(id: $id) { deletedId } }`,
	post("/v1/tasks/{id}/complete", reply.message("Task completed"), "Complete a task", { contract: true })`
    mutation CompleteTask($id: ID!) { completeTask(id: $id) { task { id } } }`,
	post("/v1/tasks/{id}/reopen", reply.message("Task reopened"), "Reopen a completed task")`
    mutation ReopenTask($id: ID!) { reopenTask(id: $id) { task { id } } }`,
	get$3("/v1/tasks", reply.list, "List tasks, newest first")`
    query ListTasks($limit: Int, $cursor: String, $title: String, $assignedTo: ID, $personId: ID, $priority: TaskPriority, $done: Boolean, $overdue: Boolean,
      $dueBefore: DateTime, $externalId: ExternalId, $externalSource: ExternalSource, $where: [TaskWhere!], $orderBy: TaskOrderField, $direction: SortDirection) {
      tasks(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }], where: { title: { contains: $title }, assigneeId: { eq: $assignedTo }, personId: { eq: $personId },
        priority: { eq: $priority }, done: { eq: $done }, overdue: { eq: $overdue }, dueDate: { lt: $dueBefore },
        externalId: { eq: $externalId, source: $externalSource }, and: $where }) {
        nodes { ${fullSelection} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/tasks/{id}", reply.record, "Get a task")`
    query GetTask($id: ID!) { task(id: $id) { ${fullSelection} } }`
];
// src/resources/appointments/table.ts
declareEvents("appointment", [
	"created",
	"updated",
	"completed",
	"cancelled",
	"deleted"
]);
declarePersonReferences({
	onMerge: "relink",
	onDelete: "unlink",
	table: "appointmentPeople",
	column: "appointmentId",
	recordTable: "appointments",
	event: "appointment.updated",
	field: "peopleIds"
});
// src/resources/appointments/policy.ts
/**
* An appointment is visible to callers whose role covers its creator or an invited user, and to
* callers who can view an invited person.
*/
const appointmentPolicy = definePolicy({
	table: "appointments",
	scope: "appointments.manage",
	view: [
		byColumn("createdBy", usersWithin("role")),
		byLink({
			table: "appointmentUsers",
			recordColumn: "appointmentId",
			valueColumn: "userId"
		}, usersWithin("role")),
		byLink({
			table: "appointmentPeople",
			recordColumn: "appointmentId",
			valueColumn: "personId"
		}, viewableRecords(personPolicy))
	]
});
// src/resources/appointments/filter-spec.ts
/** Matches appointments that overlap a range; their maximum duration limits the index scan. */
const overlapsRange = (value, operator) => operator === "atLeast" || operator === "greaterThan" ? sql`("appointments"."endsAt" > ${value} and "appointments"."startsAt" >= ${daysBefore(value, 31)})` : sql`"appointments"."startsAt" ${operator === "atMost" ? sql`<=` : sql`<`} ${value}`;
const appointmentFilterSpec = {
	table: "appointments",
	prefix: "appointment",
	policy: appointmentPolicy,
	fields: {
		id,
		title: foldedText("The appointment's title", sql`"appointments"."title"`),
		time: {
			...indexed("DateTime", "startsAt", "Any time during the appointment."),
			predicate: (_p, _s, value, operator) => overlapsRange(value, operator)
		},
		startsAt: indexed("DateTime", "startsAt", "The start time."),
		endsAt: unindexed("DateTime", "endsAt", "The end time. Filters by `time` are faster."),
		status: indexed("Enum", "status", "The appointment's status."),
		personId: {
			description: "The id of an invited person.",
			type: "ID",
			nullable: true,
			...linkedRows("appointments", {
				table: "appointmentPeople",
				recordColumn: "appointmentId",
				column: "personId",
				isVisible: (p, scope) => personPolicy.canViewReferenced(p, scope, "link.personId")
			})
		},
		userId: {
			description: "The id of an invited user.",
			type: "ID",
			nullable: true,
			...linkedRows("appointments", {
				table: "appointmentUsers",
				recordColumn: "appointmentId",
				column: "userId"
			})
		},
		createdById: indexed("ID?", "createdBy", "The creator's id."),
		completedAt: unindexed("DateTime?", "completedAt", "The completion time."),
		createdAt,
		updatedAt: indexed("DateTime", "updatedAt", "The update time."),
		...externalIdConditions("appointment", "appointments")
	},
	expansions: externalIdParsers,
	relations: { people: {
		description: "The invited people.",
		target: personFilterSpec,
		via: {
			linkTable: "appointmentPeople",
			recordColumn: "appointmentId",
			targetColumn: "personId"
		}
	} },
	orders: {
		createdAt: orderByCreation,
		updatedAt: descending("updatedAt", "The update time."),
		startsAt: ascending("startsAt", "The start time.")
	}
};
addRelation(personFilterSpec, "appointments", {
	description: "The person's appointments.",
	target: appointmentFilterSpec,
	via: {
		linkTable: "appointmentPeople",
		recordColumn: "personId",
		targetColumn: "appointmentId"
	}
});
// src/resources/appointments/operations.ts
const defaultTimeZone = "UTC";
const dayMs = 864e5;
const auditedFields$2 = [
	"title",
	"description",
	"startsAt",
	"endsAt",
	"timeZone",
	"place",
	"status",
	"outcome",
	"completedAt",
	"cancelledAt",
	"cancellationReason"
];
const { get, getForUpdate, load } = createRecordReads(appointmentPolicy, "Appointment");
const appointments = filteredList({ spec: appointmentFilterSpec });
const appointmentsOfUser = listByParent(appointmentFilterSpec, {
	linkTable: "appointmentUsers",
	recordColumn: "userId",
	targetColumn: "appointmentId"
});
const appointmentsOfPerson = relatedList(personFilterSpec, "appointments");
const appointmentsOfPersonByStart = relatedList(personFilterSpec, "appointments", "startsAt");
const invitedPeople = new LinkList({
	table: "appointmentPeople",
	recordColumn: "appointmentId",
	targetColumn: "personId",
	field: "peopleIds",
	canView: personPolicy.canViewReferenced
});
const invitedUsers = new LinkList({
	table: "appointmentUsers",
	recordColumn: "appointmentId",
	targetColumn: "userId",
	field: "userIds"
});
/** Counts the visible appointments to which at least one of the people is invited. */
const countAppointmentsOfPeople = invitedPeople.createRecordCounter(appointmentPolicy);
/** Checks the references in an input. @throws VALIDATION_ERROR with all invalid references */
const checkInvitees = (ctx, input) => checkReferences(findMissingExternalId(input), findUnknownPeople(ctx, listReferences("peopleIds", input.peopleIds)), findUnknownUsers(ctx, listReferences("userIds", input.userIds)));
/** Replaces the external ids and the lists of invited people and users. */
const replaceLists = async (ctx, id, input) => [
	...await invitedPeople.replace(ctx, id, input.peopleIds),
	...await invitedUsers.replace(ctx, id, input.userIds),
	...await replaceExternalIds(ctx, "appointment", id, input)
];
/** Creates a scheduled appointment and invites the caller by default. @throws VALIDATION_ERROR */
async function createAppointment(ctx, input) {
	requireScope(ctx.viewer, "appointments.manage");
	checkTimes(input, "endsAt");
	await checkInvitees(ctx, input);
	const row = {
		...newRecord(ctx, "appointment"),
		title: input.title,
		description: input.description ?? null,
		startsAt: input.startsAt,
		endsAt: input.endsAt,
		timeZone: input.timeZone ?? defaultTimeZone,
		place: input.place ?? null,
		status: "scheduled",
		outcome: null,
		completedAt: null,
		cancelledAt: null,
		cancellationReason: null
	};
	const { userIds = [ctx.viewer.userId] } = input;
	return insertRecord(ctx, "appointments", row, "appointment.created", auditedFields$2, () => replaceLists(ctx, row.id, {
		...input,
		userIds
	}));
}
/**
* Checks that an appointment ends after its start and lasts at most `maxAppointmentDays`.
* @param field the time that the error names @throws VALIDATION_ERROR
*/
function checkTimes({ startsAt, endsAt }, field) {
	const durationMs = Date.parse(endsAt) - Date.parse(startsAt);
	const limitPhrase = field === "endsAt" ? "after the start" : "before the end";
	if (durationMs <= 0) throw invalid(createDetail(field, "OUT_OF_RANGE", `must be ${limitPhrase}`));
	const message = `must be at most 31 days ${limitPhrase}`;
	if (durationMs > 31 * dayMs) throw invalid(createDetail(field, "OUT_OF_RANGE", message));
}
/**
* Updates an appointment. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT if the
* appointment is cancelled, or if the input sets an outcome before completion
*/
async function updateAppointment(ctx, id, input) {
	const appointment = await getForUpdate(ctx, id);
	const patch = requireSomeField(input);
	const { peopleIds, userIds, externalId, externalSource, externalIds, timeZone, ...columns } = patch;
	if (appointment.status === "cancelled") throw conflict("The appointment is cancelled: create a new one");
	if (columns.outcome != null && appointment.status !== "completed") throw conflict("The appointment is not completed: complete it to set its outcome");
	if (columns.startsAt !== void 0 || columns.endsAt !== void 0) checkTimes({
		...appointment,
		...columns
	}, columns.endsAt === void 0 ? "startsAt" : "endsAt");
	await checkInvitees(ctx, patch);
	const columnPatch = {
		...columns,
		...timeZone !== void 0 && { timeZone: timeZone ?? defaultTimeZone }
	};
	const listChanges = await replaceLists(ctx, id, patch);
	return updateRecord(ctx, "appointments", appointment, columnPatch, "appointment.updated", listChanges);
}
/** Completes an appointment, if not yet completed. @throws CONFLICT if it is cancelled */
async function completeAppointment(ctx, id, outcome) {
	const appointment = await getForUpdate(ctx, id);
	if (appointment.status === "cancelled") throw conflict("A cancelled appointment cannot be completed");
	if (appointment.status === "completed") return appointment;
	const patch = {
		status: "completed",
		completedAt: timestamp(ctx),
		outcome
	};
	return updateRecord(ctx, "appointments", appointment, patch, "appointment.completed");
}
/** Cancels an appointment, if not yet cancelled. @throws CONFLICT if it is completed */
async function cancelAppointment(ctx, id, cancellationReason) {
	const appointment = await getForUpdate(ctx, id);
	if (appointment.status === "completed") throw conflict("A completed appointment cannot be cancelled");
	if (appointment.status === "cancelled") return appointment;
	const patch = {
		status: "cancelled",
		cancelledAt: timestamp(ctx),
		cancellationReason
	};
	return updateRecord(ctx, "appointments", appointment, patch, "appointment.cancelled");
}
/** Deletes an appointment permanently. @throws NOT_FOUND, FORBIDDEN */
async function deleteAppointment(ctx, id) {
	const appointment = await getForUpdate(ctx, id);
	const changes = changesBetween(appointment, {}, auditedFields$2);
	return deleteRecord(ctx, appointmentPolicy, appointment, {
		type: "appointment.deleted",
		changes
	});
}
// src/resources/appointments/graphql.ts
const AppointmentStatus = defineEnum("AppointmentStatus", "The status of an appointment.", {
	scheduled: "The appointment is scheduled.",
	completed: "The appointment took place.",
	cancelled: "The appointment was cancelled."
});
const timeZoneOptions = {
	type: "TimeZone",
	description: "The time zone for displaying times."
};
const Appointment = builder.objectRef("Appointment").implement({
	description: "An appointment with people and users.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		title: t.exposeString("title", { description: "The appointment's title." }),
		description: t.exposeString("description", optional("The appointment's details.")),
		startsAt: t.expose("startsAt", {
			type: "DateTime",
			description: "The start time, in UTC."
		}),
		endsAt: t.expose("endsAt", {
			type: "DateTime",
			description: "The end time, in UTC."
		}),
		timeZone: t.expose("timeZone", timeZoneOptions),
		place: t.exposeString("place", optional("The meeting place.")),
		status: t.expose("status", {
			type: AppointmentStatus,
			description: "The appointment status."
		}),
		outcome: t.exposeString("outcome", optional("The outcome.")),
		completedAt: t.expose("completedAt", optionalTime("The completion time.")),
		cancelledAt: t.expose("cancelledAt", optionalTime("The cancellation time.")),
		cancellationReason: t.exposeString("cancellationReason", optional("The cancellation reason.")),
		peopleIds: t.idList({
			description: "The ids of the invited people.",
			...relationField(invitedPeople.load, "id", (people) => people ?? [])
		}),
		people: t.field({
			type: [Person],
			...optional("The invited people whom the caller can view."),
			extensions: {
				...needs("people.view"),
				...readsColumns("id")
			},
			resolve: relationField(invitedPeople.load, "id", (ids, ctx) => loadAll(ctx, ids, loadPerson)).resolve
		}),
		userIds: t.idList({
			description: "The ids of the invited users.",
			...relationField(invitedUsers.load, "id", (users) => users ?? [])
		}),
		users: t.field({
			type: [User],
			description: "The invited users.",
			...relationField(invitedUsers.load, "id", (ids, ctx) => loadAll(ctx, ids, loadUser))
		})
	})
});
addExternalIds(Appointment, "appointment");
addMergeCount("appointments", "appointments.manage", countAppointmentsOfPeople);
const { addListTo: addAppointmentsTo } = registerRecord(Appointment, {
	filterSpec: appointmentFilterSpec,
	filterTypes: {
		status: AppointmentStatus,
		...externalIdWhere
	},
	load,
	one: {
		description: "Returns an appointment by id.",
		get
	},
	many: {
		name: "appointments",
		description: "Returns appointments, newest first.",
		list: appointments
	}
});
addAppointmentsTo(Person, "appointments", appointmentsOfPerson);
addAppointmentsTo(User, "appointments", appointmentsOfUser);
const idListLimits = limits({
	type: "array",
	maxItems: 100
});
const appointmentFields = (t, required, descriptions) => ({
	title: t.field({
		type: "ShortText",
		required,
		description: "The appointment's title.",
		extensions: notNull
	}),
	description: t.field({
		type: "LongText",
		description: "The details, up to 5,000 characters."
	}),
	startsAt: t.field({
		type: "DateTime",
		required,
		description: "The start time.",
		extensions: notNull
	}),
	endsAt: t.field({
		type: "DateTime",
		required,
		description: "The end time, at most 31 days after the start.",
		extensions: notNull
	}),
	place: t.field({
		type: "ShortText",
		description: "The meeting place, up to 200 characters."
	}),
	peopleIds: t.idList({
		description: descriptions.peopleIds,
		extensions: idListLimits
	}),
	userIds: t.idList({
		description: descriptions.userIds,
		extensions: idListLimits
	}),
	...externalIdFields(t)
});
const CompleteAppointmentInput = builder.inputType("CompleteAppointmentInput", {
	description: "Input for completing an appointment.",
	fields: (t) => ({ outcome: t.field({
		type: "ShortText",
		description: "The outcome, up to 200 characters."
	}) })
});
const CancelAppointmentInput = builder.inputType("CancelAppointmentInput", {
	description: "Input for cancelling an appointment.",
	fields: (t) => ({ reason: t.field({
		type: "ShortText",
		description: "The reason, up to 200 characters."
	}) })
});
const mutations$3 = recordMutations({
	type: Appointment,
	noun: "appointment",
	scope: "appointments.manage"
});
mutations$3.create("createAppointment", {
	description: "Creates a scheduled appointment.",
	input: (t) => ({
		...appointmentFields(t, true, {
			peopleIds: "The ids of up to 100 people to invite.",
			userIds: "The ids of up to 100 users to invite; by default the caller."
		}),
		timeZone: t.field({
			...timeZoneOptions,
			defaultValue: "UTC"
		})
	}),
	resolve: createAppointment
});
mutations$3.update("updateAppointment", {
	actions: [{
		action: "update",
		isPossible: (_, { status }) => status !== "cancelled"
	}],
	description: "Updates an appointment. Errors: CONFLICT (the appointment is cancelled, or `outcome` is set before completion).",
	input: (t) => ({
		...appointmentFields(t, false, {
			peopleIds: "The ids of all invited people, up to 100. Hidden people remain invited.",
			userIds: "The ids of all invited users, up to 100."
		}),
		timeZone: t.field({
			type: "TimeZone",
			description: "The time zone for displaying times; `null` resets the time zone to UTC."
		}),
		outcome: t.field({
			type: "ShortText",
			description: "The outcome of a completed appointment, up to 200 characters."
		})
	}),
	resolve: updateAppointment
});
mutations$3.action("completeAppointment", {
	actions: [{
		action: "complete",
		isPossible: (_, { status }) => status === "scheduled"
	}],
	description: "Completes an appointment. Errors: CONFLICT (the appointment is cancelled).",
	args: (t) => ({ input: t.arg({
		type: CompleteAppointmentInput,
		description: "The outcome."
	}) }),
	resolve: (ctx, id, { input }) => completeAppointment(ctx, id, input?.outcome ?? null)
});
mutations$3.action("cancelAppointment", {
	actions: [{
		action: "cancel",
		isPossible: (_, { status }) => status === "scheduled"
	}],
	description: "Cancels an appointment. Errors: CONFLICT (the appointment is completed).",
	args: (t) => ({ input: t.arg({
		type: CancelAppointmentInput,
		description: "The reason for the cancellation."
	}) }),
	resolve: (ctx, id, { input }) => cancelAppointment(ctx, id, input?.reason ?? null)
});
mutations$3.delete("deleteAppointment", { resolve: deleteAppointment });
// src/resources/appointments/rest.ts
const selection$4 = `id title description startsAt endsAt timeZone place status outcome completedAt cancelledAt cancellationReason peopleIds userIds createdBy: createdById
  version createdAt updatedAt externalIds { source externalId }`;
const variableDefinitions$1 = "$description: LongText, $timeZone: TimeZone, $place: ShortText, $peopleIds: [ID!], $userIds: [ID!], $externalId: ExternalId, $externalSource: ExternalSource";
const inputFields$1 = "title: $title, startsAt: $startsAt, endsAt: $endsAt, description: $description, timeZone: $timeZone, place: $place, peopleIds: $peopleIds, userIds: $userIds, externalId: $externalId, externalSource: $externalSource";
const createUpdateMutation$1 = (name) => `
  mutation ${name}($id: ID!, $title: ShortText, $startsAt: DateTime, $endsAt: DateTime, ${variableDefinitions$1}, $outcome: ShortText) {
    updateAppointment(id: $id, input: { ${inputFields$1}, outcome: $outcome }) { appointment { ${selection$4} } }
  }`;
const appointmentRoutes = [
	get$3("/v1/appointments", reply.list, "List appointments, by default newest first; `from` and `to` select overlapping appointments")`
    query ListAppointments($limit: Int, $cursor: String, $title: String, $from: DateTime, $to: DateTime, $personId: ID, $userId: ID, $createdBy: ID, $status: AppointmentStatus, $externalId: ExternalId, $externalSource: ExternalSource,
      $where: [AppointmentWhere!], $orderBy: AppointmentOrderField, $direction: SortDirection) {
      appointments(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { title: { contains: $title }, time: { gte: $from, lt: $to }, personId: { eq: $personId }, userId: { eq: $userId }, createdById: { eq: $createdBy }, status: { eq: $status },
          externalId: { eq: $externalId, source: $externalSource }, and: $where }) {
        nodes { ${selection$4} } pageInfo { hasNextPage endCursor }
      }
    }`,
	post("/v1/appointments", reply.created("/v1/appointments/{id}"), "Create an appointment")`
    mutation CreateAppointment($title: ShortText!, $startsAt: DateTime!, $endsAt: DateTime!, ${variableDefinitions$1}) {
      createAppointment(input: { ${inputFields$1} }) { appointment { ${selection$4} } }
    }`,
	get$3("/v1/appointments/{id}", reply.record, "Get an appointment")`
    query GetAppointment($id: ID!) { appointment(id: $id) { ${selection$4} } }`,
	put("/v1/appointments/{id}", reply.record, "Update an appointment")`${createUpdateMutation$1("UpdateAppointment")}`,
	post("/v1/appointments/{id}/complete", reply.messageWithData("Appointment completed"), "Complete an appointment, with its outcome")`
    mutation CompleteAppointment($id: ID!, $outcome: ShortText) { completeAppointment(id: $id, input: { outcome: $outcome }) { appointment { ${selection$4} } } }`,
	post("/v1/appointments/{id}/cancel", reply.messageWithData("Appointment cancelled"), "Cancel an appointment")`
    mutation CancelAppointment($id: ID!, $reason: ShortText) { cancelAppointment(id: $id, input: { reason: $reason }) { appointment { ${selection$4} } } }`,
	del("/v1/appointments/{id}", reply.message("Appointment deleted"), "Delete an appointment")`
    mutation DeleteAppointment($id: ID!) { deleteAppointment(id: $id) { deletedId } }`
];
// src/resources/stage-history/table.ts
declarePersonReferences({
	onMerge: "keep",
	onDelete: "cascade",
	table: "personStageChanges",
	column: "personId",
	orderBy: ["id"]
});
// src/resources/stage-history/operations.ts
const dealStageChanges = createChildLists(childQueries({
	table: "dealStageChanges",
	from: (p, parent) => sql`from "dealStageChanges" where "dealStageChanges"."companyId" = ${p.companyId} and "dealStageChanges"."dealId" = ${parent}`,
	idColumn: "dealStageChanges.id",
	parentColumn: "dealId"
}));
const createPersonChanges = (condition) => createChildLists(childQueries({
	table: "personStageChanges",
	from: (p, parent) => sql`from "personStageChanges" where "personStageChanges"."companyId" = ${p.companyId} and "personStageChanges"."personId" = ${parent}${condition}`,
	idColumn: "personStageChanges.id",
	parentColumn: "personId"
}));
const personStageChanges = createPersonChanges(sql``);
/** Excludes stages that a person entered before the stage history was recorded. */
const datedPersonStageChanges = createPersonChanges(sql` and "personStageChanges"."kind" <> 'unknown'`);
const selectDealChanges = (p, scope) => sql`from ${listRows(p.parents, "parent")} cross join "dealPeople" as "link" cross join "deals"
  cross join "dealStageChanges" as "change" where "link"."companyId" = ${p.companyId} and "link"."personId" = "parent"."value"
  and "deals"."companyId" = ${p.companyId} and "deals"."id" = "link"."dealId" and ${dealPolicy.canView(p, scope)}
  and "change"."companyId" = ${p.companyId} and "change"."dealId" = "link"."dealId"`;
/** Lists the stage changes of a person's visible deals. Reads at most one page per deal. */
const dealStageChangesOfPerson = createChildLists({
	table: "dealStageChanges",
	page: queryFamily((_, p, shape) => {
		const pageOfDeal = sql`select "id" from "dealStageChanges" where "companyId" = ${p.companyId} and "dealId" = "link"."dealId"${boundIds(p, shape, "id")} ${orderNewestFirst(p, shape, "id")}`;
		return sql`select "parent"."value" as "parentId", "change".* ${selectDealChanges(p, shape.scope)} and "change"."id" in (${pageOfDeal}) order by "change"."id" ${sql.raw(shape.isBackward ? "asc" : "desc")}`;
	}),
	count: queryFamily((_, p, scope) => sql`select "parent"."value" as "parentId", count(*) as "total" ${selectDealChanges(p, scope)} group by "parent"."value"`)
});
/** Returns the entry time, or null if the person entered the stage before history was recorded. */
const getEntryTime = (change) => change.kind === "unknown" && "personId" in change ? null : change.enteredAt;
/** Returns the whole seconds spent in the stage, until now if the record has not left the stage. */
function countSecondsInStage(ctx, change) {
	const enteredAt = getEntryTime(change);
	if (enteredAt === null) return null;
	const endMs = change.leftAt === null ? ctx.now() : Date.parse(change.leftAt);
	return Math.max(0, Math.floor((endMs - Date.parse(enteredAt)) / 1e3));
}
// src/resources/stage-history/graphql.ts
const ChangeKind = defineEnum("StageChangeKind", "The kind of a stage change.", {
	created: "The record was created in the stage.",
	moved: "The record moved from another stage.",
	unknown: "The record was in the stage before history was recorded."
});
const StageChange = builder.interfaceRef("StageChange").implement({
	description: "A record's period in one stage, and the change that began the period.",
	fields: (t) => ({
		id: t.exposeID("id", { description: "The stage change's id." }),
		kind: t.expose("kind", {
			type: ChangeKind,
			description: "The kind of stage change."
		}),
		fromStageId: t.exposeID("fromStageId", optional("The previous stage's id.")),
		fromStageName: t.exposeString("fromStageName", optional("The previous stage's name at that time.")),
		toStageId: t.exposeID("toStageId", { description: "The entered stage's id." }),
		toStageName: t.exposeString("toStageName", { description: "The entered stage's name at that time." }),
		enteredAt: t.field({
			...optionalTime("The entry time; null if unknown."),
			resolve: getEntryTime
		}),
		leftAt: t.expose("leftAt", optionalTime("The exit time; null while in the stage.")),
		secondsInStage: t.int({
			...optional("The seconds in the stage so far; null if `enteredAt` is null."),
			resolve: (change, _, ctx) => countSecondsInStage(ctx, change)
		}),
		actorId: t.exposeID("byUserId", optional("The actor's id.")),
		actor: t.field(userField("byUserId", "The user who made the change.")),
		actorName: t.string({
			...optional("The actor's full name."),
			...relationField(loadUser, "byUserId", (user) => user && formatFullName(user))
		})
	})
});
const pipelineStageField = (column, description) => relationToOne(PipelineStage, loadPipelineStage, column, description);
const pipelineField = (column, description) => relationToOne(Pipeline, loadPipeline, column, description);
const stageField = (column, description) => relationToOne(Stage, loadStage, column, description);
const DealStageChange = builder.objectRef("DealStageChange").implement({
	description: "A deal's period in one stage.",
	interfaces: [StageChange],
	fields: (t) => ({
		dealId: t.exposeID("dealId", { description: "The deal's id." }),
		deal: t.field(relationToOne(Deal, loadDeal, "dealId", "The deal.")),
		fromStage: t.field(pipelineStageField("fromStageId", "The previous stage; null if deleted.")),
		fromPipelineId: t.exposeID("fromPipelineId", optional("The previous pipeline's id.")),
		fromPipelineName: t.exposeString("fromPipelineName", optional("The previous pipeline's name at that time.")),
		fromPipeline: t.field(pipelineField("fromPipelineId", "The previous pipeline; null if deleted.")),
		toStage: t.field(pipelineStageField("toStageId", "The entered stage; null if deleted.")),
		toPipelineId: t.exposeID("toPipelineId", { description: "The entered pipeline's id." }),
		toPipelineName: t.exposeString("toPipelineName", { description: "The entered pipeline's name at that time." }),
		toPipeline: t.field(pipelineField("toPipelineId", "The entered pipeline; null if deleted."))
	})
});
const PersonStageChange = builder.objectRef("PersonStageChange").implement({
	description: "A person's period in one lifecycle stage.",
	interfaces: [StageChange],
	fields: (t) => ({
		personId: t.exposeID("personId", { description: "The person's id." }),
		person: t.field(relationToOne(Person, loadPerson, "personId", "The person.")),
		fromStage: t.field(stageField("fromStageId", "The previous stage; null if deleted.")),
		toStage: t.field(stageField("toStageId", "The entered stage; null if deleted."))
	})
});
addChildList(Deal, "stageHistory", {
	connection: createConnectionType("DealStageChange", DealStageChange),
	scope: "deals.view",
	description: "The deal's stage history, current stage first.",
	children: dealStageChanges
});
addChildList(Person, "stageHistory", {
	connection: createConnectionType("PersonStageChange", PersonStageChange),
	scope: "people.view",
	description: "The person's stage history, current stage first.",
	children: personStageChanges
});
// src/resources/stage-history/rest.ts
const selection$3 = "id kind fromStageId fromStageName toStageId toStageName enteredAt leftAt secondsInStage byUserId: actorId byName: actorName";
const stageHistoryRoutes = [get$3("/v1/deals/{id}/stage-history", reply.list, "List the stage history of a deal, the current stage first")`
    query ListDealStageHistory($id: ID!, $limit: Int, $cursor: String) {
      deal(id: $id) {
        stageHistory(first: $limit, after: $cursor) {
          nodes { ${selection$3} fromPipelineId fromPipelineName toPipelineId toPipelineName } pageInfo { hasNextPage endCursor }
        }
      }
    }`, get$3("/v1/people/{id}/stage-history", reply.list, "List the stage history of a contact, the current stage first")`
    query ListPersonStageHistory($id: ID!, $limit: Int, $cursor: String) {
      person(id: $id) { stageHistory(first: $limit, after: $cursor) { nodes { ${selection$3} } pageInfo { hasNextPage endCursor } } }
    }`];
// src/resources/events/graphql.ts
/** The scope of feed cursors, which makes a cursor valid for any filter by event type. */
const cursorScope = ["events"];
const toCursor = (ctx, sequence) => encodeCursor(ctx, cursorScope, String(sequence));
const readCursor = (ctx, cursor) => Number(decodeCursor(ctx, cursorScope, cursor, "after"));
const FieldChange = builder.objectRef("FieldChange").implement({
	description: "A changed field.",
	fields: (t) => ({
		field: t.exposeString("field", { description: "The field's name." }),
		from: t.expose("from", {
			type: "JSON",
			...optional("The previous value, if any.")
		}),
		to: t.expose("to", {
			type: "JSON",
			...optional("The new value, if any.")
		}),
		truncated: t.boolean({
			description: "Whether a value was truncated to 500 characters.",
			resolve: ({ truncated }) => truncated ?? false
		})
	})
});
/** Returns the field options for a credential id; the field is null for ids without the prefix. */
const credentialIdField = (prefix, description) => ({
	...optional(description),
	resolve: ({ keyId }) => idWithPrefix(keyId, prefix)
});
/** The GraphQL fields that events and audit log entries share. */
const changeFields = (t) => ({
	recordKind: t.expose("recordKind", {
		type: RecordKind,
		description: "The record's kind."
	}),
	recordId: t.exposeID("recordId", { description: "The record's id." }),
	record: t.field(changedRecordField),
	recordVersion: t.exposeInt("recordVersion", { description: "The record's version after the change." }),
	actorId: t.exposeID("actorId", optional("The actor's id.")),
	actor: t.field(userField("actorId", "The user who made the change.")),
	apiKeyId: t.id(credentialIdField("key", "The API key's id.")),
	apiKey: t.field(apiKeyField("keyId", "The API key used")),
	identityId: t.id(credentialIdField("identity", "The identity's id.")),
	identity: t.field(identityField("keyId", "The identity used.")),
	createdAt: t.expose("createdAt", {
		type: "DateTime",
		description: "The time of the change."
	})
});
const Event = builder.objectRef("Event").implement({
	description: "A change to a record, without data that the caller cannot view.",
	fields: (t) => ({
		id: t.exposeID("id", { description: "The event's id, also used in streams and webhooks." }),
		cursor: t.string({
			description: "The event's cursor, for `after`.",
			resolve: ({ sequence }, _, ctx) => toCursor(ctx, sequence)
		}),
		sequence: t.exposeInt("sequence", { description: "The event's sequence number." }),
		type: t.expose("type", {
			type: "EventType",
			description: "The event type."
		}),
		...changeFields(t),
		changes: t.field({
			type: [FieldChange],
			description: "The changed fields, without the ids of hidden records.",
			resolve: ({ changes }) => changes.filter(isDifferent)
		})
	})
});
const EventEdge = builder.objectRef("EventEdge").implement({
	description: "An event with its cursor.",
	fields: (t) => ({
		node: t.field({
			type: Event,
			description: "The event.",
			resolve: ({ row }) => row
		}),
		cursor: t.string({
			description: "The event's cursor.",
			resolve: ({ row, page }) => page.cursor(row)
		})
	})
});
const EventConnection = builder.objectRef("EventConnection").implement({
	description: "A page of events, oldest first.",
	fields: (t) => ({
		nodes: t.field({
			type: [Event],
			description: "The events.",
			resolve: ({ rows }) => rows
		}),
		edges: t.field({
			type: [EventEdge],
			description: "The events with their cursors.",
			resolve: (page) => page.rows.map((row) => ({
				row,
				page
			}))
		}),
		pageInfo: t.field({
			type: PageInfo,
			description: "Page information. An empty page can have a next page.",
			resolve: (page) => page
		})
	})
});
/** The limits of a list of event type patterns, in an argument or input field. */
const eventPatternListLimits = limits({
	type: "array",
	minItems: 1,
	maxItems: 50,
	items: {
		type: "string",
		get enum() {
			return listEventPatterns();
		}
	}
});
const typesArgument = {
	type: ["EventPattern"],
	description: "Up to 50 event patterns; by default `*`.",
	extensions: eventPatternListLimits
};
builder.queryField("events", (t) => t.field({
	type: EventConnection,
	description: "Returns events, oldest first.",
	extensions: needs(),
	args: {
		types: t.arg(typesArgument),
		first: t.arg.int({
			defaultValue: 10,
			description: "Maximum results, 1–100.",
			extensions: pageLimits
		}),
		after: t.arg.string({ description: "The cursor of the last event read." })
	},
	resolve: async (_, { types, first, after }, ctx) => {
		checkPatterns(types ?? [], "types");
		const startSequence = after == null ? 0 : readCursor(ctx, after);
		const feed = await readEvents(ctx, types ?? void 0, startSequence, first ?? 10);
		return {
			rows: feed.rows,
			hasNext: feed.hasNext,
			hasPrevious: startSequence > 0,
			endCursor: toCursor(ctx, feed.endSequence),
			cursor: (row) => toCursor(ctx, row.sequence),
			total: async () => 0
		};
	}
}));
/** Streams the events after a cursor, by default the events after the newest one. */
async function followEvents({ types, after }, ctx) {
	const { companyId } = ctx.viewer;
	checkPatterns(types ?? [], "types");
	return {
		start: after == null ? await readNewestSequence(ctx.db, companyId) : readCursor(ctx, after),
		newest: (db) => readNewestSequence(db, companyId),
		read: (now, from, limit) => readEvents(now, types ?? void 0, from, limit),
		numberOf: (event) => event.sequence,
		cursor: toCursor
	};
}
builder.subscriptionField("events", (t) => t.field({
	type: Event,
	description: "Streams events, oldest first: those after the cursor `after`, then new events.",
	extensions: needs(),
	args: {
		types: t.arg(typesArgument),
		after: t.arg.string({ description: "The cursor of an event to start after; by default only new events are sent." })
	},
	subscribe: createSubscribeResolver(followEvents),
	resolve: (event) => event
}));
// src/resources/events/audit.ts
/** Reads the audit log, which contains all events of a company, newest first. */
/** Columns with an index on (companyId, column, sequence), the most selective first. */
const indexedColumns = [
	"recordId",
	"keyId",
	"actorId",
	"type",
	"recordKind"
];
const firstEntrySince = query((_, p) => sql`
    select "sequence" from "events" where "companyId" = ${p.companyId} and "createdAt" >= ${p.time} order by "createdAt", "sequence" limit 1`);
const lastEntryBefore = query((_, p) => sql`
    select "sequence" from "events" where "companyId" = ${p.companyId} and "createdAt" < ${p.time} order by "createdAt" desc, "sequence" desc limit 1`);
/** Selects the nearest sequence numbers of events below and above a number, or the number itself. */
const neighbors = query((_, p) => sql`
    select coalesce((select max("sequence") from "events" where "companyId" = ${p.companyId} and "sequence" <= ${p.probe}), 0) as "previous",
      coalesce((select min("sequence") from "events" where "companyId" = ${p.companyId} and "sequence" >= ${p.probe}), ${p.probe}) as "next"`);
const fromRange = (p, index) => sql`from "events" where "companyId" = ${p.companyId}${index ? sql` and ${sql.ref(index)} = ${p[index]}` : sql``} and "sequence" between ${p.first} and ${p.last}`;
/** Selects the next entries of a range with the index on a column. */
const nextEntries = queryFamily((_, p, { index, backward }) => sql`select * ${fromRange(p, index)} order by "sequence" ${backward ? sql`asc` : sql`desc`} limit ${p.limit}`);
/** Counts, for each column, up to `limit` entries of a range that have the filtered value. */
const entryCounts = queryFamily((_, p, columns) => {
	const countQueries = columns.map((column) => sql`(select count(*) from (select 1 ${fromRange(p, column)} limit ${p.limit}) as "some") as ${sql.ref(column)}`);
	return sql`select ${sql.join(countQueries)}`;
});
/**
* Scans the newest `limit` entries of a range with one column's index. Returns how many entries
* also match the other columns, how many were scanned, and the lowest sequence number.
*/
const nextEntryCounts = queryFamily((_, p, { index, otherColumns }) => {
	const isMatch = otherColumns.length ? sql.join(otherColumns.map((column) => sql`${sql.ref(column)} = ${p[column]}`), sql` and `) : sql`1 = 1`;
	return sql`select coalesce(sum("wanted"), 0) as "total", count(*) as "scanned", min("sequence") as "lowest"
      from (select "sequence", case when ${isMatch} then 1 else 0 end as "wanted" ${fromRange(p, index)} order by "sequence" desc limit ${p.limit}) as "next"`;
});
/** The maximum number of entries counted per filter to find the most selective filter. */
const maxCountedForPlan = 1e4;
/** The maximum number of entries scanned, for a page or a count, before a request is rejected. */
const maxScannedForPage = 1e5;
const maxScannedForCount = 5e5;
/** The number of entries scanned per query, and per query that reads only the index. */
const chunkSize = 2e3;
const indexChunkSize = 1e4;
/** Returns a page of the audit log. @throws BAD_REQUEST if the page would scan too many entries */
async function readAuditPage(ctx, where, request) {
	requireScope(ctx.viewer, "audit.view");
	const range = await toLogRange(ctx, where);
	if (request.after !== void 0) range.last = Math.min(range.last, Number(request.after) - 1);
	if (request.before !== void 0) range.first = Math.max(range.first, Number(request.before) + 1);
	const { index, otherColumns } = await planScan(ctx, range);
	const limit = request.limit + 1;
	const matchingRows = [];
	let scanLimit = otherColumns.length === 0 ? limit : Math.max(limit, 64);
	for (let scannedCount = 0; matchingRows.length < limit; scannedCount += scanLimit, scanLimit = Math.min(4 * scanLimit, chunkSize)) {
		if (scannedCount >= maxScannedForPage) throw createScanLimitError(maxScannedForPage, "to fill this page");
		const entries = nextEntries({
			index,
			backward: request.isBackward
		});
		const nextRows = await ctx.db.all(entries, {
			...range,
			limit: scanLimit
		});
		matchingRows.push(...nextRows.filter((row) => otherColumns.every((column) => row[column] === range[column])));
		const lastRow = nextRows.at(-1);
		if (nextRows.length < scanLimit || !lastRow) break;
		if (request.isBackward) range.first = lastRow.sequence + 1;
		else range.last = lastRow.sequence - 1;
		await yieldToEventLoop();
	}
	return toPage(matchingRows.slice(0, limit), request);
}
/** Returns false for changes of a credential that the caller's narrowed key cannot view. */
function canViewChanges(ctx, { recordId }) {
	const nodeType = ctx.viewer.rights.isNarrowed ? getNodeType(recordId) : void 0;
	return nodeType?.policy.isCredential ? nodeType.load(ctx, recordId).then(Boolean) : true;
}
/** Counts audit log entries. @throws BAD_REQUEST if the count would scan too many entries */
async function countAuditEntries(ctx, where) {
	const range = await toLogRange(ctx, where);
	const { index, otherColumns } = await planScan(ctx, range);
	if (!index) return Math.max(0, range.last - range.first + 1 - await countSkipped(ctx, range));
	const limit = otherColumns.length === 0 ? indexChunkSize : chunkSize;
	let total = 0;
	for (let scannedCount = 0;; scannedCount += limit) {
		if (scannedCount >= maxScannedForCount) throw createScanLimitError(maxScannedForCount, "to compute `totalCount`");
		const chunk = await ctx.db.first(nextEntryCounts({
			index,
			otherColumns
		}), {
			...range,
			limit
		});
		total += chunk?.total ?? 0;
		if (!chunk?.lowest || chunk.scanned < limit) return total;
		range.last = chunk.lowest - 1;
		await yieldToEventLoop();
	}
}
/** Counts the sequence numbers of a range that restores of backups skipped. */
async function countSkipped(ctx, { companyId, first, last }) {
	let skippedCount = 0;
	for (let probe = findProbe(first); probe <= last;) {
		const { previous, next } = await ctx.db.first(neighbors, {
			companyId,
			probe
		});
		if (next > probe) skippedCount += Math.min(next, last + 1) - Math.max(previous, first - 1) - 1;
		probe = findProbe(next + 1);
	}
	return skippedCount;
}
/** Returns the lowest multiple of the skip from `start`. The numbers of each skip contain one. */
const findProbe = (start) => Math.ceil(start / restoreSequenceSkip) * restoreSequenceSkip;
/** Converts a filter to column values and a range of sequence numbers, which increase with time. */
async function toLogRange(ctx, { createdAt = {}, ...values }) {
	const { from, before } = toTimeRange(ctx, createdAt);
	const { companyId } = ctx.viewer;
	const newestSequence = await readNewestSequence(ctx.db, companyId);
	const range = {
		companyId,
		first: from === void 0 ? 1 : (await ctx.db.first(firstEntrySince, {
			companyId,
			time: from
		}))?.sequence ?? newestSequence + 1,
		last: before === void 0 ? newestSequence : (await ctx.db.first(lastEntryBefore, {
			companyId,
			time: before
		}))?.sequence ?? 0
	};
	for (const column of indexedColumns) {
		const value = values[column]?.eq;
		if (value !== void 0) range[column] = value;
	}
	return range;
}
/** Chooses the index on the column with the fewest entries. The scan compares the other columns. */
async function planScan(ctx, range) {
	const columns = indexedColumns.filter((column) => range[column] !== void 0);
	if (columns.length < 2) return {
		index: columns[0],
		otherColumns: []
	};
	const counts = await ctx.db.first(entryCounts(columns), {
		...range,
		limit: maxCountedForPlan
	});
	const [index] = columns.toSorted((a, b) => (counts?.[a] ?? 0) - (counts?.[b] ?? 0));
	return {
		index,
		otherColumns: columns.filter((column) => column !== index)
	};
}
const createScanLimitError = (maxEntries, purpose) => badRequest(`More than ${formatCount(maxEntries)} entries would be scanned ${purpose}: narrow the filter by \`recordId\` or \`createdAt\``);
const AuditEntryConnection = createConnectionType("AuditEntry", builder.objectRef("AuditEntry").implement({
	description: "A change to a record. Entries are immutable.",
	fields: (t) => ({
		id: t.exposeID("id", { description: "The entry's id." }),
		sequence: t.exposeInt("sequence", { description: "The entry's sequence number, without gaps." }),
		type: t.expose("type", {
			type: "EventType",
			description: "The event type."
		}),
		...changeFields(t),
		requestId: t.exposeString("requestId", { description: "The id of the request that made the change." }),
		changes: t.field({
			type: [FieldChange],
			description: "The changed fields, without secrets; empty if a deal was moved to its current place.",
			resolve: (entry, _, ctx) => mapMaybePromise(canViewChanges(ctx, entry), (isViewable) => isViewable ? parseChanges(entry).filter(isDifferent) : [])
		})
	})
}));
const AuditWhere = builder.inputType("AuditWhere", {
	description: "A filter for the audit log. Each page scans at most 100,000 entries.",
	fields: (t) => {
		const extensions = notNullInFilters;
		const id = comparatorsInput("ExactId", false);
		const text = comparatorsInput("ExactString", false);
		const time = comparatorsInput("DateTime", false);
		return {
			recordId: t.field({
				type: id,
				description: "The record's id.",
				extensions
			}),
			recordKind: t.field({
				type: text,
				description: "The record's kind.",
				extensions
			}),
			actorId: t.field({
				type: id,
				description: "The actor's id.",
				extensions
			}),
			apiKeyId: t.field({
				type: id,
				description: "The API key's id.",
				extensions
			}),
			identityId: t.field({
				type: id,
				description: "The identity's id.",
				extensions
			}),
			type: t.field({
				type: text,
				description: "The event type.",
				extensions
			}),
			createdAt: t.field({
				type: time,
				description: "The time of the change.",
				extensions
			})
		};
	}
});
/** Converts credential ids to `keyId`. An id of another kind, or both ids, match no entry. */
function toAuditWhere({ apiKeyId, identityId, ...conditions }) {
	const [key, identity] = [apiKeyId?.eq, identityId?.eq];
	if (key === void 0 && identity === void 0) return conditions;
	const credential = key === void 0 ? idWithPrefix(identity ?? null, "identity") : identity === void 0 && idWithPrefix(key, "key");
	return {
		...conditions,
		keyId: { eq: credential || "" }
	};
}
builder.queryField("auditLog", (t) => t.field({
	type: AuditEntryConnection,
	description: "Returns all changes in the company, newest first. Only for Owner and Admin.",
	extensions: needs("audit.view"),
	args: {
		...pageArgs(t),
		where: t.arg({
			type: AuditWhere,
			description: "Filters the results."
		})
	},
	resolve: (_, { where, ...page }, ctx) => {
		const auditWhere = toAuditWhere(where ?? {});
		return resolveConnection(ctx, page, {
			list: ["auditLog", auditWhere],
			page: (request) => readAuditPage(ctx, auditWhere, request),
			total: () => countAuditEntries(ctx, auditWhere),
			position: ({ sequence }) => String(sequence)
		});
	}
}));
// src/resources/events/rest.ts
const eventRoutes = [get$3("/v1/audit-log", reply.list, "List all changes in the company, newest first, with their actor, time and request")`
    query ListAuditLog(
      $limit: Int, $cursor: String, $recordId: ID, $recordKind: String, $userId: ID, $keyId: ID, $identityId: ID, $type: String, $from: DateTime, $before: DateTime
    ) {
      auditLog(
        first: $limit, after: $cursor
        where: {
          recordId: { eq: $recordId }, recordKind: { eq: $recordKind }, actorId: { eq: $userId }, apiKeyId: { eq: $keyId }, identityId: { eq: $identityId }, type: { eq: $type }
          createdAt: { gte: $from, lt: $before }
        }
      ) {
        nodes {
          id sequence type recordKind recordId recordVersion actorId actor { id fullName } keyId: apiKeyId identityId requestId changes { field from to truncated } createdAt
        }
        pageInfo { hasNextPage endCursor }
      }
    }`, get$3("/v1/events", reply.list, "List events, oldest first; continue from the last cursor", { aliases: { cursor: ["after"] } })`
    query ListEvents($types: [EventPattern!], $limit: Int, $cursor: String) {
      events(types: $types, first: $limit, after: $cursor) {
        nodes { id cursor sequence type recordKind recordId recordVersion actorId keyId: apiKeyId identityId changes { field from to truncated } createdAt }
        pageInfo { hasNextPage endCursor }
      }
    }`];
// src/resources/smart-lists/table.ts
declareEvents("smartList", [
	"created",
	"updated",
	"deleted"
], ["shared", "includeTrash"]);
// src/resources/smart-lists/policy.ts
/**
* A smart list is visible to its owner, and to the whole company if shared. Its owner can edit it;
* Owner and Admin can edit shared lists. It returns only people that the caller can view.
*/
const smartListPolicy = definePolicy({
	table: "smartLists",
	view: [byColumn("ownerId", caller), byFlag("shared")],
	edit: [byColumn("ownerId", caller), byFlag("shared", { administratorsOnly: true })]
});
// src/resources/smart-lists/filter-spec.ts
const smartListFilterSpec = {
	table: "smartLists",
	prefix: "smartlist",
	policy: smartListPolicy,
	fields: {
		id,
		ownerId: indexed("ID", "ownerId", "The owner's id."),
		shared: unindexed("Boolean", "shared", "Whether the list is shared."),
		name: indexedKey("smartLists", "nameKey", "The list's name, ignoring case."),
		createdAt
	},
	relations: {},
	orders: {
		createdAt: orderByCreation,
		name: ascending("nameKey", "The list's name, ignoring case.")
	}
};
// src/resources/smart-lists/operations.ts
const auditedFields$1 = [
	"name",
	"description",
	"ownerId",
	"shared",
	"filter",
	"orderBy",
	"includeTrash"
];
const smartListReads = createRecordReads(smartListPolicy, "Smart list", {
	scope: "smartlists.manage",
	forbiddenMessage: "Only the list's owner can change a smart list; Owners and Admins can also change shared lists"
});
const { get: getSmartList, load: loadSmartList } = smartListReads;
const smartLists = filteredList({ spec: smartListFilterSpec });
/** Converts a smart list to arguments of the `people` query. */
const toPeopleArgs = (list) => ({
	where: JSON.parse(list.filter),
	orderBy: list.orderBy === null ? null : [JSON.parse(list.orderBy)].flat(),
	includeTrash: list.includeTrash === 1
});
/** Returns the errors in a filter, such as a reference to a deleted custom field or option. */
async function findFilterProblems(ctx, where) {
	try {
		await parseFilter(ctx, personFilterSpec, where);
		return [];
	} catch (error) {
		if (!(error instanceof ApiError) || error.code !== "VALIDATION_ERROR") throw error;
		return (error.details ?? []).map(({ field, message }) => `${field} ${message}`);
	}
}
/** Serializes an order. As in REST, an order by one field is not a list. */
const formatOrder = (orderBy) => orderBy?.length ? JSON.stringify(orderBy.length === 1 ? orderBy[0] : orderBy) : null;
/** Converts an input to columns. @throws FORBIDDEN, VALIDATION_ERROR for an invalid filter */
async function toColumns(ctx, { name, description, shared, where, orderBy, includeTrash }) {
	if (where) await parseFilter(ctx, personFilterSpec, where);
	return omitUndefined({
		name,
		nameKey: name?.toLowerCase(),
		description,
		shared: shared === void 0 ? void 0 : Number(shared ?? false),
		filter: where && JSON.stringify(where),
		orderBy: orderBy === void 0 ? void 0 : formatOrder(orderBy),
		includeTrash: includeTrash === void 0 ? void 0 : Number(includeTrash ?? false)
	});
}
/** Creates a smart list owned by the caller. @throws FORBIDDEN, VALIDATION_ERROR */
async function createSmartList(ctx, input) {
	requireScope(ctx.viewer, "smartlists.manage");
	const row = {
		...newRecord(ctx, "smartlist"),
		ownerId: ctx.viewer.userId,
		description: null,
		shared: 0,
		orderBy: null,
		includeTrash: 0,
		...await toColumns(ctx, input)
	};
	return insertRecord(ctx, "smartLists", row, "smartList.created", auditedFields$1);
}
/** Updates a smart list. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR */
async function updateSmartList(ctx, id, input) {
	const list = await smartListReads.getForUpdate(ctx, id);
	const columns = await toColumns(ctx, requireSomeField(input));
	return updateRecord(ctx, "smartLists", list, columns, "smartList.updated");
}
/** Deletes a smart list permanently. @throws NOT_FOUND, FORBIDDEN */
async function deleteSmartList(ctx, id) {
	const list = await smartListReads.getForUpdate(ctx, id);
	const changes = changesBetween(list, {}, auditedFields$1);
	return deleteRecord(ctx, smartListPolicy, list, {
		type: "smartList.deleted",
		changes
	});
}
// src/resources/smart-lists/graphql.ts
/**
* Returns the `people` arguments of a smart list after checking them against the current schema and
* custom fields, which may have changed since the list was saved. @throws CONFLICT
*/
async function requireValidRequest(ctx, list, schema) {
	const request = toPeopleArgs(list);
	const typeProblems = [...findInputProblems(schema, "PersonWhere", "where", request.where), ...(request.orderBy ?? []).flatMap((item) => findInputProblems(schema, "PersonOrderInput", "orderBy", item))];
	const problems = typeProblems.length > 0 ? typeProblems : await findFilterProblems(ctx, request.where ?? {});
	if (problems.length > 0) throw conflict(`The filter of the smart list is no longer valid: ${problems.join("; ")}. Update the filter`);
	return request;
}
function findInputProblems(schema, name, field, value) {
	const type = schema.getType(name);
	if (value == null || !isInputObjectType(type)) return [];
	return findValueProblems(value, type, [field]).map(({ path, message }) => `${formatInputPath(path)} ${message}`);
}
const sharedOptions = { description: "Whether all users can view the list." };
const includeTrashOptions = { description: "Whether the list includes people in Trash." };
const SmartList = builder.objectRef("SmartList").implement({
	description: "A saved filter for people. A private list is visible only to its owner, a shared list to all users.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		name: t.exposeString("name", { description: "The list's name." }),
		description: t.exposeString("description", optional("The list's purpose.")),
		ownerId: t.exposeID("ownerId", { description: "The owner's id." }),
		owner: t.field(requiredUserField("ownerId", "The list's owner.")),
		shared: t.exposeBoolean("shared", sharedOptions),
		where: t.field({
			type: "JSON",
			description: "The filter, in the form of `PersonWhere`.",
			resolve: (list) => JSON.parse(list.filter)
		}),
		orderBy: t.field({
			type: "JSON",
			...optional("The sort order, in the form of `PersonOrderInput`; null if newest first."),
			resolve: (list) => list.orderBy === null ? null : JSON.parse(list.orderBy)
		}),
		includeTrash: t.exposeBoolean("includeTrash", includeTrashOptions),
		count: t.int({
			...optional("The number of people in the list. Errors: CONFLICT (the filter is no longer valid)."),
			extensions: needs("people.view"),
			resolve: async (list, _, ctx, info) => people.count(ctx, await requireValidRequest(ctx, list, info.schema))
		}),
		people: t.field({
			type: PersonConnection,
			...optional("The people in the list. Errors: CONFLICT (the filter is no longer valid)."),
			extensions: needs("people.view"),
			args: pageArgs(t),
			resolve: async (list, page, ctx, info) => resolveList(ctx, info, page, `smartList ${list.id}`, await requireValidRequest(ctx, list, info.schema), people)
		})
	})
});
registerRecord(SmartList, {
	filterSpec: smartListFilterSpec,
	load: loadSmartList,
	one: {
		description: "Returns a smart list by id.",
		get: getSmartList
	},
	many: {
		name: "smartLists",
		description: "Returns the caller's smart lists and shared smart lists.",
		list: smartLists
	}
});
const descriptionOptions = {
	type: "LongText",
	description: "The list's purpose."
};
const whereOptions = {
	type: PersonWhere,
	description: "The filter. Periods are evaluated at each read."
};
const orderOptions = {
	...orderByOptions,
	type: [PersonOrder],
	description: "The sort order; by default newest first."
};
const mutations$2 = recordMutations({
	type: SmartList,
	noun: "smart list",
	scope: "smartlists.manage"
});
mutations$2.create("createSmartList", {
	description: "Creates a smart list owned by the caller.",
	input: (t) => ({
		name: t.field({
			type: "Label",
			required: true,
			description: "The list's name."
		}),
		description: t.field(descriptionOptions),
		shared: t.boolean({
			...sharedOptions,
			defaultValue: false
		}),
		where: t.field({
			...whereOptions,
			required: true
		}),
		orderBy: t.field(orderOptions),
		includeTrash: t.boolean({
			...includeTrashOptions,
			defaultValue: false
		})
	}),
	resolve: createSmartList
});
mutations$2.update("updateSmartList", {
	input: (t) => ({
		name: t.field({
			type: "Label",
			description: "The list's name.",
			extensions: notNull
		}),
		description: t.field(descriptionOptions),
		shared: t.boolean({
			...sharedOptions,
			extensions: notNull
		}),
		where: t.field({
			...whereOptions,
			extensions: notNull
		}),
		orderBy: t.field(orderOptions),
		includeTrash: t.boolean({
			...includeTrashOptions,
			extensions: notNull
		})
	}),
	resolve: updateSmartList
});
mutations$2.delete("deleteSmartList", { resolve: deleteSmartList });
// src/resources/smart-lists/rest.ts
const selection$2 = "id name description ownerId shared where orderBy includeTrash version createdAt updatedAt";
const personSelection = `id firstName lastName fullName createdAt emails { value type isPrimary } phones { value type status isPrimary isBad }
  assignedAgentId: assigneeId assignedAgentName: assigneeName stageId stageName source tags: tagList price`;
const variableDefinitions = "$description: LongText, $shared: Boolean, $orderBy: [PersonOrderInput!], $includeTrash: Boolean";
const inputFields = "name: $name, description: $description, shared: $shared, where: $where, orderBy: $orderBy, includeTrash: $includeTrash";
const toUpdate = (name) => `
    mutation ${name}($id: ID!, $name: Label, $where: PersonWhere, ${variableDefinitions}) { updateSmartList(id: $id, input: { ${inputFields} }) { smartList { ${selection$2} } } }`;
const smartListRoutes = [
	get$3("/v1/smart-lists", reply.list, "List the caller's smart lists and shared smart lists")`
    query ListSmartLists($limit: Int, $cursor: String, $shared: Boolean, $ownerId: ID, $where: [SmartListWhere!], $orderBy: SmartListOrderField, $direction: SortDirection) {
      smartLists(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }], where: { shared: { eq: $shared }, ownerId: { eq: $ownerId }, and: $where }) {
        nodes { ${selection$2} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/smart-lists/{id}", reply.record, "Get a smart list")`
    query GetSmartList($id: ID!) { smartList(id: $id) { ${selection$2} } }`,
	get$3("/v1/smart-lists/{id}/count", reply.record, "Count the contacts in a smart list")`
    query CountSmartList($id: ID!) { smartList(id: $id) { count } }`,
	get$3("/v1/smart-lists/{id}/people", reply.list, "List the contacts in a smart list")`
    query RunSmartList($id: ID!, $limit: Int, $cursor: String) {
      smartList(id: $id) { people(first: $limit, after: $cursor) { nodes { ${personSelection} } pageInfo { hasNextPage endCursor } } }
    }`,
	post("/v1/smart-lists", reply.created("/v1/smart-lists/{id}"), "Create a smart list, a saved filter of contacts")`
    mutation CreateSmartList($name: Label!, $where: PersonWhere!, ${variableDefinitions}) { createSmartList(input: { ${inputFields} }) { smartList { ${selection$2} } } }`,
	put("/v1/smart-lists/{id}", reply.record, "Update a smart list")`${toUpdate("UpdateSmartList")}`,
	del("/v1/smart-lists/{id}", reply.message("Smart list deleted"), "Delete a smart list, but not its contacts")`
    mutation DeleteSmartList($id: ID!) { deleteSmartList(id: $id) { deletedId } }`
];
// src/resources/webhooks/policy.ts
/** A webhook endpoint is visible to callers with the scope `webhooks.manage`. */
const endpointPolicy = definePolicy({
	table: "webhookEndpoints",
	scope: "webhooks.manage",
	view: "everybody",
	isCredential: true
});
/** A delivery is visible to callers who can view its endpoint. */
const deliveryPolicy = definePolicy({
	table: "webhookDeliveries",
	scope: "webhooks.manage",
	view: [byColumn("endpointId", viewableRecords(endpointPolicy), {
		isRequired: true,
		hasFewTargets: true
	})]
});
// src/resources/webhooks/filter-spec.ts
/** An endpoint that is both disabled and paused is treated as disabled. */
const status = sql`(case when "webhookEndpoints"."disabledAt" is not null then 'disabled' when "webhookEndpoints"."pausedAt" is not null then 'paused' else 'active' end)`;
const endpointFilterSpec = {
	table: "webhookEndpoints",
	prefix: "webhook",
	policy: endpointPolicy,
	fields: {
		id,
		url: {
			description: "The URL, ignoring case.",
			type: "String",
			text: sql`lower("webhookEndpoints"."url")`,
			normalize: (url) => url.toLowerCase()
		},
		status: {
			description: "The endpoint's status.",
			type: "Enum",
			text: status
		},
		userId: indexed("ID", "userId", "The id of the user whose permissions apply."),
		createdAt
	},
	relations: {},
	orders: {
		createdAt: orderByCreation,
		url: ascending("url", "The URL.", { unindexed: true })
	}
};
const deliveryFilterSpec = {
	table: "webhookDeliveries",
	prefix: "msg",
	policy: deliveryPolicy,
	fields: {
		id,
		endpointId: indexed("ID", "endpointId", "The endpoint's id."),
		status: indexed("Enum", "status", "The delivery's status."),
		type: indexed("String", "type", "The event type."),
		createdAt
	},
	relations: {},
	orders: { createdAt: descending("id", "The creation time.") }
};
// src/resources/webhooks/queries.ts
const endpointCount = query((_, p) => sql`
    select count(*) as "total" from "webhookEndpoints" where "companyId" = ${p.companyId}`);
const eventsOfDeliveries = query((_, p) => sql`
    select "events".*, "delivery"."id" as "deliveryId" from "webhookDeliveries" as "delivery" join "events"
      on "events"."companyId" = "delivery"."companyId" and "events"."sequence" = "delivery"."eventSequence"
    where "delivery"."companyId" = ${p.companyId} and ${isIn("delivery.id", p.ids)} order by "delivery"."id"`);
const attemptsOfDeliveries = query((_, p) => sql`
    select * from "webhookAttempts" where "companyId" = ${p.companyId} and ${isIn("deliveryId", p.ids)} order by "deliveryId", "number"`);
/** Counts up to `limit` pending deliveries of each endpoint. */
const pendingCounts = query((_, p) => sql`
    select "endpoint"."value" as "id", (select count(*) from (
      select 1 from "webhookDeliveries" where "companyId" = ${p.companyId} and "endpointId" = "endpoint"."value" and "status" = 'pending' limit ${p.limit}
    ) as "some") as "total" from ${listRows(p.ids, "endpoint")}`);
const newestDeliveries = query((_, p) => sql`
    select "delivery".* from ${listRows(p.ids, "endpoint")} cross join "webhookDeliveries" as "delivery"
    where "delivery"."companyId" = ${p.companyId} and "delivery"."id" = (
      select max("id") from "webhookDeliveries" where "companyId" = ${p.companyId} and "endpointId" = "endpoint"."value")`);
/** Selects the next deliveries to an endpoint, oldest first; if `dead`, only failed deliveries. */
const deliveriesAfterId = queryFamily((_, p, { dead }) => sql`
    select "id", "createdAt" from "webhookDeliveries"
    where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId} and "id" > ${p.after}${dead ? sql` and "status" = 'dead'` : sql``} order by "id" limit ${p.limit}`);
/** Puts deliveries back into the queue, except deliveries that are being sent. */
const requeueDeliveries = query((_, p) => sql`
    update "webhookDeliveries" set "status" = 'pending', "attemptsBefore" = "attemptsBefore" + "attempts", "attempts" = 0,
      "nextAttemptAt" = ${p.now}, "leasedUntil" = null, "leaseOwner" = null, "deliveredAt" = null
    where "companyId" = ${p.companyId} and ${isIn("id", p.ids)} and ("leasedUntil" is null or "leasedUntil" <= ${p.now})`);
/** Deletes deliveries to an endpoint, with their attempts. */
const removeDeliveries = query((_, p) => sql`
    delete from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" in (
      select "id" from "webhookDeliveries" where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId} order by "id" limit ${p.limit})`);
/** Deletes deliveries with an id below `before` that are no longer pending, with their attempts. */
const removeOldDeliveries = query((_, p) => sql`
    delete from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" in (
      select "id" from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" < ${p.before} and "status" <> 'pending' order by "id" limit ${p.limit})`);
// src/resources/webhooks/operations.ts
const maxEndpoints = 100;
/** The number of hours after a rotation during which the previous secret also signs messages. */
const previousSecretHours = 24;
const auditedFields = [
	"url",
	"events",
	"description",
	"userId",
	"scopes",
	"pausedAt",
	"disabledAt",
	"disabledReason",
	"failingSince"
];
const { get: getEndpoint, getForUpdate: getEndpointForUpdate, load: loadEndpoint } = createRecordReads(endpointPolicy, "Webhook endpoint");
const endpoints = filteredList({ spec: endpointFilterSpec });
/** Returns the status. An endpoint that is both disabled and paused is treated as disabled. */
const getEndpointStatus = ({ disabledAt, pausedAt }) => disabledAt ? "disabled" : pausedAt ? "paused" : "active";
/** Converts an endpoint to the format of event changes, with its lists parsed. */
const toAuditedRow = (row) => row ? {
	...row,
	events: JSON.parse(row.events),
	scopes: row.scopes && JSON.parse(row.scopes)
} : {};
const compareEndpoints = (before, after) => changesBetween(toAuditedRow(before), toAuditedRow(after), auditedFields);
/**
* Returns the problem with an endpoint's URL, or undefined. The DNS lookup suspends the operation,
* so that no transaction waits for the lookup; `WEBHOOKS=off` skips the lookup.
*/
function findUrlProblem(ctx, url) {
	const options = {
		allowLocal: ctx.settings.WEBHOOKS_ALLOW_LOCAL,
		resolve: ctx.resolve
	};
	return ctx.settings.WEBHOOKS === "off" ? findUrlSyntaxProblem(url, options) : lookupOrSuspend(ctx, `where ${url} leads`, () => resolveUrlProblem(url, options));
}
/** Checks the URL and the event patterns. @throws VALIDATION_ERROR */
function checkInput(ctx, { url, events }) {
	if (events) checkPatterns(events, "events");
	const problem = url && findUrlProblem(ctx, url);
	if (problem) throw invalid(createDetail("url", "INVALID_VALUE", problem));
}
/** Returns the caller, whose permissions (limited by their key) determine which events are sent. */
async function getReceivingUser(ctx) {
	const user = await requireUser(ctx, ctx.viewer.userId);
	const scopes = getInheritedScopes(ctx, user);
	return {
		userId: user.id,
		scopes: scopes && JSON.stringify(scopes)
	};
}
/** Creates an endpoint that receives all later events. @throws VALIDATION_ERROR, CONFLICT */
async function createEndpoint(ctx, input) {
	requireScope(ctx.viewer, "webhooks.manage");
	checkInput(ctx, input);
	const { companyId } = ctx.viewer;
	if (((await ctx.db.first(endpointCount, { companyId }))?.total ?? 0) >= maxEndpoints) throw conflict(`The limit of ${maxEndpoints} webhook endpoints is reached: delete one first`);
	const columns = newRecord(ctx, "webhook");
	const secret = newWebhookSecret(ctx);
	const row = {
		...columns,
		url: input.url,
		events: serializePatterns(input.events),
		description: input.description ?? null,
		...await getReceivingUser(ctx),
		secret: encryptSecret(ctx, columns, secret),
		previousSecret: null,
		previousSecretExpiresAt: null,
		pausedAt: null,
		disabledAt: null,
		disabledReason: null,
		attempts: 0,
		failures: 0,
		failingSince: null,
		lastSequence: await readNewestSequence(ctx.db, companyId)
	};
	await ctx.db.insert("webhookEndpoints", row);
	const changes = compareEndpoints(void 0, row);
	recordEvent(ctx, {
		type: "webhookEndpoint.created",
		record: row,
		changes
	});
	return {
		webhookEndpoint: row,
		secret
	};
}
const serializePatterns = (events) => JSON.stringify([...new Set(events)]);
/** Returns the column changes that pause or resume an endpoint. */
function createPausePatch(ctx, row, paused) {
	if (paused) return { pausedAt: row.pausedAt ?? timestamp(ctx) };
	if (paused !== false || getEndpointStatus(row) === "active") return {};
	return {
		pausedAt: null,
		disabledAt: null,
		disabledReason: null,
		failingSince: null
	};
}
/**
* Updates an endpoint. After a change of the URL or events, the caller's permissions determine
* which events are delivered. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR
*/
async function updateEndpoint(ctx, id, input) {
	const endpoint = await getEndpointForUpdate(ctx, id);
	const { url, events, description, paused } = requireSomeField(input);
	checkInput(ctx, {
		url,
		events
	});
	const targetPatch = omitUndefined({
		url: url ?? void 0,
		events: events ? serializePatterns(events) : void 0
	});
	const newTarget = {
		...endpoint,
		...targetPatch
	};
	const isTargetChanged = changesBetween(endpoint, newTarget, ["url", "events"]).length > 0;
	const patch = {
		...omitUndefined({
			...targetPatch,
			description
		}),
		...isTargetChanged && await getReceivingUser(ctx),
		...createPausePatch(ctx, endpoint, paused)
	};
	const { row } = await applyChanges(ctx, "webhookEndpoints", endpoint, patch);
	const changes = compareEndpoints(endpoint, row);
	if (row !== endpoint) recordEvent(ctx, {
		type: "webhookEndpoint.updated",
		record: row,
		changes
	});
	return row;
}
/** Issues a new secret. For a day, both secrets sign messages. @throws NOT_FOUND, FORBIDDEN */
async function rotateSecret(ctx, id) {
	const endpoint = await getEndpointForUpdate(ctx, id);
	const secret = newWebhookSecret(ctx);
	const patch = {
		secret: encryptSecret(ctx, endpoint, secret),
		previousSecret: endpoint.secret,
		previousSecretExpiresAt: toTimestamp(ctx.now() + previousSecretHours * 36e5)
	};
	return {
		webhookEndpoint: await updateCredential(ctx, "webhookEndpoints", endpoint, patch, "webhookEndpoint.rotated", ["previousSecretExpiresAt"]),
		secret
	};
}
/** Deletes an endpoint with all its deliveries. @throws NOT_FOUND, FORBIDDEN */
async function deleteEndpoint(ctx, id) {
	const endpoint = await getEndpointForUpdate(ctx, id);
	const { companyId } = endpoint;
	await inChunks((limit) => ctx.db.run(removeDeliveries, {
		companyId,
		endpointId: id,
		limit
	}));
	const changes = compareEndpoints(endpoint);
	return deleteRecord(ctx, endpointPolicy, endpoint, {
		type: "webhookEndpoint.deleted",
		changes
	});
}
// src/resources/webhooks/deliveries.ts
/** Reads, replays and cleans up webhook deliveries, and pings endpoints. */
/** The maximum number of deliveries replayed per call. */
const maxReplayed = 1e4;
/** The number of deliveries replayed per statement. */
const replayChunkSize = 500;
/** The maximum number of pending deliveries that are counted. */
const maxPendingCount = 1e4;
const { get: getDelivery, load: loadDelivery } = createRecordReads(deliveryPolicy, "Webhook delivery");
const deliveries = filteredList({ spec: deliveryFilterSpec });
const deliveriesOfEndpoint = listByParent(deliveryFilterSpec, { targetColumn: "endpointId" });
const toIdParams = ({ viewer }, ids) => ({
	companyId: viewer.companyId,
	ids: encodeListParam(ids)
});
const loadAttempts = createListLoader(attemptsOfDeliveries, "deliveryId");
/** Loads the event of a delivery if the caller can view the event. */
const loadEvent = createLoader(async (ctx, ids) => {
	const rows = await ctx.db.all(eventsOfDeliveries, toIdParams(ctx, ids));
	const eventsById = new Map((await toVisibleEvents(ctx, rows)).map((event) => [event.id, event]));
	return new Map(rows.flatMap(({ deliveryId, id }) => eventsById.has(id) ? [[deliveryId, eventsById.get(id)]] : []));
});
/** Loads the number of pending deliveries, counted up to `maxPendingCount`. */
const loadPendingCount = createLoader(async (ctx, ids) => {
	const params = {
		...toIdParams(ctx, ids),
		limit: maxPendingCount
	};
	const rows = await ctx.db.all(pendingCounts, params);
	return new Map(rows.map(({ id, total }) => [id, total]));
});
const loadNewestDelivery = createLoader(async (ctx, ids) => {
	const rows = await ctx.db.all(newestDeliveries, toIdParams(ctx, ids));
	return new Map(rows.map((row) => [row.endpointId, row]));
});
/** Returns whether the server sends deliveries to an endpoint, without checking its address. */
const canDeliver = (ctx, endpoint) => ctx.settings.WEBHOOKS !== "off" && getEndpointStatus(endpoint) === "active";
/** Returns whether a delivery can be replayed: its endpoint is active, and it is not being sent. */
async function canReplay(ctx, delivery) {
	const endpoint = await loadEndpoint.of(ctx, delivery, "endpointId");
	return !(delivery.leasedUntil !== null && delivery.leasedUntil > timestamp(ctx)) && endpoint !== void 0 && canDeliver(ctx, endpoint);
}
/** Checks that an endpoint can receive deliveries. @throws CONFLICT */
function checkIsActive(ctx, endpoint) {
	if (ctx.settings.WEBHOOKS === "off") throw conflict("The server does not send webhooks: set `WEBHOOKS` to `on`");
	const status = getEndpointStatus(endpoint);
	if (status !== "active") throw conflict(`The webhook endpoint is ${status}: resume it first with \`paused: false\``);
	const problem = findUrlProblem(ctx, endpoint.url);
	if (problem) throw conflict(`The webhook endpoint cannot receive messages: its url ${problem}`);
}
/** Sends a test message to an endpoint. @throws NOT_FOUND, FORBIDDEN, CONFLICT */
async function pingEndpoint(ctx, id) {
	const endpoint = await getEndpointForUpdate(ctx, id);
	checkIsActive(ctx, endpoint);
	const type = "webhook.ping";
	const now = timestamp(ctx);
	const row = {
		companyId: endpoint.companyId,
		id: ctx.newId("msg"),
		endpointId: id,
		eventSequence: null,
		eventId: null,
		type,
		status: "pending",
		attempts: 0,
		attemptsBefore: 0,
		nextAttemptAt: now,
		leasedUntil: null,
		leaseOwner: null,
		deliveredAt: null,
		createdAt: now,
		payload: JSON.stringify({
			type,
			timestamp: now,
			data: { webhookEndpointId: id }
		}),
		requestId: ctx.requestId
	};
	await ctx.db.insert("webhookDeliveries", row);
	recordEvent(ctx, {
		type: "webhookEndpoint.pinged",
		record: endpoint
	});
	return row;
}
/**
* Replays a delivery immediately with the same id. Its attempt count restarts. @throws NOT_FOUND,
* FORBIDDEN, CONFLICT
*/
async function replayDelivery(ctx, id) {
	const endpoint = await getEndpoint(ctx, (await getDelivery(ctx, id)).endpointId);
	checkIsActive(ctx, endpoint);
	if (await requeueByIds(ctx, [id]) === 0) throw conflict("The delivery is being sent: retry later", { retryAfterSeconds: 15 });
	recordReplay(ctx, endpoint, 1);
	return getDelivery(ctx, id);
}
const requeueByIds = async (ctx, ids) => ctx.db.run(requeueDeliveries, {
	...toIdParams(ctx, ids),
	now: timestamp(ctx)
});
const recordReplay = (ctx, endpoint, count) => recordEvent(ctx, {
	type: "webhookEndpoint.replayed",
	record: endpoint,
	changes: [{
		field: "deliveries",
		from: null,
		to: count
	}]
});
/**
* Replays the failed deliveries, or all deliveries since a time, oldest first.
* @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT
*/
async function replayDeliveries(ctx, id, { failed, since }) {
	const endpoint = await getEndpointForUpdate(ctx, id);
	if (!failed && !since) throw invalid(createDetail("failed", "REQUIRED_FIELD", "must be true if `since` is not set"));
	checkIsActive(ctx, endpoint);
	const range = {
		companyId: endpoint.companyId,
		endpointId: id
	};
	const deliveriesQuery = deliveriesAfterId({ dead: failed === true });
	let after = since ? createMinId("msg", Date.parse(since)) : "";
	let replayedCount = 0;
	for (let scannedCount = 0; scannedCount < maxReplayed; scannedCount += replayChunkSize) {
		const rows = await ctx.db.all(deliveriesQuery, {
			...range,
			after,
			limit: replayChunkSize
		});
		const ids = rows.map((row) => row.id);
		replayedCount += await requeueByIds(ctx, ids);
		after = rows.at(-1)?.id ?? after;
		if (rows.length < replayChunkSize) break;
		await yieldToEventLoop();
	}
	const nextDelivery = await ctx.db.first(deliveriesQuery, {
		...range,
		after,
		limit: 1
	});
	if (replayedCount > 0) recordReplay(ctx, endpoint, replayedCount);
	const nextSince = nextDelivery?.createdAt ?? null;
	return {
		webhookEndpoint: endpoint,
		count: replayedCount,
		nextSince
	};
}
const retentionDays = 30;
/** The number of deliveries deleted per transaction. Each has up to 12 attempts. */
const sweepChunkSize = 500;
/** Deletes deliveries older than `retentionDays` with their attempts, except pending deliveries. */
async function sweepDeliveries(deps) {
	const before = createMinId("msg", deps.now() - retentionDays * 864e5);
	await forEachCompany(deps, async ({ id: companyId }) => {
		const store = deps.store.forCompany(companyId);
		await inChunks((limit) => store.write((db) => db.run(removeOldDeliveries, {
			companyId,
			before,
			limit
		})), sweepChunkSize);
	});
}
// src/resources/webhooks/graphql.ts
const EndpointStatus = defineEnum("WebhookEndpointStatus", "The status of a webhook endpoint.", {
	active: "Events are delivered.",
	paused: "A user paused the endpoint.",
	disabled: "The server disabled the endpoint."
});
const DeliveryStatus = defineEnum("WebhookDeliveryStatus", "The status of a delivery.", {
	pending: "The first or next attempt is pending.",
	delivered: "The receiver responded with 2xx.",
	dead: "The last attempt failed."
});
const DisabledReasonEnum = defineEnum("WebhookDisabledReason", "The reason why a webhook endpoint was disabled.", {
	gone: "The receiver responded with status 410.",
	failing: "No delivery succeeded for 5 days."
});
const AttemptErrorEnum = defineEnum("WebhookAttemptError", "The error of a delivery attempt.", {
	timeout: "The receiver did not respond in time.",
	dns: "The host name was not found.",
	refused_address: "The IP address is not public.",
	connect: "No connection could be opened.",
	tls: "The TLS connection failed.",
	redirect: "The receiver redirected the request.",
	http: "The response's status is not 2xx.",
	closed: "The connection was lost."
});
const WebhookEndpoint = builder.objectRef("WebhookEndpoint");
const WebhookAttempt = builder.objectRef("WebhookAttempt").implement({
	description: "An attempt to deliver an event.",
	fields: (t) => ({
		number: t.exposeInt("number", { description: "The attempt's number, from 1." }),
		attemptedAt: t.expose("at", {
			type: "DateTime",
			description: "The time of the attempt."
		}),
		status: t.exposeInt("status", optional("The response's HTTP status.")),
		latencyMs: t.exposeInt("latencyMs", { description: "The attempt's duration in milliseconds." }),
		error: t.expose("error", {
			type: AttemptErrorEnum,
			...optional("The error, if any.")
		}),
		nextAttemptAt: t.expose("nextAttemptAt", optionalTime("The time of the next attempt."))
	})
});
const WebhookDelivery = builder.objectRef("WebhookDelivery").implement({
	description: "A delivery of an event, stored for 30 days. Its id is the `webhook-id` of each attempt.",
	interfaces: [Node],
	fields: (t) => ({
		endpointId: t.exposeID("endpointId", { description: "The endpoint's id." }),
		endpoint: t.field(relationToOne(WebhookEndpoint, loadEndpoint, "endpointId", "The endpoint.")),
		type: t.expose("type", {
			type: "EventType",
			description: "The event type."
		}),
		eventId: t.exposeID("eventId", optional("The event's id; null for a ping.")),
		eventSequence: t.exposeInt("eventSequence", optional("The event's sequence number.")),
		event: t.field({
			type: Event,
			...optional("The event; null for a ping or if not visible."),
			...relationField(loadEvent, "id")
		}),
		status: t.expose("status", {
			type: DeliveryStatus,
			description: "The delivery's status."
		}),
		attemptCount: t.int({
			description: "The total number of attempts.",
			resolve: ({ attempts, attemptsBefore }) => attempts + attemptsBefore
		}),
		attempts: t.field(relationToMany(WebhookAttempt, loadAttempts, "The attempts, oldest first.")),
		nextAttemptAt: t.field({
			type: "DateTime",
			...optional("The time of the next attempt."),
			resolve: ({ status, nextAttemptAt }) => status === "pending" ? nextAttemptAt : null
		}),
		deliveredAt: t.expose("deliveredAt", optionalTime("The delivery time; null if not delivered.")),
		createdAt: t.expose("createdAt", {
			type: "DateTime",
			description: "The creation time."
		}),
		viewerCan: t.field(viewerCanField)
	})
});
WebhookEndpoint.implement({
	description: "A URL that receives the events that its user can view, as defined by Standard Webhooks 1.0.",
	interfaces: recordInterfaces,
	fields: (t) => ({
		url: t.exposeString("url", { description: "The URL to which events are sent." }),
		events: t.field({
			type: ["EventPattern"],
			description: "The patterns of the events to deliver.",
			resolve: ({ events }) => JSON.parse(events)
		}),
		description: t.exposeString("description", optional("The endpoint's purpose.")),
		userId: t.exposeID("userId", { description: "The id of the user whose permissions apply." }),
		user: t.field(requiredUserField("userId", "The user whose permissions apply.")),
		status: t.field({
			type: EndpointStatus,
			description: "The endpoint's status.",
			resolve: getEndpointStatus
		}),
		pausedAt: t.expose("pausedAt", optionalTime("The time a user paused the endpoint.")),
		disabledAt: t.expose("disabledAt", optionalTime("The time the server disabled the endpoint.")),
		disabledReason: t.expose("disabledReason", {
			type: DisabledReasonEnum,
			...optional("The reason why the server disabled the endpoint.")
		}),
		failingSince: t.expose("failingSince", optionalTime("The time of the first failure since the last success.")),
		previousSecretExpiresAt: t.expose("previousSecretExpiresAt", optionalTime("The time until which the previous secret also signs messages.")),
		pendingCount: t.int({
			description: "The number of pending deliveries, up to 10,000.",
			...relationField(loadPendingCount, "id", (count) => count ?? 0)
		}),
		lastDelivery: t.field(relationToOne(WebhookDelivery, loadNewestDelivery, "id", "The newest delivery."))
	})
});
registerRecord(WebhookEndpoint, {
	filterSpec: endpointFilterSpec,
	filterTypes: { status: EndpointStatus },
	load: loadEndpoint,
	findCredential: getEndpoint,
	one: {
		description: "Returns a webhook endpoint by id.",
		get: getEndpoint
	},
	many: {
		name: "webhookEndpoints",
		description: "Returns webhook endpoints, newest first.",
		list: endpoints
	}
});
const { addListTo: addDeliveriesTo } = registerRecord(WebhookDelivery, {
	filterSpec: deliveryFilterSpec,
	filterTypes: { status: DeliveryStatus },
	load: loadDelivery,
	one: {
		description: "Returns a webhook delivery by id.",
		get: getDelivery
	},
	many: {
		name: "webhookDeliveries",
		description: "Returns webhook deliveries of the last 30 days, newest first.",
		list: deliveries
	}
});
addDeliveriesTo(WebhookEndpoint, "deliveries", deliveriesOfEndpoint);
// src/resources/webhooks/graphql-mutations.ts
const issuedEndpointPayload = (t) => ({
	webhookEndpoint: t.expose("webhookEndpoint", {
		type: WebhookEndpoint,
		description: "The endpoint."
	}),
	secret: t.exposeString("secret", { description: "The secret (`whsec_…`), returned only once." })
});
const descriptions = {
	url: "A public HTTPS URL without a user name or password.",
	events: "The events to send, as 1 to 50 patterns; `*` excludes `webhookEndpoint.*`.",
	description: "The endpoint's purpose."
};
const ReplayWebhookDeliveriesInput = builder.inputType("ReplayWebhookDeliveriesInput", {
	extensions: constraints({ anyOf: [hasValue("failed", true), isPresent("since")] }),
	description: "Input for replaying deliveries, with `failed`, `since` or both.",
	fields: (t) => ({
		failed: t.boolean({
			defaultValue: false,
			description: "Whether to replay only failed deliveries."
		}),
		since: t.field({
			type: "DateTime",
			description: "The creation time of the first delivery to replay."
		})
	})
});
const mutations$1 = recordMutations({
	type: WebhookEndpoint,
	noun: "webhook endpoint",
	scope: "webhooks.manage"
});
mutations$1.create("createWebhookEndpoint", {
	payload: issuedEndpointPayload,
	description: "Creates a webhook endpoint for future events that the caller can view. Errors: CONFLICT (100 endpoints exist).",
	input: (t) => ({
		url: t.field({
			type: "WebUrl",
			required: true,
			description: descriptions.url
		}),
		events: t.field({
			type: ["EventPattern"],
			required: true,
			description: descriptions.events,
			extensions: eventPatternListLimits
		}),
		description: t.field({
			type: "LongText",
			description: descriptions.description
		})
	}),
	resolve: createEndpoint
});
mutations$1.update("updateWebhookEndpoint", {
	description: "Updates, pauses or resumes a webhook endpoint. Changing `url` or `events` makes the caller the endpoint's user.",
	input: (t) => ({
		url: t.field({
			type: "WebUrl",
			description: descriptions.url,
			extensions: notNull
		}),
		events: t.field({
			type: ["EventPattern"],
			description: descriptions.events,
			extensions: {
				...eventPatternListLimits,
				...notNull
			}
		}),
		description: t.field({
			type: "LongText",
			description: descriptions.description
		}),
		paused: t.boolean({
			description: "Whether to pause the endpoint; `false` also resumes a disabled endpoint.",
			extensions: notNull
		})
	}),
	resolve: updateEndpoint
});
mutations$1.delete("deleteWebhookEndpoint", {
	description: "Deletes a webhook endpoint with its deliveries.",
	resolve: deleteEndpoint
});
mutations$1.action("rotateWebhookSecret", {
	actions: [{ action: "rotate" }],
	payload: issuedEndpointPayload,
	description: "Issues a new secret for a webhook endpoint; for 24 hours, the previous secret also signs messages.",
	resolve: rotateSecret
});
mutations$1.action("pingWebhookEndpoint", {
	actions: [{
		action: "ping",
		isPossible: canDeliver
	}],
	payload: recordPayload(WebhookDelivery),
	description: "Sends a test message of type `webhook.ping`. Errors: CONFLICT (the endpoint is not active).",
	resolve: pingEndpoint
});
mutations$1.update("replayWebhookDeliveries", {
	actions: [{
		action: "replay",
		isPossible: canDeliver
	}],
	description: "Replays failed deliveries, or all deliveries since a time: up to 10,000, oldest first. Errors: CONFLICT (the endpoint is not active).",
	input: ReplayWebhookDeliveriesInput,
	inputDescription: "The deliveries to replay.",
	resolve: replayDeliveries,
	payload: (t) => ({
		webhookEndpoint: t.expose("webhookEndpoint", {
			type: WebhookEndpoint,
			description: "The endpoint."
		}),
		count: t.exposeInt("count", { description: "The number of replayed deliveries." }),
		nextSince: t.expose("nextSince", optionalTime("The value of `since` for the next call; null if no deliveries remain."))
	})
});
addMutation("replayWebhookDelivery", {
	payload: recordPayload(WebhookDelivery),
	scopes: ["webhooks.manage"],
	extensions: declareActions("WebhookDelivery", ["webhooks.manage"], [{
		action: "replay",
		isPossible: canReplay
	}]),
	description: "Replays a delivery. Errors: CONFLICT (the endpoint is not active, or the delivery is being sent).",
	args: (t) => ({ id: idArg(t, "The delivery's id.") }),
	resolve: (ctx, { id }) => replayDelivery(ctx, id)
});
// src/resources/webhooks/rest.ts
const briefSelection = "id endpointId type eventId eventSequence status attemptCount nextAttemptAt deliveredAt createdAt";
const deliverySelection = `${briefSelection} attempts { number at: attemptedAt status latencyMs error nextAttemptAt }`;
const selection$1 = `id url events description userId status pausedAt disabledAt disabledReason failingSince previousSecretExpiresAt pendingCount
  lastDelivery { ${briefSelection} } version createdAt updatedAt`;
const createUpdateMutation = (name) => `
    mutation ${name}($id: ID!, $url: WebUrl, $events: [EventPattern!], $description: LongText, $paused: Boolean) {
      updateWebhookEndpoint(id: $id, input: { url: $url, events: $events, description: $description, paused: $paused }) { webhookEndpoint { ${selection$1} } }
    }`;
const webhookRoutes = [
	...[
		get$3("/v1/webhook-endpoints", reply.list, "List the company's webhook endpoints, newest first")`
    query ListWebhookEndpoints($limit: Int, $cursor: String, $status: WebhookEndpointStatus, $url: String, $userId: ID,
      $where: [WebhookEndpointWhere!], $orderBy: WebhookEndpointOrderField, $direction: SortDirection) {
      webhookEndpoints(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { status: { eq: $status }, url: { contains: $url }, userId: { eq: $userId }, and: $where }) {
        nodes { ${selection$1} } pageInfo { hasNextPage endCursor }
      }
    }`,
		get$3("/v1/webhook-endpoints/{id}", reply.record, "Get a webhook endpoint, without its secret")`
    query GetWebhookEndpoint($id: ID!) { webhookEndpoint(id: $id) { ${selection$1} } }`,
		post("/v1/webhook-endpoints", reply.created("/v1/webhook-endpoints/{id}"), "Create a webhook endpoint and return its secret once")`
    mutation CreateWebhookEndpoint($url: WebUrl!, $events: [EventPattern!]!, $description: LongText) {
      createWebhookEndpoint(input: { url: $url, events: $events, description: $description }) { id: webhookEndpoint { id } secret webhookEndpoint { ${selection$1} } }
    }`,
		put("/v1/webhook-endpoints/{id}", reply.record, "Update, pause or resume a webhook endpoint")`${createUpdateMutation("UpdateWebhookEndpoint")}`,
		del("/v1/webhook-endpoints/{id}", reply.message("Webhook endpoint deleted"), "Delete a webhook endpoint with all its deliveries")`
    mutation DeleteWebhookEndpoint($id: ID!) { deleteWebhookEndpoint(id: $id) { deletedId } }`,
		post("/v1/webhook-endpoints/{id}/rotate-secret", reply.record, "Rotate a webhook endpoint's secret; for 24 hours, the previous secret also signs messages")`
    mutation RotateWebhookSecret($id: ID!) { rotateWebhookSecret(id: $id) { id: webhookEndpoint { id } secret webhookEndpoint { ${selection$1} } } }`,
		post("/v1/webhook-endpoints/{id}/ping", reply.record, "Send a test message to a webhook endpoint")`
    mutation PingWebhookEndpoint($id: ID!) { pingWebhookEndpoint(id: $id) { webhookDelivery { ${deliverySelection} } } }`,
		post("/v1/webhook-endpoints/{id}/replay", reply.record, "Replay a webhook endpoint's failed deliveries, or all deliveries since a given time")`
    mutation ReplayWebhookDeliveries($id: ID!, $failed: Boolean, $since: DateTime) {
      replayWebhookDeliveries(id: $id, input: { failed: $failed, since: $since }) { count nextSince }
    }`
	],
	get$3("/v1/webhook-deliveries", reply.list, "List the webhook deliveries of the last 30 days, newest first")`
    query ListWebhookDeliveries($limit: Int, $cursor: String, $endpointId: ID, $status: WebhookDeliveryStatus, $type: String, $from: DateTime, $before: DateTime,
      $where: [WebhookDeliveryWhere!], $orderBy: WebhookDeliveryOrderField, $direction: SortDirection) {
      webhookDeliveries(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { endpointId: { eq: $endpointId }, status: { eq: $status }, type: { eq: $type }, createdAt: { gte: $from, lt: $before }, and: $where }) {
        nodes { ${deliverySelection} } pageInfo { hasNextPage endCursor }
      }
    }`,
	get$3("/v1/webhook-deliveries/{id}", reply.record, "Get a webhook delivery with its attempts")`
    query GetWebhookDelivery($id: ID!) { webhookDelivery(id: $id) { ${deliverySelection} } }`,
	post("/v1/webhook-deliveries/{id}/replay", reply.record, "Replay a webhook delivery with the same `webhook-id`")`
    mutation ReplayWebhookDelivery($id: ID!) { replayWebhookDelivery(id: $id) { webhookDelivery { ${deliverySelection} } } }`
];
// src/resources/timeline/operations.ts
/** Returns the converter for lists ordered by id, which is the creation order. */
const toIdPosition = (prefix) => (at, item) => typeof item === "object" ? item.id : createMinId(prefix, Date.parse(at) + Number(item === "older"));
const toTimePosition = (at, item) => formatTimePosition(at, typeof item === "object" ? item.id : item === "older" ? "~" : "");
const channelLabels = {
	call: "Call",
	email: "Email",
	note: "Note",
	meeting: "Meeting",
	sms: "Text message",
	activity: ""
};
const describeMove = ({ kind, fromStageName, toStageName }) => kind === "created" ? `created in ${toStageName}` : `${fromStageName ?? "?"} → ${toStageName}`;
const creationGetters = {
	getTime: (row) => row.createdAt,
	getActorId: (row) => row.createdBy
};
const stageChangeGetters = {
	getTime: (row) => row.enteredAt,
	getActorId: (row) => row.byUserId
};
const defineItemType = (type) => type;
const itemTypes = {
	activity: defineItemType({
		...creationGetters,
		list: activitiesOfPerson,
		toPosition: toIdPosition("activity"),
		requiredScope: "activities.view",
		formatTitle: ({ type, channel, direction }) => `${channelLabels[type] || channel}${direction ? `, ${direction}` : ""}`,
		getText: (row) => row.content
	}),
	appointment: defineItemType({
		...creationGetters,
		list: appointmentsOfPersonByStart,
		toPosition: toTimePosition,
		getTime: (row) => row.startsAt,
		requiredScope: "appointments.manage",
		formatTitle: (row) => row.title,
		getText: (row) => row.outcome ?? row.description
	}),
	dealMoved: defineItemType({
		...stageChangeGetters,
		list: dealStageChangesOfPerson,
		toPosition: toIdPosition("dealstage"),
		requiredScope: "deals.view",
		formatTitle: async (row, ctx) => `${(await loadDeal(ctx, row.dealId))?.title ?? "Deal"}: ${describeMove(row)}`,
		record: {
			getId: (row) => row.dealId,
			load: loadDeal
		}
	}),
	stageChanged: defineItemType({
		...stageChangeGetters,
		list: datedPersonStageChanges,
		toPosition: toIdPosition("personstage"),
		formatTitle: describeMove,
		record: {
			getId: (row) => row.personId,
			load: loadPerson
		}
	}),
	taskCompleted: defineItemType({
		list: completedTasksOfPerson,
		toPosition: toTimePosition,
		getTime: (row) => row.completedAt ?? "",
		requiredScope: "tasks.manage",
		formatTitle: (row) => `Task completed: ${row.title}`,
		getText: (row) => row.description,
		getActorId: async (row, ctx) => await loadCompleter(ctx, row.id) ?? null
	}),
	taskCreated: defineItemType({
		...creationGetters,
		list: tasksOfPerson,
		toPosition: toIdPosition("task"),
		requiredScope: "tasks.manage",
		formatTitle: (row) => `Task: ${row.title}`,
		getText: (row) => row.description
	})
};
/** Returns the requested item types for which the caller has the scope. */
const selectTypes = ({ viewer }, types) => (types ?? Object.keys(itemTypes)).filter((type) => {
	const { requiredScope } = itemTypes[type];
	return !requiredScope || viewer.rights.has(requiredScope);
});
const toCursorPosition = ({ at, id }) => `${at} ${id}`;
/** Converts a timeline position to a position in the list of an item type. */
function toListPosition(type, position) {
	if (position === void 0) return void 0;
	const [at = "", itemId = ""] = position.split(" ");
	const colonIndex = itemId.indexOf(":");
	const itemType = itemId.slice(0, colonIndex);
	const item = itemType === type ? { id: itemId.slice(colonIndex + 1) } : type < itemType ? "older" : "newer";
	return itemTypes[type].toPosition(at, item);
}
async function listItems(ctx, personId, type, { limit, isBackward, after, before }) {
	const { list, getTime } = itemTypes[type];
	const positions = {
		after: toListPosition(type, after),
		before: toListPosition(type, before)
	};
	const page = await list.pages(ctx, {
		limit,
		isBackward,
		...positions
	}, personId);
	const toItem = (row) => ({
		id: `${type}:${row.id}`,
		type,
		at: getTime(row),
		row
	});
	return {
		hasNext: false,
		hasPrevious: false,
		...page,
		rows: page?.rows.map(toItem) ?? []
	};
}
/** Orders items newest first; items of the same time are ordered by id. */
const compareNewestFirst = (one, other) => one.at === other.at ? one.id < other.id ? 1 : -1 : one.at < other.at ? 1 : -1;
/** Returns a page of the timeline of a visible person, newest first. */
async function listTimeline(ctx, personId, types, request) {
	const { limit, isBackward } = request;
	const pages = await Promise.all(selectTypes(ctx, types).map((type) => listItems(ctx, personId, type, request)));
	const items = pages.flatMap((page) => page.rows).sort(compareNewestFirst);
	const hasMore = items.length > limit || pages.some((page) => isBackward ? page.hasPrevious : page.hasNext);
	return isBackward ? {
		rows: items.slice(-limit),
		hasNext: request.before !== void 0,
		hasPrevious: hasMore
	} : {
		rows: items.slice(0, limit),
		hasNext: hasMore,
		hasPrevious: request.after !== void 0
	};
}
async function countTimeline(ctx, personId, types) {
	return (await Promise.all(selectTypes(ctx, types).map((type) => itemTypes[type].list.counts(ctx, personId)))).reduce((sum, count) => sum + (count ?? 0), 0);
}
const formatTitle = (ctx, { type, row }) => itemTypes[type].formatTitle(row, ctx);
const findActorId = async (ctx, { type, row }) => itemTypes[type].getActorId(row, ctx);
async function findActor(ctx, item) {
	const id = await findActorId(ctx, item);
	return id ? loadUser(ctx, id) : null;
}
const maxSummaryLength = 200;
/** Returns the beginning of the item's content, outcome or description. */
function summarize({ type, row }) {
	const text = itemTypes[type].getText?.(row)?.trim();
	if (!text) return null;
	if (text.length <= maxSummaryLength) return text;
	return `${text.slice(0, maxSummaryLength)}…`.toWellFormed();
}
const getRecordId = ({ type, row }) => itemTypes[type].record?.getId(row) ?? row.id;
/** Loads an item's record, or undefined for a deal or person that the caller cannot view. */
const loadRecord = (ctx, item) => itemTypes[item.type].record?.load(ctx, getRecordId(item)) ?? item.row;
// src/resources/timeline/graphql.ts
const TimelineTypeEnum = defineEnum("TimelineType", "The type of a timeline item.", {
	activity: "An activity was logged.",
	appointment: "An appointment started or will start.",
	dealMoved: "A deal was created in a stage or moved to another.",
	stageChanged: "The person was created in a stage or moved to another.",
	taskCompleted: "A task about the person was completed.",
	taskCreated: "A task about the person was created."
});
const TimelineSubject = builder.unionType("TimelineSubject", {
	description: "The record or change that a timeline item shows.",
	types: [
		Activity,
		Appointment,
		Task,
		DealStageChange,
		PersonStageChange
	],
	resolveType: (row) => getNodeType(row.id)?.type ?? ("dealId" in row ? "DealStageChange" : "PersonStageChange")
});
const TimelineConnection = createConnectionType("TimelineItem", builder.objectRef("TimelineItem").implement({
	description: "An item of a person's timeline.",
	fields: (t) => ({
		id: t.exposeID("id", { description: "The item's id: its type and its record's id." }),
		type: t.expose("type", {
			type: TimelineTypeEnum,
			description: "The item's type."
		}),
		occurredAt: t.expose("at", {
			type: "DateTime",
			description: "The time of the item; for an appointment, its start time."
		}),
		title: t.string({
			description: "A short title in English.",
			resolve: (item, _, ctx) => formatTitle(ctx, item)
		}),
		summary: t.string({
			...optional("The first 200 characters of the subject's text."),
			resolve: summarize
		}),
		actorId: t.id({
			...optional("The actor's id."),
			resolve: (item, _, ctx) => findActorId(ctx, item)
		}),
		actor: t.field({
			type: User,
			...optional("The user who caused the item."),
			resolve: (item, _, ctx) => findActor(ctx, item)
		}),
		actorName: t.string({
			...optional("The actor's full name."),
			resolve: async (item, _, ctx) => {
				const user = await findActor(ctx, item);
				return user ? formatFullName(user) : null;
			}
		}),
		subject: t.field({
			type: TimelineSubject,
			description: "The record or change that the item shows.",
			resolve: ({ row }) => row
		}),
		recordId: t.id({
			description: "The record's id.",
			resolve: getRecordId
		}),
		record: t.field({
			type: Node,
			...optional("The deal or person that changed; otherwise the subject."),
			resolve: (item, _, ctx) => loadRecord(ctx, item)
		})
	})
}));
builder.objectField(Person, "timeline", (t) => t.field({
	type: TimelineConnection,
	...optional("The person's timeline, newest first."),
	extensions: needs("people.view"),
	args: {
		...pageArgs(t),
		types: t.arg({
			type: [TimelineTypeEnum],
			description: "Returns only items of these types."
		})
	},
	resolve: (person, { types, ...page }, ctx) => {
		const filteredTypes = types ? [...new Set(types)].sort() : void 0;
		return resolveConnection(ctx, page, {
			list: [
				"Person.timeline",
				person.id,
				filteredTypes
			],
			page: (request) => listTimeline(ctx, person.id, filteredTypes, request),
			total: () => countTimeline(ctx, person.id, filteredTypes),
			position: toCursorPosition
		});
	}
}));
// src/resources/user-administration/invite.ts
/** Invites new users, who get access by an API key or by signing in at the OpenID provider. */
const defaultKeyLifetimeMs = 6048e5;
/**
* Creates a user with an API key and team memberships. @throws VALIDATION_ERROR, FORBIDDEN,
* CONFLICT as in `createUser`, `createApiKey` and `updateTeam`
*/
async function inviteUser(ctx, { teamIds, keyExpiresAt, ...input }) {
	const expiryErrors = keyExpiresAt && keyExpiresAt <= timestamp(ctx) ? [createDetail("keyExpiresAt", "OUT_OF_RANGE", "must be in the future")] : [];
	await checkInvitation(ctx, {
		teamIds,
		...input
	}, expiryErrors);
	const user = await createUser(ctx, input);
	const expiresAt = keyExpiresAt ?? new Date(ctx.now() + defaultKeyLifetimeMs).toISOString();
	const issuedKey = await createApiKey(ctx, {
		userId: user.id,
		name: "Invitation",
		expiresAt
	});
	await joinTeams(ctx, user, teamIds);
	return {
		user,
		...issuedKey
	};
}
/**
* Creates a user with team memberships but without an API key. @returns the user and the URL at
* which the user signs in @throws CONFLICT without an OpenID provider, and the errors of
* `createUser` and `updateTeam`
*/
async function inviteUserToSignIn(ctx, { teamIds, ...input }) {
	await checkInvitation(ctx, {
		teamIds,
		...input
	});
	const { settings, viewer } = ctx;
	if (!settings.OIDC_ISSUER || !settings.OIDC_CLIENT_ID) throw conflict("Sign-in is not configured: set `OIDC_ISSUER` and `OIDC_CLIENT_ID`, or invite with a key");
	const user = await createUser(ctx, input);
	await joinTeams(ctx, user, teamIds);
	const signInParams = new URLSearchParams({
		company: viewer.companyId,
		loginHint: user.email
	});
	return {
		user,
		signInUrl: `${getPublicUrl(settings)}/sign-in?${signInParams}`
	};
}
/** Checks an invitation. @throws VALIDATION_ERROR with all details, or FORBIDDEN */
async function checkInvitation(ctx, { teamIds, ...input }, otherErrors = []) {
	requireScope(ctx.viewer, "users.manage");
	if (teamIds?.length) requireScope(ctx.viewer, "teams.manage");
	const details = [...findNewUserErrors(input), ...otherErrors];
	if (details.length > 0) throw invalid(details);
	await checkReferences(findUnknownTeams(ctx, listReferences("teamIds", teamIds)));
}
async function joinTeams(ctx, { id }, teamIds) {
	for (const teamId of new Set(teamIds ?? [])) await addMember(ctx, teamId, id);
}
// src/resources/user-administration/operations.ts
/** Counts and reassigns the records of users, and checks who may change a user. */
const zeroCounts = {
	people: 0,
	deals: 0,
	openTasks: 0,
	upcomingAppointments: 0,
	collaborations: 0
};
/** Counts the records assigned to users. Each count scans an index on the assignee. */
const assignedCounts = query((_, p) => {
	const count = (table, column, condition = sql``) => sql`(select count(*) from ${sql.table(table)} as "own" where "own"."companyId" = ${p.companyId} and ${sql.ref(`own.${column}`)} = "user"."value"${condition})`;
	return sql`select "user"."value" as "userId",
    ${count("people", "assignedAgentId")} as "people",
    ${count("deals", "assignedAgentId")} as "deals",
    ${count("tasks", "assignedTo", sql` and "own"."completedAt" is null`)} as "openTasks",
    (select count(*) from "appointmentUsers" as "own" ${orderedJoin} "appointments" on "appointments"."companyId" = ${p.companyId}
      and "appointments"."id" = "own"."appointmentId" where "own"."companyId" = ${p.companyId} and "own"."userId" = "user"."value"
      and "appointments"."status" = 'scheduled' and "appointments"."endsAt" > ${p.now}) as "upcomingAppointments",
    ${count("collaborators", "userId")} as "collaborations"
    from ${listRows(p.users, "user")}`;
});
/** The assignee column, and the condition on the records that the caller can reassign. */
const reassignmentRules = {
	people: {
		column: "assignedAgentId",
		isReassignable: (p, scope) => sql`${personPolicy.canView(p, scope)} and ${personPolicy.canEdit(p, scope)}`
	},
	deals: {
		column: "assignedAgentId",
		isReassignable: dealPolicy.canView
	},
	tasks: {
		column: "assignedTo",
		isReassignable: (p, scope) => sql`"completedAt" is null and ${taskPolicy.canView(p, scope)}`
	}
};
const getAssigneeColumn = (table) => reassignmentRules[table].column;
/** Selects the oldest records of a user that the caller can reassign. */
const selectAssignedRecords = queryFamily((_, p, { table, scope }) => {
	const { column, isReassignable } = reassignmentRules[table];
	return sql`
    select * from ${sql.table(table)} where ${sql.ref(`${table}.companyId`)} = ${p.companyId}
    and ${sql.ref(`${table}.${column}`)} = ${p.userId} and ${isReassignable(p, scope)} order by ${sql.ref(`${table}.id`)} limit ${p.limit}`;
});
/** The number of users per counting statement. Other requests can read between two statements. */
const usersPerChunk = 10;
/** Loads counts for the whole company, including records that the caller cannot view. */
const loadAssignedCounts = createLoader(async (ctx, ids) => {
	const counts = /* @__PURE__ */ new Map();
	for (let start = 0; start < ids.length; start += usersPerChunk) {
		const rows = await ctx.db.all(assignedCounts, {
			companyId: ctx.viewer.companyId,
			users: encodeListParam(ids.slice(start, start + usersPerChunk)),
			now: timestamp(ctx)
		});
		for (const { userId, ...row } of rows) counts.set(userId, row);
		await yieldToEventLoop();
	}
	return counts;
});
const countAssignedRecords = async (ctx, userId) => await loadAssignedCounts(ctx, userId) ?? zeroCounts;
/** The maximum number of records reassigned per call, so that other writers wait only briefly. */
const maxRecordsPerCall = 500;
/** The maximum number of records reassigned per statement, so that readers wait only briefly. */
const recordsPerChunk = 100;
const reassignedTables = [
	[
		"people",
		"people.edit",
		"person.updated"
	],
	[
		"deals",
		"deals.manage",
		"deal.updated"
	],
	[
		"tasks",
		"tasks.manage",
		"task.updated"
	]
];
/**
* Reassigns up to 500 people, deals and open tasks that the caller can edit.
* @returns the user, with the number of reassigned records of each kind
* @throws NOT_FOUND, VALIDATION_ERROR for an unknown user, CONFLICT for a suspended user
*/
async function reassignRecords(ctx, id, toUserId) {
	requireScope(ctx.viewer, "users.manage");
	const user = checkVersion(ctx, await requireUser(ctx, id));
	await checkTarget(ctx, id, toUserId);
	const counts = {
		people: 0,
		deals: 0,
		tasks: 0
	};
	let remainingCount = maxRecordsPerCall;
	for (const [table, requiredScope, event] of reassignedTables) {
		if (!ctx.viewer.rights.has(requiredScope)) continue;
		counts[table] = await reassignTable(ctx, table, event, id, toUserId, remainingCount);
		remainingCount -= counts[table];
	}
	return {
		user,
		people: counts.people,
		deals: counts.deals,
		openTasks: counts.tasks
	};
}
async function checkTarget(ctx, id, toUserId) {
	const message = "must differ from the current assignee";
	if (toUserId === id) throw invalid(createDetail("toUserId", "INVALID_VALUE", message));
	await checkReferences(findUnknownUsers(ctx, [["toUserId", toUserId]]));
	if ((await requireUser(ctx, toUserId)).suspendedAt) throw conflict("The user `toUserId` is suspended: choose an active user");
}
async function reassignTable(ctx, table, event, userId, toUserId, maxRecords) {
	const scope = accessScopeOf(ctx.viewer);
	let reassignedCount = 0;
	for (let lastCount = recordsPerChunk; lastCount === recordsPerChunk && reassignedCount < maxRecords; reassignedCount += lastCount) {
		const limit = Math.min(recordsPerChunk, maxRecords - reassignedCount);
		const params = {
			...accessParams(ctx.viewer),
			userId,
			limit
		};
		const rows = await ctx.db.all(selectAssignedRecords({
			table,
			scope
		}), params);
		for (const row of rows) {
			const patch = { [getAssigneeColumn(table)]: toUserId };
			const { row: newRow, changes } = await applyChanges(ctx, table, row, patch);
			recordEvent(ctx, {
				type: event,
				record: newRow,
				changes
			});
		}
		lastCount = rows.length;
		await yieldToEventLoop();
	}
	return reassignedCount;
}
const canUpdateUser = ({ viewer }, { role }) => role !== "Owner" || viewer.role === "Owner";
const canUpdateRights = (ctx, user) => canUpdateUser(ctx, user) && coversRole(ctx.viewer, user.role);
const readActiveOwners = readOnce(({ db, viewer: { companyId } }) => db.all(activeOwners, { companyId }));
const canSuspendUser = async (ctx, user) => user.suspendedAt === null && canUpdateRights(ctx, user) && (user.role !== "Owner" || (await readActiveOwners(ctx)).some(({ id }) => id !== user.id));
const canReactivateUser = (ctx, user) => user.suspendedAt !== null && canUpdateRights(ctx, user);
// src/resources/user-administration/graphql.ts
/** Defines the user mutations, which need modules that import `users/`: keys, teams and deals. */
const mutations = recordMutations({
	type: User,
	noun: "user",
	scope: "users.manage"
});
const emailDescription = "The email address, unique per company.";
/** Requires a first or last name, and either `role` or `roleName`. */
const newUserConstraints = constraints({ allOf: [{ anyOf: [hasText("firstName"), hasText("lastName")] }, { oneOf: [isPresent("role"), isPresent("roleName")] }] });
/** Returns the input fields for creating and inviting a user. */
const newUserFields = (t) => ({
	...profileFields(t),
	email: t.field({
		type: "Email",
		required: true,
		description: emailDescription
	})
});
/** Returns the input fields for creating and updating a user, except `email`. */
const profileFields = (t) => ({
	firstName: t.field({
		type: "PersonName",
		description: "The first name."
	}),
	lastName: t.field({
		type: "PersonName",
		description: "The last name; required without a first name."
	}),
	role: t.field({
		type: RoleEnum,
		description: "The role. Only Owners can assign `Owner`.",
		extensions: notNull
	}),
	roleName: t.field({
		type: "RoleName",
		description: `${roleNameDescription} Cannot be combined with \`role\`.`,
		extensions: notNull
	}),
	avatarUrl: t.field({
		type: "WebUrl",
		description: "The user's picture URL."
	})
});
mutations.create("createUser", {
	description: "Creates a user. Errors: CONFLICT (the email is in use).",
	input: newUserFields,
	inputType: {
		description: "Input for creating a user: a name, and `role` or `roleName`.",
		extensions: newUserConstraints
	},
	resolve: createUser
});
mutations.update("updateUser", {
	actions: [{
		action: "update",
		isPossible: canUpdateUser
	}],
	description: "Updates, suspends or reactivates a user. Errors: CONFLICT (the email is in use, or the user is the last Owner).",
	input: (t) => ({
		...profileFields(t),
		email: t.field({
			type: "Email",
			description: emailDescription,
			extensions: notNull
		}),
		suspended: t.boolean({
			description: "Whether the user is suspended; not allowed for the last Owner.",
			extensions: notNull
		})
	}),
	inputType: { extensions: constraints(atMostOne(["role", "roleName"])) },
	resolve: updateUser
});
/** Returns the input fields for both kinds of invitation. */
const invitationFields = (t) => ({
	...newUserFields(t),
	teamIds: t.idList({
		description: "The ids of up to 100 teams to join.",
		extensions: limits({
			type: "array",
			maxItems: 100
		})
	})
});
mutations.create("inviteUser", {
	description: "Creates a user and their first API key. Errors: CONFLICT (the email is in use).",
	input: (t) => ({
		...invitationFields(t),
		keyExpiresAt: t.field({
			type: "DateTime",
			description: "The API key's expiration time; by default in 7 days."
		})
	}),
	inputType: {
		description: "Input for inviting a user: a name, and `role` or `roleName`.",
		extensions: newUserConstraints
	},
	resolve: inviteUser,
	payload: (t) => ({
		user: t.expose("user", {
			type: User,
			description: "The new user."
		}),
		apiKey: t.expose("apiKey", {
			type: ApiKey,
			description: "The user's first API key."
		}),
		secret: t.exposeString("secret", { description: "The API key's secret, returned only once." })
	})
});
mutations.create("inviteUserToSignIn", {
	description: "Creates a user who signs in at the OpenID provider. Errors: CONFLICT (the email is in use, or no OpenID provider is configured).",
	input: invitationFields,
	inputType: {
		description: "Input for inviting a user to sign in: a name, and `role` or `roleName`.",
		extensions: newUserConstraints
	},
	resolve: inviteUserToSignIn,
	payload: (t) => ({
		user: t.expose("user", {
			type: User,
			description: "The new user."
		}),
		signInUrl: t.exposeString("signInUrl", { description: "The URL at which the user signs in." })
	})
});
const StillAssignedType = builder.objectRef("StillAssigned").implement({
	description: "The numbers of records assigned to a user.",
	fields: (t) => ({
		people: t.exposeInt("people", { description: "The number of people, including those in Trash." }),
		deals: t.exposeInt("deals", { description: "The number of deals." }),
		openTasks: t.exposeInt("openTasks", { description: "The number of open tasks." }),
		upcomingAppointments: t.exposeInt("upcomingAppointments", { description: "The number of upcoming appointments." }),
		collaborations: t.exposeInt("collaborations", { description: "The number of people with the user as a collaborator." })
	})
});
builder.objectField(User, "stillAssigned", (t) => t.field({
	type: StillAssignedType,
	...optional("The numbers of records assigned to the user."),
	extensions: needs("users.manage"),
	resolve: (user, _, ctx) => countAssignedRecords(ctx, user.id)
}));
const ReassignedRecords = builder.objectRef("ReassignedRecords").implement({
	description: "The numbers of records that a call reassigned.",
	fields: (t) => ({
		people: t.exposeInt("people", { description: "The number of people." }),
		deals: t.exposeInt("deals", { description: "The number of deals." }),
		openTasks: t.exposeInt("openTasks", { description: "The number of open tasks." })
	})
});
mutations.action("suspendUser", {
	actions: [{
		action: "suspend",
		isPossible: canSuspendUser
	}],
	description: "Suspends a user, whose credentials stop working. Errors: CONFLICT (the user is the last Owner).",
	resolve: (ctx, id) => updateUser(ctx, id, { suspended: true }),
	payload: (t) => ({
		user: t.field({
			type: User,
			description: "The suspended user.",
			resolve: (user) => user
		}),
		stillAssigned: t.field({
			type: StillAssignedType,
			description: "The numbers of records assigned to the user.",
			resolve: ({ id }, _, ctx) => countAssignedRecords(ctx, id)
		})
	})
});
mutations.action("reactivateUser", {
	actions: [{
		action: "reactivate",
		isPossible: canReactivateUser
	}],
	description: "Reactivates a suspended user and their credentials.",
	resolve: (ctx, id) => updateUser(ctx, id, { suspended: false })
});
mutations.action("reassignRecords", {
	actions: [{ action: "reassign" }],
	description: "Reassigns up to 500 people, deals and open tasks, which the caller can edit, from one user to another. Repeat the call until all numbers in `moved` are 0. Errors: CONFLICT (the new assignee is suspended).",
	idDescription: "The current assignee's id.",
	args: (t) => ({ toUserId: idArg(t, "The new assignee's id.") }),
	resolve: (ctx, id, { toUserId }) => reassignRecords(ctx, id, toUserId),
	payload: (t) => ({
		user: t.expose("user", {
			type: User,
			description: "The previous assignee."
		}),
		moved: t.field({
			type: ReassignedRecords,
			description: "The numbers of reassigned records.",
			resolve: (result) => result
		}),
		stillAssigned: t.field({
			type: StillAssignedType,
			description: "The numbers of remaining records, including those that the caller cannot edit.",
			resolve: ({ user }, _, ctx) => countAssignedRecords(ctx, user.id)
		})
	})
});
const timelineRoutes = [get$3("/v1/people/{id}/timeline", reply.list, "List the timeline of a contact, newest first")`
    query ListPersonTimeline($id: ID!, $types: [TimelineType!], $limit: Int, $cursor: String) {
      person(id: $id) { timeline(types: $types, first: $limit, after: $cursor) { nodes { ${`id type at: occurredAt title summary recordId actorId actorName
  activity: subject { ... on Activity { id type channel direction content starred } }
  appointment: subject { ... on Appointment { id title startsAt endsAt timeZone place status outcome } }
  task: subject { ... on Task { id title description dueDate priority completedAt assignedTo: assigneeId } }
  deal: record { ... on Deal { id title status price } }
  dealMove: subject { ... on DealStageChange { kind fromPipelineName fromStageName toPipelineName toStageName } }
  stageChange: subject { ... on PersonStageChange { kind fromStageName toStageName } }`} } pageInfo { hasNextPage endCursor } } }
    }`];
// src/resources/index.ts
/** The GraphQL schema that contains all resources. */
const schema = buildSchema();
const routes = withPatchRoutes([
	...userRoutes,
	...teamRoutes,
	...apiKeyRoutes,
	...identityRoutes,
	...sessionRoutes,
	...tagRoutes,
	...stageRoutes,
	...pipelineRoutes,
	...peopleRoutes,
	...dealRoutes,
	...customFieldRoutes,
	...taskRoutes,
	...appointmentRoutes,
	...stageHistoryRoutes,
	...timelineRoutes,
	...activityRoutes,
	...eventRoutes,
	...smartListRoutes,
	...webhookRoutes
]);
export { updatePerson as A, findValueProblems as B, createPerson as C, findMatch as D, toContactKeys as E, normalizeSource as F, readArgument as G, collectVariableNames as H, uniteIds as I, usesVariables as K, runPendingLookups as L, findByExternalId as M, listExternalIds as N, loadPerson as O, loadExternalIds as P, SubscriptionStream as R, emptyTrash as S, toAdditiveUpdate as T, formatArgumentPath as U, applyDefaults as V, formatInputPath as W, deleteActivity as _, createTask as a, mergeOfPerson as b, reopenTask as c, deleteDeal as d, getDeal as f, createActivity as g, updateDeal as h, completeTask as i, personPolicy as j, requireVisiblePerson as k, updateTask as l, loadTeamIds as m, schema as n, deleteTask as o, loadPeopleIds as p, sweepDeliveries as r, get$1 as s, routes as t, createDeal as u, get$2 as v, findByContact as w, deletePerson as x, updateActivity as y, ValueChecker as z };
