export { t as importFile, n as pauseForWriters, r as runAsUser } from "./import-BJpg5zIC.mjs";
