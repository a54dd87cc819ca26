import { m as withSavepoint, ut as timestamp } from "./records-CzuHo0A9.mjs";
import { r as conflict, t as ApiError } from "./errors-Cd1UCkd2.mjs";
import { a as laterImport, c as recordsToUndo, i as importers, l as resetRecordVersion, n as pauseForWriters, o as loadImport, r as runAsUser, s as recordVersions } from "./import-BJpg5zIC.mjs";
import { b as mergeOfPerson } from "./resources-CUaLXOk3.mjs";
import { n as encodeListParam } from "./query-BmUqRt20.mjs";
// src/exchange/importing/undo.ts
/** Reverts an import: removes the records that it created, and restores updated records. */
const batchSize = 200;
const maxListedRecords = 100;
/** Reverts an import with a user's permissions. A second call resumes an interrupted reversal. */
async function undoImport(deps, { companyId, id: importId }, userId, onProgress) {
	const undoResult = {
		removed: 0,
		restored: 0,
		left: [],
		leftAlone: 0
	};
	const actor = {
		companyId,
		userId
	};
	const requestId = `undo-${importId}`;
	await runAsUser(deps, actor, requestId, async (ctx) => {
		if ((await loadImport(ctx, importId))?.undoneAt === null) await ctx.db.update("imports", {
			companyId,
			id: importId
		}, { undoneAt: timestamp(ctx) });
	});
	for (let maxRecordId = "~", doneCount = 0;;) {
		const batch = await runAsUser(deps, actor, requestId, (ctx) => undoBatch(ctx, importId, maxRecordId));
		for (const { recordId: id, outcome } of batch) if (typeof outcome === "object") {
			undoResult.leftAlone++;
			if (undoResult.left.length < maxListedRecords) undoResult.left.push({
				id,
				...outcome
			});
		} else if (outcome !== "nothing") undoResult[outcome]++;
		doneCount += batch.length;
		onProgress(doneCount);
		maxRecordId = batch.at(-1)?.recordId ?? "";
		if (batch.length < batchSize) return undoResult;
		await pauseForWriters();
	}
}
/** Reverts the next batch of records, newest first. @param below the last id of the batch before */
async function undoBatch(ctx, importId, below) {
	const { companyId } = ctx.viewer;
	const row = await loadImport(ctx, importId);
	const records = await ctx.db.all(recordsToUndo, {
		companyId,
		importId,
		below,
		limit: batchSize
	});
	if (!row || records.length === 0) return [];
	const ids = encodeListParam(records.map(({ recordId }) => recordId));
	const versionRows = await ctx.db.all(recordVersions(row.kind), {
		companyId,
		ids
	});
	const versions = new Map(versionRows.map(({ id, version }) => [id, version]));
	const outcomes = [];
	for (const record of records) {
		const { recordId } = record;
		const outcome = await undoRecord(ctx, importers[row.kind], record, versions.get(recordId));
		const importRecordKey = {
			companyId,
			importId,
			recordId
		};
		if (typeof outcome === "object") await ctx.db.update("importRecords", importRecordKey, { leftAlone: outcome.why });
		else await ctx.db.delete("importRecords", importRecordKey);
		outcomes.push({
			recordId,
			outcome
		});
	}
	return outcomes;
}
/** @param version the current version of the record; undefined if the record was deleted */
async function undoRecord(ctx, importer, row, version) {
	const { recordId, action, before } = row;
	if (action === "found") return "nothing";
	if (version === void 0) {
		const params = {
			companyId: ctx.viewer.companyId,
			personId: recordId
		};
		const merge = await ctx.db.first(mergeOfPerson, params);
		if (!merge) return "nothing";
		return { why: `was merged into ${merge.survivorId} since the import: undo that merge first` };
	}
	const isUnchanged = version === row.version;
	const laterRow = !isUnchanged && row.version !== 0 ? await ctx.db.first(laterImport, row) : void 0;
	if (laterRow) return { why: `was later changed by ${laterRow.importId}: undo that import first` };
	const outcome = await withSavepoint(ctx, async () => {
		if (action === "created") {
			const why = await importer.remove(ctx, recordId, isUnchanged);
			return why === void 0 ? "removed" : { why };
		}
		if (!isUnchanged) throw conflict("was changed since the import");
		const input = JSON.parse(before ?? "{}");
		const restoredRecord = await importer.update(ctx, recordId, input, true);
		await resetRecordVersion(ctx, row, restoredRecord.version);
		return "restored";
	});
	return outcome instanceof ApiError ? { why: outcome.message } : outcome;
}
export { undoImport };
