export { i as loadIssuerMetadata } from "./issuer-jB0KltY8.mjs";
