import { at as declareEvents } from "./records-CzuHo0A9.mjs";
// src/resources/webhooks/table.ts
declareEvents("webhookEndpoint", [
	"created",
	"updated",
	"rotated",
	"pinged",
	"replayed",
	"disabled",
	"deleted"
]);
export {};
