import { a as __toCommonJS, i as __require, n as __esmMin, r as __exportAll, t as __commonJSMin } from "./rolldown-runtime-Da3jf7BF.mjs";
import { t as require_split2 } from "./split2-MQpHeSUl.mjs";
import { n as require_atomic_sleep, t as require_on_exit_leak_free } from "./on-exit-leak-free-Bty-F7Cm.mjs";
// node_modules/pino-pretty/node_modules/colorette/index.cjs
var require_colorette = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	var tty = __require("tty");
	function _interopNamespace(e) {
		if (e && e.__esModule) return e;
		var n = Object.create(null);
		if (e) Object.keys(e).forEach(function(k) {
			if (k !== "default") {
				var d = Object.getOwnPropertyDescriptor(e, k);
				Object.defineProperty(n, k, d.get ? d : {
					enumerable: true,
					get: function() {
						return e[k];
					}
				});
			}
		});
		n["default"] = e;
		return Object.freeze(n);
	}
	var tty__namespace = /*#__PURE__*/ _interopNamespace(tty);
	const { env = {}, argv = [], platform = "" } = typeof process === "undefined" ? {} : process;
	const isDisabled = "NO_COLOR" in env || argv.includes("--no-color");
	const isForced = "FORCE_COLOR" in env || argv.includes("--color");
	const isWindows = platform === "win32";
	const isDumbTerminal = env.TERM === "dumb";
	const isCompatibleTerminal = tty__namespace && tty__namespace.isatty && tty__namespace.isatty(1) && env.TERM && !isDumbTerminal;
	const isCI = "CI" in env && ("GITHUB_ACTIONS" in env || "GITLAB_CI" in env || "CIRCLECI" in env);
	const isColorSupported = !isDisabled && (isForced || isWindows && !isDumbTerminal || isCompatibleTerminal || isCI);
	const replaceClose = (index, string, close, replace, head = string.substring(0, index) + replace, tail = string.substring(index + close.length), next = tail.indexOf(close)) => head + (next < 0 ? tail : replaceClose(next, tail, close, replace));
	const clearBleed = (index, string, open, close, replace) => index < 0 ? open + string + close : open + replaceClose(index, string, close, replace) + close;
	const filterEmpty = (open, close, replace = open, at = open.length + 1) => (string) => string || !(string === "" || string === void 0) ? clearBleed(("" + string).indexOf(close, at), string, open, close, replace) : "";
	const init = (open, close, replace) => filterEmpty(`\x1b[${open}m`, `\x1b[${close}m`, replace);
	const colors = {
		reset: init(0, 0),
		bold: init(1, 22, "\x1B[22m\x1B[1m"),
		dim: init(2, 22, "\x1B[22m\x1B[2m"),
		italic: init(3, 23),
		underline: init(4, 24),
		inverse: init(7, 27),
		hidden: init(8, 28),
		strikethrough: init(9, 29),
		black: init(30, 39),
		red: init(31, 39),
		green: init(32, 39),
		yellow: init(33, 39),
		blue: init(34, 39),
		magenta: init(35, 39),
		cyan: init(36, 39),
		white: init(37, 39),
		gray: init(90, 39),
		bgBlack: init(40, 49),
		bgRed: init(41, 49),
		bgGreen: init(42, 49),
		bgYellow: init(43, 49),
		bgBlue: init(44, 49),
		bgMagenta: init(45, 49),
		bgCyan: init(46, 49),
		bgWhite: init(47, 49),
		blackBright: init(90, 39),
		redBright: init(91, 39),
		greenBright: init(92, 39),
		yellowBright: init(93, 39),
		blueBright: init(94, 39),
		magentaBright: init(95, 39),
		cyanBright: init(96, 39),
		whiteBright: init(97, 39),
		bgBlackBright: init(100, 49),
		bgRedBright: init(101, 49),
		bgGreenBright: init(102, 49),
		bgYellowBright: init(103, 49),
		bgBlueBright: init(104, 49),
		bgMagentaBright: init(105, 49),
		bgCyanBright: init(106, 49),
		bgWhiteBright: init(107, 49)
	};
	const createColors = ({ useColor = isColorSupported } = {}) => useColor ? colors : Object.keys(colors).reduce((colors, key) => ({
		...colors,
		[key]: String
	}), {});
	const { reset, bold, dim, italic, underline, inverse, hidden, strikethrough, black, red, green, yellow, blue, magenta, cyan, white, gray, bgBlack, bgRed, bgGreen, bgYellow, bgBlue, bgMagenta, bgCyan, bgWhite, blackBright, redBright, greenBright, yellowBright, blueBright, magentaBright, cyanBright, whiteBright, bgBlackBright, bgRedBright, bgGreenBright, bgYellowBright, bgBlueBright, bgMagentaBright, bgCyanBright, bgWhiteBright } = createColors();
	exports.bgBlack = bgBlack;
	exports.bgBlackBright = bgBlackBright;
	exports.bgBlue = bgBlue;
	exports.bgBlueBright = bgBlueBright;
	exports.bgCyan = bgCyan;
	exports.bgCyanBright = bgCyanBright;
	exports.bgGreen = bgGreen;
	exports.bgGreenBright = bgGreenBright;
	exports.bgMagenta = bgMagenta;
	exports.bgMagentaBright = bgMagentaBright;
	exports.bgRed = bgRed;
	exports.bgRedBright = bgRedBright;
	exports.bgWhite = bgWhite;
	exports.bgWhiteBright = bgWhiteBright;
	exports.bgYellow = bgYellow;
	exports.bgYellowBright = bgYellowBright;
	exports.black = black;
	exports.blackBright = blackBright;
	exports.blue = blue;
	exports.blueBright = blueBright;
	exports.bold = bold;
	exports.createColors = createColors;
	exports.cyan = cyan;
	exports.cyanBright = cyanBright;
	exports.dim = dim;
	exports.gray = gray;
	exports.green = green;
	exports.greenBright = greenBright;
	exports.hidden = hidden;
	exports.inverse = inverse;
	exports.isColorSupported = isColorSupported;
	exports.italic = italic;
	exports.magenta = magenta;
	exports.magentaBright = magentaBright;
	exports.red = red;
	exports.redBright = redBright;
	exports.reset = reset;
	exports.strikethrough = strikethrough;
	exports.underline = underline;
	exports.white = white;
	exports.whiteBright = whiteBright;
	exports.yellow = yellow;
	exports.yellowBright = yellowBright;
}));
// node_modules/wrappy/wrappy.js
var require_wrappy = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = wrappy;
	function wrappy(fn, cb) {
		if (fn && cb) return wrappy(fn)(cb);
		if (typeof fn !== "function") throw new TypeError("need wrapper function");
		Object.keys(fn).forEach(function(k) {
			wrapper[k] = fn[k];
		});
		return wrapper;
		function wrapper() {
			var args = new Array(arguments.length);
			for (var i = 0; i < args.length; i++) args[i] = arguments[i];
			var ret = fn.apply(this, args);
			var cb = args[args.length - 1];
			if (typeof ret === "function" && ret !== cb) Object.keys(cb).forEach(function(k) {
				ret[k] = cb[k];
			});
			return ret;
		}
	}
}));
// node_modules/once/once.js
var require_once = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var wrappy = require_wrappy();
	module.exports = wrappy(once);
	module.exports.strict = wrappy(onceStrict);
	once.proto = once(function() {
		Object.defineProperty(Function.prototype, "once", {
			value: function() {
				return once(this);
			},
			configurable: true
		});
		Object.defineProperty(Function.prototype, "onceStrict", {
			value: function() {
				return onceStrict(this);
			},
			configurable: true
		});
	});
	function once(fn) {
		var f = function() {
			if (f.called) return f.value;
			f.called = true;
			return f.value = fn.apply(this, arguments);
		};
		f.called = false;
		return f;
	}
	function onceStrict(fn) {
		var f = function() {
			if (f.called) throw new Error(f.onceError);
			f.called = true;
			return f.value = fn.apply(this, arguments);
		};
		f.onceError = (fn.name || "Function wrapped with `once`") + " shouldn't be called more than once";
		f.called = false;
		return f;
	}
}));
// node_modules/end-of-stream/index.js
var require_end_of_stream = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var once = require_once();
	var noop = function() {};
	var qnt = global.Bare ? queueMicrotask : process.nextTick.bind(process);
	var isRequest = function(stream) {
		return stream.setHeader && typeof stream.abort === "function";
	};
	var isChildProcess = function(stream) {
		return stream.stdio && Array.isArray(stream.stdio) && stream.stdio.length === 3;
	};
	var eos = function(stream, opts, callback) {
		if (typeof opts === "function") return eos(stream, null, opts);
		if (!opts) opts = {};
		callback = once(callback || noop);
		var ws = stream._writableState;
		var rs = stream._readableState;
		var readable = opts.readable || opts.readable !== false && stream.readable;
		var writable = opts.writable || opts.writable !== false && stream.writable;
		var cancelled = false;
		var onlegacyfinish = function() {
			if (!stream.writable) onfinish();
		};
		var onfinish = function() {
			writable = false;
			if (!readable) callback.call(stream);
		};
		var onend = function() {
			readable = false;
			if (!writable) callback.call(stream);
		};
		var onexit = function(exitCode) {
			callback.call(stream, exitCode ? /* @__PURE__ */ new Error("exited with error code: " + exitCode) : null);
		};
		var onerror = function(err) {
			callback.call(stream, err);
		};
		var onclose = function() {
			qnt(onclosenexttick);
		};
		var onclosenexttick = function() {
			if (cancelled) return;
			if (readable && !(rs && rs.ended && !rs.destroyed)) return callback.call(stream, /* @__PURE__ */ new Error("premature close"));
			if (writable && !(ws && ws.ended && !ws.destroyed)) return callback.call(stream, /* @__PURE__ */ new Error("premature close"));
		};
		var onrequest = function() {
			stream.req.on("finish", onfinish);
		};
		if (isRequest(stream)) {
			stream.on("complete", onfinish);
			stream.on("abort", onclose);
			if (stream.req) onrequest();
			else stream.on("request", onrequest);
		} else if (writable && !ws) {
			stream.on("end", onlegacyfinish);
			stream.on("close", onlegacyfinish);
		}
		if (isChildProcess(stream)) stream.on("exit", onexit);
		stream.on("end", onend);
		stream.on("finish", onfinish);
		if (opts.error !== false) stream.on("error", onerror);
		stream.on("close", onclose);
		return function() {
			cancelled = true;
			stream.removeListener("complete", onfinish);
			stream.removeListener("abort", onclose);
			stream.removeListener("request", onrequest);
			if (stream.req) stream.req.removeListener("finish", onfinish);
			stream.removeListener("end", onlegacyfinish);
			stream.removeListener("close", onlegacyfinish);
			stream.removeListener("finish", onfinish);
			stream.removeListener("exit", onexit);
			stream.removeListener("end", onend);
			stream.removeListener("error", onerror);
			stream.removeListener("close", onclose);
		};
	};
	module.exports = eos;
}));
// node_modules/pump/index.js
var require_pump = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var once = require_once();
	var eos = require_end_of_stream();
	var fs;
	try {
		fs = __require("fs");
	} catch (e) {}
	var noop = function() {};
	var ancient = typeof process === "undefined" ? false : /^v?\.0/.test(process.version);
	var isFn = function(fn) {
		return typeof fn === "function";
	};
	var isFS = function(stream) {
		if (!ancient) return false;
		if (!fs) return false;
		return (stream instanceof (fs.ReadStream || noop) || stream instanceof (fs.WriteStream || noop)) && isFn(stream.close);
	};
	var isRequest = function(stream) {
		return stream.setHeader && isFn(stream.abort);
	};
	var destroyer = function(stream, reading, writing, callback) {
		callback = once(callback);
		var closed = false;
		stream.on("close", function() {
			closed = true;
		});
		eos(stream, {
			readable: reading,
			writable: writing
		}, function(err) {
			if (err) return callback(err);
			closed = true;
			callback();
		});
		var destroyed = false;
		return function(err) {
			if (closed) return;
			if (destroyed) return;
			destroyed = true;
			if (isFS(stream)) return stream.close(noop);
			if (isRequest(stream)) return stream.abort();
			if (isFn(stream.destroy)) return stream.destroy();
			callback(err || /* @__PURE__ */ new Error("stream was destroyed"));
		};
	};
	var call = function(fn) {
		fn();
	};
	var pipe = function(from, to) {
		return from.pipe(to);
	};
	var pump = function() {
		var streams = Array.prototype.slice.call(arguments);
		var callback = isFn(streams[streams.length - 1] || noop) && streams.pop() || noop;
		if (Array.isArray(streams[0])) streams = streams[0];
		if (streams.length < 2) throw new Error("pump requires two streams per minimum");
		var error;
		var destroys = streams.map(function(stream, i) {
			var reading = i < streams.length - 1;
			return destroyer(stream, reading, i > 0, function(err) {
				if (!error) error = err;
				if (err) destroys.forEach(call);
				if (reading) return;
				destroys.forEach(call);
				callback(error);
			});
		});
		return streams.reduce(pipe);
	};
	module.exports = pump;
}));
// node_modules/pino-abstract-transport/index.js
var require_pino_abstract_transport = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const metadata = Symbol.for("pino.metadata");
	const split = require_split2();
	const { Duplex } = __require("stream");
	const { parentPort, workerData } = __require("worker_threads");
	function createDeferred() {
		let resolve;
		let reject;
		const promise = new Promise((_resolve, _reject) => {
			resolve = _resolve;
			reject = _reject;
		});
		promise.resolve = resolve;
		promise.reject = reject;
		return promise;
	}
	module.exports = function build(fn, opts = {}) {
		const waitForConfig = opts.expectPinoConfig === true && workerData?.workerData?.pinoWillSendConfig === true;
		const parseLines = opts.parse === "lines";
		const parseLine = typeof opts.parseLine === "function" ? opts.parseLine : JSON.parse;
		const close = opts.close || defaultClose;
		const stream = split(function(line) {
			let value;
			try {
				value = parseLine(line);
			} catch (error) {
				this.emit("unknown", line, error);
				return;
			}
			if (value === null) {
				this.emit("unknown", line, "Null value ignored");
				return;
			}
			if (typeof value !== "object") value = {
				data: value,
				time: Date.now()
			};
			if (stream[metadata]) {
				stream.lastTime = value.time;
				stream.lastLevel = value.level;
				stream.lastObj = value;
			}
			if (parseLines) return line;
			return value;
		}, { autoDestroy: true });
		stream._destroy = function(err, cb) {
			const promise = close(err, cb);
			if (promise && typeof promise.then === "function") promise.then(cb, cb);
		};
		if (opts.expectPinoConfig === true && workerData?.workerData?.pinoWillSendConfig !== true) setImmediate(() => {
			stream.emit("error", /* @__PURE__ */ new Error("This transport is not compatible with the current version of pino. Please upgrade pino to the latest version."));
		});
		if (opts.metadata !== false) {
			stream[metadata] = true;
			stream.lastTime = 0;
			stream.lastLevel = 0;
			stream.lastObj = null;
		}
		if (waitForConfig) {
			let pinoConfig = {};
			const configReceived = createDeferred();
			parentPort.on("message", function handleMessage(message) {
				if (message.code === "PINO_CONFIG") {
					pinoConfig = message.config;
					configReceived.resolve();
					parentPort.off("message", handleMessage);
				}
			});
			Object.defineProperties(stream, {
				levels: { get() {
					return pinoConfig.levels;
				} },
				messageKey: { get() {
					return pinoConfig.messageKey;
				} },
				errorKey: { get() {
					return pinoConfig.errorKey;
				} }
			});
			return configReceived.then(finish);
		}
		return finish();
		function finish() {
			let res = fn(stream);
			if (res && typeof res.catch === "function") {
				res.catch((err) => {
					stream.destroy(err);
				});
				res = null;
			} else if (opts.enablePipelining && res) return Duplex.from({
				writable: stream,
				readable: res
			});
			return stream;
		}
	};
	function defaultClose(err, cb) {
		process.nextTick(cb, err);
	}
}));
// node_modules/pino-pretty/lib/constants.js
var require_constants = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* A set of property names that indicate the value represents an error object.
	*
	* @typedef {string[]} K_ERROR_LIKE_KEYS
	*/
	module.exports = {
		DATE_FORMAT: "yyyy-mm-dd HH:MM:ss.l o",
		DATE_FORMAT_SIMPLE: "HH:MM:ss.l",
		/**
		* @type {K_ERROR_LIKE_KEYS}
		*/
		ERROR_LIKE_KEYS: ["err", "error"],
		MESSAGE_KEY: "msg",
		LEVEL_KEY: "level",
		LEVEL_LABEL: "levelLabel",
		TIMESTAMP_KEY: "time",
		LEVELS: {
			default: "USERLVL",
			60: "FATAL",
			50: "ERROR",
			40: "WARN",
			30: "INFO",
			20: "DEBUG",
			10: "TRACE"
		},
		LEVEL_NAMES: {
			fatal: 60,
			error: 50,
			warn: 40,
			info: 30,
			debug: 20,
			trace: 10
		},
		LOGGER_KEYS: [
			"pid",
			"hostname",
			"name",
			"level",
			"time",
			"timestamp",
			"caller"
		]
	};
}));
// node_modules/pino-pretty/lib/utils/get-level-label-data.js
var require_get_level_label_data = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = getLevelLabelData;
	const { LEVELS, LEVEL_NAMES } = require_constants();
	/**
	* Given initial settings for custom levels/names and use of only custom props
	* get the level label that corresponds with a given level number
	*
	* @param {boolean} useOnlyCustomProps
	* @param {object} customLevels
	* @param {object} customLevelNames
	*
	* @returns {function} A function that takes a number level and returns the level's label string
	*/
	function getLevelLabelData(useOnlyCustomProps, customLevels, customLevelNames) {
		const levels = useOnlyCustomProps ? customLevels || LEVELS : Object.assign({}, LEVELS, customLevels);
		const levelNames = useOnlyCustomProps ? customLevelNames || LEVEL_NAMES : Object.assign({}, LEVEL_NAMES, customLevelNames);
		return function(level) {
			let levelNum = "default";
			if (Number.isInteger(+level)) levelNum = Object.prototype.hasOwnProperty.call(levels, level) ? level : levelNum;
			else levelNum = Object.prototype.hasOwnProperty.call(levelNames, level.toLowerCase()) ? levelNames[level.toLowerCase()] : levelNum;
			return [levels[levelNum], levelNum];
		};
	}
}));
// node_modules/pino-pretty/lib/colors.js
var require_colors = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const nocolor = (input) => input;
	const plain = {
		default: nocolor,
		60: nocolor,
		50: nocolor,
		40: nocolor,
		30: nocolor,
		20: nocolor,
		10: nocolor,
		message: nocolor,
		greyMessage: nocolor,
		property: nocolor
	};
	const { createColors } = require_colorette();
	const getLevelLabelData = require_get_level_label_data();
	const availableColors = createColors({ useColor: true });
	const { white, bgRed, red, yellow, green, blue, gray, cyan, magenta } = availableColors;
	const colored = {
		default: white,
		60: bgRed,
		50: red,
		40: yellow,
		30: green,
		20: blue,
		10: gray,
		message: cyan,
		greyMessage: gray,
		property: magenta
	};
	function resolveCustomColoredColorizer(customColors) {
		return customColors.reduce(function(agg, [level, color]) {
			agg[level] = typeof availableColors[color] === "function" ? availableColors[color] : white;
			return agg;
		}, {
			default: white,
			message: cyan,
			greyMessage: gray,
			property: magenta
		});
	}
	function colorizeLevel(useOnlyCustomProps) {
		return function(level, colorizer, { customLevels, customLevelNames } = {}) {
			const [levelStr, levelNum] = getLevelLabelData(useOnlyCustomProps, customLevels, customLevelNames)(level);
			return Object.prototype.hasOwnProperty.call(colorizer, levelNum) ? colorizer[levelNum](levelStr) : colorizer.default(levelStr);
		};
	}
	function plainColorizer(useOnlyCustomProps) {
		const newPlainColorizer = colorizeLevel(useOnlyCustomProps);
		const customColoredColorizer = function(level, opts) {
			return newPlainColorizer(level, plain, opts);
		};
		customColoredColorizer.message = plain.message;
		customColoredColorizer.greyMessage = plain.greyMessage;
		customColoredColorizer.property = plain.property;
		customColoredColorizer.colors = createColors({ useColor: false });
		return customColoredColorizer;
	}
	function coloredColorizer(useOnlyCustomProps) {
		const newColoredColorizer = colorizeLevel(useOnlyCustomProps);
		const customColoredColorizer = function(level, opts) {
			return newColoredColorizer(level, colored, opts);
		};
		customColoredColorizer.message = colored.message;
		customColoredColorizer.property = colored.property;
		customColoredColorizer.greyMessage = colored.greyMessage;
		customColoredColorizer.colors = availableColors;
		return customColoredColorizer;
	}
	function customColoredColorizerFactory(customColors, useOnlyCustomProps) {
		const onlyCustomColored = resolveCustomColoredColorizer(customColors);
		const customColored = useOnlyCustomProps ? onlyCustomColored : Object.assign({}, colored, onlyCustomColored);
		const colorizeLevelCustom = colorizeLevel(useOnlyCustomProps);
		const customColoredColorizer = function(level, opts) {
			return colorizeLevelCustom(level, customColored, opts);
		};
		customColoredColorizer.colors = availableColors;
		customColoredColorizer.message = customColoredColorizer.message || customColored.message;
		customColoredColorizer.property = customColoredColorizer.property || customColored.property;
		customColoredColorizer.greyMessage = customColoredColorizer.greyMessage || customColored.greyMessage;
		return customColoredColorizer;
	}
	/**
	* Applies colorization, if possible, to a string representing the passed in
	* `level`. For example, the default colorizer will return a "green" colored
	* string for the "info" level.
	*
	* @typedef {function} ColorizerFunc
	* @param {string|number} level In either case, the input will map to a color
	* for the specified level or to the color for `USERLVL` if the level is not
	* recognized.
	* @property {function} message Accepts one string parameter that will be
	* colorized to a predefined color.
	* @property {Colorette.Colorette} colors Available color functions based on `useColor` (or `colorize`) context
	*/
	/**
	* Factory function get a function to colorized levels. The returned function
	* also includes a `.message(str)` method to colorize strings.
	*
	* @param {boolean} [useColors=false] When `true` a function that applies standard
	* terminal colors is returned.
	* @param {array[]} [customColors] Tuple where first item of each array is the
	* level index and the second item is the color
	* @param {boolean} [useOnlyCustomProps] When `true`, only use the provided
	* custom colors provided and not fallback to default
	*
	* @returns {ColorizerFunc} `function (level) {}` has a `.message(str)` method to
	* apply colorization to a string. The core function accepts either an integer
	* `level` or a `string` level. The integer level will map to a known level
	* string or to `USERLVL` if not known.  The string `level` will map to the same
	* colors as the integer `level` and will also default to `USERLVL` if the given
	* string is not a recognized level name.
	*/
	module.exports = function getColorizer(useColors = false, customColors, useOnlyCustomProps) {
		if (useColors && customColors !== void 0) return customColoredColorizerFactory(customColors, useOnlyCustomProps);
		else if (useColors) return coloredColorizer(useOnlyCustomProps);
		return plainColorizer(useOnlyCustomProps);
	};
}));
// node_modules/pino-pretty/node_modules/sonic-boom/index.js
var require_sonic_boom = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const fs = __require("node:fs");
	const EventEmitter = __require("node:events");
	const inherits = __require("node:util").inherits;
	const path = __require("node:path");
	const assert = __require("node:assert");
	const sleep = require_atomic_sleep();
	const BUSY_WRITE_TIMEOUT = 100;
	const kEmptyBuffer = Buffer.allocUnsafe(0);
	const MAX_WRITE = 16384;
	const kContentModeBuffer = "buffer";
	const kContentModeUtf8 = "utf8";
	const kFlush = Symbol("kFlush");
	const kFlushSyncIdle = 0;
	const kFlushSyncRetry = 1;
	const kFlushSyncInWriteEvent = 2;
	const kFlushSyncInFlight = 3;
	function isIgnorableFsyncError(err) {
		switch (err?.code) {
			case "EBADF":
			case "EINVAL":
			case "ENOTSUP":
			case "EOPNOTSUPP":
			case "EROFS": return true;
			default: return false;
		}
	}
	const [major, minor] = (process.versions.node || "0.0").split(".").map(Number);
	const kCopyBuffer = major >= 22 && minor >= 7;
	function openFile(file, sonic) {
		sonic._opening = true;
		sonic._writing = true;
		sonic._asyncDrainScheduled = false;
		function fileOpened(err, fd) {
			if (err) {
				sonic._reopening = false;
				sonic._writing = false;
				sonic._opening = false;
				if (sonic.sync) process.nextTick(() => {
					if (sonic.listenerCount("error") > 0) sonic.emit("error", err);
				});
				else sonic.emit("error", err);
				return;
			}
			const reopening = sonic._reopening;
			sonic.fd = fd;
			sonic.file = file;
			sonic._reopening = false;
			sonic._opening = false;
			sonic._writing = false;
			if (sonic.sync) process.nextTick(() => sonic.emit("ready"));
			else sonic.emit("ready");
			if (sonic.destroyed) return;
			if (!sonic._writing && (sonic._len > sonic.minLength || sonic._flushPending)) sonic._actualWrite();
			else if (reopening && !sonic._writing) process.nextTick(emitDrain, sonic);
		}
		const flags = sonic.append ? "a" : "w";
		const mode = sonic.mode;
		if (sonic.sync) try {
			if (sonic.mkdir) fs.mkdirSync(path.dirname(file), { recursive: true });
			fileOpened(null, fs.openSync(file, flags, mode));
		} catch (err) {
			fileOpened(err);
			throw err;
		}
		else if (sonic.mkdir) fs.mkdir(path.dirname(file), { recursive: true }, (err) => {
			if (err) return fileOpened(err);
			fs.open(file, flags, mode, fileOpened);
		});
		else fs.open(file, flags, mode, fileOpened);
	}
	function SonicBoom(opts) {
		if (!(this instanceof SonicBoom)) return new SonicBoom(opts);
		let { fd, dest, minLength, maxLength, maxWrite, periodicFlush, sync, append = true, mkdir, retryEAGAIN, maxWriteRetries, fsync, contentMode, mode } = opts || {};
		fd = fd || dest;
		this._len = 0;
		this.fd = -1;
		this._bufs = [];
		this._lens = [];
		this._writing = false;
		this._ending = false;
		this._reopening = false;
		this._asyncDrainScheduled = false;
		this._flushPending = 0;
		this._flushInProgress = 0;
		this._emittingFlush = false;
		this._emittingWrite = false;
		this._retryTimer = null;
		this._hwm = Math.max(minLength || 0, 16387);
		this.file = null;
		this.destroyed = false;
		this.minLength = minLength || 0;
		this.maxLength = maxLength || 0;
		this.maxWrite = maxWrite || MAX_WRITE;
		this._periodicFlush = periodicFlush || 0;
		this._periodicFlushTimer = void 0;
		this.sync = sync || false;
		this.writable = true;
		this._fsync = fsync || false;
		this.append = append || false;
		this.mode = mode;
		this.retryEAGAIN = retryEAGAIN || (() => true);
		this.maxWriteRetries = maxWriteRetries || 0;
		this._writeRetries = 0;
		this.mkdir = mkdir || false;
		let fsWriteSync;
		let fsWrite;
		if (contentMode === kContentModeBuffer) {
			this._writingBuf = kEmptyBuffer;
			this.write = writeBuffer;
			this.flush = flushBuffer;
			this.flushSync = flushBufferSync;
			this._actualWrite = actualWriteBuffer;
			fsWriteSync = () => fs.writeSync(this.fd, this._writingBuf);
			fsWrite = () => fs.write(this.fd, this._writingBuf, this.release);
		} else if (contentMode === void 0 || contentMode === kContentModeUtf8) {
			this._writingBuf = "";
			this.write = write;
			this.flush = flush;
			this.flushSync = flushSync;
			this._actualWrite = actualWrite;
			fsWriteSync = () => {
				if (Buffer.isBuffer(this._writingBuf)) return fs.writeSync(this.fd, this._writingBuf);
				return fs.writeSync(this.fd, this._writingBuf, "utf8");
			};
			fsWrite = () => {
				if (Buffer.isBuffer(this._writingBuf)) return fs.write(this.fd, this._writingBuf, this.release);
				return fs.write(this.fd, this._writingBuf, "utf8", this.release);
			};
		} else throw new Error(`SonicBoom supports "${kContentModeUtf8}" and "${kContentModeBuffer}", but passed ${contentMode}`);
		if (typeof fd === "number") {
			this.fd = fd;
			process.nextTick(() => this.emit("ready"));
		} else if (typeof fd === "string") openFile(fd, this);
		else throw new Error("SonicBoom supports only file descriptors and files");
		if (this.minLength >= this.maxWrite) throw new Error(`minLength should be smaller than maxWrite (${this.maxWrite})`);
		this.release = (err, n) => {
			if (err) {
				const isRetryableErr = err.code === "EAGAIN" || err.code === "EBUSY";
				if (isRetryableErr) this._writeRetries++;
				const retriesExhausted = this.maxWriteRetries > 0 && this._writeRetries > this.maxWriteRetries;
				if (isRetryableErr && !retriesExhausted && this.retryEAGAIN(err, this._writingBuf.length, this._len - this._writingBuf.length)) {
					if (this.sync) try {
						sleep(BUSY_WRITE_TIMEOUT);
						this.release(void 0, 0);
					} catch (err) {
						this.release(err);
					}
					else this._retryTimer = setTimeout(() => {
						this._retryTimer = null;
						fsWrite();
					}, BUSY_WRITE_TIMEOUT);
				} else {
					this._writing = false;
					this.emit("error", err);
				}
				return;
			}
			if (n > 0) this._writeRetries = 0;
			const releasedBufObj = releaseWritingBuf(this._writingBuf, this._len, n);
			this._len = releasedBufObj.len;
			this._writingBuf = releasedBufObj.writingBuf;
			this._emittingWrite = true;
			try {
				this.emit("write", n);
			} finally {
				this._emittingWrite = false;
			}
			if (this.destroyed) {
				this._writing = false;
				if (this._flushPending > 0) {
					if (this._len === 0) scheduleDrain(this);
					else this.emit(kFlush, /* @__PURE__ */ new Error("SonicBoom destroyed"));
				}
				return;
			}
			if (this._writingBuf.length) {
				if (!this.sync) {
					fsWrite();
					return;
				}
				try {
					do {
						const n = fsWriteSync();
						const releasedBufObj = releaseWritingBuf(this._writingBuf, this._len, n);
						this._len = releasedBufObj.len;
						this._writingBuf = releasedBufObj.writingBuf;
					} while (this._writingBuf.length);
				} catch (err) {
					this.release(err);
					return;
				}
			}
			if (this._fsync) fs.fsyncSync(this.fd);
			const len = this._len;
			if (this._reopening) {
				this._writing = false;
				this._reopening = false;
				this.reopen();
			} else if (len > 0 && (len > this.minLength || this._flushPending)) this._actualWrite();
			else if (this._ending) {
				if (len > 0) this._actualWrite();
				else {
					this._writing = false;
					finishEnding(this);
				}
			} else {
				this._writing = false;
				scheduleDrain(this);
			}
		};
		this.on("newListener", function(name) {
			if (name === "drain" || name === kFlush) this._asyncDrainScheduled = false;
		});
		if (this._periodicFlush !== 0) {
			this._periodicFlushTimer = setInterval(() => {
				if (this._flushPending === 0 && this._flushInProgress === 0) this.flush(null);
			}, this._periodicFlush);
			this._periodicFlushTimer.unref();
		}
	}
	/**
	* Release the writingBuf after fs.write n bytes data
	* @param {string | Buffer} writingBuf - currently writing buffer, usually be instance._writingBuf.
	* @param {number} len - currently buffer length, usually be instance._len.
	* @param {number} n - number of bytes fs already written
	* @returns {{writingBuf: string | Buffer, len: number}} released writingBuf and length
	*/
	function releaseWritingBuf(writingBuf, len, n) {
		if (typeof writingBuf === "string") writingBuf = Buffer.from(writingBuf);
		len = Math.max(len - n, 0);
		writingBuf = writingBuf.subarray(n);
		return {
			writingBuf,
			len
		};
	}
	function scheduleDrain(sonic) {
		if (sonic.sync) {
			if (!sonic._asyncDrainScheduled) {
				sonic._asyncDrainScheduled = true;
				process.nextTick(emitDrain, sonic);
			}
		} else emitDrain(sonic);
	}
	function emitDrain(sonic) {
		if (!(sonic.listenerCount("drain") > 0 || sonic.listenerCount(kFlush) > 0)) return;
		sonic._asyncDrainScheduled = false;
		if (sonic._writing) return;
		emitFlush(sonic);
		if (sonic._writing || sonic.destroyed) return;
		if (sonic.listenerCount("drain") > 0) sonic.emit("drain");
	}
	function emitFlush(sonic) {
		if (sonic._emittingFlush) return;
		sonic._emittingFlush = true;
		try {
			sonic.emit(kFlush);
		} finally {
			sonic._emittingFlush = false;
		}
	}
	function finishEnding(sonic) {
		if (!sonic._ending || sonic._writing || sonic.destroyed) return;
		if (sonic._len > 0) {
			sonic._actualWrite();
			return;
		}
		if (sonic._flushPending > 0) emitFlush(sonic);
		if (sonic._flushPending === 0 && sonic._flushInProgress === 0 && !sonic._writing && sonic._len === 0) actualClose(sonic);
	}
	inherits(SonicBoom, EventEmitter);
	function mergeBuf(bufs, len) {
		if (bufs.length === 0) return kEmptyBuffer;
		if (bufs.length === 1) return bufs[0];
		return Buffer.concat(bufs, len);
	}
	function write(data) {
		if (this.destroyed) throw new Error("SonicBoom destroyed");
		data = "" + data;
		const dataLen = Buffer.byteLength(data);
		const len = this._len + dataLen;
		const bufs = this._bufs;
		if (this.maxLength && len > this.maxLength) {
			this.emit("drop", data);
			return this._len < this._hwm;
		}
		if (bufs.length === 0 || Buffer.byteLength(bufs[bufs.length - 1]) + dataLen > this.maxWrite) bufs.push(data);
		else bufs[bufs.length - 1] += data;
		this._len = len;
		if (!this._writing && this._len >= this.minLength) this._actualWrite();
		return this._len < this._hwm;
	}
	function writeBuffer(data) {
		if (this.destroyed) throw new Error("SonicBoom destroyed");
		const len = this._len + data.length;
		const bufs = this._bufs;
		const lens = this._lens;
		if (this.maxLength && len > this.maxLength) {
			this.emit("drop", data);
			return this._len < this._hwm;
		}
		if (bufs.length === 0 || lens[lens.length - 1] + data.length > this.maxWrite) {
			bufs.push([data]);
			lens.push(data.length);
		} else {
			bufs[bufs.length - 1].push(data);
			lens[lens.length - 1] += data.length;
		}
		this._len = len;
		if (!this._writing && this._len >= this.minLength) this._actualWrite();
		return this._len < this._hwm;
	}
	function callFlushCallbackOnDrain(cb) {
		this._flushPending++;
		let waiting = true;
		let completed = false;
		let flushing = false;
		const stopWaiting = () => {
			if (!waiting) return false;
			waiting = false;
			this.off(kFlush, onDrain);
			this.off("error", onError);
			return true;
		};
		const complete = (err, finish = true) => {
			if (completed) return;
			completed = true;
			if (flushing) this._flushInProgress--;
			try {
				cb(err);
			} finally {
				if (finish) finishEnding(this);
			}
		};
		const onDrain = (err) => {
			if (!stopWaiting()) return;
			this._flushPending--;
			if (err) {
				complete(err, false);
				return;
			}
			this._flushInProgress++;
			flushing = true;
			if (!this._fsync && !this.destroyed) try {
				fs.fsync(this.fd, (err) => {
					if (isIgnorableFsyncError(err)) {
						complete();
						return;
					}
					complete(err);
				});
			} catch (err) {
				complete(err);
			}
			else complete();
		};
		const onError = (err) => {
			if (!stopWaiting()) return;
			this._flushPending--;
			complete(err, false);
		};
		this.once(kFlush, onDrain);
		this.once("error", onError);
	}
	function flush(cb) {
		if (cb != null && typeof cb !== "function") throw new Error("flush cb must be a function");
		if (this.destroyed) {
			const error = /* @__PURE__ */ new Error("SonicBoom destroyed");
			if (cb) {
				cb(error);
				return;
			}
			throw error;
		}
		if (this.minLength <= 0 && !this._writing && this._len === 0) {
			cb?.();
			return;
		}
		if (cb) callFlushCallbackOnDrain.call(this, cb);
		if (this._writing) return;
		if (this._bufs.length === 0) this._bufs.push("");
		this._actualWrite();
	}
	function flushBuffer(cb) {
		if (cb != null && typeof cb !== "function") throw new Error("flush cb must be a function");
		if (this.destroyed) {
			const error = /* @__PURE__ */ new Error("SonicBoom destroyed");
			if (cb) {
				cb(error);
				return;
			}
			throw error;
		}
		if (this.minLength <= 0 && !this._writing && this._len === 0) {
			cb?.();
			return;
		}
		if (cb) callFlushCallbackOnDrain.call(this, cb);
		if (this._writing) return;
		if (this._bufs.length === 0) {
			this._bufs.push([]);
			this._lens.push(0);
		}
		this._actualWrite();
	}
	SonicBoom.prototype.reopen = function(file) {
		if (this.destroyed) throw new Error("SonicBoom destroyed");
		if (this._opening) {
			this.once("ready", () => {
				if (!this.destroyed) this.reopen(file);
			});
			return;
		}
		if (this._ending) return;
		if (!this.file) throw new Error("Unable to reopen a file descriptor, you must pass a file to SonicBoom");
		if (file) this.file = file;
		this._reopening = true;
		if (this._writing) return;
		const fd = this.fd;
		this.once("ready", () => {
			if (fd !== this.fd) fs.close(fd, (err) => {
				if (err) return this.emit("error", err);
			});
		});
		openFile(this.file, this);
	};
	SonicBoom.prototype.end = function() {
		if (this.destroyed) throw new Error("SonicBoom destroyed");
		if (this._opening) {
			this.once("ready", () => {
				if (!this.destroyed) this.end();
			});
			return;
		}
		if (this._ending) return;
		this._ending = true;
		if (this._writing) return;
		if (this._len > 0 && this.fd >= 0) this._actualWrite();
		else finishEnding(this);
	};
	/**
	* Validates that flushSync() can run and determines how it must interact
	* with any write already in progress.
	* @returns {number} One of the kFlushSync* states.
	*/
	function beginFlushSync(sonic) {
		if (sonic.destroyed) throw new Error("SonicBoom destroyed");
		if (sonic.fd < 0) throw new Error("sonic boom is not ready yet");
		if (!sonic._writing || sonic._opening) return kFlushSyncIdle;
		if (sonic._retryTimer !== null) {
			clearTimeout(sonic._retryTimer);
			sonic._retryTimer = null;
			return kFlushSyncRetry;
		}
		if (sonic._emittingWrite) return kFlushSyncInWriteEvent;
		return kFlushSyncInFlight;
	}
	/**
	* Called after flushSync() has taken over a write whose retry timer it
	* cancelled. Resumes whatever release() would have done once that write
	* completed.
	*/
	function endFlushSyncRetry(sonic) {
		sonic._writing = false;
		process.nextTick(() => {
			if (sonic.destroyed || sonic._writing) return;
			if (sonic._reopening) {
				sonic._reopening = false;
				sonic.reopen();
			} else if (sonic._ending) finishEnding(sonic);
			else if (sonic._len > 0 && (sonic._len > sonic.minLength || sonic._flushPending)) sonic._actualWrite();
			else emitDrain(sonic);
		});
	}
	function flushSync() {
		const state = beginFlushSync(this);
		try {
			if (state !== kFlushSyncInFlight && this._writingBuf.length > 0) {
				this._bufs.unshift(this._writingBuf);
				this._writingBuf = "";
			}
			let buf = "";
			while (this._bufs.length || buf.length) {
				if (buf.length <= 0) buf = this._bufs[0];
				try {
					const n = Buffer.isBuffer(buf) ? fs.writeSync(this.fd, buf) : fs.writeSync(this.fd, buf, "utf8");
					this._writeRetries = 0;
					const releasedBufObj = releaseWritingBuf(buf, this._len, n);
					buf = releasedBufObj.writingBuf;
					this._len = releasedBufObj.len;
					if (buf.length <= 0) this._bufs.shift();
				} catch (err) {
					const shouldRetry = err.code === "EAGAIN" || err.code === "EBUSY";
					if (shouldRetry) this._writeRetries++;
					const retriesExhausted = this.maxWriteRetries > 0 && this._writeRetries > this.maxWriteRetries;
					if (!shouldRetry || retriesExhausted || !this.retryEAGAIN(err, buf.length, this._len - buf.length)) throw err;
					sleep(BUSY_WRITE_TIMEOUT);
				}
			}
		} finally {
			if (state === kFlushSyncRetry) endFlushSyncRetry(this);
		}
		try {
			fs.fsyncSync(this.fd);
		} catch {}
	}
	function flushBufferSync() {
		const state = beginFlushSync(this);
		try {
			if (state !== kFlushSyncInFlight && this._writingBuf.length > 0) {
				this._bufs.unshift([this._writingBuf]);
				this._lens.unshift(this._writingBuf.length);
				this._writingBuf = kEmptyBuffer;
			}
			let buf = kEmptyBuffer;
			while (this._bufs.length || buf.length) {
				if (buf.length <= 0) buf = mergeBuf(this._bufs[0], this._lens[0]);
				try {
					const n = fs.writeSync(this.fd, buf);
					this._writeRetries = 0;
					buf = buf.subarray(n);
					this._len = Math.max(this._len - n, 0);
					if (buf.length <= 0) {
						this._bufs.shift();
						this._lens.shift();
					}
				} catch (err) {
					const shouldRetry = err.code === "EAGAIN" || err.code === "EBUSY";
					if (shouldRetry) this._writeRetries++;
					const retriesExhausted = this.maxWriteRetries > 0 && this._writeRetries > this.maxWriteRetries;
					if (!shouldRetry || retriesExhausted || !this.retryEAGAIN(err, buf.length, this._len - buf.length)) throw err;
					sleep(BUSY_WRITE_TIMEOUT);
				}
			}
		} finally {
			if (state === kFlushSyncRetry) endFlushSyncRetry(this);
		}
	}
	SonicBoom.prototype.destroy = function() {
		if (this.destroyed) return;
		const opening = this._opening;
		actualClose(this);
		if (opening && this._flushPending > 0) this.emit("error", /* @__PURE__ */ new Error("SonicBoom destroyed"));
	};
	function actualWrite() {
		const release = this.release;
		this._writing = true;
		this._writingBuf = this._writingBuf.length ? this._writingBuf : this._bufs.shift() || "";
		if (this.sync) try {
			release(null, Buffer.isBuffer(this._writingBuf) ? fs.writeSync(this.fd, this._writingBuf) : fs.writeSync(this.fd, this._writingBuf, "utf8"));
		} catch (err) {
			release(err);
		}
		else fs.write(this.fd, this._writingBuf, release);
	}
	function actualWriteBuffer() {
		const release = this.release;
		this._writing = true;
		this._writingBuf = this._writingBuf.length ? this._writingBuf : mergeBuf(this._bufs.shift(), this._lens.shift());
		if (this.sync) try {
			release(null, fs.writeSync(this.fd, this._writingBuf));
		} catch (err) {
			release(err);
		}
		else {
			if (kCopyBuffer) this._writingBuf = Buffer.from(this._writingBuf);
			fs.write(this.fd, this._writingBuf, release);
		}
	}
	function actualClose(sonic) {
		if (sonic.destroyed) return;
		if (sonic.fd === -1) {
			sonic.destroyed = true;
			sonic.once("ready", () => {
				sonic.destroyed = false;
				actualClose(sonic);
			});
			return;
		}
		if (sonic._periodicFlushTimer !== void 0) clearInterval(sonic._periodicFlushTimer);
		sonic.destroyed = true;
		sonic._bufs = [];
		sonic._lens = [];
		if (sonic._retryTimer !== null) {
			clearTimeout(sonic._retryTimer);
			sonic._retryTimer = null;
			sonic._writing = false;
		}
		if (sonic._flushPending > 0 && !sonic._writing) sonic.emit(kFlush, /* @__PURE__ */ new Error("SonicBoom destroyed"));
		assert(typeof sonic.fd === "number", `sonic.fd must be a number, got ${typeof sonic.fd}`);
		try {
			fs.fsync(sonic.fd, closeWrapped);
		} catch {}
		function closeWrapped() {
			if (sonic.fd !== 1 && sonic.fd !== 2) fs.close(sonic.fd, done);
			else done();
		}
		function done(err) {
			if (err) {
				sonic.emit("error", err);
				return;
			}
			if (sonic._ending && !sonic._writing) sonic.emit("finish");
			sonic.emit("close");
		}
	}
	/**
	* These export configurations enable JS and TS developers
	* to consumer SonicBoom in whatever way best suits their needs.
	* Some examples of supported import syntax includes:
	* - `const SonicBoom = require('sonic-boom')`
	* - `const { SonicBoom } = require('sonic-boom')`
	* - `import * as SonicBoom from 'sonic-boom'`
	* - `import { SonicBoom } from 'sonic-boom'`
	* - `import SonicBoom from 'sonic-boom'`
	*/
	SonicBoom.SonicBoom = SonicBoom;
	SonicBoom.default = SonicBoom;
	module.exports = SonicBoom;
}));
// node_modules/pino-pretty/lib/utils/noop.js
var require_noop = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = function noop() {};
}));
// node_modules/pino-pretty/lib/utils/build-safe-sonic-boom.js
var require_build_safe_sonic_boom = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = buildSafeSonicBoom;
	const { isMainThread } = __require("node:worker_threads");
	const SonicBoom = require_sonic_boom();
	const noop = require_noop();
	/**
	* Creates a safe SonicBoom instance
	*
	* @param {object} opts Options for SonicBoom
	*
	* @returns {object} A new SonicBoom stream
	*/
	function buildSafeSonicBoom(opts) {
		const stream = new SonicBoom(opts);
		stream.on("error", filterBrokenPipe);
		if (!opts.sync && isMainThread) setupOnExit(stream);
		return stream;
		function filterBrokenPipe(err) {
			if (err.code === "EPIPE") {
				stream.write = noop;
				stream.end = noop;
				stream.flushSync = noop;
				stream.destroy = noop;
				return;
			}
			stream.removeListener("error", filterBrokenPipe);
		}
	}
	function setupOnExit(stream) {
		/* istanbul ignore next */
		if (global.WeakRef && global.WeakMap && global.FinalizationRegistry) {
			const onExit = require_on_exit_leak_free();
			onExit.register(stream, autoEnd);
			stream.on("close", function() {
				onExit.unregister(stream);
			});
		}
	}
	/* istanbul ignore next */
	function autoEnd(stream, eventName) {
		if (stream.destroyed) return;
		if (eventName === "beforeExit") {
			stream.flush();
			stream.on("drain", function() {
				stream.end();
			});
		} else stream.flushSync();
	}
}));
// node_modules/pino-pretty/lib/utils/is-valid-date.js
var require_is_valid_date = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = isValidDate;
	/**
	* Checks if the argument is a JS Date and not 'Invalid Date'.
	*
	* @param {Date} date The date to check.
	*
	* @returns {boolean} true if the argument is a JS Date and not 'Invalid Date'.
	*/
	function isValidDate(date) {
		return date instanceof Date && !Number.isNaN(date.getTime());
	}
}));
// node_modules/pino-pretty/lib/utils/create-date.js
var require_create_date = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = createDate;
	const isValidDate = require_is_valid_date();
	/**
	* Constructs a JS Date from a number or string. Accepts any single number
	* or single string argument that is valid for the Date() constructor,
	* or an epoch as a string.
	*
	* @param {string|number} epoch The representation of the Date.
	*
	* @returns {Date} The constructed Date.
	*/
	function createDate(epoch) {
		let date = new Date(epoch);
		if (isValidDate(date)) return date;
		date = /* @__PURE__ */ new Date(+epoch);
		return date;
	}
}));
// node_modules/pino-pretty/lib/utils/split-property-key.js
var require_split_property_key = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = splitPropertyKey;
	/**
	* Splits the property key delimited by a dot character but not when it is preceded
	* by a backslash.
	*
	* @param {string} key A string identifying the property.
	*
	* @returns {string[]} Returns a list of string containing each delimited property.
	* e.g. `'prop2\.domain\.corp.prop2'` should return [ 'prop2.domain.com', 'prop2' ]
	*/
	function splitPropertyKey(key) {
		const result = [];
		let backslash = false;
		let segment = "";
		for (let i = 0; i < key.length; i++) {
			const c = key.charAt(i);
			if (c === "\\") {
				backslash = true;
				continue;
			}
			if (backslash) {
				backslash = false;
				segment += c;
				continue;
			}
			if (c === ".") {
				result.push(segment);
				segment = "";
				continue;
			}
			segment += c;
		}
		if (segment.length) result.push(segment);
		return result;
	}
}));
// node_modules/pino-pretty/lib/utils/get-property-value.js
var require_get_property_value = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = getPropertyValue;
	const splitPropertyKey = require_split_property_key();
	/**
	* Gets a specified property from an object if it exists.
	*
	* @param {object} obj The object to be searched.
	* @param {string|string[]} property A string, or an array of strings, identifying
	* the property to be retrieved from the object.
	* Accepts nested properties delimited by a `.`.
	* Delimiter can be escaped to preserve property names that contain the delimiter.
	* e.g. `'prop1.prop2'` or `'prop2\.domain\.corp.prop2'`.
	*
	* @returns {*}
	*/
	function getPropertyValue(obj, property) {
		const props = Array.isArray(property) ? property : splitPropertyKey(property);
		for (const prop of props) {
			if (!Object.prototype.hasOwnProperty.call(obj, prop)) return;
			obj = obj[prop];
		}
		return obj;
	}
}));
// node_modules/pino-pretty/lib/utils/delete-log-property.js
var require_delete_log_property = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = deleteLogProperty;
	const getPropertyValue = require_get_property_value();
	const splitPropertyKey = require_split_property_key();
	/**
	* Deletes a specified property from a log object if it exists.
	* This function mutates the passed in `log` object.
	*
	* @param {object} log The log object to be modified.
	* @param {string} property A string identifying the property to be deleted from
	* the log object. Accepts nested properties delimited by a `.`
	* Delimiter can be escaped to preserve property names that contain the delimiter.
	* e.g. `'prop1.prop2'` or `'prop2\.domain\.corp.prop2'`
	*/
	function deleteLogProperty(log, property) {
		const props = splitPropertyKey(property);
		const propToDelete = props.pop();
		log = getPropertyValue(log, props);
		/* istanbul ignore else */
		if (log !== null && typeof log === "object" && Object.prototype.hasOwnProperty.call(log, propToDelete)) delete log[propToDelete];
	}
}));
// node_modules/fast-copy/dist/es/index.mjs
var es_exports = /* @__PURE__ */ __exportAll({
	MaxDepthExceededError: () => MaxDepthExceededError,
	copy: () => copy,
	copyStrict: () => copyStrict,
	createCopier: () => createCopier
});
/**
* Get an empty version of the object with the same prototype it has.
*/
function getCleanClone(prototype) {
	if (!prototype) return Object.create(null);
	const Constructor = prototype.constructor;
	if (Constructor === Object) return prototype === Object.prototype ? {} : Object.create(prototype);
	if (typeof Constructor === "function" && ~toStringFunction.call(Constructor).indexOf("[native code]")) try {
		return new Constructor();
	} catch (_a) {}
	return Object.create(prototype);
}
/**
* Get the tag of the value passed, so that the correct copier can be used.
*/
function getTag(value) {
	const stringTag = value[Symbol.toStringTag];
	if (stringTag) return stringTag;
	const type = toStringObject.call(value);
	return type.substring(8, type.length - 1);
}
/**
* Copy the descriptor from the original value to the clone.
*/
function copyOwnDescriptor(original, clone, property, state) {
	const ownDescriptor = Object.getOwnPropertyDescriptor(original, property) || {
		configurable: true,
		enumerable: true,
		value: original[property],
		writable: true
	};
	const descriptor = ownDescriptor.get || ownDescriptor.set ? ownDescriptor : {
		configurable: ownDescriptor.configurable,
		enumerable: ownDescriptor.enumerable,
		value: state.copier(ownDescriptor.value, state),
		writable: ownDescriptor.writable
	};
	try {
		Object.defineProperty(clone, property, descriptor);
	} catch (_a) {
		clone[property] = descriptor.get ? descriptor.get() : descriptor.value;
	}
}
/**
* Strictly copy all properties contained on the object, starting with the name at the `start` index.
*
* @note
* `Object.getOwnPropertyNames` lists integer keys first in ascending order, so array-like values
* whose indices are already copied can pass their count as `start` to skip them.
*/
function copyOwnPropertiesStrict(value, clone, state, names, start) {
	for (let index = start; index < names.length; ++index) copyOwnDescriptor(value, clone, names[index], state);
	for (const symbol of Object.getOwnPropertySymbols(value)) copyOwnDescriptor(value, clone, symbol, state);
	return clone;
}
/**
* Deeply copy the indexed values in the array.
*/
function copyArray(array, state) {
	const clone = new state.Constructor();
	state.cache.set(array, clone);
	for (let index = 0; index < array.length; ++index) clone[index] = state.copier(array[index], state);
	return clone;
}
/**
* Deeply copy the indexed values in the array, as well as any custom properties.
*/
function copyArrayStrict(array, state) {
	const clone = new state.Constructor();
	state.cache.set(array, clone);
	return copyOwnPropertiesStrict(array, clone, state, Object.getOwnPropertyNames(array), 0);
}
/**
* Copy the contents of the ArrayBuffer, or of the typed array viewing one.
*
* @note
* `slice` always returns a fixed-length buffer, so a resizable or growable buffer that can change
* size is instead constructed with the same `maxByteLength` and has its contents copied in.
*/
function copyArrayBuffer(arrayBuffer, state) {
	if (ArrayBuffer.isView(arrayBuffer)) return sliceTypedArray.call(arrayBuffer, 0);
	if (arrayBuffer.resizable || arrayBuffer.growable) {
		const maxByteLength = arrayBuffer.maxByteLength;
		const clone = new state.Constructor(arrayBuffer.byteLength, { maxByteLength });
		new Uint8Array(clone).set(new Uint8Array(arrayBuffer));
		return clone;
	}
	if (!arrayBuffer.byteLength && getTag(arrayBuffer) === "SharedArrayBuffer") return new state.Constructor(0);
	return arrayBuffer.slice(0);
}
/**
* Copy the contents of the ArrayBuffer, or of the typed array viewing one, as well as
* any custom properties.
*/
function copyArrayBufferStrict(arrayBuffer, state) {
	const clone = copyArrayBuffer(arrayBuffer, state);
	state.cache.set(arrayBuffer, clone);
	const start = ArrayBuffer.isView(clone) ? clone.length || 0 : 0;
	return copyOwnPropertiesStrict(arrayBuffer, clone, state, Object.getOwnPropertyNames(arrayBuffer), start);
}
/**
* Create a new Blob with the contents of the original.
*/
function copyBlob(blob, _state) {
	return blob.slice(0, blob.size, blob.type);
}
/**
* Create a new DataView with the contents of the original.
*/
function copyDataView(dataView, state) {
	return new state.Constructor(state.copier(dataView.buffer, state), dataView.byteOffset, dataView.byteLength);
}
/**
* Create a new DataView with the contents of the original, and copy any custom properties.
*
* @note
* The buffer is shared with any other reference to it in the value being copied, and has
* its own custom properties copied, the same as if it were reached directly.
*/
function copyDataViewStrict(dataView, state) {
	const { buffer } = dataView;
	const { cache, Constructor } = state;
	const bufferCopied = cache.has(buffer);
	const bufferClone = bufferCopied ? cache.get(buffer) : state.copier(buffer, state);
	if (!bufferCopied && cache.has(dataView)) return cache.get(dataView);
	const clone = new Constructor(bufferClone, dataView.byteOffset, dataView.byteLength);
	state.cache.set(dataView, clone);
	return copyOwnPropertiesStrict(dataView, clone, state, Object.getOwnPropertyNames(dataView), 0);
}
/**
* Create a new Date based on the time of the original.
*/
function copyDate(date, state) {
	return new state.Constructor(date.getTime());
}
/**
* Deeply copy the keys and values of the original.
*/
function copyMap(map, state) {
	const clone = new state.Constructor();
	state.cache.set(map, clone);
	for (const [key, value] of map) clone.set(key, state.copier(value, state));
	return clone;
}
/**
* Deeply copy the keys and values of the original, as well as any custom properties.
*/
function copyMapStrict(map, state) {
	return copyOwnPropertiesStrict(map, copyMap(map, state), state, Object.getOwnPropertyNames(map), 0);
}
/**
* Deeply copy the properties (keys and symbols) and values of the original.
*/
function copyObject(object, state) {
	const clone = getCleanClone(state.prototype);
	state.cache.set(object, clone);
	for (const key of Object.keys(object)) if (key === "__proto__") Object.defineProperty(clone, key, {
		configurable: true,
		enumerable: true,
		value: state.copier(object[key], state),
		writable: true
	});
	else clone[key] = state.copier(object[key], state);
	for (const symbol of Object.getOwnPropertySymbols(object)) if (Object.prototype.propertyIsEnumerable.call(object, symbol)) clone[symbol] = state.copier(object[symbol], state);
	return clone;
}
/**
* Deeply copy the properties (keys and symbols) and values of the original, as well
* as any hidden or non-enumerable properties.
*/
function copyObjectStrict(object, state) {
	const clone = getCleanClone(state.prototype);
	state.cache.set(object, clone);
	return copyOwnPropertiesStrict(object, clone, state, Object.getOwnPropertyNames(object), 0);
}
/**
* Create a new primitive wrapper from the value of the original.
*/
function copyPrimitiveWrapper(primitiveObject, state) {
	return new state.Constructor(primitiveObject.valueOf());
}
/**
* Create a new RegExp based on the value and flags of the original.
*/
function copyRegExp(regExp, state) {
	const clone = new state.Constructor(regExp.source, regExp.flags);
	clone.lastIndex = regExp.lastIndex;
	return clone;
}
/**
* Return the original value (an identity function).
*
* @note
* THis is used for objects that cannot be copied, such as WeakMap.
*/
function copySelf(value, _state) {
	return value;
}
/**
* Deeply copy the values of the original.
*/
function copySet(set, state) {
	const clone = new state.Constructor();
	state.cache.set(set, clone);
	for (const value of set) clone.add(state.copier(value, state));
	return clone;
}
/**
* Deeply copy the values of the original, as well as any custom properties.
*/
function copySetStrict(set, state) {
	return copyOwnPropertiesStrict(set, copySet(set, state), state, Object.getOwnPropertyNames(set), 0);
}
/**
* Copy the original value based on the handler passed, and also copy custom properties.
*
* @note
* The handlers used here have no nested values to copy, so they skip the cache to keep loose
* copies fast. Custom properties can reference the value itself, so the clone is cached here
* before they are copied.
*/
function createStrictHandler(handler) {
	return (value, state) => {
		const clone = handler(value, state);
		state.cache.set(value, clone);
		return copyOwnPropertiesStrict(value, clone, state, Object.getOwnPropertyNames(value), 0);
	};
}
/**
* Create a new String wrapper from the value of the original, and copy custom properties.
*/
function copyStringStrict(string, state) {
	const clone = copyPrimitiveWrapper(string, state);
	state.cache.set(string, clone);
	const { length } = string;
	const names = Object.getOwnPropertyNames(string);
	return copyOwnPropertiesStrict(string, clone, state, names, names[length] === "length" ? length + 1 : length);
}
function createDefaultCache() {
	return /* @__PURE__ */ new WeakMap();
}
function getOptions({ createCache: createCacheOverride, maxDepth, methods: methodsOverride, strict }) {
	const defaultMethods = {
		array: strict ? copyArrayStrict : copyArray,
		arrayBuffer: strict ? copyArrayBufferStrict : copyArrayBuffer,
		asyncGenerator: copySelf,
		blob: strict ? copyBlobStrict : copyBlob,
		dataView: strict ? copyDataViewStrict : copyDataView,
		date: strict ? copyDateStrict : copyDate,
		error: copySelf,
		generator: copySelf,
		map: strict ? copyMapStrict : copyMap,
		object: strict ? copyObjectStrict : copyObject,
		regExp: strict ? copyRegExpStrict : copyRegExp,
		set: strict ? copySetStrict : copySet
	};
	const methods = methodsOverride ? Object.assign(defaultMethods, methodsOverride) : defaultMethods;
	const copiers = getTagSpecificCopiers(methods, strict);
	const createCache = createCacheOverride || createDefaultCache;
	if (!copiers.Object || !copiers.Array) throw new Error("An object and array copier must be provided.");
	return {
		createCache,
		copiers,
		maxDepth: maxDepth == null ? DEFAULT_MAX_DEPTH : maxDepth,
		methods,
		strict: Boolean(strict)
	};
}
/**
* Get the copiers used for each specific object tag.
*/
function getTagSpecificCopiers(methods, strict) {
	const copyPrimitive = strict ? copyPrimitiveWrapperStrict : copyPrimitiveWrapper;
	return Object.assign(Object.create(null), {
		Arguments: methods.object,
		Array: methods.array,
		ArrayBuffer: methods.arrayBuffer,
		AsyncGenerator: methods.asyncGenerator,
		BigInt64Array: methods.arrayBuffer,
		BigUint64Array: methods.arrayBuffer,
		Blob: methods.blob,
		Boolean: copyPrimitive,
		DataView: methods.dataView,
		Date: methods.date,
		Error: methods.error,
		Float32Array: methods.arrayBuffer,
		Float64Array: methods.arrayBuffer,
		Generator: methods.generator,
		Int8Array: methods.arrayBuffer,
		Int16Array: methods.arrayBuffer,
		Int32Array: methods.arrayBuffer,
		Map: methods.map,
		Number: copyPrimitive,
		Object: methods.object,
		Promise: copySelf,
		RegExp: methods.regExp,
		Set: methods.set,
		SharedArrayBuffer: methods.arrayBuffer,
		String: strict ? copyStringStrict : copyPrimitiveWrapper,
		WeakMap: copySelf,
		WeakSet: copySelf,
		Uint8Array: methods.arrayBuffer,
		Uint8ClampedArray: methods.arrayBuffer,
		Uint16Array: methods.arrayBuffer,
		Uint32Array: methods.arrayBuffer
	});
}
/**
* Create a custom copier based on custom options for any of the following:
*   - `createCache` method to create a cache for copied objects
*   - custom copier `methods` for specific object types
*   - `strict` mode to copy all properties with their descriptors
*/
function createCopier(options = {}) {
	const { createCache, copiers, maxDepth } = getOptions(options);
	const { Array: copyArray, Object: copyObject } = copiers;
	function copier(value, state) {
		state.prototype = state.Constructor = void 0;
		if (!value || typeof value !== "object") return value;
		if (state.cache.has(value)) return state.cache.get(value);
		if (++state.depth > maxDepth) throw new MaxDepthExceededError(maxDepth);
		state.prototype = Object.getPrototypeOf(value);
		state.Constructor = state.prototype && state.prototype.constructor;
		let clone;
		if (!state.Constructor || state.Constructor === Object) clone = copyObject(value, state);
		else if (Array.isArray(value)) clone = copyArray(value, state);
		else {
			const tagSpecificCopier = copiers[getTag(value)];
			if (tagSpecificCopier) clone = tagSpecificCopier(value, state);
			else clone = typeof value.then === "function" ? value : copyObject(value, state);
		}
		--state.depth;
		return clone;
	}
	return function copy(value) {
		return copier(value, {
			Constructor: void 0,
			cache: createCache(),
			copier,
			depth: 0,
			prototype: void 0
		});
	};
}
var MaxDepthExceededError, toStringFunction, toStringObject, sliceTypedArray, copyBlobStrict, copyDateStrict, copyPrimitiveWrapperStrict, copyRegExpStrict, DEFAULT_MAX_DEPTH, copyStrict, copy;
var init_es = __esmMin((() => {
	MaxDepthExceededError = class extends RangeError {
		constructor(maxDepth) {
			super(`Maximum copy depth of ${String(maxDepth)} exceeded; the value copied is nested too deeply.`);
			this.maxDepth = maxDepth;
			this.name = "MaxDepthExceededError";
		}
	};
	toStringFunction = Function.prototype.toString;
	toStringObject = Object.prototype.toString;
	sliceTypedArray = Object.getPrototypeOf(Int8Array.prototype).slice;
	copyBlobStrict = createStrictHandler(copyBlob);
	copyDateStrict = createStrictHandler(copyDate);
	copyPrimitiveWrapperStrict = createStrictHandler(copyPrimitiveWrapper);
	copyRegExpStrict = createStrictHandler(copyRegExp);
	DEFAULT_MAX_DEPTH = 1e3;
	copyStrict = createCopier({ strict: true });
	copy = createCopier();
}));
// node_modules/pino-pretty/lib/utils/filter-log.js
var require_filter_log = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = filterLog;
	const { createCopier } = (init_es(), __toCommonJS(es_exports));
	const fastCopy = createCopier({});
	const deleteLogProperty = require_delete_log_property();
	const getPropertyValue = require_get_property_value();
	const splitPropertyKey = require_split_property_key();
	/**
	* @typedef {object} FilterLogParams
	* @property {object} log The log object to be modified.
	* @property {PrettyContext} context The context object built from parsing
	* the options.
	*/
	/**
	* True when every segment of a (possibly nested) property path exists.
	*
	* @param {object} log
	* @param {string} property
	* @returns {boolean}
	*/
	function hasLogProperty(log, property) {
		const props = splitPropertyKey(property);
		if (props.length === 0) return false;
		let current = log;
		for (const prop of props) {
			if (current === null || typeof current !== "object" || !Object.prototype.hasOwnProperty.call(current, prop)) return false;
			current = current[prop];
		}
		return true;
	}
	/**
	* Assigns `value` at a (possibly nested) property path, creating intermediate
	* objects as needed. Nested keys use the same `.` / `\.` rules as ignore.
	*
	* @param {object} log
	* @param {string} property
	* @param {*} value
	*/
	function setLogProperty(log, property, value) {
		const props = splitPropertyKey(property);
		const last = props.pop();
		let current = log;
		for (const prop of props) {
			if (current[prop] === null || typeof current[prop] !== "object") current[prop] = {};
			current = current[prop];
		}
		current[last] = value;
	}
	/**
	* Filter a log object by removing or including keys accordingly.
	* When `includeKeys` is passed, `ignoredKeys` will be ignored.
	* One of ignoreKeys or includeKeys must be pass in.
	*
	* Nested keys (e.g. `user.id`) are supported for both include and ignore,
	* including escaped dots in property names.
	*
	* @param {FilterLogParams} input
	*
	* @returns {object} A new `log` object instance that
	*  either only includes the keys in includeKeys
	*  or does not include those in ignoredKeys.
	*/
	function filterLog({ log, context }) {
		const { ignoreKeys, includeKeys } = context;
		const logCopy = fastCopy(log);
		if (includeKeys) {
			const logIncluded = {};
			includeKeys.forEach((key) => {
				if (hasLogProperty(logCopy, key)) setLogProperty(logIncluded, key, getPropertyValue(logCopy, key));
			});
			return logIncluded;
		}
		ignoreKeys.forEach((ignoreKey) => {
			deleteLogProperty(logCopy, ignoreKey);
		});
		return logCopy;
	}
}));
// node_modules/dateformat/lib/dateformat.js
var require_dateformat = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	function _typeof(obj) {
		"@babel/helpers - typeof";
		if (typeof Symbol === "function" && typeof Symbol.iterator === "symbol") _typeof = function _typeof(obj) {
			return typeof obj;
		};
		else _typeof = function _typeof(obj) {
			return obj && typeof Symbol === "function" && obj.constructor === Symbol && obj !== Symbol.prototype ? "symbol" : typeof obj;
		};
		return _typeof(obj);
	}
	(function(global) {
		var _arguments = arguments;
		var dateFormat = function() {
			var token = /d{1,4}|D{3,4}|m{1,4}|yy(?:yy)?|([HhMsTt])\1?|W{1,2}|[LlopSZN]|"[^"]*"|'[^']*'/g;
			var timezone = /\b(?:[PMCEA][SDP]T|(?:Pacific|Mountain|Central|Eastern|Atlantic) (?:Standard|Daylight|Prevailing) Time|(?:GMT|UTC)(?:[-+]\d{4})?)\b/g;
			var timezoneClip = /[^-+\dA-Z]/g;
			return function(date, mask, utc, gmt) {
				if (_arguments.length === 1 && kindOf(date) === "string" && !/\d/.test(date)) {
					mask = date;
					date = void 0;
				}
				date = date || date === 0 ? date : /* @__PURE__ */ new Date();
				if (!(date instanceof Date)) date = new Date(date);
				if (isNaN(date)) throw TypeError("Invalid date");
				mask = String(dateFormat.masks[mask] || mask || dateFormat.masks["default"]);
				var maskSlice = mask.slice(0, 4);
				if (maskSlice === "UTC:" || maskSlice === "GMT:") {
					mask = mask.slice(4);
					utc = true;
					if (maskSlice === "GMT:") gmt = true;
				}
				var _ = function _() {
					return utc ? "getUTC" : "get";
				};
				var _d = function d() {
					return date[_() + "Date"]();
				};
				var D = function D() {
					return date[_() + "Day"]();
				};
				var _m = function m() {
					return date[_() + "Month"]();
				};
				var y = function y() {
					return date[_() + "FullYear"]();
				};
				var _H = function H() {
					return date[_() + "Hours"]();
				};
				var _M = function M() {
					return date[_() + "Minutes"]();
				};
				var _s = function s() {
					return date[_() + "Seconds"]();
				};
				var _L = function L() {
					return date[_() + "Milliseconds"]();
				};
				var _o = function o() {
					return utc ? 0 : date.getTimezoneOffset();
				};
				var _W = function W() {
					return getWeek(date);
				};
				var _N = function N() {
					return getDayOfWeek(date);
				};
				var flags = {
					d: function d() {
						return _d();
					},
					dd: function dd() {
						return pad(_d());
					},
					ddd: function ddd() {
						return dateFormat.i18n.dayNames[D()];
					},
					DDD: function DDD() {
						return getDayName({
							y: y(),
							m: _m(),
							d: _d(),
							_: _(),
							dayName: dateFormat.i18n.dayNames[D()],
							short: true
						});
					},
					dddd: function dddd() {
						return dateFormat.i18n.dayNames[D() + 7];
					},
					DDDD: function DDDD() {
						return getDayName({
							y: y(),
							m: _m(),
							d: _d(),
							_: _(),
							dayName: dateFormat.i18n.dayNames[D() + 7]
						});
					},
					m: function m() {
						return _m() + 1;
					},
					mm: function mm() {
						return pad(_m() + 1);
					},
					mmm: function mmm() {
						return dateFormat.i18n.monthNames[_m()];
					},
					mmmm: function mmmm() {
						return dateFormat.i18n.monthNames[_m() + 12];
					},
					yy: function yy() {
						return String(y()).slice(2);
					},
					yyyy: function yyyy() {
						return pad(y(), 4);
					},
					h: function h() {
						return _H() % 12 || 12;
					},
					hh: function hh() {
						return pad(_H() % 12 || 12);
					},
					H: function H() {
						return _H();
					},
					HH: function HH() {
						return pad(_H());
					},
					M: function M() {
						return _M();
					},
					MM: function MM() {
						return pad(_M());
					},
					s: function s() {
						return _s();
					},
					ss: function ss() {
						return pad(_s());
					},
					l: function l() {
						return pad(_L(), 3);
					},
					L: function L() {
						return pad(Math.floor(_L() / 10));
					},
					t: function t() {
						return _H() < 12 ? dateFormat.i18n.timeNames[0] : dateFormat.i18n.timeNames[1];
					},
					tt: function tt() {
						return _H() < 12 ? dateFormat.i18n.timeNames[2] : dateFormat.i18n.timeNames[3];
					},
					T: function T() {
						return _H() < 12 ? dateFormat.i18n.timeNames[4] : dateFormat.i18n.timeNames[5];
					},
					TT: function TT() {
						return _H() < 12 ? dateFormat.i18n.timeNames[6] : dateFormat.i18n.timeNames[7];
					},
					Z: function Z() {
						return gmt ? "GMT" : utc ? "UTC" : (String(date).match(timezone) || [""]).pop().replace(timezoneClip, "").replace(/GMT\+0000/g, "UTC");
					},
					o: function o() {
						return (_o() > 0 ? "-" : "+") + pad(Math.floor(Math.abs(_o()) / 60) * 100 + Math.abs(_o()) % 60, 4);
					},
					p: function p() {
						return (_o() > 0 ? "-" : "+") + pad(Math.floor(Math.abs(_o()) / 60), 2) + ":" + pad(Math.floor(Math.abs(_o()) % 60), 2);
					},
					S: function S() {
						return [
							"th",
							"st",
							"nd",
							"rd"
						][_d() % 10 > 3 ? 0 : (_d() % 100 - _d() % 10 != 10) * _d() % 10];
					},
					W: function W() {
						return _W();
					},
					WW: function WW() {
						return pad(_W());
					},
					N: function N() {
						return _N();
					}
				};
				return mask.replace(token, function(match) {
					if (match in flags) return flags[match]();
					return match.slice(1, match.length - 1);
				});
			};
		}();
		dateFormat.masks = {
			default: "ddd mmm dd yyyy HH:MM:ss",
			shortDate: "m/d/yy",
			paddedShortDate: "mm/dd/yyyy",
			mediumDate: "mmm d, yyyy",
			longDate: "mmmm d, yyyy",
			fullDate: "dddd, mmmm d, yyyy",
			shortTime: "h:MM TT",
			mediumTime: "h:MM:ss TT",
			longTime: "h:MM:ss TT Z",
			isoDate: "yyyy-mm-dd",
			isoTime: "HH:MM:ss",
			isoDateTime: "yyyy-mm-dd'T'HH:MM:sso",
			isoUtcDateTime: "UTC:yyyy-mm-dd'T'HH:MM:ss'Z'",
			expiresHeaderFormat: "ddd, dd mmm yyyy HH:MM:ss Z"
		};
		dateFormat.i18n = {
			dayNames: [
				"Sun",
				"Mon",
				"Tue",
				"Wed",
				"Thu",
				"Fri",
				"Sat",
				"Sunday",
				"Monday",
				"Tuesday",
				"Wednesday",
				"Thursday",
				"Friday",
				"Saturday"
			],
			monthNames: [
				"Jan",
				"Feb",
				"Mar",
				"Apr",
				"May",
				"Jun",
				"Jul",
				"Aug",
				"Sep",
				"Oct",
				"Nov",
				"Dec",
				"January",
				"February",
				"March",
				"April",
				"May",
				"June",
				"July",
				"August",
				"September",
				"October",
				"November",
				"December"
			],
			timeNames: [
				"a",
				"p",
				"am",
				"pm",
				"A",
				"P",
				"AM",
				"PM"
			]
		};
		var pad = function pad(val, len) {
			val = String(val);
			len = len || 2;
			while (val.length < len) val = "0" + val;
			return val;
		};
		var getDayName = function getDayName(_ref) {
			var y = _ref.y, m = _ref.m, d = _ref.d, _ = _ref._, dayName = _ref.dayName, _ref$short = _ref["short"], _short = _ref$short === void 0 ? false : _ref$short;
			var today = /* @__PURE__ */ new Date();
			var yesterday = /* @__PURE__ */ new Date();
			yesterday.setDate(yesterday[_ + "Date"]() - 1);
			var tomorrow = /* @__PURE__ */ new Date();
			tomorrow.setDate(tomorrow[_ + "Date"]() + 1);
			var today_d = function today_d() {
				return today[_ + "Date"]();
			};
			var today_m = function today_m() {
				return today[_ + "Month"]();
			};
			var today_y = function today_y() {
				return today[_ + "FullYear"]();
			};
			var yesterday_d = function yesterday_d() {
				return yesterday[_ + "Date"]();
			};
			var yesterday_m = function yesterday_m() {
				return yesterday[_ + "Month"]();
			};
			var yesterday_y = function yesterday_y() {
				return yesterday[_ + "FullYear"]();
			};
			var tomorrow_d = function tomorrow_d() {
				return tomorrow[_ + "Date"]();
			};
			var tomorrow_m = function tomorrow_m() {
				return tomorrow[_ + "Month"]();
			};
			var tomorrow_y = function tomorrow_y() {
				return tomorrow[_ + "FullYear"]();
			};
			if (today_y() === y && today_m() === m && today_d() === d) return _short ? "Tdy" : "Today";
			else if (yesterday_y() === y && yesterday_m() === m && yesterday_d() === d) return _short ? "Ysd" : "Yesterday";
			else if (tomorrow_y() === y && tomorrow_m() === m && tomorrow_d() === d) return _short ? "Tmw" : "Tomorrow";
			return dayName;
		};
		var getWeek = function getWeek(date) {
			var targetThursday = new Date(date.getFullYear(), date.getMonth(), date.getDate());
			targetThursday.setDate(targetThursday.getDate() - (targetThursday.getDay() + 6) % 7 + 3);
			var firstThursday = new Date(targetThursday.getFullYear(), 0, 4);
			firstThursday.setDate(firstThursday.getDate() - (firstThursday.getDay() + 6) % 7 + 3);
			var ds = targetThursday.getTimezoneOffset() - firstThursday.getTimezoneOffset();
			targetThursday.setHours(targetThursday.getHours() - ds);
			var weekDiff = (targetThursday - firstThursday) / 6048e5;
			return 1 + Math.floor(weekDiff);
		};
		var getDayOfWeek = function getDayOfWeek(date) {
			var dow = date.getDay();
			if (dow === 0) dow = 7;
			return dow;
		};
		var kindOf = function kindOf(val) {
			if (val === null) return "null";
			if (val === void 0) return "undefined";
			if (_typeof(val) !== "object") return _typeof(val);
			if (Array.isArray(val)) return "array";
			return {}.toString.call(val).slice(8, -1).toLowerCase();
		};
		if (typeof define === "function" && define.amd) define(function() {
			return dateFormat;
		});
		else if ((typeof exports === "undefined" ? "undefined" : _typeof(exports)) === "object") module.exports = dateFormat;
		else global.dateFormat = dateFormat;
	})(void 0);
}));
// node_modules/pino-pretty/lib/utils/format-time.js
var require_format_time = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = formatTime;
	const { DATE_FORMAT, DATE_FORMAT_SIMPLE } = require_constants();
	const dateformat = require_dateformat();
	const createDate = require_create_date();
	const isValidDate = require_is_valid_date();
	/**
	* Converts a given `epoch` to a desired display format.
	*
	* @param {number|string} epoch The time to convert. May be any value that is
	* valid for `new Date()`.
	* @param {boolean|string} [translateTime=false] When `false`, the given `epoch`
	* will simply be returned. When `true`, the given `epoch` will be converted
	* to a string at UTC using the `DATE_FORMAT_SIMPLE` constant. If `translateTime` is
	* a string, the following rules are available:
	*
	* - `<format string>`: The string is a literal format string. This format
	* string will be used to interpret the `epoch` and return a display string
	* at UTC.
	* - `SYS:STANDARD`: The returned display string will follow the `DATE_FORMAT`
	* constant at the system's local timezone.
	* - `SYS:<format string>`: The returned display string will follow the given
	* `<format string>` at the system's local timezone.
	* - `UTC:<format string>`: The returned display string will follow the given
	* `<format string>` at UTC.
	*
	* @returns {number|string} The formatted time.
	*/
	function formatTime(epoch, translateTime = false) {
		if (translateTime === false) return epoch;
		const instant = createDate(epoch);
		if (!isValidDate(instant)) return epoch;
		if (translateTime === true) return dateformat(instant, DATE_FORMAT_SIMPLE);
		const upperFormat = translateTime.toUpperCase();
		if (upperFormat === "SYS:STANDARD") return dateformat(instant, DATE_FORMAT);
		const prefix = upperFormat.substr(0, 4);
		if (prefix === "SYS:" || prefix === "UTC:") {
			if (prefix === "UTC:") return dateformat(instant, translateTime);
			return dateformat(instant, translateTime.slice(4));
		}
		return dateformat(instant, `UTC:${translateTime}`);
	}
}));
// node_modules/pino-pretty/lib/utils/handle-custom-levels-names-opts.js
var require_handle_custom_levels_names_opts = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = handleCustomLevelsNamesOpts;
	/**
	* Parse a CSV string or options object that maps level
	* labels to level values.
	*
	* @param {string|object} cLevels An object mapping level
	* names to level values, e.g. `{ info: 30, debug: 65 }`, or a
	* CSV string in the format `level_name:level_value`, e.g.
	* `info:30,debug:65`.
	*
	* @returns {object} An object mapping levels names to level values
	* e.g. `{ info: 30, debug: 65 }`.
	*/
	function handleCustomLevelsNamesOpts(cLevels) {
		if (!cLevels) return {};
		if (typeof cLevels === "string") return cLevels.split(",").reduce((agg, value, idx) => {
			const [levelName, levelNum = idx] = value.split(":");
			agg[levelName.toLowerCase()] = levelNum;
			return agg;
		}, {});
		else if (Object.prototype.toString.call(cLevels) === "[object Object]") return Object.keys(cLevels).reduce((agg, levelName) => {
			agg[levelName.toLowerCase()] = cLevels[levelName];
			return agg;
		}, {});
		else return {};
	}
}));
// node_modules/pino-pretty/lib/utils/handle-custom-levels-opts.js
var require_handle_custom_levels_opts = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = handleCustomLevelsOpts;
	/**
	* Parse a CSV string or options object that specifies
	* configuration for custom levels.
	*
	* @param {string|object} cLevels An object mapping level
	* names to values, e.g. `{ info: 30, debug: 65 }`, or a
	* CSV string in the format `level_name:level_value`, e.g.
	* `info:30,debug:65`.
	*
	* @returns {object} An object mapping levels to labels that
	* appear in logs, e.g. `{ '30': 'INFO', '65': 'DEBUG' }`.
	*/
	function handleCustomLevelsOpts(cLevels) {
		if (!cLevels) return {};
		if (typeof cLevels === "string") return cLevels.split(",").reduce((agg, value, idx) => {
			const [levelName, levelNum = idx] = value.split(":");
			agg[levelNum] = levelName.toUpperCase();
			return agg;
		}, { default: "USERLVL" });
		else if (Object.prototype.toString.call(cLevels) === "[object Object]") return Object.keys(cLevels).reduce((agg, levelName) => {
			agg[cLevels[levelName]] = levelName.toUpperCase();
			return agg;
		}, { default: "USERLVL" });
		else return {};
	}
}));
// node_modules/pino-pretty/lib/utils/interpret-conditionals.js
var require_interpret_conditionals = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = interpretConditionals;
	const getPropertyValue = require_get_property_value();
	/**
	* Translates all conditional blocks from within the messageFormat. Translates
	* any matching {if key}{key}{end} statements and returns everything between
	* if and else blocks if the key provided was found in log.
	*
	* @param {MessageFormatString|MessageFormatFunction} messageFormat A format
	* string or function that defines how the logged message should be
	* conditionally formatted.
	* @param {object} log The log object to be modified.
	*
	* @returns {string} The parsed messageFormat.
	*/
	function interpretConditionals(messageFormat, log) {
		messageFormat = messageFormat.replace(/{if (.*?)}([\s\S]*?){end}/g, replacer);
		messageFormat = messageFormat.replace(/{if (.*?)}/g, "");
		messageFormat = messageFormat.replace(/{end}/g, "");
		messageFormat = messageFormat.replace(/[^\S\r\n]+/g, " ");
		messageFormat = messageFormat.replace(/\n[^\S\r\n]*\n/g, "\n");
		return messageFormat.trim();
		function replacer(_, key, value) {
			const propertyValue = getPropertyValue(log, key);
			if (propertyValue && value.includes(key)) return value.replace(new RegExp("{" + key + "}", "g"), propertyValue);
			else return "";
		}
	}
}));
// node_modules/pino-pretty/lib/utils/is-object.js
var require_is_object = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = isObject;
	function isObject(input) {
		return Object.prototype.toString.apply(input) === "[object Object]";
	}
}));
// node_modules/pino-pretty/lib/utils/join-lines-with-indentation.js
var require_join_lines_with_indentation = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = joinLinesWithIndentation;
	/**
	* @typedef {object} JoinLinesWithIndentationParams
	* @property {string} input The string to split and reformat.
	* @property {string} [ident] The indentation string. Default: `    ` (4 spaces).
	* @property {string} [eol] The end of line sequence to use when rejoining
	* the lines. Default: `'\n'`.
	*/
	/**
	* Given a string with line separators, either `\r\n` or `\n`, add indentation
	* to all lines subsequent to the first line and rejoin the lines using an
	* end of line sequence.
	*
	* @param {JoinLinesWithIndentationParams} input
	*
	* @returns {string} A string with lines subsequent to the first indented
	* with the given indentation sequence.
	*/
	function joinLinesWithIndentation({ input, ident = "    ", eol = "\n" }) {
		const lines = input.split(/\r?\n/);
		for (let i = 1; i < lines.length; i += 1) lines[i] = ident + lines[i];
		return lines.join(eol);
	}
}));
// node_modules/pino-pretty/lib/utils/parse-factory-options.js
var require_parse_factory_options = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = parseFactoryOptions;
	const { LEVEL_NAMES } = require_constants();
	const colors = require_colors();
	const handleCustomLevelsOpts = require_handle_custom_levels_opts();
	const handleCustomLevelsNamesOpts = require_handle_custom_levels_names_opts();
	const handleLevelLabelData = require_get_level_label_data();
	/**
	* A `PrettyContext` is an object to be used by the various functions that
	* process log data. It is derived from the provided {@link PinoPrettyOptions}.
	* It may be used as a `this` context.
	*
	* @typedef {object} PrettyContext
	* @property {string} EOL The escape sequence chosen as the line terminator.
	* @property {string} IDENT The string to use as the indentation sequence.
	* @property {ColorizerFunc} colorizer A configured colorizer function.
	* @property {Array[Array<number, string>]} customColors A set of custom color
	* names associated with level numbers.
	* @property {object} customLevelNames A hash of level numbers to level names,
	* e.g. `{ 30: "info" }`.
	* @property {object} customLevels A hash of level names to level numbers,
	* e.g. `{ info: 30 }`.
	* @property {CustomPrettifiers} customPrettifiers A hash of custom prettifier
	* functions.
	* @property {object} customProperties Comprised of `customLevels` and
	* `customLevelNames` if such options are provided.
	* @property {string[]} errorLikeObjectKeys The key names in the log data that
	* should be considered as holding error objects.
	* @property {string[]} errorProps A list of error object keys that should be
	* included in the output.
	* @property {function} getLevelLabelData Pass a numeric level to return [levelLabelString,levelNum]
	* @property {boolean} hideObject Indicates the prettifier should omit objects
	* in the output.
	* @property {string[]} ignoreKeys Set of log data keys to omit.
	* @property {string[]} includeKeys Opposite of `ignoreKeys`.
	* @property {boolean} levelFirst Indicates the level should be printed first.
	* @property {string} levelKey Name of the key in the log data that contains
	* the message.
	* @property {string} levelLabel Format token to represent the position of the
	* level name in the output string.
	* @property {MessageFormatString|MessageFormatFunction} messageFormat
	* @property {string} messageKey Name of the key in the log data that contains
	* the message.
	* @property {string|number} minimumLevel The minimum log level to process
	* and output.
	* @property {ColorizerFunc} objectColorizer
	* @property {boolean} singleLine Indicates objects should be printed on a
	* single output line.
	* @property {string} timestampKey The name of the key in the log data that
	* contains the log timestamp.
	* @property {boolean} translateTime Indicates if timestamps should be
	* translated to a human-readable string.
	* @property {boolean} useOnlyCustomProps
	*/
	/**
	* @param {PinoPrettyOptions} options The user supplied object of options.
	*
	* @returns {PrettyContext}
	*/
	function parseFactoryOptions(options) {
		const EOL = options.crlf ? "\r\n" : "\n";
		const IDENT = "    ";
		const { customPrettifiers, errorLikeObjectKeys, hideObject, levelFirst, levelKey, levelLabel, messageFormat, messageKey, minimumLevel, singleLine, timestampKey, translateTime } = options;
		const errorProps = options.errorProps.split(",");
		const useOnlyCustomProps = options.useOnlyCustomProps;
		const customLevels = handleCustomLevelsOpts(options.customLevels);
		const customLevelNames = handleCustomLevelsNamesOpts(options.customLevels);
		const getLevelLabelData = handleLevelLabelData(useOnlyCustomProps, customLevels, customLevelNames);
		let customColors;
		if (options.customColors) {
			if (typeof options.customColors === "string") customColors = options.customColors.split(",").reduce((agg, value) => {
				const [level, color] = value.split(":");
				const levelNum = (useOnlyCustomProps ? options.customLevels : customLevelNames[level] !== void 0) ? customLevelNames[level] : LEVEL_NAMES[level];
				const colorIdx = levelNum !== void 0 ? levelNum : level;
				agg.push([colorIdx, color]);
				return agg;
			}, []);
			else if (typeof options.customColors === "object") customColors = Object.keys(options.customColors).reduce((agg, value) => {
				const [level, color] = [value, options.customColors[value]];
				const levelNum = (useOnlyCustomProps ? options.customLevels : customLevelNames[level] !== void 0) ? customLevelNames[level] : LEVEL_NAMES[level];
				const colorIdx = levelNum !== void 0 ? levelNum : level;
				agg.push([colorIdx, color]);
				return agg;
			}, []);
			else throw new Error("options.customColors must be of type string or object.");
		}
		const customProperties = {
			customLevels,
			customLevelNames
		};
		if (useOnlyCustomProps === true && !options.customLevels) {
			customProperties.customLevels = void 0;
			customProperties.customLevelNames = void 0;
		}
		const includeKeys = options.include !== void 0 ? new Set(options.include.split(",")) : void 0;
		const ignoreKeys = !includeKeys && options.ignore ? new Set(options.ignore.split(",")) : void 0;
		const colorizer = colors(options.colorize, customColors, useOnlyCustomProps);
		const objectColorizer = options.colorizeObjects ? colorizer : colors(false, [], false);
		return {
			EOL,
			IDENT,
			colorizer,
			customColors,
			customLevelNames,
			customLevels,
			customPrettifiers,
			customProperties,
			errorLikeObjectKeys,
			errorProps,
			getLevelLabelData,
			hideObject,
			ignoreKeys,
			includeKeys,
			levelFirst,
			levelKey,
			levelLabel,
			messageFormat,
			messageKey,
			minimumLevel,
			objectColorizer,
			singleLine,
			timestampKey,
			translateTime,
			useOnlyCustomProps
		};
	}
}));
// node_modules/fast-safe-stringify/index.js
var require_fast_safe_stringify = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = stringify;
	stringify.default = stringify;
	stringify.stable = deterministicStringify;
	stringify.stableStringify = deterministicStringify;
	var LIMIT_REPLACE_NODE = "[...]";
	var CIRCULAR_REPLACE_NODE = "[Circular]";
	var arr = [];
	var replacerStack = [];
	function defaultOptions() {
		return {
			depthLimit: Number.MAX_SAFE_INTEGER,
			edgesLimit: Number.MAX_SAFE_INTEGER
		};
	}
	function stringify(obj, replacer, spacer, options) {
		if (typeof options === "undefined") options = defaultOptions();
		decirc(obj, "", 0, [], void 0, 0, options);
		var res;
		try {
			if (replacerStack.length === 0) res = JSON.stringify(obj, replacer, spacer);
			else res = JSON.stringify(obj, replaceGetterValues(replacer), spacer);
		} catch (_) {
			return JSON.stringify("[unable to serialize, circular reference is too complex to analyze]");
		} finally {
			while (arr.length !== 0) {
				var part = arr.pop();
				if (part.length === 4) Object.defineProperty(part[0], part[1], part[3]);
				else part[0][part[1]] = part[2];
			}
		}
		return res;
	}
	function setReplace(replace, val, k, parent) {
		var propertyDescriptor = Object.getOwnPropertyDescriptor(parent, k);
		if (propertyDescriptor.get !== void 0) {
			if (propertyDescriptor.configurable) {
				Object.defineProperty(parent, k, { value: replace });
				arr.push([
					parent,
					k,
					val,
					propertyDescriptor
				]);
			} else replacerStack.push([
				val,
				k,
				replace
			]);
		} else {
			parent[k] = replace;
			arr.push([
				parent,
				k,
				val
			]);
		}
	}
	function decirc(val, k, edgeIndex, stack, parent, depth, options) {
		depth += 1;
		var i;
		if (typeof val === "object" && val !== null) {
			for (i = 0; i < stack.length; i++) if (stack[i] === val) {
				setReplace(CIRCULAR_REPLACE_NODE, val, k, parent);
				return;
			}
			if (typeof options.depthLimit !== "undefined" && depth > options.depthLimit) {
				setReplace(LIMIT_REPLACE_NODE, val, k, parent);
				return;
			}
			if (typeof options.edgesLimit !== "undefined" && edgeIndex + 1 > options.edgesLimit) {
				setReplace(LIMIT_REPLACE_NODE, val, k, parent);
				return;
			}
			stack.push(val);
			if (Array.isArray(val)) for (i = 0; i < val.length; i++) decirc(val[i], i, i, stack, val, depth, options);
			else {
				var keys = Object.keys(val);
				for (i = 0; i < keys.length; i++) {
					var key = keys[i];
					decirc(val[key], key, i, stack, val, depth, options);
				}
			}
			stack.pop();
		}
	}
	function compareFunction(a, b) {
		if (a < b) return -1;
		if (a > b) return 1;
		return 0;
	}
	function deterministicStringify(obj, replacer, spacer, options) {
		if (typeof options === "undefined") options = defaultOptions();
		var tmp = deterministicDecirc(obj, "", 0, [], void 0, 0, options) || obj;
		var res;
		try {
			if (replacerStack.length === 0) res = JSON.stringify(tmp, replacer, spacer);
			else res = JSON.stringify(tmp, replaceGetterValues(replacer), spacer);
		} catch (_) {
			return JSON.stringify("[unable to serialize, circular reference is too complex to analyze]");
		} finally {
			while (arr.length !== 0) {
				var part = arr.pop();
				if (part.length === 4) Object.defineProperty(part[0], part[1], part[3]);
				else part[0][part[1]] = part[2];
			}
		}
		return res;
	}
	function deterministicDecirc(val, k, edgeIndex, stack, parent, depth, options) {
		depth += 1;
		var i;
		if (typeof val === "object" && val !== null) {
			for (i = 0; i < stack.length; i++) if (stack[i] === val) {
				setReplace(CIRCULAR_REPLACE_NODE, val, k, parent);
				return;
			}
			try {
				if (typeof val.toJSON === "function") return;
			} catch (_) {
				return;
			}
			if (typeof options.depthLimit !== "undefined" && depth > options.depthLimit) {
				setReplace(LIMIT_REPLACE_NODE, val, k, parent);
				return;
			}
			if (typeof options.edgesLimit !== "undefined" && edgeIndex + 1 > options.edgesLimit) {
				setReplace(LIMIT_REPLACE_NODE, val, k, parent);
				return;
			}
			stack.push(val);
			if (Array.isArray(val)) for (i = 0; i < val.length; i++) deterministicDecirc(val[i], i, i, stack, val, depth, options);
			else {
				var tmp = {};
				var keys = Object.keys(val).sort(compareFunction);
				for (i = 0; i < keys.length; i++) {
					var key = keys[i];
					deterministicDecirc(val[key], key, i, stack, val, depth, options);
					tmp[key] = val[key];
				}
				if (typeof parent !== "undefined") {
					arr.push([
						parent,
						k,
						val
					]);
					parent[k] = tmp;
				} else return tmp;
			}
			stack.pop();
		}
	}
	function replaceGetterValues(replacer) {
		replacer = typeof replacer !== "undefined" ? replacer : function(k, v) {
			return v;
		};
		return function(key, val) {
			if (replacerStack.length > 0) for (var i = 0; i < replacerStack.length; i++) {
				var part = replacerStack[i];
				if (part[1] === key && part[0] === val) {
					val = part[2];
					replacerStack.splice(i, 1);
					break;
				}
			}
			return replacer.call(this, key, val);
		};
	}
}));
// node_modules/pino-pretty/lib/utils/strip-unsafe-control-chars.js
var require_strip_unsafe_control_chars = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = stripUnsafeControlChars;
	const unsafeControlChars = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;
	/**
	* Removes control characters that can alter terminal output while preserving
	* tabs and newlines used for readable formatting.
	*
	* @param {*} input The value to sanitize.
	* @returns {string} The sanitized string.
	*/
	function stripUnsafeControlChars(input) {
		return String(input).replace(unsafeControlChars, "");
	}
}));
// node_modules/pino-pretty/lib/utils/prettify-error.js
var require_prettify_error = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = prettifyError;
	const joinLinesWithIndentation = require_join_lines_with_indentation();
	const stripUnsafeControlChars = require_strip_unsafe_control_chars();
	/**
	* @typedef {object} PrettifyErrorParams
	* @property {string} keyName The key assigned to this error in the log object.
	* @property {string} lines The STRINGIFIED error. If the error field has a
	*  custom prettifier, that should be pre-applied as well.
	* @property {string} ident The indentation sequence to use.
	* @property {string} eol The EOL sequence to use.
	* @property {boolean} [sanitizeStack=true] Whether to sanitize the decoded stack.
	*/
	/**
	* Prettifies an error string into a multi-line format.
	*
	* @param {PrettifyErrorParams} input
	*
	* @returns {string}
	*/
	function prettifyError({ keyName, lines, eol, ident, sanitizeStack = true }) {
		let result = "";
		const joinedLines = joinLinesWithIndentation({
			input: lines,
			ident,
			eol
		});
		const splitLines = `${ident}${stripUnsafeControlChars(keyName)}: ${joinedLines}${eol}`.split(eol);
		for (let j = 0; j < splitLines.length; j += 1) {
			if (j !== 0) result += eol;
			const line = splitLines[j];
			if (/^\s*"stack"/.test(line)) {
				const matches = /^(\s*"stack":)\s*(".*"),?$/.exec(line);
				/* istanbul ignore else */
				if (matches && matches.length === 3) {
					const indentSize = /^\s*/.exec(line)[0].length + 4;
					const indentation = " ".repeat(indentSize);
					const stackMessage = matches[2];
					const parsedStack = JSON.parse(stackMessage);
					const stack = sanitizeStack ? stripUnsafeControlChars(parsedStack) : parsedStack;
					result += matches[1] + eol + indentation + stack.replace(/\n/g, eol + indentation);
				} else result += line;
			} else result += line;
		}
		return result;
	}
}));
// node_modules/pino-pretty/lib/utils/prettify-object.js
var require_prettify_object = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = prettifyObject;
	const { LOGGER_KEYS } = require_constants();
	const stringifySafe = require_fast_safe_stringify();
	const joinLinesWithIndentation = require_join_lines_with_indentation();
	const prettifyError = require_prettify_error();
	const stripUnsafeControlChars = require_strip_unsafe_control_chars();
	/**
	* @typedef {object} PrettifyObjectParams
	* @property {object} log The object to prettify.
	* @property {boolean} [excludeLoggerKeys] Indicates if known logger specific
	* keys should be excluded from prettification. Default: `true`.
	* @property {string[]} [skipKeys] A set of object keys to exclude from the
	*  * prettified result. Default: `[]`.
	* @property {PrettyContext} context The context object built from parsing
	* the options.
	*/
	/**
	* Prettifies a standard object. Special care is taken when processing the object
	* to handle child objects that are attached to keys known to contain error
	* objects.
	*
	* @param {PrettifyObjectParams} input
	*
	* @returns {string} The prettified string. This can be as little as `''` if
	* there was nothing to prettify.
	*/
	function prettifyObject({ log, excludeLoggerKeys = true, skipKeys = [], context }) {
		const { EOL: eol, IDENT: ident, customPrettifiers, errorLikeObjectKeys: errorLikeKeys, objectColorizer, singleLine, colorizer } = context;
		const keysToIgnore = [].concat(skipKeys);
		/* istanbul ignore else */
		if (excludeLoggerKeys === true) Array.prototype.push.apply(keysToIgnore, LOGGER_KEYS);
		let result = "";
		const { plain, errors } = Object.entries(log).reduce(({ plain, errors }, [k, v]) => {
			if (keysToIgnore.includes(k) === false) {
				const pretty = typeof customPrettifiers[k] === "function" ? customPrettifiers[k](v, k, log, { colors: colorizer.colors }) : v;
				if (errorLikeKeys.includes(k)) errors[k] = pretty;
				else plain[k] = pretty;
			}
			return {
				plain,
				errors
			};
		}, {
			plain: {},
			errors: {}
		});
		if (singleLine) {
			/* istanbul ignore else */
			if (Object.keys(plain).length > 0) result += objectColorizer.greyMessage(stringifySafe(plain));
			result += eol;
			result = result.replace(/\\\\/gi, "\\");
		} else Object.entries(plain).forEach(([keyName, keyValue]) => {
			let lines = typeof customPrettifiers[keyName] === "function" ? keyValue : stringifySafe(keyValue, null, 2);
			if (lines === void 0) return;
			lines = lines.replace(/\\\\/gi, "\\");
			const joinedLines = joinLinesWithIndentation({
				input: lines,
				ident,
				eol
			});
			const safeKeyName = stripUnsafeControlChars(keyName);
			result += `${ident}${objectColorizer.property(safeKeyName)}:${joinedLines.startsWith(eol) ? "" : " "}${joinedLines}${eol}`;
		});
		Object.entries(errors).forEach(([keyName, keyValue]) => {
			const hasCustomPrettifier = typeof customPrettifiers[keyName] === "function";
			const lines = hasCustomPrettifier ? keyValue : stringifySafe(keyValue, null, 2);
			if (lines === void 0) return;
			result += prettifyError({
				keyName,
				lines,
				eol,
				ident,
				sanitizeStack: !hasCustomPrettifier
			});
		});
		return result;
	}
}));
// node_modules/pino-pretty/lib/utils/prettify-error-log.js
var require_prettify_error_log = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = prettifyErrorLog;
	const { LOGGER_KEYS } = require_constants();
	const isObject = require_is_object();
	const joinLinesWithIndentation = require_join_lines_with_indentation();
	const prettifyObject = require_prettify_object();
	const stripUnsafeControlChars = require_strip_unsafe_control_chars();
	/**
	* @typedef {object} PrettifyErrorLogParams
	* @property {object} log The error log to prettify.
	* @property {PrettyContext} context The context object built from parsing
	* the options.
	*/
	/**
	* Given a log object that has a `type: 'Error'` key, prettify the object and
	* return the result. In other
	*
	* @param {PrettifyErrorLogParams} input
	*
	* @returns {string} A string that represents the prettified error log.
	*/
	function prettifyErrorLog({ log, context }) {
		const { EOL: eol, IDENT: ident, errorProps: errorProperties, messageKey } = context;
		const stack = stripUnsafeControlChars(log.stack);
		let result = `${ident}${joinLinesWithIndentation({
			input: stack,
			ident,
			eol
		})}${eol}`;
		if (errorProperties.length > 0) {
			const excludeProperties = LOGGER_KEYS.concat(messageKey, "type", "stack");
			let propertiesToPrint;
			if (errorProperties[0] === "*") propertiesToPrint = Object.keys(log).filter((k) => excludeProperties.includes(k) === false);
			else propertiesToPrint = errorProperties.filter((k) => excludeProperties.includes(k) === false);
			for (let i = 0; i < propertiesToPrint.length; i += 1) {
				const key = propertiesToPrint[i];
				if (key in log === false) continue;
				const safeKey = stripUnsafeControlChars(key);
				if (isObject(log[key])) {
					const prettifiedObject = prettifyObject({
						log: log[key],
						excludeLoggerKeys: false,
						context: {
							...context,
							IDENT: ident + ident
						}
					});
					result = `${result}${ident}${safeKey}: {${eol}${prettifiedObject}${ident}}${eol}`;
					continue;
				}
				const value = stripUnsafeControlChars(log[key]);
				result = `${result}${ident}${safeKey}: ${value}${eol}`;
			}
		}
		return result;
	}
}));
// node_modules/pino-pretty/lib/utils/prettify-level.js
var require_prettify_level = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = prettifyLevel;
	const getPropertyValue = require_get_property_value();
	/**
	* @typedef {object} PrettifyLevelParams
	* @property {object} log The log object.
	* @property {PrettyContext} context The context object built from parsing
	* the options.
	*/
	/**
	* Checks if the passed in log has a `level` value and returns a prettified
	* string for that level if so.
	*
	* @param {PrettifyLevelParams} input
	*
	* @returns {undefined|string} If `log` does not have a `level` property then
	* `undefined` will be returned. Otherwise, a string from the specified
	* `colorizer` is returned.
	*/
	function prettifyLevel({ log, context }) {
		const { colorizer, customLevels, customLevelNames, levelKey, getLevelLabelData } = context;
		const prettifier = context.customPrettifiers?.level;
		const output = getPropertyValue(log, levelKey);
		if (output === void 0) return void 0;
		const labelColorized = colorizer(output, {
			customLevels,
			customLevelNames
		});
		if (prettifier) {
			const [label] = getLevelLabelData(output);
			return prettifier(output, levelKey, log, {
				label,
				labelColorized,
				colors: colorizer.colors
			});
		}
		return labelColorized;
	}
}));
// node_modules/pino-pretty/lib/utils/prettify-message.js
var require_prettify_message = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = prettifyMessage;
	const { LEVELS } = require_constants();
	const getPropertyValue = require_get_property_value();
	const interpretConditionals = require_interpret_conditionals();
	const stripUnsafeControlChars = require_strip_unsafe_control_chars();
	/**
	* @typedef {object} PrettifyMessageParams
	* @property {object} log The log object with the message to colorize.
	* @property {PrettyContext} context The context object built from parsing
	* the options.
	*/
	/**
	* Prettifies a message string if the given `log` has a message property.
	*
	* @param {PrettifyMessageParams} input
	*
	* @returns {undefined|string} If the message key is not found, or the message
	* key is not a string, then `undefined` will be returned. Otherwise, a string
	* that is the prettified message.
	*/
	function prettifyMessage({ log, context }) {
		const { colorizer, customLevels, levelKey, levelLabel, messageFormat, messageKey, useOnlyCustomProps } = context;
		if (messageFormat && typeof messageFormat === "string") {
			const parsedMessageFormat = interpretConditionals(messageFormat, log);
			const message = String(parsedMessageFormat).replace(/{([^{}]+)}/g, function(match, p1) {
				let level;
				if (p1 === levelLabel && (level = getPropertyValue(log, levelKey)) !== void 0) return (useOnlyCustomProps ? customLevels === void 0 : customLevels[level] === void 0) ? LEVELS[level] : customLevels[level];
				const value = getPropertyValue(log, p1);
				return value !== void 0 ? value : "";
			});
			return colorizer.message(stripUnsafeControlChars(message));
		}
		if (messageFormat && typeof messageFormat === "function") {
			const msg = messageFormat(log, messageKey, levelLabel, { colors: colorizer.colors });
			return colorizer.message(msg);
		}
		if (messageKey in log === false) return void 0;
		if (typeof log[messageKey] !== "string" && typeof log[messageKey] !== "number" && typeof log[messageKey] !== "boolean") return void 0;
		return colorizer.message(stripUnsafeControlChars(log[messageKey]));
	}
}));
// node_modules/pino-pretty/lib/utils/prettify-metadata.js
var require_prettify_metadata = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = prettifyMetadata;
	const stripUnsafeControlChars = require_strip_unsafe_control_chars();
	/**
	* @typedef {object} PrettifyMetadataParams
	* @property {object} log The log that may or may not contain metadata to
	* be prettified.
	* @property {PrettyContext} context The context object built from parsing
	* the options.
	*/
	/**
	* Prettifies metadata that is usually present in a Pino log line. It looks for
	* fields `name`, `pid`, `hostname`, and `caller` and returns a formatted string using
	* the fields it finds.
	*
	* @param {PrettifyMetadataParams} input
	*
	* @returns {undefined|string} If no metadata is found then `undefined` is
	* returned. Otherwise, a string of prettified metadata is returned.
	*/
	function prettifyMetadata({ log, context }) {
		const { customPrettifiers: prettifiers, colorizer } = context;
		let line = "";
		if (log.name || log.pid || log.hostname) {
			line += "(";
			if (log.name) line += prettifiers.name ? prettifiers.name(log.name, "name", log, { colors: colorizer.colors }) : stripUnsafeControlChars(log.name);
			if (log.pid) {
				const prettyPid = prettifiers.pid ? prettifiers.pid(log.pid, "pid", log, { colors: colorizer.colors }) : stripUnsafeControlChars(log.pid);
				if (log.name && log.pid) line += "/" + prettyPid;
				else line += prettyPid;
			}
			if (log.hostname) {
				const prettyHostname = prettifiers.hostname ? prettifiers.hostname(log.hostname, "hostname", log, { colors: colorizer.colors }) : stripUnsafeControlChars(log.hostname);
				line += `${line === "(" ? "on" : " on"} ${prettyHostname}`;
			}
			line += ")";
		}
		if (log.caller) {
			const prettyCaller = prettifiers.caller ? prettifiers.caller(log.caller, "caller", log, { colors: colorizer.colors }) : stripUnsafeControlChars(log.caller);
			line += `${line === "" ? "" : " "}<${prettyCaller}>`;
		}
		if (line === "") return;
		else return line;
	}
}));
// node_modules/pino-pretty/lib/utils/prettify-time.js
var require_prettify_time = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = prettifyTime;
	const formatTime = require_format_time();
	const stripUnsafeControlChars = require_strip_unsafe_control_chars();
	/**
	* @typedef {object} PrettifyTimeParams
	* @property {object} log The log object with the timestamp to be prettified.
	* @property {PrettyContext} context The context object built from parsing
	* the options.
	*/
	/**
	* Prettifies a timestamp if the given `log` has either `time`, `timestamp` or custom specified timestamp
	* property.
	*
	* @param {PrettifyTimeParams} input
	*
	* @returns {undefined|string} If a timestamp property cannot be found then
	* `undefined` is returned. Otherwise, the prettified time is returned as a
	* string.
	*/
	function prettifyTime({ log, context }) {
		const { timestampKey, translateTime: translateFormat } = context;
		const prettifier = context.customPrettifiers?.time;
		let time = null;
		if (timestampKey in log) time = log[timestampKey];
		else if ("timestamp" in log) time = log.timestamp;
		if (time === null) return void 0;
		const output = translateFormat ? formatTime(time, translateFormat) : time;
		return prettifier ? prettifier(output) : `[${stripUnsafeControlChars(output)}]`;
	}
}));
// node_modules/pino-pretty/lib/utils/index.js
var require_utils = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = {
		buildSafeSonicBoom: require_build_safe_sonic_boom(),
		createDate: require_create_date(),
		deleteLogProperty: require_delete_log_property(),
		filterLog: require_filter_log(),
		formatTime: require_format_time(),
		getPropertyValue: require_get_property_value(),
		handleCustomLevelsNamesOpts: require_handle_custom_levels_names_opts(),
		handleCustomLevelsOpts: require_handle_custom_levels_opts(),
		interpretConditionals: require_interpret_conditionals(),
		isObject: require_is_object(),
		isValidDate: require_is_valid_date(),
		joinLinesWithIndentation: require_join_lines_with_indentation(),
		noop: require_noop(),
		parseFactoryOptions: require_parse_factory_options(),
		prettifyErrorLog: require_prettify_error_log(),
		prettifyError: require_prettify_error(),
		prettifyLevel: require_prettify_level(),
		prettifyMessage: require_prettify_message(),
		prettifyMetadata: require_prettify_metadata(),
		prettifyObject: require_prettify_object(),
		prettifyTime: require_prettify_time(),
		splitPropertyKey: require_split_property_key(),
		stripUnsafeControlChars: require_strip_unsafe_control_chars(),
		getLevelLabelData: require_get_level_label_data()
	};
}));
/**
* A hash of log property names mapped to prettifier functions. When the
* incoming log data is being processed for prettification, any key on the log
* that matches a key in a custom prettifiers hash will be prettified using
* that matching custom prettifier. The value passed to the custom prettifier
* will the value associated with the corresponding log key.
*
* The hash may contain any arbitrary keys for arbitrary log properties, but it
* may also contain a set of predefined key names that map to well-known log
* properties. These keys are:
*
* + `time` (for the timestamp field)
* + `level` (for the level label field; value may be a level number instead
* of a level label)
* + `hostname`
* + `pid`
* + `name`
* + `caller`
*
* @typedef {Object.<string, CustomPrettifierFunc>} CustomPrettifiers
*/
/**
* A synchronous function to be used for prettifying a log property. It must
* return a string.
*
* @typedef {function} CustomPrettifierFunc
* @param {any} value The value to be prettified for the key associated with
* the prettifier.
* @returns {string}
*/
/**
* A tokenized string that indicates how the prettified log line should be
* formatted. Tokens are either log properties enclosed in curly braces, e.g.
* `{levelLabel}`, `{pid}`, or `{req.url}`, or conditional directives in curly
* braces. The only conditional directives supported are `if` and `end`, e.g.
* `{if pid}{pid}{end}`; every `if` must have a matching `end`. Nested
* conditions are not supported.
*
* @typedef {string} MessageFormatString
*
* @example
* `{levelLabel} - {if pid}{pid} - {end}url:{req.url}`
*/
/**
* @typedef {object} PrettifyMessageExtras
* @property {object} colors Available color functions based on `useColor` (or `colorize`) context
* the options.
*/
/**
* A function that accepts a log object, name of the message key, and name of
* the level label key and returns a formatted log line.
*
* Note: this function must be synchronous.
*
* @typedef {function} MessageFormatFunction
* @param {object} log The log object to be processed.
* @param {string} messageKey The name of the key in the `log` object that
* contains the log message.
* @param {string} levelLabel The name of the key in the `log` object that
* contains the log level name.
* @param {PrettifyMessageExtras} extras Additional data available for message context
* @returns {string}
*
* @example
* function (log, messageKey, levelLabel) {
*   return `${log[levelLabel]} - ${log[messageKey]}`
* }
*/
// node_modules/secure-json-parse/index.js
var require_secure_json_parse = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const hasBuffer = typeof Buffer !== "undefined";
	const suspectProtoRx = /"(?:_|\\u005[Ff])(?:_|\\u005[Ff])(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[Ff])(?:t|\\u0074)(?:o|\\u006[Ff])(?:_|\\u005[Ff])(?:_|\\u005[Ff])"\s*:/;
	const suspectConstructorRx = /"(?:c|\\u0063)(?:o|\\u006[Ff])(?:n|\\u006[Ee])(?:s|\\u0073)(?:t|\\u0074)(?:r|\\u0072)(?:u|\\u0075)(?:c|\\u0063)(?:t|\\u0074)(?:o|\\u006[Ff])(?:r|\\u0072)"\s*:/;
	/**
	* @description Internal parse function that parses JSON text with security checks.
	* @private
	* @param {string|Buffer} text - The JSON text string or Buffer to parse.
	* @param {Function} [reviver] - The JSON.parse() optional reviver argument.
	* @param {import('./types').ParseOptions} [options] - Optional configuration object.
	* @returns {*} The parsed object.
	* @throws {SyntaxError} If a forbidden prototype property is found and `options.protoAction` or
	* `options.constructorAction` is `'error'`.
	*/
	function _parse(text, reviver, options) {
		if (options == null) {
			if (reviver !== null && typeof reviver === "object") {
				options = reviver;
				reviver = void 0;
			}
		}
		if (hasBuffer && Buffer.isBuffer(text)) text = text.toString();
		if (text && text.charCodeAt(0) === 65279) text = text.slice(1);
		const obj = JSON.parse(text, reviver);
		if (obj === null || typeof obj !== "object") return obj;
		const protoAction = options && options.protoAction || "error";
		const constructorAction = options && options.constructorAction || "error";
		if (protoAction === "ignore" && constructorAction === "ignore") return obj;
		if (protoAction !== "ignore" && constructorAction !== "ignore") {
			if (suspectProtoRx.test(text) === false && suspectConstructorRx.test(text) === false) return obj;
		} else if (protoAction !== "ignore" && constructorAction === "ignore") {
			if (suspectProtoRx.test(text) === false) return obj;
		} else if (suspectConstructorRx.test(text) === false) return obj;
		return filter(obj, {
			protoAction,
			constructorAction,
			safe: options && options.safe
		});
	}
	/**
	* @description Scans and filters an object for forbidden prototype properties.
	* @param {Object} obj - The object being scanned.
	* @param {import('./types').ParseOptions} [options] - Optional configuration object.
	* @returns {Object|null} The filtered object, or `null` if safe mode is enabled and issues are found.
	* @throws {SyntaxError} If a forbidden prototype property is found and `options.protoAction` or
	* `options.constructorAction` is `'error'`.
	*/
	function filter(obj, { protoAction = "error", constructorAction = "error", safe } = {}) {
		let next = [obj];
		while (next.length) {
			const nodes = next;
			next = [];
			for (const node of nodes) {
				if (protoAction !== "ignore" && Object.prototype.hasOwnProperty.call(node, "__proto__")) {
					if (safe === true) return null;
					else if (protoAction === "error") throw new SyntaxError("Object contains forbidden prototype property");
					delete node.__proto__;
				}
				if (constructorAction !== "ignore" && Object.prototype.hasOwnProperty.call(node, "constructor") && node.constructor !== null && typeof node.constructor === "object" && Object.prototype.hasOwnProperty.call(node.constructor, "prototype")) {
					if (safe === true) return null;
					else if (constructorAction === "error") throw new SyntaxError("Object contains forbidden prototype property");
					delete node.constructor;
				}
				for (const key in node) {
					const value = node[key];
					if (value && typeof value === "object") next.push(value);
				}
			}
		}
		return obj;
	}
	/**
	* @description Parses a given JSON-formatted text into an object.
	* @param {string|Buffer} text - The JSON text string or Buffer to parse.
	* @param {Function} [reviver] - The `JSON.parse()` optional reviver argument, or options object.
	* @param {import('./types').ParseOptions} [options] - Optional configuration object.
	* @returns {*} The parsed object.
	* @throws {SyntaxError} If the JSON text is malformed or contains forbidden prototype properties
	* when `options.protoAction` or `options.constructorAction` is `'error'`.
	*/
	function parse(text, reviver, options) {
		const { stackTraceLimit } = Error;
		Error.stackTraceLimit = 0;
		try {
			return _parse(text, reviver, options);
		} finally {
			Error.stackTraceLimit = stackTraceLimit;
		}
	}
	/**
	* @description Safely parses a given JSON-formatted text into an object.
	* @param {string|Buffer} text - The JSON text string or Buffer to parse.
	* @param {Function} [reviver] - The `JSON.parse()` optional reviver argument.
	* @returns {*|null|undefined} The parsed object, `null` if security issues found, or `undefined` on parse error.
	*/
	function safeParse(text, reviver) {
		const { stackTraceLimit } = Error;
		Error.stackTraceLimit = 0;
		let result;
		try {
			result = _parse(text, reviver, { safe: true });
		} catch {
			result = void 0;
		} finally {
			Error.stackTraceLimit = stackTraceLimit;
		}
		return result;
	}
	module.exports = parse;
	module.exports.default = parse;
	module.exports.parse = parse;
	module.exports.safeParse = safeParse;
	module.exports.scan = filter;
}));
// node_modules/pino-pretty/lib/pretty.js
var require_pretty = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = pretty;
	const sjs = require_secure_json_parse();
	const isObject = require_is_object();
	const prettifyErrorLog = require_prettify_error_log();
	const prettifyLevel = require_prettify_level();
	const prettifyMessage = require_prettify_message();
	const prettifyMetadata = require_prettify_metadata();
	const prettifyObject = require_prettify_object();
	const prettifyTime = require_prettify_time();
	const filterLog = require_filter_log();
	const { LEVELS, LEVEL_KEY, LEVEL_NAMES } = require_constants();
	const jsonParser = (input) => {
		try {
			return { value: sjs.parse(input, { protoAction: "remove" }) };
		} catch (err) {
			return { err };
		}
	};
	/**
	* Orchestrates processing the received log data according to the provided
	* configuration and returns a prettified log string.
	*
	* @typedef {function} LogPrettifierFunc
	* @param {string|object} inputData A log string or a log-like object.
	* @returns {string} A string that represents the prettified log data.
	*/
	function pretty(inputData) {
		let log;
		if (!isObject(inputData)) {
			const parsed = jsonParser(inputData);
			if (parsed.err || !isObject(parsed.value)) return inputData + this.EOL;
			log = parsed.value;
		} else log = inputData;
		if (this.minimumLevel) {
			let condition;
			if (this.useOnlyCustomProps) condition = this.customLevels;
			else condition = this.customLevelNames[this.minimumLevel] !== void 0;
			let minimum;
			if (condition) minimum = this.customLevelNames[this.minimumLevel];
			else minimum = LEVEL_NAMES[this.minimumLevel];
			if (!minimum) minimum = typeof this.minimumLevel === "string" ? LEVEL_NAMES[this.minimumLevel] : LEVEL_NAMES[LEVELS[this.minimumLevel].toLowerCase()];
			if (log[this.levelKey === void 0 ? LEVEL_KEY : this.levelKey] < minimum) return;
		}
		const prettifiedMessage = prettifyMessage({
			log,
			context: this.context
		});
		if (this.ignoreKeys || this.includeKeys) log = filterLog({
			log,
			context: this.context
		});
		const prettifiedLevel = prettifyLevel({
			log,
			context: {
				...this.context,
				...this.context.customProperties
			}
		});
		const prettifiedMetadata = prettifyMetadata({
			log,
			context: this.context
		});
		const prettifiedTime = prettifyTime({
			log,
			context: this.context
		});
		let line = "";
		if (this.levelFirst && prettifiedLevel) line = `${prettifiedLevel}`;
		if (prettifiedTime && line === "") line = `${prettifiedTime}`;
		else if (prettifiedTime) line = `${line} ${prettifiedTime}`;
		if (!this.levelFirst && prettifiedLevel) {
			if (line.length > 0) line = `${line} ${prettifiedLevel}`;
			else line = prettifiedLevel;
		}
		if (prettifiedMetadata) {
			if (line.length > 0) line = `${line} ${prettifiedMetadata}:`;
			else line = prettifiedMetadata;
		}
		if (line.endsWith(":") === false && line !== "") line += ":";
		if (prettifiedMessage !== void 0) {
			if (line.length > 0) line = `${line} ${prettifiedMessage}`;
			else line = prettifiedMessage;
		}
		if (line.length > 0 && !this.singleLine) line += this.EOL;
		if (log.type === "Error" && typeof log.stack === "string") {
			const prettifiedErrorLog = prettifyErrorLog({
				log,
				context: this.context
			});
			if (this.singleLine) line += this.EOL;
			line += prettifiedErrorLog;
		} else if (this.hideObject === false) {
			const skipKeys = [
				this.messageKey,
				this.levelKey,
				this.timestampKey
			].map((key) => key.replaceAll(/\\/g, "")).filter((key) => {
				return typeof log[key] === "string" || typeof log[key] === "number" || typeof log[key] === "boolean";
			});
			const prettifiedObject = prettifyObject({
				log,
				skipKeys,
				context: this.context
			});
			if (this.singleLine && !/^\s$/.test(prettifiedObject)) line += " ";
			line += prettifiedObject;
		}
		return line;
	}
}));
// node_modules/pino-pretty/index.js
var require_pino_pretty = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const { isColorSupported } = require_colorette();
	const pump = require_pump();
	const { Transform } = __require("node:stream");
	const abstractTransport = require_pino_abstract_transport();
	const colors = require_colors();
	const { ERROR_LIKE_KEYS, LEVEL_KEY, LEVEL_LABEL, MESSAGE_KEY, TIMESTAMP_KEY } = require_constants();
	const { buildSafeSonicBoom, parseFactoryOptions } = require_utils();
	const pretty = require_pretty();
	/**
	* @typedef {object} PinoPrettyOptions
	* @property {boolean} [colorize] Indicates if colors should be used when
	* prettifying. The default will be determined by the terminal capabilities at
	* run time.
	* @property {boolean} [colorizeObjects=true] Apply coloring to rendered objects
	* when coloring is enabled.
	* @property {boolean} [crlf=false] End lines with `\r\n` instead of `\n`.
	* @property {string|null} [customColors=null] A comma separated list of colors
	* to use for specific level labels, e.g. `err:red,info:blue`.
	* @property {string|null} [customLevels=null] A comma separated list of user
	* defined level names and numbers, e.g. `err:99,info:1`.
	* @property {CustomPrettifiers} [customPrettifiers={}] A set of prettifier
	* functions to apply to keys defined in this object.
	* @property {K_ERROR_LIKE_KEYS} [errorLikeObjectKeys] A list of string property
	* names to consider as error objects.
	* @property {string} [errorProps=''] A comma separated list of properties on
	* error objects to include in the output.
	* @property {boolean} [hideObject=false] When `true`, data objects will be
	* omitted from the output (except for error objects).
	* @property {string} [ignore='hostname'] A comma separated list of log keys
	* to omit when outputting the prettified log information.
	* @property {undefined|string} [include=undefined] A comma separated list of
	* log keys to include in the prettified log information. Only the keys in this
	* list will be included in the output.
	* @property {boolean} [levelFirst=false] When true, the log level will be the
	* first field in the prettified output.
	* @property {string} [levelKey='level'] The key name in the log data that
	* contains the level value for the log.
	* @property {string} [levelLabel='levelLabel'] Token name to use in
	* `messageFormat` to represent the name of the logged level.
	* @property {null|MessageFormatString|MessageFormatFunction} [messageFormat=null]
	* When a string, defines how the prettified line should be formatted according
	* to defined tokens. When a function, a synchronous function that returns a
	* formatted string.
	* @property {string} [messageKey='msg'] Defines the key in incoming logs that
	* contains the message of the log, if present.
	* @property {undefined|string|number} [minimumLevel=undefined] The minimum
	* level for logs that should be processed. Any logs below this level will
	* be omitted.
	* @property {boolean} [singleLine=false] When `true` any objects, except error
	* objects, in the log data will be printed as a single line instead as multiple
	* lines.
	* @property {string} [timestampKey='time'] Defines the key in incoming logs
	* that contains the timestamp of the log, if present.
	* @property {boolean|string} [translateTime=true] When true, will translate a
	* JavaScript date integer into a human-readable string. If set to a string,
	* it must be a format string.
	* @property {boolean} [useOnlyCustomProps=true] When true, only custom levels
	* and colors will be used if they have been provided.
	*/
	/**
	* The default options that will be used when prettifying log lines.
	*
	* @type {PinoPrettyOptions}
	*/
	const defaultOptions = {
		colorize: isColorSupported,
		colorizeObjects: true,
		crlf: false,
		customColors: null,
		customLevels: null,
		customPrettifiers: {},
		errorLikeObjectKeys: ERROR_LIKE_KEYS,
		errorProps: "",
		hideObject: false,
		ignore: "hostname",
		include: void 0,
		levelFirst: false,
		levelKey: LEVEL_KEY,
		levelLabel: LEVEL_LABEL,
		messageFormat: null,
		messageKey: MESSAGE_KEY,
		minimumLevel: void 0,
		singleLine: false,
		timestampKey: TIMESTAMP_KEY,
		translateTime: true,
		useOnlyCustomProps: true
	};
	/**
	* Normalizes a value to a boolean if it's the string "true" or "false".
	* Otherwise returns the value unchanged.
	*
	* @param {any} value The value to normalize
	* @returns {any} The normalized value
	*/
	function normalizeBoolean(value) {
		if (value === "true") return true;
		if (value === "false") return false;
		return value;
	}
	/**
	* Normalizes boolean options by converting "true" and "false" strings to booleans.
	*
	* @param {PinoPrettyOptions} options The options to normalize
	* @returns {PinoPrettyOptions} The normalized options
	*/
	function normalizeBooleanOptions(options) {
		const normalized = { ...options };
		for (const key of [
			"colorize",
			"colorizeObjects",
			"crlf",
			"hideObject",
			"levelFirst",
			"singleLine",
			"useOnlyCustomProps"
		]) if (key in normalized) normalized[key] = normalizeBoolean(normalized[key]);
		if ("translateTime" in normalized && (normalized.translateTime === "true" || normalized.translateTime === "false")) normalized.translateTime = normalizeBoolean(normalized.translateTime);
		return normalized;
	}
	/**
	* Processes the supplied options and returns a function that accepts log data
	* and produces a prettified log string.
	*
	* @param {PinoPrettyOptions} options Configuration for the prettifier.
	* @returns {LogPrettifierFunc}
	*/
	function prettyFactory(options) {
		const normalizedOptions = normalizeBooleanOptions(Object.assign({}, defaultOptions, options));
		const context = parseFactoryOptions(normalizedOptions);
		return pretty.bind({
			...context,
			context
		});
	}
	/**
	* @typedef {PinoPrettyOptions} BuildStreamOpts
	* @property {object|number|string} [destination] A destination stream, file
	* descriptor, or target path to a file.
	* @property {boolean} [append]
	* @property {boolean} [mkdir]
	* @property {boolean} [sync=false]
	*/
	/**
	* Constructs a {@link LogPrettifierFunc} and a stream to which the produced
	* prettified log data will be written.
	*
	* @param {BuildStreamOpts} opts
	* @returns {Transform | (Transform & OnUnknown)}
	*/
	function build(opts = {}) {
		let pretty = prettyFactory(opts);
		let destination;
		return abstractTransport(function(source) {
			source.on("message", function pinoConfigListener(message) {
				if (!message || message.code !== "PINO_CONFIG") return;
				Object.assign(opts, {
					messageKey: message.config.messageKey,
					errorLikeObjectKeys: Array.from(/* @__PURE__ */ new Set([...opts.errorLikeObjectKeys || ERROR_LIKE_KEYS, message.config.errorKey])),
					customLevels: message.config.levels.values
				});
				pretty = prettyFactory(opts);
				source.off("message", pinoConfigListener);
			});
			const stream = new Transform({
				objectMode: true,
				autoDestroy: true,
				transform(chunk, enc, cb) {
					cb(null, pretty(chunk));
				}
			});
			if (typeof opts.destination === "object" && typeof opts.destination.write === "function") destination = opts.destination;
			else destination = buildSafeSonicBoom({
				dest: opts.destination || 1,
				append: opts.append,
				mkdir: opts.mkdir,
				sync: opts.sync
			});
			source.on("unknown", function(line) {
				destination.write(line + "\n");
			});
			pump(source, stream, destination);
			return stream;
		}, {
			parse: "lines",
			close(err, cb) {
				destination.on("close", () => {
					cb(err);
				});
			}
		});
	}
	module.exports = build;
	module.exports.build = build;
	module.exports.PinoPretty = build;
	module.exports.prettyFactory = prettyFactory;
	module.exports.colorizerFactory = colors;
	module.exports.isColorSupported = isColorSupported;
	module.exports.default = build;
}));
export default require_pino_pretty();
export {};
