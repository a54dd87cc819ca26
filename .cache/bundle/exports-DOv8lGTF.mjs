export { n as getExportSource } from "./exports-CFPdh7fE.mjs";
