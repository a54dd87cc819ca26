export { t as Dispatcher } from "./dispatcher-CJKvWyAR.mjs";
