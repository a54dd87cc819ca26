// src/filtering/exports.ts
const exportSources = /* @__PURE__ */ new Map();
/** @param kind the name of the exported list, such as `people` */
function declareExport(kind, source) {
	exportSources.set(kind, source);
}
function getExportSource(kind) {
	const source = exportSources.get(kind);
	if (!source) throw new Error(`no export of ${kind} is declared; call declareExport`);
	return source;
}
export { getExportSource as n, declareExport as t };
