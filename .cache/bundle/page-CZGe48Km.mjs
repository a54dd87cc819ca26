import { d as scopeDescriptions, l as rightsOf, o as levels, u as roles } from "./scopes-BgGiyNkn.mjs";
import { n as listBrowserFiles, r as renderPage } from "./page-D5di_r70.mjs";
// src/console/page.ts
const pageBody = `
${listBrowserFiles("console").filter((path) => path.endsWith(".ts")).map((path) => `<link rel="modulepreload" href="/assets/${path}">`).join("\n")}
<div id="console">
  <noscript><main class="narrow"><h1>Console</h1><p>The console requires JavaScript. Enable JavaScript in this browser.</p></main></noscript>
</div>`;
/** Maps roles to their scopes, which limit the scopes that the console offers. */
const scopesByRole = Object.fromEntries(roles.map((role) => [role, rightsOf(role, null).scopes]));
const stylesheets = [
	"console",
	"parts",
	"forms",
	"webhooks",
	"board",
	"narrow"
].map((name) => `console/browser/${name}.css`);
/** Renders the console, which manages API keys, sessions, webhooks and deals through GraphQL. */
const renderConsolePage = (presets) => renderPage({
	title: "Console · Dealgraph",
	body: pageBody,
	assets: [...stylesheets, "console/browser/main.ts"],
	settings: {
		...presets,
		scopes: scopesByRole,
		descriptions: scopeDescriptions,
		levels
	}
});
export { renderConsolePage };
