export { t as getDatabaseLocation, n as openTableCopy, r as rejectUnfinishedCopy } from "./table-copy-egS0RRAB.mjs";
