export { s as readContract } from "./contract-DEbGGbTG.mjs";
