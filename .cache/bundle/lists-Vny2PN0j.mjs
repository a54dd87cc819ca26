import { $ as recordEvent, B as indexById, H as loadAll, L as withoutIndex, R as createLoader, T as isIn, U as readOnce, a as findUnknownReferences, at as declareEvents, c as newRecord, i as deleteRecord, j as listRows, l as omitUndefined, n as checkReferences, nt as changesBetween, o as insertRecord, p as updateRecord, r as checkVersion, s as listReferences, t as applyChanges, tt as writeEvents, u as requireSomeField, ut as timestamp } from "./records-CzuHo0A9.mjs";
import { a as forbidden, i as createDetail, l as invalid, p as notFound, r as conflict } from "./errors-Cd1UCkd2.mjs";
import { i as mapMaybePromise, r as inChunks } from "./async-CcmZtahM.mjs";
import { h as sql, i as queryFamily, n as encodeListParam, r as query } from "./query-BmUqRt20.mjs";
import { a as isCalendarDate, n as fold } from "./text-86vERQj0.mjs";
import { a as isAdministrator, c as requireScope } from "./scopes-BgGiyNkn.mjs";
import { n as createRecordReads, t as createListLoader } from "./record-reads-QqoL_qsF.mjs";
import { $ as orderByCreation, A as filteredList, G as createdAt, O as linkedRows, Q as nameFilters, U as ascending, Y as id, Z as indexedKey, et as orderByPosition, t as loadPhoneNumbers, tt as unindexed, y as definePolicy } from "./phone-numbers-BI763t1M.mjs";
import { a as forEachCompany, s as runAsSystem } from "./operations-kayhB3Bx.mjs";
// src/crud/positions.ts
/** Positions in short lists that users arrange, such as pipelines: 0, 1, 2, … without gaps. */
/** Creates functions that read a list visible to all users; reads are cached until a change. */
function createPositionedReads(table, noun) {
	const rowsQuery = query((_, p) => sql`select * from ${sql.table(table)} where "companyId" = ${p.companyId} order by "position", "id"`);
	const readRows = (ctx) => ctx.db.readAllCached(rowsQuery, { companyId: ctx.viewer.companyId });
	return {
		list: readRows,
		load: createLoader((ctx) => mapMaybePromise(readRows(ctx), indexById)),
		/** Returns the row with this id. @throws NOT_FOUND */
		async get(ctx, id) {
			const row = (await readRows(ctx)).find((candidate) => candidate.id === id);
			if (!row) throw notFound(noun);
			return row;
		}
	};
}
const kindByTable = {
	pipelines: "pipeline",
	stages: "stage",
	customFields: "customField"
};
/** Moves a record within its list; a position past the end means last. @returns the new position */
async function moveRow(ctx, table, rows, row, position) {
	const reorderedRows = rows.filter((other) => other.id !== row.id).toSpliced(position, 0, row);
	await renumberRows(ctx, table, reorderedRows, row.id);
	return reorderedRows.indexOf(row);
}
/** Numbers the rows from 0 and records an event for each change; the caller updates `exceptId`. */
async function renumberRows(ctx, table, rows, exceptId) {
	const eventType = `${kindByTable[table]}.updated`;
	for (const [position, row] of rows.entries()) if (row.id !== exceptId) await updateRecord(ctx, table, row, { position }, eventType);
}
// src/resources/pipelines/table.ts
declareEvents("pipeline", [
	"created",
	"updated",
	"deleted"
]);
// src/resources/pipelines/policy.ts
const pipelinePolicy = definePolicy({
	table: "pipelines",
	view: "everybody"
});
const pipelineStagePolicy = definePolicy({
	table: "pipelineStages",
	view: "everybody"
});
// src/resources/pipelines/filter-spec.ts
const { name: name$2, byName: byName$2, computedColumns: computedColumns$2 } = nameFilters("pipelines.name", "pipeline");
const pipelineFilterSpec = {
	table: "pipelines",
	prefix: "pipeline",
	policy: pipelinePolicy,
	fields: {
		id,
		name: name$2,
		stageId: {
			description: "The id of one of the pipeline's stages.",
			type: "ID",
			...linkedRows("pipelines", {
				table: "pipelineStages",
				recordColumn: "pipelineId",
				column: "id"
			})
		},
		createdAt
	},
	relations: {},
	orders: {
		position: orderByPosition,
		name: byName$2,
		createdAt: orderByCreation
	},
	defaultOrder: "position",
	computedColumns: computedColumns$2
};
// src/resources/pipelines/operations.ts
let moveDeals;
/** Sets the function that moves deals out of deleted stages, since `deals/` imports this folder. */
function setDealMover(move) {
	moveDeals = move;
}
/** Selects the stages that have deals. */
const stagesWithDeals = query((_, p) => sql`select "stage"."value" as "stageId"
    from ${listRows(p.stages, "stage")}
    where exists (select 1 from "deals" where "companyId" = ${p.companyId} and "stageId" = "stage"."value")`);
const { list: listPipelines, get: getPipeline, load: loadPipeline } = createPositionedReads("pipelines", "Pipeline");
/** Reads the stages of all pipelines, ordered by position. */
const { list: listPipelineStages, load: loadPipelineStage } = createPositionedReads("pipelineStages", "Pipeline stage");
/** Loads the stages of a pipeline, ordered by position. */
const loadStagesOfPipeline = createLoader((ctx) => mapMaybePromise(listPipelineStages(ctx), (stages) => Map.groupBy(stages, (stage) => stage.pipelineId)));
const pipelines = filteredList({ spec: pipelineFilterSpec });
const listStagesOf = async (ctx, pipelineId) => (await listPipelineStages(ctx)).filter((stage) => stage.pipelineId === pipelineId);
/** Returns the change of a pipeline's stages for an event. */
function compareStages(before, after) {
	const [from, to] = [before, after].map((stages) => stages.length > 0 ? stages.map(({ id, name, type }) => ({
		id,
		name,
		type
	})) : null);
	return changesBetween({ stages: from }, { stages: to }, ["stages"]);
}
/** Creates a pipeline in the last position. @throws VALIDATION_ERROR */
async function createPipeline(ctx, { name, stages }) {
	requireScope(ctx.viewer, "pipelines.manage");
	checkStages(stages);
	const row = {
		...newRecord(ctx, "pipeline"),
		name,
		position: (await listPipelines(ctx)).length
	};
	return insertRecord(ctx, "pipelines", row, "pipeline.created", ["name", "position"], async () => {
		await replaceStages(ctx, row, [], stages, void 0);
		return compareStages([], await listStagesOf(ctx, row.id));
	});
}
/**
* Updates a pipeline. `stages` replaces the list: stages with an id are kept, stages without an id
* are created, and missing stages are deleted. Deals in deleted stages move to `moveDealsTo`.
* @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT
*/
async function updatePipeline(ctx, id, input) {
	requireScope(ctx.viewer, "pipelines.manage");
	const { stages, moveDealsTo, ...patch } = requireSomeField(input);
	if (stages) checkStages(stages);
	const pipeline = checkVersion(ctx, await getPipeline(ctx, id));
	const oldStages = await listStagesOf(ctx, id);
	if (stages) await replaceStages(ctx, pipeline, oldStages, stages, moveDealsTo ?? void 0);
	const newStages = stages ? await listStagesOf(ctx, id) : oldStages;
	if (patch.position !== void 0) patch.position = await moveRow(ctx, "pipelines", await listPipelines(ctx), pipeline, patch.position);
	const stageChanges = compareStages(oldStages, newStages);
	return updateRecord(ctx, "pipelines", pipeline, patch, "pipeline.updated", stageChanges);
}
const readPipelinesOnce = readOnce(listPipelines);
const canDeletePipeline = async (ctx) => (await readPipelinesOnce(ctx)).length > 1;
/**
* Deletes a pipeline with its stages. Its deals move, stage by stage, to the end of the stage
* `moveTo`. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT
*/
async function deletePipeline(ctx, id, moveTo) {
	requireScope(ctx.viewer, "pipelines.manage");
	const pipeline = checkVersion(ctx, await getPipeline(ctx, id));
	const otherPipelines = (await listPipelines(ctx)).filter((other) => other.id !== id);
	if (otherPipelines.length === 0) throw conflict("The last pipeline of a company cannot be deleted");
	const stages = await listStagesOf(ctx, id);
	const targetStage = (await listPipelineStages(ctx)).find((stage) => stage.id === moveTo && stage.pipelineId !== id);
	if (moveTo != null && !targetStage) throw invalid(createDetail("moveTo", "INVALID_REFERENCE", "must be in another pipeline"));
	const usedStages = await findUsedStages(ctx, stages);
	if (usedStages.length > 0 && !targetStage) throw conflict("The pipeline has deals: set `moveTo` to a stage of another pipeline");
	if (targetStage) await moveDeals(ctx, usedStages, targetStage);
	await deleteRecord(ctx, pipelinePolicy, pipeline, {
		type: "pipeline.deleted",
		changes: [...changesBetween(pipeline, {}, ["name"]), ...compareStages(stages, [])]
	});
	await renumberRows(ctx, "pipelines", otherPipelines);
	return { id };
}
/** Checks stage inputs. @throws VALIDATION_ERROR if no stage is open or an id is repeated */
function checkStages(stages) {
	const details = stages.flatMap(({ id }, index) => id != null && stages.findIndex((other) => other.id === id) < index ? createDetail(`stages[${index}].id`, "INVALID_VALUE", "repeats the id of another stage") : []);
	if (!stages.some((stage) => stage.type === "open")) details.push(createDetail("stages", "INVALID_VALUE", "must contain at least one stage of type `open`"));
	if (details.length > 0) throw invalid(details);
}
async function findUsedStages(ctx, stages) {
	const usedStages = await ctx.db.all(stagesWithDeals, {
		companyId: ctx.viewer.companyId,
		stages: encodeListParam(stages.map((stage) => stage.id))
	});
	return stages.filter((stage) => usedStages.some((row) => row.stageId === stage.id));
}
/** Replaces the stages of a pipeline. @throws VALIDATION_ERROR, CONFLICT */
async function replaceStages(ctx, pipeline, currentStages, stages, moveDealsTo) {
	const removedStages = currentStages.filter((stage) => !stages.some(({ id }) => id === stage.id));
	const targetStage = (await listPipelineStages(ctx)).find((stage) => stage.id === moveDealsTo && !removedStages.some(({ id }) => id === stage.id));
	checkStageIds(currentStages, stages, moveDealsTo !== void 0 && !targetStage);
	const usedStages = await findUsedStages(ctx, removedStages);
	if (usedStages.length > 0 && !targetStage) throw conflict(`The removed stages ${usedStages.map((stage) => stage.name).join(", ")} have deals: set \`moveDealsTo\` to a remaining stage`);
	for (const [position, { id, name, type }] of stages.entries()) {
		const stage = currentStages.find((candidate) => candidate.id === id);
		if (stage) await applyChanges(ctx, "pipelineStages", stage, {
			name,
			type,
			position
		});
		else {
			const row = {
				...newRecord(ctx, "pipelinestage"),
				pipelineId: pipeline.id,
				name,
				type,
				position
			};
			await ctx.db.insert("pipelineStages", row);
		}
	}
	if (targetStage) await moveDeals(ctx, usedStages, targetStage);
	for (const { companyId, id } of removedStages) await ctx.db.delete("pipelineStages", {
		companyId,
		id
	});
}
function checkStageIds(currentStages, stages, isTargetUnknown) {
	const code = "INVALID_REFERENCE";
	const details = stages.flatMap(({ id }, index) => id != null && !currentStages.some((stage) => stage.id === id) ? createDetail(`stages[${index}].id`, code, "matches no stage of this pipeline") : []);
	if (isTargetUnknown) details.push(createDetail("moveDealsTo", code, "matches no remaining stage"));
	if (details.length > 0) throw invalid(details);
}
// src/crud/stage-changes.ts
/** Records when deals and people enter and leave stages, for the lists of `stage-history/`. */
const enterStageStatements = {
	deal: query((_, p) => sql`
    insert into "dealStageChanges" ("companyId", "dealId", "id", "kind", "enteredAt", "byUserId", "fromPipelineId", "fromPipelineName",
      "fromStageId", "fromStageName", "toPipelineId", "toPipelineName", "toStageId", "toStageName")
    select ${p.companyId}, ${p.recordId}, ${p.id}, ${p.kind}, ${p.changedAt}, ${p.byUserId}, "fromPipeline"."id", "fromPipeline"."name",
      "from"."id", "from"."name", "toPipeline"."id", "toPipeline"."name", "to"."id", "to"."name"
    from "pipelineStages" as "to"
    join "pipelines" as "toPipeline" on "toPipeline"."companyId" = "to"."companyId" and "toPipeline"."id" = "to"."pipelineId"
    left join "pipelineStages" as "from" on "from"."companyId" = "to"."companyId" and "from"."id" = ${p.fromStageId}
    left join "pipelines" as "fromPipeline" on "fromPipeline"."companyId" = "from"."companyId" and "fromPipeline"."id" = "from"."pipelineId"
    where "to"."companyId" = ${p.companyId} and "to"."id" = ${p.toStageId}`),
	person: query((_, p) => sql`
    insert into "personStageChanges" ("companyId", "personId", "id", "kind", "enteredAt", "byUserId", "fromStageId", "fromStageName", "toStageId", "toStageName")
    select ${p.companyId}, ${p.recordId}, ${p.id}, ${p.kind}, ${p.changedAt}, ${p.byUserId}, "from"."id", "from"."name", "to"."id", "to"."name"
    from "stages" as "to"
    left join "stages" as "from" on "from"."companyId" = "to"."companyId" and "from"."id" = ${p.fromStageId}
    where "to"."companyId" = ${p.companyId} and "to"."id" = ${p.toStageId}`)
};
const leaveStageStatement = queryFamily((_, p, kind) => sql`update ${sql.table(`${kind}StageChanges`)} set "leftAt" = ${p.changedAt}
      where "companyId" = ${p.companyId} and ${sql.ref(`${kind}Id`)} = ${p.recordId} and "leftAt" is null`);
async function recordStageChange(ctx, kind, { id: recordId, stageId: toStageId }, changedAt, fromStageId) {
	const change = {
		companyId: ctx.viewer.companyId,
		recordId,
		id: ctx.newId(`${kind}stage`, Date.parse(changedAt)),
		kind: fromStageId === null ? "created" : "moved",
		changedAt,
		byUserId: ctx.viewer.userId || null,
		fromStageId,
		toStageId
	};
	if (fromStageId !== null) await ctx.db.run(leaveStageStatement(kind), change);
	await ctx.db.run(enterStageStatements[kind], change);
}
/** Records that a deal entered a stage; if `fromStageId` is null, the deal is new. */
const recordDealStage = (ctx, deal, fromStageId = null) => recordStageChange(ctx, "deal", deal, deal.stageEnteredAt, fromStageId);
/** Records that a person entered a lifecycle stage; if `fromStageId` is null, the person is new. */
const recordPersonStage = (ctx, person, fromStageId = null) => recordStageChange(ctx, "person", person, person.trashedAt ?? person.updatedAt, fromStageId);
// src/resources/stages/table.ts
declareEvents("stage", [
	"created",
	"updated",
	"deleted"
]);
// src/resources/stages/policy.ts
const stagePolicy = definePolicy({
	table: "stages",
	view: "everybody"
});
// src/resources/stages/filter-spec.ts
const { name: name$1, byName: byName$1, computedColumns: computedColumns$1 } = nameFilters("stages.name", "stage");
const stageFilterSpec = {
	table: "stages",
	prefix: "stage",
	policy: stagePolicy,
	fields: {
		id,
		name: name$1,
		isTrash: unindexed("Boolean", "isTrash", "Whether the stage is Trash."),
		createdAt
	},
	relations: {},
	orders: {
		position: orderByPosition,
		name: byName$1,
		createdAt: orderByCreation
	},
	defaultOrder: "position",
	computedColumns: computedColumns$1
};
// src/resources/stages/operations.ts
const { list: listStages, get: getStage, load: loadStage } = createPositionedReads("stages", "Stage");
const stages = filteredList({ spec: stageFilterSpec });
async function findStage(ctx, isTrash) {
	const stage = (await listStages(ctx)).find((candidate) => candidate.isTrash === isTrash);
	if (!stage) throw new Error(`The company has no ${isTrash ? "Trash" : "stage"}`);
	return stage;
}
/** Returns the default stage of new people. */
const getFirstStage = (ctx) => findStage(ctx, 0);
const getTrashStage = (ctx) => findStage(ctx, 1);
/** Requires a role that may change stages (contract, clause 5.4: "Owner/Admin only"). */
function requireStageManager(ctx) {
	requireScope(ctx.viewer, "stages.manage");
	if (!isAdministrator(ctx.viewer.role)) throw forbidden("Only an Owner or Admin may change stages");
}
/** Creates a stage after all other stages except Trash. */
async function createStage(ctx, { name }) {
	requireStageManager(ctx);
	const stages = await listStages(ctx);
	const row = {
		...newRecord(ctx, "stage"),
		name,
		position: stages.filter((stage) => !stage.isTrash).length,
		isTrash: 0
	};
	await insertRecord(ctx, "stages", row, "stage.created", ["name", "position"]);
	await renumberRows(ctx, "stages", stages.toSpliced(row.position, 0, row), row.id);
	return row;
}
const canChangeStage = (_, { isTrash }) => !isTrash;
const readStages = readOnce(listStages);
const canDeleteStage = async (ctx, stage) => !stage.isTrash && (await readStages(ctx)).some(({ id, isTrash }) => id !== stage.id && !isTrash);
/** Returns a stage that can be changed. @throws NOT_FOUND, CONFLICT for Trash */
async function getStageToChange(ctx, id) {
	const stage = await getStage(ctx, id);
	if (stage.isTrash) throw conflict("The Trash stage cannot be changed or deleted");
	return checkVersion(ctx, stage);
}
/** Updates a stage. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT for Trash */
async function updateStage(ctx, id, input) {
	requireStageManager(ctx);
	const patch = requireSomeField(input);
	const stage = await getStageToChange(ctx, id);
	if (patch.position !== void 0) patch.position = await moveRow(ctx, "stages", (await listStages(ctx)).filter(({ isTrash }) => !isTrash), stage, patch.position);
	return updateRecord(ctx, "stages", stage, patch, "stage.updated");
}
/**
* Deletes a stage. Its people, and the people in Trash who were in it before, move to `moveTo`.
* @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT
*/
async function deleteStage(ctx, id, moveTo) {
	requireStageManager(ctx);
	const stage = await getStageToChange(ctx, id);
	const otherStages = (await listStages(ctx)).filter((other) => other.id !== id);
	if (otherStages.every((otherStage) => otherStage.isTrash)) throw conflict("The last stage other than Trash cannot be deleted");
	const targetStage = otherStages.find((other) => other.id === moveTo && !other.isTrash);
	if (moveTo != null && !targetStage) throw invalid(createDetail("moveTo", "INVALID_REFERENCE", "matches no other lifecycle stage"));
	await movePeople(ctx, stage, targetStage);
	await deleteRecord(ctx, stagePolicy, stage, {
		type: "stage.deleted",
		changes: changesBetween(stage, {}, ["name"])
	});
	await renumberRows(ctx, "stages", otherStages);
	return { id };
}
const peopleInStage = query((_, p) => sql`select * from "people"
      where "companyId" = ${p.companyId} and "stageId" = ${p.stageId}
      order by "id" limit ${p.limit} offset ${p.offset}`);
/** Selects the people in Trash who were in the stage before they were deleted. */
const selectTrashedPeople = (p, limit) => sql`select "id" from "people" where "companyId" = ${p.companyId}
    and "trashedAt" is not null and "previousStageId" = ${p.stageId} limit ${limit}`;
const trashedPersonFromStage = query((_, p) => selectTrashedPeople(p, 1));
/** Changes the stage to which people are restored from Trash. */
const changePreviousStage = query((_, p) => sql`update "people" set "previousStageId" = ${p.to}
      where "companyId" = ${p.companyId} and "id" in (${selectTrashedPeople(p, p.limit)})`);
/** The number of people moved per chunk. Writing the events of each chunk limits memory use. */
const peoplePerChunk = 500;
/** The maximum number of people moved per request: larger moves would block other writers. */
const maxMovedPeople = 1e4;
async function movePeople(ctx, from, to) {
	const stageParams = {
		companyId: from.companyId,
		stageId: from.id
	};
	if (!to) {
		if (!(await ctx.db.first(peopleInStage, {
			...stageParams,
			limit: 1,
			offset: 0
		}) ?? await ctx.db.first(trashedPersonFromStage, stageParams))) return;
		throw conflict("The stage has contacts, or contacts in Trash that were moved from it: set `moveTo` to another stage");
	}
	if (await ctx.db.first(peopleInStage, {
		...stageParams,
		limit: 1,
		offset: maxMovedPeople
	})) throw conflict(`The stage has more than ${maxMovedPeople} contacts, which is the limit per request: first move some with \`updatePeople\`, 100 per call`);
	await inChunks(async (limit) => {
		const currentPeople = await ctx.db.all(peopleInStage, {
			...stageParams,
			limit,
			offset: 0
		});
		for (const person of currentPeople) {
			const patch = { stageId: to.id };
			const row = await updateRecord(ctx, "people", person, patch, "person.updated");
			await recordPersonStage(ctx, row, from.id);
		}
		await writeEvents(ctx);
		return currentPeople.length;
	}, peoplePerChunk);
	await inChunks((limit) => ctx.db.run(changePreviousStage, {
		...stageParams,
		limit,
		to: to.id
	}));
}
// src/resources/tags/table.ts
const tagPolicy = definePolicy({
	table: "tags",
	view: "everybody"
});
declareEvents("tag", [
	"created",
	"updated",
	"merged",
	"deleted"
]);
// src/resources/tags/filter-spec.ts
const tagFilterSpec = {
	table: "tags",
	prefix: "tag",
	policy: tagPolicy,
	fields: {
		id,
		name: indexedKey("tags", "nameKey", "The tag's name, ignoring case."),
		createdAt
	},
	relations: {},
	orders: {
		createdAt: orderByCreation,
		name: ascending("nameKey", "The tag's name.")
	}
};
// src/resources/tags/operations.ts
const toTagKey = (name) => name.toLowerCase();
const tagsByKeys = query((_, p) => sql`select * from "tags" where "companyId" = ${p.companyId} and ${isIn("nameKey", p.keys)} order by "nameKey"`);
/** Selects up to `limit` people with the tag. */
const peopleWithTag = query((_, p) => sql`
    select "personId" from "personTags" where "companyId" = ${p.companyId} and "tagId" = ${p.tagId} order by "personId" limit ${p.limit}`);
const tagCondition = (p) => sql`"companyId" = ${p.companyId} and "tagId" = ${p.tagId} and ${isIn("personId", p.people)}`;
const removeTag = query((_, p) => sql`delete from "personTags" where ${tagCondition(p)}`);
/** Removes a tag from people who have the other tag in an earlier position. */
const removeLaterTag = query((_, p) => sql`delete from "personTags" where ${tagCondition(p)} and exists (
      select 1 from "personTags" as "other" where "other"."companyId" = ${p.companyId} and "other"."personId" = "personTags"."personId"
        and "other"."tagId" = ${p.otherId} and "other"."position" < "personTags"."position")`);
/** Replaces a tag with the other tag on people. */
const replaceTag = query((_, p) => sql`update "personTags" set "tagId" = ${p.otherId} where ${tagCondition(p)}`);
const tagReads = createRecordReads(tagPolicy, "Tag", { scope: "tags.manage" });
const { get: getTag, load: loadTag } = tagReads;
const tags = filteredList({ spec: tagFilterSpec });
const findTagsByKeys = (ctx, keys) => ctx.db.all(tagsByKeys, {
	companyId: ctx.viewer.companyId,
	keys: encodeListParam(keys)
});
/** Checks a name. @throws CONFLICT if a tag other than `id` has the name, ignoring case */
async function requireUnusedName(ctx, name, id) {
	if ((await findTagsByKeys(ctx, [toTagKey(name)])).every((tag) => tag.id === id)) return;
	const details = [createDetail("name", "INVALID_VALUE", "is the name of another tag")];
	throw conflict("Another tag has this name", { details });
}
/** Finds tags by name, ignoring case, and creates missing tags (contract, clause 4, "People"). */
async function findOrCreateTags(ctx, names) {
	const nameByKey = /* @__PURE__ */ new Map();
	for (const name of names) if (!nameByKey.has(toTagKey(name))) nameByKey.set(toTagKey(name), name);
	const existingTags = await findTagsByKeys(ctx, [...nameByKey.keys()]);
	const tagByKey = new Map(existingTags.map((tag) => [tag.nameKey, tag]));
	const tags = [];
	for (const [nameKey, name] of nameByKey) tags.push(tagByKey.get(nameKey) ?? await insertTag(ctx, name));
	return tags;
}
function insertTag(ctx, name) {
	const row = {
		...newRecord(ctx, "tag"),
		name,
		nameKey: toTagKey(name)
	};
	return insertRecord(ctx, "tags", row, "tag.created", ["name"]);
}
/** Creates a tag. @throws CONFLICT if another tag has the name, ignoring case */
async function createTag(ctx, { name }) {
	requireScope(ctx.viewer, "tags.manage");
	await requireUnusedName(ctx, name);
	return insertTag(ctx, name);
}
/** Updates a tag. @throws NOT_FOUND, CONFLICT if another tag has the name, ignoring case */
async function updateTag(ctx, id, input) {
	const tag = await tagReads.getForUpdate(ctx, id);
	const { name = tag.name } = requireSomeField(input);
	await requireUnusedName(ctx, name, id);
	return updateRecord(ctx, "tags", tag, {
		name,
		nameKey: toTagKey(name)
	}, "tag.updated");
}
/**
* Replaces other tags with this tag on all people, and deletes the other tags. A person with
* several of the tags keeps the first position. People get neither an event nor a new version,
* since a million people may have the tag. The events of the tags contain the number of people.
* @throws NOT_FOUND, VALIDATION_ERROR for an unknown tag or the tag itself among the others
*/
async function mergeTags(ctx, id, otherIds) {
	const tag = await tagReads.getForUpdate(ctx, id);
	const selfReferences = otherIds.flatMap((otherId, index) => otherId === id ? [createDetail(`otherIds[${index}]`, "INVALID_VALUE", "must differ from the remaining tag")] : []);
	if (selfReferences.length > 0) throw invalid(selfReferences);
	await checkReferences(findUnknownReferences(listReferences("otherIds", otherIds), "tag", (ids) => loadAll(ctx, ids, loadTag)));
	return absorbTags(ctx, tag, await loadAll(ctx, [...new Set(otherIds)].sort(), loadTag));
}
/**
* Deletes a tag. A tag in use requires a replacement. The deletion records no event for people.
* @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT for a tag in use without a replacement
*/
async function deleteTag(ctx, id, { replacement }) {
	const { moveTo, detach } = replacement ?? {};
	const tag = await tagReads.getForUpdate(ctx, id);
	if (moveTo != null) {
		const target = moveTo === id ? void 0 : await loadTag(ctx, moveTo);
		if (!target) throw invalid(createDetail("replacement.moveTo", "INVALID_REFERENCE", "must be another tag"));
		await absorbTags(ctx, target, [tag]);
		return { id };
	}
	const { companyId } = tag;
	if (!detach && await ctx.db.first(peopleWithTag, {
		companyId,
		tagId: id,
		limit: 1
	})) throw conflict("The tag is in use: set `moveTo` to the tag that replaces it, or `detach: true` to remove it from all contacts");
	await deleteWithCount(ctx, tag, await forEachChunk(ctx, tag, (people) => ctx.db.run(removeTag, people)));
	return { id };
}
async function absorbTags(ctx, tag, otherTags) {
	for (const otherTag of otherTags) await deleteWithCount(ctx, otherTag, await forEachChunk(ctx, otherTag, async (people) => {
		await ctx.db.run(removeLaterTag, {
			...people,
			otherId: tag.id
		});
		await ctx.db.run(removeLaterTag, {
			...people,
			tagId: tag.id,
			otherId: otherTag.id
		});
		await ctx.db.run(replaceTag, {
			...people,
			otherId: tag.id
		});
	}), [{
		field: "mergedInto",
		from: null,
		to: tag.id
	}]);
	const { row, changes } = await applyChanges(ctx, "tags", tag, {}, [{
		field: "mergedTags",
		from: [],
		to: otherTags.map((otherTag) => otherTag.name)
	}]);
	recordEvent(ctx, {
		type: "tag.merged",
		record: row,
		changes
	});
	return row;
}
/** Calls `work` with chunks of a tag's people until no person has the tag. @returns the count */
const forEachChunk = (ctx, { companyId, id }, work) => inChunks(async (limit) => {
	const people = await ctx.db.all(peopleWithTag, {
		companyId,
		tagId: id,
		limit
	});
	await work({
		companyId,
		tagId: id,
		people: encodeListParam(people.map((row) => row.personId))
	});
	return people.length;
});
/** Deletes a tag. The event contains the number of people who had the tag. */
async function deleteWithCount(ctx, tag, personCount, otherChanges = []) {
	const changes = [...changesBetween({
		...tag,
		people: personCount
	}, { people: 0 }, ["name", "people"]), ...otherChanges];
	await deleteRecord(ctx, tagPolicy, tag, {
		type: "tag.deleted",
		changes
	});
}
// src/resources/custom-fields/policy.ts
const customFieldPolicy = definePolicy({
	table: "customFields",
	view: "everybody"
});
// src/crud/person-references.ts
/**
* The tables that reference people. Each table declares how its rows change when a person is
* merged, unmerged or permanently deleted; a test fails on a foreign key without a declaration.
*/
const declaredReferences = [];
function declarePersonReferences(...references) {
	declaredReferences.push(...references);
}
/** Returns the references with one of the `onMerge` values; without arguments, all references. */
const getPersonReferences = (...onMerge) => declaredReferences.filter((reference) => onMerge.length === 0 || onMerge.includes(reference.onMerge));
/** Clears references to a person before deletion, except in rows deleted by cascade. */
async function clearPersonReferences(ctx, personId) {
	for (const record of getPersonReferences("move")) if (record.onDelete === "clear") await clearPersonId(ctx, record, personId);
	for (const link of getPersonReferences("relink")) await unlinkRecords(ctx, link, "personId", personId);
}
const personRecordsQuery = queryFamily((_, p, table) => sql`select * from ${sql.table(table)} where "companyId" = ${p.companyId} and "personId" = ${p.id} order by "id" limit ${p.limit}`);
async function clearPersonId(ctx, { table, event }, id) {
	const { companyId } = ctx.viewer;
	await inChunks(async (limit) => {
		const rows = await ctx.db.all(personRecordsQuery(table), {
			companyId,
			id,
			limit
		});
		for (const row of rows) await updateRecord(ctx, table, row, { personId: null }, event);
		return rows.length;
	});
}
const linkedRecordsQuery = queryFamily((_, p, { targetColumn, ...link }) => sql`select "record".* from (select ${sql.ref(link.column)} as "id" from ${sql.table(link.table)} where "companyId" = ${p.companyId}
      and ${sql.ref(targetColumn)} = ${p.id} order by ${sql.ref(link.column)} limit ${p.limit}) as "link"
      cross join ${sql.table(link.recordTable)} as "record" where "record"."companyId" = ${p.companyId} and "record"."id" = "link"."id" order by "record"."id"`);
/** Unlinks all records from a record to be deleted, in chunks, and records an event for each. */
async function unlinkRecords(ctx, { table, column, recordTable, event, field }, targetColumn, targetId) {
	const { companyId } = ctx.viewer;
	const linkShape = {
		table,
		column,
		recordTable,
		targetColumn
	};
	await inChunks(async (limit) => {
		const rows = await ctx.db.all(linkedRecordsQuery(linkShape), {
			companyId,
			id: targetId,
			limit
		});
		for (const row of rows) {
			const idsBefore = (await ctx.db.all(rowsQuery({
				table,
				column,
				orderBy: ["position"]
			}), {
				companyId,
				ids: encodeListParam([row.id])
			})).map((link) => link[targetColumn]);
			const linkKey = {
				companyId,
				[column]: row.id,
				[targetColumn]: targetId
			};
			await ctx.db.delete(table, linkKey);
			const idsAfter = idsBefore.filter((id) => id !== targetId);
			await updateRecord(ctx, recordTable, row, {}, event, [{
				field,
				from: idsBefore,
				to: idsAfter
			}]);
		}
		return rows.length;
	});
}
const rowsQuery = queryFamily((_, p, { table, column, orderBy }) => sql`select * from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn(column, p.ids)}
      order by ${sql.join([column, ...orderBy].map((name) => sql.ref(name)))}`);
const peopleRecordsQuery = queryFamily((_, p, table) => sql`select "id", "personId" from ${sql.table(table)}
      where "companyId" = ${p.companyId} and ${isIn("personId", p.ids)} order by "id" limit ${p.limit}`);
const reassignRecordsStatement = queryFamily((_, p, table) => sql`update ${sql.table(table)} set "personId" = ${p.to}, "version" = "version" + 1, "updatedAt" = ${p.now}
      where "companyId" = ${p.companyId} and ${isIn("id", p.ids)} and "personId" = ${p.from} returning "id", "version"`);
const incrementVersionsStatement = queryFamily((_, p, table) => sql`update ${sql.table(table)} set "version" = "version" + 1, "updatedAt" = ${p.now}
      where "companyId" = ${p.companyId} and ${isIn("id", p.ids)} returning "id", "version"`);
// src/resources/custom-fields/table.ts
declareEvents("customField", [
	"created",
	"updated",
	"deleted"
]);
declarePersonReferences({
	onMerge: "keep",
	onDelete: "cascade",
	table: "personCustomValues",
	column: "personId",
	orderBy: ["fieldId", "position"],
	requires: { fieldId: "customFields" }
});
// src/resources/custom-fields/filter-spec.ts
const { name, byName, computedColumns } = nameFilters("customFields.name", "field");
/** Sorts the fields for people before the fields for deals, and each kind by position. */
const fieldOrder = sql`(case "customFields"."recordKind" when 'person' then 0 else 1000000000 end + "customFields"."position")`;
const customFieldFilterSpec = {
	table: "customFields",
	prefix: "customfield",
	policy: customFieldPolicy,
	fields: {
		id,
		name,
		record: unindexed("Enum", "recordKind", "The kind of record that has the field."),
		type: unindexed("Enum", "type", "The field's type."),
		key: unindexed("String", "key", "The field's key."),
		createdAt,
		deletedAt: {
			description: "",
			type: "DateTime",
			internal: true,
			column: "deletedAt"
		}
	},
	relations: {},
	orders: {
		position: ascending("place", "The field's position.", { unindexed: true }),
		name: byName,
		key: ascending("key", "The field's key.", { unindexed: true }),
		createdAt: orderByCreation
	},
	defaultOrder: "position",
	computedColumns: {
		...computedColumns,
		place: fieldOrder
	}
};
// src/resources/custom-fields/queries.ts
/** Selects a company's custom fields: fields for people first, each kind ordered by position. */
const fieldsOfCompany = query((_, p) => sql`select * from "customFields" where "companyId" = ${p.companyId} and "deletedAt" is null
      order by "recordKind" desc, "position", "id"`);
/** Selects deleted fields that still have values. */
const deletedFields = query((_, p) => sql`select * from "customFields" where "companyId" = ${p.companyId} and "deletedAt" is not null order by "id"`);
/** The value table of each kind of record, and its column that contains the record id. */
const valueTables = {
	person: {
		table: "personCustomValues",
		owner: "personId"
	},
	deal: {
		table: "dealCustomValues",
		owner: "dealId"
	}
};
const valuesOfRecords = queryFamily((_, p, kind) => {
	const { table, owner } = valueTables[kind];
	return sql`select ${sql.ref(owner)} as "recordId", "fieldId", "text", "number" from ${sql.table(table)}
    where "companyId" = ${p.companyId} and ${isIn(owner, p.ids)} order by ${sql.ref(owner)}, "fieldId", "position"`;
});
/** Returns a `from` clause that selects the values of a field. */
const fromValues = (p, kind) => sql`from ${sql.table(valueTables[kind].table)} where "companyId" = ${p.companyId} and "fieldId" = ${p.fieldId}`;
const firstValue = queryFamily((_, p, kind) => sql`select "fieldId" ${fromValues(p, kind)} limit 1`);
/** Deletes up to `limit` values of a field. */
const deleteValues = queryFamily((_, p, kind) => {
	const { table, owner } = valueTables[kind];
	const key = sql`${sql.ref(owner)}, "fieldId", "position"`;
	return sql`delete from ${sql.table(table)} where "companyId" = ${p.companyId} and (${key}) in
      (select ${key} ${fromValues(p, kind)} limit ${p.limit})`;
});
/** Counts up to `limit` values that equal one of the options. */
const optionValueCount = queryFamily((_, p, kind) => sql`select count(*) as "total" from
      (select 1 ${fromValues(p, kind)} and ${isIn("textKey", p.options)} limit ${p.limit}) as "some"`);
/** Selects up to `limit` records with at least one of the options. */
const recordsWithOptions = queryFamily((_, p, kind) => sql`select distinct ${sql.ref(valueTables[kind].owner)} as "id"
      ${fromValues(p, kind)} and ${isIn("textKey", p.options)} limit ${p.limit}`);
/** Matches the records' values that equal one of the options, using the index on record ids. */
const optionValues = (p, kind) => sql`"companyId" = ${p.companyId} and ${isIn(valueTables[kind].owner, p.ownerIds)}
  and "fieldId" = ${p.fieldId} and ${isIn(withoutIndex("textKey"), p.options)}`;
const deleteOptionValues = queryFamily((_, p, kind) => sql`delete from ${sql.table(valueTables[kind].table)} where ${optionValues(p, kind)}`);
const replaceOptionValues = queryFamily((_, p, kind) => sql`update ${sql.table(valueTables[kind].table)} set "text" = ${p.replacement}, "textKey" = ${p.replacement} where ${optionValues(p, kind)}`);
/** Deletes values that `replaceOptionValues` would turn into duplicates within a record. */
const deleteDuplicateChoices = queryFamily((_, p, kind) => {
	const { table, owner } = valueTables[kind];
	const qualifyColumn = (column) => sql.ref(`${table}.${column}`);
	return sql`delete from ${sql.table(table)} where ${optionValues(p, kind)} and exists (select 1 from ${sql.table(table)} as "other"
    where "other"."companyId" = ${p.companyId} and ${sql.ref(`other.${owner}`)} = ${qualifyColumn(owner)} and "other"."fieldId" = ${p.fieldId}
      and (${withoutIndex("other.textKey")} = ${p.replacement} or (${isIn(withoutIndex("other.textKey"), p.options)} and "other"."position" < ${qualifyColumn("position")})))`;
});
// src/resources/custom-fields/options.ts
const isChoice = (type) => type === "singleChoice" || type === "multipleChoice";
const equalsIgnoringCase = (text, other) => text.toLowerCase() === other.toLowerCase();
/**
* Matches each input to a current option by value or, if the input has no value, by label. An
* unknown label becomes a new option, whose value is the label. @throws VALIDATION_ERROR for
* options of a field that is not a choice, a choice without options, and repeated values or labels
*/
function parseOptions(type, inputs, currentOptions = []) {
	const createError = (code, message) => invalid(createDetail("options", code, message));
	if (!isChoice(type)) {
		if (inputs?.length) throw createError("INVALID_VALUE", "are allowed only for choice fields");
		return [];
	}
	if (!inputs?.length) throw createError("REQUIRED_FIELD", "must contain at least one option");
	const inputValues = new Set(inputs.map((option) => option.value));
	const unmatchedOptions = currentOptions.filter((option) => !inputValues.has(option.value));
	const usedValues = /* @__PURE__ */ new Set([...currentOptions.map((option) => option.value), ...inputValues]);
	const options = inputs.map(({ value, label }) => ({
		value: value ?? unmatchedOptions.find((option) => equalsIgnoringCase(option.label, label))?.value ?? createUnusedValue(label, usedValues),
		label
	}));
	const details = findRepeatedOptions(options);
	if (details.length > 0) throw invalid(details);
	return options;
}
const findRepeatedOptions = (options) => options.flatMap(({ value, label }, index) => {
	const priorOptions = options.slice(0, index);
	const isLabelRepeated = priorOptions.some((option) => equalsIgnoringCase(option.label, label));
	if (!isLabelRepeated && !priorOptions.some((option) => option.value === value)) return [];
	const field = isLabelRepeated ? "label" : "value";
	const message = `must be unique: two options have this ${field}`;
	return createDetail(`options[${index}].${field}`, "INVALID_VALUE", message);
});
/** Returns the label, with a number appended if another option already has this value. */
function createUnusedValue(label, usedValues) {
	let value = label;
	for (let number = 2; usedValues.has(value); number++) value = `${[...label].slice(0, 95).join("")} ${number}`;
	return value;
}
const maxChangedValues = 1e4;
const recordsPerStatement = 500;
/**
* Replaces record values of removed options with `replacement`, or deletes the values if it is
* null. @throws VALIDATION_ERROR if `replacement` is not a remaining option, CONFLICT if it is
* undefined and removed options are in use, or if more than 10,000 values would change
*/
async function removeOptions(ctx, field, remainingOptions, replacement) {
	const isRemaining = (value) => remainingOptions.some((option) => option.value === value);
	if (typeof replacement === "string" && !isRemaining(replacement)) throw invalid(createDetail("replaceRemovedWith", "INVALID_REFERENCE", "is not the value of a remaining option"));
	const removedValues = field.options.map(({ value }) => value).filter((value) => !isRemaining(value));
	if (removedValues.length === 0) return;
	const { companyId, id: fieldId, recordKind: kind } = field;
	const params = {
		companyId,
		fieldId,
		options: encodeListParam(removedValues)
	};
	const limit = 10001;
	const valueCount = (await ctx.db.first(optionValueCount(kind), {
		...params,
		limit
	}))?.total ?? 0;
	if (valueCount === 0) return;
	if (replacement === void 0) throw conflict("Records have values of removed options: set `replaceRemovedWith` to their replacement, or to null to clear them");
	if (valueCount > maxChangedValues) throw conflict(`More than ${maxChangedValues} records use the removed options: change those records first`);
	await inChunks(async (limit) => {
		const records = await ctx.db.all(recordsWithOptions(kind), {
			...params,
			limit
		});
		const chunkParams = {
			...params,
			ownerIds: encodeListParam(records.map((record) => record.id))
		};
		if (replacement === null) await ctx.db.run(deleteOptionValues(kind), chunkParams);
		else {
			await ctx.db.run(deleteDuplicateChoices(kind), {
				...chunkParams,
				replacement
			});
			await ctx.db.run(replaceOptionValues(kind), {
				...chunkParams,
				replacement
			});
		}
		return records.length;
	}, recordsPerStatement);
}
// src/resources/custom-fields/operations.ts
/** Manages a company's custom field definitions, which all its users can view. */
const toCustomField = (row) => ({
	...row,
	options: JSON.parse(row.options)
});
const toRow = (field) => ({
	...field,
	options: JSON.stringify(field.options)
});
const loadAllFields = readOnce((ctx) => mapMaybePromise(ctx.db.readAllCached(fieldsOfCompany, { companyId: ctx.viewer.companyId }), (rows) => rows.map(toCustomField)));
/** Lists the custom fields of one kind or all, by position. Reads the table once per request. */
const listFields = (ctx, kind) => mapMaybePromise(loadAllFields(ctx), (fields) => kind ? fields.filter((field) => field.recordKind === kind) : fields);
const loadField = async (ctx, id) => (await listFields(ctx)).find((field) => field.id === id);
/** Returns a custom field. @throws NOT_FOUND */
async function getField(ctx, id) {
	const field = await loadField(ctx, id);
	if (!field) throw notFound("Custom field");
	return field;
}
const fields = filteredList({
	spec: customFieldFilterSpec,
	conditions: ({ record }) => [{
		field: "deletedAt",
		operator: "isNull",
		value: null
	}, ...record ? [{
		field: "record",
		operator: "equals",
		value: record
	}] : []],
	toRecord: toCustomField
});
const maxFieldsPerKind = 100;
const auditedFields = [
	"record",
	"key",
	"name",
	"type",
	"description",
	"options"
];
/** Lists the changes recorded when a field is created (`after`) or deleted (`before`). */
function listFieldChanges(before, after) {
	const toAudited = (field) => field ? {
		...field,
		record: field.recordKind
	} : {};
	return changesBetween(toAudited(before), toAudited(after), auditedFields);
}
/**
* Creates a custom field in the last position of its kind. @throws VALIDATION_ERROR, CONFLICT if
* another field has the key or the kind already has 100 fields
*/
async function createCustomField(ctx, input) {
	requireScope(ctx.viewer, "customfields.manage");
	const options = parseOptions(input.type, input.options);
	const otherFields = await listFields(ctx, input.record);
	if (otherFields.length >= maxFieldsPerKind) throw conflict(`The limit is ${maxFieldsPerKind} custom fields per kind: delete one first`);
	if (otherFields.some((field) => field.key === input.key)) throw conflict("Another custom field has this `key`", { details: [{
		field: "key",
		code: "INVALID_VALUE",
		message: "is the key of another field"
	}] });
	const field = {
		...newRecord(ctx, "customfield"),
		recordKind: input.record,
		key: input.key ?? deriveKey(input.name, otherFields),
		name: input.name,
		description: input.description ?? null,
		type: input.type,
		options,
		position: otherFields.length,
		deletedAt: null
	};
	await ctx.db.insert("customFields", toRow(field));
	const changes = listFieldChanges(void 0, field);
	recordEvent(ctx, {
		type: "customField.created",
		record: field,
		changes
	});
	return field;
}
/** Derives a unique key from a name, such as `moveInDate` from "Move-in date". */
function deriveKey(name, otherFields) {
	const camelCase = (fold(name).match(/[a-z0-9]+/g) ?? []).map((word, index) => index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)).join("");
	const baseKey = (/^[a-z]/.test(camelCase) ? camelCase : `field${camelCase}`).slice(0, 45);
	let key = baseKey;
	for (let number = 2; otherFields.some((field) => field.key === key); number++) key = `${baseKey}${number}`;
	return key;
}
/**
* Updates a custom field. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT if values of removed
* options have no replacement
*/
async function updateCustomField(ctx, id, input) {
	requireScope(ctx.viewer, "customfields.manage");
	const field = checkVersion(ctx, await getField(ctx, id));
	const { name, description, position, options, replaceRemovedWith } = requireSomeField(input);
	const patch = omitUndefined({
		name,
		description
	});
	if (options !== void 0) {
		const remainingOptions = parseOptions(field.type, options, field.options);
		await removeOptions(ctx, field, remainingOptions, replaceRemovedWith);
		patch.options = JSON.stringify(remainingOptions);
	}
	if (position !== void 0) patch.position = await moveRow(ctx, "customFields", (await listFields(ctx, field.recordKind)).map(toRow), toRow(field), position);
	const { row, changes } = await applyChanges(ctx, "customFields", toRow(field), patch);
	if (changes.length > 0) recordEvent(ctx, {
		type: "customField.updated",
		record: row,
		changes: changes.map(parseOptionsChange)
	});
	return toCustomField(row);
}
const parseOptionsChange = (change) => change.field === "options" ? {
	...change,
	from: JSON.parse(change.from),
	to: JSON.parse(change.to)
} : change;
/**
* The maximum number of values deleted per transaction. Housekeeping deletes the remaining values.
*/
const maxValuesPerTransaction = 1e3;
/** Deletes a field and its values. @throws NOT_FOUND, CONFLICT if it has values, unless `force` */
async function deleteCustomField(ctx, id, force) {
	requireScope(ctx.viewer, "customfields.manage");
	const field = checkVersion(ctx, await getField(ctx, id));
	const { companyId, recordKind: kind } = field;
	if (!force && await ctx.db.first(firstValue(kind), {
		companyId,
		fieldId: id
	})) throw conflict("The custom field has values: set `force` to delete them");
	const otherFields = (await listFields(ctx, kind)).filter((other) => other.id !== id);
	const limit = maxValuesPerTransaction;
	if (await ctx.db.run(deleteValues(kind), {
		companyId,
		fieldId: id,
		limit
	}) < limit) await ctx.db.delete("customFields", {
		companyId,
		id
	});
	else await ctx.db.update("customFields", {
		companyId,
		id
	}, {
		deletedAt: timestamp(ctx),
		key: id
	});
	recordEvent(ctx, {
		type: "customField.deleted",
		record: field,
		changes: listFieldChanges(field, void 0)
	});
	await renumberRows(ctx, "customFields", otherFields.map(toRow));
	return { id };
}
/** Deletes the remaining values of deleted fields. @returns the number of purged fields */
async function purgeDeletedFields(deps) {
	let purgedCount = 0;
	await forEachCompany(deps, async (company) => {
		const { id: companyId } = company;
		const fields = await deps.store.forCompany(companyId).readLatest((db) => db.all(deletedFields, { companyId }));
		for (const { id, recordKind } of fields) {
			const deleteChunk = (limit) => runAsSystem(deps, company, (ctx) => ctx.db.run(deleteValues(recordKind), {
				companyId,
				fieldId: id,
				limit
			}));
			await inChunks(deleteChunk, maxValuesPerTransaction);
			await runAsSystem(deps, company, (ctx) => ctx.db.delete("customFields", {
				companyId,
				id
			}));
			purgedCount++;
		}
	});
	return purgedCount;
}
const maxNumber = 0x38d7ea4c68000;
/** Converts text to lower case and truncates it. A truncated key equals no complete key. */
function toTextKey(text) {
	const characters = [...text.toLowerCase()];
	return characters.length > 100 ? `${characters.slice(0, 100).join("")}…` : characters.join("");
}
const dateOrDateTimePattern = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]([01]\d|2[0-3]):[0-5]\d))?$/;
/** Returns the date part of a date or date-time (years 1900–9999), without time zone conversion. */
function parseDate(input) {
	const match = typeof input === "string" ? dateOrDateTimePattern.exec(input) : null;
	if (!match) return void 0;
	const [year, month, day] = match.slice(1, 4).map(Number);
	return year >= 1900 && isCalendarDate(year, month, day) ? input.slice(0, 10) : void 0;
}
const createProblem = (message, code = "INVALID_FORMAT") => ({ problem: {
	code,
	message
} });
const toStoredText = (text, textKey = text) => ({
	text,
	textKey,
	number: null
});
/** Returns a number as stored. Adding 0 converts negative zero to zero. */
const toStoredNumber = (value) => ({
	text: null,
	textKey: null,
	number: value + 0
});
function parseChoice(input, { options }) {
	if (typeof input !== "string") return createProblem("must be the value of an option, as a string");
	if (options.some((option) => option.value === input)) return { stored: [toStoredText(input)] };
	const optionValues = options.map((option) => option.value).join(", ");
	return createProblem(`must be one of ${optionValues}`.slice(0, 1e3), "INVALID_VALUE");
}
function parseChoices(input, field) {
	if (!Array.isArray(input)) return createProblem("must be a list of option values");
	if (input.length > 100) return createProblem("must have at most 100 elements", "TOO_LONG");
	for (const [index, value] of input.entries()) {
		const parseResult = parseChoice(value, field);
		if ("problem" in parseResult) return {
			...parseResult,
			index
		};
	}
	return { stored: field.options.filter((option) => input.includes(option.value)).map((option) => toStoredText(option.value)) };
}
const parserByType = {
	text(input) {
		if (typeof input !== "string") return createProblem("must be a string");
		return { stored: input === "" ? [] : [toStoredText(input, toTextKey(input))] };
	},
	number(input) {
		if (typeof input !== "number") return createProblem("must be a number");
		return Math.abs(input) <= maxNumber ? { stored: [toStoredNumber(input)] } : createProblem("must be from -1e15 to 1e15", "OUT_OF_RANGE");
	},
	date(input) {
		const date = parseDate(input);
		return date ? { stored: [toStoredText(date)] } : createProblem("must be a date from 1900 to 9999, such as 2026-05-17");
	},
	boolean: (input) => typeof input === "boolean" ? { stored: [toStoredNumber(Number(input))] } : createProblem("must be true or false"),
	singleChoice: parseChoice,
	multipleChoice: parseChoices
};
/** Converts an input to the rows that store its value (none if empty), or to a problem. */
const parseValue = (field, input) => input === null ? { stored: [] } : parserByType[field.type](input, field);
/** Converts stored rows to the API value of a field. */
function toCustomValue({ type, options }, rows) {
	if (type === "multipleChoice") return options.map((option) => option.value).filter((value) => rows.some((row) => row.text === value));
	const [row] = rows;
	if (!row) return null;
	if (type === "boolean") return row.number === 1;
	if (type === "singleChoice") return options.find((option) => option.value === row.text)?.value ?? null;
	return type === "number" ? row.number : row.text;
}
const valueLoaders = {
	person: createListLoader(valuesOfRecords("person"), "recordId"),
	deal: createListLoader(valuesOfRecords("deal"), "recordId")
};
/** Loads every field of the record's kind with the record's value, ordered by position. */
const loadCustomValues = (ctx, kind, record) => mapMaybePromise(listFields(ctx, kind), (fields) => mapMaybePromise(fields.length > 0 ? valueLoaders[kind].of(ctx, record, "id") : [], (rows) => {
	const rowsByField = Map.groupBy(rows ?? [], (row) => row.fieldId);
	return fields.map((field) => [field, toCustomValue(field, rowsByField.get(field.id) ?? [])]);
}));
const createUnknownFieldDetail = (field, kind) => createDetail(field, "INVALID_REFERENCE", `is not a custom field of a ${kind}`);
async function parseValues(ctx, kind, inputs) {
	const fields = new Map((await listFields(ctx, kind)).map((field) => [field.key, field]));
	const details = [];
	const values = Object.entries(inputs).flatMap(([key, input]) => {
		const [field, fieldPath] = [fields.get(key), `customFields.${key}`];
		const parseResult = field && parseValue(field, input);
		if (parseResult && "stored" in parseResult) return [{
			field,
			stored: parseResult.stored
		}];
		if (!parseResult) details.push(createUnknownFieldDetail(fieldPath, kind));
		else {
			const index = parseResult.index === void 0 ? "" : `[${parseResult.index}]`;
			details.push({
				field: `${fieldPath}${index}`,
				...parseResult.problem
			});
		}
		return [];
	});
	return {
		details: details.slice(0, 100),
		values
	};
}
/** Returns a detail for each unknown key and each invalid value, for `checkReferences`. */
async function findInvalidCustomValues(ctx, kind, inputs) {
	if (inputs === void 0) return [];
	if (inputs === null || typeof inputs !== "object" || Array.isArray(inputs)) return [createDetail("customFields", "INVALID_FORMAT", "must be an object that maps custom field keys to values")];
	return (await parseValues(ctx, kind, inputs)).details;
}
/** Replaces the record's values for the fields in the input. @returns the changes */
async function replaceCustomValues(ctx, kind, id, inputs) {
	if (inputs === void 0 || Object.keys(inputs).length === 0) return [];
	const { table, owner } = valueTables[kind];
	const { companyId } = ctx.viewer;
	const rows = await ctx.db.all(valuesOfRecords(kind), {
		companyId,
		ids: encodeListParam([id])
	});
	const changes = [];
	for (const { field, stored } of (await parseValues(ctx, kind, inputs)).values) {
		const [from, to] = [toCustomValue(field, rows.filter((row) => row.fieldId === field.id)), toCustomValue(field, stored)];
		if (JSON.stringify(from) === JSON.stringify(to)) continue;
		const valueKey = {
			companyId,
			[owner]: id,
			fieldId: field.id
		};
		await ctx.db.delete(table, valueKey);
		for (const [position, row] of stored.entries()) await ctx.db.insert(table, {
			...valueKey,
			position,
			...row
		});
		changes.push({
			field: `customFields.${field.key}`,
			from,
			to
		});
	}
	return changes;
}
// src/resources/people/table.ts
declareEvents("person", [
	"created",
	"updated",
	"deleted",
	"trashed",
	"restored",
	"tagged",
	"merged",
	"unmerged"
], ["relationship"]);
const toReference = (columns) => ({
	onMerge: "keep",
	onDelete: "cascade",
	column: "personId",
	...columns
});
declarePersonReferences(toReference({
	table: "personEmails",
	orderBy: ["position"]
}), toReference({
	table: "personPhones",
	orderBy: ["position"]
}), toReference({
	table: "personTags",
	orderBy: ["position"],
	requires: { tagId: "tags" }
}), toReference({
	table: "collaborators",
	orderBy: ["userId"],
	requires: { userId: "users" }
}), toReference({
	table: "personMerges",
	column: "survivorId",
	orderBy: ["id"]
}), {
	onMerge: "rebuild",
	onDelete: "cascade",
	table: "personWords"
});
// src/resources/people/names.ts
/** Indexes the words of people's names for search, and compares names. */
/** The maximum length of an indexed word, which cursors contain. Folding can lengthen a word. */
const maxWordLength = 100;
function toSearchWords(folded) {
	const words = folded.split(" ").filter(Boolean);
	return [...new Set(words.map((word) => [...word].slice(0, maxWordLength).join("")))];
}
/** Returns a word, and the word without each letter. Words one typo apart share a variant. */
function listDeletionVariants(word) {
	const letters = [...word];
	return [.../* @__PURE__ */ new Set([word, ...letters.map((_, i) => [...letters.slice(0, i), ...letters.slice(i + 1)].join(""))])];
}
/** Returns whether two words differ by at most one missing, added, changed or swapped letter. */
function isOneTypoApart(one, other) {
	if (one === other) return true;
	const [shorter, longer] = [[...one], [...other]].sort((x, y) => x.length - y.length);
	if (longer.length - shorter.length > 1) return false;
	let start = 0;
	while (start < shorter.length && shorter[start] === longer[start]) start++;
	const suffix = (letters, from) => letters.slice(from).join("");
	if (longer.length > shorter.length) return suffix(shorter, start) === suffix(longer, start + 1);
	if (suffix(shorter, start + 1) === suffix(longer, start + 1)) return true;
	return shorter[start] === longer[start + 1] && shorter[start + 1] === longer[start] && suffix(shorter, start + 2) === suffix(longer, start + 2);
}
/** Returns the folded words of a full name; an apostrophe does not separate words. */
const toComparableWords = ({ firstName, lastName }) => fold(`${firstName} ${lastName}`).replaceAll(/['’`]/g, "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
const hasName = (name) => toComparableWords(name).length > 0;
/** Matches generational suffixes, which may be the only difference between father and son. */
const generationalSuffix = /^(jr|junior|sr|senior|ii|iii|iv)$/;
/** Returns whether a word is one letter of a script with capitals, unlike a Chinese character. */
const isInitial = (word) => /^\p{Ll}$/u.test(word);
const isWordMatch = (one, other) => one === other || (isInitial(one) || isInitial(other)) && one[0] === other[0];
/** Compares names in any word order, ignoring case, accents and punctuation. */
const areNamesEqual = (one, other) => [...toComparableWords(one)].sort().join(" ") === [...toComparableWords(other)].sort().join(" ");
/**
* Returns whether two names can be of the same person: each word of the shorter name is a word of
* the longer name or its initial, and the names share at least one whole word. `A. Lee`, `Lee, Ann`
* and `Ann` are compatible with `Ann Marie Lee`; `Anna Lee`, `Ann Smith` and `Ann Lee Jr.` are not.
*/
function areNamesCompatible(one, other) {
	if (areNamesEqual(one, other)) return true;
	const [shorterWords, longerWords] = [toComparableWords(one), toComparableWords(other)].sort((a, b) => a.length - b.length);
	const sharedWords = shorterWords.filter((word) => !isInitial(word) && longerWords.includes(word));
	const unmatchedWords = longerWords.filter((word) => !sharedWords.includes(word));
	for (const word of shorterWords.filter((shorterWord) => !sharedWords.includes(shorterWord))) {
		const matchIndex = unmatchedWords.findIndex((unmatchedWord) => isWordMatch(word, unmatchedWord));
		if (matchIndex < 0) return false;
		unmatchedWords.splice(matchIndex, 1);
	}
	return sharedWords.length > 0 && !unmatchedWords.some((word) => generationalSuffix.test(word));
}
const unusedNameWords = query((_, p) => sql`select "word" from "nameWords"
      where "companyId" = ${p.companyId} and ${isIn("word", p.words)}
      and not exists (select 1 from "personWords" where "companyId" = "nameWords"."companyId" and "word" = "nameWords"."word")`);
const existingNameWords = query((_, p) => sql`select "word" from "nameWords"
      where "companyId" = ${p.companyId} and ${isIn("word", p.words)}`);
const nameWordsOfPerson = query((_, p) => sql`select "word" from "personWords"
      where "companyId" = ${p.companyId} and "personId" = ${p.personId}`);
const readNameWords = async (db, companyId, personId) => (await db.all(nameWordsOfPerson, {
	companyId,
	personId
})).map(({ word }) => word);
/** Updates the indexed words of a person's name, and the company's distinct words and variants. */
async function indexName(db, companyId, personId, nameKey) {
	const oldWords = await readNameWords(db, companyId, personId);
	const newWords = toSearchWords(nameKey);
	const removedWords = oldWords.filter((word) => !newWords.includes(word));
	for (const word of removedWords) await db.delete("personWords", {
		companyId,
		personId,
		word
	});
	for (const word of newWords) if (!oldWords.includes(word)) await db.insert("personWords", {
		companyId,
		word,
		personId
	});
	await addNameWords(db, companyId, newWords);
	await removeUnusedNameWords(db, companyId, removedWords);
}
async function addNameWords(db, companyId, words) {
	const rows = await db.all(existingNameWords, {
		companyId,
		words: encodeListParam(words)
	});
	const existingWords = new Set(rows.map(({ word }) => word));
	for (const word of words) {
		if (existingWords.has(word)) continue;
		await db.insert("nameWords", {
			companyId,
			word
		});
		for (const variant of listDeletionVariants(word)) await db.insert("nameVariants", {
			companyId,
			variant,
			word
		});
	}
}
async function removeUnusedNameWords(db, companyId, words) {
	if (words.length === 0) return;
	const params = {
		companyId,
		words: encodeListParam(words)
	};
	for (const { word } of await db.all(unusedNameWords, params)) {
		await db.delete("nameVariants", {
			companyId,
			word
		});
		await db.delete("nameWords", {
			companyId,
			word
		});
	}
}
// node_modules/fractional-indexing/src/index.js
const BASE_62_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE_52_DIGITS = BASE_62_DIGITS.slice(10);
/**
* Per-alphabet cache mapping each digit's char code to its index, so digit->value
* lookups are a single typed-array load instead of O(alphabet) String.indexOf.
* Keys (and therefore alphabets) are required to be single-byte (char code
* 0-255), so a fixed 256-entry table covers every possible char code.
* @type {Map<string, Uint8Array>}
*/
const digitIndexCache = /* @__PURE__ */ new Map();
/**
* @param {string} digits
* @return {Uint8Array}
*/
function getDigitIndex(digits) {
	let m = digitIndexCache.get(digits);
	if (m === void 0) {
		m = /* @__PURE__ */ new Uint8Array(256);
		for (let i = 0; i < digits.length; i++) m[digits.charCodeAt(i)] = i;
		digitIndexCache.set(digits, m);
	}
	return m;
}
/**
* @param {string} a
* @param {string | null | undefined} b
* @param {string} digits
* @param {Uint8Array} lookup
* @returns {string}
*/
function midpoint(a, b, digits, lookup) {
	const zero = digits[0];
	if (b != null && a >= b) throw new Error(a + " >= " + b);
	if (a.slice(-1) === zero || b && b.slice(-1) === zero) throw new Error("trailing zero");
	if (b) {
		let n = 0;
		while ((a[n] || zero) === b[n]) n++;
		if (n > 0) return b.slice(0, n) + midpoint(a.slice(n), b.slice(n), digits, lookup);
	}
	const digitA = a ? lookup[a.charCodeAt(0)] : 0;
	const digitB = b != null ? lookup[b.charCodeAt(0)] : digits.length;
	if (digitB - digitA > 1) return digits[Math.round(.5 * (digitA + digitB))];
	else if (b && b.length > 1) return b.slice(0, 1);
	else return digits[digitA] + midpoint(a.slice(1), null, digits, lookup);
}
/**
* @param {string} int
* @param {string} intDigits
* @param {Uint8Array} intLookup
* @return {void}
*/
function validateInteger(int, intDigits, intLookup) {
	if (int.length !== getIntegerLength(int[0], intDigits, intLookup)) throw new Error("invalid integer part of order key: " + int);
}
/**
* @param {string} head
* @param {string} intDigits
* @param {Uint8Array} intLookup
* @return {number}
*/
function getIntegerLength(head, intDigits, intLookup) {
	const i = intLookup[head.charCodeAt(0)];
	if (intDigits[i] === head) {
		const half = intDigits.length / 2;
		return i < half ? half - i + 1 : i - half + 2;
	}
	throw new Error("invalid order key head: " + head);
}
/**
* @param {string} key
* @param {string} intDigits
* @param {Uint8Array} intLookup
* @return {string}
*/
function getIntegerPart(key, intDigits, intLookup) {
	const integerPartLength = getIntegerLength(key[0], intDigits, intLookup);
	if (integerPartLength > key.length) throw new Error("invalid order key: " + key);
	return key.slice(0, integerPartLength);
}
/**
* @param {string} key
* @param {string} digits
* @param {string} intDigits
* @param {Uint8Array} intLookup
* @return {void}
*/
function validateOrderKey(key, digits, intDigits, intLookup) {
	if (isSmallestInteger(key, digits, intDigits)) throw new Error("invalid order key: " + key);
	const i = getIntegerPart(key, intDigits, intLookup);
	if (key.slice(i.length).slice(-1) === digits[0]) throw new Error("invalid order key: " + key);
}
/**
* @param {string} x
* @param {string} digits
* @param {Uint8Array} lookup
* @param {string} intDigits
* @param {Uint8Array} intLookup
* @return {string | null}
*/
function incrementInteger(x, digits, lookup, intDigits, intLookup) {
	validateInteger(x, intDigits, intLookup);
	const head = x[0];
	const zero = digits[0];
	let trailing = "";
	for (let i = x.length - 1; i >= 1; i--) {
		const d = lookup[x.charCodeAt(i)] + 1;
		if (d === digits.length) trailing = zero + trailing;
		else return head + x.slice(1, i) + digits[d] + trailing;
	}
	const headIndex = intLookup[head.charCodeAt(0)];
	if (headIndex === intDigits.length - 1) return null;
	const h = intDigits[headIndex + 1];
	const lengthDelta = getIntegerLength(h, intDigits, intLookup) - getIntegerLength(head, intDigits, intLookup);
	return h + (lengthDelta > 0 ? trailing + zero : lengthDelta < 0 ? trailing.slice(1) : trailing);
}
/**
* @param {string} x
* @param {string} digits
* @param {Uint8Array} lookup
* @param {string} intDigits
* @param {Uint8Array} intLookup
* @return {string | null}
*/
function decrementInteger(x, digits, lookup, intDigits, intLookup) {
	validateInteger(x, intDigits, intLookup);
	const head = x[0];
	const last = digits[digits.length - 1];
	let trailing = "";
	for (let i = x.length - 1; i >= 1; i--) {
		const d = lookup[x.charCodeAt(i)] - 1;
		if (d === -1) trailing = last + trailing;
		else return head + x.slice(1, i) + digits[d] + trailing;
	}
	const headIndex = intLookup[head.charCodeAt(0)];
	if (headIndex === 0) return null;
	const h = intDigits[headIndex - 1];
	const lengthDelta = getIntegerLength(h, intDigits, intLookup) - getIntegerLength(head, intDigits, intLookup);
	return h + (lengthDelta > 0 ? trailing + last : lengthDelta < 0 ? trailing.slice(1) : trailing);
}
/**
* Two-level cache keyed by (intDigits, first digit char code). Nesting the maps
* lets us look up with the raw `intDigits` string and a primitive char code,
* avoiding the per-call allocation of a combined string key.
* @type {Map<string, Map<number, string>>}
*/
const repeatedKeysCache = /* @__PURE__ */ new Map();
/**
* @param {string} key
* @param {string} digits
* @param {string} intDigits
*/
function isSmallestInteger(key, digits, intDigits) {
	let byDigit = repeatedKeysCache.get(intDigits);
	if (byDigit === void 0) {
		byDigit = /* @__PURE__ */ new Map();
		repeatedKeysCache.set(intDigits, byDigit);
	}
	const zeroCode = digits.charCodeAt(0);
	let cached = byDigit.get(zeroCode);
	if (cached === void 0) {
		cached = intDigits[0] + digits[0].repeat(intDigits.length / 2);
		byDigit.set(zeroCode, cached);
	}
	return key === cached;
}
/**
* Returns true if every character of `s` has a strictly greater character code
* than the one before it (ascending order, which also rules out duplicates).
* @param {string} s
* @return {boolean}
*/
function isStrictlyAscending(s) {
	for (let i = 1; i < s.length; i++) if (s.charCodeAt(i - 1) >= s.charCodeAt(i)) return false;
	return true;
}
/**
* Returns true if every character of `s` is single-byte (char code < 256). Keys
* are required to be single-byte so digit lookups can use a fixed 256-entry
* table.
* @param {string} s
* @return {boolean}
*/
function isSingleByte(s) {
	for (let i = 0; i < s.length; i++) if (s.charCodeAt(i) > 255) return false;
	return true;
}
/**
* Alphabets that have already passed `validateDigits`. Validation is pure and
* its result never changes, so we cache the alphabet to skip re-scanning it on
* every call. Kept separate from `validatedIntDigits` because the two have
* different rules (an odd-length string is a valid `digits` but not `intDigits`).
* @type {Set<string>}
*/
const validatedDigits = /* @__PURE__ */ new Set();
/**
* Validates a fractional-digit alphabet: at least two characters, in strictly
* ascending character-code order.
* @param {string} digits
* @return {void}
*/
function validateDigits(digits) {
	if (validatedDigits.has(digits)) return;
	if (digits.length < 2 || !isStrictlyAscending(digits)) throw new Error("digits must be at least 2 characters in strictly ascending character code order: " + digits);
	if (!isSingleByte(digits)) throw new Error("digits must be single-byte (char code 0-255): " + digits);
	validatedDigits.add(digits);
}
/**
* Alphabets that have already passed `validateIntDigits`.
* @type {Set<string>}
*/
const validatedIntDigits = /* @__PURE__ */ new Set();
/**
* Validates a head-marker alphabet: an even number of at least two characters
* (its two halves are the negative- and positive-length heads), in strictly
* ascending character-code order.
* @param {string} intDigits
* @return {void}
*/
function validateIntDigits(intDigits) {
	if (validatedIntDigits.has(intDigits)) return;
	if (intDigits.length < 2 || intDigits.length % 2 !== 0 || !isStrictlyAscending(intDigits)) throw new Error("intDigits must be an even number of at least 2 characters in strictly ascending character code order: " + intDigits);
	if (!isSingleByte(intDigits)) throw new Error("intDigits must be single-byte (char code 0-255): " + intDigits);
	validatedIntDigits.add(intDigits);
}
/**
* Generates an order key that sorts between `a` and `b`.
*
* `a` is the lower bound: an order key, or null for the start.
* `b` is the upper bound: an order key, or null for the end.
* When both are non-null, they may be passed in either order.
*
* `digits` is the alphabet, e.g. '0123456789' for base 10. Its characters
* must be single-byte (char code 0-255) and in ascending character code order;
* both are validated. It may otherwise be any alphabet (it does not need to
* contain 0-9, A-Z or a-z). Because `intDigits` defaults to `digits`, an
* odd-length `digits` must be paired with an explicit even-length `intDigits`.
*
* Note that `digits` only defines the *digit values* of a key. The integer
* part of every key also begins with a length/magnitude marker (a "head") drawn
* from the `intDigits` alphabet. The head only ever occupies the first position
* and is only compared against other heads, which is why `digits` and
* `intDigits` may overlap (or be identical) and keys still sort correctly.
*
* `intDigits` is the head alphabet: a single alphabet in ascending
* (lexicographical) character order, with even length. Its first half are the
* negative-length heads and its second half the positive-length heads. The
* outermost characters mark the longest integer parts and the two characters
* straddling the midpoint mark the shortest (length 2). The integer part may
* grow until it reaches the outermost heads, so a shorter alphabet limits how
* large/small a key's integer part can become.
*
* `intDigits` defaults to `digits`, so a base-10 alphabet produces self-headed
* keys like "50", "600" or "49". When `digits` is also omitted it falls back to
* BASE_52_DIGITS (A-Z/a-z), giving the classic "a0", "b00", "Z9" form. Note that
* passing `digits` explicitly (even BASE_62_DIGITS) makes the keys self-headed;
* only omitting `digits` entirely yields the A-Z/a-z heads.
*
* @example
* // base 10: heads come from `digits` itself. The first half (0-4) are negative
* // heads, the second half (5-9) positive heads, and 4/5 mark the shortest
* // (length-2) integer parts.
* generateKeyBetween(null, null, "0123456789"); // => "50"
*
* @param {string | null | undefined} a
* @param {string | null | undefined} b
* @param {string=} digits
* @param {string=} intDigits
* @return {string}
*/
function generateKeyBetween(a, b, digits = void 0, intDigits = void 0) {
	if (intDigits !== void 0) validateIntDigits(intDigits);
	else intDigits = digits ?? BASE_52_DIGITS;
	if (digits !== void 0) validateDigits(digits);
	else digits = BASE_62_DIGITS;
	const lookup = getDigitIndex(digits);
	const intLookup = getDigitIndex(intDigits);
	if (a != null) validateOrderKey(a, digits, intDigits, intLookup);
	if (b != null) validateOrderKey(b, digits, intDigits, intLookup);
	if (a != null && b != null) {
		if (a > b) {
			const temp = a;
			a = b;
			b = temp;
		}
	}
	if (a == null) {
		if (b == null) return intDigits[intDigits.length / 2] + digits[0];
		const ib = getIntegerPart(b, intDigits, intLookup);
		const fb = b.slice(ib.length);
		if (isSmallestInteger(ib, digits, intDigits)) return ib + midpoint("", fb, digits, lookup);
		if (ib < b) return ib;
		const res = decrementInteger(ib, digits, lookup, intDigits, intLookup);
		if (res == null) throw new Error("cannot decrement any more");
		return res;
	}
	if (b == null) {
		const ia = getIntegerPart(a, intDigits, intLookup);
		const fa = a.slice(ia.length);
		const i = incrementInteger(ia, digits, lookup, intDigits, intLookup);
		return i == null ? ia + midpoint(fa, null, digits, lookup) : i;
	}
	const ia = getIntegerPart(a, intDigits, intLookup);
	const fa = a.slice(ia.length);
	const ib = getIntegerPart(b, intDigits, intLookup);
	const fb = b.slice(ib.length);
	if (ia === ib) return ia + midpoint(fa, fb, digits, lookup);
	const i = incrementInteger(ia, digits, lookup, intDigits, intLookup);
	if (i == null) throw new Error("cannot increment any more");
	if (i < b) return i;
	return ia + midpoint(fa, null, digits, lookup);
}
/**
* same preconditions as generateKeysBetween.
* n >= 0.
* Returns an array of n distinct keys in sorted order.
* If a and b are both null, returns [a0, a1, ...]
* If one or the other is null, returns consecutive "integer"
* keys.  Otherwise, returns relatively short keys between
* a and b.
* @param {string | null | undefined} a
* @param {string | null | undefined} b
* @param {number} n
* @param {string=} digits
* @param {string=} intDigits
* @return {string[]}
*/
function generateNKeysBetween(a, b, n, digits = void 0, intDigits = void 0) {
	if (intDigits !== void 0) validateIntDigits(intDigits);
	else intDigits = digits ?? BASE_52_DIGITS;
	if (digits !== void 0) validateDigits(digits);
	else digits = BASE_62_DIGITS;
	if (n === 0) return [];
	if (n === 1) return [generateKeyBetween(a, b, digits, intDigits)];
	if (b == null) {
		let c = generateKeyBetween(a, b, digits, intDigits);
		const result = [c];
		for (let i = 0; i < n - 1; i++) {
			c = generateKeyBetween(c, b, digits, intDigits);
			result.push(c);
		}
		return result;
	}
	if (a == null) {
		let c = generateKeyBetween(a, b, digits, intDigits);
		const result = [c];
		for (let i = 0; i < n - 1; i++) {
			c = generateKeyBetween(a, c, digits, intDigits);
			result.push(c);
		}
		result.reverse();
		return result;
	}
	const mid = Math.floor(n / 2);
	const c = generateKeyBetween(a, b, digits, intDigits);
	return [
		...generateNKeysBetween(a, c, mid, digits, intDigits),
		c,
		...generateNKeysBetween(c, b, n - mid - 1, digits, intDigits)
	];
}
// src/resources/people/lists.ts
/** Reads and replaces the lists of people: emails, phones, tags and collaborators. */
const emailsOfPeople = query((_, p) => sql`select "personId", "value", "type", "isPrimary" from "personEmails"
      where "companyId" = ${p.companyId} and ${isIn("personId", p.ids)} order by "personId", "position"`);
const phonesOfPeople = query((_, p) => sql`select "personId", "value", "type", "status", "isPrimary", "isBad"
      from "personPhones"
      where "companyId" = ${p.companyId} and ${isIn("personId", p.ids)} order by "personId", "position"`);
/** Creates a query that selects columns of people's tags. */
const toTagsQuery = (columns) => query((_, p) => sql`select ${sql.raw(columns)}, "personTags"."personId" from "personTags"
        inner join "tags" on "tags"."companyId" = "personTags"."companyId" and "tags"."id" = "personTags"."tagId"
        where "personTags"."companyId" = ${p.companyId} and ${isIn("personTags.personId", p.ids)}
        order by "personTags"."personId", "personTags"."position"`);
const tagsOfPeople = toTagsQuery("\"tags\".*, \"personTags\".\"position\"");
const tagSummariesOfPeople = toTagsQuery("\"tags\".\"id\", \"tags\".\"name\", \"tags\".\"version\", \"tags\".\"createdBy\", \"tags\".\"createdAt\", \"tags\".\"updatedAt\"");
const tagNamesOfPeople = toTagsQuery("\"tags\".\"name\"");
const collaboratorsOfPeople = query((_, p) => sql`select "users".*, "collaborators"."personId" from "collaborators"
      inner join "users" on "users"."companyId" = "collaborators"."companyId" and "users"."id" = "collaborators"."userId"
      where "collaborators"."companyId" = ${p.companyId} and ${isIn("collaborators.personId", p.ids)}
      order by "collaborators"."personId", "users"."id"`);
const loadEmails = createListLoader(emailsOfPeople, "personId");
const loadPhones = createListLoader(phonesOfPeople, "personId");
const loadTags = createListLoader(tagSummariesOfPeople, "personId");
/** Reads fewer columns than `loadTags`, for lists of people. */
const loadTagNames = createListLoader(tagNamesOfPeople, "personId");
const loadCollaborators = createListLoader(collaboratorsOfPeople, "personId");
/** Reads a person's tags without the loaders, as `readListsOfPeople` does. */
const readTagsOfPerson = (ctx, id) => ctx.db.all(tagsOfPeople, {
	companyId: ctx.viewer.companyId,
	ids: encodeListParam([id])
});
/** Reads lists without the loaders, which may return values from before the last write. */
async function readListsOfPeople(ctx, ids) {
	const params = {
		companyId: ctx.viewer.companyId,
		ids: encodeListParam(ids)
	};
	const loadRows = async (query) => Map.groupBy(await ctx.db.all(query, params), (row) => row.personId);
	const emails = await loadRows(emailsOfPeople);
	const phones = await loadRows(phonesOfPeople);
	const collaborators = await loadRows(collaboratorsOfPeople);
	const tags = await loadRows(tagNamesOfPeople);
	const toPersonLists = (id) => ({
		emails: (emails.get(id) ?? []).map(({ value, type, isPrimary }) => ({
			value,
			type,
			isPrimary: isPrimary === 1
		})),
		phones: (phones.get(id) ?? []).map(({ value, type, isPrimary, isBad }) => ({
			value,
			type,
			isPrimary: isPrimary === 1,
			isBad: isBad === 1
		})),
		collaboratorIds: (collaborators.get(id) ?? []).map((user) => user.id),
		tags: (tags.get(id) ?? []).map((tag) => tag.name)
	});
	return new Map(ids.map((id) => [id, toPersonLists(id)]));
}
const readListsOfPerson = async (ctx, id) => (await readListsOfPeople(ctx, [id])).get(id);
/** Replaces the lists that the input contains. @returns the changes */
async function replaceLists(ctx, personId, currentLists, input) {
	const { companyId, company } = ctx.viewer;
	const key = {
		companyId,
		personId
	};
	if (input.emails !== void 0) {
		await ctx.db.delete("personEmails", key);
		for (const email of toEmailRows(input.emails ?? [])) await ctx.db.insert("personEmails", {
			...key,
			...email
		});
	}
	if (input.phones !== void 0) {
		await ctx.db.delete("personPhones", key);
		for (const phone of toPhoneRows(input.phones ?? [], company.region)) await ctx.db.insert("personPhones", {
			...key,
			...phone
		});
	}
	if (input.collaboratorIds !== void 0) {
		await ctx.db.delete("collaborators", key);
		for (const userId of new Set(input.collaboratorIds ?? [])) await ctx.db.insert("collaborators", {
			...key,
			userId
		});
	}
	if (input.tags !== void 0) {
		const tags = await findOrCreateTags(ctx, input.tags ?? []);
		await ctx.db.delete("personTags", key);
		for (const [position, tag] of tags.entries()) await ctx.db.insert("personTags", {
			...key,
			position,
			tagId: tag.id
		});
	}
	const fields = [
		"emails",
		"phones",
		"collaboratorIds",
		"tags"
	].filter((field) => input[field] !== void 0);
	return fields.length > 0 ? changesBetween(currentLists, await readListsOfPerson(ctx, personId), fields) : [];
}
/** Keeps only the first item per key. */
const keepFirstOfEach = (items, toKey) => [...Map.groupBy(items, toKey).values()].map(([item]) => item);
/** Removes duplicates and makes one row primary: the first marked row, or else the first row. */
function withOnePrimary(rows, key) {
	const distinctRows = keepFirstOfEach(rows, key);
	const primaryRow = distinctRows.find((row) => row.isPrimary === 1) ?? distinctRows[0];
	return distinctRows.map((row, position) => ({
		...row,
		position,
		isPrimary: Number(row === primaryRow)
	}));
}
/** The maximum number of characters compared. No stored email address is longer. */
const maxEmailKeyLength = 1e3;
const toEmailKey = (address) => address.trim().slice(0, maxEmailKeyLength).normalize("NFC").toLowerCase();
function toEmailRows(emails) {
	return withOnePrimary(emails.map(({ value, type, isPrimary }) => ({
		position: 0,
		value,
		valueKey: toEmailKey(value),
		type: type ?? "home",
		isPrimary: Number(isPrimary ?? false)
	})), (row) => row.valueKey);
}
/**
* Normalizes a phone number to E.164, followed by its extension if any (`+14155550100 x33`). A
* number without a country prefix is read as a number in the company's country. Text that is not a
* number, such as `555-HOME`, is stored as entered, with status `Invalid`.
*/
function normalizePhone(text, region) {
	const spelling = text.replace(/ x(\d+)$/, ";ext=$1");
	const localNumber = loadPhoneNumbers().parsePhoneNumberFromString(spelling, region);
	const phoneNumber = localNumber?.isValid() ? localNumber : parseIfValid(spelling.replace(/^\D*00/, "+")) ?? localNumber;
	if (!phoneNumber || !phoneNumber.isValid() && !phoneNumber.ext && /\p{L}/u.test(text)) return {
		value: text,
		status: "Invalid"
	};
	return {
		value: phoneNumber.ext ? `${phoneNumber.number} x${phoneNumber.ext}` : phoneNumber.number,
		status: phoneNumber.isValid() ? "Valid" : "Invalid"
	};
}
function parseIfValid(text) {
	const phoneNumber = text.startsWith("+") ? loadPhoneNumbers().parsePhoneNumberFromString(text) : void 0;
	return phoneNumber?.isValid() ? phoneNumber : void 0;
}
function toPhoneRows(phones, region) {
	return withOnePrimary(phones.map(({ value, type, isPrimary, isBad }) => ({
		position: 0,
		...normalizePhone(value, region),
		type: type ?? "mobile",
		isPrimary: Number(isPrimary ?? false),
		isBad: Number(isBad ?? false)
	})), (row) => row.value);
}
export { loadTag as $, replaceCustomValues as A, updatePipeline as At, customFieldFilterSpec as B, readNameWords as C, listPipelineStages as Ct, findInvalidCustomValues as D, loadStagesOfPipeline as Dt, createUnknownFieldDetail as E, loadPipelineStage as Et, listFields as F, peopleRecordsQuery as G, declarePersonReferences as H, loadField as I, unlinkRecords as J, reassignRecordsStatement as K, purgeDeletedFields as L, deleteCustomField as M, pipelineStagePolicy as Mt, fields as N, loadCustomValues as O, pipelines as Ot, getField as P, getTag as Q, updateCustomField as R, listDeletionVariants as S, getPipeline as St, toSearchWords as T, loadPipeline as Tt, getPersonReferences as U, clearPersonReferences as V, incrementVersionsStatement as W, deleteTag as X, createTag as Y, findOrCreateTags as Z, areNamesCompatible as _, recordDealStage as _t, loadTagNames as a, canChangeStage as at, indexName as b, createPipeline as bt, readListsOfPeople as c, deleteStage as ct, replaceLists as d, getTrashStage as dt, mergeTags as et, toEmailKey as f, listStages as ft, generateNKeysBetween as g, stageFilterSpec as gt, generateKeyBetween as h, updateStage as ht, loadPhones as i, tagFilterSpec as it, createCustomField as j, pipelineFilterSpec as jt, parseValue as k, setDealMover as kt, readListsOfPerson as l, getFirstStage as lt, toPhoneRows as m, stages as mt, loadCollaborators as n, toTagKey as nt, loadTags as o, canDeleteStage as ot, toEmailRows as p, loadStage as pt, rowsQuery as q, loadEmails as r, updateTag as rt, normalizePhone as s, createStage as st, keepFirstOfEach as t, tags as tt, readTagsOfPerson as u, getStage as ut, areNamesEqual as v, recordPersonStage as vt, removeUnusedNameWords as w, listPipelines as wt, isOneTypoApart as x, deletePipeline as xt, hasName as y, canDeletePipeline as yt, valueTables as z };
