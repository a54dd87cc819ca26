import { i as __require, o as __toESM, t as __commonJSMin } from "./rolldown-runtime-Da3jf7BF.mjs";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
// node_modules/close-with-grace/events/signal.events.js
var require_signal_events = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = { signalEvents: [
		"SIGHUP",
		"SIGINT",
		"SIGQUIT",
		"SIGILL",
		"SIGTRAP",
		"SIGABRT",
		"SIGBUS",
		"SIGFPE",
		"SIGSEGV",
		"SIGUSR2",
		"SIGTERM"
	] };
}));
// node_modules/close-with-grace/events/error.events.js
var require_error_events = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = { errorEvents: ["uncaughtException", "unhandledRejection"] };
}));
// node_modules/close-with-grace/events/exit.events.js
var require_exit_events = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = { exitEvents: ["beforeExit"] };
}));
// src/commands/shutdown.ts
var import_close_with_grace = /* @__PURE__ */ __toESM((/* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { signalEvents } = require_signal_events();
	const { errorEvents } = require_error_events();
	const { exitEvents } = require_exit_events();
	const { promisify } = __require("node:util");
	const sleep = promisify(setTimeout);
	closeWithGrace.closing = false;
	function closeWithGrace(opts, fn) {
		if (typeof opts === "function") {
			fn = opts;
			opts = {};
		}
		opts = {
			delay: 1e4,
			logger: console,
			...opts
		};
		const delay = typeof opts.delay === "number" ? opts.delay : void 0;
		const logger = typeof opts.logger === "object" || typeof opts.logger === "function" ? opts.logger : void 0;
		const skip = Array.isArray(opts.skip) ? opts.skip : [];
		const filteredSignalEvents = signalEvents.filter((event) => !skip.includes(event));
		const filteredErrorEvents = errorEvents.filter((event) => !skip.includes(event));
		const filteredExitEvents = exitEvents.filter((event) => !skip.includes(event));
		filteredSignalEvents.forEach((event) => process.once(event, onSignal));
		filteredErrorEvents.forEach((event) => process.once(event, onError));
		filteredExitEvents.forEach((event) => process.once(event, onNormalExit));
		const sleeped = Symbol("sleeped");
		return {
			close: () => run({ manual: true }),
			uninstall: cleanup
		};
		function cleanup() {
			filteredSignalEvents.forEach((event) => process.removeListener(event, onSignal));
			filteredErrorEvents.forEach((event) => process.removeListener(event, onError));
			filteredExitEvents.forEach((event) => process.removeListener(event, onNormalExit));
		}
		function onSignal(signal) {
			run({ signal });
		}
		function afterFirstSignal(signal) {
			if (typeof opts.onSecondSignal === "function") opts.onSecondSignal(signal);
			else if (logger) logger.error(`second ${signal}, exiting`);
			process.exit(1);
		}
		function onError(err) {
			run({ err });
		}
		function afterFirstError(err) {
			if (typeof opts.onSecondError === "function") opts.onSecondError(err);
			else if (logger) {
				logger.error("second error, exiting");
				logger.error(err);
			}
			process.exit(1);
		}
		function onNormalExit() {
			run({});
		}
		function exec(out) {
			const res = fn(out, done);
			if (res && typeof res.then === "function") return res;
			let _resolve;
			let _reject;
			return new Promise(function(resolve, reject) {
				_resolve = resolve;
				_reject = reject;
			});
			function done(err) {
				if (!_resolve) return;
				if (err) {
					_reject(err);
					return;
				}
				_resolve();
			}
		}
		async function run(out) {
			cleanup();
			filteredSignalEvents.forEach((event) => process.on(event, afterFirstSignal));
			filteredErrorEvents.forEach((event) => process.on(event, afterFirstError));
			closeWithGrace.closing = true;
			try {
				if (await Promise.race([...typeof delay === "number" ? [sleep(delay, sleeped)] : [], exec(out)]) === sleeped) {
					if (typeof opts.onTimeout === "function") opts.onTimeout(delay);
					else if (logger) logger.error(`killed by timeout (${delay}ms)`);
					process.exit(1);
				} else if (out.err) process.exit(1);
				else process.exit(0);
			} catch (err) {
				if (logger) logger.error(err);
				process.exit(1);
			}
		}
	}
	module.exports = closeWithGrace;
})))(), 1);
/** Time limit for open requests during a shutdown. Their connections are then closed. */
const drainTimeoutMs = 8e3;
/** Signals within this time count once, because Ctrl+C under npm sends two signals. */
const repeatedSignalMs = 500;
/** Time for an open connection to send a last request and receive `Connection: close`. */
const lastRequestMs = 250;
/** Shuts down on SIGTERM or SIGINT. A second signal exits at once. @returns `fail`, for errors */
function shutDownOnSignal({ log, server, drainMs = 0, stopAccepting, close }) {
	let isFailing = false;
	let startedAt;
	const gracefulShutdown = (0, import_close_with_grace.default)({
		delay: drainMs + 1e4,
		logger: log,
		skip: ["SIGTERM", "SIGINT"]
	}, async ({ err }) => {
		startedAt ??= performance.now();
		if (err) log.fatal({ err }, "unexpected error: stopping");
		await stopAccepting();
		await setTimeout$1(drainMs);
		if (server) await closeServer(server);
		await close();
	});
	const onSignal = (signal) => {
		if (startedAt === void 0) {
			startedAt = performance.now();
			gracefulShutdown.close();
		} else if (signal === "SIGTERM" || performance.now() - startedAt > repeatedSignalMs) process.exit(1);
	};
	process.on("SIGTERM", onSignal);
	process.on("SIGINT", onSignal);
	return { fail(error) {
		if (isFailing) return;
		isFailing = true;
		log.fatal(error.message);
		console.error(error.message);
		setTimeout(() => process.exit(error.exitCode), lastRequestMs);
	} };
}
/** Closes idle connections, and resolves when all requests have finished. */
async function closeServer(server) {
	if (await new Promise((resolve) => server.getConnections((_, count) => resolve(count))) > 0) await setTimeout$1(lastRequestMs);
	const idleTimer = setInterval(() => server.closeIdleConnections(), 50);
	const drainTimer = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
	await new Promise((resolve) => void server.close(() => resolve()));
	clearInterval(idleTimer);
	clearTimeout(drainTimer);
}
export { shutDownOnSignal as t };
