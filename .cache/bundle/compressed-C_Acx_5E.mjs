export { i as sendPage } from "./compressed-DupxVt2G.mjs";
