export { t as routes, n as schema } from "./resources-CUaLXOk3.mjs";
